/// A transaction of the Payme Merchant API as the merchant keeps it.
///
/// Source: developer.help.paycom.uz, "Merchant API", types and methods.
public struct PaymeTransaction: Sendable, Hashable {
  /// 1 created, 2 performed, -1 cancelled before it was performed, -2 cancelled after.
  public enum State: Int64, Sendable {
    /// It holds the order; no money is taken yet.
    case created = 1
    /// The money is taken.
    case performed = 2
    /// Cancelled or expired before it was performed: no money was taken.
    case cancelled = -1
    /// Cancelled after it was performed: the money goes back.
    case refunded = -2
  }

  /// Payme's identifier of the transaction: 24 characters.
  public let id: String
  /// Payme's own time of creation, milliseconds since 1970 UTC. Expiry counts from here.
  public let time: Int64
  /// Tiyin, over 0.
  public let amount: Int64
  /// The order that the account names.
  public let order: String
  /// The merchant's identifier, given to Payme as `transaction`.
  public let merchantID: String
  /// When the merchant created it: milliseconds since 1970 UTC. Never changes, so that a repeated
  /// call gets the same bytes.
  public let createTime: Int64
  /// 0 until it was performed.
  public private(set) var performTime: Int64 = 0
  /// 0 until it was cancelled.
  public private(set) var cancelTime: Int64 = 0
  /// Where the transaction stands.
  public private(set) var state: State = .created
  /// Payme's reason of a cancellation: 1 to 5, or 10; nil until cancelled.
  public private(set) var reason: Int64?

  /// Payme cancels what was not performed within 12 hours of its own `time`.
  public static let lifetimeMilliseconds: Int64 = 43_200_000
  /// The reason that stands for an expired transaction.
  public static let expiredReason: Int64 = 4

  /// A transaction just created.
  public init(
    id: String, time: Int64, amount: Int64, order: String, merchantID: String, createTime: Int64
  ) {
    self.id = id
    self.time = time
    self.amount = amount
    self.order = order
    self.merchantID = merchantID
    self.createTime = createTime
  }

  /// A transaction as it was stored.
  ///
  /// Fails for a combination that cannot exist, such as performed without a time.
  public init?(
    created: PaymeTransaction, state: State, performTime: Int64, cancelTime: Int64, reason: Int64?
  ) {
    let wasPerformed = performTime > 0
    let wasCancelled = cancelTime > 0
    let isPossible =
      switch state {
      case .created: !wasPerformed && !wasCancelled
      case .performed: wasPerformed && !wasCancelled
      case .cancelled: !wasPerformed && wasCancelled
      case .refunded: wasPerformed && wasCancelled
      }
    guard isPossible, wasCancelled == (reason != nil) else { return nil }
    self = created
    self.state = state
    self.performTime = performTime
    self.cancelTime = cancelTime
    self.reason = reason
  }

  /// Whether a transaction that was not performed is past its 12 hours at `now`.
  ///
  /// At exactly 12 hours it is still alive.
  public func isExpired(at now: Int64) -> Bool {
    state == .created && now - time > Self.lifetimeMilliseconds
  }

  /// The same transaction performed at `now`.
  func performed(at now: Int64) -> PaymeTransaction {
    var copy = self
    copy.state = .performed
    copy.performTime = now
    return copy
  }

  /// The same transaction cancelled at `now`: -1 from 1, -2 from 2.
  func cancelled(at now: Int64, reason: Int64) -> PaymeTransaction {
    var copy = self
    copy.state = state == .performed ? .refunded : .cancelled
    copy.cancelTime = now
    copy.reason = reason
    return copy
  }
}

/// What the merchant knows of an order when Payme asks about it.
public struct PaymeOrder: Sendable, Hashable {
  /// Whether an order can be paid.
  public enum State: Sendable, Hashable {
    /// Nobody is paying it.
    case available
    /// A transaction is under way.
    case waiting
    /// A transaction was performed.
    case paid
    /// It can no longer be paid.
    case cancelled
    /// Paid and handed over in full: it cannot be taken back (-31007).
    case delivered
  }

  /// The order's number: the value of the account field.
  public let number: String
  /// Tiyin.
  public let amount: Int64
  /// Where the order stands.
  public let state: State

  /// An order as the merchant's books have it.
  public init(number: String, amount: Int64, state: State) {
    self.number = number
    self.amount = amount
    self.state = state
  }
}
