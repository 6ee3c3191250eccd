public import Observation
public import OynaEngine

/// One node of the resolved tree as a renderer observes it: an update of a node invalidates what
/// was drawn of that node, and nothing of its neighbours.
@MainActor @Observable
public final class NodeState: Identifiable {
  /// Unique in the tree, kept over updates.
  public nonisolated let id: NodeID
  /// The node's own parts; its `children` are empty, see `children`.
  public internal(set) var node: ResolvedNode
  /// In the order of drawing.
  public internal(set) var children: [NodeState]

  init(_ node: ResolvedNode) {
    id = node.id
    children = node.children.map { NodeState($0) }
    var own = node
    own.children = []
    self.node = own
  }
}

/// A resolved screen as a renderer observes it.
@MainActor @Observable
public final class ScreenTree {
  /// The document's `id`.
  public let screenID: String
  /// What the bar shows.
  public internal(set) var title: String
  /// BCP 47 tag of the screen's texts.
  public internal(set) var language: String
  /// Whether the document may be kept for a time without a network.
  public let isStorable: Bool
  /// The keys of the fields that can be edited, in the order of drawing. Changes when fields come,
  /// go, move, or are enabled or disabled, and not when they are typed into.
  public private(set) var fieldKeys: [String] = []
  /// Everything that is drawn.
  public let root: NodeState
  private let direction: String?
  @ObservationIgnored private var nodes: [NodeID: NodeState] = [:]
  @ObservationIgnored private var parents: [NodeID: NodeState] = [:]

  init(_ screen: ResolvedScreen) {
    screenID = screen.id
    title = screen.title
    language = screen.language
    direction = screen.direction
    isStorable = screen.isStorable
    root = NodeState(screen.root)
    register(root, parent: nil)
    orderFields()
  }

  /// The node with this identity; nil when it is not shown.
  public subscript(id: NodeID) -> NodeState? { nodes[id] }

  /// As the document says, or as its language is written.
  public var isRightToLeft: Bool {
    direction.map { $0 == "rtl" } ?? HostWords.isRightToLeft(language)
  }

  /// Every node in the order of drawing, parents before their children. Observes all.
  public var allNodes: [NodeState] {
    var all: [NodeState] = []
    func add(_ node: NodeState) {
      all.append(node)
      for child in node.children { add(child) }
    }
    add(root)
    return all
  }

  private func orderFields() {
    let keys = allNodes.compactMap { $0.node.isEnabled ? $0.node.field?.key : nil }
    if keys != fieldKeys { fieldKeys = keys }
  }

  /// Applies a change; the nodes that came and those that went.
  func apply(_ change: NodeChange) -> (came: [NodeState], went: [NodeState]) {
    var isOrderKept = false
    if case .update(let node) = change {
      isOrderKept = nodes[node.id]?.node.isEnabled == node.isEnabled
    }
    defer { if !isOrderKept { orderFields() } }
    return take(change)
  }

  private func take(_ change: NodeChange) -> (came: [NodeState], went: [NodeState]) {
    switch change {
    case .screen: break
    case .heading(let title, let language):
      self.title = title
      self.language = language
    case .insert(let node, let parent, let index):
      guard let parent = nodes[parent] else { break }
      let state = NodeState(node)
      parent.children.insert(state, at: min(index, parent.children.count))
      return (register(state, parent: parent), [])
    case .remove(let id):
      guard let parent = parents[id], let place = parent.children.firstIndex(where: { $0.id == id })
      else { break }
      return ([], forget(parent.children.remove(at: place)))
    case .move(let id, let parent, let index):
      guard let old = parents[id], let new = nodes[parent],
        let place = old.children.firstIndex(where: { $0.id == id })
      else { break }
      let state = old.children.remove(at: place)
      new.children.insert(state, at: min(index, new.children.count))
      parents[id] = new
    case .update(let node):
      guard let state = nodes[node.id] else { break }
      var own = node
      own.children = []
      state.node = own
      return ([state], [])
    }
    return ([], [])
  }

  @discardableResult
  private func register(_ state: NodeState, parent: NodeState?) -> [NodeState] {
    nodes[state.id] = state
    parents[state.id] = parent
    return [state] + state.children.flatMap { register($0, parent: state) }
  }

  private func forget(_ state: NodeState) -> [NodeState] {
    nodes[state.id] = nil
    parents[state.id] = nil
    return [state] + state.children.flatMap { forget($0) }
  }
}
