#if os(Linux)
  import Foundation

  /// The command line in a terminal of its own, as a person has it: keys in, screens out.
  final class PseudoTerminal {
    /// A wait was over before what was waited for stood on the screen.
    struct Missing: Error, CustomStringConvertible {
      let wanted: String
      let screen: String
      var description: String { "“\(wanted)” is not on the screen:\n\(screen)" }
    }

    private let master: Int32
    private let process: Process
    private var output: [UInt8] = []
    /// Keys that were typed, and those that the last whole frame has taken in.
    private var typedCount = 0
    private var takenCount = 0

    /// The command, built beside the tests.
    static let command =
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/oyna"
    static let isBuilt = FileManager.default.isExecutableFile(atPath: command)
    private static let patience = 20.0

    init(_ arguments: [String], rows: UInt16 = 70, columns: UInt16 = 100) throws {
      // Glibc's own functions are not in Swift's module: these are the requests that they make
      // (TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>).
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var isLocked: Int32 = 0
      var number: UInt32 = 0
      guard master >= 0, ioctl(master, 0x4004_5431, &isLocked) == 0,
        ioctl(master, 0x8004_5430, &number) == 0
      else { throw Missing(wanted: "a pseudo-terminal", screen: "") }
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(master, UInt(TIOCSWINSZ), &size)
      let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      let end = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
      process = Process()
      process.executableURL = URL(fileURLWithPath: Self.command)
      process.arguments = arguments
      var environment = ProcessInfo.processInfo.environment
      environment["OYNA_COUNT_KEYS"] = "1"
      process.environment = environment
      process.standardInput = end
      process.standardOutput = end
      process.standardError = end
      try process.run()
    }

    deinit {
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
      close(master)
    }

    var identifier: Int32 { process.processIdentifier }

    func signal(_ signal: Int32) { Foundation.kill(identifier, signal) }

    /// The exit status, once it has ended.
    func end() -> Int32 {
      while process.isRunning { pump(0.05) }
      return process.terminationStatus
    }

    func kill() {
      signal(SIGKILL)
      process.waitUntilExit()
    }

    // MARK: - Typing

    func type(_ text: String) {
      typedCount += text.hasPrefix("\u{1B}") ? 1 : text.unicodeScalars.count
      let bytes = Array(text.utf8)
      var sent = 0
      while sent < bytes.count {
        sent += max(write(master, Array(bytes[sent...]), bytes.count - sent), 0)
      }
    }

    /// One key, and the frame that has taken it in.
    func press(_ key: String) {
      type(key)
      settle()
    }

    /// Waits for the frame that has taken in all that was typed.
    private func settle() {
      let end = Date().addingTimeInterval(Self.patience)
      while takenCount < typedCount && Date() < end { pump(0.05) }
    }

    /// Tab until the line with the focus holds the text.
    func focus(_ text: String) throws {
      settle()
      for _ in 0..<120 {
        if focusedLine.contains(text) { return }
        press("\t")
      }
      throw Missing(wanted: "focus on " + text, screen: screen)
    }

    // MARK: - Looking

    /// The last whole frame, with its escape sequences.
    private var frame: String {
      let text = String(decoding: output, as: UTF8.self)
      let frames = text.components(separatedBy: "\u{1B}[H")
      return frames.last { $0.contains("\u{1B}[J") } ?? ""
    }

    /// What a person sees.
    var screen: String {
      frame.replacing(/\u{1B}(\[[0-9;?]*[a-zA-Z]|_[0-9]+\u{1B}\\)/, with: "")
        .replacing("\r\n", with: "\n")
    }

    var focusedLine: String {
      guard let match = frame.firstMatch(of: /\u{1B}\[7m(.*?)\u{1B}\[0m/) else { return "" }
      return String(match.1)
    }

    /// Everything that was ever written to the terminal.
    var everything: [UInt8] { output }

    @discardableResult
    func wait(for text: String) throws -> String {
      try wait("“\(text)”") { $0.contains(text) }
    }

    @discardableResult
    func wait(_ what: String, until isThere: (String) -> Bool) throws -> String {
      let end = Date().addingTimeInterval(Self.patience)
      while Date() < end {
        let screen = screen
        if isThere(screen) { return screen }
        pump(0.1)
      }
      throw Missing(wanted: what, screen: screen)
    }

    /// Takes in what comes within the time.
    private func pump(_ seconds: Double) {
      var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(seconds * 1_000)) > 0 else { return }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(master, &chunk, chunk.count)
      guard count > 0 else { return }
      output += chunk[..<count]
      let text = String(decoding: output.suffix(200_000), as: UTF8.self)
      if let mark = text.matches(of: /\u{1B}_([0-9]+)\u{1B}\\/).last, let count = Int(mark.1) {
        takenCount = count
      }
    }
  }

  /// A running `oyna serve` over the repository's own screens.
  final class DemoServer {
    let directory: String
    private let arguments: [String]
    private(set) var port = 0
    private var process = Process()

    static let screens = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Screens").path

    /// Starts it, with more words for `oyna serve`.
    init(_ arguments: [String] = []) throws {
      self.arguments = arguments
      directory = FileManager.default.temporaryDirectory.path + "/oyna-open-" + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      try start()
    }

    deinit {
      stop()
      try? FileManager.default.removeItem(atPath: directory)
    }

    func url(_ screen: String) -> String { address("screens/\(screen)") }
    func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// Starts it, on the port that it had before.
    func start() throws {
      process = Process()
      process.executableURL = URL(fileURLWithPath: PseudoTerminal.command)
      process.arguments =
        [
          "serve", Self.screens, "--demo", "--port", "\(port)", "--database",
          "sqlite:\(directory)/db",
          "--log", "error",
        ] + arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      // `Oyna serves … on http://127.0.0.1:PORT`, once it listens.
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let digits = line.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
      port = Int(digits) ?? port
    }

    func stop() {
      guard process.isRunning else { return }
      process.terminate()
      process.waitUntilExit()
    }
  }
#endif
