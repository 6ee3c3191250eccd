public import OynaValue

/// What is to be paid.
public struct PaymentOrder: Sendable, Hashable {
  /// The order's number at the merchant.
  public let number: String
  /// Over 0.
  public let amount: Money
  /// Where a provider's page leads back to.
  public let returnURL: String?
  /// The payer's phone, if the order has one.
  public let phone: String?
  /// What the payer reads, a BCP 47 tag: a provider's page opens in it where it can.
  public let language: String?

  /// Fails for an amount that is not over 0 or a number that is empty.
  public init?(
    number: String, amount: Money, returnURL: String? = nil, phone: String? = nil,
    language: String? = nil
  ) {
    guard amount.minorUnits > 0, !number.isEmpty else { return nil }
    self.number = number
    self.amount = amount
    self.returnURL = returnURL
    self.phone = phone
    self.language = language
  }
}

/// One attempt to pay an order by one strategy: a value that strategies read and change.
public struct PaymentAttempt: Sendable, Hashable {
  /// The strategy's name.
  public let strategy: String
  /// Made once by whoever starts the attempt, unique; providers that know idempotency get it.
  public let key: String
  /// What is paid.
  public let order: PaymentOrder
  /// Milliseconds since 1970 UTC.
  public let started: Int64
  /// Where it stands.
  public private(set) var state = PaymentState.created
  /// What the payer has to do; something other than `none` only in `requiresAction`.
  public private(set) var next = PaymentAction.none
  /// What the provider named, such as a receipt's number: no secret, may be stored.
  public var facts: [String: String] = [:]
  /// The token of a card while it is needed: in memory only.
  public var secret: SecretText?
  /// What is being given back; nil while nothing is.
  public private(set) var refunding: Money?
  /// Minor units that were given back.
  public private(set) var refunded: Int64 = 0

  /// An attempt that has done nothing yet.
  public init(strategy: String, key: String, order: PaymentOrder, started: Int64) {
    self.strategy = strategy
    self.key = key
    self.order = order
    self.started = started
  }

  /// An attempt as it was stored.
  public init(
    stored attempt: PaymentAttempt, state: PaymentState, next: PaymentAction,
    facts: [String: String], refunded: Int64 = 0, refunding: Money? = nil
  ) {
    self = attempt
    self.refunded = refunded
    self.refunding = refunding
    self.state = state
    self.next = state == .requiresAction ? next : .none
    self.facts = facts
  }

  /// Asks the payer for something.
  public mutating func require(
    _ action: PaymentAction, by source: PaymentState.Source = .checkout
  ) {
    guard move(to: .requiresAction, by: source) else { return }
    next = action
  }

  /// Moves to a state that may follow; false, and nothing changes, when it may not.
  @discardableResult
  public mutating func move(to state: PaymentState, by source: PaymentState.Source) -> Bool {
    // A refund that was asked for leaves succeeded, and comes back when the provider refuses it.
    let isRefundStep = refunding != nil && self.state.isPaid && state == .processing
    guard isRefundStep || self.state.canBecome(state, by: source) else { return false }
    self.state = state
    if state != .requiresAction { next = .none }
    if !state.isOpen { secret = nil }
    return true
  }

  /// Notes that an amount is being given back.
  public mutating func beginRefund(of amount: Money) {
    refunding = amount
    move(to: .processing, by: .checkout)
  }

  /// The provider gave back what was asked for.
  public mutating func finishRefund() {
    guard let amount = refunding else { return }
    refunded += amount.minorUnits
    refunding = nil
    move(
      to: refunded >= order.amount.minorUnits ? .refunded : .partiallyRefunded, by: .provider)
  }

  /// The provider did not give anything back: the money is still taken.
  public mutating func abandonRefund() {
    guard refunding != nil else { return }
    refunding = nil
    move(to: refunded > 0 ? .partiallyRefunded : .succeeded, by: .provider)
  }
}

/// What a strategy made of an attempt, and what it wants to be sent.
public struct PaymentStep: Sendable, Hashable {
  /// The attempt as it stands now.
  public var attempt: PaymentAttempt
  /// To be sent once; its answer goes to ``PaymentStrategy/receive(_:to:_:now:)``.
  public var request: ProviderRequest?

  /// A step of these parts.
  public init(_ attempt: PaymentAttempt, _ request: ProviderRequest? = nil) {
    self.attempt = attempt
    self.request = request
  }
}
