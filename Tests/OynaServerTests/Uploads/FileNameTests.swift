import Testing

@testable import OynaServer

@Suite struct FileNameTests {
  @Test(arguments: [
    ("attachment; filename*=UTF-8''%D0%B0.pdf", "а.pdf"),
    ("attachment; filename*=utf-8''a%20b.pdf; filename=\"c.pdf\"", "a b.pdf"),
    ("attachment; filename=\"scan.png\"", "scan.png"),
    ("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "passwd"),
    ("attachment; filename*=UTF-8''C%3A%5Cdocs%5Cx.pdf", "x.pdf"),
    ("attachment; filename*=UTF-8''a%0D%0Ab%00.pdf", "ab.pdf"),
    // A mark that turns the direction of writing would show this as "fdp.exe".
    ("attachment; filename*=UTF-8''%E2%80%AEexe.pdf", "exe.pdf"),
    ("attachment; filename*=UTF-8''..", "file"),
    ("attachment; filename*=UTF-8''%FF", "file"),
    ("attachment", "file"),
    ("", "file"),
  ])
  func aNameIsTheLastPartOfAPathWithoutMarks(_ disposition: String, _ name: String) {
    #expect(FileName.text(disposition: disposition) == name)
  }

  @Test func noHeaderIsNoName() { #expect(FileName.text(disposition: nil) == "file") }

  @Test func aLongNameIsCutBetweenCharacters() {
    let name = FileName.clean(String(repeating: "ў", count: 200))
    #expect(name == String(repeating: "ў", count: FileName.limit / 2))
  }
}

@Suite struct FileKindTests {
  private func kind(_ bytes: [UInt8]) -> FileKind? { bytes.withUnsafeBytes { FileKind($0) } }

  @Test func aFileIsWhatItsFirstBytesSay() {
    #expect(kind(Array("%PDF-1.7".utf8)) == .pdf)
    #expect(kind([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    #expect(kind([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]) == .png)
    #expect(kind(Array("RIFF....WEBPVP8 ".utf8)) == .webp)
    #expect(kind([0, 0, 0, 24] + Array("ftypheic".utf8)) == .heic)
  }

  @Test(arguments: [
    "", "%PDF", " %PDF-1.7", "<svg xmlns='http://www.w3.org/2000/svg'>", "MZ", "RIFF....WAVE",
    "....ftypqt  ", "PK\u{3}\u{4}",
  ])
  func anyOtherFileIsNone(_ text: String) {
    #expect(kind(Array(text.utf8)) == nil)
    #expect(kind(Array("%PDF-".utf8).dropLast() + [0]) == nil)
  }
}
