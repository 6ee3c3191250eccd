/// Collects who reads and who gives which key, and puts the readers in order.
///
/// Nodes are numbered: keys first, then readers and gates as they are added. An edge leads from
/// what is needed to what needs it.
///
/// ```
/// key ──▶ reader ──▶ key            computed, options: the reader gives the key its value
/// visible(parent) ──▶ visible(child) ──▶ key     a hidden field reads as null
/// key ──▶ gate(component) ──▶ key   whether a rule applies counts as part of its field
/// ```
///
/// Enabling and gates give no value; their edges exist so that a cycle through them is refused too
/// (DESIGN §4), and cost nothing at run time.
struct DependencyGraphBuilder {
  enum Label {
    case key
    case reader(DependencyGraph.Reader)
    /// The conditions of a component's rules.
    case gate(ComponentIndex)
  }

  private let keyCount: Int
  /// By node, from `keyCount` on.
  private var labels: [Label] = []
  private var edges: [(from: Int32, to: Int32)] = []

  init(keyCount: Int) { self.keyCount = keyCount }

  func label(_ node: Int) -> Label { node < keyCount ? .key : labels[node - keyCount] }

  // MARK: - Adding

  /// Adds a node that reads some keys and gives others; its number.
  @discardableResult
  mutating func add(
    _ reader: DependencyGraph.Reader, reads: [KeyIndex], gives: [KeyIndex]
  ) -> Int {
    add(.reader(reader), reads: reads, gives: gives)
  }

  private mutating func add(_ label: Label, reads: [KeyIndex], gives: [KeyIndex]) -> Int {
    let node = keyCount + labels.count
    labels.append(label)
    for key in reads { connect(key.rawValue, node) }
    for key in gives { connect(node, key.rawValue) }
    return node
  }

  private mutating func connect(_ from: Int, _ to: Int) {
    edges.append((Int32(from), Int32(to)))
  }

  mutating func addComputed(_ computed: [Screen.Computed]) {
    for (index, one) in computed.enumerated() {
      add(.computed(index), reads: one.expression.reads, gives: [one.key])
    }
  }

  mutating func addComponents(_ components: [Component]) {
    // By component: the node of the nearest condition on it or around it; -1 for none.
    var visible = [Int](repeating: -1, count: components.count)
    var enabled = visible
    for (index, component) in components.enumerated() {
      let place = ComponentIndex(index)
      visible[index] = condition(
        component.visibleWhen, .visible(place), around: component.parent, visible)
      enabled[index] = condition(
        component.enabledWhen, .enabled(place), around: component.parent, enabled)
      if let key = component.field?.key {
        if visible[index] >= 0 { connect(visible[index], key.rawValue) }
        if enabled[index] >= 0 { connect(enabled[index], key.rawValue) }
      }
      addOptions(component, place)
      addLoad(component, place)
      addRules(component, place)
      addTexts(component, place)
    }
  }

  private mutating func condition(
    _ expression: BoundExpression?, _ reader: DependencyGraph.Reader,
    around parent: ComponentIndex?, _ nodes: [Int]
  ) -> Int {
    let outer = parent.map { nodes[$0.rawValue] } ?? -1
    guard let expression else { return outer }
    let node = add(reader, reads: expression.reads, gives: [])
    if outer >= 0 { connect(outer, node) }
    return node
  }

  private mutating func addOptions(_ component: Component, _ place: ComponentIndex) {
    guard let field = component.field else { return }
    switch field.options {
    case .dependent(let key, _, _)?:
      add(.options(place), reads: [key], gives: [field.key])
    case .remote(let remote)?:
      add(.options(place), reads: remote.reads, gives: [field.key])
    case .fixed?, nil: break
    }
  }

  private mutating func addLoad(_ component: Component, _ place: ComponentIndex) {
    guard let load = component.load else { return }
    add(
      .load(place), reads: ScreenDecoder.sortedKeys(ScreenDecoder.reads(of: load.url)), gives: [])
  }

  private mutating func addRules(_ component: Component, _ place: ComponentIndex) {
    let own = component.field?.key
    var gates: [KeyIndex] = []
    for (index, rule) in component.rules.enumerated() where !rule.reads.isEmpty {
      add(.rule(place, index), reads: rule.reads, gives: [])
      for key in rule.gates where key != own { gates.append(key) }
    }
    if let own, !gates.isEmpty {
      _ = add(.gate(place), reads: ScreenDecoder.sortedKeys(gates), gives: [own])
    }
  }

  private mutating func addTexts(_ component: Component, _ place: ComponentIndex) {
    var texts = component.templates.map { $0.template }
    if let label = component.accessibility?.label { texts.append(label) }
    if let hint = component.accessibility?.hint { texts.append(hint) }
    if let label = component.field?.group?.addLabel { texts.append(label) }
    if let label = component.field?.group?.removeLabel { texts.append(label) }
    for rule in component.rules { rule.collectMessages(&texts) }
    var reads: [KeyIndex] = []
    var isComputed = false
    for case .parts(let parts) in texts {
      isComputed = true
      reads += ScreenDecoder.reads(of: .parts(parts))
    }
    if isComputed { add(.text(place), reads: ScreenDecoder.sortedKeys(reads), gives: []) }
  }

  /// A row's keys feed the key of their group.
  mutating func addRowKeys(
    _ keys: [KeyDeclaration], _ scopes: [KeyScope], _ components: [Component]
  ) {
    for scope in scopes {
      guard let owner = scope.owner, let group = components[owner.rawValue].field else { continue }
      for key in scope.keys {
        if case .field = keys[key.rawValue].origin { connect(key.rawValue, group.key.rawValue) }
      }
    }
  }

  // MARK: - Ordering

  /// The graph, and each cycle as nodes in the order "reads": every node reads the next one.
  func build() -> (graph: DependencyGraph, cycles: [[Int]]) {
    let count = keyCount + labels.count
    let (starts, targets) = adjacency(count)
    var waiting = [Int32](repeating: 0, count: count)
    for edge in edges { waiting[Int(edge.to)] += 1 }
    var order: [Int32] = []
    order.reserveCapacity(count)
    var done = [Bool](repeating: false, count: count)
    for node in 0..<count where waiting[node] == 0 { order.append(Int32(node)) }
    var cycles: [[Int]] = []
    var next = 0
    while true {
      while next < order.count {
        let node = Int(order[next])
        next += 1
        done[node] = true
        for place in Int(starts[node])..<Int(starts[node + 1]) {
          let target = Int(targets[place])
          waiting[target] -= 1
          if waiting[target] == 0, !done[target] { order.append(Int32(target)) }
        }
      }
      guard order.count < count, cycles.count < Self.cycleLimit,
        let cycle = cycle(done)
      else { break }
      cycles.append(cycle)
      // Taken out, so that what remains shows the next cycle.
      for node in cycle where !done[node] {
        done[node] = true
        waiting[node] = 0
        order.append(Int32(node))
      }
    }
    return (graph(order, starts, targets), cycles)
  }

  /// More cycles than this are more of the same.
  private static let cycleLimit = 20

  private func adjacency(_ count: Int) -> (starts: [Int32], targets: [Int32]) {
    var starts = [Int32](repeating: 0, count: count + 1)
    for edge in edges { starts[Int(edge.from) + 1] += 1 }
    for node in 0..<count { starts[node + 1] += starts[node] }
    var places = starts
    var targets = [Int32](repeating: 0, count: edges.count)
    for edge in edges {
      targets[Int(places[Int(edge.from)])] = edge.to
      places[Int(edge.from)] += 1
    }
    return (starts, targets)
  }

  /// One cycle among the nodes that are not done: each of them waits for another one of them, so
  /// following what it waits for must come back.
  private func cycle(_ done: [Bool]) -> [Int]? {
    var needs = [Int](repeating: -1, count: done.count)
    for edge in edges where !done[Int(edge.from)] && !done[Int(edge.to)] {
      if needs[Int(edge.to)] < 0 { needs[Int(edge.to)] = Int(edge.from) }
    }
    guard var node = done.indices.first(where: { !done[$0] && needs[$0] >= 0 }) else { return nil }
    var seenAt = [Int](repeating: -1, count: done.count)
    var path: [Int] = []
    while node >= 0, seenAt[node] < 0 {
      seenAt[node] = path.count
      path.append(node)
      node = needs[node]
    }
    return node >= 0 ? Array(path[seenAt[node]...]) : nil
  }

  private func graph(_ order: [Int32], _ starts: [Int32], _ targets: [Int32]) -> DependencyGraph {
    var readers: [DependencyGraph.Reader] = []
    var ranks = [Int32](repeating: -1, count: keyCount + labels.count)
    for node in order {
      guard case .reader(let reader) = label(Int(node)) else { continue }
      ranks[Int(node)] = Int32(readers.count)
      readers.append(reader)
    }
    var keyStarts: [Int32] = [0]
    keyStarts.reserveCapacity(keyCount + 1)
    var readerEdges: [Int32] = []
    for key in 0..<keyCount {
      var own: [Int32] = []
      for place in Int(starts[key])..<Int(starts[key + 1]) {
        let rank = ranks[Int(targets[place])]
        if rank >= 0 { own.append(rank) }
      }
      if own.count > 1 { own.sort() }
      readerEdges += own
      keyStarts.append(Int32(readerEdges.count))
    }
    return DependencyGraph(readers: readers, starts: keyStarts, edges: readerEdges)
  }
}

extension Rule {
  /// The computed texts among the rule's messages.
  fileprivate func collectMessages(_ texts: inout [Template]) {
    if case .parts? = errorMessage, let errorMessage { texts.append(errorMessage) }
    if case .dependent(_, _, let rules) = check {
      for rule in rules { rule.collectMessages(&texts) }
    }
  }
}
