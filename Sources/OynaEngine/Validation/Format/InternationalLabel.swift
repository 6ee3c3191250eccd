/// One label of an international host name (IDNA 2008: RFC 5890, 5891, 5892).
///
/// Which characters a label may hold is derived from Unicode's properties by the rules of RFC 5892
/// §2 and §3, not from a list of them.
enum InternationalLabel {
  /// Whether a label starts with `xn--`, in any case.
  static func isEncoded(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    label.count >= 4 && label[0] | 0x20 == UInt8(ascii: "x") && label[1] | 0x20 == UInt8(ascii: "n")
      && label[2] == UInt8(ascii: "-") && label[3] == UInt8(ascii: "-")
  }

  /// Whether an encoded label decodes to a right one that encodes to it again.
  static func isRight(encoded label: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = label.part(from: 4).map { CharacterClass.isCapital($0) ? $0 | 0x20 : $0 }
    guard let scalars = Punycode.decode(digits), scalars.contains(where: { !$0.isASCII }),
      Punycode.encode(scalars) == digits
    else { return false }
    return isRight(scalars)
  }

  /// The length in bytes of a label in its ASCII form; nil when the label is not right.
  static func encodedLength(_ scalars: [Unicode.Scalar]) -> Int? {
    // An encoding is never shorter than the label; and encoding takes quadratic time.
    guard scalars.count <= 63 else { return nil }
    guard scalars.allSatisfy({ $0.isASCII }) else {
      guard isRight(scalars) else { return nil }
      let length = 4 + Punycode.encode(scalars).count
      return length <= 63 ? length : nil
    }
    let bytes = scalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return bytes.withUnsafeBufferPointer { label in
      guard Hostname.isLabel(label) else { return nil }
      return !isEncoded(label) || isRight(encoded: label) ? label.count : nil
    }
  }

  /// RFC 5891 §4.2.3: hyphens, a mark at the start, and each character in its context.
  private static func isRight(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first, first != "-", scalars.last != "-", !isMark(first) else {
      return false
    }
    if scalars.count >= 4, scalars[2] == "-", scalars[3] == "-" { return false }
    return scalars.indices.allSatisfy { place in
      switch status(scalars[place]) {
      case .allowed: true
      case .disallowed: false
      case .inContext: isInContext(place, scalars)
      }
    }
  }

  // MARK: - Characters

  private enum Status {
    case allowed, disallowed, inContext
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// RFC 5892 §3.
  private static func status(_ scalar: Unicode.Scalar) -> Status {
    if let exception = exception(scalar) { return exception }
    switch scalar.value {
    case 0x2D, 0x30...0x39, 0x61...0x7A: return .allowed
    case 0x200C, 0x200D: return .inContext
    // Combining marks for symbols, musical symbols (IgnorableBlocks); old Hangul jamo.
    case 0x20D0...0x20FF, 0x1D100...0x1D24F, 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF:
      return .disallowed
    default: break
    }
    let properties = scalar.properties
    if properties.changesWhenNFKCCaseFolded || properties.isWhitespace
      || properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    {
      return .disallowed
    }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter,
      .nonspacingMark, .spacingMark:
      return .allowed
    default:
      return .disallowed
    }
  }

  /// RFC 5892 §2.6.
  private static func exception(_ scalar: Unicode.Scalar) -> Status? {
    switch scalar.value {
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: .allowed
    case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9: .inContext
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: .disallowed
    default: nil
    }
  }

  // MARK: - Context

  /// RFC 5892, appendix A.
  private static func isInContext(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    let before = place > 0 ? scalars[place - 1] : nil
    let after = place + 1 < scalars.count ? scalars[place + 1] : nil
    switch scalars[place].value {
    case 0x200C: return isVirama(before) || joins(place, scalars)
    case 0x200D: return isVirama(before)
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return after.map { UnicodeRanges.greek.contains($0) } ?? false
    case 0x5F3, 0x5F4: return before.map { UnicodeRanges.hebrew.contains($0) } ?? false
    case 0x30FB: return scalars.contains { UnicodeRanges.japanese.contains($0) }
    case 0x660...0x669: return !scalars.contains { (0x6F0...0x6F9) ~= $0.value }
    default: return !scalars.contains { (0x660...0x669) ~= $0.value }
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == .virama
  }

  /// Whether the characters around a zero width non-joiner would join without it.
  private static func joins(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    guard let before = scalars[..<place].last(where: { !isTransparent($0) }),
      let after = scalars[(place + 1)...].first(where: { !isTransparent($0) })
    else { return false }
    return UnicodeRanges.joinsNext.contains(before) && UnicodeRanges.joinsPrevious.contains(after)
  }

  /// Joining type T: marks above and below, and format characters.
  private static func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value != 0x200C, scalar.value != 0x200D else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }
}
