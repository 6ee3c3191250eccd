import OynaValue
import Testing

@Suite("The place of a byte inside a string")
struct JSONPlacesTests {
  @Test(
    "counts escapes as what they stand for",
    arguments: [
      (#""abc""#, [1, 2, 3, 4]), (#""a\nb""#, [1, 2, 4, 5]), (#""\"\\\/x""#, [1, 3, 5, 7, 8]),
      (#""\u0041b""#, [1, 7, 8]), (#""\u00e9b""#, [1, 1, 7, 8]),
      (#""\u20acb""#, [1, 1, 1, 7, 8]), (#""\ud83d\ude00b""#, [1, 1, 1, 1, 13, 14]),
      (#""éb""#, [1, 2, 3, 4]), (#""""#, [1]),
    ])
  func offsets(_ text: String, _ places: [Int]) throws {
    let json = try JSON.parse(text)
    #expect(json.string?.utf8.count == places.count - 1)
    for (offset, place) in places.enumerated() { #expect(json.offset(inString: offset) == place) }
    #expect(json.offset(inString: 1_000) == text.utf8.count - 1)
  }

  @Test("of a value that is no string is the value's own")
  func otherKinds() throws {
    let json = try JSON.parse("  [12]")
    #expect(json.offset(inString: 5) == 2)
    #expect(json.position(inString: 5) == json.position)
  }

  @Test("many places in one pass are the same as one by one")
  func positions() throws {
    let text = "{\"a\":\r\n [1,\r2,\n\n  \"é😀\", 3],\n\"b\": \"ў\" }\n"
    let document = try JSON.parse(text).document
    let offsets = Array(0...text.utf8.count).filter { offset in
      // Inside a CRLF pair or a scalar there is no place to name.
      let bytes = Array(text.utf8)
      if offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { return false }
      return !(offset > 0 && offset < bytes.count && bytes[offset - 1] == 13 && bytes[offset] == 10)
    }
    let expected = offsets.map { Position(offset: $0, in: Array(text.utf8)) }
    #expect(document.positions(ofAscending: offsets) == expected)
  }
}
