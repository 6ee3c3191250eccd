import Testing

@testable import OynaValue

@Suite("Duplicate keys")
struct JSONDuplicateKeyTests {
  @Test("a repeated key is refused with both places and its path, at every size and place")
  func refused() throws {
    for count in [2, 3, 15, 16, 17, 18, 40, 300] {
      for first in [0, count / 2, count - 2] where first < count - 1 {
        var keys = (0..<count).map { "k\($0)" }
        keys[count - 1] = keys[first]
        let text = "{\n" + keys.map { "\"\($0)\": [{}]" }.joined(separator: ",\n") + "}"
        let found = try #require(refusal(text), "\(count), \(first)")
        #expect(found.code == .jsonDuplicateKey)
        #expect(
          found.message
            == "The key \"k\(first)\" stands twice in one object, first at line \(first + 2), "
            + "column 1.")
        #expect(found.position?.line == count + 1)
        #expect(found.path == "/k\(first)")
      }
    }
  }

  @Test("an escaped spelling of the same key is the same key")
  func escaped() {
    #expect(refusal(#"{"a": 1, "\u0061": 2}"#)?.code == .jsonDuplicateKey)
    #expect(refusal(#"{"": 1, "": 2}"#)?.code == .jsonDuplicateKey)
  }

  @Test("keys that only look or sort alike are different keys")
  func different() {
    // A composed and a decomposed é, cases, prefixes.
    #expect(refusal("{\"\u{E9}\": 1, \"e\u{301}\": 2, \"a\": 3, \"A\": 4, \"aa\": 5}") == nil)
    #expect(refusal(#"{"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 2}]}"#) == nil)
  }

  @Test("where they are accepted the last one counts and all are listed")
  func accepted() throws {
    for count in [2, 16, 17, 100] {
      let members = (0..<count).map { "\"k\($0 % 2)\": \($0)" }.joined(separator: ",")
      let json = try JSON.parse("{" + members + "}", options: .rfc8259)
      #expect(json.object?.count == count)
      #expect(json.object?.map { $0.value.int ?? -1 } == (0..<count).map { Int64($0) })
      #expect(json["k0"]?.int == Int64((count - 1) / 2 * 2))
      #expect(json["k1"]?.int == Int64((count - 2) / 2 * 2 + 1))
      #expect(
        json.value
          == .map(
            ValueMap([
              (.string("k0"), .int(Int64((count - 1) / 2 * 2))),
              (.string("k1"), .int(Int64((count - 2) / 2 * 2 + 1))),
            ])))
    }
  }

  @Test("members of a large object are found by key, and absent keys are not")
  func large() throws {
    for count in [16, 17, 33, 1000] {
      let members = (0..<count).map { "\"key \($0)\": [\($0)]" }.joined(separator: ",")
      let json = try JSON.parse("{" + members + "}")
      for number in 0..<count { #expect(json["key \(number)"]?[0]?.int == Int64(number)) }
      for key in ["", "key", "key \(count)", "key 00", "Key 1"] { #expect(json[key] == nil) }
    }
  }

  @Test(
    "100,000 keys of one hash are told apart by sorting, not pair by pair",
    .timeLimit(.minutes(1)))
  func oneHash() throws {
    // Pair by pair these would take five thousand million comparisons: hours in a debug build.
    let count = 100_000
    let members = (0..<count).map { "\"key\($0 + 100_000)\":0" }.joined(separator: ",")
    var options = JSON.Options.screen
    options.limits.bytes = .max
    let document = try JSON.parse("{" + members + "}", options: options).document
    for index in stride(from: 1, to: document.tapeCount, by: 2) {
      let entry = document.tape[index]
      document.tape[index] = TapeEntry(
        entry.kind, offset: entry.offset, extra: 77, payload: entry.payload)
    }
    let strings = JSONStringBases(text: document.text, arena: document.text)
    let index = JSONKeyIndex(
      tape: document.tape, first: 1, end: document.tapeCount, strings: strings)
    #expect(index.firstDuplicate(tape: document.tape, strings: strings) == nil)
    for number in [0, 1, 49_999, count - 1] {
      var key = "key\(number + 100_000)"
      let found = key.withUTF8 {
        index.find($0, hash: 77, tape: document.tape, strings: strings)
      }
      #expect(found == 1 + 2 * number)
    }
    var missing = "key999999"
    #expect(
      missing.withUTF8 { index.find($0, hash: 77, tape: document.tape, strings: strings) } == nil)
  }

  @Test("of several repeated keys the first in the text is reported")
  func firstOfSeveral() throws {
    let keys = (0..<20).map { "k\($0)" } + ["k5", "k3", "k5"]
    let text = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(try #require(refusal(text)).path == "/k5")
  }
}
