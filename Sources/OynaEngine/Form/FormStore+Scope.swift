import OynaValue

extension FormStore {
  /// The nodes of a form, or of the whole screen, in document order; rows in the order of rows.
  func nodes(in form: ComponentIndex?) -> [Int] {
    let range =
      form.map { $0.rawValue..<screen[$0].subtreeEnd.rawValue } ?? 0..<screen.components.count
    var result: [Int] = []
    result.reserveCapacity(range.count)
    for component in range where plan.groupOfComponent[component] < 0 {
      result.append(component)
      let group = Int(plan.groupOfOwner[component])
      guard group >= 0 else { continue }
      for row in rowOrder[group] {
        let base = Int(rows[Int(row)].nodeBase)
        result.append(contentsOf: base..<(base + plan.groups[group].end - plan.groups[group].first))
      }
    }
    return result
  }

  /// The inputs among them.
  func fields(in form: ComponentIndex?) -> [Int] {
    nodes(in: form).filter { nodes[$0].slot >= 0 }
  }

  mutating func resetField(_ slot: Int) {
    let node = Int(slots[slot].node)
    guard node >= 0, let field = component(ofNode: node).field, field.group == nil else { return }
    if field.isSensitive {
      setSecret(nil, ofSlot: slot)
    } else if field.cart != nil {
      resetCart(ofSlot: slot)
    } else {
      setValue(field.initial, ofSlot: slot)
    }
    nodes[node].validatedRevision = -1
    nodes[node].flags.remove(.edited)
    clearErrors(node)
  }

  mutating func resetGroups(in form: ComponentIndex?) {
    for group in plan.groups.indices {
      let component = plan.groups[group].component
      if let form, screen[component].form != form { continue }
      for row in rowOrder[group] { removeRow(row) }
      makeInitialRows(group, isFilled: true)
    }
  }

  /// Nothing was ever edited or validated.
  mutating func forgetErrors() {
    for node in nodes.indices {
      clearErrors(node)
      nodes[node].flags.remove(.edited)
      nodes[node].validatedRevision = -1
    }
  }

  /// Rules that read the day are evaluated again.
  mutating func changeDay(to day: CalendarDay) {
    context.today = day
    for node in nodes.indices {
      let readsDay = rules(ofNode: node).contains { plan.rules[$0].rule.check.readsDay }
      guard readsDay else { continue }
      forgetOutcomes(node)
      markVerdict(node)
    }
  }
}

extension Rule.Check {
  var readsDay: Bool {
    switch self {
    case .age, .minDate(.today), .maxDate(.today): true
    default: false
    }
  }
}
