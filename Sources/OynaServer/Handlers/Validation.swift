public import OynaEngine
public import OynaValue

/// Runs a screen's own rules over a submission: what every submission passes before anything of it
/// is stored. A client's verdict is never trusted.
public struct Validation: Sendable {
  /// A field that is refused.
  public struct Failure: Sendable, Hashable {
    /// The state key, or `group[rowId].key`.
    public let key: String
    /// For the person, in the screen's language; it never holds the value.
    public let message: String
    /// The rule's name, such as `regex`, for the metrics.
    public let rule: String

    public init(key: String, message: String, rule: String) {
      self.key = key
      self.message = message
      self.rule = rule
    }
  }

  private let check: @Sendable (JSON, Screen) -> [Failure]

  /// - Parameter check: the failures in document order; empty when the submission is accepted.
  public init(_ check: @escaping @Sendable (JSON, Screen) -> [Failure]) { self.check = check }

  func failures(_ body: JSON, _ screen: Screen) -> [Failure] { check(body, screen) }
}
