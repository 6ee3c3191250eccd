import Observation
import OynaClient
import OynaEngine
import OynaValue
import Testing

/// Counts what withObservationTracking reports, observer by observer.
@MainActor private final class Observers {
  private(set) var invalidated: Set<String> = []

  /// Registers one observer under a name; it is told once.
  func observe(_ name: String, _ read: () -> Void) {
    withObservationTracking(read) {
      MainActor.assumeIsolated { _ = self.invalidated.insert(name) }
    }
  }
}

@Suite("the form's store") @MainActor struct FormStateStoreTests {
  /// 1,000 text fields, each with rules; field 7 decides whether field 8 is visible, field 9 has a
  /// rule that reads field 7, and a text shows field 7.
  private func largeForm() throws -> ScreenStore {
    var fields: [String] = []
    for number in 0..<1_000 {
      let condition = number == 8 ? #", "visibleWhen": "f7 != 'hide'""# : ""
      let rules =
        number == 9
        ? #"[{"rule": "dependent_validation", "dependsOn": "f7", "equals": "need", "#
          + #""rules": [{"rule": "required"}]}]"#
        : #"[{"rule": "required"}, {"rule": "maxLength", "value": 20}]"#
      fields.append(
        #"{"id": "c\#(number)", "type": "text_input", "props": {"label": "L", "stateKey": "f\#(number)"}, "validations": \#(rules)\#(condition)}"#
      )
    }
    fields.append(#"{"id": "echo", "type": "text", "props": {"text": "{{ f7 }}"}}"#)
    return try openStore(
      #"{"id": "b", "type": "form", "children": [\#(fields.joined(separator: ","))]}"#)
  }

  /// An observer for the value and error of every key, and for the view of every node.
  private func observeAll(_ store: ScreenStore) throws -> Observers {
    let observers = Observers()
    for node in try #require(store.tree).allNodes {
      observers.observe("node \(node.id.name)") { _ = node.node }
      observers.observe("children \(node.id.name)") { _ = node.children }
    }
    for number in 0..<1_000 {
      observers.observe("value f\(number)") { _ = store.form.values["f\(number)"] }
      observers.observe("error f\(number)") { _ = store.form.errors["f\(number)"] }
    }
    return observers
  }

  @Test("a keystroke in 1,000 fields invalidates the observers of that field alone")
  func keystroke() throws {
    let store = try largeForm()
    let observers = try observeAll(store)
    store.form.setValue(.string("a"), for: "f500")
    #expect(observers.invalidated == ["value f500", "node c500"])
    #expect(store.form.values["f500"] == .string("a"))
  }

  @Test("and those of what depends on it, when something depends on it")
  func dependents() throws {
    let store = try largeForm()
    var observers = try observeAll(store)
    store.form.setValue(.string("hide"), for: "f7")
    // The text that shows it, and the form whose child left.
    #expect(observers.invalidated == ["value f7", "node c7", "node echo", "children b"])
    observers = try observeAll(store)
    store.form.setValue(.string("need"), for: "f7")
    // A rule that begins to apply makes its field required.
    #expect(
      observers.invalidated == ["value f7", "node c7", "node c9", "node echo", "children b"])
  }

  @Test("a key behind which no node stands is observed too")
  func detachedKey() throws {
    let store = try openStore(
      """
      {"type": "vstack", "children": [
        {"id": "go", "type": "button", "props": {"label": "Go"},
         "on": {"tap": {"type": "set_value", "key": "mode", "value": "b"}}}]}
      """, state: #"{"mode": "a"}"#)
    #expect(store.form.values["mode"] == .string("a"))
    let observers = Observers()
    observers.observe("mode") { _ = store.form.values["mode"] }
    store.tap("go")
    #expect(observers.invalidated == ["mode"])
    #expect(store.form.values["mode"] == .string("b"))
  }

  @Test("errors come and go as the engine decides, per key")
  func errors() throws {
    let store = try openStore(
      """
      {"type": "form", "children": [
        {"id": "a", "type": "text_input", "props": {"label": "A"},
         "validations": [{"rule": "required", "errorMessage": "missing"}]},
        {"id": "b", "type": "text_input", "props": {"label": "B"},
         "validations": [{"rule": "required", "errorMessage": "missing"}]},
        {"id": "go", "type": "button", "props": {"label": "Go"},
         "on": {"tap": {"type": "submit", "url": "/x"}}}]}
      """)
    #expect(store.form.errors.isEmpty)
    store.tap("go")
    #expect(store.form.errors.dictionary == ["a": "missing", "b": "missing"])
    #expect(store.focusedKey == "a")
    let observers = Observers()
    observers.observe("a") { _ = store.form.errors["a"] }
    observers.observe("b") { _ = store.form.errors["b"] }
    store.form.setValue(.string("x"), for: "a")
    #expect(observers.invalidated == ["a"])
    #expect(store.form.errors.dictionary == ["b": "missing"])
  }

  @Test("clearSensitiveData empties every value and every error, and ends the submit")
  func clearing() async throws {
    let transport = ScriptedTransport()
    let store = try openStore(
      """
      {"type": "form", "children": [
        {"id": "a", "type": "text_input", "props": {"label": "A"}},
        {"id": "pin", "type": "secure_input", "props": {"label": "P"},
         "validations": [{"rule": "required"}]},
        {"id": "go", "type": "button", "props": {"label": "Go"},
         "on": {"tap": {"type": "submit", "url": "/x"}}}]}
      """, transport: transport)
    store.form.setValue(.string("x"), for: "a")
    store.tap("go")
    #expect(store.form.errors["pin"] != nil)
    Array("1234".utf8).withUnsafeBufferPointer {
      store.form.setSecret(Secret(copying: $0), for: "pin")
    }
    store.tap("go")
    _ = await transport.request(1)
    #expect(store.form.isSubmitting)
    store.form.clearSensitiveData()
    #expect(!store.form.isSubmitting)
    #expect(store.form.values["a"] == .string("") && store.form.errors.isEmpty)
    #expect(store.tree?[NodeID("pin")]?.node.field?.secretLength == 0)
    // The answer to what was dropped comes too late.
    transport.answer(1, 200, #"{"actions": [{"type": "alert", "message": "sent"}]}"#)
    await Task.yield()
    #expect(store.alert == nil)
  }

  @Test("going to the background wipes the secrets and nothing else")
  func background() throws {
    let store = try openStore(
      """
      {"type": "form", "children": [
        {"id": "a", "type": "text_input", "props": {"label": "A"}},
        {"id": "pin", "type": "secure_input", "props": {"label": "P"}}]}
      """)
    store.form.setValue(.string("x"), for: "a")
    Array("1234".utf8).withUnsafeBufferPointer {
      store.form.setSecret(Secret(copying: $0), for: "pin")
    }
    #expect(store.tree?[NodeID("pin")]?.node.field?.secretLength == 4)
    store.enterBackground()
    #expect(store.tree?[NodeID("pin")]?.node.field?.secretLength == 0)
    #expect(store.form.values["a"] == .string("x"))
    #expect(store.form.values["pin"] == .null)
  }
}

@Suite("a form of the application") @MainActor struct OwnFormTests {
  @Test("rules judge with the engine's meaning and words, in their order")
  func rules() {
    let form = FormStateStore()
    #expect(
      !form.validate(key: "phone", rules: [.required("missing"), .phone(region: "UZ", "no")]))
    #expect(form.errors["phone"] == "missing")
    form.setValue(.string("12"), for: "phone")
    #expect(form.errors["phone"] == nil)
    #expect(
      !form.validate(key: "phone", rules: [.required("missing"), .phone(region: "UZ", "no")]))
    #expect(form.errors["phone"] == "no")
    form.setValue(.string("+998901234567"), for: "phone")
    #expect(form.validate(key: "phone", rules: [.required("missing"), .phone(region: "UZ", "no")]))
    #expect(form.errors.isEmpty)
  }

  @Test(
    "each kind of rule passes and fails",
    arguments: [
      (.regex("[a-c]+"), .string("abc"), .string("abd")),
      (.minLength(2), .string("ab"), .string("a")),
      (.maxLength(2), .string("ab"), .string("abc")),
      (ValidationRule(.min(.int(5))), .int(5), .int(4)),
      (ValidationRule(.max(.int(5))), .int(5), .int(6)),
      (ValidationRule(.step(.int(5))), .int(10), .int(11)),
      (.email(), .string("a@example.org"), .string("a@")),
      (ValidationRule(.url), .string("https://example.org"), .string("x")),
      (.phone(), .string("+998901234567"), .string("+1")),
      (ValidationRule(.date), .string("2026-02-28"), .string("2026-02-30")),
      (ValidationRule(.minDate("2026-02-01")), .string("2026-02-01"), .string("2026-01-31")),
      (ValidationRule(.maxDate("2026-02-01")), .string("2026-02-01"), .string("2026-02-02")),
      (ValidationRule(.oneOf([.string("a")])), .string("a"), .string("b")),
      (ValidationRule(.luhn), .string("4111111111111111"), .string("4111111111111112")),
      (ValidationRule(.iban), .string("GB82WEST12345698765432"), .string("GB82WEST12345698765431")),
      (ValidationRule(.expression("field.size() > 2")), .string("abc"), .string("ab")),
      (.required(), .bool(true), .bool(false)),
    ] as [(ValidationRule, Value, Value)])
  func kinds(_ rule: ValidationRule, good: Value, bad: Value) {
    let form = FormStateStore()
    form.setValue(good, for: "field")
    #expect(form.validate(key: "field", rules: [rule]), "\(rule.kind)")
    form.setValue(bad, for: "field")
    #expect(!form.validate(key: "field", rules: [rule]), "\(rule.kind)")
  }

  @Test("a rule about another field is applied again when that field changes")
  func dependents() {
    let form = FormStateStore()
    let rules = [
      ValidationRule.dependent(
        on: "delivery", equals: .string("courier"), rules: [.required("address?")])
    ]
    form.setValue(.string("pickup"), for: "delivery")
    #expect(form.validate(key: "address", rules: rules))
    form.setValue(.string("courier"), for: "delivery")
    #expect(form.errors["address"] == "address?")
    form.setValue(.string("pickup"), for: "delivery")
    #expect(form.errors["address"] == nil)
    #expect(!rules[0].kind.description.isEmpty)
  }

  @Test("secrets are compared without leaving their buffers")
  func secrets() {
    let form = FormStateStore()
    for (key, text) in [("one", "abcd"), ("two", "abce")] {
      Array(text.utf8).withUnsafeBufferPointer {
        form.setSecret(Secret(copying: $0), for: key)
      }
    }
    let same = ValidationRule(.equalsField("one"), "differs")
    #expect(!form.validate(key: "two", rules: [.required(), same]))
    #expect(form.values["two"] == .null)
    Array("abcd".utf8).withUnsafeBufferPointer { form.setSecret(Secret(copying: $0), for: "two") }
    #expect(form.validate(key: "two", rules: [.required(), same]))
    form.enterBackground()
    #expect(!form.validate(key: "two", rules: [.required()]))
  }

  @Test("a rule that cannot be evaluated fails and says why")
  func brokenRule() {
    let form = FormStateStore()
    form.setValue(.string("x"), for: "a")
    #expect(!form.validate(key: "a", rules: [.regex("(")]))
    #expect(form.errors["a"]?.isEmpty == false)
    #expect(!form.validate(key: "a", rules: [ValidationRule(.expression("(("))]))
  }
}

extension ValidationRule.Kind {
  fileprivate var description: String { String(describing: self) }
}
