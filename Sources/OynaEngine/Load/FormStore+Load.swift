import OynaValue

extension FormStore {
  // MARK: - Slots of a load

  /// The slots that are drawn as ordinary components; the template of an item is none of them.
  func slotComponents(_ load: Int) -> [(role: Component.Role, component: ComponentIndex)] {
    let model = plan.loads[load].model
    var slots: [(role: Component.Role, component: ComponentIndex)] = []
    if let skeleton = model.skeleton { slots.append((.skeleton, skeleton)) }
    if let content = model.content, model.items == nil { slots.append((.content, content)) }
    if let empty = model.empty { slots.append((.empty, empty)) }
    if let error = model.error { slots.append((.error, error)) }
    return slots
  }

  /// Draws the slot of the state that the load is in, and says that it changed.
  mutating func loadChanged(_ load: Int) {
    let shown: Component.Role =
      switch loads[load].state {
      case .loading: .skeleton
      case .loaded: .content
      case .empty: .empty
      case .failed: .error
      }
    let node = plan.loads[load].component.rawValue
    for (role, component) in slotComponents(load) {
      let slot = component.rawValue
      guard nodes[slot].flags.contains(.slotHidden) != (role != shown) else { continue }
      nodes[slot].flags.formSymmetricDifference(.slotHidden)
      updateVisible(slot)
    }
    if case .failed(let message) = loads[load].state {
      setValue(.string(message), ofSlot: plan.loads[load].message)
    }
    markChanged(node)
    markChildren(ofParent: Int32(node))
  }

  /// What rows are drawn from changed.
  mutating func markItems(ofReader place: Int) -> Bool {
    guard !plan.loads.itemOfReader.isEmpty, plan.loads.itemOfReader[place] >= 0 else {
      return false
    }
    let load = Int(plan.loads.itemOfReader[place])
    loads[load].areRowsDue = true
    markChildren(ofParent: Int32(plan.loads[load].component.rawValue))
    return true
  }

  /// After a patch: the same component of the screen before.
  mutating func takeLoad(_ load: Int, from before: Int, of old: FormStore) {
    loads[load] = old.loads[before]
    if case .waiting = loads[load].activity { _ = loads[load].stop() }
    loads[load].isSourceDue = true
    loads[load].areRowsDue = true
    setValue(old.slots[old.plan.loads[before].data].value, ofSlot: plan.loads[load].data)
    loadChanged(load)
  }

  // MARK: - Rows

  /// Lets expressions of an item read a row. Nothing is marked: rows are evaluated when they are
  /// drawn and when they act.
  mutating func bind(_ row: JSON, place: Int, load: Int) {
    slots[plan.loads[load].item].value = row.value
    slots[plan.loads[load].index].value = .int(Int64(place))
  }

  /// The row, and the component in it, that a node's name means: `posts[42].open_button`.
  func item(named name: String) -> (load: Int, place: Int, component: ComponentIndex?)? {
    guard !loads.isEmpty, let open = name.utf8.firstIndex(of: UInt8(ascii: "[")),
      let owner = screen.component(String(name[..<open])),
      let load = plan.loads.load(owner.rawValue)
    else { return nil }
    // An identity may hold a bracket itself.
    var rest = name[name.index(after: open)...]
    while let close = rest.utf8.firstIndex(of: UInt8(ascii: "]")) {
      let id = String(name[name.index(after: open)..<close])
      let after = name.index(after: close)
      if let place = loads[load].content?.place(of: id) {
        if after == name.endIndex { return (load, place, nil) }
        let inner = screen.component(String(name[after...].dropFirst()))
        if name[after] == ".", let inner, plan.loads.itemLoad(inner.rawValue) == load {
          return (load, place, inner)
        }
      }
      rest = name[after...]
    }
    return nil
  }

  /// The rows that the renderer should have now.
  func shownRows(_ load: Int) -> Range<Int> {
    guard plan.loads[load].model.items != nil, let content = loads[load].content else {
      return 0..<0
    }
    return loads[load].window.clamped(to: 0..<content.rows.count)
  }
}
