import Testing

@testable import OynaValue

/// The standard library, natively, is the reference for doubles.
@Suite("Doubles as text")
struct DoubleTextTests {
  private func written(_ value: Double) -> String {
    var bytes: [UInt8] = []
    DoubleWriter.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ text: String) -> Double? { DecimalNumber(text)?.double }

  /// Digits without point, exponent and outer zeros.
  private func digits(_ text: String) -> String {
    let mantissa = text.prefix { $0 != "e" }.filter { $0 != "." && $0 != "-" }
    let withoutLeading = mantissa.drop { $0 == "0" }
    return String(withoutLeading.reversed().drop { $0 == "0" }.reversed())
  }

  private func expectRoundTrip(_ value: Double) throws {
    let text = written(value)
    try #require(read(text)?.bitPattern == value.bitPattern, "\(text)")
    try #require(Double(text)?.bitPattern == value.bitPattern, "\(text)")
    try #require(digits(text) == digits(value.description), "\(text), not \(value)")
  }

  @Test("random bits are written in their shortest digits and read back")
  func random() throws {
    var generator = SeededGenerator(seed: 754)
    var count = 0
    while count < 4000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite, value != 0 else { continue }
      try expectRoundTrip(value)
      count += 1
    }
  }

  @Test("every power of two and its neighbours are written and read back")
  func powersOfTwo() throws {
    for exponent in UInt64(0)..<2047 {
      for neighbour in [-1, 0, 1] {
        let bits = exponent << 52 &+ UInt64(bitPattern: Int64(neighbour))
        let value = Double(bitPattern: bits & (UInt64.max >> 1))
        guard value.isFinite, value != 0 else { continue }
        try expectRoundTrip(value)
      }
    }
  }

  @Test("every subnormal power and every power of ten is written and read back")
  func powersOfTen() throws {
    for shift in UInt64(0)..<52 { try expectRoundTrip(Double(bitPattern: 1 << shift)) }
    for exponent in -323...308 {
      let value = try #require(Double("1e\(exponent)"))
      try expectRoundTrip(value)
      try #require(read("1e\(exponent)") == value)
    }
  }

  @Test(
    "the spelling is ECMAScript's at each change of form",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"),
      (123e-7, "0.0000123"), (1e20, "100000000000000000000"), (1e21, "1e+21"),
      (1.2345678901234568e20, "123456789012345680000"), (1.5, "1.5"), (-1.25, "-1.25"),
      (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, "9007199254740992"),
      (9_007_199_254_740_994, "9007199254740994"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (100, "100"), (4.35, "4.35"),
    ] as [(Double, String)])
  func spelling(value: Double, text: String) {
    #expect(written(value) == text)
  }

  @Test("texts near the midpoint of two doubles round to the right one, however long")
  func midpoints() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let value = Double(bitPattern: generator.next() & (UInt64.max >> 1))
      guard value.isFinite, value.nextUp.isFinite, value > 0 else { continue }
      // Halfway between two doubles, exactly: significand × 2 + 1 at half the exponent step.
      let exact = midpointText(value)
      try #require(Double(exact) == read(exact), "\(exact)")
      try #require(read(exact + (exact.contains(".") ? "" : ".") + "0000001") == value.nextUp)
      try #require(Double(lowered(exact)) == read(lowered(exact)))
    }
  }

  /// The exact decimal text of the midpoint between `value` and the next double.
  private func midpointText(_ value: Double) -> String {
    let exponent = max(Int(value.exponentBitPattern), 1) - 1075 - 1
    let significand =
      value.significandBitPattern | (value.exponentBitPattern > 0 ? UInt64(1) << 52 : 0)
    var number = BigNatural(significand * 2 + 1)
    if exponent >= 0 {
      number.shiftLeft(exponent)
    } else {
      number.multiply(byPowerOfFive: -exponent)
    }
    var digits = ""
    while !number.isZero { digits = String(number.divide(by: 10)) + digits }
    guard exponent < 0 else { return digits }
    digits = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    let point = digits.index(digits.endIndex, offsetBy: exponent)
    return digits[..<point] + "." + digits[point...]
  }

  /// A number a little below: the last digit that is not zero, one less.
  private func lowered(_ text: String) -> String {
    var characters = Array(text)
    guard let place = characters.lastIndex(where: { $0 != "0" && $0 != "." }),
      let digit = characters[place].wholeNumberValue
    else { return text }
    characters[place] = Character(String(digit - 1))
    return String(characters) + (text.contains(".") ? "999" : ".999")
  }

  @Test(
    "extreme exponents and long digits are read without effort",
    arguments: [
      ("1e999999999999999999999999", Double.infinity), ("-1e99999", -.infinity),
      ("1e-999999999999999999999999", 0), ("0e999999999999999999999999", 0),
      ("0." + String(repeating: "0", count: 1000) + "1e1001", 1),
      ("1" + String(repeating: "0", count: 1000) + "e-1000", 1),
      ("1." + String(repeating: "0", count: 900) + "1", 1),
      (String(repeating: "9", count: 2000) + "e-2000", 1),
      ("2.4703282292062327208e-324", 0), ("2.4703282292062328e-324", .leastNonzeroMagnitude),
      ("1.7976931348623158e308", 1.7976931348623157e308), ("1.7976931348623159e308", .infinity),
    ] as [(String, Double)])
  func extremes(text: String, expected: Double) {
    #expect(read(text) == expected)
  }

  @Test("random texts of every length and exponent read as the standard library reads them")
  func randomTexts() throws {
    var generator = SeededGenerator(seed: 53)
    for _ in 0..<5000 {
      let count = Int.random(in: 1...45, using: &generator)
      var digits = String(Int.random(in: 1...9, using: &generator))
      for _ in 1..<(count + 1) { digits += String(Int.random(in: 0...9, using: &generator)) }
      let point = Int.random(in: 1...count, using: &generator)
      let exponent = Int.random(in: -345...320, using: &generator)
      let text = "\(digits.prefix(point)).\(digits.dropFirst(point))e\(exponent)"
      let expected = try #require(Double(text))
      try #require(read(text)?.bitPattern == expected.bitPattern, "\(text)")
    }
  }

  @Test("a double's exact text has its value and no other")
  func exactText() throws {
    #expect(
      DecimalNumber(exactly: 0.1)?.text
        == "0.1000000000000000055511151231257827021181583404541015625")
    #expect(DecimalNumber(exactly: -1e22)?.text == "-10000000000000000000000")
    #expect(DecimalNumber(exactly: 0.5)?.text == "0.5")
    #expect(DecimalNumber(exactly: -0.0)?.text == "0")
    #expect(DecimalNumber(exactly: .nan) == nil)
    #expect(DecimalNumber(exactly: .infinity) == nil)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let number = try #require(DecimalNumber(exactly: value))
      try #require(DecimalNumber(number.text) != nil)
      try #require(number.double == value)
    }
  }
}
