/// A number's text taken apart: the digits that count and the power of ten.
///
/// The value is 0.d₁d₂d₃… × 10^exponent with d₁ and the last digit not zero, so two numbers are
/// equal just when sign, digits and exponent are. Zero has no digits. Reading is linear in the
/// text and allocates nothing, whatever the exponent.
struct DecimalParts {
  private let text: UnsafeBufferPointer<UInt8>
  let isNegative: Bool
  /// Where the first and after the last digit that counts stand in the text; the point may lie
  /// between.
  private let first: Int
  private let end: Int
  let digitCount: Int
  let exponent: DecimalExponent

  var isZero: Bool { digitCount == 0 }

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    isNegative = text.first == UInt8(ascii: "-")
    var first: Int?
    var end = 0
    var point: Int?
    var index = isNegative ? 1 : 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        point = index
      } else if byte | 0x20 == UInt8(ascii: "e") {
        break
      } else if byte != UInt8(ascii: "0") {
        if first == nil { first = index }
        end = index + 1
      }
      index += 1
    }
    let mantissaEnd = index
    let whole = point ?? mantissaEnd
    self.first = first ?? 0
    self.end = end
    guard let first else {
      digitCount = 0
      exponent = DecimalExponent(written: text, from: text.count, offset: 0)
      return
    }
    digitCount = end - first - (first < whole && whole < end ? 1 : 0)
    // Places between the point and the first digit, to its left or right.
    let offset = first < whole ? whole - first : whole + 1 - first
    exponent = DecimalExponent(
      written: text, from: min(mantissaEnd + 1, text.count), offset: Int64(offset))
  }

  /// Gives the first `limit` digits that count.
  @inline(__always)
  func forEachDigit(upTo limit: Int, _ body: (UInt8) -> Void) {
    var left = min(limit, digitCount)
    var index = first
    while left > 0 {
      if text[index] != UInt8(ascii: ".") {
        body(text[index] - UInt8(ascii: "0"))
        left -= 1
      }
      index += 1
    }
  }

  /// The digit at a place from 0; 0 past the last.
  func digits() -> Digits { Digits(text: text, index: first, left: digitCount) }

  struct Digits: IteratorProtocol {
    fileprivate let text: UnsafeBufferPointer<UInt8>
    fileprivate var index: Int
    fileprivate var left: Int

    mutating func next() -> UInt8? {
      guard left > 0 else { return nil }
      if text[index] == UInt8(ascii: ".") { index += 1 }
      defer { index += 1 }
      left -= 1
      return text[index] - UInt8(ascii: "0")
    }
  }

  // MARK: - Order

  static func compare(_ left: DecimalParts, _ right: DecimalParts) -> Int {
    if left.isZero || right.isZero {
      return sign(left) - sign(right)
    }
    if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
    let magnitude = compareMagnitude(left, right)
    return left.isNegative ? -magnitude : magnitude
  }

  private static func sign(_ parts: DecimalParts) -> Int {
    parts.isZero ? 0 : parts.isNegative ? -1 : 1
  }

  private static func compareMagnitude(_ left: DecimalParts, _ right: DecimalParts) -> Int {
    let difference = DecimalExponent.difference(left.exponent, right.exponent)
    if difference != 0 { return difference < 0 ? -1 : 1 }
    var leftDigits = left.digits()
    var rightDigits = right.digits()
    while true {
      let one = leftDigits.next()
      let other = rightDigits.next()
      guard one != nil || other != nil else { return 0 }
      let step = Int(one ?? 0) - Int(other ?? 0)
      if step != 0 { return step < 0 ? -1 : 1 }
    }
  }
}

/// The power of ten of a decimal number: what is written after `e`, of any length, and an offset
/// for where the point stands.
struct DecimalExponent {
  private let text: UnsafeBufferPointer<UInt8>
  /// The written exponent's digits, without sign and leading zeros.
  private let digits: Range<Int>
  private let isNegative: Bool
  private let offset: Int64

  init(written text: UnsafeBufferPointer<UInt8>, from start: Int, offset: Int64) {
    self.text = text
    self.offset = offset
    var index = start
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    while index < text.count, text[index] == UInt8(ascii: "0") { index += 1 }
    digits = index..<text.count
    self.isNegative = isNegative
  }

  /// Larger than any exponent that can matter to a caller, and far from overflow.
  static let most: Int64 = 1 << 60

  /// The exponent, or ±`most` when it lies beyond 18 digits.
  var clamped: Int64 {
    guard digits.count <= 18 else { return isNegative ? -Self.most : Self.most }
    var value: Int64 = 0
    for index in digits { value = value * 10 + Int64(text[index] - UInt8(ascii: "0")) }
    return (isNegative ? -value : value) + offset
  }

  /// left − right, exact within ±`most` and clamped to it beyond.
  static func difference(_ left: DecimalExponent, _ right: DecimalExponent) -> Int64 {
    if left.digits.count <= 18, right.digits.count <= 18 { return left.clamped - right.clamped }
    guard left.isNegative == right.isNegative else { return left.isNegative ? -most : most }
    // Digit by digit from the highest. A difference over `most` ÷ 16 cannot come back: ten times
    // it and a digit have the same sign.
    var difference: Int64 = 0
    let length = max(left.digits.count, right.digits.count)
    for place in (0..<length).reversed() {
      difference = difference * 10 + left.digit(place) - right.digit(place)
      if abs(difference) > most / 16 {
        return (difference < 0) != left.isNegative ? -most : most
      }
    }
    return (left.isNegative ? -difference : difference) + left.offset - right.offset
  }

  /// The written exponent's digit of 10^place.
  private func digit(_ place: Int) -> Int64 {
    place < digits.count ? Int64(text[digits.upperBound - 1 - place] - UInt8(ascii: "0")) : 0
  }
}
