/// Identifiers of rows: UUID version 7 (RFC 9562 §5.7), which sort by the time they were made.
enum UniqueIdentifier {
  /// - Parameter now: milliseconds since 1970.
  /// - Returns: nil when the system has no random bytes.
  static func text(now: Int64) -> String? {
    guard var bytes = Digest.random(16) else { return nil }
    for place in 0..<6 {
      bytes[place] = UInt8(truncatingIfNeeded: now >> Int64(8 * (5 - place)))
    }
    bytes[6] = bytes[6] & 0x0F | 0x70
    bytes[8] = bytes[8] & 0x3F | 0x80
    let hex = Array(Digest.hex(bytes))
    let groups = [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]]
    return groups.map { String($0) }.joined(separator: "-")
  }
}
