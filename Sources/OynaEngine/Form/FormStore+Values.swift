import OynaValue

extension FormStore {
  // MARK: - Reading

  /// What an expression reads: a hidden field and an empty number are null; so is a secret, which
  /// no expression names (the screen would have been refused).
  func expressionValue(of key: KeyIndex, row: Int32) -> Value {
    let slot = slot(of: key, row: row)
    let node = Int(slots[slot].node)
    guard node >= 0 else { return slots[slot].row >= 0 ? localValue(slot) : slots[slot].value }
    guard nodes[node].isVisible else { return .null }
    let group = plan.groupOfOwner[Int(nodes[node].component)]
    return group < 0 ? slots[slot].value : groupValue(Int(group), onlyVisible: true)
  }

  /// A key that the engine itself gives inside a row: its place among the rows, from 0.
  private func localValue(_ slot: Int) -> Value {
    let row = slots[slot].row
    let group = Int(rows[Int(row)].group)
    guard let place = rowOrder[group].firstIndex(of: row) else { return .null }
    return .int(Int64(place))
  }

  /// The rows of a group as a list of maps; with `onlyVisible` hidden fields read as null.
  func groupValue(_ group: Int, onlyVisible: Bool) -> Value {
    .list(
      rowOrder[group].map { row in
        var map = ValueMap()
        for key in plan.groups[group].model.rowKeys where !screen[key].isSensitive {
          let slot = slot(of: key, row: row)
          let isHidden = onlyVisible && !nodes[Int(slots[slot].node)].isVisible
          map.set(isHidden ? .null : slots[slot].value, for: screen[key].key.name)
        }
        return .map(map)
      })
  }

  /// The value of a slot as it is kept, hidden or not.
  func storedValue(_ slot: Int) -> Value {
    let node = Int(slots[slot].node)
    if node >= 0 {
      let group = plan.groupOfOwner[Int(nodes[node].component)]
      if group >= 0 { return groupValue(Int(group), onlyVisible: false) }
      if slots[slot].value.isNull, let text = slots[slot].text { return .string(text) }
    }
    return slots[slot].value
  }

  /// The one meaning of empty (FORMS §3): for `required`, for rules that skip what is empty, and
  /// for the body of a submit. Text of nothing but white space is empty; false and 0 are not.
  func isEmpty(slot: Int) -> Bool {
    if let secret = slots[slot].secret {
      return secret.withUnsafeBytes { UTF8Text($0).isBlank }
    }
    let node = Int(slots[slot].node)
    if node >= 0 {
      let group = plan.groupOfOwner[Int(nodes[node].component)]
      if group >= 0 { return rowOrder[Int(group)].isEmpty }
    }
    switch slots[slot].value {
    case .null: return slots[slot].text?.withUTF8Text { $0.isBlank } ?? true
    case .string(let text): return text.withUTF8Text { $0.isBlank }
    case .list(let list): return list.isEmpty
    case .map where cartPlace(ofSlot: slot) != nil:
      return cartPlace(ofSlot: slot).map { carts[$0].cart.lines.isEmpty } ?? true
    default: return false
    }
  }

  // MARK: - Writing

  /// Sets a value that is not a person's edit: computed, set by an action, restored.
  mutating func setValue(_ value: Value, text: String? = nil, ofSlot slot: Int) {
    guard slots[slot].value != value || slots[slot].text != text else { return }
    slots[slot].value = value
    slots[slot].text = text
    slotChanged(slot)
  }

  /// Replaces a secret; the one before is overwritten.
  mutating func setSecret(_ secret: Secret?, ofSlot slot: Int) {
    if slots[slot].secret == nil && secret == nil { return }
    slots[slot].secret?.wipe()
    slots[slot].secret = secret
    slotChanged(slot)
  }

  /// What every change of a slot entails: a new revision, no error of the one before, and its own
  /// rules and readers marked.
  private mutating func slotChanged(_ slot: Int) {
    slots[slot].revision += 1
    let node = Int(slots[slot].node)
    if node >= 0 {
      editCount += 1
      clearErrors(node)
      forgetOutcomes(node)
      markVerdict(node)
      markChanged(node)
      // Hidden, it reads as null before and after.
      guard nodes[node].isVisible else { return }
    }
    markReaders(ofSlot: slot)
  }

  mutating func setEmpty(_ slot: Int) {
    let node = Int(slots[slot].node)
    guard node >= 0, let field = component(ofNode: node).field else {
      setValue(.null, ofSlot: slot)
      return
    }
    if field.isSensitive {
      setSecret(nil, ofSlot: slot)
    } else if field.cart != nil {
      resetCart(ofSlot: slot, toEmpty: true)
    } else if field.group == nil {
      setValue(field.valueType.empty, ofSlot: slot)
    }
  }

  /// Overwrites every secret, keeps all other values. Returns the nodes that held one.
  mutating func wipeSecrets() -> [Int] {
    var wiped: [Int] = []
    for slot in slots.indices where slots[slot].secret != nil {
      if slots[slot].node >= 0 { wiped.append(Int(slots[slot].node)) }
      setSecret(nil, ofSlot: slot)
    }
    return wiped
  }

  /// Options that depend on another field changed: a value that is no option any more is cleared
  /// before anything reads it (FORMS §2).
  mutating func optionsChanged(_ node: Int) {
    markChanged(node)
    if case .remote = component(ofNode: node).field?.options {
      markRemoteOptions(node)
      return
    }
    keepOfferedChoices(node)
  }

  /// Clears what is chosen and no longer offered.
  mutating func keepOfferedChoices(_ node: Int) {
    let slot = Int(nodes[node].slot)
    guard slot >= 0 else { return }
    let options = options(ofNode: node)
    switch slots[slot].value {
    case .null:
      break
    case .list(let chosen):
      let kept = chosen.filter { value in options.contains { $0.value == value } }
      setValue(.list(kept), ofSlot: slot)
    case let value:
      if !options.contains(where: { $0.value == value }) { setValue(.null, ofSlot: slot) }
    }
    forgetOutcomes(node)
    markVerdict(node)
  }

  /// The choices of an input at this moment.
  func options(ofNode node: Int) -> [Option] {
    switch component(ofNode: node).field?.options {
    case nil:
      return []
    case .remote:
      return remoteOptions[node] ?? []
    case .fixed(let options):
      return options
    case .dependent(let key, let cases, let otherwise):
      let value = expressionValue(of: key, row: nodes[node].row)
      return cases.first { $0.values.contains(value) }?.options ?? otherwise
    }
  }
}

extension Value {
  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
