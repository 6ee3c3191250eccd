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
  static func write(_ text: String) {
    StandardStream.write(Array(text.utf8), to: 2)
  }
}

/// Standard input, line by line.
enum StandardInput {
  /// The next line without its line feed; nil at the end of input.
  static func readLine() -> [UInt8]? {
    Swift.readLine(strippingNewline: true).map { Array($0.utf8) }
  }

  /// Everything up to the end of input.
  static func readAll() -> [UInt8] {
    Array(FileHandle.standardInput.readDataToEndOfFile())
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
