import OynaValue
import Testing

@Suite("The cost of CEL")
struct CELCostTests {
  /// The least limit under which the expression gets by.
  private func cost(_ source: String, _ state: [String: Value] = [:]) throws -> Int {
    var low = 0
    var high = 10_000_000
    while low < high {
      let middle = (low + high) / 2
      do throws(CELError) {
        _ = try evaluate(source, state, costLimit: middle)
        high = middle
      } catch {
        try #require(error.kind == .costLimit, "\(error.message)")
        low = middle + 1
      }
    }
    return low
  }

  private func list(_ count: Int) -> Value { .list((0..<count).map { .int(Int64($0)) }) }
  private func text(_ count: Int) -> Value { .string(String(repeating: "a", count: count)) }

  @Test("a constant costs nothing, an operator one")
  func least() throws {
    #expect(try cost("1 + 2 + 3") == 0)
    #expect(try cost("a", ["a": .int(1)]) == 0)
    #expect(try cost("a + a", ["a": .int(1)]) == 1)
    #expect(try cost("a + a > 1 && a < 9", ["a": .int(1)]) == 4)
  }

  @Test(
    "work over a list grows with the list",
    arguments: [
      "l.all(x, x >= 0)", "l.exists(x, x < 0)", "l.map(x, x)", "l.filter(x, false)", "-1 in l",
      "l == l", "l + l", "l.exists_one(x, x == 0)", "l.transformList(i, v, v)",
      "'%s'.format([l])", "math.greatest(l)", "l.transformMap(i, v, v)",
    ])
  func lists(source: String) throws {
    let small = try cost(source, ["l": list(10)])
    let large = try cost(source, ["l": list(1010)])
    #expect(large - small >= 1000)
    #expect(large - small <= 4000)
  }

  @Test(
    "work over a text grows with the text",
    arguments: [
      "t + t", "t == t + ''", "t < t + 'b'", "size(t)", "t.contains('b')", "t.matches('b')",
      "t.replace('b', 'c')", "t.split('b')", "t.upperAscii()", "t.reverse()", "[t].join()",
      "t.indexOf('b')", "t.lastIndexOf('b')", "'%s'.format([t])", "strings.quote(t)",
      "bytes(t)", "t.trim()", "t.substring(1)", "base64.encode(bytes(t))", "t.matches('b' + t)",
    ])
  func texts(source: String) throws {
    let small = try cost(source, ["t": text(100)])
    let large = try cost(source, ["t": text(600)])
    #expect(large - small >= 500 / 16 - 1)
  }

  @Test("nested macros cost the product of their lists and are stopped in time")
  func nesting() throws {
    let one = "[0, 1].all(a, true)"
    #expect(try cost(one) < 10)
    var nested = "true"
    for depth in 0..<30 { nested = "[0, 1].all(x\(depth), \(nested))" }
    let error = failure(nested)
    #expect(error?.kind == .costLimit)
    #expect(error?.message == "Evaluation was stopped: it costs more than the limit of 100000.")
    #expect(failure(nested, costLimit: 77)?.message.contains("the limit of 77") == true)
  }

  @Test("a text that doubles with each binding is stopped before it fills the memory")
  func doubling() {
    var source = "x39.size()"
    for step in (1..<40).reversed() {
      source = "cel.bind(x\(step), x\(step - 1) + x\(step - 1), \(source))"
    }
    source = "cel.bind(x0, '\(String(repeating: "a", count: 100))', \(source))"
    #expect(failure(source)?.kind == .costLimit)
  }

  @Test("nothing absorbs the cost limit: not && or ||, not all() or exists()")
  func notAbsorbed() {
    let state = ["l": list(100)]
    for source in [
      "l.all(x, x >= 0) && false", "l.all(x, x >= 0) || true",
      "l.exists(y, l.all(x, x >= 0)) || true",
      "l.all(y, l.map(x, x) == [] && false)", "[1, 2].exists(y, l.all(x, x >= 0) || true)",
    ] {
      #expect(failure(source, state, costLimit: 50)?.kind == .costLimit, "\(source)")
    }
  }

  @Test("a limit of zero or less still gives constants and variables")
  func zero() throws {
    #expect(try evaluate("1 + 1", costLimit: 0) == .int(2))
    #expect(try evaluate("a", ["a": .int(1)], costLimit: 0) == .int(1))
    #expect(failure("a + a", ["a": .int(1)], costLimit: 0)?.kind == .costLimit)
  }
}
