/// One payment of one provider as the merchant keeps it: a transaction of the Payme Merchant API, a
/// payment of the Click SHOP API, an attempt of any other strategy.
public struct PaymentRecord: Sendable, Hashable {
  /// Where a payment stands. Only 1→2, 1→−1 and 2→−2 exist.
  public enum State: Int64, Sendable, CaseIterable {
    /// Begun: no money was taken.
    case created = 1
    /// The money was taken.
    case performed = 2
    /// Ended before money was taken.
    case cancelled = -1
    /// The money was given back.
    case refunded = -2

    /// Whether a payment may go from this state to `next`.
    public func canBecome(_ next: State) -> Bool {
      switch (self, next) {
      case (.created, .performed), (.created, .cancelled), (.performed, .refunded): true
      default: false
      }
    }
  }

  /// The merchant's number: over 0, never used twice.
  public let number: Int64
  /// Whose payment it is, such as `payme`.
  public let provider: String
  /// The provider's identifier, unique for the provider.
  public let providerID: String
  /// The order's number.
  public let order: String
  /// Minor units, over 0.
  public let amount: Int64
  /// The provider's own time of creation, milliseconds since 1970 UTC.
  public let providerTime: Int64
  /// When it was stored, milliseconds since 1970 UTC. Never changes.
  public let created: Int64
  /// Where the payment stands.
  public private(set) var state = State.created
  /// When the money was taken; nil until then.
  public private(set) var performed: Int64?
  /// When it ended or the money was given back; nil until then.
  public private(set) var cancelled: Int64?
  /// The provider's number for why it ended.
  public private(set) var reason: Int64?

  /// A payment that begins.
  public init(
    number: Int64, provider: String, providerID: String, order: String, amount: Int64,
    providerTime: Int64, created: Int64
  ) {
    self.number = number
    self.provider = provider
    self.providerID = providerID
    self.order = order
    self.amount = amount
    self.providerTime = providerTime
    self.created = created
  }

  /// The same payment in another state.
  public func moved(
    to state: State, performed: Int64?, cancelled: Int64?, reason: Int64?
  ) -> PaymentRecord {
    var copy = self
    copy.state = state
    copy.performed = performed
    copy.cancelled = cancelled
    copy.reason = reason
    return copy
  }
}

/// Money that a payment moved: written once when it is taken and once for each part that is given
/// back, never changed. The sum over an order is its price less those parts while it is paid, and 0
/// otherwise.
public struct PaymentMovement: Sendable, Hashable {
  /// The payment's number.
  public let payment: Int64
  /// The order's number.
  public let order: String
  /// Minor units: over 0 for money taken, under 0 for money given back.
  public let amount: Int64
  /// Milliseconds since 1970 UTC.
  public let created: Int64

  /// A movement as it was stored.
  package init(payment: Int64, order: String, amount: Int64, created: Int64) {
    self.payment = payment
    self.order = order
    self.amount = amount
    self.created = created
  }
}
