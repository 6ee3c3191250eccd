/// Appends a text to a document.
///
/// It records the document's length before the change, so undo is exact to the grapheme even when
/// the appended text joins the last character (`e` + U+0301, a family emoji typed part by part).
public final class AppendTextCommand: Command {
  /// What is appended to.
  public let document: TextDocument
  /// What is appended; longer after merging.
  public private(set) var text: String
  /// Whether the next one joins this one in the history.
  public let coalesces: Bool
  /// UTF-8 length of the document before the change; nil until executed.
  private var lengthBefore: Int?

  /// Appends `text` to `document`. With `coalesces`, for typing, adjacent pieces become one entry;
  /// a line break ends it.
  public init(_ text: String, to document: TextDocument, coalesces: Bool = false) {
    self.text = text
    self.document = document
    self.coalesces = coalesces
  }

  public var name: String { "Append text" }

  /// The range of UTF-8 offsets that the text takes in the document; nil until executed.
  public var utf8Range: Range<Int>? {
    guard let lengthBefore else { return nil }
    return lengthBefore..<lengthBefore + text.utf8.count
  }

  public func execute() throws(CommandError) {
    lengthBefore = document.utf8Count
    document.append(text)
  }

  /// Refused as stale when the text is no longer the end of the document.
  public func undo() throws(CommandError) {
    guard let lengthBefore, document.removeSuffix(text, downTo: lengthBefore) else {
      throw .stale(command: name)
    }
  }

  public func merge(_ next: any Command) -> Bool {
    guard coalesces, let next = next as? AppendTextCommand, next.coalesces,
      next.document === document, let end = utf8Range?.upperBound, next.lengthBefore == end,
      !text.utf8.contains(UInt8(ascii: "\n"))
    else { return false }
    text += next.text
    return true
  }
}
