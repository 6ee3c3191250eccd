/// The side of an order that payments see: what is to be paid, and where that stands.
///
/// An order takes one payment at a time. A payment that is under way holds the order, so that two
/// providers, or two callbacks of one, can never both be paid for it.
public struct PayableOrder: Sendable, Hashable {
  /// Where an order stands.
  public enum State: String, Sendable, CaseIterable {
    /// Nobody is paying it.
    case available
    /// A payment holds it.
    case waiting
    /// The holder's money was taken.
    case paid
    /// Never to be paid, or paid and given back.
    case cancelled
    /// Paid and handed over in full: it cannot be taken back.
    case delivered
  }

  /// The order's number, by which providers name it.
  public let id: String
  /// Minor units, over 0.
  public let amount: Int64
  /// ISO 4217 letters, such as `UZS`.
  public let currency: String
  /// Where the order stands.
  public let state: State
  /// The number of the payment that holds or paid it; nil while it is available, and for an order
  /// that was cancelled unpaid.
  public let holder: Int64?
  /// Milliseconds since 1970 UTC.
  public let created: Int64

  /// An order as it is opened (available, without a holder) or as it was stored.
  public init(
    id: String, amount: Int64, currency: String, state: State = .available, holder: Int64? = nil,
    created: Int64
  ) {
    self.id = id
    self.amount = amount
    self.currency = currency
    self.state = state
    self.holder = holder
    self.created = created
  }
}
