/// One finding about a document: what is wrong, where, and what would be right.
public struct Diagnostic: Error, Sendable, Hashable {
  /// How much a finding matters.
  public enum Severity: String, Sendable, Hashable {
    /// The document is refused.
    case error
    /// The document is used; the finding is reported.
    case warning
  }

  /// The kind of a finding: an open set of stable kebab-case names that programs may test.
  public struct Code: Sendable, Hashable {
    /// Kebab-case, such as `duplicate-key`.
    public let name: String

    /// The code called `name`.
    public init(_ name: String) { self.name = name }
  }

  /// Whether the document is refused for it.
  public let severity: Severity
  /// What kind of finding it is, for programs.
  public let code: Code
  /// A whole sentence for a person; it never holds a field's value.
  public let message: String
  /// Where in the document's text, if the finding has a place.
  public let position: Position?
  /// JSON Pointer (RFC 6901) to the value the finding is about: `""` is the whole document.
  public let path: String
  /// What would be right, if it can be said.
  public let correction: String?

  /// A finding; `message` must not hold what a person typed.
  public init(
    _ severity: Severity = .error, _ code: Code, _ message: String, at position: Position? = nil,
    path: String = "", correction: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.position = position
    self.path = path
    self.correction = correction
  }
}
