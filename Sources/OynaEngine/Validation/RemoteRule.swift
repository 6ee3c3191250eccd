import OynaValue

/// A `remote` rule of one node.
struct RemoteRule: Hashable {
  /// The rule in `FormPlan.rules`.
  let flat: Int32
  let node: Int32
}

/// A question to the server about one value.
struct RemoteCheck {
  let rule: RemoteRule
  /// The value that is asked about; an answer for an older one is dropped.
  let revision: Int32
}

extension FormStore {
  /// A remote rule passes while it has not been asked, which is so for the values that the screen
  /// opened with; an edit makes it pending until the server has answered.
  mutating func remoteOutcome(ofRule flat: Int, node: Int, isMistyped: Bool) -> Int32 {
    let slot = Int(nodes[node].slot)
    guard slot >= 0, slots[slot].revision > 0, !isMistyped, !isEmpty(slot: slot) else {
      return RuleOutcome.passed
    }
    evaluated += 1
    remoteDue.append(
      RemoteCheck(
        rule: RemoteRule(flat: Int32(flat), node: Int32(node)), revision: slots[slot].revision))
    return RuleOutcome.pending
  }

  /// Puts the server's verdict in the place of the pending one.
  mutating func settleRemote(_ check: RemoteCheck, passes: Bool, message: String?) {
    let node = Int(check.rule.node)
    guard node < nodes.count, nodes[node].slot >= 0, revision(ofNode: node) == check.revision
    else { return }
    remoteMessages[check.rule] = message
    // Inside a `dependent_validation` the outcome is kept at the rule around it.
    let range = rules(ofNode: node)
    guard range.contains(Int(check.rule.flat)) else { return }
    var top = range.lowerBound
    while Int(plan.rules[top].end) <= Int(check.rule.flat) { top = Int(plan.rules[top].end) }
    let place = Int(nodes[node].outcomeStart) + top - range.lowerBound
    outcomes[place] = passes ? RuleOutcome.passed : RuleOutcome.failed(Int(check.rule.flat))
    markVerdict(node)
    markChanged(node)
  }
}
