import OynaValue

extension ScreenImporter {
  private static let hour = #"([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?"#
  private static let zone = #"([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"#
  private static let label = #"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"#
  private static let byte = #"(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"#

  /// Formats that are checked by a pattern of their grammar (RFC 3339, 3986, 1123, 791, 9562).
  private static let formats: [String: String] = [
    "time": hour + zone,
    "date-time":
      #"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]"# + hour + zone,
    "uri": #"[A-Za-z][A-Za-z0-9+.-]*:[!-~]+"#,
    "hostname": label + #"(\."# + label + #")*"#,
    "ipv4": byte + #"(\."# + byte + #"){3}"#,
    "uuid": #"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"#,
    "color": #"#[0-9A-Fa-f]{6}"#,
  ]

  /// Every rule of a field.
  func rules(_ property: PropertyPlan, in object: ObjectPlan) -> [Value] {
    var rules = requirements(property, in: object)
    let isIntroducedOnce = property.variants.count == 1
    for (schema, condition) in property.variants {
      let applies = isIntroducedOnce ? nil : condition.map { scoped($0, object) }
      if let applies, avoidsCycles {
        rules += conditional(schema, property, when: applies)
      } else {
        rules += checks(schema, property).map { rule in
          guard let applies, var members = rule.map else { return rule }
          members.set(.string(applies), for: "when")
          return .map(members)
        }
      }
      if let mismatch = mismatch(schema, property) {
        rules.append(expression(CELText.implies(applies ?? "true", mismatch)))
      }
      for expression in expressions(schema, property) {
        rules.append(
          self.expression(applies.map { CELText.implies($0, expression) } ?? expression))
      }
    }
    var unique: [Value] = []
    for rule in rules where !unique.contains(rule) { unique.append(rule) }
    return unique
  }

  /// What a field cannot follow when a condition changes what its property is: a value is refused
  /// there, where it would not be right.
  private func mismatch(_ schema: ResolvedSchema, _ property: PropertyPlan) -> String? {
    guard schema.pointer != property.main.pointer else { return nil }
    for keyword in ["title", "default"] {
      if let text = schema[keyword], text != property.main[keyword] {
        report.narrower(
          schema.place(keyword), "A field has one `\(keyword)`: this one is left out.")
      }
    }
    let isFree =
      property.kind == .choice && choices(schema, property) == nil
      && choices(property.main, property) != nil
    guard
      condition.type(schema, property) == "false" || isFree && isOfAnotherType(schema, property)
        || offersNothing(schema, property)
    else {
      if isFree, schema.entered != nil {
        report.narrower(schema.pointer, "Only the values of the other branch can be chosen here.")
      }
      return nil
    }
    report.narrower(
      schema.place("type"), "A field has one type: nothing can be entered where it is this one.")
    return property.isPresent.map { CELText.not($0) }
  }

  /// Whether none of the values that a branch allows can be entered.
  private func offersNothing(_ schema: ResolvedSchema, _ property: PropertyPlan) -> Bool {
    guard let values = schema["const"].map({ [$0] }) ?? schema["enum"]?.items else { return false }
    switch property.kind {
    case .text, .date: return values.allSatisfy { $0.text == nil }
    case .number: return values.allSatisfy { $0.number == nil }
    case .bool: return values.allSatisfy { $0.truth == nil }
    case .secret, .choice, .choices, .object, .rows, .none: return false
    }
  }

  private func isOfAnotherType(_ schema: ResolvedSchema, _ property: PropertyPlan) -> Bool {
    guard !schema.types.isEmpty else { return false }
    return (choices(property.main, property) ?? []).allSatisfy { choice in
      switch choice.value {
      case .string: !schema.types.contains("string")
      case .bool: !schema.types.contains("boolean")
      default: !schema.types.contains("number") && !schema.types.contains("integer")
      }
    }
  }

  func expression(_ text: String, message: String? = nil) -> Value {
    .object([
      "rule": .string("expression"), "expression": .string(text),
      "errorMessage": message.map { .string($0) },
    ])
  }

  /// A condition about an object counts only where the object is sent.
  func scoped(_ condition: String, _ object: ObjectPlan) -> String {
    guard let isPresent = absence(of: object) else { return condition }
    return CELText.all([isPresent, condition])
  }

  /// CEL: whether an object is there; nil when it always is.
  func absence(of object: ObjectPlan) -> String? {
    object.isAlwaysThere ? nil : object.isPresent
  }

  private func conditional(
    _ schema: ResolvedSchema, _ property: PropertyPlan, when condition: String
  ) -> [Value] {
    let parts = [SchemaPart(members: schema.members, at: schema.pointer)]
    guard let test = self.condition.accepts(parts, property), let isPresent = property.isPresent
    else {
      report.leftOut(schema.pointer, "What holds here under a condition has no counterpart.")
      return []
    }
    if test == "true" { return [] }
    return [expression(CELText.implies(CELText.all([condition, isPresent]), test))]
  }

  // MARK: - Being there

  private func requirements(_ property: PropertyPlan, in object: ObjectPlan) -> [Value] {
    let words = ImportWords(options.language)
    // A box is always sent.
    guard property.kind != .bool else { return [] }
    if property.isRequired {
      guard let isThere = absence(of: object) else {
        return [.object(["rule": .string("required")])]
      }
      return [needed(property, when: isThere, words)]
    }
    if let introduction = property.introduction,
      property.requirements.contains(where: { $0 == introduction })
    {
      guard absence(of: object) != nil else { return [.object(["rule": .string("required")])] }
      return [needed(property, when: scoped(introduction, object), words)]
    }
    return property.requirements.compactMap { $0 }.map { condition in
      let condition = scoped(condition, object)
      if avoidsCycles { return needed(property, when: condition, words) }
      return .object(["rule": .string("required"), "when": .string(condition)])
    }
  }

  private func needed(
    _ property: PropertyPlan, when condition: String, _ words: ImportWords
  ) -> Value {
    guard let isPresent = property.isPresent else {
      report.narrower(property.main.pointer, "A secret cannot depend on others: it is required.")
      return .object(["rule": .string("required")])
    }
    return expression(CELText.implies(condition, isPresent), message: words.needed)
  }

  // MARK: - Being right

  /// The rules that the format has for a value of this kind.
  private func checks(_ schema: ResolvedSchema, _ property: PropertyPlan) -> [Value] {
    var rules: [Value] = []
    func rule(_ name: String, _ members: KeyValuePairs<String, Value?> = [:]) {
      var map = Value.object(["rule": .string(name)]).map ?? ValueMap()
      for (key, value) in members { if let value { map.set(value, for: key) } }
      rules.append(.map(map))
    }
    switch property.kind {
    case .text, .secret:
      for keyword in ["minLength", "maxLength"] {
        if let value = schema[keyword] {
          rule(keyword, ["value": value, "unit": .string("scalar")])
        }
      }
      for (pattern, place) in schema.patterns {
        if let translation = PatternTranslation(pattern) {
          rule("regex", ["pattern": .string(translation.whole)])
        } else {
          report.leftOut(place, "RE2 has no such pattern (look-around, back-references).")
        }
      }
      rules += format(schema)
    case .number:
      if schema.entered == "integer" { rule("step", ["value": .int(1)]) }
      if let value = schema["minimum"] { rule("min", ["value": value]) }
      if let value = schema["maximum"] { rule("max", ["value": value]) }
      for (value, place) in schema.multiples {
        if let number = value.number, !number.isNegative, !number.isZero {
          rule("step", ["value": value])
        } else {
          report.leftOut(place, "`multipleOf` is over 0.")
        }
      }
    case .bool:
      if schema["const"] == .bool(true) {
        rule("required")
        if !property.isRequired {
          report.narrower(schema.place("const"), "A box is always sent: it has to be ticked.")
        }
      }
    case .date, .choice, .choices, .object, .rows, .none: break
    }
    let isOffered = property.kind == .choice && property.variants.count == 1
    if !isOffered, [.text, .number, .date, .choice].contains(property.kind) {
      if let values = schema["enum"] { rule("oneOf", ["values": values]) }
      if let value = schema["const"] { rule("oneOf", ["values": .list([value])]) }
    }
    return rules
  }

  private func format(_ schema: ResolvedSchema) -> [Value] {
    guard let format = schema["format"]?.text else { return [] }
    switch format {
    case "email", "idn-email": return [.object(["rule": .string("email")])]
    case "password": return []
    default:
      if let pattern = Self.formats[format] {
        return [.object(["rule": .string("regex"), "pattern": .string(pattern)])]
      }
      report.leftOut(schema.place("format"), "The format `\(format)` is not checked.")
      return []
    }
  }

  /// What only an expression can say.
  private func expressions(_ schema: ResolvedSchema, _ property: PropertyPlan) -> [String] {
    let value = CELText.name(property.key)
    guard property.kind != .object, let isPresent = property.isPresent else {
      reportUnread(schema, property)
      return []
    }
    var tests: [String] = []
    if property.kind == .number {
      for (keyword, sign) in [("exclusiveMinimum", ">"), ("exclusiveMaximum", "<")] {
        if let number = schema[keyword]?.number { tests.append("\(value) \(sign) \(number.text)") }
      }
    }
    if property.kind == .choices || property.kind == .rows {
      if let least = schema["minItems"]?.number { tests.append("size(\(value)) >= \(least.text)") }
      if let most = schema["maxItems"]?.number { tests.append("size(\(value)) <= \(most.text)") }
      if property.kind == .rows, schema["uniqueItems"]?.truth == true {
        tests.append("\(value).all(x, \(value).filter(y, y == x).size() == 1)")
      }
      if let contained = schema.contains {
        let inner = contained["const"].map { "\($0.literal) in \(value)" }
        if property.kind == .choices, let inner {
          tests.append(inner)
        } else {
          report.leftOut(contained.pointer, "`contains` has no counterpart here.")
        }
      }
    }
    for negation in schema.negations {
      if let test = condition.accepts([negation], property) {
        tests.append(CELText.not(test))
      } else {
        report.leftOut(negation.pointer, "`not` of this has no counterpart.")
      }
    }
    for alternative in schema.alternatives where !isOfConstants(alternative) {
      let inner = alternative.options.map { condition.accepts([$0], property) }
      let isExclusive = alternative.keyword == "oneOf"
      if let test = SchemaCondition.alternatives(inner, isExclusive: isExclusive) {
        tests.append(test)
      } else {
        report.leftOut(alternative.pointer, "These alternatives have no counterpart.")
      }
    }
    for conditional in schema.conditionals {
      let rest = SchemaPart(
        members: ValueMap(
          conditional.members.entries.filter {
            ["if", "then", "else"].contains($0.key.text)
          }), at: conditional.pointer)
      if let test = condition.accepts([rest], property) {
        tests.append(test)
      } else {
        report.leftOut(conditional.pointer, "This condition has no counterpart.")
      }
    }
    let needed = tests.filter { $0 != "true" }
    return needed.map { CELText.implies(isPresent, $0) }
  }

  private func reportUnread(_ schema: ResolvedSchema, _ property: PropertyPlan) {
    guard property.kind == .secret else { return }
    for place in schema.negations.map(\.pointer) + schema.alternatives.map(\.pointer) {
      report.leftOut(place, "No expression reads a secret.")
    }
  }
}
