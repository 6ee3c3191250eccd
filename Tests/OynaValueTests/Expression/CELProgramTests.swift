import OynaValue
import Testing

/// Evaluates with the given state; a missing key is null.
func evaluate(
  _ source: String, _ state: [String: Value] = [:], in environment: CELEnvironment = .screen,
  costLimit: Int = 100_000
) throws(CELError) -> Value {
  let program = try CELProgram(source, environment: environment)
  return try program.evaluate(costLimit: costLimit) { state[program.variables[$0]] ?? .null }
}

/// The error of an expression that must fail.
func failure(
  _ source: String, _ state: [String: Value] = [:], in environment: CELEnvironment = .screen,
  costLimit: Int = 100_000
) -> CELError? {
  do throws(CELError) {
    _ = try evaluate(source, state, in: environment, costLimit: costLimit)
    return nil
  } catch {
    return error
  }
}

@Suite("CEL programs")
struct CELProgramTests {
  @Test(
    "expressions of every kind are true",
    arguments: [
      "1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "7 - 3 - 2 == 2", "-7 / 2 == -3", "7 % 4 == 3",
      "-7 % 4 == -3", "true ? 1 == 1 : false", "!false && (false || true)", "'a' + 'b' == 'ab'",
      "1 in [1, 2]", "'k' in {'k': 1}", "size('πέντε') == 5", "[1, 2, 3].all(x, x > 0)",
      "[1, 2, 3].exists(x, x == 2)", "[1, 2, 3].exists_one(x, x > 2)",
      "[1, 2, 3].map(x, x * x) == [1, 4, 9]", "[1, 2, 3].map(x, x > 1, x * x) == [4, 9]",
      "[1, 2, 3].filter(x, x != 2) == [1, 3]", "has({'a': 1}.a) && !has({'a': 1}.b)",
      "{'a': {'b': 2}}.a.b == 2", "{'a-b': 1}.`a-b` == 1", "cel.bind(x, 5, x + x) == 10",
      "[[1, 2], [3]].map(r, r.map(x, x + 1)) == [[2, 3], [4]]", "1 / 0 == 1 || true",
      "!(1 / 0 == 1 && false)", "optional.of(1).orValue(2) == 1", "{}.?a.orValue('n') == 'n'",
      "[?optional.of(1), ?optional.none()] == [1]", "{?'a': optional.none()} == {}",
      "[4, 5].transformList(i, v, v - i) == [4, 4]",
      "{'a': 1}.transformMap(k, v, k + string(v)) == {'a': 'a1'}",
      "optional.of(2).optMap(x, x * 2).value() == 4",
      "optional.of(2).optFlatMap(x, optional.none()).hasValue() == false",
      "type(1) == int && type(type(1)) == type", "base64.encode(b'hello') == 'aGVsbG8='",
      "'%d %s'.format([1, ['a', 2.5]]) == '1 [a, 2.5]'", "'a1'.matches('^[a-z][0-9]$')",
      "math.greatest(1, 3, 2) == 3", "b'\\xff' != b'\\xfe'", "r'\\n' == '\\\\n'",
      "[7, 8].first().value() == 7 && ![].last().hasValue()",
      "[optional.of(1), optional.none()].unwrapOpt() == optional.unwrap([optional.of(1)])",
      "'é' != 'e\\u0301'", "'''a\r\nb''' == 'a\\nb'",
    ])
  func expressionIsTrue(source: String) throws {
    #expect(try evaluate(source, in: .standard) == .bool(true))
  }

  @Test("an error that cel.bind names counts only where the name is read")
  func failedBindings() throws {
    #expect(try evaluate("cel.bind(a, 1 / 0, true)") == .bool(true))
    #expect(try evaluate("cel.bind(a, 1 / 0, a == 1 || true)") == .bool(true))
    #expect(try evaluate("cel.bind(a, 1 / 0, cel.bind(b, 2, b)) == 2") == .bool(true))
    #expect(try evaluate("[cel.bind(a, 1 / z, 0), cel.bind(b, 3, b)] == [0, 3]") == .bool(true))
    #expect(failure("cel.bind(a, 1 / 0, a)")?.message == "Division by zero.")
    #expect(failure("cel.bind(a, 1 / 0, cel.bind(b, 2, b + a))")?.message == "Division by zero.")
    #expect(failure("cel.bind(a, [1].map(x, x / 0), a)[0] + 1")?.kind == .evaluation)
  }

  @Test("variables have slots in the order of their first reading")
  func variables() throws {
    let program = try CELProgram(
      #"a > 1 && state["user.email"] == state.b && a < 9 && [1].all(x, x > 0)"#,
      environment: .screen)
    #expect(program.variables == ["a", "user.email", "b"])
    let places = program.variableOffsets.map { program.source.dropFirst($0).prefix(6) }
    #expect(places == ["a > 1 ", "state[", "state."])
  }

  @Test("each slot is looked up once, whatever the expression does")
  func lookups() throws {
    let program = try CELProgram("false && a > 1 || b == b", environment: .screen)
    var asked: [Int] = []
    _ = try program.evaluate { slot in
      asked.append(slot)
      return .int(1)
    }
    #expect(asked == [0, 1])
  }

  @Test("a state key that is no identifier is read through state, and has() asks for a value")
  func stateKeys() throws {
    let state: [String: Value] = ["user.email": .string("a@b.uz"), "age": .null]
    #expect(try evaluate(#"state["user.email"].endsWith(".uz")"#, state) == .bool(true))
    #expect(try evaluate("has(state.age)", state) == .bool(false))
    #expect(try evaluate("has(state.name)", ["name": .string("")]) == .bool(true))
    #expect(failure("size(state) > 0")?.kind == .check)
    #expect(failure("state[name] == 1")?.kind == .check)
  }

  @Test("declared names are checked, undeclared ones refused, on the state as well")
  func declarations() throws {
    var environment = CELEnvironment.screen
    environment.declaresUnknownNames = false
    environment.declarations = ["age": .int, "user.email": .string]
    #expect(try CELProgram("age + 1", environment: environment).resultType == .int)
    let email = try CELProgram(#"state["user.email"]"#, environment: environment)
    #expect(email.resultType == .string)
    for source in ["agee > 1", #"state["user.mail"] == """#, "age > 'a'", "age + 'a'", "age.a"] {
      #expect(failure(source, in: environment)?.kind == .check, "\(source)")
    }
  }

  @Test("names resolve from the container outwards, and the longest name wins")
  func containers() throws {
    var environment = CELEnvironment()
    environment.container = "a.b"
    environment.declarations = [
      "a.b.x": .int, "a.x": .int, "x": .int, "a.y": .int, "z": .int, "x.w": .int,
    ]
    func names(_ source: String) throws -> [String] {
      try CELProgram(source, environment: environment).variables
    }
    #expect(try names("x") == ["a.b.x"])
    #expect(try names("y") == ["a.y"])
    #expect(try names("z") == ["z"])
    #expect(try names(".x") == ["x"])
    #expect(try names("x.w") == ["x.w"])
    #expect(try names("[1].all(x, x > 0)") == [])
    #expect(try names("[1].all(x, .x > 0)") == ["x"])
  }

  @Test("one workspace serves many programs and gives the same answers")
  func workspace() throws {
    let workspace = CELWorkspace()
    for _ in 0..<3 {
      for (pattern, matches) in [("^a+$", true), ("b", false), ("^a", true), ("", true)] {
        let program = try CELProgram("t.matches('\(pattern)')", environment: .screen)
        for _ in 0..<3 {
          let value = try program.evaluate(workspace: workspace) { _ in .string("aaa") }
          #expect(value == .bool(matches), "\(pattern)")
        }
      }
    }
  }

  @Test("an unchecked expression fails only where it is evaluated")
  func unchecked() throws {
    var environment = CELEnvironment()
    environment.checksTypes = false
    #expect(try evaluate("x || true", in: environment) == .bool(true))
    #expect(try evaluate("f(17) || true", in: environment) == .bool(true))
    #expect(try evaluate("'a'.matches('[') || true", in: environment) == .bool(true))
    #expect(failure("x", in: environment)?.message == "Unknown name: 'x'.")
    #expect(failure("f(1)", in: environment)?.message == "Unknown function: 'f'.")
    #expect(failure("1 + 'a'", in: environment)?.kind == .evaluation)
  }

  @Test("a decimal of a document compares exactly and computes as a double")
  func decimals() throws {
    func holds(_ source: String, _ number: String) throws -> Bool {
      let decimal = try #require(DecimalNumber(number))
      return try evaluate(source, ["d": .decimal(decimal)]) == .bool(true)
    }
    #expect(try holds("d == 0.1", "0.1"))
    #expect(try holds("d != 0.1 && d > 0.1", "0.10000000000000000001"))
    #expect(try holds("d > 9007199254740992", "9007199254740992.5"))
    #expect(try holds("d < 9007199254740993", "9007199254740992.5"))
    #expect(try holds("d == 3 && d == 3u && d in [3] && 'x' in {'x': d}", "3.0"))
    #expect(try holds("d > 18446744073709551614u", "18446744073709551614.5"))
    #expect(try holds("d + 0.5 == 2.0 && -d == -1.5 && d * d == 2.25", "1.5"))
    #expect(try holds("type(d) == double && string(d) == '1.50' && int(d) == 1", "1.50"))
  }
}
