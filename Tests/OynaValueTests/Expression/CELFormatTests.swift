import Foundation
import OynaValue
import Testing

@Suite("format() of CEL")
struct CELFormatTests {
  private func format(_ pattern: String, _ value: Value) throws -> String {
    let result = try evaluate("p.format([v])", ["p": .string(pattern), "v": value])
    guard case .string(let text) = result else { return "no text" }
    return text
  }

  @Test("%f and %e round as the C library does, for any double and precision")
  func doubles() throws {
    var generator = SeededGenerator(seed: 31)
    var values: [Double] = [
      0, -0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 1e21, 123456789.987654321, 9.9999999, 99.5, 0.05,
      0.0000001, 1e-300, 1.7976931348623157e308, .leastNonzeroMagnitude, .leastNormalMagnitude,
    ]
    for _ in 0..<300 {
      values.append(Double.random(in: -1000...1000, using: &generator))
      let any = Double(bitPattern: generator.next())
      if any.isFinite { values.append(any) }
    }
    for value in values {
      for precision in [0, 1, 2, 6, 20] {
        for clause in ["f", "e"] {
          let pattern = "%.\(precision)\(clause)"
          #expect(
            try format(pattern, .double(value)) == String(format: pattern, value),
            "\(pattern) of \(value)")
        }
      }
    }
  }

  @Test(
    "every clause writes its kinds of value",
    arguments: [
      ("'%s %s %s'.format([1, 2u, -3])", "1 2 -3"), ("'%d'.format([-5])", "-5"),
      ("'%b %o %x %X'.format([10, 10, 255, 255])", "1010 12 ff FF"),
      ("'%b'.format([true])", "1"), ("'%x'.format(['hi'])", "6869"),
      ("'%x %b'.format([-255, -5])", "-ff -101"), ("'%X'.format([b'\\xab'])", "AB"),
      ("'%s'.format([null])", "null"), ("'%s'.format([[1, 'a', [true]]])", "[1, a, [true]]"),
      ("'%s'.format([{'b': 1, 'a': 2}])", "{a: 2, b: 1}"), ("'%s'.format([type(1u)])", "uint"),
      ("'%s'.format([duration('90m')])", "5400s"), ("'%d%%'.format([5])", "5%"),
      ("'%s'.format([timestamp(0)])", "1970-01-01T00:00:00Z"), ("'%f'.format([1])", "1.000000"),
      ("'%e'.format([1234.5])", "1.234500e+03"), ("'%s'.format([1e7])", "1e+07"),
      ("'%d'.format([double('NaN')])", "NaN"), ("'%f'.format([-1.0 / 0.0])", "-Infinity"),
      ("'é%sé'.format(['😀'])", "é😀é"), ("'%s'.format(['a', 'unused'])", "a"),
    ])
  func clauses(source: String, expected: String) throws {
    #expect(try evaluate(source) == .string(expected))
  }

  @Test(
    "a wrong pattern or argument is an error",
    arguments: [
      "'%'.format([1])", "'%q'.format([1])", "'%.f'.format([1.0])", "'%.1001f'.format([1.0])",
      "'%5d'.format([1])", "'%s'.format([])", "'%d'.format(['a'])", "'%d'.format([true])",
      "'%f'.format(['1'])", "'%e'.format([null])", "'%b'.format(['a'])", "'%o'.format([b'a'])",
      "'%x'.format([1.5])", "'%s'.format([optional.of(1)])", "'%E'.format([1.5])",
    ])
  func wrong(source: String) {
    #expect(failure(source)?.kind == .evaluation)
  }
}
