import OynaValue

extension ScreenImporter {
  /// What a field offers: the values of its schema, those of each branch while the branch holds
  /// where one other field decides it, else those of all branches.
  func offered(_ property: PropertyPlan, in object: ObjectPlan) -> Value {
    if property.kind == .choices {
      return options(choices(source.resolve(property.main.items), property) ?? [], property)
    }
    let branches = property.variants.compactMap { schema, condition in
      choices(schema, property).map { (choices: $0, condition: condition) }
    }
    if let always = branches.first(where: { $0.condition == nil }) {
      return options(always.choices, property)
    }
    if branches.count > 1, let cases = cases(branches, property, in: object) { return cases }
    var all: [Choice] = []
    for choice in branches.flatMap(\.choices) {
      if !all.contains(where: { $0.value == choice.value }) { all.append(choice) }
    }
    return options(all, property)
  }

  private func options(_ choices: [Choice], _ property: PropertyPlan) -> Value {
    let disabled = property.ui["enumDisabled"]?.items ?? []
    return .list(
      choices.map { choice in
        .object([
          "value": choice.value, "label": .string(choice.label),
          "disabled": disabled.contains(choice.value) ? .bool(true) : nil,
        ])
      })
  }

  /// Options by the value of another field; nil where more than one value decides.
  ///
  /// A condition without `required` holds as well while the field has no value: then every branch
  /// counts, and only what all of them offer is right.
  private func cases(
    _ branches: [(choices: [Choice], condition: String?)], _ property: PropertyPlan,
    in object: ObjectPlan
  ) -> Value? {
    var decisive: PropertyPlan?
    var seen: Set<Value> = []
    var cases: [Value] = []
    for branch in branches {
      guard let (other, value) = decision(branch.condition ?? "", in: object),
        decisive == nil || decisive === other, other !== property, seen.insert(value).inserted
      else { return nil }
      decisive = other
      cases.append(.object(["equals": value, "options": options(branch.choices, property)]))
    }
    guard let decisive else { return nil }
    let common = branches[0].choices.filter { choice in
      branches.allSatisfy { $0.choices.contains { $0.value == choice.value } }
    }
    return .object([
      "dependsOn": .string(decisive.key), "cases": .list(cases),
      "otherwise": options(common, property),
    ])
  }

  /// The field and its value that a condition asks for: `k == "a"`, also where `k` may be absent.
  private func decision(_ condition: String, in object: ObjectPlan) -> (PropertyPlan, Value)? {
    var inside = condition[...]
    while inside.hasPrefix("("), inside.hasSuffix(")") { inside = inside.dropFirst().dropLast() }
    for other in object.properties {
      let name = CELText.name(other.key)
      let absent = "!(\(name) != null) || "
      let rest = inside.hasPrefix(absent) ? inside.dropFirst(absent.count) : inside
      guard rest.hasPrefix("\(name) == ") else { continue }
      let literal = Array(rest.dropFirst(name.count + 4).utf8)
      return (try? JSON.parse(literal)).map { (other, $0.value) }
    }
    return nil
  }
}
