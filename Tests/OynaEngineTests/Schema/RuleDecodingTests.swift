import OynaEngine
import OynaValue
import Testing

@Suite("A rule decodes to its check")
struct RuleDecodingTests {
  /// Each rule as it is written, and its check in words.
  static let rules: [(String, String)] = [
    (#""rule": "required""#, "required"),
    (#""rule": "regex", "pattern": "a|b", "flags": "i""#, "regex (?i)a|b"),
    (#""rule": "minLength", "value": 2"#, "minLength 2 grapheme"),
    (#""rule": "minLength", "value": 2.0, "unit": "utf16""#, "minLength 2 utf16"),
    (#""rule": "maxLength", "value": 9, "unit": "byte""#, "maxLength 9 byte"),
    (#""rule": "maxLength", "value": 9, "unit": "scalar""#, "maxLength 9 scalar"),
    (#""rule": "min", "value": -5"#, "min -5"),
    (#""rule": "min", "value": 0.10"#, "min 0.10"),
    (#""rule": "max", "value": 1e3"#, "max 1000"),
    (#""rule": "max", "value": 12345678901234567890"#, "max 12345678901234567890"),
    (#""rule": "step", "value": 0.01"#, "step 0.01"),
    (#""rule": "email""#, "email"), (#""rule": "url""#, "url"),
    (#""rule": "phone""#, "phone any"), (#""rule": "phone", "region": "UZ""#, "phone UZ"),
    (#""rule": "date""#, "date"),
    (#""rule": "minDate", "value": "2024-02-29""#, "minDate 2024-02-29"),
    (#""rule": "maxDate", "value": "today""#, "maxDate today"),
    (#""rule": "age", "value": 18"#, "age 18"),
    (#""rule": "oneOf", "values": [1, "1", 1.5, null, true]"#, "oneOf 5"),
    (#""rule": "equalsField", "field": "b""#, "equalsField b"),
    (#""rule": "requireOne", "fields": ["a", "b"]"#, "requireOne a b"),
    (#""rule": "luhn""#, "luhn"), (#""rule": "iban""#, "iban"), (#""rule": "inn""#, "inn"),
    (#""rule": "pinfl""#, "pinfl"),
    (#""rule": "expression", "expression": "b == 'x'""#, "expression b == 'x'"),
    (#""rule": "remote", "url": "/check""#, "remote /check 300"),
    (#""rule": "remote", "url": "/check", "debounce": 0"#, "remote /check 0"),
    (
      #""rule": "dependent_validation", "dependsOn": "b", "equals": null, "rules": []"#,
      "dependent b 1 0"
    ),
    (
      """
      "rule": "dependent_validation", "dependsOn": "b", "in": [1, 2], "rules": [
        {"rule": "required"}, {"rule": "dependent_validation", "dependsOn": "a", "equals": 1,
         "rules": [{"rule": "email"}]}]
      """, "dependent b 2 2"
    ),
    (#""rule": "from_the_future", "x": {}"#, "unknown from_the_future"),
  ]

  static func words(_ check: Rule.Check, _ screen: Screen) -> String {
    func number(_ value: Value) -> String { value.exactNumber?.text ?? "?" }
    func bound(_ bound: DateBound) -> String {
      if case .day(let day) = bound { day } else { "today" }
    }
    func name(_ key: KeyIndex) -> String { screen[key].key.name }
    switch check {
    case .required: return "required"
    case .regex(let regex): return "regex \(regex.pattern)"
    case .minLength(let length, let unit): return "minLength \(length) \(unit.rawValue)"
    case .maxLength(let length, let unit): return "maxLength \(length) \(unit.rawValue)"
    case .min(let value): return "min \(number(value))"
    case .max(let value): return "max \(number(value))"
    case .step(let value): return "step \(number(value))"
    case .email: return "email"
    case .url: return "url"
    case .phone(let region): return "phone \(region ?? "any")"
    case .date: return "date"
    case .minDate(let day): return "minDate \(bound(day))"
    case .maxDate(let day): return "maxDate \(bound(day))"
    case .age(let years): return "age \(years)"
    case .oneOf(let values): return "oneOf \(values.count)"
    case .equalsField(let key): return "equalsField \(name(key))"
    case .requireOne(let keys):
      return (["requireOne"] + keys.map(name)).joined(separator: " ")
    case .luhn: return "luhn"
    case .iban: return "iban"
    case .inn: return "inn"
    case .pinfl: return "pinfl"
    case .expression(let expression): return "expression \(expression.program.source)"
    case .remote(let url, let debounce): return "remote \(url) \(debounce)"
    case .dependent(let key, let values, let rules):
      return "dependent \(name(key)) \(values.count) \(rules.count)"
    case .unknown(let name): return "unknown \(name)"
    }
  }

  @Test("with its parameters", arguments: rules)
  func parameters(_ rule: String, _ words: String) throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "validations": [{\(rule)}]},
        {"id": "b", "type": "text_input"}
        """))
    #expect(Self.words(screen.components[1].rules[0].check, screen) == words)
  }

  @Test("every rule of the vocabulary is tested above")
  func allRules() {
    for rule in Vocabulary.rules {
      #expect(
        Self.rules.contains { $0.0.contains("\"rule\": \"\(rule.name)\"") }, "\(rule.name)")
    }
  }

  @Test("a rule knows what it reads besides its own key, with the rules inside it")
  func reads() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "validations": [
          {"rule": "dependent_validation", "dependsOn": "b", "equals": 1, "when": "c && a != ''",
           "rules": [{"rule": "expression", "expression": "d && c"},
                     {"rule": "equalsField", "field": "a"}]}]},
        {"id": "b", "type": "text_input"}, {"id": "c", "type": "checkbox"},
        {"id": "d", "type": "checkbox"}
        """))
    let rule = screen.components[1].rules[0]
    #expect(rule.reads.map { screen[$0].key.name } == ["b", "c", "d"])
    #expect(rule.condition?.program.source == "c && a != ''")
  }

  @Test("severity is error unless the rule says warning")
  func severity() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "validations": [{"rule": "email"},
          {"rule": "email", "severity": "warning", "errorMessage": "{{ a }} emas"}]}
        """))
    let rules = screen.components[1].rules
    #expect(rules.map(\.severity) == [.error, .warning])
    #expect(rules[0].errorMessage == nil)
    #expect(rules[1].errorMessage?.plainText == nil)
    #expect(screen.graph.readers == [.text(ComponentIndex(1))])
  }

  @Test("requireOne and expression may stand on a component that is no input")
  func rulesOnLayout() throws {
    let screen = try screen(
      body(
        """
        {"id": "group", "type": "section", "children": [{"id": "a", "type": "text_input"}],
         "validations": [{"rule": "requireOne", "fields": ["a"]},
                         {"rule": "expression", "expression": "a != ''"}]}
        """))
    #expect(screen.components[1].rules.count == 2)
    #expect(screen.components[1].field == nil)
  }

  @Test("a key that is no identifier is read through state")
  func oddKeys() throws {
    let screen = try screen(
      body(
        """
        {"id": "x", "type": "text_input", "props": {"stateKey": "user.email"}},
        {"id": "y", "type": "text_input", "props": {"stateKey": "user"},
         "visibleWhen": "state['user.email'] == 'a'"}
        """))
    let reads = try #require(screen.components[2].visibleWhen).reads
    #expect(reads.map { screen[$0].key.name } == ["user.email"])
  }
}
