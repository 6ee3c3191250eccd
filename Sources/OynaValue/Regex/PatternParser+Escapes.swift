extension PatternParser {
  /// Reads a backslash outside of a class and what belongs to it.
  mutating func parseBackslash() throws(Failure) {
    guard position + 1 < end else {
      throw Failure(
        .trailingBackslash, at: position, "The pattern ends with a backslash.",
        "Write `\\\\` for the character itself.")
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "b"):
      builder.appendAssertion(.wordBoundary)
    case UInt8(ascii: "B"):
      builder.appendAssertion(.noWordBoundary)
    case UInt8(ascii: "A"):
      builder.appendAssertion(.beginText)
    case UInt8(ascii: "z"):
      builder.appendAssertion(.endText)
    case UInt8(ascii: "C"):
      builder.appendByte(0, 0xFF)
    case UInt8(ascii: "Q"):
      position += 2
      return try parseQuotation()
    case UInt8(ascii: "p"), UInt8(ascii: "P"):
      set.removeAll()
      try parseUnicodeClass()
      set.normalize()
      return builder.appendClass(set)
    default:
      set.removeAll()
      if parsePerlClass() { return builder.appendClass(set) }
      return appendLiteral(try parseEscape())
    }
    position += 2
  }

  /// Reads the literals after `\Q` up to `\E` or the end.
  private mutating func parseQuotation() throws(Failure) {
    while position < end {
      if starts(with: "\\E") {
        position += 2
        return
      }
      appendLiteral(scalar())
      if builder.isTooLarge { return }
    }
  }

  /// Reads `\d`, `\s`, `\w` or their negations and adds them to `set`; false when there is none.
  mutating func parsePerlClass() -> Bool {
    guard position + 1 < end, bytes[position] == UInt8(ascii: "\\") else { return false }
    let letter = bytes[position + 1]
    let name: AsciiClass
    switch letter | 0x20 {
    case UInt8(ascii: "d"): name = .digit
    case UInt8(ascii: "s"): name = .perlSpace
    case UInt8(ascii: "w"): name = .word
    default: return false
    }
    position += 2
    insert(name, isNegated: letter & 0x20 == 0)
    return true
  }

  /// Reads one escaped scalar: `\n`, `\x{1F600}`, `\101`, `\.`.
  mutating func parseEscape() throws(Failure) -> UInt32 {
    let start = position
    guard position + 1 < end else {
      throw Failure(
        .trailingBackslash, at: position, "The pattern ends with a backslash.",
        "Write `\\\\` for the character itself.")
    }
    let byte = bytes[position + 1]
    position += 2
    switch byte {
    case UInt8(ascii: "1")...UInt8(ascii: "7"):
      // One digit alone would be a back-reference.
      guard position < end, case 0x30...0x37 = bytes[position] else {
        throw backReference(start)
      }
      return octal(byte)
    case UInt8(ascii: "0"):
      return octal(byte)
    case UInt8(ascii: "8"), UInt8(ascii: "9"):
      throw backReference(start)
    case UInt8(ascii: "x"):
      return try hexadecimal(start)
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "v"): return 0x0B
    default:
      let isLetterOrDigit = byte != UInt8(ascii: "_") && RegularExpression.Assertions.isWord(byte)
      if byte < 0x80 && !isLetterOrDigit { return UInt32(byte) }
      position = start + 1
      _ = scalar()
      throw Failure(
        .unknownEscape, at: start, "`\(text(start, position))` is no escape of RE2 syntax.",
        byte == UInt8(ascii: "Z")
          ? "Write `\\z` for the end of the text."
          : "Write `\(text(start + 1, position))` for the character itself.")
    }
  }

  private func backReference(_ start: Int) -> Failure {
    Failure(
      .backReference, at: start,
      "A back-reference (`\(text(start, start + 2))`) is not possible in linear time.",
      "Compare the two texts by a rule of its own; an octal escape has two digits or more.")
  }

  /// Up to two digits more after the first.
  private mutating func octal(_ first: UInt8) -> UInt32 {
    var point = UInt32(first - 0x30)
    for _ in 0..<2 {
      guard position < end, case 0x30...0x37 = bytes[position] else { break }
      point = point * 8 + UInt32(bytes[position] - 0x30)
      position += 1
    }
    return point
  }

  private mutating func hexadecimal(_ start: Int) throws(Failure) -> UInt32 {
    if position < end && bytes[position] == UInt8(ascii: "{") {
      position += 1
      let digits = position
      var point: UInt32 = 0
      while position < end, let digit = Self.hexDigit(bytes[position]) {
        point = point * 16 + digit
        position += 1
        guard point <= ScalarSet.last else {
          throw Failure(
            .unknownEscape, at: start, "`\(text(start, position))` is beyond Unicode.",
            "The last code point is `\\x{10FFFF}`.")
        }
      }
      guard position > digits, position < end, bytes[position] == UInt8(ascii: "}") else {
        throw unknownHexadecimal(start)
      }
      position += 1
      return point
    }
    guard position + 1 < end, let high = Self.hexDigit(bytes[position]),
      let low = Self.hexDigit(bytes[position + 1])
    else { throw unknownHexadecimal(start) }
    position += 2
    return high * 16 + low
  }

  private func unknownHexadecimal(_ start: Int) -> Failure {
    Failure(
      .unknownEscape, at: start,
      "`\(text(start, position))` is no whole hexadecimal escape.",
      "Write two digits, `\\x7F`, or any number in braces, `\\x{1F600}`.")
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }
}
