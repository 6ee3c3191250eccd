import OynaEngine
import OynaValue

/// A renderer in a test: it has what the changes said, and nothing else.
struct DrawnTree: Equatable {
  private var texts: [String: String] = [:]
  private var children: [String: [String]] = [:]
  private var parents: [String: String] = [:]
  private(set) var root = ""

  init() {}

  /// The tree as a renderer would have it that saw the screen at once.
  init(_ screen: ResolvedScreen) {
    root = screen.root.id.name
    put(screen.root)
  }

  /// An outline of one node a line.
  var outline: String { outline(root, depth: 0) }

  func count(ofType type: String) -> Int {
    texts.values.count { $0.hasPrefix(type + " ") }
  }

  private func outline(_ id: String, depth: Int) -> String {
    let line = String(repeating: " ", count: depth) + id + " " + (texts[id] ?? "?") + "\n"
    return (children[id] ?? []).reduce(line) { $0 + outline($1, depth: depth + 1) }
  }

  mutating func apply(_ changes: [NodeChange]) {
    for change in changes {
      switch change {
      case .heading:
        break
      case .screen(let screen):
        self = DrawnTree(screen)
      case .insert(let node, let parent, let index):
        put(node)
        children[parent.name, default: []].insert(node.id.name, at: index)
        parents[node.id.name] = parent.name
      case .remove(let id):
        detach(id.name)
        drop(id.name)
      case .move(let id, let parent, let index):
        detach(id.name)
        children[parent.name, default: []].insert(id.name, at: index)
        parents[id.name] = parent.name
      case .update(let node):
        texts[node.id.name] = Self.text(node)
      }
    }
  }

  private mutating func put(_ node: ResolvedNode) {
    texts[node.id.name] = Self.text(node)
    children[node.id.name] = node.children.map { $0.id.name }
    for child in node.children {
      parents[child.id.name] = node.id.name
      put(child)
    }
  }

  private mutating func detach(_ id: String) {
    guard let parent = parents.removeValue(forKey: id) else { return }
    children[parent]?.removeAll { $0 == id }
  }

  private mutating func drop(_ id: String) {
    texts[id] = nil
    for child in children.removeValue(forKey: id) ?? [] {
      parents[child] = nil
      drop(child)
    }
  }

  private static func text(_ node: ResolvedNode) -> String {
    let props = node.props.entries.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ",")
    return "\(node.type) \(node.isEnabled) \(node.events) \(props)"
  }
}
