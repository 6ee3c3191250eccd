#if os(Linux)
  import Foundation
  import Testing

  /// The transfer screen in a terminal: what is queued is on disk, survives a kill, and reaches the
  /// server once.
  @Suite(
    "oyna open: transfers", .serialized,
    .enabled(if: PseudoTerminal.isBuilt, "the command oyna is not built beside the tests"))
  struct OpenTransferTests {
    private let enter = "\r"

    private func open(_ server: DemoServer) throws -> PseudoTerminal {
      let terminal = try PseudoTerminal([
        "open", server.url("transfer"), "--queue", server.directory + "/queue",
      ])
      try terminal.wait(for: "[ O‘tkazish ]")
      return terminal
    }

    /// From the card to the savings: the same two accounts stand in both lists.
    private func fill(_ terminal: PseudoTerminal, amount: String) throws {
      // The accounts of each list come by a request of their own.
      try terminal.wait("the accounts of both lists") {
        $0.components(separatedBy: "( ) Karta hisobi").count == 3
      }
      try terminal.focus("( ) Karta hisobi")
      terminal.press(" ")
      for _ in 0..<3 { terminal.press("\t") }
      #expect(terminal.focusedLine.contains("( ) Jamg‘arma"))
      terminal.press(" ")
      try terminal.focus("‹0›")
      terminal.type(amount)
      try terminal.wait(for: amount)
    }

    @Test("queued without a network it waits, and goes once when the server is back")
    func offlineAndBack() throws {
      let server = try DemoServer()
      let terminal = try open(server)
      try fill(terminal, amount: "1500")
      server.stop()
      try terminal.wait(for: "⚠ offline")
      try terminal.focus("[ O‘tkazish ]")
      terminal.press(enter)
      let waiting = try terminal.wait(for: "· 1\u{A0}500")
      #expect(!waiting.contains("Yuborildi"))
      try server.start()
      try terminal.wait(for: "Yuborildi")
      terminal.press("\u{12}")
      try terminal.wait(for: "Karta hisobi · 4\u{A0}998\u{A0}500")
    }

    @Test("queued without a network, killed, opened again: it goes once when the server is back")
    func killedAndRestarted() throws {
      let server = try DemoServer()
      var terminal = try open(server)
      try fill(terminal, amount: "1500")
      server.stop()
      try terminal.wait(for: "⚠ offline")
      try terminal.focus("[ O‘tkazish ]")
      terminal.press(enter)
      try terminal.wait(for: "[^S: ")
      terminal.kill()
      try server.start()
      terminal = try open(server)
      try terminal.wait("the settled transfer") {
        $0.contains("· 1\u{A0}500") && $0.contains("Yuborildi")
      }
      // It arrived once: the card holds that much less, the savings that much more.
      terminal.press("\u{12}")
      try terminal.wait("the balances") {
        $0.contains("Karta hisobi · 4\u{A0}998\u{A0}500")
          && $0.contains("Jamg‘arma · 12\u{A0}001\u{A0}500")
      }
      terminal.type("\u{3}")
      #expect(terminal.end() == 0)
    }
  }
#endif
