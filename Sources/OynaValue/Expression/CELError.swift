/// Why an expression was refused or could not be evaluated, and where in its text.
///
/// The message is a whole sentence for the person who wrote the expression. It never holds a value
/// that the expression read, so it may be logged.
public struct CELError: Error, Sendable, Hashable {
  /// What went wrong.
  public enum Kind: Sendable, Hashable {
    /// The text is no CEL expression, or it is deeper or longer than allowed.
    case syntax
    /// The expression can be read, but its types or names do not fit: it would always fail.
    case check
    /// Evaluation failed for the values that were read: CEL's runtime errors.
    case evaluation
    /// Evaluation was stopped because it cost more than the limit it was given.
    case costLimit
  }

  /// Whether the text, its types, its evaluation or its cost is at fault.
  public let kind: Kind
  /// A whole sentence.
  public let message: String
  /// Distance from the start of the expression's text in UTF-8 bytes.
  public let offset: Int

  /// `offset` counts UTF-8 bytes from the start of the expression.
  public init(_ kind: Kind, _ message: String, offset: Int) {
    self.kind = kind
    self.message = message
    self.offset = offset
  }

  /// The error's place in the text of the expression.
  public func position(in source: String) -> Position {
    Position(offset: offset, in: source.utf8)
  }
}
