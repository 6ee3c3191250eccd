/// A JSON number exactly as it was written: the digits are kept until a rule needs them.
///
/// Two numbers are equal when their values are, however they are written: `1.0 == 1 == 10e-1`.
/// Nothing here goes through binary floating point, and no exponent makes anything large: reading,
/// comparing and hashing `1e999999999` cost what its eleven bytes cost.
public struct DecimalNumber: Sendable, Hashable, Comparable {
  /// The number's text, of the grammar of RFC 8259 §6.
  public let text: String

  /// Fails when `text` is no JSON number: `"01"`, `"+1"`, `".5"`, `"1."`, `"NaN"`, `" 1"`.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8({ Self.isNumber($0) }) else { return nil }
    self.text = text
  }

  /// The integer in its decimal digits.
  public init(_ value: Int64) { text = String(value) }

  /// The exact value of a double, which may take some 1,075 digits; nil when it is not finite.
  public init?(exactly value: Double) {
    guard value.isFinite else { return nil }
    text = DoubleWriter.exactText(value)
  }

  /// Trusts `text`.
  init(uncheckedText text: String) { self.text = text }

  // MARK: - Value

  /// The value, if it is an integer of 64 bits: also of `1.0` and `12e2`.
  public var int64: Int64? { int64(scaledByPowerOfTen: 0) }

  /// The value × 10^power, if it is an integer of 64 bits: 12.5 by two digits is 1250. `power` is
  /// 0 to 18.
  public func int64(scaledByPowerOfTen power: Int) -> Int64? {
    withParts { parts in
      guard !parts.isZero else { return 0 }
      let exponent = parts.exponent.clamped + Int64(power)
      guard exponent >= parts.digitCount, exponent <= 19 else { return nil }
      var magnitude: UInt64 = 0
      parts.forEachDigit(upTo: 19) { magnitude = magnitude &* 10 &+ UInt64($0) }
      for _ in parts.digitCount..<Int(exponent) { magnitude = magnitude &* 10 }
      if parts.isNegative {
        return magnitude <= UInt64(1) << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
      }
      return Int64(exactly: magnitude)
    }
  }

  /// Whether the value is an integer of any size.
  public var isIntegral: Bool {
    withParts { $0.isZero || $0.exponent.clamped >= Int64($0.digitCount) }
  }

  /// The nearest double, ties to even; ±infinity when it is too large.
  public var double: Double { withUTF8 { DoubleReader.read($0) } }

  /// Whether the value is zero: also `-0.00e9`.
  public var isZero: Bool { withParts { $0.isZero } }

  /// Less than zero; `-0` is not.
  public var isNegative: Bool { withParts { $0.isNegative && !$0.isZero } }

  /// Digits after the decimal point that the value needs: 2 for `1.250`, 0 for `1e3`. At most
  /// 2^60.
  public var fractionDigitCount: Int64 {
    withParts { $0.isZero ? 0 : max(0, Int64($0.digitCount) - $0.exponent.clamped) }
  }

  // MARK: - Order

  public static func == (left: DecimalNumber, right: DecimalNumber) -> Bool {
    compare(left, right) == 0
  }

  public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    compare(left, right) < 0
  }

  private static func compare(_ left: DecimalNumber, _ right: DecimalNumber) -> Int {
    left.withParts { one in right.withParts { other in DecimalParts.compare(one, other) } }
  }

  public func hash(into hasher: inout Hasher) {
    withParts { parts in
      hasher.combine(parts.isNegative && !parts.isZero)
      guard !parts.isZero else { return }
      // Beyond the bound equal numbers may clamp differently, so only the side counts.
      let bound: Int64 = 1_000_000_000
      hasher.combine(max(-bound, min(bound, parts.exponent.clamped)))
      parts.forEachDigit(upTo: 40) { hasher.combine($0) }
    }
  }

  // MARK: - Bytes

  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  func withParts<Result>(_ body: (DecimalParts) -> Result) -> Result {
    withUTF8 { body(DecimalParts($0)) }
  }

  /// Whether a text is a number of RFC 8259 §6.
  private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    func digits() -> Int {
      let start = index
      while index < text.count, text[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
      return index - start
    }
    if index < text.count, text[index] == UInt8(ascii: "-") { index += 1 }
    let start = index
    let whole = digits()
    guard whole > 0, whole == 1 || text[start] != UInt8(ascii: "0") else { return false }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { return false }
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
        index += 1
      }
      guard digits() > 0 else { return false }
    }
    return index == text.count
  }
}
