import OynaValue

/// What surrounds a component while the document is walked.
struct WalkContext {
  var parent = -1
  var role = Component.Role.body
  var place = 0
  var scope = ScopeIndex.screen
  var form = -1
  var step = -1
  /// The `repeating_group` around it.
  var isInRow = false
  /// What stands in a `load` comes and goes with its answers: it holds no input.
  var isInLoad = false
  var depth = 1
}

extension ScreenDecoder {
  /// First pass: every component in document order, with its id and its key.
  func walk() {
    if let members = object(root.member("state"), "state") {
      state = root["state"]
      for (name, _) in members { checkKey(name, at: root["state"]?[name] ?? root) }
    }
    if let body = root.member("body") {
      _ = visit(body, WalkContext())
    } else {
      missing(
        "body", of: "A screen", in: root, known: Vocabulary.screenMembers.map { $0.name })
    }
    declareScreenKeys()
  }

  /// One component and everything in it; nil when it is none.
  private func visit(_ json: JSON, _ context: WalkContext) -> Int? {
    guard let object = json.object else {
      error(
        .wrongType, "A component must be an object, not \(Self.describe(json)).", at: json)
      return nil
    }
    guard context.depth <= limits.depth else {
      error(.limit, "Components are nested deeper than the limit of \(limits.depth).", at: json)
      return nil
    }
    guard outlines.count < limits.components else {
      if !reachedComponentLimit {
        error(
          .limit, "The screen has more components than the limit of \(limits.components).",
          at: json)
      }
      reachedComponentLimit = true
      return nil
    }
    let members = ComponentMembers(object)
    let type = string(members.type, "type")
    if members.type == nil {
      missing("type", of: "A component", in: json, known: ComponentMembers.names)
    }
    if members.props != nil { _ = self.object(members.props, "props") }
    let index = outlines.count
    let entry = drawable(type, members, at: json)
    outlines.append(
      ComponentOutline(
        json: json, type: type ?? "", entry: entry, parent: context.parent, role: context.role,
        place: context.place, scope: context.scope, form: context.form, step: context.step,
        members: members))
    identify(index)
    var inner = context
    inner.parent = index
    inner.depth += 1
    if let entry {
      enter(entry, index, &inner)
      visitChildren(of: index, inner)
      visitSlots(of: index, inner)
    } else if type != nil {
      visitFallback(of: index, inner)
    }
    outlines[index].subtreeEnd = outlines.count
    return index
  }

  /// Gives a component its id: its own, or one made from its place.
  private func identify(_ index: Int) {
    let outline = outlines[index]
    if let json = outline.members.id, let id = string(json, "id") {
      if id.isEmpty { error(.badValue, "An `id` must not be empty.", at: json) }
      outlines[index].id = id
      outlines[index].hasOwnID = true
    } else {
      outlines[index].id = madeID(index)
    }
    let id = outlines[index].id
    guard let first = componentsByID[id] else {
      componentsByID[id] = ComponentIndex(index)
      return
    }
    // A fallback stands in the place of its component and may keep its id.
    if outline.role == .fallback, first.rawValue == outline.parent {
      componentsByID[id] = ComponentIndex(index)
      return
    }
    guard !isFull else { return }
    let place = outlines[first.rawValue].members.id ?? outlines[first.rawValue].json
    error(
      .duplicateID, "The id `\(id)` is taken: \(Self.at(place)) has it too.",
      at: outline.members.id ?? outline.json)
  }

  /// `body/0/2`: the place of a component without an id.
  private func madeID(_ index: Int) -> String {
    let outline = outlines[index]
    guard outline.parent >= 0 else { return "body" }
    let own = outline.role == .child ? String(outline.place) : outline.role.rawValue
    return madeID(outline.parent) + "/" + own
  }

  /// `line 3, column 5 (/body/children/0)`.
  static func at(_ place: JSON) -> String {
    let position = place.position
    return "line \(position.line), column \(position.column) (\(place.path))"
  }

  // MARK: - What a component opens for the components in it

  private func enter(_ entry: ComponentEntry, _ index: Int, _ context: inout WalkContext) {
    let json = outlines[index].json
    switch entry.kind {
    case .input(let kind):
      if context.isInLoad {
        error(
          .misplaced,
          "An input cannot stand in a `load`, whose content comes and goes with its answers.",
          at: json)
      }
      declareField(index, kind)
      guard kind == .repeatingGroup else { return }
      if context.isInRow {
        error(
          .misplaced, "A `repeating_group` cannot stand in a row of another one.", at: json)
      }
      context.scope = openScope(index, locals: ["index"])
      context.isInRow = true
    case .load:
      if context.isInRow || context.isInLoad {
        error(
          .misplaced, "A `load` cannot stand in a row of a group or in another `load`.", at: json)
      }
      context.scope = openScope(index, locals: ["data", "item", "index", "message"])
      context.isInLoad = true
    case .form:
      if context.form >= 0 {
        error(.misplaced, "A `form` cannot stand in another `form`.", at: json)
      }
      context.form = index
    case .layout, .content, .control, .wizard, .step, .service, .undoBar:
      break
    }
  }

  private func openScope(_ index: Int, locals: [String]) -> ScopeIndex {
    let scope = ScopeIndex(scopes.count)
    scopes.append(
      KeyScope(owner: ComponentIndex(index), parent: outlines[index].scope, keys: []))
    names.append([:])
    expressions.append([:])
    outlines[index].innerScope = scope
    for local in locals { declareLocal(local, scope) }
    return scope
  }

  private func visitChildren(of index: Int, _ context: WalkContext) {
    guard let list = array(outlines[index].members.children, "children") else { return }
    var children: [ComponentIndex] = []
    children.reserveCapacity(list.count)
    var context = context
    context.role = .child
    let isWizard = outlines[index].entry?.kind == .wizard
    for (place, json) in list.enumerated() {
      context.place = place
      // The component that is visited next takes this number: each child of a wizard is a step.
      if isWizard { context.step = outlines.count }
      if let child = visit(json, context) { children.append(ComponentIndex(child)) }
      if reachedComponentLimit { break }
    }
    outlines[index].children = children
  }

  private func visitSlots(of index: Int, _ context: WalkContext) {
    guard let roles = outlines[index].entry?.slots, !roles.isEmpty else { return }
    var slots = outlines[index].members.slots
    // `props` may hold them too: `load` is written both ways.
    for role in roles where !slots.contains(where: { $0.role == role }) {
      if let json = outlines[index].members.props?.member(role.rawValue) {
        slots.append((role, json))
      }
    }
    var context = context
    context.place = 0
    for (role, json) in slots where roles.contains(role) {
      context.role = role
      if let child = visit(json, context) {
        outlines[index].slots.append((role, ComponentIndex(child)))
      }
    }
  }

  private func visitFallback(of index: Int, _ context: WalkContext) {
    let outline = outlines[index]
    collectPhantomKeys(outline.json, scope: outline.scope)
    guard let json = outline.members.fallback else { return }
    var context = context
    context.role = .fallback
    context.place = 0
    if let child = visit(json, context) {
      outlines[index].slots.append((.fallback, ComponentIndex(child)))
    }
  }

  /// The keys that an unknown component would have declared.
  private func collectPhantomKeys(_ json: JSON, scope: ScopeIndex) {
    let props = json.member("props")
    if let key = props?.member("stateKey"), let name = key.string {
      let isSensitive =
        json.member("sensitive")?.bool == true || props?.member("sensitive")?.bool == true
      phantomKeys.append((name, isSensitive, key, scope))
    }
    guard let children = json.member("children")?.array else { return }
    for child in children { collectPhantomKeys(child, scope: scope) }
  }
}
