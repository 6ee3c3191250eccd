import OynaValue

extension ScreenDecoder {
  /// Orders what reads keys after what gives them; reports cycles.
  func dependencyGraph(
    _ components: [Component], _ computed: [Screen.Computed], _ title: Template
  ) -> DependencyGraph {
    var builder = DependencyGraphBuilder(keyCount: keys.count)
    builder.addComputed(computed)
    builder.addComponents(components)
    builder.addRowKeys(keys, scopes, components)
    if case .parts = title { builder.add(.title, reads: Self.reads(of: title), gives: []) }
    let (graph, cycles) = builder.build()
    for cycle in cycles { reportCycle(cycle, builder, components) }
    return graph
  }

  /// "Dependency cycle a → b → a: `a` reads `b` in …; `b` reads `a` in …."
  private func reportCycle(
    _ cycle: [Int], _ builder: DependencyGraphBuilder, _ components: [Component]
  ) {
    // Only keys are named: between two of them stand the readers that connect them.
    guard
      let start = cycle.indices.filter({ cycle[$0] < keys.count }).min(by: { cycle[$0] < cycle[$1] }
      )
    else { return }
    let nodes = cycle[start...] + cycle[..<start] + [cycle[start]]
    var chain = ""
    var reasons: [String] = []
    var place: JSON?
    var isByRulesOnly = true
    var from = nodes[nodes.startIndex]
    var reader: Int?
    for node in nodes {
      guard node < keys.count else {
        reader = node
        continue
      }
      let name = keys[node].key.name
      chain += chain.isEmpty ? name : " → \(name)"
      guard chain != name else { continue }
      if let reader {
        let reason = reason(builder.label(reader), reads: node, components)
        if place == nil { place = reason.place }
        isByRulesOnly = isByRulesOnly && reason.isRule
        reasons.append("`\(keys[from].key.name)` reads `\(name)` in \(reason.text)")
      } else {
        reasons.append("`\(keys[from].key.name)` holds `\(name)` of its rows")
      }
      from = node
      reader = nil
    }
    var message = "Dependency cycle \(chain): "
    for (index, reason) in reasons.enumerated() { message += (index > 0 ? "; " : "") + reason }
    error(
      .dependencyCycle, message + ".", at: place ?? root,
      correction: isByRulesOnly
        ? "To ask for one of several fields, use a `requireOne` rule." : nil)
  }

  private func reason(
    _ label: DependencyGraphBuilder.Label, reads key: Int, _ components: [Component]
  ) -> (text: String, place: JSON, isRule: Bool) {
    func member(_ component: ComponentIndex, _ name: String, _ json: JSON?) -> (String, JSON, Bool)
    {
      let outline = outlines[component.rawValue]
      return ("`\(name)` of `\(outline.id)`", json ?? outline.json, false)
    }
    switch label {
    case .reader(.computed(let index)):
      let name = keys[computedKey(index)].key.name
      return ("`computed`", root.member("computed")?[name] ?? root, false)
    case .reader(.visible(let component)):
      return member(component, "visibleWhen", outlines[component.rawValue].members.visibleWhen)
    case .reader(.enabled(let component)):
      return member(component, "enabledWhen", outlines[component.rawValue].members.enabledWhen)
    case .reader(.options(let component)):
      let props = outlines[component.rawValue].members.props
      return member(component, "options", props?.member("options"))
    case .reader(.load(let component)):
      let props = outlines[component.rawValue].members.props
      return member(component, "source", props?.member("source"))
    case .gate(let component):
      let (name, json) = gate(component, reads: KeyIndex(key), components)
      let (text, place, _) = member(component, name, json)
      return (text, place, true)
    case .reader(.rule(let component, _)), .reader(.text(let component)):
      return member(component, "validations", nil)
    case .reader(.title), .key:
      return ("`title`", root, false)
    }
  }

  private func computedKey(_ index: Int) -> Int {
    keys.firstIndex {
      if case .computed(index) = $0.origin { true } else { false }
    } ?? 0
  }

  /// The rule of a component whose condition reads a key.
  private func gate(
    _ component: ComponentIndex, reads key: KeyIndex, _ components: [Component]
  ) -> (name: String, json: JSON?) {
    let list = outlines[component.rawValue].members.validations
    let rules = components[component.rawValue].rules
    for (index, rule) in rules.enumerated() where rule.gates.contains(key) {
      let json = list?[index]
      if let place = json?.member("dependsOn"), rule.condition?.reads.contains(key) != true {
        return ("dependsOn", place)
      }
      return ("when", json?.member("when"))
    }
    return ("validations", list)
  }
}

extension Rule {
  /// The keys that decide whether the rule applies at all: those of `when` and `dependsOn`, its own
  /// and its inner rules'.
  var gates: [KeyIndex] {
    var keys = condition?.reads ?? []
    if case .dependent(let key, _, let rules) = check {
      keys.append(key)
      for rule in rules { keys += rule.gates }
    }
    return keys
  }
}
