import OynaValue
import Testing

/// The finding with which a text is refused; nil when it is read.
func refusal(_ bytes: [UInt8], _ options: JSON.Options = .screen) -> Diagnostic? {
  do {
    _ = try JSON.parse(bytes, options: options)
    return nil
  } catch {
    return error
  }
}

func refusal(_ text: String, _ options: JSON.Options = .screen) -> Diagnostic? {
  refusal(Array(text.utf8), options)
}

@Suite("Refusing what is no JSON")
struct JSONRefusalTests {
  @Test("a document cut at any byte is refused as truncated, at its end")
  func truncated() throws {
    let text = #"{"a": [1, -2.5e+3, true, null, "x\n\ud83d\ude00é😀"], "b": {"c": {}, "d": []}}"#
    let bytes = Array(text.utf8)
    #expect(refusal(bytes) == nil)
    for end in bytes.indices {
      let cut = Array(bytes[..<end])
      let found = try #require(refusal(cut), "cut at \(end)")
      // Inside a character of several bytes the encoding is what is wrong.
      if bytes[end] & 0xC0 != 0x80 {
        #expect(found.code == .jsonTruncated, "cut at \(end): \(found.message)")
        #expect(found.position?.offset == end)
      } else {
        #expect(found.code == .jsonEncoding)
      }
    }
  }

  @Test("a document with any one byte replaced never crashes, and what is read is valid UTF-8")
  func replaced() {
    let bytes = Array(#"{"k": [1, -2.5e3, true, null, "x\n\u00e9é"]}"#.utf8)
    for place in bytes.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = bytes
        changed[place] = byte
        guard refusal(changed) == nil else { continue }
        #expect(String(validUTF8: changed) != nil, "byte \(byte) at \(place)")
      }
    }
  }

  @Test(
    "an error says what stands there, where, and what would be right",
    arguments: [
      ("", "The text is empty.", 1, 1, ""),
      ("{\"a\": 01}", "A number starts with a zero that other digits follow.", 1, 7, "/a"),
      ("[1, 2,]", "A comma stands before ']'.", 1, 7, ""),
      ("{\"a\": 1,}", "A comma stands before '}'.", 1, 9, ""),
      ("{\"a\" 1}", "A colon should follow the key, not '1'.", 1, 6, "/a"),
      ("{a: 1}", "A member's key should stand here, not 'a'.", 1, 2, ""),
      ("[1 2]", "A comma or ] should follow the element, not '2'.", 1, 4, ""),
      ("{\"a\": [1}", "A comma or ] should follow the element, not '}'.", 1, 9, "/a"),
      ("[1]\n x", "The document has ended, and 'x' follows.", 2, 2, ""),
      ("[tru]", "']' is no part of true, false or null.", 1, 5, "/0"),
      ("[-x]", "A digit should follow the minus sign, not 'x'.", 1, 3, "/0"),
      ("[1.x]", "A digit should follow the decimal point, not 'x'.", 1, 4, "/0"),
      ("[1ex]", "A digit should follow the exponent's sign, not 'x'.", 1, 4, "/0"),
      ("[\"a\tb\"]", "A string holds U+0009, which must be escaped.", 1, 4, "/0"),
      ("[\"\\x\"]", "'x' after a backslash is no escape.", 1, 4, "/0"),
      ("[\"\\u12G4\"]", "Four hexadecimal digits should follow \\u, not 'G'.", 1, 7, "/0"),
      ("[0, “a”]", "A value should stand here, not U+201C.", 1, 5, "/1"),
      ("\u{FEFF}{}", "The text starts with a byte order mark.", 1, 1, ""),
      (
        "{\"a\": {\n", "The text ends inside the object opened at line 1, column 7.", 2, 1, "/a"
      ),
    ])
  func messages(text: String, message: String, line: Int, column: Int, path: String) throws {
    let found = try #require(refusal(text))
    #expect(found.message == message)
    #expect(found.position?.line == line)
    #expect(found.position?.column == column)
    #expect(found.path == path)
    #expect(found.severity == .error)
  }

  @Test("half a surrogate pair is refused at its backslash, a pair is read")
  func surrogates() throws {
    for text in [
      #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#,
      #""\udc00\ud800""#, #""\ud800\u0041""#, #""\udbff""#, #""\udfff""#,
    ] {
      let found = try #require(refusal("[1, " + text + "]"), "\(text)")
      #expect(found.code == .jsonSurrogate)
      #expect(found.position?.column == 6)
      #expect(found.path == "/1")
    }
    #expect(try JSON.parse(#""\ud800\udc00\udbff\udfff""#).string == "\u{10000}\u{10FFFF}")
  }

  // MARK: - UTF-8

  @Test("one and two bytes: exactly Unicode's UTF-8 is read, all 65,792 strings")
  func shortUTF8() {
    for first in UInt8.min...UInt8.max {
      expectSameVerdict([first])
      for second in UInt8.min...UInt8.max { expectSameVerdict([first, second]) }
    }
  }

  @Test("three and four bytes: exactly Unicode's UTF-8 is read, at every boundary")
  func longUTF8() {
    let edges: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xFF,
    ]
    for first in UInt8(0xC0)...UInt8.max {
      for second in edges {
        for third in edges {
          expectSameVerdict([first, second, third])
          for fourth in edges { expectSameVerdict([first, second, third, fourth]) }
        }
      }
    }
  }

  /// The standard library's decoder, which repairs what is wrong, is the reference.
  private func expectSameVerdict(_ content: [UInt8]) {
    guard !content.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return }
    let isValid = String(validUTF8: content) != nil
    let found = refusal([0x22] + content + [0x22])
    if (found == nil) != isValid || (found.map { $0.code != .jsonEncoding } ?? false) {
      Issue.record("\(content): \(found?.message ?? "read")")
    }
  }

  @Test("bad UTF-8 is found wherever it stands against the reader's words of eight bytes")
  func badUTF8AtEveryPlace() throws {
    for length in 0..<40 {
      let text = Array(("[\"" + String(repeating: "a", count: length)).utf8)
      let found = try #require(refusal(text + [0xC3, 0x28] + Array("\"]".utf8)))
      #expect(found.code == .jsonEncoding)
      #expect(found.position?.offset == length + 2)
      #expect(found.message == "byte 0xC3 is no valid UTF-8 here.")
    }
  }
}
