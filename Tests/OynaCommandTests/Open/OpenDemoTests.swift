#if os(Linux)
  import Foundation
  import Testing

  /// The other demo screens in a terminal against a running server.
  @Suite(
    "oyna open: posts, the shop, a payment", .serialized,
    .enabled(if: PseudoTerminal.isBuilt, "the command oyna is not built beside the tests"))
  struct OpenDemoTests {
    private let enter = "\r"

    @Test("posts come by pages; a search that finds nothing says so; without a network they stay")
    func posts() throws {
      let server = try DemoServer()
      let terminal = try PseudoTerminal(["open", server.url("posts")], rows: 160)
      let first = try terminal.wait(for: "[ ↓ ]")
      // Titles come again, the numbers of likes do not.
      let card = try #require(first.split(separator: "\n").first { $0.contains("yoqtirish: ") })
      try terminal.focus("[ ↓ ]")
      terminal.press(enter)
      try terminal.wait("the next rows") { $0.contains("[ ↑ ]") && !$0.contains(card) }
      try terminal.focus("‹Sarlavhadan›")
      terminal.type("qqqq")
      try terminal.wait(for: "Yangilik topilmadi")
      for _ in 0..<4 { terminal.press("\u{7F}") }
      try terminal.wait("the first rows") { $0.contains(card) }
      server.stop()
      try terminal.wait(for: "⚠ offline")
      #expect(terminal.screen.contains(card))
      try server.start()
      try terminal.wait("the network") { !$0.contains("⚠ offline") }
      try terminal.focus("[ Yangilash ]")
      terminal.press(enter)
      try terminal.wait("the rows anew") { $0.contains(card) && !$0.contains("Saqlangan nusxa") }
    }

    @Test("posts that were read are there after a kill without a network, and say what they are")
    func postsKilledAndRestarted() throws {
      let server = try DemoServer()
      let arguments = ["open", server.url("posts"), "--keep", server.directory + "/copies"]
      let first = try PseudoTerminal(arguments, rows: 160)
      let rows = try first.wait(for: "yoqtirish: ")
      let card = try #require(rows.split(separator: "\n").first { $0.contains("yoqtirish: ") })
      first.kill()
      server.stop()
      let second = try PseudoTerminal(arguments, rows: 160)
      let kept = try second.wait("the kept rows") { $0.contains(card) }
      // The screen is a copy, and so are its rows.
      #expect(kept.components(separatedBy: "aqlangan nusxa").count == 3)
      try server.start()
      try second.wait("the network") { !$0.contains("⚠ offline") }
      try second.focus("[ Yangilash ]")
      second.press(enter)
      try second.wait("the screen anew") {
        $0.contains(card) && !$0.contains("Saqlangan nusxa")
      }
    }

    @Test("a section that folds shows its text, or its title only")
    func folding() throws {
      let server = try DemoServer()
      let terminal = try PseudoTerminal(["open", server.url("gallery")], rows: 300)
      try terminal.wait(for: "▾ Ochiq bo‘lim")
      #expect(terminal.screen.contains("Ochiq bo‘limning matni"))
      #expect(terminal.screen.contains("▸ Yopiq bo‘lim"))
      #expect(!terminal.screen.contains("Yopiq bo‘limning matni"))
      try terminal.focus("▸ Yopiq bo‘lim")
      terminal.press(enter)
      try terminal.wait(for: "Yopiq bo‘limning matni")
      terminal.press(enter)
      try terminal.wait("the title only") { !$0.contains("Yopiq bo‘limning matni") }
    }

    @Test("another language changes the words and keeps what was typed") func language() throws {
      let server = try DemoServer()
      let terminal = try PseudoTerminal(["open", server.url("shop")], rows: 120)
      try terminal.wait(for: "Savat hozircha bo'sh")
      try terminal.focus("‹Zuhra Karimova›")
      terminal.type("Zuhra Karimova")
      terminal.press("\u{0C}")
      terminal.press("\u{0C}")
      let russian = try terminal.wait(for: "Корзина")
      #expect(russian.contains("Zuhra Karimova▏"))
    }
  }
#endif
