import OynaEngine
import OynaValue
import Testing

@Suite("The dependency graph")
struct DependencyGraphTests {
  /// The readers that read a key directly.
  static func readers(_ screen: Screen, _ key: String) throws -> [DependencyGraph.Reader] {
    let index = try #require(screen.key(StateKey(key)))
    return screen.graph.readers(of: index).map { screen.graph.readers[Int($0)] }
  }

  @Test("lists exactly what reads a key, and no field under its own rules")
  func readersOfKey() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "validations": [
          {"rule": "required"}, {"rule": "expression", "expression": "size(a) > 1 && b != ''"},
          {"rule": "equalsField", "field": "b"}]},
        {"id": "b", "type": "text_input", "validations": [
          {"rule": "dependent_validation", "dependsOn": "a", "equals": "x",
           "rules": [{"rule": "required", "when": "c"}]}]},
        {"id": "c", "type": "checkbox"},
        {"type": "button", "props": {"label": "{{ a }}"}, "enabledWhen": "a != '' && total > 1"}
        """, computed: #"{"total": "size(a) + 1"}"#))
    let readers = try Self.readers(screen, "a")
    #expect(
      Set(readers) == [
        .rule(ComponentIndex(2), 0), .text(ComponentIndex(4)), .computed(0),
        .enabled(ComponentIndex(4)),
      ])
    #expect(readers.count == 4)
    let total = try #require(readers.firstIndex(of: .computed(0)))
    #expect(total < (readers.firstIndex(of: .enabled(ComponentIndex(4))) ?? 0))
    #expect(
      try Self.readers(screen, "b") == [
        .rule(ComponentIndex(1), 1), .rule(ComponentIndex(1), 2),
      ])
    #expect(try Self.readers(screen, "c") == [.rule(ComponentIndex(2), 0)])
    #expect(try Self.readers(screen, "total") == [.enabled(ComponentIndex(4))])
  }

  @Test("orders chained computed values by need, not by where they stand (F-53)")
  func chain() throws {
    let screen = try screen(
      body("", state: #"{"a": 1}"#, computed: #"{"d": "b + c", "c": "b + 5", "b": "a + 1"}"#))
    #expect(screen.graph.readers == [.computed(2), .computed(1), .computed(0)])
  }

  @Test("a condition stands before what reads the fields inside it")
  func hiddenFields() throws {
    let screen = try screen(
      body(
        """
        {"type": "divider", "visibleWhen": "inner != ''"},
        {"id": "s", "type": "section", "visibleWhen": "on", "children": [
          {"id": "t", "type": "section", "visibleWhen": "on2", "children": [
            {"id": "inner", "type": "text_input"}]}]},
        {"id": "on", "type": "checkbox"}, {"id": "on2", "type": "checkbox"}
        """))
    #expect(
      screen.graph.readers == [
        .visible(ComponentIndex(2)), .visible(ComponentIndex(3)), .visible(ComponentIndex(1)),
      ])
  }

  @Test("a field may read itself in its own rules (F-51)")
  func selfReading() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "validations": [
          {"rule": "expression", "expression": "a != 'x'"},
          {"rule": "required", "when": "a == ''"},
          {"rule": "dependent_validation", "dependsOn": "a", "equals": "1",
           "rules": [{"rule": "email"}]}]}
        """))
    #expect(screen.graph.readers.isEmpty)
  }

  @Test("two fields may compare themselves with each other")
  func mutualComparison() throws {
    _ = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "validations": [{"rule": "equalsField", "field": "b"},
          {"rule": "requireOne", "fields": ["a", "b"]}]},
        {"id": "b", "type": "text_input", "validations": [{"rule": "equalsField", "field": "a"},
          {"rule": "requireOne", "fields": ["a", "b"]},
          {"rule": "expression", "expression": "a < b"}]}
        """))
  }

  @Test("a group waits for its rows, and a row that waits for its group is a cycle")
  func rowCycle() throws {
    let error = try refusal(
      body(
        """
        {"id": "g", "type": "repeating_group", "children": [
          {"id": "x", "type": "text_input", "visibleWhen": "g.size() > 1"}]}
        """))
    #expect(error.code == .dependencyCycle)
    #expect(
      error.message == "Dependency cycle g → x → g: `g` holds `x` of its rows; `x` reads `g` in "
        + "`visibleWhen` of `x`.")
    #expect(error.path == "/body/children/0/children/0/visibleWhen")
  }

  @Test("each cycle of a screen is reported once")
  func allCycles() throws {
    let text = body("", computed: #"{"a": "b", "b": "a", "c": "d", "d": "c", "e": "e", "f": "a"}"#)
    let findings = Screen.diagnose(try JSON.parse(text))
    #expect(
      findings.map(\.message) == [
        "Dependency cycle a → b → a: `a` reads `b` in `computed`; `b` reads `a` in `computed`.",
        "Dependency cycle c → d → c: `c` reads `d` in `computed`; `d` reads `c` in `computed`.",
        "Dependency cycle e → e: `e` reads `e` in `computed`.",
      ])
  }

  @Test("a chain of 10,000 computed values is ordered; closed to a ring it is refused")
  func longChain() throws {
    let count = 10_000
    let chain = (1..<count).map { "\"k\($0)\": \"k\($0 - 1) + 1\"" }.joined(separator: ", ")
    let open = try screen(body("", state: #"{"k0": 1}"#, computed: "{\(chain)}"))
    let isInOrder = open.graph.readers == (0..<count - 1).map { .computed($0) }
    #expect(isInOrder)
    let error = try refusal(
      body("", computed: "{\"k0\": \"k\(count - 1)\", \(chain)}"))
    #expect(error.code == .dependencyCycle)
    #expect(error.message.hasPrefix("Dependency cycle k0 → k9999 → k9998 → "))
  }

  // MARK: - Random screens against a plain search

  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 16 | state << 48
    }
  }

  /// A screen of checkboxes and computed values that read one another at random.
  static func randomScreen(_ random: inout Random) -> (text: String, reads: [[Int]]) {
    let count = Int.random(in: 2...7, using: &random)
    var reads: [[Int]] = Array(repeating: [], count: count)
    var computed: [String] = []
    var components: [String] = []
    for key in 0..<count {
      let read = (0..<count).filter { _ in Int.random(in: 0..<count * 2, using: &random) == 0 }
      let source = read.isEmpty ? "true" : read.map { "k\($0) == true" }.joined(separator: " && ")
      let way = Int.random(in: 0..<5, using: &random)
      reads[key] = read
      switch way {
      case 0:
        computed.append("\"k\(key)\": \"\(source)\"")
      case 1:
        components.append(
          #"{"id": "k\#(key)", "type": "checkbox", "visibleWhen": "\#(source)"}"#)
      case 2:
        components.append(
          #"{"id": "k\#(key)", "type": "checkbox", "enabledWhen": "\#(source)"}"#)
      case 3:
        components.append(
          """
          {"type": "section", "visibleWhen": "\(source)", "children": [
            {"id": "k\(key)", "type": "checkbox"}]}
          """)
      default:
        components.append(
          """
          {"id": "k\(key)", "type": "checkbox", "validations": [
            {"rule": "required", "when": "\(source)"}]}
          """)
        // A field may read itself in its own rules.
        reads[key].removeAll { $0 == key }
      }
    }
    let text = body(
      components.joined(separator: ","), computed: "{\(computed.joined(separator: ","))}")
    return (text, reads)
  }

  static func hasCycle(_ reads: [[Int]]) -> Bool {
    for start in reads.indices {
      var reached: Set<Int> = []
      var waiting = reads[start]
      while let next = waiting.popLast() {
        if next == start { return true }
        if reached.insert(next).inserted { waiting += reads[next] }
      }
    }
    return false
  }

  @Test("refuses exactly the screens in which a key reaches itself", arguments: 0..<8)
  func cyclesAgainstSearch(_ seed: Int) throws {
    var random = Random(state: UInt64(seed) + 1)
    var counts = (refused: 0, taken: 0)
    for _ in 0..<200 {
      let (text, reads) = Self.randomScreen(&random)
      let json = try JSON.parse(text)
      do throws(Diagnostic) {
        let screen = try Screen(decoding: json)
        #expect(!Self.hasCycle(reads), "\(text)")
        expectOrdered(screen)
        counts.taken += 1
      } catch {
        #expect(error.code == .dependencyCycle, "\(text)")
        #expect(Self.hasCycle(reads), "\(text)")
        counts.refused += 1
      }
    }
    #expect(counts.refused > 20 && counts.taken > 20)
  }

  /// Every reader stands after the computed values that it reads.
  private func expectOrdered(_ screen: Screen) {
    let rank = Dictionary(
      uniqueKeysWithValues: screen.graph.readers.enumerated().map { ($1, $0) })
    for (index, computed) in screen.computed.enumerated() {
      for reader in screen.graph.readers(of: computed.key) {
        #expect((rank[.computed(index)] ?? .max) < Int(reader))
      }
    }
  }
}
