import OynaEngine
import OynaValue
import Testing

/// A server takes what its own engine would have sent for the same values, and passes on what it
/// judged.
@Suite struct JudgedBodyTests {
  private func submission(
    _ components: String, _ json: String, settings: String = ""
  ) throws -> Submission {
    let day = try #require(CalendarDay("2026-12-01"))
    let context = Context(language: "en", today: day, seed: Context.Seed(high: 0, low: 0))
    let document =
      #"{"oyna": "1", "id": "s", "title": "S", \#(settings) "body": {"id": "f", "type": "form", "#
      + #""children": [\#(components)]}}"#
    return try Submission(
      validating: try JSON.parse(json), against: try screen(document), context: context)
  }

  private func errors(_ components: String, _ json: String) throws -> [String] {
    do {
      _ = try submission(components, json)
      return []
    } catch let refusal as Submission.Refusal {
      return refusal.errors.map(\.key)
    }
  }

  private static let rows = """
    {"id": "g", "type": "repeating_group", "props": {"minRows": 2}, "children": [
      {"id": "a", "type": "text_input", "validations": [{"rule": "required", "errorMessage": "a"}]},
      {"id": "b", "type": "text_input"}]}
    """

  @Test(
    "rows that a form always shows are judged when they did not come",
    arguments: [
      ("{}", ["g[0].a", "g[1].a"]), (#"{"g": []}"#, ["g[0].a", "g[1].a"]),
      (#"{"g": [{"a": "x"}]}"#, ["g[1].a"]), (#"{"g": [{"a": "x"}, {"a": "y"}]}"#, []),
    ])
  func missingRows(_ json: String, _ wrong: [String]) throws {
    #expect(try errors(Self.rows, json) == wrong)
  }

  private static let choices = """
    {"id": "plan", "type": "dropdown", "props": {"options": [
      {"value": "basic", "label": "B"}, {"value": "gold", "label": "G"}]}},
    {"id": "rate", "type": "dropdown", "props": {"options": {"dependsOn": "plan", "cases": [
      {"equals": "basic", "options": [{"value": "x", "label": "X"}]}], "otherwise": []}}},
    {"id": "number", "type": "radio_group", "props": {"options": [
      {"value": 0, "label": "0"}, {"value": true, "label": "yes"}]}},
    {"id": "many", "type": "checkbox", "props": {"options": [
      {"value": "a", "label": "A"}, {"value": "b", "label": "B"}]}}
    """

  @Test(
    "a choice that is not offered is refused, not cleared",
    arguments: [
      (#"{"plan": "basic", "rate": "zz"}"#, ["rate"]), (#"{"rate": "x"}"#, ["rate"]),
      (#"{"plan": "gold", "rate": "x"}"#, ["rate"]), (#"{"number": ""}"#, ["number"]),
      (#"{"number": "0"}"#, ["number"]), (#"{"many": ["a", "a", "a"]}"#, ["many"]),
      (#"{"many": ["a", "c"]}"#, ["many"]), (#"{"many": ["a", {"a": 1}]}"#, ["many"]),
      (#"{"plan": "basic", "rate": "x", "number": true, "many": ["b", "a"]}"#, []),
    ])
  func choices(_ json: String, _ wrong: [String]) throws {
    #expect(try errors(Self.choices, json) == wrong)
  }

  @Test("members that nobody asked for are refused inside a cart and a file")
  func strangers() throws {
    let file = #"{"id": "doc", "type": "file_input"}"#
    let known = #""id": "u1", "name": "a.pdf", "size": 3, "type": "application/pdf""#
    #expect(try errors(file, #"{"doc": {\#(known)}}"#) == [])
    #expect(try errors(file, #"{"doc": {\#(known), "evil": 1}}"#) == ["doc"])
    let cart = """
      {"id": "cart", "type": "cart", "props": {"label": "C", "currency": "UZS", "products": [
        {"id": "non", "title": "Non", "unitPrice": 450000}]}}
      """
    let line = #""product": "non", "quantity": 2"#
    #expect(try errors(cart, #"{"cart": {"lines": [{\#(line)}]}}"#) == [])
    #expect(try errors(cart, #"{"cart": {"lines": [{\#(line), "evil": 1}]}}"#) == ["cart"])
    #expect(try errors(cart, #"{"cart": {"lines": [{\#(line)}], "evil": 1}}"#) == ["cart"])
  }

  @Test("what is passed on is written from what was judged")
  func judged() throws {
    let components =
      #"{"id": "mail", "type": "text_input", "validations": [{"rule": "email"}]}, "#
      + #"{"id": "n", "type": "number_input"}, {"id": "t", "type": "text_input"}, \#(Self.rows)"#
    let accepted = try submission(
      components,
      #"{ "t": "",  "n": 1.50, "g": [{"b": "", "a": "x"}, {"a": "y"}], "mail": " a@b.uz " }"#)
    let text = accepted.judgedBody.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    #expect(text == #"{"mail":"a@b.uz","n":1.50,"g":[{"a":"x"},{"a":"y"}]}"#)
  }

  @Test("a value in a row that is to be no clear text at rest is told, sensitive or not")
  func rowsAtRest() throws {
    let group = """
      {"id": "g", "type": "repeating_group", "children": [
        {"id": "enc", "type": "text_input", "props": {"atRest": "encrypted"}},
        {"id": "mask", "type": "text_input", "props": {"atRest": "mask"}},
        {"id": "pin", "type": "secure_input"}, {"id": "open", "type": "text_input"}]}
      """
    let accepted = try submission(
      group, #"{"g": [{"enc": "E", "mask": "M", "pin": "P", "open": "O"}, {"open": "Q"}]}"#)
    let kept = try #require(accepted.fields.first).rowSecrets
    #expect(kept.map(\.key) == ["enc", "mask", "pin"])
    #expect(kept.map(\.row) == [0, 0, 0])
    #expect(kept.map(\.value) == [.string("E"), .string("M"), .null])
    #expect(kept.map { $0.secret == nil } == [true, true, false])
  }

  @Test(
    "a file cannot be kept otherwise than it came, so a document that asks for it is refused",
    arguments: ["mask", "encrypted"])
  func fileAtRest(_ atRest: String) throws {
    let error = try #require(throws: Diagnostic.self) {
      try screen(
        body(#"{"id": "f", "type": "file_input", "props": {"atRest": "\#(atRest)"}}"#))
    }
    #expect(error.code.name == "bad-value")
  }
}
