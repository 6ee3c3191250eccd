import Testing

@testable import OynaServer

@Suite struct EntityTagTests {
  let tag = EntityTag(of: Array("abc".utf8))

  @Test func itIsTheStartOfTheSHA256OfTheBytes() {
    // FIPS 180-4, example "abc".
    #expect(tag.text == "\"ba7816bf8f01cfea414140de5dae2223\"")
  }

  @Test func itIsFoundInAList() {
    for header in [
      tag.text, "W/\(tag.text)", "\"x\", \(tag.text)", "*", "\"a\",W/\(tag.text) ,\"b\"", " * ",
    ] {
      #expect(tag.isNamed(in: header), "\(header)")
    }
  }

  @Test func anotherTagIsNotIt() {
    for header in ["", "\"ba78\"", tag.text.replacing("\"", with: ""), "\"x\", \"y\"", "W/\"x\""] {
      #expect(!tag.isNamed(in: header), "\(header)")
    }
  }
}
