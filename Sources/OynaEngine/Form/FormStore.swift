import OynaValue

/// The values, conditions and verdicts of one open screen, kept up to date event by event.
///
/// Everything stands in flat arrays (see `FormPlan` for how instances are numbered). A change of a
/// slot marks exactly what reads it; `propagate` then takes the marked conditions, computed values
/// and options in the graph's topological order, so each is evaluated at most once an event and
/// never sees a value that is about to change. Verdicts and texts, which nothing reads, follow at
/// the end.
struct FormStore {
  let screen: Screen
  let plan: FormPlan
  var context: Context
  let words: Words

  var nodes: [FormNode] = []
  var slots: [FormSlot] = []
  /// One result a rule: see `RuleOutcome`.
  var outcomes: [Int32] = []
  var rows: [FormRow] = []
  /// By group: its rows in order, as indices in `rows`.
  var rowOrder: [[Int32]] = []
  var freeRows: [[Int32]] = []
  var nextRowNumber: [Int] = []
  var title = ""

  /// Marked readers as a binary heap: the place in the graph above, the row + 1 below.
  var heap: [UInt64] = []
  /// By cell: it is in the heap.
  var isQueued: [Bool] = []
  var verdictsDue: [Int32] = []
  var textsDue: [Int32] = []
  var isTitleDue = false
  /// While the screen is being opened everything is evaluated once in order: nothing is marked.
  var isOpening = true

  /// Rules and expressions evaluated since it was last set to 0.
  var evaluated = 0
  /// Visible and enabled nodes whose live verdict fails.
  var invalidCount = 0
  /// Raised by every change of a value: a submit knows by it whether it may be sent again.
  var editCount = 0
  var matchers: [RegularExpression.Matcher] = []
  /// Remote rules whose question is to be asked, and what the server said of each.
  var remoteDue: [RemoteCheck] = []
  var remoteMessages: [RemoteRule: String] = [:]
  /// By node: the choices that the server gave.
  var remoteOptions: [Int: [Option]] = [:]
  /// Inputs whose choices are to be asked for, and those that wait for them.
  var optionsDue: [Int32] = []
  var optionsPending: Set<Int> = []
  /// Inputs whose choices could not be asked for: the network was gone.
  var optionsMissing: [Int] = []

  var changedNodes: [Int32] = []
  var changedParents: [Int32] = []
  /// By group: the identities of the rows that the renderer has.
  var drawnRows: [[String]] = []
  /// By load: what it shows and waits for.
  var loads: [Loading] = []
  /// By wizard: the step that a person turned to.
  var chosenSteps: [Int: Int] = [:]
  /// Findings for the developers, each expression once.
  var reports: [Diagnostic] = []
  var reportedExpressions: Set<Int> = []
  /// The carts of the screen: a few at most.
  var carts: [FormCart] = []
  /// The nodes of the `undo_bar`s outside of rows.
  var undoBars: [Int] = []
  let slotByKey: [String: Int32]

  /// - Parameters:
  ///   - isFilled: false leaves every field empty: a body of a submission fills it.
  ///   - previous: the store of the screen before a patch, whose values are taken over by key.
  init(
    screen: Screen, plan: FormPlan, context: Context, isFilled: Bool = true,
    previous: FormStore? = nil
  ) {
    self.screen = screen
    self.plan = plan
    self.context = context
    words = Words(language: screen.language ?? context.language)
    matchers = plan.expressions.map { $0.makeMatcher() }
    var slotByKey: [String: Int32] = [:]
    for (index, key) in screen.keys.enumerated() where key.scope == .screen {
      slotByKey[key.key.name] = Int32(index)
    }
    self.slotByKey = slotByKey
    loads = plan.loads.plans.map { _ in Loading() }
    makeSlots(isFilled: isFilled)
    makeNodes()
    if let previous { takeValues(from: previous) }
    makeCarts(isFilled: isFilled, previous: previous)
    outcomes = [Int32](repeating: RuleOutcome.unknown, count: plan.rules.count)
    isQueued = [Bool](repeating: false, count: screen.graph.readers.count)
    rowOrder = [[Int32]](repeating: [], count: plan.groups.count)
    freeRows = rowOrder
    drawnRows = [[String]](repeating: [], count: plan.groups.count)
    nextRowNumber = [Int](repeating: 1, count: plan.groups.count)
    for group in plan.groups.indices {
      if let previous, let old = previous.group(named: screen[plan.groups[group].key].key.name) {
        takeRows(group, from: old, of: previous)
      } else {
        makeInitialRows(group, isFilled: isFilled)
      }
    }
    open()
  }

  private mutating func makeSlots(isFilled: Bool) {
    slots.reserveCapacity(screen.keys.count)
    for (index, key) in screen.keys.enumerated() {
      var value = Value.null
      var node: Int32 = -1
      switch key.origin {
      case .field(let component):
        node = Int32(component.rawValue)
        if let field = screen[component].field {
          value = isFilled ? field.initial : field.valueType.empty
          if field.group != nil { value = .null }
        }
      case .state:
        value = screen.initialState[key.key.name] ?? .null
      case .computed, .local:
        break
      }
      slots.append(
        FormSlot(value: value, secret: nil, text: nil, key: Int32(index), row: -1, node: node))
    }
  }

  private mutating func makeNodes() {
    nodes.reserveCapacity(screen.components.count)
    for (index, component) in screen.components.enumerated() {
      let parent = component.parent.map { Int32($0.rawValue) } ?? -1
      var flags: FormNode.Flags = []
      if !component.isHidden { flags.insert(.ownVisible) }
      if !component.isDisabled { flags.insert(.ownEnabled) }
      if !isReachable(component) || plan.groupOfComponent[index] >= 0 {
        flags.insert(.unreachable)
      }
      switch component.role {
      case .content, .empty, .error: flags.insert(.slotHidden)
      case .body, .child, .fallback, .skeleton: break
      }
      inheritFlags(&flags, parent: parent)
      nodes.append(
        FormNode(
          component: Int32(index), row: -1, parent: parent,
          slot: component.field.map { Int32($0.key.rawValue) } ?? -1,
          outcomeStart: plan.ruleStart[index], flags: flags))
      if component.kind == .undoBar { undoBars.append(index) }
    }
  }

  /// A component of unknown type draws its fallback only; a known one never does.
  private func isReachable(_ component: Component) -> Bool {
    guard let parent = component.parent else { return true }
    guard !nodes[parent.rawValue].flags.contains(.unreachable) else { return false }
    return switch component.role {
    case .body, .child: screen[parent].kind != nil
    case .fallback: screen[parent].kind == nil
    case .skeleton, .empty, .error: true
    // The template of an item is drawn once a row, and has no node of its own.
    case .content: screen[parent].load?.items == nil
    }
  }

  func inheritFlags(_ flags: inout FormNode.Flags, parent: Int32) {
    let isTop = parent < 0
    let around = isTop ? [] : nodes[Int(parent)].flags
    let isShown =
      flags.contains(.ownVisible) && flags.isDisjoint(with: [.unreachable, .slotHidden])
    if isShown && (isTop || around.contains(.visible)) { flags.insert(.visible) }
    if flags.contains(.ownEnabled) && (isTop || around.contains(.enabled)) {
      flags.insert(.enabled)
    }
  }

  /// Evaluates every reader once, in topological order, then every verdict and text.
  private mutating func open() {
    for place in screen.graph.readers.indices {
      if plan.readerOffset[place] < 0 {
        evaluate(place: place, row: -1)
      } else {
        forEachRow(ofReader: place) { store, row in store.evaluate(place: place, row: row) }
      }
    }
    isOpening = false
    optionsDue.removeAll()
    for node in nodes.indices.reversed() where nodes[node].isVisible {
      markRemoteOptions(node)
    }
    for node in nodes.indices where nodes[node].isVisible {
      markVerdict(node)
      markText(node)
    }
    isTitleDue = true
    finishEvent()
  }

  // MARK: - Instances

  /// The slot of a key as a component in `row` sees it.
  func slot(of key: KeyIndex, row: Int32) -> Int {
    let offset = plan.keyOffset[key.rawValue]
    guard offset >= 0, row >= 0 else { return key.rawValue }
    return Int(rows[Int(row)].slotBase + offset)
  }

  /// The node of a component as seen from `row`.
  func node(of component: ComponentIndex, row: Int32) -> Int {
    let group = plan.groupOfComponent[component.rawValue]
    guard group >= 0, row >= 0 else { return component.rawValue }
    let first = plan.groups[Int(group)].first
    return Int(rows[Int(row)].nodeBase) + component.rawValue - first
  }

  func cell(place: Int, row: Int32) -> Int {
    let offset = plan.readerOffset[place]
    guard offset >= 0, row >= 0 else { return place }
    return Int(rows[Int(row)].cellBase + offset)
  }

  func component(ofNode node: Int) -> Component { screen.components[Int(nodes[node].component)] }

  func rules(ofNode node: Int) -> Range<Int> {
    let component = Int(nodes[node].component)
    return Int(plan.ruleStart[component])..<Int(plan.ruleStart[component + 1])
  }

  /// Calls `body` for each live row that has an instance of the reader.
  mutating func forEachRow(ofReader place: Int, _ body: (inout FormStore, Int32) -> Void) {
    guard let component = screen.graph.readers[place].component else { return }
    let group = plan.groupOfComponent[component.rawValue]
    guard group >= 0 else { return }
    for row in rowOrder[Int(group)] { body(&self, row) }
  }
}
