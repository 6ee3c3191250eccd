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

    /// Fills the whole form; the passport is typed last, key by key.
    private func fill(_ terminal: PseudoTerminal, passport: String = "AA1234567") throws {
      try terminal.focus("Karimova Zuhra")
      terminal.type("Karimova Zuhra")
      try terminal.focus("+998 90 123 45 67")
      terminal.type("+998901234567")
      try terminal.focus("‹8000000›")
      terminal.type("9000000")
      try terminal.focus("Avtomobil")
      terminal.press(" ")
      try terminal.focus("[ ] Shaxsiy")
      terminal.press(" ")
      terminal.press("\u{1B}[A")
      while !terminal.focusedLine.contains("AA1234567") { terminal.press("\u{1B}[A") }
      terminal.type(passport)
      try terminal.wait(for: String(repeating: "•", count: passport.count))
    }

    @Test("an empty form shows its errors, moves the focus, and goes once it is right")
    func errorsAndSuccess() throws {
      let server = try DemoServer()
      let terminal = try PseudoTerminal(["open", server.url("loan_application")])
      try terminal.wait(for: "[ Arizani yuborish ]")
      try terminal.focus("[ Arizani yuborish ]")
      terminal.press(enter)
      let refused = try terminal.wait(for: "! Ism-familiyangizni kiriting")
      #expect(refused.contains("! Telefon raqami kiritilishi shart"))
      #expect(refused.contains("! Pasport seriyasini kiriting"))
      #expect(refused.contains("! Davom etish uchun rozilik kerak"))
      // The focus is in the first wrong field; typing there takes its error away.
      #expect(terminal.focusedLine.contains("Karimova Zuhra"))
      terminal.press("K")
      #expect(!terminal.screen.contains("! Ism-familiyangizni kiriting"))
      terminal.press("\u{7F}")
      try fill(terminal)
      // The dependent rule follows the choice with no round trip.
      try terminal.focus("Kuryer yetkazib bersin")
      terminal.press(" ")
      try terminal.focus("[ Arizani yuborish ]")
      terminal.press(enter)
      try terminal.wait(for: "! Kuryer uchun manzilni kiriting")
      try terminal.focus("Bo'limdan olib ketaman")
      terminal.press(" ")
      #expect(!terminal.screen.contains("! Kuryer uchun manzilni kiriting"))
      try terminal.focus("[ Arizani yuborish ]")
      terminal.press(enter)
      try terminal.wait("the receipt") { !$0.contains("Arizani yuborish") && $0.contains("qabul") }
      terminal.type("\u{3}")
      #expect(terminal.end() == 0)
    }

    @Test("without the server nothing typed is lost; the same request goes when it is back")
    func offlineAndBack() throws {
      let server = try DemoServer()
      let terminal = try PseudoTerminal(["open", server.url("loan_application")])
      try terminal.wait(for: "[ Arizani yuborish ]")
      try fill(terminal)
      server.stop()
      try terminal.wait(for: "⚠ offline")
      try terminal.focus("[ Arizani yuborish ]")
      terminal.press(enter)
      let screen = try terminal.wait(for: "[^S: ")
      #expect(screen.contains("Karimova Zuhra") && screen.contains("9000000"))
      try server.start()
      try terminal.wait("the network") { !$0.contains("⚠ offline") }
      terminal.press("\u{13}")
      try terminal.wait("the receipt") { !$0.contains("Arizani yuborish") && $0.contains("qabul") }
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
      try terminal.wait(for: "[ Arizani yuborish ]")
    }

    @Test("a stop wipes the secret and nothing else; a secret is never on the terminal")
    func background() throws {
      let server = try DemoServer()
      let terminal = try PseudoTerminal(["open", server.url("loan_application")])
      try terminal.wait(for: "[ Arizani yuborish ]")
      try fill(terminal, passport: "ZZ7654321")
      terminal.type("\u{1A}")
      try terminal.waitUntilStopped()
      terminal.signal(SIGCONT)
      let screen = try terminal.wait("the wiped field") {
        $0.contains("‹AA1234567›") && $0.contains("Karimova Zuhra")
      }
      #expect(!screen.contains("•"))
      let written = String(decoding: terminal.everything, as: UTF8.self)
      #expect(!written.contains("ZZ7654321"))
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
