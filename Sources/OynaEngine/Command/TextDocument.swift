/// A text that commands edit: the receiver of `AppendTextCommand`.
public final class TextDocument {
  /// The whole text.
  public private(set) var text: String

  /// A document that starts with a text.
  public init(_ text: String = "") {
    self.text = text
    self.text.makeContiguousUTF8()
  }

  /// The length in UTF-8 bytes.
  public var utf8Count: Int { text.utf8.count }

  func append(_ suffix: String) { text += suffix }

  /// Cuts the text to its first `count` bytes, if what lies behind them is exactly `suffix`.
  ///
  /// The cut is made between bytes, not characters: an appended combining mark or the second half
  /// of a joined emoji belongs to the character before it, which must come back as it was.
  ///
  /// - Complexity: O(length of `suffix`).
  func removeSuffix(_ suffix: String, downTo count: Int) -> Bool {
    guard count + suffix.utf8.count == text.utf8.count else { return false }
    let cut = text.utf8.index(text.startIndex, offsetBy: count)
    guard text.utf8[cut...].elementsEqual(suffix.utf8) else { return false }
    text.unicodeScalars.removeSubrange(cut...)
    return true
  }
}
