import OynaValue

extension Engine {
  /// What is to be drawn anew since the last call, in order of application; the first call, and
  /// the first after a change of screen, gives the whole tree. Costs what changed.
  public mutating func takeChanges() -> [NodeChange] {
    if isUndrawn {
      isUndrawn = false
      form.forgetChanges()
      undelivered = []
      return [.screen(resolvedScreen())]
    }
    var changes = undelivered
    undelivered = []
    for index in form.changedParents.indices {
      let parent = Int(form.changedParents[index])
      form.nodes[parent].flags.remove(.childrenChanged)
      if form.nodes[parent].flags.contains(.drawn) { compareChildren(of: parent, &changes) }
    }
    form.changedParents.removeAll(keepingCapacity: true)
    for index in form.changedNodes.indices {
      let node = Int(form.changedNodes[index])
      guard form.nodes[node].flags.contains(.changed) else { continue }
      form.nodes[node].flags.remove(.changed)
      if form.nodes[node].flags.contains(.drawn) { changes.append(.update(resolveAlone(node))) }
    }
    form.changedNodes.removeAll(keepingCapacity: true)
    return changes
  }

  /// The whole screen as it is to be drawn now.
  public mutating func resolvedScreen() -> ResolvedScreen {
    let root = form.drawnNode(form.screen.root.rawValue)
    return ResolvedScreen(
      id: form.screen.id, title: form.title,
      language: form.screen.language ?? context.language,
      direction: form.screen.source.member("direction")?.string,
      isStorable: form.screen.isStorable,
      root: root.map { resolve($0) } ?? emptyNode(form.screen.root.rawValue))
  }

  /// Removes what is no longer shown, then inserts what is new, by its place among the shown.
  private mutating func compareChildren(of parent: Int, _ changes: inout [NodeChange]) {
    let id = nodeID(parent)
    let isGroup = form.plan.groupOfOwner[Int(form.nodes[parent].component)] >= 0
    if isGroup {
      compareRows(of: parent, &changes)
      return
    }
    var place = 0
    var inserted: [(node: Int, place: Int)] = []
    form.forEachChild(of: parent) { store, child in
      // Of a component of unknown type its fallback is drawn: it is the fallback that comes or
      // goes.
      let drawn = store.drawnNode(child)
      let shown = drawn.map { store.isShown($0) } ?? false
      let node = drawn ?? child
      let wasDrawn = store.nodes[node].flags.contains(.drawn)
      if shown {
        if !wasDrawn { inserted.append((node, place)) }
        place += 1
      } else if wasDrawn {
        store.forgetDrawn(node)
        changes.append(.remove(NodeID(store.name(ofNode: node))))
      }
    }
    for (node, place) in inserted {
      changes.append(.insert(resolve(node), parent: id, index: place))
    }
    if let load = form.plan.loads.load(Int(form.nodes[parent].component)) {
      compareItems(of: load, &changes)
    }
  }

  /// Rows are compared by identity.
  private mutating func compareRows(of owner: Int, _ changes: inout [NodeChange]) {
    let group = Int(form.plan.groupOfOwner[Int(form.nodes[owner].component)])
    let before = form.drawnRows[group]
    let after = form.rowOrder[group].map { form.rows[Int($0)].id }
    for id in before where !after.contains(id) {
      changes.append(.remove(rowID(owner, id)))
    }
    for (place, row) in form.rowOrder[group].enumerated() {
      guard !before.contains(form.rows[Int(row)].id) else { continue }
      changes.append(.insert(resolveRow(row, owner: owner), parent: nodeID(owner), index: place))
    }
    form.drawnRows[group] = after
    let leastRows = form.plan.groups[group].model.minRows
    let canRemoveChanged = (before.count > leastRows) != (after.count > leastRows)
    // Inside a row that stays, components may have come or gone.
    for row in form.rowOrder[group] where before.contains(form.rows[Int(row)].id) {
      if canRemoveChanged { changes.append(.update(rowAlone(row, owner: owner))) }
      compareRowChildren(row, owner: owner, &changes)
    }
  }

  private mutating func compareRowChildren(
    _ row: Int32, owner: Int, _ changes: inout [NodeChange]
  ) {
    var place = 0
    for child in form.screen.components[Int(form.nodes[owner].component)].children {
      guard let node = form.drawnNode(form.node(of: child, row: row)) else { continue }
      let wasDrawn = form.nodes[node].flags.contains(.drawn)
      if form.isShown(node) {
        if !wasDrawn {
          let parent = rowID(owner, form.rows[Int(row)].id)
          changes.append(.insert(resolve(node), parent: parent, index: place))
        }
        place += 1
      } else if wasDrawn {
        form.forgetDrawn(node)
        changes.append(.remove(nodeID(node)))
      }
    }
  }

  // MARK: - One node

  private func nodeID(_ node: Int) -> NodeID { NodeID(form.name(ofNode: node)) }

  private func rowID(_ owner: Int, _ id: String) -> NodeID {
    NodeID("\(form.name(ofNode: owner))[\(id)]")
  }

  /// The node with everything in it, marked as drawn.
  mutating func resolve(_ node: Int) -> ResolvedNode {
    var resolved = resolveAlone(node)
    form.nodes[node].flags.insert(.drawn)
    form.nodes[node].flags.subtract([.changed, .childrenChanged])
    let group = Int(form.plan.groupOfOwner[Int(form.nodes[node].component)])
    if group >= 0 {
      form.drawnRows[group] = form.rowOrder[group].map { form.rows[Int($0)].id }
      for row in form.rowOrder[group] { resolved.children.append(resolveRow(row, owner: node)) }
      return resolved
    }
    var children: [Int] = []
    form.forEachChild(of: node) { store, child in
      if let drawn = store.drawnNode(child), store.isShown(drawn) { children.append(drawn) }
    }
    for child in children { resolved.children.append(resolve(child)) }
    if let load = form.plan.loads.load(Int(form.nodes[node].component)) {
      resolved.children += resolveRows(load)
    }
    return resolved
  }

  /// A row is drawn as a node of its own, of type `row`, around the group's template.
  private mutating func resolveRow(_ row: Int32, owner: Int) -> ResolvedNode {
    var resolved = rowAlone(row, owner: owner)
    for child in form.screen.components[Int(form.nodes[owner].component)].children {
      if let drawn = form.drawnNode(form.node(of: child, row: row)), form.isShown(drawn) {
        resolved.children.append(resolve(drawn))
      }
    }
    return resolved
  }

  private func rowAlone(_ row: Int32, owner: Int) -> ResolvedNode {
    let group = Int(form.plan.groupOfOwner[Int(form.nodes[owner].component)])
    let canRemove = form.rowOrder[group].count > form.plan.groups[group].model.minRows
    return ResolvedNode(
      id: rowID(owner, form.rows[Int(row)].id), type: "row", props: ValueMap(), field: nil,
      isEnabled: form.nodes[owner].isEnabled && canRemove, isBusy: false,
      accessibility: ResolvedAccessibility(label: nil, hint: nil, role: nil, isHidden: false),
      events: ["remove"], children: [])
  }

  func emptyNode(_ node: Int) -> ResolvedNode {
    ResolvedNode(
      id: nodeID(node), type: "vstack", props: ValueMap(), field: nil, isEnabled: true,
      isBusy: false,
      accessibility: ResolvedAccessibility(label: nil, hint: nil, role: nil, isHidden: false),
      events: [], children: [])
  }

  /// The node's own parts, without its children.
  private mutating func resolveAlone(_ node: Int) -> ResolvedNode {
    let component = form.component(ofNode: node)
    let isBusy = isBusy(node)
    let isSubmit = submitState.isBusy && component.submits
    return ResolvedNode(
      id: nodeID(node), type: component.type.name, props: props(of: node, component),
      field: component.field.map { resolvedField(node, $0) },
      isEnabled: form.nodes[node].isEnabled && !isSubmit, isBusy: isBusy,
      accessibility: accessibility(of: node, component), events: component.on.map { $0.event },
      children: [])
  }

  private func isBusy(_ node: Int) -> Bool {
    switch submitState {
    case .sending(let attempt): attempt.node == node
    case .validating(let waiting, _): waiting == node
    case .idle, .failed:
      queue.isStoring(node) || payment.request?.node == node || waitingWizard == node
    }
  }

  /// The props with computed text in place; what only the engine reads is left out.
  private func props(of node: Int, _ component: Component) -> ValueMap {
    if let load = form.plan.loads.load(Int(form.nodes[node].component)) {
      return loadProps(load)
    }
    var props = component.props
    if component.field != nil {
      for name in ["stateKey", "value", "options", "sensitive", "atRest"] {
        _ = props.removeValue(for: .string(name))
      }
    }
    for (place, (name, _)) in component.templates.enumerated() {
      guard place < form.nodes[node].texts.count else { break }
      props.set(.string(form.nodes[node].texts[place]), for: name)
    }
    if component.kind == .wizard {
      props.set(.int(Int64(stepPlace(node))), for: "step")
      props.set(.int(Int64(stepNodes(node).count)), for: "stepCount")
    }
    if component.type.name == QueueStatus.componentType {
      props = QueueStatus.props(props, queue, isOnline: isOnline, form.words)
    }
    if let model = component.field?.cart { setCartProps(&props, node: node, model) }
    if component.kind == .undoBar { setUndoProps(&props) }
    if component.type.name == PaymentMethods.componentType {
      props = PaymentMethods.props(props, chosen: payment.chosen, form.words.language)
    }
    if component.field?.group != nil {
      let group = Int(form.plan.groupOfOwner[Int(form.nodes[node].component)])
      let model = form.plan.groups[group].model
      props.set(.bool(form.rowOrder[group].count < model.maxRows), for: "canAdd")
    }
    return props
  }

  private func accessibility(of node: Int, _ component: Component) -> ResolvedAccessibility {
    let model = component.accessibility
    var computed = form.nodes[node].texts.dropFirst(component.templates.count)
    let text = { (template: Template?) -> String? in
      guard let template else { return nil }
      return template.plainText ?? computed.popFirst()
    }
    let label = text(model?.label)
    return ResolvedAccessibility(
      label: label, hint: text(model?.hint), role: model?.role,
      isHidden: model?.isHidden ?? false)
  }

  private func resolvedField(_ node: Int, _ field: FieldModel) -> ResolvedField {
    let slot = Int(form.nodes[node].slot)
    var value = form.slots[slot].value
    if let text = form.slots[slot].text { value = .string(text) }
    if let mask = field.mask, field.valueType == .text, case .string(let text) = value {
      value = .string(mask.shown(text))
    }
    let isPending = form.isPending(node) || form.optionsPending.contains(node)
    return ResolvedField(
      key: form.name(ofSlot: slot), value: field.isSensitive ? .null : value,
      secretLength: form.slots[slot].secret?.characterCount ?? 0, isSecret: field.isSensitive,
      isRequired: form.isRequired(node), error: form.shownError(node),
      warning: form.nodes[node].warning,
      options: form.options(ofNode: node).map {
        ResolvedOption(value: $0.value, label: $0.label, isEnabled: $0.isEnabled)
      },
      isPending: isPending)
  }
}

extension Component {
  /// True when a tap submits: its control rests while a submit is in flight.
  var submits: Bool {
    on.contains { handler in handler.actions.contains { $0.submits } }
  }
}

extension Action {
  fileprivate var submits: Bool {
    switch self {
    case .submit: true
    case .sequence(let actions): actions.contains { $0.submits }
    case .when(_, let then, let otherwise): (then + otherwise).contains { $0.submits }
    default: false
    }
  }
}
