#if os(Linux)
  import Foundation
  import Testing

  /// The checkout in a terminal against a running server and its doubles of the providers: every
  /// way to pay ends in one charge or in none.
  @Suite(
    "oyna open: the checkout", .serialized,
    .enabled(if: PseudoTerminal.isBuilt, "the command oyna is not built beside the tests"))
  struct OpenCheckoutTests {
    private let enter = "\r"
    private let amount = "1\u{A0}250\u{A0}000,50"
    private static let order = "T1"

    private func serve() throws -> DemoServer {
      try DemoServer(["--payable", "\(Self.order)=125000050"])
    }

    private func open(_ server: DemoServer) throws -> PseudoTerminal {
      try PseudoTerminal(["open", server.address("pay/\(Self.order)")], rows: 90)
    }

    private func press(_ terminal: PseudoTerminal, _ label: String) throws {
      try terminal.focus("[ \(label)")
      terminal.press(enter)
    }

    /// Chooses a way and confirms it.
    private func choose(_ terminal: PseudoTerminal, _ method: String) throws {
      try terminal.wait(for: "To‘lov usuli")
      if !terminal.screen.contains("(•) \(method)") {
        try terminal.focus("( ) \(method)")
        terminal.press(enter)
        try terminal.wait(for: "(•) \(method)")
      }
      try press(terminal, "Davom etish ]")
      try terminal.wait(for: "To‘lovni tasdiqlang")
      try press(terminal, "To‘lash: \(amount)")
    }

    private func expectPaid(_ terminal: PseudoTerminal, _ server: DemoServer) throws {
      let receipt = try terminal.wait(for: "To‘lov o‘tdi")
      #expect(receipt.contains(amount) && receipt.contains("Buyurtma \(Self.order)"))
      #expect(try server.charges() == "125000050")
    }

    @Test("Apple Pay: confirmed it is a receipt")
    func confirmed() throws {
      let server = try serve()
      let terminal = try open(server)
      try choose(terminal, "Apple Pay")
      try press(terminal, "Tasdiqlash ]")
      try expectPaid(terminal, server)
    }

    @Test("declined it takes nothing, and another way pays")
    func declined() throws {
      let server = try serve()
      let terminal = try open(server)
      try choose(terminal, "Apple Pay")
      try press(terminal, "Rad etilgan karta ]")
      try terminal.wait(for: "To‘lov o‘tmadi")
      #expect(try server.charges() == "")
      try terminal.focus("( ) Apple Pay")
      terminal.press(enter)
      try press(terminal, "Qayta to‘lash ]")
      try press(terminal, "Tasdiqlash ]")
      try expectPaid(terminal, server)
    }

    @Test("a lost answer is being checked and resolves by itself, with one charge")
    func lost() throws {
      let server = try serve()
      let terminal = try open(server)
      try choose(terminal, "Apple Pay")
      try press(terminal, "Javob yo‘qoladi ]")
      let waiting = try terminal.wait(for: "To‘lov tekshirilmoqda")
      #expect(waiting.contains("pul ikki marta yechilmaydi"))
      try expectPaid(terminal, server)
    }

    @Test("Payme: the link is shown whole, and the terminal follows what happens on its page")
    func payme() throws {
      let server = try serve()
      let terminal = try open(server)
      try choose(terminal, "Payme")
      try terminal.wait(for: "Payme sahifasida to‘lang")
      let link = try follow("Payme sahifasini ochish ]", terminal, server)
      #expect(try server.post(link, "do=pay&card=8600495473316478") == 303)
      try expectPaid(terminal, server)
    }

    @Test("instalments: a plan is chosen, its contract signed")
    func installment() throws {
      let server = try serve()
      let terminal = try open(server)
      try choose(terminal, "Bo‘lib to‘lash")
      try terminal.focus("( ) 6 ×")
      terminal.press(enter)
      try press(terminal, "Shartnomaga o‘tish ]")
      try terminal.wait(for: "Shartnomani imzolang")
      let link = try follow("Shartnomani ochish ]", terminal, server)
      #expect(try server.post(link, "do=sign") == 303)
      try terminal.wait(for: "To‘lov o‘tdi")
    }

    /// Opens a link, and where it leads.
    private func follow(
      _ label: String, _ terminal: PseudoTerminal, _ server: DemoServer
    ) throws -> String {
      try press(terminal, label)
      let screen = try terminal.wait(for: "→ http")
      let mark = try #require(screen.range(of: "→ "))
      // A long link goes on in the next lines.
      let link = screen[mark.upperBound...].components(separatedBy: "Tab ↑")[0]
        .replacingOccurrences(of: "\n", with: "")
      #expect(link.hasPrefix(server.address("")), "\(link)")
      return link
    }

    @Test(
      "Click: confirmed on the phone, or checked after a lost answer",
      arguments: [("901234567", "Telefoningizda tasdiqlang"), ("901234501", "tekshirilmoqda")])
    func click(phone: String, next: String) throws {
      let server = try serve()
      let terminal = try open(server)
      try choose(terminal, "Click")
      try terminal.focus("‹+998 90 123 45 67›")
      terminal.type("+998" + phone)
      try press(terminal, "Hisob yuborish ]")
      try terminal.wait(for: next)
      try expectPaid(terminal, server)
    }

    @Test("a card: its number goes to the provider, its code charges, and no file holds it")
    func card() throws {
      let server = try serve()
      let terminal = try open(server)
      try choose(terminal, "Bank kartasi")
      try terminal.wait(for: "Karta raqami")
      terminal.press("\t")
      terminal.type("8600495473316478")
      try terminal.wait(for: String(repeating: "•", count: 16))
      terminal.press("\t")
      terminal.type("0399")
      try press(terminal, "Davom etish ]")
      try terminal.wait(for: "SMS")
      terminal.press("\t")
      terminal.type("666666")
      try press(terminal, "To‘lash: \(amount)")
      try expectPaid(terminal, server)
      #expect(!String(decoding: terminal.everything, as: UTF8.self).contains("8600495473316478"))
      try server.expectNoFile(with: "8600495473316478")
    }

    @Test("offline before it is begun, nothing is begun; back, it is paid once")
    func offlineBefore() throws {
      let server = try serve()
      let terminal = try open(server)
      try terminal.wait(for: "To‘lov usuli")
      server.stop()
      try terminal.wait(for: "⚠ offline")
      try choose(terminal, "Apple Pay")
      try terminal.wait(for: "»")
      try server.start()
      try terminal.wait("the network") { !$0.contains("⚠ offline") }
      #expect(try server.charges() == "")
      try press(terminal, "To‘lash: \(amount)")
      try press(terminal, "Tasdiqlash ]")
      try expectPaid(terminal, server)
    }

    @Test("offline while it waits for the provider, it resolves when the network is back")
    func offlineWhileWaiting() throws {
      let server = try serve()
      let terminal = try open(server)
      try choose(terminal, "Payme")
      try terminal.wait(for: "To‘lov kutilmoqda")
      let link = try follow("Payme sahifasini ochish ]", terminal, server)
      server.stop()
      try terminal.wait(for: "⚠ offline")
      #expect(terminal.screen.contains("To‘lov kutilmoqda"))
      try server.start()
      #expect(try server.post(link, "do=pay&card=8600495473316478") == 303)
      try expectPaid(terminal, server)
    }

    @Test(
      "killed and opened again it stands where it stood, and is paid once",
      arguments: ["Tasdiqlash ]", "Javob yo‘qoladi ]"])
    func killed(button: String) throws {
      let server = try serve()
      let first = try open(server)
      try choose(first, "Apple Pay")
      try first.wait(for: "[ Tasdiqlash ]")
      first.kill()
      let second = try open(server)
      try press(second, button)
      second.kill()
      let third = try open(server)
      // Before the kill the press may not have left yet.
      let screen = try third.wait("where it stands") {
        $0.contains("To‘lov o‘tdi") || $0.contains("tekshirilmoqda") || $0.contains(button)
      }
      if screen.contains(button) { try press(third, button) }
      try expectPaid(third, server)
    }
  }

  extension DemoServer {
    /// What was charged so far, an amount a line.
    func charges() throws -> String { try query("SELECT amount FROM payment_movement") }

    /// The rows of a query over the server's database.
    func query(_ statement: String) throws -> String {
      try Self.run("/usr/bin/sqlite3", ["-readonly", directory + "/db", statement])
    }

    /// The status of a form that a person sends in a browser.
    func post(_ address: String, _ form: String) throws -> Int {
      let status = try Self.run(
        "/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-d", form, address])
      return Int(status) ?? 0
    }

    private static func run(_ path: String, _ arguments: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// No file beside the server, its database included, holds the text.
    func expectNoFile(with text: String) throws {
      for file in try FileManager.default.subpathsOfDirectory(atPath: directory) {
        guard let data = FileManager.default.contents(atPath: directory + "/" + file) else {
          continue
        }
        #expect(data.range(of: Data(text.utf8)) == nil, "\(file)")
      }
    }
  }
#endif
