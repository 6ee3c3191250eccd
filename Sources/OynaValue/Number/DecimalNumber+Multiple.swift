extension DecimalNumber {
  /// Whether self ÷ divisor is an integer, exactly: 0.3 is a multiple of 0.1, 0.35 is not.
  ///
  /// Zero is a multiple of every number; no other number is a multiple of zero.
  ///
  /// - Complexity: O(n) for a divisor of up to 17 digits, else O(n·m) for n and m digits; the
  ///   exponents do not count.
  public func isMultiple(of divisor: DecimalNumber) -> Bool {
    withParts { parts in divisor.withParts { Self.isMultiple(parts, of: $0) } }
  }

  private static func isMultiple(_ parts: DecimalParts, of divisor: DecimalParts) -> Bool {
    if parts.isZero { return true }
    if divisor.isZero { return false }
    // As integers without trailing zeros: a·10^x ÷ b·10^y.
    let shift =
      DecimalExponent.difference(parts.exponent, divisor.exponent)
      - Int64(parts.digitCount) + Int64(divisor.digitCount)
    // a would have to be a multiple of 10, and has no trailing zero.
    if shift < 0 { return false }
    // Zeros after a help b's twos and fives only, of which it has fewer than four a digit.
    let zeros = Int(min(shift, Int64(divisor.digitCount) * 4))
    return divisor.digitCount <= 17
      ? smallRemainder(parts, zeros: zeros, divisor: divisor) == 0
      : largeRemainderIsZero(parts, zeros: zeros, divisor: divisor)
  }

  private static func smallRemainder(
    _ parts: DecimalParts, zeros: Int, divisor: DecimalParts
  ) -> UInt64 {
    var modulus: UInt64 = 0
    divisor.forEachDigit(upTo: 17) { modulus = modulus * 10 + UInt64($0) }
    var remainder: UInt64 = 0
    parts.forEachDigit(upTo: parts.digitCount) {
      remainder = (remainder * 10 + UInt64($0)) % modulus
    }
    for _ in 0..<zeros { remainder = remainder * 10 % modulus }
    return remainder
  }

  private static func largeRemainderIsZero(
    _ parts: DecimalParts, zeros: Int, divisor: DecimalParts
  ) -> Bool {
    var modulus = BigNatural(0)
    divisor.forEachDigit(upTo: divisor.digitCount) { modulus.multiply(by: 10, adding: UInt32($0)) }
    var remainder = BigNatural(0)
    func append(_ digit: UInt8) {
      remainder.multiply(by: 10, adding: UInt32(digit))
      // At most nine times.
      while BigNatural.compare(remainder, modulus) >= 0 { remainder.subtract(modulus) }
    }
    parts.forEachDigit(upTo: parts.digitCount) { append($0) }
    for _ in 0..<zeros { append(0) }
    return remainder.isZero
  }
}
