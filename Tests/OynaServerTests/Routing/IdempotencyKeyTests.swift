import Testing

@testable import OynaServer

@Suite struct IdempotencyKeyTests {
  private func key(_ values: String...) throws(IdempotencyKey.Failure) -> String {
    try IdempotencyKey(HTTPFields(values.map { ("idempotency-KEY", $0) })).text
  }

  @Test func quotedAndBareAreOneKey() throws {
    let uuid = "8e03978e-40d5-43dd-bc93-6894a57f9324"
    #expect(try key(uuid) == uuid)
    #expect(try key("\"\(uuid)\"") == uuid)
    #expect(try key("  \"\(uuid)\"\t") == uuid)
    #expect(try key(#""a\"b\\c""#) == #"a"b\c"#)
  }

  @Test func a255CharacterKeyIsTheLongest() throws {
    let longest = String(repeating: "k", count: 255)
    #expect(try key(longest) == longest)
    #expect(throws: IdempotencyKey.Failure.invalid) { try key(longest + "k") }
    #expect(throws: IdempotencyKey.Failure.invalid) { try key("\"\(longest)k\"") }
  }

  @Test func noHeaderIsMissing() {
    #expect(throws: IdempotencyKey.Failure.missing) { try key() }
  }

  @Test(arguments: [
    "", "\"\"", "\"", "\"abc", "abc\"", "a b", "a,b", "a;b", "\"a\" \"b\"", "\"a\"x", "ключ",
    "\"a\\n\"", "a\u{1}b", "\"a\u{7f}\"",
  ])
  func aMalformedKeyIsInvalid(value: String) {
    #expect(throws: IdempotencyKey.Failure.invalid) { try key(value) }
  }

  @Test func twoKeysAreInvalid() {
    #expect(throws: IdempotencyKey.Failure.invalid) { try key("a", "a") }
  }

  @Test func theHeaderFormReadsBackAsTheSameKey() throws {
    for text in ["abc", #"a"b\c"#, "a b"] {
      let quoted = "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      let made = try IdempotencyKey(HTTPFields([("Idempotency-Key", quoted)]))
      #expect(made.text == text)
      #expect(made.header == quoted)
    }
  }
}
