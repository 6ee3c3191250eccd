import OynaValue

// A patch opens the changed screen as a new store; what keeps its key keeps its value.
extension FormStore {
  /// The group whose key has this name.
  func group(named name: String) -> Int? {
    guard let slot = slotByKey[name], slots[Int(slot)].node >= 0 else { return nil }
    let group = Int(plan.groupOfOwner[Int(nodes[Int(slots[Int(slot)].node)].component)])
    return group >= 0 ? group : nil
  }

  mutating func takeValues(from old: FormStore) {
    editCount = old.editCount
    for slot in slots.indices {
      let name = screen.keys[slot].key.name
      guard screen.keys[slot].scope == .screen, let before = old.slotByKey[name] else { continue }
      take(slot, from: Int(before), of: old)
    }
  }

  /// Takes a value over if the field still takes values of that type.
  private mutating func take(_ slot: Int, from before: Int, of old: FormStore) {
    let node = Int(slots[slot].node)
    let oldNode = Int(old.slots[before].node)
    guard (node < 0) == (oldNode < 0) else { return }
    if node >= 0 {
      let field = component(ofNode: node).field
      let oldField = old.component(ofNode: oldNode).field
      guard field?.valueType == oldField?.valueType, field?.isSensitive == oldField?.isSensitive
      else { return }
    } else if case .state = screen.keys[Int(slots[slot].key)].origin {
      // Taken over below.
    } else {
      return
    }
    // A cart is taken over as the object that its commands change.
    if node >= 0, component(ofNode: node).field?.cart != nil { return }
    slots[slot].value = old.slots[before].value
    slots[slot].text = old.slots[before].text
    slots[slot].secret = old.slots[before].secret
    slots[slot].revision = old.slots[before].revision
  }

  mutating func takeRows(_ group: Int, from oldGroup: Int, of old: FormStore) {
    for row in old.rowOrder[oldGroup] {
      let new = insertRow(
        group, at: rowOrder[group].count, values: ValueMap(), id: old.rows[Int(row)].id)
      for key in plan.groups[group].keys {
        guard let oldKey = old.screen.key(screen[key].key, in: old.plan.groups[oldGroup].model)
        else { continue }
        take(slot(of: key, row: new), from: old.slot(of: oldKey, row: row), of: old)
      }
    }
    nextRowNumber[group] = old.nextRowNumber[oldGroup]
  }

  /// What was shown of fields that stayed, by component identity.
  mutating func takeErrors(from old: FormStore) {
    for node in nodes.indices where !nodes[node].flags.contains(.unreachable) {
      guard let before = old.node(named: name(ofNode: node)),
        revision(ofNode: node) == old.revision(ofNode: before)
      else { continue }
      let taken: FormNode.Flags = [.edited, .secretAsked]
      nodes[node].flags.formUnion(old.nodes[before].flags.intersection(taken))
      nodes[node].validatedRevision = old.nodes[before].validatedRevision
      nodes[node].server = old.nodes[before].server
      if isValidated(node) { validate(node) }
    }
  }
}
