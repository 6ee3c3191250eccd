extension JSONParser {
  /// Reads a number: an integer that fits 64 bits keeps its value, any other only its text.
  @inline(__always)
  mutating func appendNumber(_ at: inout UnsafeMutablePointer<UInt8>) throws(Failure) {
    let start = at
    let isNegative = at[0] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let digits = at
    var magnitude: UInt64 = 0
    while true {
      let digit = at[0] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      at += 1
    }
    let digitCount = at - digits
    guard digitCount > 0 else { throw numberFailure(.noDigit, at) }
    guard digitCount == 1 || digits[0] != UInt8(ascii: "0") else {
      throw Failure(.leadingZero, at: digits - text)
    }
    let isInteger =
      at[0] != UInt8(ascii: ".") && at[0] | 0x20 != UInt8(ascii: "e")
    // 18 digits fit; 19 fit 64 bits unsigned without wrapping.
    if isInteger, digitCount <= 19,
      magnitude < UInt64(1) << 63 || isNegative && magnitude == UInt64(1) << 63,
      !(isNegative && magnitude == 0)
    {
      let value = isNegative ? 0 &- magnitude : magnitude
      append(TapeEntry(.int, offset: start - text, payload: value))
      return
    }
    try skipFractionAndExponent(&at)
    guard at - start <= options.limits.numberBytes else {
      throw Failure(.numberTooLong, at: start - text)
    }
    append(TapeEntry(.decimal, offset: start - text))
  }

  private func skipFractionAndExponent(
    _ at: inout UnsafeMutablePointer<UInt8>
  ) throws(Failure) {
    if at[0] == UInt8(ascii: ".") {
      at += 1
      try skipDigits(&at, missing: .noFractionDigit)
    }
    if at[0] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at[0] == UInt8(ascii: "+") || at[0] == UInt8(ascii: "-") { at += 1 }
      try skipDigits(&at, missing: .noExponentDigit)
    }
  }

  private func skipDigits(
    _ at: inout UnsafeMutablePointer<UInt8>, missing: Reason
  ) throws(Failure) {
    let start = at
    while at[0] &- UInt8(ascii: "0") <= 9 { at += 1 }
    if at == start { throw numberFailure(missing, at) }
  }

  private func numberFailure(_ reason: Reason, _ at: UnsafeMutablePointer<UInt8>) -> Failure {
    Failure(at == text + count ? .endOfText : reason, at: at - text)
  }

  /// Whether a byte can stand inside a number, so that a valid number ends at the first that not.
  static func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default:
      false
    }
  }
}
