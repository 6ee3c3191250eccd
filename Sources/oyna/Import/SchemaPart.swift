import OynaValue

/// One schema inside a JSON Schema document: its members, and where it stands.
struct SchemaPart {
  /// Of an object schema; `true` has none.
  var members = ValueMap()
  /// The schema `false`: nothing is valid.
  var isNever = false
  /// JSON Pointer into the document.
  let pointer: String

  /// Nil for what is no schema.
  init?(_ value: Value, at pointer: String) {
    self.pointer = pointer
    switch value {
    case .map(let members): self.members = members
    case .bool(let isAnything): isNever = !isAnything
    default: return nil
    }
  }

  init(members: ValueMap, at pointer: String) {
    self.members = members
    self.pointer = pointer
  }

  subscript(name: String) -> Value? { members[name] }

  /// The schema `true`, or one that says nothing.
  var isAnything: Bool { !isNever && members.entries.isEmpty }

  func part(_ name: String) -> SchemaPart? {
    members[name].flatMap { SchemaPart($0, at: SchemaPointer.adding(name, to: pointer)) }
  }

  /// The schemas of a list such as `allOf`.
  func parts(_ name: String) -> [SchemaPart] {
    let place = SchemaPointer.adding(name, to: pointer)
    return (members[name]?.items ?? []).enumerated().compactMap { index, value in
      SchemaPart(value, at: "\(place)/\(index)")
    }
  }

  /// The schemas of an object such as `properties`, in order.
  func named(_ name: String) -> [(name: String, part: SchemaPart)] {
    let place = SchemaPointer.adding(name, to: pointer)
    return (members[name]?.members ?? []).compactMap { key, value in
      SchemaPart(value, at: SchemaPointer.adding(key, to: place)).map { (key, $0) }
    }
  }
}

/// JSON Pointers (RFC 6901).
enum SchemaPointer {
  static func adding(_ name: String, to pointer: String) -> String {
    let escaped = name.map { character -> String in
      switch character {
      case "~": "~0"
      case "/": "~1"
      default: String(character)
      }
    }
    return pointer + "/" + escaped.joined()
  }

  static func names(_ pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      var name = ""
      var rest = part[...]
      while let first = rest.popFirst() {
        guard first == "~", let next = rest.first, next == "0" || next == "1" else {
          name.append(first)
          continue
        }
        rest.removeFirst()
        name.append(next == "0" ? "~" : "/")
      }
      return name
    }
  }

  /// What a pointer leads to.
  static func find(_ pointer: String, in root: Value) -> Value? {
    var value = root
    for name in names(pointer) {
      switch value {
      case .map(let map):
        guard let next = map[name] else { return nil }
        value = next
      case .list(let list):
        guard let index = Int(name), list.indices.contains(index) else { return nil }
        value = list[index]
      default: return nil
      }
    }
    return value
  }

  /// What a pointer leads to in a text, or the nearest thing around it that is there.
  static func place(_ pointer: String, in root: JSON) -> Position {
    var json = root
    for name in names(pointer) {
      let next = json.kind == .array ? Int(name).flatMap { json.array?.element($0) } : json[name]
      guard let next else { break }
      json = next
    }
    return json.position
  }
}

extension JSON.Elements {
  fileprivate func element(_ index: Int) -> JSON? {
    index < 0 ? nil : dropFirst(index).first { _ in true }
  }
}

extension Value {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var items: [Value]? { if case .list(let list) = self { list } else { nil } }
  var map: ValueMap? { if case .map(let map) = self { map } else { nil } }
  var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }

  var members: [(String, Value)]? {
    map?.entries.compactMap { entry in entry.key.text.map { ($0, entry.value) } }
  }

  /// A number of JSON, exact.
  var number: DecimalNumber? {
    switch self {
    case .int(let int): DecimalNumber(int)
    case .decimal(let decimal): decimal
    default: nil
    }
  }

  static func object(_ members: KeyValuePairs<String, Value?>) -> Value {
    var map = ValueMap()
    for (name, value) in members {
      if let value { map.set(value, for: name) }
    }
    return .map(map)
  }

  /// As JSON, which is also how CEL writes it.
  var literal: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}
