import OynaValue
import Testing

@Suite struct CELProgramTests {
  /// Evaluates with the given state; a missing key is null.
  private func evaluate(_ source: String, _ state: [String: Value] = [:]) throws -> Value {
    let program = try CELProgram(source, environment: .screen)
    return try program.evaluate { state[program.variables[$0]] ?? .null }
  }

  private func isTrue(_ source: String, _ state: [String: Value] = [:]) throws -> Bool {
    guard case .bool(let value) = try evaluate(source, state) else { return false }
    return value
  }

  @Test(arguments: [
    "1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "7 - 3 - 2 == 2", "-7 / 2 == -3", "7 % 4 == 3",
    "true ? 1 == 1 : false", "!false && (false || true)", "'a' + 'b' == 'ab'",
    "1 in [1, 2]", "'k' in {'k': 1}", "size('πέντε') == 5", "[1, 2, 3].all(x, x > 0)",
    "[1, 2, 3].exists(x, x == 2)", "[1, 2, 3].exists_one(x, x > 2)",
    "[1, 2, 3].map(x, x * x) == [1, 4, 9]", "[1, 2, 3].filter(x, x != 2) == [1, 3]",
    "has({'a': 1}.a) && !has({'a': 1}.b)", "{'a': {'b': 2}}.a.b == 2",
    "cel.bind(x, 5, x + x) == 10", "[[1, 2], [3]].map(r, r.map(x, x + 1)) == [[2, 3], [4]]",
    "1 / 0 == 1 || true", "!(1 / 0 == 1 && false)", "optional.of(1).orValue(2) == 1",
  ])
  func expressionIsTrue(source: String) throws {
    #expect(try isTrue(source))
  }

  @Test func variablesAreReadByTheirSlots() throws {
    let program = try CELProgram(
      #"a > 1 && state["user.email"] == a_b && a < 9"#, environment: .screen)
    #expect(program.variables == ["a", "user.email", "a_b"])
  }
}
