#if os(Linux)
  import Foundation
  import Testing

  /// The shop in a terminal against a running server: a cart becomes one order, whatever the
  /// network does.
  @Suite(
    "oyna open: the shop", .serialized,
    .enabled(if: PseudoTerminal.isBuilt, "the command oyna is not built beside the tests"))
  struct OpenShopTests {
    private let enter = "\r"

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

    private func open(_ server: DemoServer) throws -> PseudoTerminal {
      let terminal = try PseudoTerminal(["open", server.url("shop")], rows: 120)
      try terminal.wait(for: "Savat hozircha bo'sh")
      return terminal
    }

    private func fill(_ terminal: PseudoTerminal) throws {
      try terminal.focus("[ Savatga ]")
      terminal.press(enter)
      try terminal.wait(for: "1 × Obi non")
      try terminal.focus("‹Zuhra Karimova›")
      terminal.type("Zuhra Karimova")
      try terminal.focus("‹+998 90 123 45 67›")
      terminal.type("+998901234567")
      try terminal.focus("‹Toshkent, Chilonzor")
      terminal.type("Toshkent, Chilonzor, 5-mavze, 12-uy")
    }

    private func order(_ terminal: PseudoTerminal) throws {
      try terminal.focus("[ Buyurtma berish ]")
      terminal.press(enter)
    }

    @Test("without a network the cart stays; back, the same order goes once")
    func offlineAndBack() throws {
      let server = try DemoServer()
      let terminal = try open(server)
      try fill(terminal)
      server.stop()
      try terminal.wait(for: "⚠ offline")
      try order(terminal)
      let screen = try terminal.wait(for: "[^S: ")
      #expect(screen.contains("1 × Obi non") && screen.contains("Zuhra Karimova▏"))
      try server.start()
      try terminal.wait("the network") { !$0.contains("⚠ offline") }
      terminal.press("\u{13}")
      try terminal.wait(for: "Buyurtma qabul qilindi")
      #expect(try server.query("SELECT count(*) FROM shop_order") == "1")
    }

    @Test("killed with a full cart nothing was ordered; started again, one order is one order")
    func killedAndRestarted() throws {
      let server = try DemoServer()
      let first = try open(server)
      try fill(first)
      first.kill()
      #expect(try server.query("SELECT count(*) FROM shop_order") == "0")
      let second = try open(server)
      try fill(second)
      try order(second)
      try second.wait(for: "Buyurtma qabul qilindi")
      second.kill()
      _ = try open(server)
      #expect(try server.query("SELECT count(*) FROM shop_order") == "1")
    }
  }
#endif
