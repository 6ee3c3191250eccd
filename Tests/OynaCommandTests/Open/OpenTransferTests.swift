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

    /// The second account of each list is another one, and has another balance.
    private func fill(_ terminal: PseudoTerminal, amount: String) throws {
      try terminal.wait(for: "( ) ")
      terminal.press("\t")
      while !terminal.focusedLine.contains("( )") { terminal.press("\t") }
      terminal.press(" ")
      // On to the second list, and there to the second account.
      let chosen = terminal.focusedLine
      while !terminal.focusedLine.contains(chosen.replacing("(•)", with: "( )")) {
        terminal.press("\t")
      }
      terminal.press("\t")
      terminal.press(" ")
      while !terminal.focusedLine.contains("‹0›") { terminal.press("\t") }
      terminal.type(amount)
      try terminal.wait(for: amount)
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
      try terminal.wait("the settled transfer") { $0.contains("1 500") && $0.contains("Yuborildi") }
      terminal.type("\u{3}")
      #expect(terminal.end() == 0)
    }
  }
#endif
