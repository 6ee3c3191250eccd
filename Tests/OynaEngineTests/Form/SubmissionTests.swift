import OynaEngine
import OynaValue
import Testing

/// The server's side: the same rules over a body that came, and no trust in it.
@Suite struct SubmissionTests {
  private static let document = body(
    """
    \(text("name", required("name")))
    ,{"id": "delivery", "type": "dropdown", "validations": [\(required("delivery"))], "props":
      {"options": [{"value": "courier", "label": "c"}, {"value": "pickup", "label": "p"}]}}
    ,\(text("address", required("address"), more: #""visibleWhen": "delivery == 'courier'""#))
    ,{"id": "income", "type": "number_input", "validations": [{"rule": "min", "value": 100}]}
    ,{"id": "price", "type": "money_input"}
    ,{"id": "birth", "type": "date_input"}
    ,{"id": "agree", "type": "checkbox"}
    ,{"id": "pin", "type": "secure_input", "props": {"atRest": "encrypted"},
      "validations": [{"rule": "regex", "pattern": "[0-9]{4}", "errorMessage": "digits"}]}
    ,{"id": "people", "type": "repeating_group", "children": [\(text("who", required("who")))]}
    """, state: #"{"tariff": "gold", "delivery": "courier"}"#, computed: #"{"double": "income"}"#)

  private func check(_ body: String) throws -> Submission {
    let day = try #require(CalendarDay("2026-12-01"))
    let context = Context(language: "en", today: day, seed: Context.Seed(high: 0, low: 0))
    return try Submission(
      validating: try JSON.parse(body), against: try screen(Self.document), context: context)
  }

  private func errors(_ body: String) throws -> [String: String] {
    let refusal = try #require(throws: Submission.Refusal.self) { try check(body) }
    return Dictionary(refusal.errors.map { ($0.key, $0.message) }, uniquingKeysWith: { $1 })
  }

  @Test("a body that the form would send is accepted, with its types")
  func accepted() throws {
    let submission = try check(
      #"{"name":"Zuhra","delivery":"courier","address":"Navoi 1","income":100.50,"price":125,"birth":"2000-02-29","agree":true,"pin":"1234","people":[{"who":"Ali"}]}"#
    )
    #expect(
      submission.fields.map(\.key) == [
        "name", "delivery", "address", "income", "price", "birth", "agree", "pin", "people",
      ])
    #expect(submission.value(for: "name") == .string("Zuhra"))
    #expect(submission.value(for: "income") == DecimalNumber("100.50").map { .decimal($0) })
    #expect(submission.value(for: "pin") == nil)
    #expect(submission.secret(for: "pin")?.withUnsafeBytes { Array($0) } == Array("1234".utf8))
  }

  @Test("what is missing is missing, whatever the screen's own state says")
  func missing() throws {
    #expect(try errors("{}") == ["name": "name", "delivery": "delivery"])
  }

  @Test(
    "a wrong JSON type is refused by name",
    arguments: [
      #""income":"100""#, #""income":true"#, #""price":"125""#, #""price":1.5"#, #""agree":"true""#,
      #""agree":1"#, #""name":5"#, #""birth":"2001-02-29""#, #""birth":20010228"#, #""pin":1234"#,
      #""people":{}"#, #""people":["x"]"#, #""delivery":["pickup"]"#, #""name":null"#,
    ])
  func wrongTypes(_ member: String) throws {
    var members = ["\"name\":\"Zuhra\"", "\"delivery\":\"pickup\""]
    let key = String(member.dropFirst().prefix { $0 != "\"" })
    members.removeAll { $0.hasPrefix("\"\(key)\"") }
    let found = try errors("{\((members + [member]).joined(separator: ","))}")
    #expect(found == [key: "The value has the wrong type"])
  }

  @Test("keys that are no fields are refused by name", arguments: ["ghost", "tariff", "double"])
  func unknownKeys(_ key: String) throws {
    let found = try errors(#"{"name":"Z","delivery":"pickup","\#(key)":1}"#)
    #expect(found == [key: "The form has no such field"])
  }

  @Test("an option that is not offered is refused")
  func tamperedOption() throws {
    #expect(try errors(#"{"name":"Z","delivery":"drone"}"#).keys.sorted() == ["delivery"])
    #expect(try errors(#"{"name":"Z","delivery":1}"#).keys.sorted() == ["delivery"])
  }

  @Test("a value of a field that is hidden for these values is refused")
  func hiddenValue() throws {
    let found = try errors(#"{"name":"Z","delivery":"pickup","address":"Navoi 1"}"#)
    #expect(found == ["address": "This field is hidden or disabled now"])
  }

  @Test("rules run again, over secrets and rows too")
  func rules() throws {
    let found = try errors(
      #"{"name":" ","delivery":"courier","income":99,"pin":"12a4","people":[{"who":"A"},{"x":1}]}"#)
    #expect(
      found == [
        "name": "name", "address": "address", "income": "Enter 100 or more", "pin": "digits",
        "people[1].who": "who", "people[1].x": "The form has no such field",
      ])
  }

  @Test("a body that is no object is refused", arguments: ["[]", "5", "null", "\"x\""])
  func noObject(_ body: String) throws {
    _ = try errors(body)
  }
}
