import OynaValue

/// The changes that bring a renderer from one tree to another, by the identity of nodes.
///
/// The renderer's tree is simulated while the wanted one is walked from the top: what is new is
/// inserted, what exists elsewhere is moved, so that it keeps its native state; what is gone is
/// removed at the end, when nothing that stays is inside it any more.
struct TreeDifference {
  private(set) var changes: [NodeChange] = []
  /// The children that the renderer has at this moment.
  private var current: [NodeID: [NodeID]] = [:]
  private var parents: [NodeID: NodeID] = [:]
  private var old: [NodeID: ResolvedNode] = [:]
  private var kept: Set<NodeID> = []
  /// Where each node of the wanted tree belongs.
  private var wanted: [NodeID: NodeID] = [:]

  init(from before: ResolvedNode, to after: ResolvedNode) {
    collect(before)
    keep(after)
    bring(after)
    removeTheRest(before)
  }

  private mutating func collect(_ node: ResolvedNode) {
    old[node.id] = node
    current[node.id] = node.children.map { $0.id }
    for child in node.children {
      parents[child.id] = node.id
      collect(child)
    }
  }

  /// A node stays when both trees have its id with the same type.
  private mutating func keep(_ node: ResolvedNode) {
    if let before = old[node.id], before.type == node.type { kept.insert(node.id) }
    for child in node.children {
      wanted[child.id] = node.id
      keep(child)
    }
  }

  private mutating func bring(_ node: ResolvedNode) {
    if let before = old[node.id], kept.contains(node.id), !before.isDrawn(as: node) {
      var alone = node
      alone.children = []
      changes.append(.update(alone))
    }
    for (place, child) in node.children.enumerated() {
      position(child, in: node.id, at: place)
      bring(child)
    }
  }

  private mutating func position(_ child: ResolvedNode, in parent: NodeID, at place: Int) {
    let siblings = current[parent] ?? []
    // Siblings that will leave or go do not count: they are not in the way.
    let staying = siblings.filter { kept.contains($0) && wanted[$0] == parent || old[$0] == nil }
    if place < staying.count, staying[place] == child.id, kept.contains(child.id) { return }
    if kept.contains(child.id) {
      detach(child.id)
      let index = index(of: place, in: parent)
      current[parent, default: []].insert(child.id, at: index)
      changes.append(.move(child.id, parent: parent, index: index))
    } else {
      // The same id with another type: the old one has to go first.
      if parents[child.id] != nil && old[child.id] != nil && !kept.contains(child.id) {
        detach(child.id)
        changes.append(.remove(child.id))
        old[child.id] = nil
      }
      var alone = child
      alone.children = []
      let index = index(of: place, in: parent)
      current[parent, default: []].insert(child.id, at: index)
      current[child.id] = []
      changes.append(.insert(alone, parent: parent, index: index))
    }
    parents[child.id] = parent
  }

  /// The index in the renderer's list of the n-th sibling that stays.
  private func index(of place: Int, in parent: NodeID) -> Int {
    let siblings = current[parent] ?? []
    var staying = 0
    for (index, id) in siblings.enumerated()
    where kept.contains(id) && wanted[id] == parent || old[id] == nil {
      if staying == place { return index }
      staying += 1
    }
    return siblings.count
  }

  private mutating func detach(_ id: NodeID) {
    guard let parent = parents[id] else { return }
    current[parent]?.removeAll { $0 == id }
  }

  private mutating func removeTheRest(_ node: ResolvedNode) {
    for child in node.children {
      if kept.contains(child.id) {
        removeTheRest(child)
      } else if old[child.id] != nil {
        changes.append(.remove(child.id))
      }
    }
  }
}

extension ResolvedNode {
  /// The same to the eye, children apart.
  fileprivate func isDrawn(as other: ResolvedNode) -> Bool {
    type == other.type && props == other.props && isEnabled == other.isEnabled
      && isBusy == other.isBusy && events == other.events
      && accessibility.label == other.accessibility.label
      && accessibility.hint == other.accessibility.hint
      && accessibility.role == other.accessibility.role
      && accessibility.isHidden == other.accessibility.isHidden
      && isSameField(field, other.field)
  }

  private func isSameField(_ one: ResolvedField?, _ two: ResolvedField?) -> Bool {
    guard let one, let two else { return one == nil && two == nil }
    return one.key == two.key && one.value == two.value && one.secretLength == two.secretLength
      && one.isSecret == two.isSecret && one.isRequired == two.isRequired && one.error == two.error
      && one.warning == two.warning && one.isPending == two.isPending
      && one.options.count == two.options.count
      && zip(one.options, two.options).allSatisfy {
        $0.value == $1.value && $0.label == $1.label && $0.isEnabled == $1.isEnabled
      }
  }
}
