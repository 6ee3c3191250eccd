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
    var end = 0
    for child in node.children { position(child, in: node.id, after: &end) }
    for child in node.children { bring(child) }
  }

  /// Puts a child behind those that stand already: they end at `end` in the renderer's list.
  private mutating func position(
    _ child: ResolvedNode, in parent: NodeID, after end: inout Int
  ) {
    defer { parents[child.id] = parent }
    if kept.contains(child.id) {
      let place = nextPlace(in: parent, from: end)
      if let siblings = current[parent], place < siblings.count, siblings[place] == child.id {
        end = place + 1
        return
      }
      detach(child.id, in: parent, &end)
      let index = nextPlace(in: parent, from: end)
      current[parent, default: []].insert(child.id, at: index)
      changes.append(.move(child.id, parent: parent, index: index))
      end = index + 1
      return
    }
    // The same id with another type: the old one has to go first, but not what stays in it.
    if parents[child.id] != nil, old[child.id] != nil {
      rescue(from: child.id, to: parent)
      detach(child.id, in: parent, &end)
      changes.append(.remove(child.id))
      old[child.id] = nil
    }
    var alone = child
    alone.children = []
    let index = nextPlace(in: parent, from: end)
    current[parent, default: []].insert(child.id, at: index)
    current[child.id] = []
    changes.append(.insert(alone, parent: parent, index: index))
    end = index + 1
  }

  /// The next place of the renderer's list whose node stays there. What will leave or go does not
  /// count: it is not in the way.
  private func nextPlace(in parent: NodeID, from end: Int) -> Int {
    guard let siblings = current[parent] else { return 0 }
    var place = end
    while place < siblings.count {
      let id = siblings[place]
      if kept.contains(id) ? wanted[id] == parent : old[id] == nil { break }
      place += 1
    }
    return place
  }

  /// Takes what stays out of what goes. It is moved to where it belongs in its turn.
  private mutating func rescue(from id: NodeID, to parent: NodeID) {
    for child in current[id] ?? [] {
      guard kept.contains(child) else {
        rescue(from: child, to: parent)
        continue
      }
      current[id]?.removeAll { $0 == child }
      let index = current[parent]?.count ?? 0
      current[parent, default: []].append(child)
      parents[child] = parent
      changes.append(.move(child, parent: parent, index: index))
    }
  }

  /// Takes a node out of the list that it is in; `end` follows when that is the list of `parent`.
  private mutating func detach(_ id: NodeID, in parent: NodeID, _ end: inout Int) {
    guard let old = parents[id], let place = current[old]?.firstIndex(of: id) else { return }
    current[old]?.remove(at: place)
    if old == parent, place < end { end -= 1 }
  }

  /// `isGone`: the node went already, and what is in it with it, but for what stays elsewhere.
  private mutating func removeTheRest(_ node: ResolvedNode, isGone: Bool = false) {
    for child in node.children {
      let stays = kept.contains(child.id)
      if !stays, !isGone, old[child.id] != nil { changes.append(.remove(child.id)) }
      removeTheRest(child, isGone: !stays)
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
