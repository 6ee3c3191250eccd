import OynaValue

/// Turns a JSON Schema with its uiSchema into a screen.
///
/// First every property is collected with all that is said about it, at once or under a condition;
/// then each becomes a component. A value that is not there is left out of what is sent, objects
/// with nothing in them too, so that an optional object may stay empty.
final class ScreenImporter {
  let source: SchemaSource
  let options: Options
  let report: ImportReport
  /// Conditions of `required` as expressions of the field: where each other's presence is asked,
  /// a `when` would be a cycle.
  let avoidsCycles: Bool
  var usedIDs: Set<String> = []
  /// Properties so far: more than a screen has components are not read.
  private var count = 0
  private static let fieldLimit = 10_000
  var condition: SchemaCondition { SchemaCondition(source: source) }

  /// What the command line says.
  struct Options {
    var id = "form"
    var url: String?
    var language = "en"
  }

  init(
    _ schema: Value, options: Options, report: ImportReport, avoidsCycles: Bool
  ) {
    source = SchemaSource(schema, report)
    self.options = options
    self.report = report
    self.avoidsCycles = avoidsCycles
  }

  /// The object at the root with everything in it; nil when the document is no schema of objects,
  /// which is reported.
  func plan(_ ui: Value?) -> ObjectPlan? {
    guard let part = SchemaPart(source.root, at: "") else {
      report.refused("A schema is an object, `true` or `false`.")
      return nil
    }
    let schema = source.resolve([part])
    guard schema.types == ["object"] || schema.types.isEmpty && isOfObjects(schema) else {
      let isTold = schema.isCut && !report.findings.isEmpty
      let example = #"{"type": "object", "properties": {…}}"#
      report.refused(
        isTold
          ? "The schema of the object could not be read."
          : "A screen is made from a schema of an object, \(example).")
      return nil
    }
    let object = ObjectPlan(schema, names: [], ui: UISchema(ui), isAlwaysThere: true)
    collect(schema, into: object, when: nil)
    return object
  }

  /// Whether a schema that names no type is of objects: it describes members, or each of its
  /// alternatives does.
  private func isOfObjects(_ schema: ResolvedSchema) -> Bool {
    !schema.properties.isEmpty
      || schema.alternatives.contains { alternative in
        alternative.options.allSatisfy { option in
          let inner = source.resolve([option], after: schema.references)
          return inner.types == ["object"] || inner.types.isEmpty && !inner.properties.isEmpty
        }
      }
  }

  // MARK: - Collecting

  /// What a schema says about an object, while a condition holds.
  func collect(_ schema: ResolvedSchema, into object: ObjectPlan, when outer: String?) {
    if schema.isNever { object.rules.append(CELText.not(outer ?? "true")) }
    for (names, place) in schema.closures {
      object.closures.append((names, place, outer))
    }
    for (keyword, place) in schema.unknown {
      report.leftOut(place, "`\(keyword)` has no counterpart.")
    }
    for name in object.ui.unknown {
      report.leftOut("ui:" + object.ui.pointer, "`\(name)` has no counterpart.")
    }
    for (name, parts) in schema.properties { collect(name, parts, schema, object, when: outer) }
    for (name, place) in schema.required { require(name, place, object, when: outer) }
    for dependent in schema.dependents { collect(dependent, object, when: outer) }
    for conditional in schema.conditionals { collect(conditional, object, schema, when: outer) }
    for alternative in schema.alternatives { collect(alternative, object, schema, when: outer) }
    for negation in schema.negations {
      if let holds = condition.holds(negation, for: object) {
        object.rules.append(guarded(CELText.not(holds), outer))
      } else {
        report.leftOut(negation.pointer, "`not` of this has no counterpart.")
      }
    }
  }

  private func collect(
    _ name: String, _ parts: [SchemaPart], _ owner: ResolvedSchema, _ object: ObjectPlan,
    when condition: String?
  ) {
    let schema = source.withoutNull(parts, after: owner.references)
    if schema.isNever {
      if let condition {
        known(name, object).exclusions.append(condition)
      }
      return
    }
    guard !schema.isCut else { return }
    guard !name.isEmpty, name != "__proto__" else {
      return report.leftOut(schema.pointer, "A field needs another name than `\(name)`.")
    }
    guard count <= Self.fieldLimit else { return }
    let property = known(name, object)
    if property.variants.isEmpty {
      property.variants.append((schema, condition))
      let isRequired = condition == nil && owner.required.contains { $0.name == name }
      classify(property, schema, object, isRequired: isRequired)
      return
    }
    if property.kind == .object, let inner = property.object {
      property.variants.append((schema, condition))
      return collect(schema, into: inner, when: condition)
    }
    property.variants.append((schema, condition))
  }

  private func known(_ name: String, _ object: ObjectPlan) -> PropertyPlan {
    if let property = object.property(name) { return property }
    let property = PropertyPlan(name, key: object.key(name), ui: object.ui.inside(name))
    object.add(property)
    count += 1
    if count == Self.fieldLimit + 1 {
      report.refused("A screen has at most \(Self.fieldLimit) components.")
    }
    return property
  }

  private func require(
    _ name: String, _ place: String, _ object: ObjectPlan, when condition: String?
  ) {
    guard let property = object.property(name), !property.variants.isEmpty else {
      return report.leftOut(place, "`\(name)` is required and no property describes it.")
    }
    property.requirements.append(condition)
  }

  private func collect(
    _ dependent: (trigger: String, value: Value, pointer: String), _ object: ObjectPlan,
    when outer: String?
  ) {
    guard let trigger = object.property(dependent.trigger), let isPresent = trigger.isPresent
    else {
      return report.leftOut(dependent.pointer, "What it depends on cannot be read here.")
    }
    let condition = CELText.all([outer, isPresent].compactMap { $0 })
    if let names = dependent.value.items {
      for name in names.compactMap(\.text) {
        require(name, dependent.pointer, object, when: condition)
      }
    } else if let part = SchemaPart(dependent.value, at: dependent.pointer) {
      collect(
        source.resolve([part], after: object.schema.references), into: object, when: condition)
    }
  }

  private func collect(
    _ conditional: SchemaPart, _ object: ObjectPlan, _ owner: ResolvedSchema, when outer: String?
  ) {
    guard let part = conditional.part("if"), let holds = condition.holds(part, for: object) else {
      return report.leftOut(
        SchemaPointer.adding("if", to: conditional.pointer),
        "This condition has no counterpart: `then` and `else` are left out.")
    }
    let branches = [("then", holds), ("else", CELText.not(holds))]
    for (name, condition) in branches {
      guard let branch = conditional.part(name) else { continue }
      let schema = source.resolve([branch], after: owner.references)
      let condition = CELText.all([outer, condition].compactMap { $0 })
      if schema.isNever {
        object.rules.append(CELText.not(condition))
      } else {
        collect(schema, into: object, when: condition)
      }
    }
  }

  private func guarded(_ rule: String, _ condition: String?) -> String {
    condition.map { CELText.implies($0, rule) } ?? rule
  }

  // MARK: - Alternatives of an object

  private func collect(
    _ alternative: ResolvedSchema.Alternative, _ object: ObjectPlan, _ owner: ResolvedSchema,
    when outer: String?
  ) {
    if let name = discriminator(alternative, object, owner) {
      return branches(alternative, by: name, object, owner, when: outer)
    }
    let introduces = alternative.options.contains { option in
      source.resolve([option], after: owner.references).properties
        .contains { object.property($0.name) == nil }
    }
    let options = introduces ? [nil] : alternative.options.map { condition.holds($0, for: object) }
    let isExclusive = alternative.keyword == "oneOf"
    if let rule = SchemaCondition.alternatives(options, isExclusive: isExclusive) {
      object.rules.append(guarded(rule, outer))
    } else {
      report.leftOut(
        alternative.pointer,
        "No property tells these alternatives apart by its `const` or `enum`.")
    }
  }

  /// The property that says which alternative is meant: each has other values of it.
  private func discriminator(
    _ alternative: ResolvedSchema.Alternative, _ object: ObjectPlan, _ owner: ResolvedSchema
  ) -> String? {
    let options = alternative.options.map { source.resolve([$0], after: owner.references) }
    guard options.count > 1, let first = options.first else { return nil }
    return first.properties.map(\.name).first { name in
      var seen: [Value] = []
      return options.allSatisfy { option in
        guard let values = values(of: name, option), !values.contains(where: seen.contains) else {
          return false
        }
        seen += values
        return true
      }
    }
  }

  private func values(of name: String, _ schema: ResolvedSchema) -> [Value]? {
    guard let parts = schema.properties.first(where: { $0.name == name })?.parts else { return nil }
    let property = source.resolve(parts)
    let all = property["const"].map { [$0] } ?? property["enum"]?.items
    return all.flatMap { values in
      values.allSatisfy { $0.map == nil && $0.items == nil && $0 != .null } ? values : nil
    }
  }

  /// Each alternative counts while the property has one of its values, and it has no other value.
  private func branches(
    _ alternative: ResolvedSchema.Alternative, by name: String, _ object: ObjectPlan,
    _ owner: ResolvedSchema, when outer: String?
  ) {
    let options = alternative.options.map { source.resolve([$0], after: owner.references) }
    let all = options.flatMap { values(of: name, $0) ?? [] }
    let labels = zip(options, alternative.options).flatMap { option, _ in
      (values(of: name, option) ?? []).map { value in
        option["title"]?.text ?? value.text ?? value.literal
      }
    }
    let merged = SchemaPart(
      members: ValueMap([
        (.string("enum"), .list(all)),
        (.string("enumNames"), .list(labels.map { .string($0) })),
      ]), at: alternative.pointer)
    let offered = object.property(name)?.variants.first?.schema["enum"]?.items
    if offered?.allSatisfy(all.contains) != true {
      collect(name, [merged] + shared(name, options), owner, object, when: outer)
    }
    let isAsked = options.allSatisfy { $0.required.contains { $0.name == name } }
    if isAsked { require(name, alternative.pointer, object, when: outer) }
    guard let property = object.property(name) else { return }
    for (part, option) in zip(alternative.options, options) {
      let literals = (values(of: name, option) ?? []).map(\.literal)
      let key = CELText.name(property.key)
      let holds =
        literals.count == 1
        ? "\(key) == \(literals[0])" : "\(key) in [\(literals.joined(separator: ", "))]"
      var members = part.members
      let rest = (part["properties"]?.map?.entries ?? []).filter { $0.key.text != name }
      members.set(.map(ValueMap(rest)), for: "properties")
      let names = (part["required"]?.items ?? []).filter { $0.text != name }
      members.set(.list(names), for: "required")
      let inner = source.resolve(
        [SchemaPart(members: members, at: part.pointer)], after: owner.references)
      collect(inner, into: object, when: CELText.all([outer, holds].compactMap { $0 }))
    }
  }

  /// The title of the property that tells alternatives apart, from the first that has one.
  private func shared(_ name: String, _ options: [ResolvedSchema]) -> [SchemaPart] {
    for option in options {
      let parts = option.properties.first { $0.name == name }?.parts ?? []
      guard let title = source.resolve(parts)["title"] else { continue }
      return [SchemaPart(members: ValueMap([(.string("title"), title)]), at: option.pointer)]
    }
    return []
  }
}
