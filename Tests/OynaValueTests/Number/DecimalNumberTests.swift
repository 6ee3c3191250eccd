import OynaValue
import Testing

@Suite("Decimal numbers")
struct DecimalNumberTests {
  /// Small numbers in several spellings each, with their value in millionths as the reference.
  private static let samples: [(text: String, millionths: Int)] = {
    var samples: [(text: String, millionths: Int)] = []
    let powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
    for mantissa in [-120, -21, -20, -10, -2, -1, 0, 1, 2, 3, 9, 10, 11, 20, 99, 100, 101, 120] {
      for exponent in -4...2 {
        let value = mantissa * powers[exponent + 6]
        samples.append(("\(mantissa)e\(exponent)", value))
        let sign = exponent < 0 ? "-" : "+"
        samples.append(("\(mantissa).0E\(sign)0\(abs(exponent))", value))
        samples.append((hundredths(mantissa) + "00e\(exponent + 2)", value))
      }
      let half = mantissa < 0 ? -500_000 : 500_000
      samples.append(("\(mantissa).50", mantissa * 1_000_000 + half))
      samples.append(("\(mantissa)", mantissa * 1_000_000))
    }
    return samples
  }()

  /// The number ÷ 100 with its point: 120 is "1.20", −2 is "-0.02".
  private static func hundredths(_ number: Int) -> String {
    let fraction = abs(number) % 100
    let sign = number < 0 ? "-" : ""
    return "\(sign)\(abs(number) / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  @Test("any two numbers compare by value, however they are written")
  func order() throws {
    let numbers = try Self.samples.map { sample in
      (try #require(DecimalNumber(sample.text), "\(sample.text)"), sample.millionths)
    }
    for (one, first) in numbers {
      for (other, second) in numbers {
        try #require((one == other) == (first == second), "\(one.text) \(other.text)")
        try #require((one < other) == (first < second), "\(one.text) \(other.text)")
        if first == second { try #require(one.hashValue == other.hashValue) }
      }
    }
  }

  @Test("a number is a multiple of another exactly, with no rounding")
  func multiples() throws {
    for (text, value) in Self.samples {
      for (divisorText, divisor) in Self.samples {
        let number = try #require(DecimalNumber(text))
        let other = try #require(DecimalNumber(divisorText))
        let expected = divisor == 0 ? value == 0 : value % divisor == 0
        try #require(number.isMultiple(of: other) == expected, "\(text) of \(divisorText)")
      }
    }
  }

  @Test(
    "steps of money and rates are exact (FORMS F-41)",
    arguments: [
      ("143.48", "0.01", true), ("8.69", "0.01", true), ("0.94", "0.01", true),
      ("0.3", "0.01", true), ("0.015", "0.01", false), ("0.3", "0.1", true),
      ("1e30", "3", false), ("3e30", "3", true), ("1e1000000000000000000000", "0.5", true),
      ("1e1000000000000000000000", "3", false), ("1", "1e-999999999999999999999", true),
      ("7", "1e-999999999999999999999", true), ("1e-999999999999999999999", "1", false),
      ("123456789012345678901234567890", "10", true),
      ("123456789012345678901234567890123456789", "123456789012345678901", false),
      ("246913578024691357802", "123456789012345678901", true),
      ("0", "7", true), ("7", "0", false), ("0", "0", true), ("-9", "3", true),
      ("9", "-3", true), ("8", "0.125", true), ("8.1", "0.125", false), ("1", "16e-4", true),
    ] as [(String, String, Bool)])
  func steps(text: String, step: String, expected: Bool) throws {
    let number = try #require(DecimalNumber(text))
    #expect(number.isMultiple(of: try #require(DecimalNumber(step))) == expected)
  }

  @Test("exponents of any length compare exactly and cost nothing")
  func hostileExponents() throws {
    let texts = [
      "-1e99999999999999999999999", "-1e99999999999999999999998", "-2e999999999999999999",
      "-1e999999999", "-1", "-1e-999999999", "-1e-99999999999999999999999", "0",
      "1e-99999999999999999999999", "1e-99999999999999999999998", "9e-99999999999999999999998",
      "1e-999999999999999999", "1e-999999999", "1", "1e999999999", "1e999999999999999999",
      "0.2e1000000000000000000", "1e99999999999999999999998", "1.1e99999999999999999999998",
      "1e99999999999999999999999",
    ]
    let numbers = try texts.map { try #require(DecimalNumber($0)) }
    for (place, one) in numbers.enumerated() {
      for (otherPlace, other) in numbers.enumerated() {
        #expect((one < other) == (place < otherPlace), "\(one.text) \(other.text)")
        #expect((one == other) == (place == otherPlace))
      }
      #expect(one.int64 == (["-1": -1, "0": 0, "1": 1] as [String: Int64])[one.text])
    }
  }

  @Test("equal numbers with exponents of 18 and of 19 digits hash alike")
  func hashOfLongExponents() throws {
    let one = try #require(DecimalNumber("1e999999999999999999"))
    let other = try #require(DecimalNumber("0.1e1000000000000000000"))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
  }

  @Test("only numbers of RFC 8259 are numbers")
  func grammar() {
    for text in [
      "", "-", "+1", "01", "-01", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "NaN", "Infinity", " 1",
      "1 ", "1,5", "1_000", "١", "1e1.5", "--1", "1\u{0}",
    ] {
      #expect(DecimalNumber(text) == nil, "\(text)")
    }
    for text in ["0", "-0", "10", "1.0", "0.10", "1e5", "1E+05", "-1.5e-10"] {
      #expect(DecimalNumber(text)?.text == text)
    }
  }

  @Test(
    "a number knows whether it is integral and how many digits its fraction needs",
    arguments: [
      ("1", true, 0), ("1.0", true, 0), ("1.250", false, 2), ("1e3", true, 0), ("15e-1", false, 1),
      ("0.00", true, 0), ("100e-2", true, 0), ("1e-20", false, 20), ("-0.001", false, 3),
    ] as [(String, Bool, Int64)])
  func fraction(text: String, isIntegral: Bool, digits: Int64) throws {
    let number = try #require(DecimalNumber(text))
    #expect(number.isIntegral == isIntegral)
    #expect(number.fractionDigitCount == digits)
    #expect(number.isNegative == text.hasPrefix("-"))
  }

  @Test("64-bit bounds are exact in every spelling")
  func int64() {
    let cases: [(String, Int64?)] = [
      ("9223372036854775807", .max), ("9223372036854775807.0", .max),
      ("9223372036854775808", nil), ("-9223372036854775808", .min),
      ("-922337203685477580800e-2", .min), ("-9223372036854775809", nil), ("9.3e18", nil),
      ("9.2e18", 9_200_000_000_000_000_000), ("1e19", nil), ("99999999999999999999", nil),
    ]
    for (text, expected) in cases { #expect(DecimalNumber(text)?.int64 == expected, "\(text)") }
  }
}
