import OynaValue

/// Says in CEL when a schema accepts what a form holds: what `if`, `not` and alternatives ask.
struct SchemaCondition {
  let source: SchemaSource

  /// Whether an object is valid; nil where CEL cannot say it.
  func holds(_ part: SchemaPart, for object: ObjectPlan) -> String? {
    holds(part, for: object, after: object.schema.references)
  }

  /// As above, inside references that were followed: one that comes again ends the reading.
  private func holds(
    _ part: SchemaPart, for object: ObjectPlan, after references: Set<String>
  ) -> String? {
    let schema = source.resolve([part], after: references)
    if schema.isNever { return "false" }
    guard !schema.isCut, schema.unknown.isEmpty else { return nil }
    var parts: [String?] = []
    for (name, place) in schema.required {
      if let property = object.property(name) {
        parts.append(property.isPresent)
      } else {
        source.report.narrower(
          place, "`\(name)` is asked for and no property describes it: it cannot be entered.")
        parts.append("false")
      }
    }
    for (name, inner) in schema.properties {
      guard let property = object.property(name) else {
        let place = inner.first?.pointer ?? schema.pointer
        source.report.narrower(place, "Only a condition names `\(name)`: it cannot be entered.")
        continue
      }
      guard let test = accepts(inner, property, after: schema.references) else { return nil }
      guard let isPresent = property.isPresent else { return nil }
      let isRequired = schema.required.contains { $0.name == name }
      // A test of equality fails for null by itself.
      let isSafe = isRequired && inner.allSatisfy { $0["const"] != nil || $0["enum"] != nil }
      if isSafe { parts.removeAll { $0 == isPresent } }
      parts.append(isRequired ? test : CELText.implies(isPresent, test))
    }
    parts.append(combined(schema) { holds($0, for: object, after: schema.references) })
    return all(parts)
  }

  /// Whether a value that is there is valid; nil where CEL cannot say it.
  func accepts(
    _ inner: [SchemaPart], _ property: PropertyPlan, after references: Set<String> = []
  ) -> String? {
    if property.kind == .object, let object = property.object {
      let followed = references.union(object.schema.references)
      return all(inner.map { holds($0, for: object, after: followed) })
    }
    let schema = source.resolve(inner, after: references)
    if schema.isNever { return "false" }
    guard !schema.isCut, schema.unknown.isEmpty, schema.properties.isEmpty else { return nil }
    let value = CELText.name(property.key)
    guard property.isPresent != nil else { return nil }
    var parts: [String?] = [
      combined(schema) { accepts([$0], property, after: schema.references) },
      type(schema, property),
    ]
    parts += bounds(schema, property, value)
    if let constant = schema["const"] { parts.append(Self.equality(value, constant)) }
    if let values = schema["enum"]?.items {
      if values.count == 1 {
        parts.append(Self.equality(value, values[0]))
      } else {
        let literals = values.map { Self.isSimple($0) ? $0.literal : nil }
        parts.append(
          literals.contains(nil)
            ? nil : "\(value) in [\(literals.compactMap { $0 }.joined(separator: ", "))]")
      }
    }
    for (pattern, _) in schema.patterns {
      parts.append(
        asked(property, .text) {
          PatternTranslation(pattern).map {
            "\(value).matches(\(CELText.literal($0.searched)))"
          }
        })
    }
    for (multiple, _) in schema.multiples {
      parts.append(
        asked(property, .number) { multiple.number.flatMap { multiplicity(value, $0) } })
    }
    if let contained = schema.contains {
      let wanted = contained["const"]
      parts.append(wanted.flatMap { Self.isSimple($0) ? "\($0.literal) in \(value)" : nil })
    }
    if !schema.items.isEmpty || schema["uniqueItems"] != nil { return nil }
    return all(parts)
  }

  /// `anyOf`, `oneOf`, `not` and `if` inside.
  private func combined(
    _ schema: ResolvedSchema, _ holds: (SchemaPart) -> String?
  ) -> String? {
    var parts: [String?] = []
    for negation in schema.negations { parts.append(holds(negation).map { CELText.not($0) }) }
    for alternative in schema.alternatives {
      let options = alternative.options.map(holds)
      parts.append(Self.alternatives(options, isExclusive: alternative.keyword == "oneOf"))
    }
    for conditional in schema.conditionals {
      guard let condition = conditional.part("if").flatMap(holds) else { return nil }
      if let then = conditional.part("then") {
        parts.append(holds(then).map { CELText.implies(condition, $0) })
      }
      if let otherwise = conditional.part("else") {
        parts.append(holds(otherwise).map { CELText.implies(CELText.not(condition), $0) })
      }
    }
    if !schema.dependents.isEmpty { return nil }
    return all(parts)
  }

  /// At least one, or exactly one, holds.
  static func alternatives(_ options: [String?], isExclusive: Bool) -> String? {
    let known = options.compactMap { $0 }
    guard known.count == options.count else { return nil }
    if !isExclusive || known.count < 2 { return CELText.any(known) }
    return known.map { "((\($0)) ? 1 : 0)" }.joined(separator: " + ") + " == 1"
  }

  private func all(_ parts: [String?]) -> String? {
    let known = parts.compactMap { $0 }
    guard known.count == parts.count else { return nil }
    let text = CELText.all(known)
    return text.utf8.count <= Self.textLimit ? text : nil
  }

  /// Bytes of an expression: alternatives of alternatives double theirs at each step.
  private static let textLimit = 16_384

  /// Whether values of this property have a type that the schema allows; nil where some have.
  func type(_ schema: ResolvedSchema, _ property: PropertyPlan) -> String? {
    let types = schema.types
    guard !types.isEmpty else { return "true" }
    switch property.kind {
    case .text, .date: return types.contains("string") ? "true" : "false"
    case .bool: return types.contains("boolean") ? "true" : "false"
    case .choices, .rows: return types.contains("array") ? "true" : "false"
    case .number:
      if types.contains("number") { return "true" }
      if types.contains("integer") {
        return property.main.entered == "integer" ? "true" : nil
      }
      return "false"
    case .choice: return nil
    case .object, .secret, .none: return nil
    }
  }

  /// What a keyword is about: of anything else it says nothing.
  private enum Subject { case text, number, list }

  /// Whether a property's values are of that kind; nil where some are and some are not.
  private func concerns(_ property: PropertyPlan, _ subject: Subject) -> Bool? {
    switch property.kind {
    case .text, .date: return subject == .text
    case .number: return subject == .number
    case .choices, .rows: return subject == .list
    case .choice:
      let types = Set(property.main.types)
      if types == ["string"] { return subject == .text }
      if !types.isEmpty, types.isSubset(of: ["number", "integer"]) { return subject == .number }
      return subject == .list ? false : nil
    case .bool, .secret, .object, .none: return false
    }
  }

  /// The test that a keyword makes; `true` where it is about something else.
  private func asked(
    _ property: PropertyPlan, _ subject: Subject, _ test: () -> String?
  ) -> String? {
    concerns(property, subject).flatMap { $0 ? test() : "true" }
  }

  /// A multiple of a whole number; nil for any other, which CEL cannot divide by.
  private func multiplicity(_ value: String, _ number: DecimalNumber) -> String? {
    guard let divisor = number.int64, divisor > 0 else { return nil }
    // `int` cuts off what stands after the point.
    return "\(value) == int(\(value)) && int(\(value)) % \(divisor) == 0"
  }

  private func bounds(
    _ schema: ResolvedSchema, _ property: PropertyPlan, _ value: String
  ) -> [String?] {
    let numbers = [
      ("minimum", ">="), ("maximum", "<="), ("exclusiveMinimum", ">"), ("exclusiveMaximum", "<"),
    ]
    let texts = [("minLength", ">="), ("maxLength", "<=")]
    let lists = [("minItems", ">="), ("maxItems", "<=")]
    var parts: [String?] = []
    for (subject, keywords, measure) in [
      (Subject.number, numbers, value), (.text, texts, "size(\(value))"),
      (.list, lists, "size(\(value))"),
    ] {
      for (keyword, sign) in keywords {
        guard let bound = schema[keyword]?.number else { continue }
        parts.append(asked(property, subject) { "\(measure) \(sign) \(bound.text)" })
      }
    }
    return parts
  }

  private static func equality(_ value: String, _ wanted: Value) -> String? {
    isSimple(wanted) ? "\(value) == \(wanted.literal)" : nil
  }

  private static func isSimple(_ value: Value) -> Bool {
    switch value {
    case .bool, .int, .decimal, .string: true
    default: false
    }
  }
}
