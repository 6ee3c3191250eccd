/// A JSON number exactly as it was written: the digits are kept until a rule needs them.
public struct DecimalNumber: Sendable {
  /// The number's text, of the grammar of RFC 8259 §6.
  public let text: String

  /// Fails when `text` is no JSON number.
  public init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
  }
}
