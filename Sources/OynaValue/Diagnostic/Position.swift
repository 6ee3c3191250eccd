/// A place in a text: where an error is shown to the person who wrote it.
public struct Position: Sendable, Hashable {
  /// Line number, from 1. A line ends with LF, CRLF or CR.
  public let line: Int
  /// Column number in Unicode scalars, from 1.
  public let column: Int
  /// Distance from the start of the text in UTF-8 bytes, from 0.
  public let offset: Int

  /// A place that somebody else has counted.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The place of the byte at `offset` in `text`; an offset past the end is the end.
  ///
  /// Linear in `offset`: called only when an error is reported.
  public init(offset: Int, in text: some Collection<UInt8>) {
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    var index = 0
    for byte in text {
      if index >= offset { break }
      switch byte {
      case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"):
        break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        line += 1
        column = 1
      case 0x80...0xBF:
        break
      default:
        column += 1
      }
      previous = byte
      index += 1
    }
    self.init(line: line, column: column, offset: index)
  }
}
