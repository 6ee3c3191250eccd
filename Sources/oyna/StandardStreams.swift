import Foundation

/// Standard output, written whole and at once so that a program on the other end of a pipe never
/// waits for a line.
enum StandardOutput {
  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) {
    StandardStream.write(bytes, to: 1)
  }
}

/// Standard error: usage and failures, for people.
enum StandardError {
  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) {
    StandardStream.write(bytes, to: 2)
  }
}

/// Standard input, line by line, byte for byte: bad UTF-8 reaches the parser that reports it.
struct StandardInput: ~Copyable {
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// The next line without its line feed; nil at the end of input.
  mutating func readLine() -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      searched = buffer.count
      if !isAtEnd {
        let kept = searched - start
        fill()
        searched = start + kept
        continue
      }
      guard start < buffer.count else { return nil }
      defer { start = buffer.count }
      return Array(buffer[start...])
    }
  }

  /// Everything up to the end of input.
  mutating func readAll() -> [UInt8] {
    while !isAtEnd { fill() }
    defer { start = buffer.count }
    return Array(buffer[start...])
  }

  private mutating func fill() {
    buffer.removeFirst(start)
    start = 0
    let capacity = 65_536
    let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
      count = max(0, Foundation.read(0, bytes.baseAddress, capacity))
    }
    if chunk.isEmpty { isAtEnd = true } else { buffer += chunk }
  }
}

private enum StandardStream {
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress, buffer.count)
      }
      guard written > 0 else { return }
      start += written
    }
  }
}
