import Foundation

/// A file that a command reads: its bytes, also of a pipe (`/dev/stdin`, `<(…)`), which has no size
/// to read by; `-` is standard input.
enum InputFile {
  static let standardInput = "-"

  /// Nil when it cannot be read, as a folder cannot.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = path == standardInput ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { if descriptor != 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += chunk[..<count]
    }
  }
}
