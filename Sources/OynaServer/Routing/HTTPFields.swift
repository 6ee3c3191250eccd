/// Header fields in the order that they came. Names compare without regard to case (RFC 9110 §5.1).
public struct HTTPFields: Sendable {
  /// All of them, as they came.
  public private(set) var fields: [(name: String, value: String)]

  /// Fields in their order.
  public init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

  /// The first field of this name; nil when there is none. `name` is in lower case.
  public subscript(name: String) -> String? {
    for field in fields where Self.equals(field.name, lowercased: name) { return field.value }
    return nil
  }

  /// Every value of this name, in order.
  public func values(_ name: String) -> [String] {
    fields.filter { Self.equals($0.name, lowercased: name) }.map(\.value)
  }

  /// The lists of every field of this name joined, as RFC 9110 §5.3 allows for list fields.
  public func list(_ name: String) -> String? {
    guard let place = fields.firstIndex(where: { Self.equals($0.name, lowercased: name) }) else {
      return nil
    }
    var list = fields[place].value
    for field in fields[(place + 1)...] where Self.equals(field.name, lowercased: name) {
      list += ", " + field.value
    }
    return list
  }

  /// Adds a field at the end; one of the same name stays.
  public mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  private static func equals(_ name: String, lowercased other: String) -> Bool {
    guard name.utf8.count == other.utf8.count else { return false }
    return zip(name.utf8, other.utf8).allSatisfy { byte, wanted in
      byte == wanted || (byte >= 0x41 && byte <= 0x5A && byte | 0x20 == wanted)
    }
  }
}
