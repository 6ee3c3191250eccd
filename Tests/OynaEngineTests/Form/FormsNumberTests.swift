import OynaEngine
import OynaValue
import Testing

/// FORMS §4, "Types and numbers".
@Suite struct FormsNumberTests {
  @Test("F-37: an option keeps its JSON type, and \"1\" does not select 1")
  func optionTypes() throws {
    let options = #"[{"value": 1, "label": "number"}, {"value": "1", "label": "text"}]"#
    var form = try OpenForm(
      #"{"id": "d", "type": "dropdown", "props": {"options": \#(options)}}"#)
    form.type(.int(1), in: "d")
    form.submit()
    #expect(form.sent == #"{"d":1}"#)
    var other = try OpenForm(
      #"{"id": "d", "type": "dropdown", "props": {"options": \#(options)}}"#)
    other.type("1", in: "d")
    other.submit()
    #expect(other.sent == #"{"d":"1"}"#)
    var single = try OpenForm(
      #"{"id": "d", "type": "dropdown", "props": {"options": [{"value": 1, "label": "n"}]}, "validations": [\#(required())]}"#
    )
    single.type("1", in: "d")
    single.submit()
    #expect(single.error("d") == "required")
  }

  @Test(
    "F-39: numbers compare as numbers in a condition",
    arguments: [
      (2, false), (100, false), (1200, false), (1201, true), (11111, true),
    ])
  func numbersCompare(_ number: Int64, _ shows: Bool) throws {
    var form = try OpenForm(
      """
      {"id": "a", "type": "number_input"}, \(text("b", more: #""visibleWhen": "a > 1200""#))
      """)
    form.type(.int(number), in: "a")
    #expect(form.shows("b") == shows)
  }

  @Test("F-39: an empty number is null: the condition is false and is reported once")
  func emptyNumberIsNull() throws {
    let form = try OpenForm(
      """
      {"id": "a", "type": "number_input"}, \(text("b", more: #""visibleWhen": "a > 1200""#))
      """)
    #expect(!form.shows("b"))
    let reports = form.effects.filter { effect in
      if case .report(let finding) = effect {
        finding.code.name == "expression-failed"
      } else {
        false
      }
    }
    #expect(reports.count == 1)
  }

  @Test(
    "F-41: a step is exact",
    arguments: [
      ("143.48", true), ("8.69", true), ("0.94", true), ("0.3", true), ("0.015", false),
    ])
  func step(_ typed: String, _ passes: Bool) throws {
    var form = try OpenForm(
      #"{"id": "n", "type": "number_input", "validations": [{"rule": "step", "value": 0.01, "errorMessage": "step"}]}"#
    )
    form.fill("n", typed)
    #expect((form.error("n") == nil) == passes)
  }

  @Test("F-43: a decimal comma is typed character by character")
  func decimalComma() throws {
    var form = try OpenForm(
      document: body(#"{"id": "n", "type": "number_input"}"#), language: "uz")
    for typed in ["5", "56", "56,", "56,8"] {
      form.type(typed, in: "n")
      let node = try #require(form.engine.node("n"))
      #expect(node.field?.value == .string(typed))
    }
    #expect(form.value("n") == DecimalNumber("56.8").map { .decimal($0) })
  }

  @Test(
    "an English comma is read as a sign of groups only where it can be one",
    arguments: [
      ("1,000", "1000"), ("12,345,678", "12345678"), ("1,000.5", "1000.5"), ("0.005", "0.005"),
      ("0,005", nil), ("-0,005", nil), ("00,500", nil), ("012,345", nil), ("1,5", nil),
      ("0,005.5", nil),
    ])
  func englishComma(_ typed: String, _ number: String?) throws {
    var form = try OpenForm(
      document: body(#"{"id": "n", "type": "number_input"}"#), language: "en")
    form.type(typed, in: "n")
    let expected = number.flatMap { DecimalNumber($0) }
    #expect(form.value("n")?.exactNumber == expected)
  }

  @Test(
    "F-45: all zeros are no card number; spaces and dashes are passed over",
    arguments: [
      ("0000 0000 0000 0000", false), ("4242 4242 4242 4242", true), ("4111-1111-1111-1111", true),
      ("4111 1111 1111 1112", false),
    ])
  func luhn(_ number: String, _ passes: Bool) throws {
    var form = try OpenForm(text("a", #"{"rule": "luhn", "errorMessage": "no"}"#))
    form.fill("a", number)
    #expect((form.error("a") == nil) == passes)
  }

  @Test("money is an integer of minor units, typed as people write it")
  func money() throws {
    var form = try OpenForm(
      document: body(
        #"{"id": "m", "type": "money_input", "props": {"currency": "UZS"}, "validations": [{"rule": "min", "value": 100000000, "errorMessage": "low"}]}"#
      ), language: "uz")
    form.fill("m", "1 250 000,50")
    #expect(form.value("m") == .int(125_000_050))
    #expect(form.error("m") == nil)
    form.fill("m", "999999")
    #expect(form.error("m") == "low")
  }
}

extension Engine {
  func node(_ id: String) -> ResolvedNode? {
    var copy = self
    return copy.resolvedScreen().root.node(id)
  }
}
