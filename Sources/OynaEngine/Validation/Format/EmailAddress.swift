/// Electronic mail addresses: one grammar for the `email` rule, and RFC 5321's for who needs it.
///
/// Each is one scan from left to right, without a regular expression, so no text is slow.
public enum EmailAddress {
  /// The `email` rule (DESIGN §4): white space around is ignored; then an address as HTML's
  /// `<input type=email>` takes it, of at most 254 bytes, 64 before the `@` (RFC 5321 §4.5.3.1,
  /// with erratum 1690). `a@b` is an address; `"a b"@c.uz` and letters beyond ASCII are not.
  public static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let address = text.trimmed
    guard address.count <= 254, let at = address.firstIndex(of: UInt8(ascii: "@")), at <= 64 else {
      return false
    }
    return isHTMLAddress(address)
  }

  /// The `email` rule.
  public static func isValid(_ text: String) -> Bool { text.passes(isValid) }

  /// The value that the `email` rule submits: without white space around.
  public static func normalized(_ text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
  }

  /// A valid e-mail address of the HTML Standard (§4.10.5.1.5): no cap on the whole length, no
  /// trimming.
  public static func isHTMLAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let at = text.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    for byte in text.part(0..<at) where !isAtom(byte) && byte != UInt8(ascii: ".") { return false }
    return Hostname.areLabels(text.part(from: at + 1))
  }

  /// A valid e-mail address of the HTML Standard.
  public static func isHTMLAddress(_ text: String) -> Bool { text.passes(isHTMLAddress) }

  // MARK: - RFC 5321

  /// A mailbox of RFC 5321 §4.1.2 (what JSON Schema's `email` means): dots between atoms only, a
  /// quoted local part, an address literal after the `@`. With `isInternational`, RFC 6531's:
  /// letters beyond ASCII on both sides (`idn-email`).
  public static func isMailbox(_ text: String, isInternational: Bool = false) -> Bool {
    text.passes { isMailbox($0, isInternational: isInternational) }
  }

  private static func isMailbox(
    _ text: UnsafeBufferPointer<UInt8>, isInternational: Bool
  ) -> Bool {
    guard let at = endOfLocalPart(text, isInternational), at > 0, at <= 64, at < text.count,
      text[at] == UInt8(ascii: "@")
    else { return false }
    let domain = text.part(from: at + 1)
    if domain.first == UInt8(ascii: "[") { return isAddressLiteral(domain) }
    guard isInternational, domain.contains(where: { $0 >= 0x80 }) else {
      return domain.count <= 255 && Hostname.areLabels(domain)
    }
    return Hostname.isInternational(String(decoding: domain, as: UTF8.self))
  }

  /// Where the local part ends: a dot string or a quoted string. Nil when it is neither.
  private static func endOfLocalPart(
    _ text: UnsafeBufferPointer<UInt8>, _ isInternational: Bool
  ) -> Int? {
    func isWide(_ byte: UInt8) -> Bool { isInternational && byte >= 0x80 }
    if text.first == UInt8(ascii: "\"") {
      var index = 1
      while index < text.count {
        switch text[index] {
        case UInt8(ascii: "\""): return index + 1
        case UInt8(ascii: "\\"):
          guard index + 1 < text.count, (0x20...0x7E) ~= text[index + 1] else { return nil }
          index += 2
        case 0x20...0x7E: index += 1
        case let byte where isWide(byte): index += 1
        default: return nil
        }
      }
      return nil
    }
    var index = 0
    var atomStart = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        guard index > atomStart else { return nil }
        atomStart = index + 1
      } else if !isAtom(byte) && !isWide(byte) {
        break
      }
      index += 1
    }
    return index > atomStart ? index : nil
  }

  /// `[192.0.2.1]` or `[IPv6:2001:db8::1]`; a general literal needs a registered tag, of which
  /// there is none.
  private static func isAddressLiteral(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count > 2, text[text.count - 1] == UInt8(ascii: "]") else { return false }
    let address = text.part(1..<(text.count - 1))
    let tag: StaticString = "ipv6:"
    guard address.count > 5,
      address.prefix(5).elementsEqual(
        UnsafeBufferPointer(start: tag.utf8Start, count: 5), by: { $0 | 0x20 == $1 | 0x20 })
    else { return InternetAddress.isIPv4(address) }
    return InternetAddress.isIPv6(address.part(from: 5))
  }

  /// `atext` of RFC 5322 §3.2.3.
  private static func isAtom(_ byte: UInt8) -> Bool {
    if CharacterClass.isAlphanumeric(byte) { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "?"), UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      return true
    default:
      return false
    }
  }
}
