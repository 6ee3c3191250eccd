import OynaValue
import Testing

@Suite("Types of CEL")
struct CELTypeTests {
  private static let environment: CELEnvironment = {
    var environment = CELEnvironment()
    environment.declarations = [
      "i": .int, "s": .string, "x": .dyn, "l": .list(.int), "m": .map(.string, .double),
      "o": .optional(.string), "t": .timestamp, "d": .duration, "b": .bool,
    ]
    return environment
  }()

  @Test(
    "the type of an expression is deduced",
    arguments: [
      ("1", "int"), ("1u", "uint"), ("1.5", "double"), ("'a'", "string"), ("b''", "bytes"),
      ("null", "null_type"), ("true", "bool"), ("int", "type"), ("type(i)", "type"),
      ("[]", "list(dyn)"), ("[1]", "list(int)"), ("[1, 'a']", "list(dyn)"),
      ("[[], [1]]", "list(list(int))"), ("[[1], []]", "list(list(int))"),
      ("[[], [[]], [[[]]]]", "list(list(list(list(dyn))))"),
      ("{}", "map(dyn, dyn)"), ("{'a': 1}", "map(string, int)"),
      ("{'a': 1, 'b': 'c'}", "map(string, dyn)"), ("{1: [], 2: [x]}", "map(int, list(dyn))"),
      ("[optional.none(), optional.of(1)]", "list(optional_type(int))"),
      ("[duration('1s'), null]", "list(google.protobuf.Duration)"),
      ("[null, timestamp(0)]", "list(google.protobuf.Timestamp)"),
      ("i + 1", "int"), ("x + 1", "int"), ("x + x", "dyn"), ("x + 'a'", "string"), ("x / x", "dyn"),
      ("x + d", "dyn"), ("t + d", "google.protobuf.Timestamp"),
      ("t - t", "google.protobuf.Duration"),
      ("t - d", "google.protobuf.Timestamp"), ("d + t", "google.protobuf.Timestamp"),
      ("l + []", "list(int)"), ("[] + l", "list(int)"), ("cel.bind(a, [], [a, [a]])", "list(dyn)"),
      ("l + [x]", "list(dyn)"),
      ("x + l", "list(int)"), ("-x", "dyn"),
      ("-i", "int"), ("i < 1.5", "bool"), ("x == 1 || b", "bool"), ("!x", "bool"),
      ("b ? 1 : x", "dyn"), ("b ? 1 : 2", "int"), ("b ? [] : [1]", "list(int)"),
      ("l[0]", "int"), ("m.a", "double"), ("m['a']", "double"), ("x.a", "dyn"), ("x[0]", "dyn"),
      ("m.?a", "optional_type(double)"), ("l[?0]", "optional_type(int)"), ("o.?a", "error"),
      ("m.?a.orValue(1.0)", "double"), ("optional.of(m).a", "optional_type(double)"),
      ("optional.of(l)[0]", "optional_type(int)"), ("o.value()", "string"),
      ("o.or(optional.none())", "optional_type(string)"),
      ("o.optMap(v, size(v))", "optional_type(int)"),
      ("o.optFlatMap(v, optional.of(1))", "optional_type(int)"),
      ("l.map(e, string(e))", "list(string)"), ("l.filter(e, e > 1)", "list(int)"),
      ("m.map(k, k)", "list(string)"), ("x.map(e, e)", "list(dyn)"),
      ("l.exists(e, e == 1)", "bool"),
      ("l.transformList(i, v, m.a)", "list(double)"),
      ("m.transformMap(k, v, k)", "map(string, string)"),
      ("cel.bind(v, 1, [v])", "list(int)"), ("dyn(1)", "dyn"), ("size(x)", "int"),
      ("math.greatest(1, 2)", "int"), ("math.greatest(1, 2.0)", "dyn"),
      ("math.greatest(1, 2, 3)", "int"), ("math.greatest([1.5])", "double"),
      ("math.abs(-1)", "int"), ("math.abs(x)", "dyn"), ("s.split(',')", "list(string)"),
      ("has(m.a)", "bool"), ("has(x.a)", "bool"), ("t.getHours()", "int"),
    ])
  func deduced(source: String, type: String) throws {
    guard type != "error" else {
      #expect(failure(source, in: Self.environment)?.kind == .check)
      return
    }
    let program = try CELProgram(source, environment: Self.environment)
    #expect(program.resultType.name == type)
  }

  @Test(
    "what can only fail is refused before it runs",
    arguments: [
      "1 + 1.0", "1 == 1.0", "'a' < 1", "1 in ['a']", "i + s", "s - s", "l + ['a']", "l['a']",
      "m[1]", "i.a", "!i", "-s", "i ? 1 : 2", "b ? 1 : 'a'", "b && 1", "size(1)", "s.size(1)",
      "s.charAt(s)", "s.matches(1)", "[1].all(e, e + 1)", "[1].map(e, f)", "i.map(e, e)",
      "unknown", "unknown(1)", "s.unknown()", "[1].join(',')", "int([])", "o + 1", "o.orValue(1)",
      "o.optFlatMap(v, v).value() + 1", "t + t", "math.greatest('a')", "math.greatest(1, 2, 'a')",
      "math.bitAnd(1, 2u)", "optional.of(1).or(2)", "[?i]", "{?'a': 1}", "{[]: 1}", "has(i.a)",
      "cel.bind(v, 1, v + 'a')", "[[1]] == [['a']]", "b'a' + 'a'", "1 == null",
    ])
  func refused(source: String) throws {
    let error = failure(source, in: Self.environment)
    #expect(error?.kind == .check)
  }

  @Test("a type reads as it is written")
  func names() throws {
    var types: [CELType] = [
      .dyn, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .parameter("A"),
    ]
    for _ in 0..<2 {
      types += types.prefix(12).flatMap { [.list($0), .optional($0), .map(.string, $0)] }
    }
    for type in types { #expect(CELType(type.name) == type) }
    #expect(CELType("map( string ,list(int) )") == .map(.string, .list(.int)))
    #expect(CELType("timestamp") == .timestamp)
    for wrong in ["", "lisst(int)", "list(int", "list(int))", "map(int)", "int(int)", "a.b", "Ab"] {
      #expect(CELType(wrong) == nil, "\(wrong)")
    }
  }
}
