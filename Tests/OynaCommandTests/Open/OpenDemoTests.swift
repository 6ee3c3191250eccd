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

    @Test("a cart is filled, taken back, ordered, and its payment begins") func shop() throws {
      let server = try DemoServer()
      let terminal = try PseudoTerminal(["open", server.url("shop")], rows: 120)
      try terminal.wait(for: "Savat hozircha bo'sh")
      try terminal.focus("[ Savatga ]")
      terminal.press(enter)
      try terminal.wait(for: "1 × Obi non")
      terminal.press("\u{1F}")
      try terminal.wait(for: "Savat hozircha bo'sh")
      terminal.press("\u{19}")
      try terminal.wait(for: "1 × Obi non")
      try terminal.focus("[ + Obi non ]")
      terminal.press(enter)
      try terminal.wait(for: "2 × Obi non")
      try terminal.focus("‹Zuhra Karimova›")
      terminal.type("Zuhra Karimova")
      try terminal.focus("‹+998 90 123 45 67›")
      terminal.type("+998901234567")
      try terminal.focus("‹Toshkent, Chilonzor")
      terminal.type("Toshkent, Chilonzor, 5-mavze, 12-uy")
      try terminal.focus("[ Buyurtma berish ]")
      terminal.press(enter)
      try terminal.wait(for: "Buyurtma qabul qilindi")
      // On to the payment of this very order, which begins once.
      try terminal.focus("[ To‘lashga o‘tish ]")
      terminal.press(enter)
      try terminal.wait(for: "9\u{A0}000")
      try terminal.focus("( ) Click")
      terminal.press(enter)
      try terminal.wait(for: "(•) Click")
      try terminal.focus("[ Davom etish ]")
      terminal.press(enter)
      try terminal.wait(for: "To‘lovni tasdiqlang")
      try terminal.focus("[ To‘lash: 9\u{A0}000")
      terminal.press(enter)
      try terminal.wait("the provider's screen") { !$0.contains("To‘lovni tasdiqlang") }
    }
  }
#endif
