import OynaValue
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.text
  }

  @Test("commas and colons stand where they belong")
  func punctuation() {
    let text = written { writer in
      writer.beginObject()
      writer.key("a")
      writer.beginArray()
      writer.endArray()
      writer.key("b")
      writer.beginArray()
      writer.int(1)
      writer.beginObject()
      writer.endObject()
      writer.null()
      writer.bool(true)
      writer.endArray()
      writer.key("c")
      writer.raw("[0]")
      writer.key("d")
      writer.bool(false)
      writer.endObject()
    }
    #expect(text == #"{"a":[],"b":[1,{},null,true],"c":[0],"d":false}"#)
  }

  @Test("a string has the escapes that JSON demands and no others")
  func escapes() throws {
    for value in 0...0x10FFFF {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      // Every ASCII character and control; beyond, a sample of 64th scalars.
      guard value < 0x100 || value % 64 == 0 else { continue }
      let text = written { $0.string(String(scalar)) }
      let expected =
        switch scalar {
        case "\"": "\"\\\"\""
        case "\\": "\"\\\\\""
        case "\u{8}": "\"\\b\""
        case "\t": "\"\\t\""
        case "\n": "\"\\n\""
        case "\u{C}": "\"\\f\""
        case "\r": "\"\\r\""
        case "\u{0}"..<"\u{20}":
          "\"\\u00" + (value < 16 ? "0" : "") + String(value, radix: 16) + "\""
        default: "\"\(scalar)\""
        }
      try #require(text == expected)
      try #require(try JSON.parse(text).string == String(scalar))
    }
  }

  @Test("a secret's bytes are written without a String")
  func bytes() {
    let secret = Array("a\"b\n".utf8)
    let text = secret.withUnsafeBufferPointer { bytes in
      written { $0.string(utf8: bytes) }
    }
    #expect(text == #""a\"b\n""#)
  }

  @Test(
    "numbers are written exactly",
    arguments: [
      (Value.int(.max), "9223372036854775807"), (.int(.min), "-9223372036854775808"),
      (.uint(.max), "18446744073709551615"), (.double(0.1), "0.1"), (.double(1), "1"),
      (.double(-0.0), "0"), (.double(1e21), "1e+21"), (.double(.nan), "null"),
      (.double(.infinity), "null"), (.double(-.infinity), "null"),
      (.optional(nil), "null"), (.optional(.int(1)), "1"), (.bytes([0, 255]), "[0,255]"),
      (.map(ValueMap([(.int(1), .null), (.bool(true), .null)])), #"{"1":null,"true":null}"#),
    ] as [(Value, String)])
  func values(value: Value, text: String) {
    #expect(written { $0.value(value) } == text)
  }

  @Test("a decimal keeps its digits")
  func decimals() throws {
    for text in ["1.50", "-0", "1E5", "123456789012345678901234567890", "1e999999999"] {
      let number = try #require(DecimalNumber(text))
      #expect(written { $0.number(number) } == text)
      #expect(written { $0.value(.decimal(number)) } == text)
    }
  }

  @Test("the canonical form sorts keys by UTF-16 code units")
  func canonical() throws {
    let json = try JSON.parse(
      "{\"\u{FF5E}\": 1, \"\u{1F600}\": 2, \"\u{D7FF}\": 3, \"\": 4, \"b\": 1.0, \"a\u{0301}\": 1e2}"
    )
    #expect(
      json.text(.canonical)
        == "{\"\":4,\"a\u{0301}\":100,\"b\":1,\"\u{D7FF}\":3,\"\u{1F600}\":2,\"\u{FF5E}\":1}")
  }

  @Test("canonical key order is the order of UTF-16 units, for every pair of a sample")
  func order() throws {
    let keys: [String] = [
      "", "a", "aa", "b", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}",
      "\u{EFFF}", "\u{F000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{10000}a", "\u{E000}a",
    ]
    for one in keys {
      for other in keys where one != other {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key(one)
        writer.int(1)
        writer.key(other)
        writer.int(2)
        writer.endObject()
        let sorted = try JSON.parse(try JSON.parse(writer.bytes).text(.canonical))
        let expected = one.utf16.lexicographicallyPrecedes(other.utf16) ? one : other
        try #require(sorted.object?.keys.first?.string == expected)
      }
    }
  }
}
