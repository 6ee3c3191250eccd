import OynaValue
import Testing

/// Every combination of true, false and error, against the table of cel-spec: the operand that
/// decides wins over errors; `? :` looks at one branch only.
@Suite("CEL logic")
struct CELLogicTests {
  private enum Outcome: Equatable, CaseIterable {
    case isTrue, isFalse, fails

    /// Text that evaluates so. The error is one of the evaluation, for which the checker has no
    /// eyes.
    var source: String {
      switch self {
      case .isTrue: "t"
      case .isFalse: "f"
      case .fails: "(1 / z == 1)"
      }
    }
  }

  private func outcome(_ source: String) throws -> Outcome {
    let state: [String: Value] = ["t": .bool(true), "f": .bool(false), "z": .int(0)]
    do throws(CELError) {
      return try evaluate(source, state) == .bool(true) ? .isTrue : .isFalse
    } catch {
      guard error.kind == .evaluation else { throw error }
      return .fails
    }
  }

  private func conjunction(_ operands: [Outcome]) -> Outcome {
    operands.contains(.isFalse) ? .isFalse : operands.contains(.fails) ? .fails : .isTrue
  }

  private func disjunction(_ operands: [Outcome]) -> Outcome {
    operands.contains(.isTrue) ? .isTrue : operands.contains(.fails) ? .fails : .isFalse
  }

  @Test("&& and || of two and three operands follow their tables")
  func tables() throws {
    let all = Outcome.allCases
    for first in all {
      for second in all {
        for third in all {
          let operands = [first, second, third]
          let and = operands.map(\.source).joined(separator: " && ")
          let or = operands.map(\.source).joined(separator: " || ")
          #expect(try outcome(and) == conjunction(operands), "\(and)")
          #expect(try outcome(or) == disjunction(operands), "\(or)")
          let mixed = "(\(first.source) && \(second.source)) || \(third.source)"
          #expect(
            try outcome(mixed) == disjunction([conjunction([first, second]), third]), "\(mixed)")
        }
        let and = "\(first.source) && \(second.source)"
        #expect(try outcome(and) == conjunction([first, second]), "\(and)")
        let or = "\(first.source) || \(second.source)"
        #expect(try outcome(or) == disjunction([first, second]), "\(or)")
      }
    }
  }

  @Test("? : takes one branch and no other")
  func conditional() throws {
    for condition in Outcome.allCases {
      for first in Outcome.allCases {
        for second in Outcome.allCases {
          let source = "\(condition.source) ? \(first.source) : \(second.source)"
          let expected: Outcome =
            switch condition {
            case .isTrue: first
            case .isFalse: second
            case .fails: .fails
            }
          #expect(try outcome(source) == expected, "\(source)")
        }
      }
    }
  }

  @Test("! turns the values and keeps the error")
  func negation() throws {
    #expect(try outcome("!t") == .isFalse)
    #expect(try outcome("!f") == .isTrue)
    #expect(try outcome("!(1 / z == 1)") == .fails)
  }

  @Test("all() is && and exists() is || over the elements; exists_one() lets no error pass")
  func quantifiers() throws {
    // What an element does to its predicate: 1 true, 0 false, a bool an error.
    let elements: [(Outcome, String)] = [(.isTrue, "1"), (.isFalse, "0"), (.fails, "t")]
    for first in elements {
      for second in elements {
        for third in elements {
          let list = "[\(first.1), \(second.1), \(third.1)]"
          let outcomes = [first.0, second.0, third.0]
          let fails = outcomes.contains(.fails)
          let one = outcomes.filter { $0 == .isTrue }.count == 1
          #expect(try outcome("\(list).all(e, e + 0 == 1)") == conjunction(outcomes), "\(list)")
          #expect(try outcome("\(list).exists(e, e + 0 == 1)") == disjunction(outcomes), "\(list)")
          #expect(
            try outcome("\(list).exists_one(e, e + 0 == 1)")
              == (fails ? .fails : one ? .isTrue : .isFalse), "\(list)")
        }
      }
    }
    #expect(try outcome("[].all(e, 1 / z == 1)") == .isTrue)
    #expect(try outcome("[].exists(e, 1 / z == 1)") == .isFalse)
    #expect(try outcome("[].exists_one(e, 1 / z == 1)") == .isFalse)
  }

  @Test("an operand that is no bool is an error that the other may absorb")
  func noBool() throws {
    for value: Value in [.null, .int(1), .string("true"), .list([])] {
      #expect(try evaluate("x || true", ["x": value]) == .bool(true))
      #expect(try evaluate("false && x", ["x": value]) == .bool(false))
      #expect(failure("x || false", ["x": value])?.kind == .evaluation)
      #expect(failure("x && true", ["x": value])?.kind == .evaluation)
      #expect(failure("!x", ["x": value])?.kind == .evaluation)
      #expect(failure("x ? 1 : 2", ["x": value])?.kind == .evaluation)
    }
  }
}
