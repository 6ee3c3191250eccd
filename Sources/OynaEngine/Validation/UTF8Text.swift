/// Text as UTF-8 bytes, read in place: rules over a secret make no `String` of it.
///
/// Bytes that are no UTF-8 count as U+FFFD, one for each byte that starts nothing.
struct UTF8Text {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Calls `body` for each scalar until it returns false.
  func forEachScalar(_ body: (Unicode.Scalar) -> Bool) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        if !body(scalar) { return }
      case .error:
        if !body("\u{FFFD}") { return }
      case .emptyInput:
        return
      }
    }
  }

  var scalarCount: Int {
    var count = 0
    forEachScalar { _ in
      count += 1
      return true
    }
    return count
  }

  var utf16Count: Int {
    var count = 0
    forEachScalar { scalar in
      count += scalar.value > 0xFFFF ? 2 : 1
      return true
    }
    return count
  }

  /// Grapheme clusters (UAX #29), as `String.count` counts them.
  var graphemeCount: Int {
    if let count = asciiGraphemeCount { return count }
    var recognizer = Unicode._CharacterRecognizer()
    var count = 0
    forEachScalar { scalar in
      if recognizer.hasBreak(before: scalar) || count == 0 { count += 1 }
      return true
    }
    return count
  }

  /// In ASCII only CR LF is a cluster of two.
  private var asciiGraphemeCount: Int? {
    var count = 0
    var previous: UInt8 = 0
    for byte in bytes {
      if byte >= 0x80 { return nil }
      if !(byte == 0x0A && previous == 0x0D) { count += 1 }
      previous = byte
    }
    return count
  }

  /// True when nothing but Unicode white space is there: what `required` calls empty.
  var isBlank: Bool {
    var blank = true
    forEachScalar { scalar in
      blank = scalar.properties.isWhitespace
      return blank
    }
    return blank
  }

  /// The bytes without leading and trailing ASCII white space.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = bytes.count
    while start < end, isASCIISpace(bytes[start]) { start += 1 }
    while end > start, isASCIISpace(bytes[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }
}

/// HTML's "ASCII white space".
func isASCIISpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
}

extension String {
  /// Lends the UTF-8 bytes of the text.
  func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(UTF8Text($0)) }
  }
}
