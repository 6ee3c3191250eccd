import OynaValue
import Testing

@Suite("CEL numbers")
struct CELNumberTests {
  /// Numbers where rounding, sign and range could go wrong, in every type that holds them.
  private static let numbers: [Value] = {
    let integers: [Int64] = [.min, .min + 1, -(1 << 53) - 1, -1, 0, 1, 1 << 53, .max - 1, .max]
    let naturals: [UInt64] = [0, 1, 1 << 53, 1 << 63, .max - 1, .max]
    let doubles: [Double] = [
      -.infinity, -0x1p64, -0x1p63, -1.5, -1, -0.0, 0, 0.5, 1, 0x1p53, 0x1p63, 0x1p64, 1e300,
      .infinity, .nan,
    ]
    return integers.map { .int($0) } + naturals.map { .uint($0) } + doubles.map { .double($0) }
  }()

  private func holds(_ operation: String, _ left: Value, _ right: Value) throws -> Bool {
    try evaluate("a \(operation) b", ["a": left, "b": right]) == .bool(true)
  }

  @Test("the order of numbers is one order, whatever their types")
  func order() throws {
    for left in Self.numbers {
      for right in Self.numbers {
        let less = try holds("<", left, right)
        let equal = try holds("==", left, right)
        let greater = try holds(">", left, right)
        let isUnordered = isNaN(left) || isNaN(right)
        #expect([less, equal, greater].filter { $0 }.count == (isUnordered ? 0 : 1))
        #expect(try holds("<=", left, right) == (less || equal))
        #expect(try holds(">=", left, right) == (greater || equal))
        #expect(try holds("!=", left, right) == !equal)
        #expect(try holds(">", right, left) == less)
        #expect(try holds("==", right, left) == equal)
        let program = try CELProgram("a in [b]", environment: .screen)
        #expect(try program.evaluate { $0 == 0 ? left : right } == .bool(equal))
      }
    }
  }

  private func isNaN(_ value: Value) -> Bool {
    if case .double(let value) = value { value.isNaN } else { false }
  }

  @Test("int and double compare exactly where a double holds the int")
  func exactOrder() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let integer = Int64.random(in: -(1 << 53)...(1 << 53), using: &generator)
      let double = Double.random(in: -0x1p53...0x1p53, using: &generator)
      #expect(try holds("<", .int(integer), .double(double)) == (Double(integer) < double))
      #expect(try holds("==", .int(integer), .double(Double(integer))))
    }
  }

  @Test("at the ends of the range an int is the double it rounds to, as cel-spec's suite has it")
  func roundedOrder() throws {
    #expect(try holds("==", .int(.max), .double(0x1p63)))
    #expect(try holds("<", .int(.max), .double(0x1.0000000000001p63)))
    #expect(try holds("==", .int(.min), .double(-0x1p63)))
    #expect(try holds(">", .int(.min), .double(-0x1.0000000000001p63)))
    #expect(try holds("==", .uint(.max), .double(0x1p64)))
    #expect(try holds("<", .uint(.max), .double(0x1.0000000000001p64)))
  }

  @Test("arithmetic of ints is that of Swift, and what Swift would trap on is an error")
  func integers() throws {
    let interesting: [Int64] = [.min, .min + 1, -3, -1, 0, 1, 2, 7, 1 << 32, .max - 1, .max]
    for left in interesting {
      for right in interesting {
        let expected: [(String, (partialValue: Int64, overflow: Bool))] = [
          ("+", left.addingReportingOverflow(right)),
          ("-", left.subtractingReportingOverflow(right)),
          ("*", left.multipliedReportingOverflow(by: right)),
          ("/", left.dividedReportingOverflow(by: right)),
          ("%", left.remainderReportingOverflow(dividingBy: right)),
        ]
        for (operation, result) in expected {
          let source = "a \(operation) b"
          let state: [String: Value] = ["a": .int(left), "b": .int(right)]
          if result.overflow {
            #expect(failure(source, state)?.kind == .evaluation, "\(left) \(operation) \(right)")
          } else {
            #expect(try evaluate(source, state) == .int(result.partialValue))
          }
        }
      }
    }
  }

  @Test("arithmetic of uints stays between 0 and the greatest uint")
  func naturals() throws {
    let interesting: [UInt64] = [0, 1, 2, 1 << 32, 1 << 63, .max - 1, .max]
    for left in interesting {
      for right in interesting {
        let expected: [(String, (partialValue: UInt64, overflow: Bool))] = [
          ("+", left.addingReportingOverflow(right)),
          ("-", left.subtractingReportingOverflow(right)),
          ("*", left.multipliedReportingOverflow(by: right)),
          ("/", left.dividedReportingOverflow(by: right)),
          ("%", left.remainderReportingOverflow(dividingBy: right)),
        ]
        for (operation, result) in expected {
          let state: [String: Value] = ["a": .uint(left), "b": .uint(right)]
          if result.overflow {
            #expect(failure("a \(operation) b", state)?.kind == .evaluation)
          } else {
            #expect(try evaluate("a \(operation) b", state) == .uint(result.partialValue))
          }
        }
      }
    }
  }

  @Test("no arithmetic converts between types")
  func mixedArithmetic() {
    let values: [Value] = [
      .int(1), .uint(1), .double(1), .string("1"), .bool(true), .null, .list([]),
    ]
    for (place, left) in values.enumerated() {
      for (other, right) in values.enumerated() where place != other {
        for operation in ["+", "-", "*", "/", "%"] {
          let state = ["a": left, "b": right]
          #expect(failure("a \(operation) b", state)?.kind == .evaluation)
        }
      }
    }
  }

  @Test("rounding agrees with the standard library")
  func rounding() throws {
    var generator = SeededGenerator(seed: 5)
    var values: [Double] = [
      0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 0x1p52, 0x1p52 + 1, -0x1p53, 1e300,
      -1e300, .infinity, -.infinity, 4503599627370495.5, -4503599627370495.5,
    ]
    for _ in 0..<2000 { values.append(Double.random(in: -1e6...1e6, using: &generator)) }
    for value in values {
      let expected: [(String, Double)] = [
        ("ceil", value.rounded(.up)), ("floor", value.rounded(.down)),
        ("trunc", value.rounded(.towardZero)),
        ("round", value.rounded(.toNearestOrAwayFromZero)),
      ]
      for (name, expected) in expected {
        guard case .double(let result) = try evaluate("math.\(name)(v)", ["v": .double(value)])
        else {
          Issue.record("\(name) gave no double")
          continue
        }
        #expect(result.bitPattern == expected.bitPattern, "\(name)(\(value))")
      }
    }
  }

  @Test("a double's text reads as the same double and as every other back end writes it")
  func texts() throws {
    let expected: [(Double, String)] = [
      (0, "0"), (-0.0, "-0"), (1, "1"), (123.456, "123.456"), (-0.0045, "-0.0045"),
      (0.0001, "0.0001"), (0.00001, "1e-05"), (123456, "123456"), (1_000_000, "1e+06"),
      (1234567.5, "1.2345675e+06"), (1e100, "1e+100"), (.leastNonzeroMagnitude, "5e-324"),
      (.nan, "NaN"),
      (.infinity, "Infinity"), (-.infinity, "-Infinity"),
    ]
    for (value, text) in expected {
      #expect(try evaluate("string(v)", ["v": .double(value)]) == .string(text))
    }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(try evaluate("double(string(v)) == v", ["v": .double(value)]) == .bool(true))
    }
  }

  @Test("bit operations work on the bit pattern")
  func bits() throws {
    let patterns: [UInt64] = [0, 1, 0x55, 1 << 63, .max, 0xDEAD_BEEF_0BAD_F00D]
    for left in patterns {
      for right in patterns {
        let state: [String: Value] = [
          "a": .int(Int64(bitPattern: left)), "b": .int(Int64(bitPattern: right)),
          "u": .uint(left), "w": .uint(right),
        ]
        for (name, result) in [
          ("bitAnd", left & right), ("bitOr", left | right), ("bitXor", left ^ right),
        ] {
          let signed = Int64(bitPattern: result)
          #expect(try evaluate("math.\(name)(a, b)", state) == .int(signed))
          #expect(try evaluate("math.\(name)(u, w)", state) == .uint(result))
        }
      }
      for count in [0, 1, 31, 63, 64, 1000] as [Int64] {
        let state: [String: Value] = [
          "a": .int(Int64(bitPattern: left)), "u": .uint(left), "n": .int(count),
        ]
        let shifted = Int64(bitPattern: left >> count)
        #expect(try evaluate("math.bitShiftRight(a, n)", state) == .int(shifted))
        #expect(try evaluate("math.bitShiftLeft(u, n)", state) == .uint(left << count))
      }
    }
    #expect(failure("math.bitShiftLeft(1, -1)")?.kind == .evaluation)
  }
}
