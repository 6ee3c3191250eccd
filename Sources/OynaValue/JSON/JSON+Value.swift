extension JSON {
  /// The value, apart from its document: an integer of 64 bits is `int`, any other number is
  /// `decimal` with its digits as written; the last of duplicate keys counts, at the first's
  /// place.
  ///
  /// Recursion is bounded by the depth limit that the document was read with (at most 1,024).
  public var value: Value {
    switch entry.kind {
    case .null:
      return .null
    case .true:
      return .bool(true)
    case .false:
      return .bool(false)
    case .int:
      return .int(entry.int)
    case .decimal:
      return .decimal(
        DecimalNumber(uncheckedText: String(decoding: document.numberBytes(index), as: UTF8.self)))
    case .string, .escapedString:
      return .string(String(decoding: document.stringBytes(index), as: UTF8.self))
    case .array:
      return .list(Elements(document: document, container: index).map { $0.value })
    case .object:
      var map = ValueMap()
      map.reserveCapacity(entry.high)
      for (key, member) in Members(document: document, container: index) {
        map.set(member.value, for: .string(key))
      }
      return .map(map)
    }
  }
}
