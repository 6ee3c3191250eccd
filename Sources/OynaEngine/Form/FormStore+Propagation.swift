import OynaValue

extension FormStore {
  // MARK: - Marking

  /// Marks everything that reads the slot. O(readers).
  mutating func markReaders(ofSlot slot: Int) {
    guard !isOpening else { return }
    let key = KeyIndex(Int(slots[slot].key))
    markReaders(of: key, row: slots[slot].row)
    let group = plan.groupOfKey[key.rawValue]
    if group >= 0 {
      markReaders(of: plan.groups[Int(group)].key, row: -1)
      forgetExpressions(Int(slots[plan.groups[Int(group)].key.rawValue].node))
    }
  }

  /// A group's own expressions read its rows; its other rules only count them.
  private mutating func forgetExpressions(_ node: Int) {
    guard node >= 0 else { return }
    let rules = rules(ofNode: node)
    for flat in rules {
      guard case .expression = plan.rules[flat].rule.check else { continue }
      outcomes[Int(nodes[node].outcomeStart) + flat - rules.lowerBound] = RuleOutcome.unknown
      markVerdict(node)
    }
  }

  private mutating func markReaders(of key: KeyIndex, row: Int32) {
    for place in screen.graph.readers(of: key) {
      let place = Int(place)
      if plan.readerOffset[place] < 0 {
        mark(place: place, row: -1)
      } else if row >= 0 {
        mark(place: place, row: row)
      } else {
        forEachRow(ofReader: place) { store, row in store.mark(place: place, row: row) }
      }
    }
  }

  private mutating func mark(place: Int, row: Int32) {
    if markItems(ofReader: place) { return }
    switch screen.graph.readers[place] {
    case .rule(let component, let rule):
      let node = node(of: component, row: row)
      let first = rules(ofNode: node).lowerBound
      let flat = topLevelRule(rule, of: component)
      outcomes[Int(nodes[node].outcomeStart) + flat - first] = RuleOutcome.unknown
      markVerdict(node)
    case .text(let component):
      markText(node(of: component, row: row))
    case .title:
      isTitleDue = true
    case .computed, .visible, .enabled, .options, .load:
      enqueue(place: place, row: row)
    }
  }

  /// The place in the flat order of a component's n-th rule.
  private func topLevelRule(_ number: Int, of component: ComponentIndex) -> Int {
    var flat = Int(plan.ruleStart[component.rawValue])
    for _ in 0..<number { flat = Int(plan.rules[flat].end) }
    return flat
  }

  mutating func markVerdict(_ node: Int) {
    guard !isOpening, !nodes[node].flags.contains(.verdictDue) else { return }
    nodes[node].flags.insert(.verdictDue)
    verdictsDue.append(Int32(node))
  }

  /// Choices that a server gives are asked for once the field is seen.
  mutating func markRemoteOptions(_ node: Int) {
    guard case .remote = screen.components[Int(nodes[node].component)].field?.options,
      !optionsDue.contains(Int32(node))
    else { return }
    optionsDue.append(Int32(node))
  }

  mutating func markText(_ node: Int) {
    guard !isOpening, !nodes[node].flags.contains(.textDue),
      plan.textReader[Int(nodes[node].component)] >= 0
    else { return }
    nodes[node].flags.insert(.textDue)
    textsDue.append(Int32(node))
  }

  /// Forgets what the node's rules said of the value before.
  mutating func forgetOutcomes(_ node: Int) {
    let start = Int(nodes[node].outcomeStart)
    for index in start..<(start + rules(ofNode: node).count) {
      outcomes[index] = RuleOutcome.unknown
    }
  }

  // MARK: - The queue of marked readers

  private mutating func enqueue(place: Int, row: Int32) {
    let cell = cell(place: place, row: row)
    guard !isQueued[cell] else { return }
    isQueued[cell] = true
    heap.append(UInt64(place) << 32 | UInt64(row + 1))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func dequeue() -> (place: Int, row: Int32)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sinkTop()
    }
    return (Int(first >> 32), Int32(first & 0xFFFF_FFFF) - 1)
  }

  private mutating func sinkTop() {
    var parent = 0
    while true {
      var least = parent
      for child in (2 * parent + 1)...(2 * parent + 2)
      where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  /// Evaluates what the event's changes reach: conditions, computed values and options in order,
  /// then verdicts and texts.
  mutating func finishEvent() {
    while let (place, row) = dequeue() {
      if row >= 0 && !rows[Int(row)].isLive { continue }
      isQueued[cell(place: place, row: row)] = false
      evaluate(place: place, row: row)
    }
    // Taken by index: a verdict marks nothing, but the arrays must keep their memory.
    for index in verdictsDue.indices { updateVerdict(Int(verdictsDue[index])) }
    verdictsDue.removeAll(keepingCapacity: true)
    for index in textsDue.indices { updateText(Int(textsDue[index])) }
    textsDue.removeAll(keepingCapacity: true)
    if isTitleDue {
      isTitleDue = false
      title = text(screen.title, row: -1, site: -1)
    }
  }

  // MARK: - Evaluating one reader

  mutating func evaluate(place: Int, row: Int32) {
    if markItems(ofReader: place) { return }
    switch screen.graph.readers[place] {
    case .computed(let index):
      let computed = screen.computed[index]
      let value = evaluate(computed.expression, row: row, site: place) ?? .null
      setValue(value, ofSlot: computed.key.rawValue)
    case .visible(let component):
      guard let condition = screen[component].visibleWhen else { return }
      let holds = holds(condition, row: row, site: place) && !screen[component].isHidden
      setOwnVisible(holds, node: node(of: component, row: row))
    case .enabled(let component):
      guard let condition = screen[component].enabledWhen else { return }
      let holds = holds(condition, row: row, site: place) && !screen[component].isDisabled
      setOwnEnabled(holds, node: node(of: component, row: row))
    case .options(let component):
      optionsChanged(node(of: component, row: row))
    case .load(let component):
      if let load = plan.loads.load(component.rawValue) { loads[load].isSourceDue = true }
    case .rule, .text, .title:
      break
    }
  }

  /// More than an answer of 1 MiB usually has. `[b, b]` over and over costs an expression nothing
  /// and doubles what is to be written, so that the bound on its cost alone would not do.
  private static let partLimit = 1 << 18

  /// Evaluates an expression; nil, and reported, when it fails.
  mutating func evaluate(_ expression: BoundExpression, row: Int32, site: Int) -> Value? {
    evaluated += 1
    do throws(CELError) {
      let value = try expression.program.evaluate { slot in
        expressionValue(of: expression.reads[slot], row: row)
      }
      guard value.hasParts(atMost: Self.partLimit) else {
        report(expression, site: site, "its value has too many parts")
        return nil
      }
      return value
    } catch {
      report(expression, site: site, error.message)
      return nil
    }
  }

  /// An error or a result that is no bool counts as false and is reported (DESIGN §4).
  mutating func holds(_ expression: BoundExpression, row: Int32, site: Int) -> Bool {
    switch evaluate(expression, row: row, site: site) {
    case .bool(let holds)?: return holds
    case nil: return false
    default:
      report(expression, site: site, "its result is no bool")
      return false
    }
  }

  /// `site` numbers the places of expressions, so that one that fails at every keystroke is
  /// reported once.
  private mutating func report(_ expression: BoundExpression, site: Int, _ message: String) {
    guard reportedExpressions.insert(site).inserted else { return }
    reports.append(
      Diagnostic(
        .warning, Diagnostic.Code("expression-failed"),
        "The expression “\(expression.program.source)” failed and counts as false: "
          + (message.hasSuffix(".") ? message : message + ".")))
  }

  // MARK: - Visible and enabled

  private mutating func setOwnVisible(_ holds: Bool, node: Int) {
    guard nodes[node].flags.contains(.ownVisible) != holds else { return }
    nodes[node].flags.formSymmetricDifference(.ownVisible)
    updateVisible(node)
  }

  private mutating func setOwnEnabled(_ holds: Bool, node: Int) {
    guard nodes[node].flags.contains(.ownEnabled) != holds else { return }
    nodes[node].flags.formSymmetricDifference(.ownEnabled)
    updateEnabled(node)
  }

  /// Works out the node's visibility, and that of everything in it, from its parent's.
  mutating func updateVisible(_ node: Int) {
    let parent = nodes[node].parent
    let isVisible =
      nodes[node].flags.contains(.ownVisible)
      && nodes[node].flags.isDisjoint(with: [.unreachable, .slotHidden])
      && (parent < 0 || nodes[Int(parent)].isVisible)
    guard isVisible != nodes[node].isVisible else { return }
    nodes[node].flags.formSymmetricDifference(.visible)
    markChildren(ofParent: parent)
    let slot = Int(nodes[node].slot)
    if slot >= 0 {
      if !isVisible && clearsOnHide(node) { setEmpty(slot) }
      markReaders(ofSlot: slot)
    }
    if isVisible { becomeVisible(node) } else { markVerdict(node) }
    forEachChild(of: node) { store, child in store.updateVisible(child) }
  }

  /// What was left alone while the node was hidden is worked out now.
  private mutating func becomeVisible(_ node: Int) {
    guard !isOpening else { return }
    markVerdict(node)
    markText(node)
    let component = Int(nodes[node].component)
    if remoteOptions[node] == nil { markRemoteOptions(node) }
    if plan.optionsReader[component] >= 0 {
      enqueue(place: Int(plan.optionsReader[component]), row: nodes[node].row)
    }
  }

  private mutating func updateEnabled(_ node: Int) {
    let parent = nodes[node].parent
    let isEnabled =
      nodes[node].flags.contains(.ownEnabled) && (parent < 0 || nodes[Int(parent)].isEnabled)
    guard isEnabled != nodes[node].isEnabled else { return }
    nodes[node].flags.formSymmetricDifference(.enabled)
    markChanged(node)
    markVerdict(node)
    forEachChild(of: node) { store, child in store.updateEnabled(child) }
  }

  /// Calls `body` for the instances of the component's children; for a group, of all its rows.
  mutating func forEachChild(of node: Int, _ body: (inout FormStore, Int) -> Void) {
    let component = Int(nodes[node].component)
    let group = plan.groupOfOwner[component]
    if group >= 0 {
      for row in rowOrder[Int(group)] {
        for child in screen.components[component].children {
          body(&self, self.node(of: child, row: row))
        }
      }
      return
    }
    let row = nodes[node].row
    if screen.components[component].kind == nil {
      if let fallback = screen.components[component].fallback {
        body(&self, self.node(of: fallback, row: row))
      }
      return
    }
    if let load = plan.loads.load(component) {
      for slot in slotComponents(load) { body(&self, slot.component.rawValue) }
    }
    for child in screen.components[component].children {
      body(&self, self.node(of: child, row: row))
    }
  }

  private func clearsOnHide(_ node: Int) -> Bool {
    !isOpening && component(ofNode: node).field?.clearsOnHide == true
  }

  // MARK: - Changes for the renderer

  mutating func markChanged(_ node: Int) {
    guard nodes[node].flags.contains(.drawn), !nodes[node].flags.contains(.changed) else { return }
    nodes[node].flags.insert(.changed)
    changedNodes.append(Int32(node))
  }

  mutating func markChildren(ofParent parent: Int32) {
    let parent = Int(parent)
    guard parent >= 0, !nodes[parent].flags.contains(.childrenChanged) else { return }
    nodes[parent].flags.insert(.childrenChanged)
    changedParents.append(Int32(parent))
  }
}
