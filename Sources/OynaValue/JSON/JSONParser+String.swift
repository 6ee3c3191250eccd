extension JSONParser {
  /// Reads the string at `at`, which is its opening quote, and leaves `at` after the closing one.
  @inline(__always)
  mutating func appendString(_ at: inout UnsafeMutablePointer<UInt8>) throws(Failure) {
    let quote = at
    at += 1
    let start = at
    let stop = try scanPlain(&at)
    if stop == UInt8(ascii: "\"") {
      guard at - start <= options.limits.stringBytes else {
        throw Failure(.stringTooLong, at: quote - text)
      }
      append(
        TapeEntry(
          .string, offset: quote - text,
          payload: TapeEntry.pair(low: start - text, high: at - start)))
    } else {
      try appendEscaped(quote: quote, &at)
    }
    at += 1
  }

  /// Moves to the first quote or backslash and returns it; refuses what no string may hold.
  ///
  /// Eight bytes at a time: in `special` the high bit of a byte is set when the byte is a quote,
  /// a backslash, under 0x20 or over 0x7F. A subtraction borrows only out of a byte that is itself
  /// flagged, so the lowest flag is exact. (The trick of Mycroft, "Determine if a word has a zero
  /// byte", 1987.)
  @inline(__always)
  private func scanPlain(_ at: inout UnsafeMutablePointer<UInt8>) throws(Failure) -> UInt8 {
    while true {
      let word = UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
      let quotes = word ^ 0x2222_2222_2222_2222
      let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let special =
        ((word &- 0x2020_2020_2020_2020) | (quotes &- 0x0101_0101_0101_0101)
          | (backslashes &- 0x0101_0101_0101_0101) | word) & 0x8080_8080_8080_8080
      if special == 0 {
        at += 8
        continue
      }
      at += special.trailingZeroBitCount &>> 3
      let byte = at[0]
      if byte >= 0x80 {
        // Text that is not Latin comes in runs.
        repeat { try skipScalar(&at) } while at[0] >= 0x80
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return byte }
      guard byte < 0x20 else { continue }
      throw Failure(at == text + count ? .endOfText : .controlCharacter, at: at - text)
    }
  }

  /// Moves over one scalar of two to four bytes; refuses what UTF-8 refuses (Unicode 16, table
  /// 3-7: no overlong form, no surrogate, nothing over U+10FFFF).
  @inline(__always)
  private func skipScalar(_ at: inout UnsafeMutablePointer<UInt8>) throws(Failure) {
    let first = at[0]
    let second = at[1]
    switch first {
    case 0xC2...0xDF:
      guard second & 0xC0 == 0x80 else { break }
      at += 2
      return
    case 0xE0...0xEF:
      let isSecondRight =
        switch first {
        case 0xE0: second & 0xE0 == 0xA0
        case 0xED: second & 0xE0 == 0x80
        default: second & 0xC0 == 0x80
        }
      guard isSecondRight, at[2] & 0xC0 == 0x80 else { break }
      at += 3
      return
    case 0xF0...0xF4:
      let isSecondRight =
        switch first {
        case 0xF0: second & 0xC0 == 0x80 && second >= 0x90
        case 0xF4: second & 0xF0 == 0x80
        default: second & 0xC0 == 0x80
        }
      guard isSecondRight, at[2] & 0xC0 == 0x80, at[3] & 0xC0 == 0x80 else { break }
      at += 4
      return
    default:
      break
    }
    throw Failure(.badUTF8, at: at - text)
  }

  // MARK: - Escapes

  /// Copies a string with escapes into the arena; `at` is its first backslash.
  private mutating func appendEscaped(
    quote: UnsafeMutablePointer<UInt8>, _ at: inout UnsafeMutablePointer<UInt8>
  ) throws(Failure) {
    let arena = self.arena ?? makeArena()
    let start = arena + arenaCount
    var out = start
    var from = quote + 1
    while true {
      out.update(from: from, count: at - from)
      out += at - from
      if at[0] == UInt8(ascii: "\"") { break }
      try unescape(&at, &out)
      from = at
      _ = try scanPlain(&at)
    }
    guard out - start <= options.limits.stringBytes else {
      throw Failure(.stringTooLong, at: quote - text)
    }
    append(
      TapeEntry(
        .escapedString, offset: quote - text,
        payload: TapeEntry.pair(low: arenaCount, high: out - start)))
    arenaCount += out - start
  }

  private mutating func makeArena() -> UnsafeMutablePointer<UInt8> {
    let arena = UnsafeMutablePointer<UInt8>.allocate(capacity: count + JSONDocument.padding)
    self.arena = arena
    return arena
  }

  /// Writes what the escape at `at` stands for and moves past it.
  private func unescape(
    _ at: inout UnsafeMutablePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) throws(Failure) {
    let escape = at
    switch at[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out[0] = at[1]
    case UInt8(ascii: "b"): out[0] = 0x08
    case UInt8(ascii: "f"): out[0] = 0x0C
    case UInt8(ascii: "n"): out[0] = 0x0A
    case UInt8(ascii: "r"): out[0] = 0x0D
    case UInt8(ascii: "t"): out[0] = 0x09
    case UInt8(ascii: "u"):
      var scalar = try hexadecimal(at + 2)
      at += 6
      switch scalar {
      case 0xD800...0xDBFF:
        guard at[0] == UInt8(ascii: "\\"), at[1] == UInt8(ascii: "u") else {
          throw surrogateFailure(escape, at)
        }
        let low = try hexadecimal(at + 2)
        guard 0xDC00...0xDFFF ~= low else { throw Failure(.loneSurrogate, at: escape - text) }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        at += 6
      case 0xDC00...0xDFFF:
        throw Failure(.loneSurrogate, at: escape - text)
      default:
        break
      }
      append(scalar, to: &out)
      return
    default:
      throw Failure(at + 1 == text + count ? .endOfText : .badEscape, at: at + 1 - text)
    }
    at += 2
    out += 1
  }

  /// A text that ends where a low surrogate may still come is truncated, not wrong.
  private func surrogateFailure(
    _ escape: UnsafeMutablePointer<UInt8>, _ at: UnsafeMutablePointer<UInt8>
  ) -> Failure {
    let next = at[0] == UInt8(ascii: "\\") ? at + 1 : at
    return next == text + count
      ? Failure(.endOfText, at: count) : Failure(.loneSurrogate, at: escape - text)
  }

  private func hexadecimal(_ at: UnsafeMutablePointer<UInt8>) throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      let digit: UInt8
      switch at[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = at[index] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = at[index] - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = at[index] - UInt8(ascii: "A") + 10
      default:
        throw Failure(
          at + index == text + count ? .endOfText : .badHexadecimal, at: at + index - text)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private func append(_ scalar: UInt32, to out: inout UnsafeMutablePointer<UInt8>) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F }
    switch scalar {
    case 0..<0x80:
      out[0] = UInt8(truncatingIfNeeded: scalar)
      out += 1
    case 0x80..<0x800:
      out[0] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
      out[1] = tail(0)
      out += 2
    case 0x800..<0x10000:
      out[0] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
      out[1] = tail(6)
      out[2] = tail(0)
      out += 3
    default:
      out[0] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
      out[1] = tail(12)
      out[2] = tail(6)
      out[3] = tail(0)
      out += 4
    }
  }
}
