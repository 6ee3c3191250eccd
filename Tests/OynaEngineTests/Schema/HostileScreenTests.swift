import OynaEngine
import OynaValue
import Testing

@Suite("A hostile document")
struct HostileScreenTests {
  static func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map(row).joined(separator: ",\n")
  }

  @Test("10,000 components decode, and one more is refused where it stands")
  func componentLimit() throws {
    let screen = try screen(body(Self.rows(9_999) { _ in #"{"type": "divider"}"# }))
    #expect(screen.components.count == 10_000)
    let error = try refusal(body(Self.rows(10_000) { _ in #"{"type": "divider"}"# }))
    #expect(error.code == .limit)
    #expect(error.path == "/body/children/9999")
    #expect(error.message == "The screen has more components than the limit of 10000.")
  }

  @Test("the limits can be set")
  func ownLimits() throws {
    var limits = ScreenLimits()
    limits.components = 2
    limits.depth = 1
    let json = try JSON.parse(body(#"{"type": "divider"}"#))
    let deep = try #require(throws: Diagnostic.self) { try Screen(decoding: json, limits: limits) }
    #expect(deep.message == "Components are nested deeper than the limit of 1.")
    #expect(deep.path == "/body/children/0")
    limits.depth = 2
    #expect(try Screen(decoding: json, limits: limits).components.count == 2)
    limits.regexProgram = 5
    let pattern = try JSON.parse(
      body(
        #"{"id": "a", "type": "text_input", "validations": [{"rule": "regex", "pattern": "abcdefgh"}]}"#
      ))
    let large = try #require(throws: Diagnostic.self) {
      try Screen(decoding: pattern, limits: limits)
    }
    #expect(large.code == .limit)
  }

  @Test("depth of actions and rules is limited by a finding, not by the stack")
  func depth() throws {
    let open = String(repeating: #"{"type": "sequence", "actions": "#, count: 20)
    let error = try refusal(
      """
      {"id": "s", "body": {"type": "button", "props": {"label": "A"},
       "on": {"tap": \(open){"type": "undo"}\(String(repeating: "}", count: 20))}}}
      """)
    #expect(error.message == "Actions are nested deeper than the limit of 16.")
  }

  @Test("10,000 fields with rules and conditions decode to as many readers as they have")
  func manyFields() throws {
    let fields = Self.rows(9_998) { index in
      """
      {"id": "f\(index)", "type": "text_input", "props": {"label": "L"},
       "visibleWhen": "on == 'yes'", "validations": [{"rule": "required"},
       {"rule": "regex", "pattern": "[a-z]+"},
       {"rule": "dependent_validation", "dependsOn": "on", "equals": "no", "rules": []}]}
      """
    }
    var options = JSON.Options.screen
    options.limits.bytes = 1 << 23
    let text = body(#"{"id": "on", "type": "text_input"},"# + fields)
    let screen = try Screen(decoding: JSON.parse(text, options: options))
    let on = try #require(screen.key(StateKey("on")))
    #expect(screen.graph.readers(of: on).count == 2 * 9_998)
    #expect(screen.graph.readers.count == 2 * 9_998)
    #expect(screen.fields.count == 9_999)
    let last = try #require(screen.key(StateKey("f9997")))
    #expect(screen.graph.readers(of: last).isEmpty)
  }

  @Test("10,000 faults give 200 findings in the order of the text")
  func manyFaults() throws {
    let texts = [
      Self.rows(9_000) { _ in #"{"id": "a", "type": "text_input"}"# },
      Self.rows(9_000) { _ in #"{"type": "hologram"}"# },
      Self.rows(9_000) { #"{"id": "a\#($0)", "type": "text_input", "visibleWhen": "nobody"}"# },
    ]
    for text in texts {
      let findings = Screen.diagnose(try JSON.parse(body(text)))
      #expect(findings.count == 200)
      let offsets = findings.compactMap { $0.position?.offset }
      #expect(offsets.count == 200 && offsets == offsets.sorted())
    }
  }

  @Test("an error after 200 warnings still refuses the screen")
  func errorAfterWarnings() throws {
    let error = try refusal(
      body(Self.rows(300) { _ in #"{"type": "hologram"}"# } + #", {"type": 5}"#))
    #expect(error.path == "/body/children/300/type")
  }

  // MARK: - Mutations

  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 16 | state << 48
    }
  }

  static let seedScreen = """
    {"oyna": "1", "id": "s", "title": "T {{ a }}", "currency": "UZS",
     "state": {"a": "x", "n": 5, "g": [{"r": "1"}]},
     "computed": {"total": "n + 1", "both": "total * 2"},
     "body": {"id": "f", "type": "form", "children": [
      {"id": "a", "type": "text_input", "props": {"label": "L", "mask": "phone"},
       "visibleWhen": "n > 1", "validations": [{"rule": "required", "when": "n == 5"},
        {"rule": "regex", "pattern": "[a-z]+", "errorMessage": "E"},
        {"rule": "dependent_validation", "dependsOn": "d", "in": ["x", 1],
         "rules": [{"rule": "maxLength", "value": 5, "unit": "utf16"}]}]},
      {"id": "d", "type": "dropdown", "props": {"options": {"dependsOn": "n", "cases": [
        {"equals": 1, "options": [{"value": "x", "label": "X"}]}], "otherwise": []}}},
      {"id": "p", "type": "secure_input", "props": {"atRest": "encrypted"},
       "validations": [{"rule": "equalsField", "field": "p"}]},
      {"id": "m", "type": "money_input", "props": {"min": 1, "step": 0.5, "value": 10}},
      {"id": "g", "type": "repeating_group", "props": {"minRows": 1}, "children": [
        {"id": "r", "type": "text_input", "enabledWhen": "index == 0"}]},
      {"type": "load", "props": {"source": "/p?{{ n }}", "items": "data"},
       "content": {"type": "text", "props": {"text": "{{ item.x | money('USD') }}"}}},
      {"type": "hologram", "fallback": {"type": "divider"}, "props": {"stateKey": "z"}},
      {"type": "button", "props": {"label": "B"}, "enabledWhen": "a != ''", "on": {"tap": [
        {"type": "submit", "url": "/s", "on": {"422": {"type": "focus", "field": "a"}}},
        {"type": "when", "condition": "z == 1", "then": {"type": "set_value", "key": "a", "value": 1}},
        {"type": "patch", "patch": [{"op": "set", "id": "a", "props": {}}]}]}}]}}
    """

  /// The document with one value replaced, one member renamed or one value doubled.
  static func mutate(_ json: JSON, _ values: [JSON], _ random: inout Random) -> String {
    let target = Int.random(in: 0..<values.count, using: &random)
    var count = 0
    var writer = JSONWriter()
    let spare = [
      "null", "true", "-1", "0.5", "\"\"", "\"__proto__\"", "\"a\"", "\"{{ a\"", "[]", "{}",
      "[[]]", "{\"type\":\"divider\"}", "1e999999999", "\"javascript:x\"", "\"p == p\"", "\"(\"",
    ]
    func write(_ json: JSON, _ random: inout Random) {
      count += 1
      if count - 1 == target {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: writer.raw(spare[Int.random(in: 0..<spare.count, using: &random)])
        case 1: writer.raw(values[Int.random(in: 0..<values.count, using: &random)].text())
        default: writer.raw("[\(json.text()), \(json.text())]")
        }
        return
      }
      switch json.kind {
      case .object:
        writer.beginObject()
        for (name, value) in Self.members(of: json) {
          let isRenamed = Int.random(in: 0..<60, using: &random) == 0
          writer.key(isRenamed ? name + "x" : name)
          write(value, &random)
        }
        writer.endObject()
      case .array:
        writer.beginArray()
        for value in Self.elements(of: json) { write(value, &random) }
        writer.endArray()
      default:
        writer.raw(json.text())
      }
    }
    write(json, &random)
    return writer.text
  }

  static func members(of json: JSON) -> [(key: String, value: JSON)] {
    guard let object = json.object else { return [] }
    return Array(object)
  }

  static func elements(of json: JSON) -> [JSON] {
    guard let array = json.array else { return [] }
    return Array(array)
  }

  static func allValues(_ json: JSON) -> [JSON] {
    var values = [json]
    for (_, value) in Self.members(of: json) { values += allValues(value) }
    for value in Self.elements(of: json) { values += allValues(value) }
    return values
  }

  static func value(at path: String, in root: JSON) -> JSON? {
    var json: JSON? = root
    for token in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
      if json?.kind == .array, let place = Int(name) {
        json = json?[place]
      } else {
        json = json?[name]
      }
    }
    return json
  }

  @Test(
    "that is a good one changed a little is a screen or a finding with its place", arguments: 0..<8)
  func mutations(_ seed: Int) throws {
    let original = try JSON.parse(Self.seedScreen)
    #expect(Screen.diagnose(original).map(\.code) == [.unknownComponent])
    let values = Self.allValues(original)
    var random = Random(state: UInt64(seed) &* 977 &+ 5)
    var counts = (screens: 0, refusals: 0)
    for _ in 0..<150 {
      var text = Self.mutate(original, values, &random)
      if Bool.random(using: &random), let again = try? JSON.parse(text) {
        text = Self.mutate(again, Self.allValues(again), &random)
      }
      let json = try JSON.parse(text)
      let findings = Screen.diagnose(json)
      for finding in findings {
        let place = try #require(Self.value(at: finding.path, in: json), "\(finding)")
        let position = try #require(finding.position)
        #expect(position.offset >= place.offset)
        #expect(!finding.message.isEmpty)
      }
      let errors = findings.filter { $0.severity == .error }
      do throws(Diagnostic) {
        let screen = try Screen(decoding: json)
        #expect(errors.isEmpty)
        #expect(screen.diagnostics == findings)
        counts.screens += 1
      } catch {
        #expect(error == errors.first)
        counts.refusals += 1
      }
    }
    #expect(counts.screens > 0 && counts.refusals > 20)
  }
}
