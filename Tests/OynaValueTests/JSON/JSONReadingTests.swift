import OynaValue
import Testing

@Suite("Reading JSON")
struct JSONReadingTests {
  @Test("a document gives its values by key and place")
  func lookup() throws {
    let json = try JSON.parse(
      #"{"id": "a", "props": {"label": "Телефон"}, "children": [1, {"x": null}, true], "e": {}}"#)
    #expect(json.kind == .object)
    #expect(json["id"]?.string == "a")
    #expect(json["props"]?["label"]?.string == "Телефон")
    #expect(json["children"]?.array?.count == 3)
    #expect(json["children"]?[0]?.int == 1)
    #expect(json["children"]?[1]?["x"]?.isNull == true)
    #expect(json["children"]?[2]?.bool == true)
    #expect(json["children"]?[3] == nil)
    #expect(json["children"]?[-1] == nil)
    #expect(json["e"]?.object?.isEmpty == true)
    #expect(json["missing"] == nil)
    #expect(json["id"]?["x"] == nil)
    #expect(json.object?.map { $0.key } == ["id", "props", "children", "e"])
  }

  @Test("a value has one kind, and the other kinds' accessors are nil")
  func oneKind() throws {
    let kinds: [(String, JSON.Kind)] = [
      ("null", .null), ("true", .bool), ("false", .bool), ("0", .number), ("1.5", .number),
      ("\"1\"", .string), ("[]", .array), ("{}", .object),
    ]
    for (text, kind) in kinds {
      let json = try JSON.parse(text)
      #expect(json.kind == kind)
      #expect(json.isNull == (kind == .null))
      #expect((json.bool != nil) == (kind == .bool))
      #expect((json.number != nil) == (kind == .number))
      #expect((json.double != nil) == (kind == .number))
      #expect((json.string != nil) == (kind == .string))
      #expect((json.withUTF8 { $0.count } != nil) == (kind == .string))
      #expect((json.array != nil) == (kind == .array))
      #expect((json.object != nil) == (kind == .object))
    }
  }

  @Test(
    "integers are exact to 64 bits and larger numbers keep their digits",
    arguments: [
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.0", 1), ("10e-1", 1),
      ("12e2", 1200), ("1.5", nil), ("-0", 0), ("0e99999999999999999999", 0),
      ("18446744073709551616", nil), ("1e19", nil), ("1e18", 1_000_000_000_000_000_000),
    ] as [(String, Int64?)])
  func integers(text: String, expected: Int64?) throws {
    let json = try JSON.parse(text)
    #expect(json.int == expected)
    #expect(json.number?.text == text)
    #expect(json.text() == text)
  }

  @Test("every escape gives its character, also in keys")
  func escapes() throws {
    let json = try JSON.parse(#"{"\u006bey\n": "\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83D\uDE00x"}"#)
    #expect(json["key\n"]?.string == "\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{20AC}\u{1F600}x")
  }

  @Test("a string's bytes are given without making a String")
  func bytes() throws {
    let json = try JSON.parse(#"["plain", "esc\u0061ped"]"#)
    #expect(json[0]?.withUTF8 { Array($0) } == Array("plain".utf8))
    #expect(json[1]?.withUTF8 { Array($0) } == Array("escaped".utf8))
  }

  @Test("each value knows its line, column, offset and path")
  func places() throws {
    let json = try JSON.parse("{\r\n  \"ключ\": [1,\n\t{\"a/b~c\": \"x\"}]\r}")
    let inner = try #require(json["ключ"]?[1]?["a/b~c"])
    #expect(inner.position == Position(line: 3, column: 12, offset: 32))
    #expect(inner.path == "/ключ/1/a~1b~0c")
    #expect(json.path == "")
    #expect(json["ключ"]?.path == "/ключ")
    #expect(json["ключ"]?[0]?.position == Position(line: 2, column: 12, offset: 18))
  }

  @Test("a random document reads as the value it was made from, and writes back to it")
  func roundTrip() throws {
    var document = RandomDocument(seed: 2026)
    for _ in 0..<3000 {
      let (text, value) = document.make()
      let json = try JSON.parse(text)
      try #require(json.value == value, "\(text)")
      let written = json.text()
      try #require(try JSON.parse(written).value == value, "\(written)")
      try #require(try JSON.parse(written).text() == written)
      var writer = JSONWriter()
      writer.value(value)
      try #require(try JSON.parse(writer.bytes).value == value, "\(writer.text)")
    }
  }

  @Test("every value of a random document is found again by its path and its place")
  func paths() throws {
    var document = RandomDocument(seed: 7)
    for _ in 0..<300 {
      let (text, _) = document.make()
      let json = try JSON.parse(text)
      let bytes = Array(text.utf8)
      func visit(_ value: JSON, _ path: String) throws {
        try #require(value.path == path)
        let start: [UInt8] = Array("{[\"-0123456789tfn".utf8)
        try #require(start.contains(bytes[value.offset]))
        if let elements = value.array {
          for (place, element) in elements.enumerated() { try visit(element, "\(path)/\(place)") }
        }
        guard let members = value.object else { return }
        for (key, member) in members {
          try #require(value[key]?.offset == member.offset)
          try visit(member, path + "/" + JSONPointer.token(key))
        }
      }
      try visit(json, "")
    }
  }

  @Test("the bytes of a buffer, of an array and of a string read the same")
  func sources() throws {
    let text = "{\"a\":[1,2]}"
    let bytes = Array(text.utf8)
    let fromBuffer = try bytes.withUnsafeBytes { try JSON.parse($0) }
    #expect(fromBuffer.value == (try JSON.parse(text)).value)
    #expect(fromBuffer.value == (try JSON.parse(bytes)).value)
  }

  @Test("space is the four characters of RFC 8259 and no other")
  func space() throws {
    #expect(try JSON.parse(" \t\r\n[ \t\r\n1 \t\r\n] \t\r\n").value == .list([.int(1)]))
    for space in ["\u{B}", "\u{C}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{0}"] {
      #expect(throws: Diagnostic.self) { try JSON.parse("[" + space + "1]") }
      #expect(throws: Diagnostic.self) { try JSON.parse("[1]" + space) }
    }
  }
}
