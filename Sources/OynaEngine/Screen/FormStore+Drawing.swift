import OynaValue

extension FormStore {
  /// What is drawn in the place of a node: itself, the fallback of an unknown type, or nothing.
  func drawnNode(_ node: Int) -> Int? {
    let component = Int(nodes[node].component)
    guard screen.components[component].kind == nil else { return node }
    guard let fallback = screen.components[component].fallback else { return nil }
    return drawnNode(self.node(of: fallback, row: nodes[node].row))
  }

  /// Visible, and not on another step of its wizard.
  func isShown(_ node: Int) -> Bool {
    nodes[node].isVisible && !isOnOtherStep(node)
  }

  /// The node and all in it are no longer in the renderer's tree.
  mutating func forgetDrawn(_ node: Int) {
    guard nodes[node].flags.contains(.drawn) else { return }
    nodes[node].flags.remove(.drawn)
    let group = Int(plan.groupOfOwner[Int(nodes[node].component)])
    if group >= 0 { drawnRows[group] = [] }
    if let load = plan.loads.load(Int(nodes[node].component)) { loads[load].drawn = [] }
    forEachChild(of: node) { store, child in
      if let drawn = store.drawnNode(child) { store.forgetDrawn(drawn) }
    }
  }

  /// The whole tree is about to be drawn: no single change counts.
  mutating func forgetChanges() {
    for node in changedNodes { nodes[Int(node)].flags.remove(.changed) }
    changedNodes.removeAll(keepingCapacity: true)
    for node in changedParents { nodes[Int(node)].flags.remove(.childrenChanged) }
    changedParents.removeAll(keepingCapacity: true)
    for node in nodes.indices { nodes[node].flags.remove(.drawn) }
  }

  /// True when a `required` rule applies now. Conditions are read from the rules' outcomes, so
  /// drawing evaluates nothing.
  func isRequired(_ node: Int) -> Bool {
    let range = rules(ofNode: node)
    var flat = range.lowerBound
    while flat < range.upperBound {
      if isRequired(flat, row: nodes[node].row) { return true }
      flat = Int(plan.rules[flat].end)
    }
    return false
  }

  private func isRequired(_ flat: Int, row: Int32) -> Bool {
    if let condition = plan.rules[flat].rule.condition, !isTrue(condition, row: row) {
      return false
    }
    switch plan.rules[flat].rule.check {
    case .required:
      return true
    case .dependent(let key, let values, _):
      guard values.contains(expressionValue(of: key, row: row)) else { return false }
      var inner = flat + 1
      while inner < Int(plan.rules[flat].end) {
        if isRequired(inner, row: row) { return true }
        inner = Int(plan.rules[inner].end)
      }
      return false
    default:
      return false
    }
  }

  /// A condition for the eye only: not counted, an error is false and was reported by its rule.
  private func isTrue(_ condition: BoundExpression, row: Int32) -> Bool {
    do throws(CELError) {
      return try condition.program.evaluate { expressionValue(of: condition.reads[$0], row: row) }
        == .bool(true)
    } catch {
      return false
    }
  }
}
