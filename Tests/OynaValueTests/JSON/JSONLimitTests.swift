import OynaValue
import Testing

@Suite("Limits of reading JSON")
struct JSONLimitTests {
  private func options(_ change: (inout JSON.Limits) -> Void) -> JSON.Options {
    var options = JSON.Options.screen
    change(&options.limits)
    return options
  }

  @Test("the limits of a screen are DESIGN §9's")
  func screen() {
    #expect(JSON.Limits.screen.bytes == 1_048_576)
    #expect(JSON.Limits.screen.depth == 64)
    #expect(JSON.Limits.screen.stringBytes == 65_536)
  }

  @Test("a document of the limit's length is read, one byte more is refused with both numbers")
  func bytes() throws {
    let text = "[" + String(repeating: " ", count: 98) + "]"
    #expect(refusal(text, options { $0.bytes = 100 }) == nil)
    let found = try #require(refusal(text + " ", options { $0.bytes = 100 }))
    #expect(found.code == .jsonLimit)
    #expect(found.message == "The document is 101 bytes long; the limit is 100.")
  }

  @Test("nesting to the limit is read, one deeper is refused with the limit and the place")
  func depth() throws {
    for open in ["[", "{\"a\":"] {
      let close = open == "[" ? "]" : "}"
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth - 1) + (open == "[" ? "[]" : "{}")
          + String(repeating: close, count: depth - 1)
      }
      #expect(refusal(nested(64)) == nil)
      let found = try #require(refusal(nested(65)))
      #expect(found.code == .jsonLimit)
      #expect(found.message == "Arrays and objects nest deeper than the limit of 64.")
      #expect(found.position?.offset == 64 * open.count)
      #expect(refusal(nested(1024), .rfc8259) == nil)
      #expect(refusal(nested(1025), .rfc8259)?.code == .jsonLimit)
    }
  }

  @Test("a million open brackets are refused without a deep stack, whatever limit is asked for")
  func deep() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect(refusal(text, options { $0.depth = 0 })?.code == .jsonLimit)
    #expect(refusal(text)?.code == .jsonLimit)
    let deepest = JSON.Options(limits: JSON.Limits(depth: .max))
    #expect(deepest.limits.depth == 1024)
    #expect(refusal(text, deepest)?.code == .jsonLimit)
  }

  @Test("the deepest document can be copied out, written and released")
  func deepest() throws {
    let text = String(repeating: "[", count: 1024) + String(repeating: "]", count: 1024)
    let json = try JSON.parse(text, options: .rfc8259)
    #expect(json.text() == text)
    var writer = JSONWriter()
    writer.value(json.value)
    #expect(writer.text == text)
  }

  @Test("a string of the limit's length is read, plain or escaped; a longer one is refused")
  func stringBytes() throws {
    let limits = options { $0.stringBytes = 10 }
    for character in ["a", "\\n", "\\u0041"] {
      #expect(
        refusal("[\"" + String(repeating: character, count: 10) + "\"]", limits) == nil)
      let found = try #require(
        refusal("[0, \"" + String(repeating: character, count: 11) + "\"]", limits))
      #expect(found.code == .jsonLimit)
      #expect(found.message == "A string is longer than the limit of 10 bytes.")
      #expect(found.path == "/1")
    }
    #expect(refusal("{\"" + String(repeating: "k", count: 11) + "\":1}", limits) != nil)
  }

  @Test("a number longer than the limit is refused")
  func numberBytes() throws {
    let limits = options { $0.numberBytes = 30 }
    #expect(refusal("[" + String(repeating: "9", count: 30) + "]", limits) == nil)
    for text in [String(repeating: "9", count: 31), "1e" + String(repeating: "0", count: 29)] {
      let found = try #require(refusal("[" + text + "]", limits))
      #expect(found.message == "A number is longer than the limit of 30 bytes.")
    }
  }
}
