import OynaValue

extension FormStore {
  /// The rows that the group starts with: those of its initial value, at least `minRows`.
  mutating func makeInitialRows(_ group: Int, isFilled: Bool) {
    let plan = plan.groups[group]
    var rows: [ValueMap] = []
    if isFilled, case .list(let list)? = screen[plan.component].field?.initial {
      for case .map(let map) in list { rows.append(map) }
    }
    while isFilled && rows.count < plan.model.minRows { rows.append(ValueMap()) }
    for map in rows { insertRow(group, at: rowOrder[group].count, values: map) }
  }

  /// Makes a row and evaluates everything in it once; the caller finishes the event.
  @discardableResult
  mutating func insertRow(
    _ group: Int, at place: Int, values: ValueMap, isFilled: Bool = true, id: String? = nil,
    block: Int32? = nil
  ) -> Int32 {
    let row = allocateRow(group, id: id ?? "r\(nextRowNumber[group])", block: block)
    if id == nil { nextRowNumber[group] += 1 }
    rowOrder[group].insert(row, at: place)
    fillRow(row, values: values, isFilled: isFilled)
    guard !isOpening else { return row }
    for reader in plan.groups[group].readers { evaluate(place: Int(reader), row: row) }
    for component in plan.groups[group].first..<plan.groups[group].end {
      let node = node(of: ComponentIndex(component), row: row)
      markVerdict(node)
      markText(node)
      if nodes[node].isVisible { markRemoteOptions(node) }
    }
    groupChanged(group)
    return row
  }

  /// Takes the row out; its values are gone, its secrets overwritten.
  mutating func removeRow(_ row: Int32) {
    let group = Int(rows[Int(row)].group)
    guard let place = rowOrder[group].firstIndex(of: row) else { return }
    rowOrder[group].remove(at: place)
    rows[Int(row)].isLive = false
    freeRows[group].append(row)
    let base = Int(rows[Int(row)].nodeBase)
    for node in base..<(base + plan.groups[group].end - plan.groups[group].first) {
      if nodes[node].verdict.isFailure { invalidCount -= 1 }
      nodes[node].verdict = .valid
      nodes[node].flags.subtract([.visible, .drawn])
    }
    let slotBase = Int(rows[Int(row)].slotBase)
    for slot in slotBase..<(slotBase + plan.groups[group].keys.count) {
      slots[slot].secret?.wipe()
      slots[slot].secret = nil
      slots[slot].value = .null
    }
    groupChanged(group)
  }

  /// The group's value is another: its own rules and everything that reads it.
  private mutating func groupChanged(_ group: Int) {
    let component = plan.groups[group].component.rawValue
    let slot = plan.groups[group].key.rawValue
    slots[slot].revision += 1
    editCount += 1
    clearErrors(component)
    forgetOutcomes(component)
    markVerdict(component)
    // Whether a row can be added.
    markChanged(component)
    markChildren(ofParent: Int32(component))
    markReaders(ofSlot: slot)
    // The rows after the changed one have another place.
    for row in rowOrder[group] {
      for key in plan.groups[group].keys where slots[self.slot(of: key, row: row)].node < 0 {
        markReaders(ofSlot: self.slot(of: key, row: row))
      }
    }
  }

  /// The row with this identity; for answers of a server, which knows no identities, a number is
  /// taken as the place of the row.
  func row(_ id: String, inGroup group: Int) -> Int32? {
    if let row = rowOrder[group].first(where: { rows[Int($0)].id == id }) { return row }
    guard let place = Int(id), rowOrder[group].indices.contains(place) else { return nil }
    return rowOrder[group][place]
  }

  // MARK: - Blocks of a row

  /// A block of nodes, slots, cells and outcomes: the one asked for if it is free, another free one
  /// of the group, or a new one.
  private mutating func allocateRow(_ group: Int, id: String, block: Int32?) -> Int32 {
    let wanted = block.flatMap { freeRows[group].lastIndex(of: $0) }
    if let place = wanted ?? freeRows[group].indices.last {
      let free = freeRows[group].remove(at: place)
      let old = rows[Int(free)]
      rows[Int(free)] = FormRow(
        group: Int32(group), id: id, nodeBase: old.nodeBase, slotBase: old.slotBase,
        cellBase: old.cellBase, outcomeBase: old.outcomeBase)
      for index in 0..<Int(plan.groups[group].ruleCount) {
        outcomes[Int(old.outcomeBase) + index] = RuleOutcome.unknown
      }
      makeNodes(ofRow: free)
      return free
    }
    let row = Int32(rows.count)
    let groupPlan = plan.groups[group]
    rows.append(
      FormRow(
        group: Int32(group), id: id, nodeBase: Int32(nodes.count), slotBase: Int32(slots.count),
        cellBase: Int32(isQueued.count), outcomeBase: Int32(outcomes.count)))
    for key in groupPlan.keys {
      var node: Int32 = -1
      if case .field(let component) = screen[key].origin {
        node = rows[Int(row)].nodeBase + Int32(component.rawValue - groupPlan.first)
      }
      slots.append(
        FormSlot(
          value: .null, secret: nil, text: nil, key: Int32(key.rawValue), row: row, node: node))
    }
    outcomes.append(
      contentsOf: [Int32](repeating: RuleOutcome.unknown, count: Int(groupPlan.ruleCount)))
    isQueued.append(contentsOf: [Bool](repeating: false, count: groupPlan.readers.count))
    makeNodes(ofRow: row)
    return row
  }

  private mutating func makeNodes(ofRow row: Int32) {
    let block = rows[Int(row)]
    let group = plan.groups[Int(block.group)]
    for index in group.first..<group.end {
      let component = screen.components[index]
      let outer = component.parent?.rawValue ?? group.component.rawValue
      let parent =
        outer < group.first ? Int32(outer) : block.nodeBase + Int32(outer - group.first)
      var flags: FormNode.Flags = []
      if !component.isHidden { flags.insert(.ownVisible) }
      if !component.isDisabled { flags.insert(.ownEnabled) }
      inheritFlags(&flags, parent: parent)
      let node = FormNode(
        component: Int32(index), row: row, parent: parent,
        slot: component.field.map { block.slotBase + plan.keyOffset[$0.key.rawValue] } ?? -1,
        outcomeStart: block.outcomeBase + plan.ruleStart[index] - group.ruleStart, flags: flags)
      let place = Int(block.nodeBase) + index - group.first
      if place < nodes.count { nodes[place] = node } else { nodes.append(node) }
    }
  }

  private mutating func fillRow(_ row: Int32, values: ValueMap, isFilled: Bool) {
    for key in plan.groups[Int(rows[Int(row)].group)].keys {
      let slot = slot(of: key, row: row)
      guard case .field(let component) = screen[key].origin, let field = screen[component].field
      else { continue }
      slots[slot].value =
        field.isSensitive
        ? .null
        : values[screen[key].key.name] ?? (isFilled ? field.initial : field.valueType.empty)
      slots[slot].text = nil
      slots[slot].revision += 1
      forgetOutcomes(Int(slots[slot].node))
    }
  }
}
