/// An attempt to pay as it is kept, so that a restart does not forget money that is under way. It
/// holds no secret: a card's token is in memory only.
public struct PaymentAttemptRow: Sendable, Hashable {
  /// Made once by whoever began the attempt.
  public let key: String
  /// The order's number.
  public let order: String
  /// The strategy's name.
  public let strategy: String
  /// The state's name.
  public let state: String
  /// What the provider named: a flat JSON object of texts.
  public let facts: String
  /// Milliseconds since 1970 UTC.
  public let started: Int64
  /// Minor units that were given back.
  public let refunded: Int64
  /// Minor units that are being given back; nil while nothing is.
  public let refunding: Int64?

  /// An attempt as it stands.
  public init(
    key: String, order: String, strategy: String, state: String, facts: String, started: Int64,
    refunded: Int64 = 0, refunding: Int64? = nil
  ) {
    self.key = key
    self.order = order
    self.strategy = strategy
    self.state = state
    self.facts = facts
    self.started = started
    self.refunded = refunded
    self.refunding = refunding
  }
}
