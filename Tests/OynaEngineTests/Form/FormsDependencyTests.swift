import OynaEngine
import OynaValue
import Testing

/// FORMS §4, "Cross-field, dependencies, cycles" and "Arrays".
@Suite struct FormsDependencyTests {
  @Test("F-47: a confirmation fails as soon as the password changes")
  func confirmationFollows() throws {
    var form = try OpenForm(
      """
      \(text("password")),
      \(text("confirm", #"{"rule": "equalsField", "field": "password", "errorMessage": "differs"}"#))
      """)
    form.fill("password", "abc12345")
    form.fill("confirm", "abc12345")
    #expect(form.error("confirm") == nil)
    form.type("abc123456", in: "password")
    #expect(form.error("confirm") == "differs")
    form.submit()
    #expect(form.request == nil)
    #expect(form.focused == "confirm")
  }

  @Test("F-47: a confirmation that nobody has left yet stays quiet")
  func quietConfirmation() throws {
    var form = try OpenForm(
      """
      \(text("password")),
      \(text("confirm", #"{"rule": "equalsField", "field": "password", "errorMessage": "differs"}"#))
      """)
    form.type("abc", in: "confirm")
    form.type("abcd", in: "password")
    #expect(form.error("confirm") == nil)
    #expect(form.engine.invalidFieldCount == 1)
  }

  @Test("F-47: secrets are compared by their bytes")
  func secretConfirmation() throws {
    var form = try OpenForm(
      """
      {"id": "password", "type": "secure_input"},
      {"id": "confirm", "type": "secure_input", "validations":
       [{"rule": "equalsField", "field": "password", "errorMessage": "differs"}]}
      """)
    form.typeSecret("abc12345", in: "password")
    form.typeSecret("abc12345", in: "confirm")
    form.send(.blur(key: "confirm"))
    #expect(form.error("confirm") == nil)
    form.typeSecret("other", in: "password")
    #expect(form.error("confirm") == "differs")
  }

  @Test(
    "F-49: cycles refuse the screen and name the keys",
    arguments: [
      #"{"a": "b + 1", "b": "a + 1"}"#, #"{"a": "a + 1"}"#,
      #"{"a": "c + 1", "b": "a + 1", "c": "b + 1"}"#,
    ])
  func cyclesAreRefused(_ computed: String) throws {
    let refused = try refusal(body(text("x"), computed: computed))
    #expect(refused.message.contains("a"))
    #expect(refused.code.name.contains("cycle"))
  }

  @Test("F-51: a field's own rule may read the field")
  func ownConstraint() throws {
    var form = try OpenForm(
      #"{"id": "n", "type": "number_input", "validations": [{"rule": "expression", "expression": "n > 5", "errorMessage": "low"}]}"#
    )
    form.fill("n", "5")
    #expect(form.error("n") == "low")
    form.fill("n", "6")
    #expect(form.error("n") == nil)
  }

  @Test("F-53: computed values follow in order, each evaluated once in a diamond")
  func diamond() throws {
    var form = try OpenForm(
      #"{"id": "a", "type": "number_input"}"#,
      computed: #"{"d": "b + c", "c": "a * 10", "b": "a + 1", "e": "a == a"}"#)
    form.type(.int(1), in: "a")
    #expect(form.value("b") == .int(2))
    #expect(form.value("c") == .int(10))
    #expect(form.value("d") == .int(12))
    #expect(form.engine.evaluated == 4)
  }

  @Test("F-55: an error follows its row; removing the row takes it away")
  func errorsFollowRows() throws {
    var form = try OpenForm(
      """
      {"id": "people", "type": "repeating_group", "children": [\(text("name", required()))]}
      """, state: #"{"people": [{"name": ""}, {"name": "Ali"}]}"#)
    form.submit()
    #expect(form.error("people[r1].name") == "required")
    #expect(form.error("people[r2].name") == nil)
    form.send(.custom(id: "people", name: "add"))
    #expect(form.error("people[r1].name") == "required")
    #expect(form.error("people[r3].name") == nil)
    form.send(.custom(id: "people[r1]", name: "remove"))
    #expect(form.error("people[r1].name") == nil)
    form.type("Vali", in: "people[r3].name")
    form.submit()
    #expect(form.sent == #"{"people":[{"name":"Ali"},{"name":"Vali"}]}"#)
  }

  @Test("F-57: a rule reads its own row, also after a row before it went")
  func rulesReadTheirRow() throws {
    var form = try OpenForm(
      """
      {"id": "people", "type": "repeating_group", "children": [
        \(text("kind")),
        \(text("number", #"{"rule": "dependent_validation", "dependsOn": "kind", "equals": "id", "rules": [\#(required())]}"#))
      ]}
      """, state: #"{"people": [{"kind": "x", "number": ""}, {"kind": "id", "number": ""}]}"#)
    form.send(.custom(id: "people[r1]", name: "remove"))
    form.submit()
    #expect(form.error("people[r2].number") == "required")
    form.type("x", in: "people[r2].kind")
    #expect(form.error("people[r2].number") == nil)
  }

  @Test("the verdict over an address follows the way of delivery at once")
  func courierAndPickup() throws {
    let rule =
      #"{"rule": "dependent_validation", "dependsOn": "delivery", "equals": "courier", "rules": [\#(required("address"))]}"#
    var form = try OpenForm(
      """
      {"id": "delivery", "type": "dropdown", "props": {"options":
       [{"value": "courier", "label": "c"}, {"value": "pickup", "label": "p"}]}},
      \(text("address", rule))
      """)
    form.type("courier", in: "delivery")
    form.submit()
    #expect(form.error("address") == "address")
    form.type("pickup", in: "delivery")
    #expect(form.error("address") == nil)
    form.type("courier", in: "delivery")
    #expect(form.error("address") == "address")
    form.type("pickup", in: "delivery")
    form.submit()
    #expect(form.sent == #"{"delivery":"pickup"}"#)
  }
}
