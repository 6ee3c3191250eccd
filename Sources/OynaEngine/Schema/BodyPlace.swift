import OynaValue

/// Where a value stands in a body with objects in it (`"submission": "nested"`).
///
/// A state key that begins with `/` is a JSON Pointer (RFC 6901) into the body, or into the row;
/// `/` alone is the row itself; any other key is a member of that name.
enum BodyPlace {
  /// The names of members from the outside in, unescaped; none for `/`.
  static func names(_ key: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    var isFirst = true
    for byte in key.utf8 {
      if isFirst, byte != UInt8(ascii: "/") { return [key] }
      if byte == UInt8(ascii: "/"), !isFirst {
        parts.append([])
      } else if !isFirst {
        parts[parts.count - 1].append(byte)
      }
      isFirst = false
    }
    if parts.count == 1, parts[0].isEmpty { return [] }
    return parts.map { unescaped($0) }
  }

  /// The pointer that a key is, or stands for: `/` with the names; `/` alone for the row itself.
  static func pointer(_ key: String) -> String {
    let names = names(key)
    if names.isEmpty { return "/" }
    var pointer = ""
    for name in names { append(name, to: &pointer) }
    return pointer
  }

  /// Adds a member's name to a pointer.
  static func append(_ name: String, to pointer: inout String) {
    var bytes = Array(pointer.utf8)
    bytes.append(UInt8(ascii: "/"))
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: bytes.append(byte)
      }
    }
    pointer = String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ part: [UInt8]) -> String {
    var bytes: [UInt8] = []
    var index = 0
    while index < part.count {
      let next = index + 1 < part.count ? part[index + 1] : 0
      if part[index] == UInt8(ascii: "~"), next == UInt8(ascii: "0") || next == UInt8(ascii: "1") {
        bytes.append(next == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        index += 2
      } else {
        bytes.append(part[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The objects of a nested body, built from its fields in document order.
final class BodyObject {
  /// Members in the order in which they came: a field's node, or an object of its own.
  private(set) var members: [(name: String, node: Int, object: BodyObject?)] = []
  /// The node that is the row itself; -1 when there is none.
  private(set) var whole = -1
  private var places: [String: Int] = [:]

  /// Puts a field at its place. False where a value and an object would be in one place.
  @discardableResult func insert(_ node: Int, at names: [String]) -> Bool {
    guard let last = names.last else {
      if whole >= 0 || !members.isEmpty { return false }
      whole = node
      return true
    }
    if whole >= 0 { return false }
    var object = self
    for name in names.dropLast() {
      guard let place = object.places[name] else {
        let inner = BodyObject()
        object.append((name, -1, inner))
        object = inner
        continue
      }
      guard let inner = object.members[place].object else { return false }
      object = inner
    }
    if object.places[last] != nil { return false }
    object.append((last, node, nil))
    return true
  }

  private func append(_ member: (name: String, node: Int, object: BodyObject?)) {
    places[member.name] = members.count
    members.append(member)
  }
}
