import OynaValue

// The rows of a `load`: resolved one by one, only those that a renderer can show, and never kept as
// nodes of the form. A row's components are named `posts[42].open_button`.
extension Engine {
  // MARK: - Drawing

  /// The rows that the renderer should have, resolved and remembered as drawn.
  mutating func resolveRows(_ load: Int) -> [ResolvedNode] {
    var rows: [ResolvedNode] = []
    for place in form.shownRows(load) { rows.append(resolveItem(load, place)) }
    form.loads[load].drawn = rows.map { ($0.id.name, $0) }
    form.loads[load].areRowsDue = false
    return rows
  }

  /// Brings the renderer's rows to those that it should have: by identity, each changed row anew.
  mutating func compareItems(of load: Int, _ changes: inout [NodeChange]) {
    let node = form.plan.loads[load].component.rawValue
    let before = form.loads[load].drawn
    guard !form.loads[load].areRowsDue else {
      var old = emptyNode(node)
      old.children = before.map { $0.node }
      var new = emptyNode(node)
      new.children = resolveRows(load)
      changes += TreeDifference(from: old, to: new).changes
      return
    }
    guard let content = form.loads[load].content else { return }
    // The window moved over rows that stayed as they were: both lists are in the order of rows.
    let shown = form.shownRows(load)
    var after: [(id: String, node: ResolvedNode)] = []
    var kept = 0
    for row in before {
      guard let place = rowPlace(row.node), shown.contains(place) else {
        changes.append(.remove(row.node.id))
        continue
      }
    }
    for place in shown {
      while kept < before.count, (rowPlace(before[kept].node) ?? 0) < place { kept += 1 }
      if kept < before.count, rowPlace(before[kept].node) == place,
        before[kept].id == rowName(load, content.ids[place])
      {
        after.append(before[kept])
      } else {
        let row = resolveItem(load, place)
        changes.append(
          .insert(row, parent: NodeID(form.name(ofNode: node)), index: place - shown.lowerBound))
        after.append((row.id.name, row))
      }
    }
    form.loads[load].drawn = after
  }

  private func rowPlace(_ row: ResolvedNode) -> Int? {
    if case .int(let place)? = row.props["index"] { Int(place) } else { nil }
  }

  private func rowName(_ load: Int, _ id: String) -> String {
    form.screen[form.plan.loads[load].component].id + "[" + id + "]"
  }

  /// One row: a node of type `item` around the template, with the row's place as `index`.
  private mutating func resolveItem(_ load: Int, _ place: Int) -> ResolvedNode {
    let plan = form.plan.loads[load]
    var row = emptyNode(plan.component.rawValue)
    guard let content = form.loads[load].content else { return row }
    let name = rowName(load, content.ids[place])
    form.bind(content.rows[place], place: place, load: load)
    var children: [ResolvedNode] = []
    if let template = plan.model.content {
      let isEnabled = form.nodes[plan.component.rawValue].isEnabled
      if let node = resolvePart(template, of: name + ".", isEnabled) { children.append(node) }
    }
    var props = ValueMap()
    props.set(.int(Int64(place)), for: "index")
    row = ResolvedNode(
      id: NodeID(name), type: "item", props: props, field: nil, isEnabled: true, isBusy: false,
      accessibility: ResolvedAccessibility(label: nil, hint: nil, role: nil, isHidden: false),
      events: [], children: children)
    return row
  }

  /// A component of the template over the row that is bound; nil when it is not shown.
  private mutating func resolvePart(
    _ index: ComponentIndex, of row: String, _ isAroundEnabled: Bool
  ) -> ResolvedNode? {
    let component = form.screen[index]
    guard component.kind != nil else {
      return component.fallback.flatMap { resolvePart($0, of: row, isAroundEnabled) }
    }
    guard isItemPartShown(component) else { return nil }
    let isEnabled = isAroundEnabled && isItemPartEnabled(component)
    var props = component.props
    for (name, template) in component.templates {
      props.set(.string(text(template, -1)), for: name)
    }
    var children: [ResolvedNode] = []
    for child in component.children {
      if let node = resolvePart(child, of: row, isEnabled) { children.append(node) }
    }
    let model = component.accessibility
    return ResolvedNode(
      id: NodeID(row + component.id), type: component.type.name, props: props, field: nil,
      isEnabled: isEnabled && !(submitState.isBusy && component.submits), isBusy: false,
      accessibility: ResolvedAccessibility(
        label: model?.label.map { text($0, -1) }, hint: model?.hint.map { text($0, -1) },
        role: model?.role, isHidden: model?.isHidden ?? false),
      events: component.on.map { $0.event }, children: children)
  }

  private mutating func isItemPartShown(_ component: Component) -> Bool {
    guard !component.isHidden else { return false }
    guard let condition = component.visibleWhen else { return true }
    return form.holds(condition, row: -1, site: form.expressionSite(condition))
  }

  private mutating func isItemPartEnabled(_ component: Component) -> Bool {
    guard !component.isDisabled else { return false }
    guard let condition = component.enabledWhen else { return true }
    return form.holds(condition, row: -1, site: form.expressionSite(condition))
  }

  /// What a renderer is told of a load besides the slots and rows in it.
  func loadProps(_ load: Int) -> ValueMap {
    let plan = form.plan.loads[load]
    let loading = form.loads[load]
    var props = ValueMap()
    let words = form.words
    switch loading.state {
    case .loading:
      props.set(.string("loading"), for: "state")
      props.set(.string(words[.loading]), for: "message")
    case .loaded(let content):
      props.set(.string("loaded"), for: "state")
      guard plan.model.items != nil else { break }
      props.set(.int(Int64(content.rows.count)), for: "rowCount")
      props.set(.int(Int64(form.shownRows(load).lowerBound)), for: "first")
      if loading.isPageOnItsWay {
        props.set(.string(words[.loading]), for: "pageMessage")
      } else if let problem = loading.pageProblem {
        props.set(.string(problem), for: "pageMessage")
        props.set(.string(words[.retry]), for: "pageRetry")
      }
      if content.nextCursor != nil { props.set(.bool(true), for: "hasMore") }
    case .empty:
      props.set(.string("empty"), for: "state")
      if plan.model.empty == nil { props.set(.string(words[.nothingHere]), for: "message") }
    case .failed(let message):
      props.set(.string("failed"), for: "state")
      guard plan.model.error == nil else { break }
      props.set(.string(message), for: "message")
      props.set(.string(words[.retry]), for: "retry")
    }
    if loading.isReloading { props.set(.bool(true), for: "isReloading") }
    if let notice = loading.notice {
      props.set(.string(notice), for: "notice")
      props.set(.string(words[.retry]), for: "retry")
    }
    if plan.model.isRefreshable { props.set(.string(words[.refresh]), for: "refresh") }
    return props
  }

  // MARK: - Acting

  /// Runs a handler of a component in a row, with the row's values.
  mutating func activateItem(
    _ load: Int, _ place: Int, _ component: ComponentIndex, _ event: String
  ) {
    let node = form.plan.loads[load].component.rawValue
    guard form.nodes[node].isActive, let content = form.loads[load].content else { return }
    let item = ItemPlace(load: load, id: content.ids[place])
    guard bind(item) else { return }
    var around: ComponentIndex? = component
    while let index = around, form.plan.loads.itemLoad(index.rawValue) == load {
      let part = form.screen[index]
      guard isItemPartShown(part), isItemPartEnabled(part) else { return }
      around = part.parent
    }
    history.stopCoalescing()
    currentItem = item
    runHandlers(of: component.rawValue, event)
    currentItem = nil
  }

  /// Lets expressions read the row again; false when it is gone.
  mutating func bind(_ item: ItemPlace) -> Bool {
    guard form.loads.indices.contains(item.load), let content = form.loads[item.load].content,
      let place = content.place(of: item.id)
    else { return false }
    form.bind(content.rows[place], place: place, load: item.load)
    return true
  }
}

/// A row whose action runs, or ran when a request was made.
struct ItemPlace {
  let load: Int
  let id: String
}
