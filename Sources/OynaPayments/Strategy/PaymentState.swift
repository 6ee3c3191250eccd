/// Where an attempt to pay stands.
public enum PaymentState: Sendable, Hashable {
  /// Nothing was sent and nothing was asked.
  case created
  /// The payer has to do something: see ``PaymentAttempt/next``.
  case requiresAction
  /// The provider is at it; also a cancellation or a refund that it has queued.
  case processing
  /// The money is held, not taken.
  case authorized
  /// The money was taken.
  case succeeded
  /// A part of the money was given back.
  case partiallyRefunded
  /// All of the money was given back.
  case refunded
  /// No money was taken, and this attempt will take none.
  case failed(Failure)
  /// Ended by the payer or the merchant before money was taken.
  case cancelled
  /// An answer was lost that may have moved money. Only a status query or a callback leads out,
  /// never a second start.
  case unknown

  /// Why an attempt failed.
  public enum Failure: String, Sendable, Hashable, CaseIterable {
    /// The card or the account was refused: no funds, blocked, expired.
    case declined
    /// The code from the SMS was wrong too often or came too late.
    case notConfirmed
    /// Nobody did what was asked in time.
    case expired
    /// The provider refused the request: a mistake in the set-up.
    case refused
    /// The provider cannot be used at the moment, and took no money.
    case unavailable
  }

  /// Who says that an attempt stands elsewhere now.
  public enum Source: Sendable, CaseIterable {
    /// The checkout: it sent something, or heard nothing.
    case checkout
    /// The provider: an answer to a request, a status query or a callback.
    case provider
  }

  /// Whether money may still be taken by this attempt: no other attempt may be started.
  public var isOpen: Bool {
    switch self {
    case .requiresAction, .processing, .authorized, .unknown: true
    case .created, .succeeded, .partiallyRefunded, .refunded, .failed, .cancelled: false
    }
  }

  /// Whether the money was taken and not wholly given back.
  public var isPaid: Bool { self == .succeeded || self == .partiallyRefunded }

  /// Whether an attempt may go from this state to `next`.
  ///
  /// A late answer never takes a finished attempt back. Money that the provider took after the
  /// attempt was given up is believed: a cancelled or failed attempt can become succeeded.
  public func canBecome(_ next: PaymentState, by source: Source) -> Bool {
    if self == next { return true }
    switch (self, source) {
    case (.created, _), (.requiresAction, _): return next != .created && !next.isRefund
    case (.processing, .checkout): return next == .requiresAction || next == .unknown
    case (.authorized, .checkout): return next == .processing || next == .unknown
    case (.processing, .provider), (.authorized, .provider), (.unknown, .provider):
      return next != .created
    case (.unknown, .checkout): return false
    case (.failed, .provider), (.cancelled, .provider):
      return next == .succeeded || next == .authorized || next.isRefund
    case (.succeeded, .provider): return next.isRefund
    case (.partiallyRefunded, .provider): return next == .refunded
    case (.succeeded, .checkout), (.partiallyRefunded, .checkout), (.failed, .checkout),
      (.cancelled, .checkout), (.refunded, _):
      return false
    }
  }

  private var isRefund: Bool { self == .refunded || self == .partiallyRefunded }
}

extension PaymentState {
  /// The state as a word of the wire and of stored rows; a failure without its reason.
  public var name: String {
    switch self {
    case .created: "created"
    case .requiresAction: "requiresAction"
    case .processing: "processing"
    case .authorized: "authorized"
    case .succeeded: "succeeded"
    case .partiallyRefunded: "partiallyRefunded"
    case .refunded: "refunded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .unknown: "unknown"
    }
  }
}
