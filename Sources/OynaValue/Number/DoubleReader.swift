/// Decimal text to the nearest IEEE 754 double, ties to even: exactly rounded for every text.
///
/// Short numbers take the exact path of one multiplication or division (Clinger, "How to read
/// floating point numbers accurately", 1990); all others are decided by exact integers. No
/// `strtod`, so that a phone, a server and a browser read the same bits.
enum DoubleReader {
  /// Powers of ten that a double holds exactly.
  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Digits that decide the rounding of any double: 768 (the longest midpoint has 767 significant
  /// digits). What lies beyond only says whether there is more.
  private static let decidingDigits = 800

  /// Reads a number of the grammar of RFC 8259 §6; ±infinity when it overflows.
  static func read(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    let parts = DecimalParts(text)
    let magnitude = read(parts)
    return parts.isNegative ? -magnitude : magnitude
  }

  private static func read(_ parts: DecimalParts) -> Double {
    guard !parts.isZero else { return 0 }
    // The value is 0.d₁d₂d₃… × 10^exponent.
    let exponent = parts.exponent.clamped
    guard exponent <= 310 else { return .infinity }
    guard exponent >= -330 else { return 0 }
    if parts.digitCount <= 15 {
      let power = Int(exponent) - parts.digitCount
      if abs(power) <= 22 {
        var whole: UInt64 = 0
        parts.forEachDigit(upTo: 15) { whole = whole * 10 + UInt64($0) }
        return power < 0
          ? Double(whole) / exactPowers[-power] : Double(whole) * exactPowers[power]
      }
    }
    return exact(parts, exponent: Int(exponent))
  }

  private static func exact(_ parts: DecimalParts, exponent: Int) -> Double {
    var numerator = BigNatural(0)
    var used = 0
    parts.forEachDigit(upTo: decidingDigits) { digit in
      numerator.multiply(by: 10, adding: UInt32(digit))
      used += 1
    }
    if parts.digitCount > used {
      // A digit that is not zero stands beyond: one more 1 keeps the value off any midpoint.
      numerator.multiply(by: 10, adding: 1)
      used += 1
    }
    let power = exponent - used
    if power >= 0 {
      numerator.multiply(byPowerOfFive: power)
      let (bits, isInexact) = numerator.topBits
      return round(bits, isInexact: isInexact, scale: numerator.bitCount - 64 + power)
    }
    var denominator = BigNatural(1)
    denominator.multiply(byPowerOfFive: -power)
    let (bits, isInexact, scale) = quotient(numerator, denominator)
    return round(bits, isInexact: isInexact, scale: scale + power)
  }

  /// numerator ÷ denominator as 64 bits × 2^scale, the highest bit set.
  private static func quotient(
    _ numerator: BigNatural, _ denominator: BigNatural
  ) -> (bits: UInt64, isInexact: Bool, scale: Int) {
    var rest = numerator
    var divisor = denominator
    // Shifted so that 1 ≤ rest ÷ divisor < 2.
    var scale = rest.bitCount - divisor.bitCount
    if scale > 0 { divisor.shiftLeft(scale) } else { rest.shiftLeft(-scale) }
    if BigNatural.compare(rest, divisor) < 0 {
      rest.shiftLeft(1)
      scale -= 1
    }
    var bits: UInt64 = 0
    for step in 0..<64 {
      if step > 0 { rest.shiftLeft(1) }
      bits <<= 1
      if BigNatural.compare(rest, divisor) >= 0 {
        rest.subtract(divisor)
        bits |= 1
      }
    }
    return (bits, !rest.isZero, scale - 63)
  }

  /// bits × 2^scale, rounded to 53 bits (fewer where the result is subnormal), ties to even.
  private static func round(_ bits: UInt64, isInexact: Bool, scale: Int) -> Double {
    // The value's exponent: 1 ≤ value ÷ 2^exponent < 2.
    let exponent = scale + 63
    guard exponent <= 1023 else { return .infinity }
    let dropped = exponent >= -1022 ? 11 : 11 + (-1022 - exponent)
    guard dropped <= 64 else { return 0 }
    var significand = dropped == 64 ? 0 : bits >> UInt64(dropped)
    let half = UInt64(1) << UInt64(dropped - 1)
    let rest = dropped == 64 ? bits : bits & (half << 1 - 1)
    if rest > half || rest == half && (isInexact || significand & 1 == 1) { significand += 1 }
    // A carry out of the significand raises the exponent by itself: the fields are adjacent.
    let biased = exponent >= -1022 ? UInt64(exponent + 1022) : 0
    return Double(bitPattern: biased << 52 + significand)
  }
}
