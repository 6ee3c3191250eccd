/// Classes of ASCII bytes that the formats share.
enum CharacterClass {
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") <= 25 }
  static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") <= 25 }
  static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") <= 5
  }

  /// The value of a digit; 255 or so for what is none.
  static func digit(_ byte: UInt8) -> Int { Int(byte &- UInt8(ascii: "0")) }

  /// The number that the digits of a range write; nil when one is no digit or the text ends first.
  static func number(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.upperBound <= text.count else { return nil }
    var value = 0
    for place in range {
      guard isDigit(text[place]) else { return nil }
      value = value * 10 + digit(text[place])
    }
    return value
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// The bytes of a range, without copying.
  func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[range])
  }

  func part(from start: Int) -> UnsafeBufferPointer<UInt8> { part(start..<count) }

  /// Without Unicode white space at either end.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = count
    while start < end, case let width = spaceWidth(at: start, end), width > 0 { start += width }
    trimming: while end > start {
      for width in 1...3 where end - width >= start && spaceWidth(at: end - width, end) == width {
        end -= width
        continue trimming
      }
      break
    }
    return part(start..<end)
  }

  /// Bytes of the white space (Unicode `White_Space`) at a place; 0 when there is none.
  private func spaceWidth(at place: Int, _ end: Int) -> Int {
    switch self[place] {
    case 0x09...0x0D, 0x20: return 1
    case 0xC2 where place + 1 < end:
      return self[place + 1] == 0x85 || self[place + 1] == 0xA0 ? 2 : 0
    case 0xE1...0xE3 where place + 2 < end:
      switch (self[place], self[place + 1], self[place + 2]) {
      case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
        (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
        return 3
      default: return 0
      }
    default: return 0
    }
  }
}

extension String {
  /// Whether the text's bytes pass a check.
  func passes(_ check: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    var text = self
    return text.withUTF8(check)
  }
}
