import Foundation

/// The terminal that the command runs in: raw mode and its alternate screen while it is open.
final class Terminal: @unchecked Sendable {
  // `saved` is set before any thread is started and only read afterwards.
  private var saved = termios()

  /// Nil when standard input or output is no terminal.
  init?() {
    guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &saved) == 0 else { return nil }
  }

  /// Keys come one by one and are not echoed; control characters are keys too.
  func open() {
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(0, TCSANOW, &raw)
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// The terminal as it was.
  func close() {
    write("\u{1B}[?25h\u{1B}[?1049l")
    var saved = saved
    tcsetattr(0, TCSANOW, &saved)
  }

  /// Columns and rows; 80 and 24 where the terminal does not say.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  func write(_ text: String) { StandardOutput.write(text) }

  /// Keys until the terminal is gone. The buffer that they are read into is overwritten after each
  /// read: a secret may be among them.
  var keys: AsyncStream<TypedKey> {
    AsyncStream { continuation in
      let reader = Thread {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
        defer { buffer.deallocate() }
        var parser = KeyParser()
        while true {
          let count = read(0, buffer.baseAddress, buffer.count)
          if count < 0 && errno == EINTR { continue }
          guard count > 0 else { break }
          for key in parser.keys(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
            continuation.yield(key)
          }
          for place in 0..<count { buffer[place] = 0 }
        }
        continuation.finish()
      }
      reader.start()
    }
  }
}
