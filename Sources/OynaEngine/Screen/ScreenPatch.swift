import OynaValue

/// A patch applied to a screen's document: by component identity, whole or not at all.
///
/// The document is edited as a value and decoded anew, so a patched screen is checked exactly as
/// any other; what stays keeps its state because its ids and keys stay.
struct ScreenPatch {
  private var document: ValueMap
  private var body: Value

  private static let slots = ["fallback", "skeleton", "content", "empty", "error"]

  /// - Throws: the first operation that cannot be done, or why the patched screen is refused.
  static func apply(
    _ operations: [PatchOperation], to screen: Screen
  ) throws(Diagnostic) -> Screen {
    var patch = try ScreenPatch(screen)
    for (place, operation) in operations.enumerated() { try patch.apply(operation, place) }
    patch.document.set(patch.body, for: "body")
    var writer = JSONWriter()
    writer.value(.map(patch.document))
    return try Screen(decoding: try JSON.parse(writer.bytes), extensions: screen.extensions)
  }

  private init(_ screen: Screen) throws(Diagnostic) {
    guard case .map(let map) = screen.source.value, let body = map["body"] else {
      throw Diagnostic(.error, Diagnostic.Code("patch-refused"), "The screen has no document.")
    }
    document = map
    self.body = body
  }

  private mutating func apply(_ operation: PatchOperation, _ place: Int) throws(Diagnostic) {
    switch operation {
    case .insert(let parent, let index, let component):
      try insert(component, into: parent, at: index, place)
    case .remove(let id):
      _ = try take(id, place)
    case .replace(let id, let component):
      try edit(id, place) { $0 = component }
    case .move(let id, let parent, let index):
      let component = try take(id, place)
      try insert(component, into: parent, at: index, place)
    case .set(let id, let props):
      try edit(id, place) { component in
        guard case .map(var map) = component else { return }
        var merged = ValueMap()
        if case .map(let old)? = map["props"] { merged = old }
        for entry in props.entries {
          if entry.value.isNull {
            _ = merged.removeValue(for: entry.key)
          } else {
            merged.set(entry.value, for: entry.key)
          }
        }
        map.set(.map(merged), for: "props")
        component = .map(map)
      }
    }
  }

  private mutating func insert(
    _ component: Value, into parent: String, at index: Int?, _ place: Int
  ) throws(Diagnostic) {
    var isInside = false
    try edit(parent, place) { container in
      guard case .map(var map) = container else { return }
      var children: [Value] = []
      if case .list(let list)? = map["children"] { children = list }
      let target = index ?? children.count
      guard (0...children.count).contains(target) else { return }
      children.insert(component, at: target)
      map.set(.list(children), for: "children")
      container = .map(map)
      isInside = true
    }
    if !isInside {
      throw Self.refused("“\(parent)” has no place \(index ?? 0) among its children", place)
    }
  }

  private mutating func edit(
    _ id: String, _ place: Int, _ change: (inout Value) -> Void
  ) throws(Diagnostic) {
    guard Self.edit(&body, path: "body", id: id, change) else {
      throw Self.refused("there is no component “\(id)”", place)
    }
  }

  private mutating func take(_ id: String, _ place: Int) throws(Diagnostic) -> Value {
    guard let taken = Self.take(&body, path: "body", id: id) else {
      throw Self.refused("there is no component “\(id)” inside the body", place)
    }
    return taken
  }

  private static func refused(_ reason: String, _ place: Int) -> Diagnostic {
    Diagnostic(
      .error, Diagnostic.Code("patch-refused"),
      "The patch is refused whole: at operation \(place) \(reason).", path: "/patch/\(place)")
  }

  // MARK: - Finding a component

  /// A component's id: its own, or made from its place as the decoder makes it.
  private static func isComponent(_ map: ValueMap, path: String, id: String) -> Bool {
    if case .string(let own)? = map["id"] { return own == id }
    return path == id
  }

  private static func edit(
    _ component: inout Value, path: String, id: String, _ change: (inout Value) -> Void
  ) -> Bool {
    guard case .map(var map) = component else { return false }
    if isComponent(map, path: path, id: id) {
      change(&component)
      return true
    }
    if case .list(var children)? = map["children"] {
      for place in children.indices
      where edit(&children[place], path: "\(path)/\(place)", id: id, change) {
        map.set(.list(children), for: "children")
        component = .map(map)
        return true
      }
    }
    for slot in slots {
      guard var inner = map[slot], edit(&inner, path: "\(path)/\(slot)", id: id, change) else {
        continue
      }
      map.set(inner, for: slot)
      component = .map(map)
      return true
    }
    return false
  }

  private static func take(_ component: inout Value, path: String, id: String) -> Value? {
    guard case .map(var map) = component else { return nil }
    if case .list(var children)? = map["children"] {
      for place in children.indices {
        let childPath = "\(path)/\(place)"
        var taken: Value?
        if case .map(let child) = children[place], isComponent(child, path: childPath, id: id) {
          taken = children.remove(at: place)
        } else {
          taken = take(&children[place], path: childPath, id: id)
        }
        if let taken {
          map.set(.list(children), for: "children")
          component = .map(map)
          return taken
        }
      }
    }
    for slot in slots {
      guard var inner = map[slot], let taken = take(&inner, path: "\(path)/\(slot)", id: id) else {
        continue
      }
      map.set(inner, for: slot)
      component = .map(map)
      return taken
    }
    return nil
  }
}
