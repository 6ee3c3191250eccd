/// A strong validator of some bytes (RFC 9110 §8.8.3): the same bytes, the same tag, on every
/// instance and after every restart.
struct EntityTag: Sendable, Hashable {
  /// In quotes, as it stands in the header.
  let text: String

  init(of bytes: [UInt8]) {
    let digest = bytes.withUnsafeBytes { Digest.sha256($0) }
    text = "\"\(Digest.hex(digest.prefix(16)))\""
  }

  /// Whether an `If-None-Match` header names this tag. Weak and strong compare equal here
  /// (RFC 9110 §13.1.2).
  func isNamed(in header: String) -> Bool {
    if header == text { return true }
    return header.split(separator: ",").contains { item in
      var tag = item.drop { $0 == " " || $0 == "\t" }
      while tag.last == " " || tag.last == "\t" { tag.removeLast() }
      if tag == "*" { return true }
      if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
      return tag == text
    }
  }
}
