/// Addresses of pages: what the `url` rule accepts.
public enum WebAddress {
  /// The `url` rule: white space around is ignored; then `http://` or `https://`, in any case, a
  /// host that has a name, and the rest as RFC 3987 writes it, at most 2,048 bytes. Names and
  /// paths may hold letters beyond ASCII. A name and password before the host are refused: they
  /// are how an address pretends to lead elsewhere.
  public static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let address = text.trimmed
    guard address.count <= 2048, ResourceIdentifier.isValid(address, .iri),
      let scheme = ResourceIdentifier.schemeLength(address), isWeb(address.part(0..<scheme))
    else { return false }
    let rest = address.part(from: scheme + 1)
    guard rest.count > 2, rest[0] == UInt8(ascii: "/"), rest[1] == UInt8(ascii: "/") else {
      return false
    }
    let end = rest[2...].firstIndex { isEnd($0) } ?? rest.count
    return isHost(rest.part(2..<end))
  }

  /// The `url` rule.
  public static func isValid(_ text: String) -> Bool { text.passes(isValid) }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isWeb(_ scheme: UnsafeBufferPointer<UInt8>) -> Bool {
    let name: StaticString = "https"
    guard scheme.count == 4 || scheme.count == 5 else { return false }
    for (place, byte) in scheme.enumerated() where byte | 0x20 != name.utf8Start[place] {
      return false
    }
    return true
  }

  /// A name, an address of version 4 or one of version 6 in brackets, perhaps with a port of at
  /// most 65535. None of them holds the `@` of a name and password.
  private static func isHost(_ authority: UnsafeBufferPointer<UInt8>) -> Bool {
    var host = authority
    if let colon = authority.lastIndex(of: UInt8(ascii: ":")),
      authority.last != UInt8(ascii: "]")
    {
      guard isPort(authority.part(from: colon + 1)) else { return false }
      host = authority.part(0..<colon)
    }
    if host.first == UInt8(ascii: "[") { return true }
    if host.contains(where: { $0 >= 0x80 }) {
      return Hostname.isInternational(String(decoding: host, as: UTF8.self))
    }
    return Hostname.isHost(host) || InternetAddress.isIPv4(host)
  }

  private static func isPort(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (1...5) ~= digits.count else { return false }
    var port = 0
    for byte in digits { port = port * 10 + CharacterClass.digit(byte) }
    return port <= 65_535
  }
}
