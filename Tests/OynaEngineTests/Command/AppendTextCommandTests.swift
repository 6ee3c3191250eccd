import Testing

@testable import OynaEngine

@Suite("Append text") struct AppendTextCommandTests {
  static let pieces = [
    "", "a", "e", "\u{301}", "\u{323}\u{302}", "👨", "\u{200D}", "👩", "👧‍👦", "🇺", "🇿", "\r", "\n",
    "\r\n", "ㄱ", "\u{1161}", "ก\u{0E33}", "👍", "🏽", "\u{FE0F}", "\0", "ʻ", "क्", "षि", "\u{600}", "x",
  ]

  @Test("undo is exact for every pair of texts that may join", arguments: pieces)
  func pairs(first: String) throws {
    for second in Self.pieces {
      for third in Self.pieces {
        let document = TextDocument(first)
        let before = Array(first.utf8)
        let append = AppendTextCommand(second, to: document)
        let again = AppendTextCommand(third, to: document)
        try append.execute()
        try again.execute()
        #expect(Array(document.text.utf8) == before + Array(second.utf8) + Array(third.utf8))
        try again.undo()
        #expect(Array(document.text.utf8) == before + Array(second.utf8))
        try append.undo()
        #expect(Array(document.text.utf8) == before)
        #expect(document.text.count == first.count)
      }
    }
  }

  @Test("the range before the change is recorded, in UTF-8") func range() throws {
    let document = TextDocument("Oʻ")
    let command = AppendTextCommand("zbek 👩‍👧", to: document)
    #expect(command.utf8Range == nil)
    try command.execute()
    #expect(command.utf8Range == 3..<3 + "zbek 👩‍👧".utf8.count)
  }

  @Test("undo of a text that is no longer the end is stale") func stale() throws {
    let document = TextDocument("a")
    let command = AppendTextCommand("b", to: document)
    #expect(throws: CommandError.stale(command: "Append text")) { try command.undo() }
    try command.execute()
    document.append("c")
    #expect(throws: CommandError.stale(command: "Append text")) { try command.undo() }
    #expect(document.text == "abc")
  }

  @Test("undo compares bytes, not canonical equivalence") func canonical() throws {
    let document = TextDocument()
    let command = AppendTextCommand("é", to: document)
    try command.execute()
    #expect(document.removeSuffix("é", downTo: 0))
    document.append("e\u{301}")
    #expect(!document.removeSuffix("é", downTo: 0))
    #expect(!document.removeSuffix("\u{301}", downTo: 7))
  }
}
