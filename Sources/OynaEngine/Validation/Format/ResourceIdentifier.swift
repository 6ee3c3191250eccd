import OynaValue

/// Uniform and internationalized resource identifiers (RFC 3986, RFC 3987), checked by grammar in
/// one scan.
public enum ResourceIdentifier {
  /// Which identifiers count.
  public struct Kind: Sendable {
    /// Whether it may be relative: `/path`, `//host`, `?query`.
    let isReference: Bool
    /// Whether letters beyond ASCII may stand unescaped.
    let isInternational: Bool

    /// `uri`: with a scheme.
    public static let uri = Kind(isReference: false, isInternational: false)
    /// `uri-reference`.
    public static let uriReference = Kind(isReference: true, isInternational: false)
    /// `iri`: with a scheme.
    public static let iri = Kind(isReference: false, isInternational: true)
    /// `iri-reference`.
    public static let iriReference = Kind(isReference: true, isInternational: true)
  }

  /// Whether a text is an identifier of a kind.
  public static func isValid(_ text: String, _ kind: Kind) -> Bool {
    text.passes { isValid($0, kind) }
  }

  static func isValid(_ text: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> Bool {
    var rest = text
    let scheme = schemeLength(text)
    if let scheme {
      rest = text.part(from: scheme + 1)
    } else if !kind.isReference {
      return false
    }
    let check = Check(isInternational: kind.isInternational)
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard check.allows(rest.part(from: hash + 1), .fragment) else { return false }
      rest = rest.part(0..<hash)
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard check.allows(rest.part(from: mark + 1), .query) else { return false }
      rest = rest.part(0..<mark)
    }
    if rest.count >= 2, rest[0] == UInt8(ascii: "/"), rest[1] == UInt8(ascii: "/") {
      let end = rest[2...].firstIndex(of: UInt8(ascii: "/")) ?? rest.count
      guard check.isAuthority(rest.part(2..<end)) else { return false }
      rest = rest.part(from: end)
    } else if scheme == nil {
      // A colon in the first segment would have made it a scheme (RFC 3986 §4.2).
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.count
      guard !rest[..<end].contains(UInt8(ascii: ":")) else { return false }
    }
    return check.allows(rest, .path)
  }

  /// The length of the scheme before its colon; nil when there is none.
  static func schemeLength(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = text.first, CharacterClass.isLetter(first) else { return nil }
    for (place, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: ":"): return place
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      default:
        guard CharacterClass.isAlphanumeric(byte) else { return nil }
      }
    }
    return nil
  }

  // MARK: - Characters

  private enum Part {
    case userInfo, host, path, query, fragment, zone
  }

  private struct Check {
    let isInternational: Bool

    func isAuthority(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      var host = text
      if let at = text.lastIndex(of: UInt8(ascii: "@")) {
        guard allows(text.part(0..<at), .userInfo) else { return false }
        host = text.part(from: at + 1)
      }
      if host.first == UInt8(ascii: "[") {
        guard let end = host.lastIndex(of: UInt8(ascii: "]")) else { return false }
        return isLiteral(host.part(1..<end)) && isPort(host.part(from: end + 1))
      }
      let end = host.firstIndex(of: UInt8(ascii: ":")) ?? host.count
      return isName(host.part(0..<end)) && isPort(host.part(from: end))
    }

    /// Nothing, or a colon and any digits (RFC 3986 §3.2.3 sets no bound).
    private func isPort(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      text.isEmpty
        || text[0] == UInt8(ascii: ":") && text[1...].allSatisfy(CharacterClass.isDigit)
    }

    /// A registered name; what it escapes must be UTF-8 (RFC 3986 §3.2.2).
    private func isName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      guard allows(text, .host) else { return false }
      guard text.contains(UInt8(ascii: "%")) else { return true }
      return isUTF8Unescaped(text)
    }

    private func isUTF8Unescaped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      var bytes: [UInt8] = []
      var index = 0
      while index < text.count {
        if text[index] == UInt8(ascii: "%") {
          bytes.append(hexadecimal(text[index + 1]) << 4 | hexadecimal(text[index + 2]))
          index += 3
        } else {
          bytes.append(text[index])
          index += 1
        }
      }
      return String(validUTF8: bytes) != nil
    }

    private func hexadecimal(_ byte: UInt8) -> UInt8 {
      CharacterClass.isDigit(byte) ? byte & 0xF : (byte & 0xF) + 9
    }

    /// What stands in brackets: an address of version 6, perhaps with a zone after `%25`
    /// (RFC 6874), or a future version `v1.x`.
    private func isLiteral(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      if let first = text.first, first | 0x20 == UInt8(ascii: "v") {
        guard let dot = text.firstIndex(of: UInt8(ascii: ".")), dot > 1, dot + 1 < text.count else {
          return false
        }
        return text[1..<dot].allSatisfy(CharacterClass.isHexadecimal)
          && text[(dot + 1)...].allSatisfy {
            isUnreserved($0) || isSubDelimiter($0) || $0 == UInt8(ascii: ":")
          }
      }
      guard let percent = text.firstIndex(of: UInt8(ascii: "%")) else {
        return InternetAddress.isIPv6(text)
      }
      let zone = text.part(from: percent)
      guard zone.count > 3, zone[1] == UInt8(ascii: "2"), zone[2] == UInt8(ascii: "5") else {
        return false
      }
      let name = zone.part(from: 3)
      return InternetAddress.isIPv6(text.part(0..<percent)) && allows(name, .zone)
        && isUTF8Unescaped(name)
    }

    func allows(_ text: UnsafeBufferPointer<UInt8>, _ part: Part) -> Bool {
      var index = 0
      while index < text.count {
        let byte = text[index]
        if byte == UInt8(ascii: "%") {
          guard index + 2 < text.count, CharacterClass.isHexadecimal(text[index + 1]),
            CharacterClass.isHexadecimal(text[index + 2])
          else { return false }
          index += 3
        } else if byte >= 0x80 {
          guard isInternational, let width = wideWidth(text, index, part) else { return false }
          index += width
        } else {
          guard isUnreserved(byte) || part != .zone && isAllowed(byte, part) else { return false }
          index += 1
        }
      }
      return true
    }

    private func isAllowed(_ byte: UInt8, _ part: Part) -> Bool {
      if isSubDelimiter(byte) { return true }
      switch byte {
      case UInt8(ascii: ":"): return part != .host
      case UInt8(ascii: "@"): return part != .host && part != .userInfo
      case UInt8(ascii: "/"): return part == .path || part == .query || part == .fragment
      case UInt8(ascii: "?"): return part == .query || part == .fragment
      default: return false
      }
    }

    private func isUnreserved(_ byte: UInt8) -> Bool {
      if CharacterClass.isAlphanumeric(byte) { return true }
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
      default: return false
      }
    }

    private func isSubDelimiter(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","),
        UInt8(ascii: ";"), UInt8(ascii: "="):
        return true
      default: return false
      }
    }

    /// The width of a character beyond ASCII that RFC 3987 §2.2 allows: `ucschar`, and in a query
    /// `iprivate`.
    private func wideWidth(
      _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ part: Part
    ) -> Int? {
      var bytes = text.part(from: index).makeIterator()
      var decoder = UTF8()
      guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
      let isPlain: Bool
      switch scalar.value {
      case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: isPlain = true
      case 0x10000...0xDFFFD: isPlain = scalar.value & 0xFFFE != 0xFFFE
      case 0xE1000...0xEFFFD: isPlain = true
      case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: isPlain = part == .query
      default: isPlain = false
      }
      return isPlain ? UTF8.width(scalar) : nil
    }
  }
}
