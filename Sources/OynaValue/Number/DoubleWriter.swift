/// A double as text: the shortest digits that read back to it, spelt as ECMAScript spells them.
///
/// One algorithm for every platform, on exact integers (Steele and White, "How to print
/// floating-point numbers accurately", 1990, with the digit generation of Burger and Dybvig, 1996),
/// so a phone, a server and a browser write the same bytes. Numbers are written far less often
/// than they are read; most are integers, which take no large numbers at all.
enum DoubleWriter {
  /// `Number::toString` of ECMA-262 §6.1.6.1.20, which RFC 8785 §3.2.2.3 prescribes: `1e+21`,
  /// `0.000001`, `1e-7`, and `0` for −0. `value` is finite.
  static func append(_ value: Double, to bytes: inout [UInt8]) {
    if value == 0 { return bytes.append(UInt8(ascii: "0")) }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    // Below 2^53 the digits of an integer are the shortest: no other fits nearer than one.
    if magnitude < 9_007_199_254_740_992, let integer = UInt64(exactly: magnitude) {
      return bytes.append(contentsOf: String(integer).utf8)
    }
    let (digits, point) = shortest(magnitude)
    layOut(digits, point: point, into: &bytes)
  }

  /// The value is 0.d₁d₂… × 10^point.
  private static func layOut(_ digits: [UInt8], point: Int, into bytes: inout [UInt8]) {
    let zero = UInt8(ascii: "0")
    switch point {
    case digits.count...21:
      bytes += digits
      bytes += repeatElement(zero, count: point - digits.count)
    case 1...21:
      bytes += digits[..<point]
      bytes.append(UInt8(ascii: "."))
      bytes += digits[point...]
    case -5...0:
      bytes += [zero, UInt8(ascii: ".")]
      bytes += repeatElement(zero, count: -point)
      bytes += digits
    default:
      bytes.append(digits[0])
      if digits.count > 1 {
        bytes.append(UInt8(ascii: "."))
        bytes += digits[1...]
      }
      bytes += [UInt8(ascii: "e"), UInt8(ascii: point > 0 ? "+" : "-")]
      bytes += String(abs(point - 1)).utf8
    }
  }

  /// The shortest digits that lie nearer to `value` than to any other double, and of those the
  /// nearest to it. `value` is finite and more than 0.
  static func shortest(_ value: Double) -> (digits: [UInt8], point: Int) {
    let exponent = max(Int(value.exponentBitPattern), 1) - 1075
    let significand =
      value.significandBitPattern | (value.exponentBitPattern > 0 ? UInt64(1) << 52 : 0)
    // The neighbour below is half as far when the significand is the least of its exponent.
    let isLeast = value.significandBitPattern == 0 && value.exponentBitPattern > 1
    // An even significand takes its interval's ends too: reading rounds ties to even.
    let takesEnds = significand & 1 == 0

    // value = rest ÷ scale; above and below = half the distance to the neighbours, × scale.
    var rest = BigNatural(significand)
    var scale = BigNatural(1)
    var below = BigNatural(1)
    let extra = isLeast ? 2 : 1
    rest.shiftLeft(extra + max(exponent, 0))
    scale.shiftLeft(extra + max(-exponent, 0))
    below.shiftLeft(max(exponent, 0))
    var above = below
    if isLeast { above.shiftLeft(1) }

    var point = estimatedPoint(significand, exponent)
    if point >= 0 {
      scale.multiply(byPowerOfTen: point)
    } else {
      rest.multiply(byPowerOfTen: -point)
      below.multiply(byPowerOfTen: -point)
      above.multiply(byPowerOfTen: -point)
    }
    // The estimate may be one too small: then the top of the interval is 1 or more.
    var top = rest
    top.add(above)
    let order = BigNatural.compare(top, scale)
    if takesEnds ? order >= 0 : order > 0 {
      scale.multiply(by: 10)
      point += 1
    }
    let digits = generate(&rest, scale, &below, &above, takesEnds: takesEnds)
    return (digits, point)
  }

  /// ⌊log₁₀ value⌋ + 1, or one less.
  private static func estimatedPoint(_ significand: UInt64, _ exponent: Int) -> Int {
    let bits = Int64(exponent + 63 - significand.leadingZeroBitCount)
    // log₁₀ value is at least bits × log₁₀ 2 and less than one bit more. Shifting rounds down.
    let log10Of2: Int64 = 1_292_913_986  // × 2^−32
    return Int((bits * log10Of2) >> 32) + 1
  }

  private static func generate(
    _ rest: inout BigNatural, _ scale: BigNatural, _ below: inout BigNatural,
    _ above: inout BigNatural, takesEnds: Bool
  ) -> [UInt8] {
    var digits: [UInt8] = []
    while true {
      rest.multiply(by: 10)
      below.multiply(by: 10)
      above.multiply(by: 10)
      var digit: UInt8 = 0
      while BigNatural.compare(rest, scale) >= 0 {
        rest.subtract(scale)
        digit += 1
      }
      let low = BigNatural.compare(rest, below)
      var top = rest
      top.add(above)
      let high = BigNatural.compare(top, scale)
      let isLowEnough = takesEnds ? low <= 0 : low < 0
      let isHighEnough = takesEnds ? high >= 0 : high > 0
      if !isLowEnough, !isHighEnough {
        digits.append(UInt8(ascii: "0") + digit)
        continue
      }
      if isLowEnough, isHighEnough {
        // Both this digit and the next one up read back: the nearer; a tie takes the even one.
        var twice = rest
        twice.shiftLeft(1)
        let order = BigNatural.compare(twice, scale)
        if order > 0 || order == 0 && digit & 1 == 1 { digit += 1 }
      } else if isHighEnough {
        digit += 1
      }
      digits.append(UInt8(ascii: "0") + digit)
      return digits
    }
  }

  // MARK: - Exact

  /// Every digit of a finite double, without an exponent.
  static func exactText(_ value: Double) -> String {
    if value == 0 { return "0" }
    var exponent = max(Int(value.exponentBitPattern), 1) - 1075
    var significand =
      value.significandBitPattern | (value.exponentBitPattern > 0 ? UInt64(1) << 52 : 0)
    // Odd, so that the last digit of the fraction is no zero.
    exponent += significand.trailingZeroBitCount
    significand >>= UInt64(significand.trailingZeroBitCount)
    var number = BigNatural(significand)
    // significand × 2^−n = significand × 5^n ÷ 10^n.
    if exponent >= 0 {
      number.shiftLeft(exponent)
    } else {
      number.multiply(byPowerOfFive: -exponent)
    }
    var groups: [UInt32] = []
    while !number.isZero { groups.append(number.divide(by: 1_000_000_000)) }
    var digits: [UInt8] = []
    for group in groups.reversed() {
      let text = String(group).utf8
      digits += repeatElement(UInt8(ascii: "0"), count: digits.isEmpty ? 0 : 9 - text.count)
      digits += text
    }
    let fraction = max(0, -exponent)
    if fraction >= digits.count {
      digits.insert(
        contentsOf: repeatElement(UInt8(ascii: "0"), count: fraction - digits.count + 1), at: 0)
    }
    var text = Array(digits[..<(digits.count - fraction)])
    if fraction > 0 {
      text.append(UInt8(ascii: "."))
      text += digits[(digits.count - fraction)...]
    }
    return (value < 0 ? "-" : "") + String(decoding: text, as: UTF8.self)
  }
}
