#if os(Linux)
  import Foundation
  import Testing

  /// The loan form in a terminal against a running server: the client's stores, its transport and
  /// the engine, as an application has them.
  @Suite(
    "oyna open: the loan form", .serialized,
    .enabled(if: PseudoTerminal.isBuilt, "the command oyna is not built beside the tests"))
  struct OpenLoanTests {
    private let enter = "\r"
    private let space = " "
    private let next = "[ Davom etish ]"

    private func open(_ server: DemoServer) throws -> PseudoTerminal {
      let terminal = try PseudoTerminal(["open", server.url("loan_application")])
      try terminal.wait(for: next)
      return terminal
    }

    private func fillPerson(_ terminal: PseudoTerminal, passport: String = "AA1234567") throws {
      try terminal.focus("‹Karimova Zuhra")
      terminal.type("Karimova Zuhra")
      try terminal.focus("‹+998 90 123 45 67›")
      terminal.type("+998901234567")
      try terminal.focus("‹AA1234567›")
      terminal.type(passport)
      try terminal.wait(for: String(repeating: "•", count: passport.count))
      // The districts follow the region with no round trip.
      #expect(!terminal.screen.contains("Chilonzor"))
      try terminal.focus("( ) Toshkent shahri")
      terminal.press(space)
      try terminal.focus("( ) Chilonzor")
      terminal.press(space)
    }

    /// From the first page to the last, where the form is sent.
    private func fillAll(_ terminal: PseudoTerminal, _ server: DemoServer) throws {
      try fillPerson(terminal)
      try go(terminal, to: "2 / 5")
      try terminal.focus("( ) Avtomobil")
      terminal.press(space)
      try terminal.focus("‹20000000›")
      terminal.type("20000000")
      try terminal.focus("‹8000000›")
      terminal.type("9000000")
      // Computed while it is typed, exact to the so'm.
      try terminal.wait(for: "Oylik to'lov")
      try go(terminal, to: "3 / 5")
      try go(terminal, to: "4 / 5")
      let statement = server.directory + "/income.pdf"
      try Data("%PDF-1.4\n%%EOF\n".utf8).write(to: URL(fileURLWithPath: statement))
      try terminal.focus("/…›")
      terminal.type(statement + enter)
      try terminal.wait(for: "✓ income.pdf")
      try go(terminal, to: "5 / 5")
      try terminal.focus("[ ] Shaxsiy")
      terminal.press(space)
    }

    /// To the next page; the server has been asked about the phone number by then.
    private func go(_ terminal: PseudoTerminal, to page: String) throws {
      try terminal.focus(next)
      terminal.press(enter)
      try terminal.wait(for: page)
    }

    @Test("an empty page shows its errors and moves the focus; the whole form goes to the receipt")
    func errorsAndSuccess() throws {
      let server = try DemoServer()
      let terminal = try open(server)
      try terminal.focus(next)
      terminal.press(enter)
      let refused = try terminal.wait(for: "! Ism-familiyangizni kiriting")
      #expect(refused.contains("! Telefon raqami kiritilishi shart"))
      #expect(refused.contains("! Pasport seriyasini kiriting"))
      // The focus is in the first wrong field; typing there takes its error away, and no other.
      #expect(terminal.focusedLine.contains("Karimova Zuhra"))
      terminal.press("K")
      let typed = try terminal.wait("one error less") { !$0.contains("! Ism-familiyangizni") }
      #expect(typed.contains("! Telefon raqami kiritilishi shart"))
      terminal.press("\u{7F}")
      try fillAll(terminal, server)
      try terminal.focus("[ Arizani yuborish ]")
      terminal.press(enter)
      try terminal.wait(for: "Ariza qabul qilindi")
      terminal.type("\u{3}")
      #expect(terminal.end() == 0)
      #expect(!String(decoding: terminal.everything, as: UTF8.self).contains("AA1234567\u{258F}"))
    }

    @Test("without the server nothing typed is lost; the same request goes when it is back")
    func offlineAndBack() throws {
      let server = try DemoServer()
      let terminal = try open(server)
      try fillAll(terminal, server)
      server.stop()
      try terminal.wait(for: "⚠ offline")
      try terminal.focus("[ Arizani yuborish ]")
      terminal.press(enter)
      let screen = try terminal.wait(for: "[^S: ")
      #expect(screen.contains("Karimova Zuhra, +998901234567"))
      try server.start()
      try terminal.wait("the network") { !$0.contains("⚠ offline") }
      terminal.press("\u{13}")
      try terminal.wait(for: "Ariza qabul qilindi")
    }

    @Test("a screen that did not come says so, and comes when the server is there")
    func failedLoad() throws {
      let server = try DemoServer()
      server.stop()
      let terminal = try PseudoTerminal(["open", server.url("loan_application")])
      try terminal.wait(for: "Internet yo‘q")
      try server.start()
      try terminal.focus("[ Qayta urinish ]")
      terminal.press(enter)
      try terminal.wait(for: next)
    }

    @Test("a stop wipes the secret and nothing else; a secret is never on the terminal")
    func background() throws {
      let server = try DemoServer()
      let terminal = try open(server)
      try fillPerson(terminal, passport: "ZZ7654321")
      terminal.type("\u{1A}")
      try terminal.waitUntilStopped()
      terminal.signal(SIGCONT)
      let screen = try terminal.wait("the wiped field") {
        $0.contains("‹AA1234567›") && $0.contains("Karimova Zuhra▏")
      }
      #expect(!screen.contains("•••"))
      let written = String(decoding: terminal.everything, as: UTF8.self)
      #expect(!written.contains("ZZ7654321"))
    }

    @Test("killed and opened again it is an empty form, which goes once")
    func killedAndRestarted() throws {
      let server = try DemoServer()
      let first = try open(server)
      try fillPerson(first)
      first.kill()
      let second = try open(server)
      #expect(second.screen.contains("‹AA1234567›") && second.screen.contains("‹Karimova Zuhra"))
      try fillAll(second, server)
      try second.focus("[ Arizani yuborish ]")
      second.press(enter)
      try second.wait(for: "Ariza qabul qilindi")
      #expect(try server.query("SELECT count(*) FROM submission") == "1")
    }

    @Test("killed while a secret is typed, it has left no file that holds it")
    func killed() throws {
      let server = try DemoServer()
      let queue = server.directory + "/queue"
      let terminal = try PseudoTerminal([
        "open", server.url("loan_application"), "--queue", queue,
      ])
      try terminal.wait(for: next)
      try fillPerson(terminal, passport: "ZZ7654321")
      terminal.kill()
      let files = try FileManager.default.subpathsOfDirectory(atPath: server.directory)
      #expect(files.contains("queue"))
      try server.expectNoFile(with: "ZZ7654321")
    }

    @Test("wrong usage is 2") func usage() throws {
      #expect(try PseudoTerminal(["open"]).end() == 2)
      #expect(try PseudoTerminal(["open", "ftp://example.org/x"]).end() == 2)
    }
  }

  extension PseudoTerminal {
    /// Waits until the process is stopped, as the kernel tells it.
    func waitUntilStopped() throws {
      for _ in 0..<2_000 {
        let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
        if status?.split(separator: ") ").last?.hasPrefix("T") == true { return }
        usleep(5_000)
      }
      throw Missing(wanted: "a stopped process", screen: screen)
    }
  }
#endif
