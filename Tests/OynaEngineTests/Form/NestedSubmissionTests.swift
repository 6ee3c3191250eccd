import OynaEngine
import OynaValue
import Testing

/// A body with objects in it: `"submission": "nested"`.
@Suite struct NestedSubmissionTests {
  private static let document = #"""
    {"oyna": "1", "id": "s", "submission": "nested", "body": {"type": "form", "id": "f", "children": [
      {"id": "name", "type": "text_input", "props": {"label": "N", "stateKey": "user.name"}},
      {"id": "city", "type": "text_input", "props": {"label": "C", "stateKey": "/a~1b/~0c"},
       "validations": [{"rule": "minLength", "value": 2, "errorMessage": "short"}]},
      {"id": "pin", "type": "secure_input", "props": {"label": "P", "stateKey": "/a~1b/pin"}},
      {"id": "tags", "type": "repeating_group", "props": {"stateKey": "tags"}, "children": [
        {"id": "tag", "type": "text_input", "props": {"label": "T", "stateKey": "/"}}]},
      {"id": "people", "type": "repeating_group", "props": {"stateKey": "/list/people"}, "children": [
        {"id": "who", "type": "text_input", "props": {"label": "W", "stateKey": "/name/first"}},
        {"id": "age", "type": "number_input", "props": {"label": "A"}}]}]}}
    """#

  private func check(_ body: String) throws -> Submission {
    let day = try #require(CalendarDay("2026-12-01"))
    let context = Context(language: "en", today: day, seed: Context.Seed(high: 0, low: 0))
    return try Submission(
      validating: try JSON.parse(body),
      against: try Screen(decoding: try JSON.parse(Self.document)), context: context)
  }

  @Test func valuesAreFoundAtTheirPlaces() throws {
    let submission = try check(
      #"""
      {"a/b": {"~c": "xy", "pin": "1234"}, "user.name": "Z", "tags": ["t", "u"],
       "list": {"people": [{"age": 5, "name": {"first": "A"}}, {}]}}
      """#)
    #expect(submission.value(for: "user.name") == .string("Z"))
    #expect(submission.value(for: "/a~1b/~0c") == .string("xy"))
    #expect(
      submission.secret(for: "/a~1b/pin")?.withUnsafeBytes { Array($0) } == Array("1234".utf8))
    let tags = submission.value(for: "tags").map { "\($0)" } ?? ""
    #expect(tags.contains("t") && tags.contains("u"))
    #expect(submission.value(for: "/list/people") != nil)
  }

  @Test(
    "what has no place is refused by its pointer",
    arguments: [
      (#"{"x": 1}"#, "/x"), (#"{"a/b": {"x": 1}}"#, "/a~1b/x"), (#"{"a/b": 5}"#, "/a~1b"),
      (#"{"/a~1b/~0c": "xy"}"#, "/~1a~01b~1~00c"), (#"{"user": {"name": "Z"}}"#, "/user"),
      (#"{"list": {"people": [{"name": {"x": 1}}]}}"#, "/list/people[0]./name/x"),
      (#"{"list": {"people": [5]}}"#, "/list/people[0]./"),
      (#"{"tags": [{"/": "t"}]}"#, "tags[0]./"), (#"{"a/b": {"~c": "x"}}"#, "/a~1b/~0c"),
      (#"{"a/b": {"~c": 5}}"#, "/a~1b/~0c"),
    ])
  func strangers(_ body: String, _ key: String) throws {
    let refusal = try #require(throws: Submission.Refusal.self) { try check(body) }
    #expect(refusal.errors.map(\.key) == [key])
  }

  @Test(
    "two values in one place refuse the screen",
    arguments: [("/a", "/a/b"), ("/a/b", "/a"), ("a", "/a"), ("a", "/a/b"), ("/a~1b", "a/b")])
  func conflicts(_ one: String, _ other: String) throws {
    let text = """
      {"id": "s", "submission": "nested", "body": {"type": "vstack", "children": [
        {"id": "x", "type": "text_input", "props": {"label": "x", "stateKey": "\(one)"}},
        {"id": "y", "type": "text_input", "props": {"label": "y", "stateKey": "\(other)"}}]}}
      """
    let error = try #require(throws: Diagnostic.self) {
      try Screen(decoding: try JSON.parse(text))
    }
    #expect(error.code.name == "duplicate-key")
    let flat = text.replacing("nested", with: "flat")
    _ = try Screen(decoding: try JSON.parse(flat))
  }

  @Test func theRowItselfHasAMeaningInRowsOnly() throws {
    let text = #"""
      {"id": "s", "submission": "nested", "body":
        {"id": "x", "type": "text_input", "props": {"label": "x", "stateKey": "/"}}}
      """#
    let error = try #require(throws: Diagnostic.self) {
      try Screen(decoding: try JSON.parse(text))
    }
    #expect(error.code.name == "bad-key")
  }
}
