/// The merchant's side of the Click SHOP API as a state machine: it decides, the host stores.
///
/// The order of the checks is Click's own: fields (-8), signature (-1), action (-3), order (-5),
/// prepare id (-6), already paid (-4), amount (-2), cancelled (-9).
public struct ClickMerchant: Sendable {
  /// Our service at Click.
  public let serviceID: String
  private let secret: String
  private let md5: @Sendable ([UInt8]) -> [UInt8]
  private let busyError: ClickError

  /// - Parameters:
  ///   - md5: the digest of RFC 1321, 16 bytes: Click's signature, not our choice.
  ///   - busyError: the answer to a Prepare for an order that another payment holds. Click has no
  ///     number for it; -9 ends the payment before money is taken.
  public init(
    serviceID: String, secret: String, md5: @escaping @Sendable ([UInt8]) -> [UInt8],
    busyError: ClickError = .cancelled
  ) {
    self.serviceID = serviceID
    self.secret = secret
    self.md5 = md5
    self.busyError = busyError
  }

  /// Whether a call is for our service and carries its signature.
  public func accepts(_ call: ClickCall) -> Bool {
    call.serviceID == serviceID && call.isSigned(secret: secret, md5: md5)
  }

  /// Decides a call.
  ///
  /// - Parameters:
  ///   - call: nil where a field was missing.
  ///   - endpoint: the action whose address was called; nil for one address for both.
  ///   - order: the order that `merchant_trans_id` names, if there is one.
  ///   - payment: Prepare: the payment of the same `click_trans_id`, if there is one. Complete: the
  ///     payment that `merchant_prepare_id` names, if there is one.
  ///   - prepareID: a fresh number for a Prepare that makes a new payment.
  public func decide(
    _ call: ClickCall?, at endpoint: ClickCall.Action? = nil, order: ClickOrder?,
    payment: ClickPayment?, prepareID: Int64
  ) -> ClickDecision {
    guard let call else { return .refuse(.badRequest) }
    guard call.serviceID == serviceID else { return .refuse(.badRequest) }
    guard call.isSigned(secret: secret, md5: md5) else { return .refuse(.badSignature) }
    guard let action = ClickCall.Action(rawValue: call.action), endpoint ?? action == action else {
      return .refuse(.unknownAction)
    }
    guard let order else { return .refuse(.unknownOrder) }
    switch action {
    case .prepare:
      return prepare(call, order: order, payment: payment, prepareID: prepareID)
    case .complete: return complete(call, order: order, payment: payment)
    }
  }

  private func prepare(
    _ call: ClickCall, order: ClickOrder, payment: ClickPayment?, prepareID: Int64
  ) -> ClickDecision {
    if let payment {
      guard payment.order == order.number else { return .refuse(.unknownTransaction) }
      switch payment.state {
      case .paid: return .refuse(.alreadyPaid)
      case .cancelled:
        return .refuse(call.amountInTiyin == payment.amount ? .cancelled : .wrongAmount)
      case .prepared:
        guard call.amountInTiyin == payment.amount else { return .refuse(.wrongAmount) }
        return ClickDecision(change: .none, answer: .prepared(payment.prepareID))
      }
    }
    guard order.state != .paid else { return .refuse(.alreadyPaid) }
    guard let amount = call.amountInTiyin, amount == order.amount else {
      return .refuse(.wrongAmount)
    }
    guard order.state != .cancelled else { return .refuse(.cancelled) }
    guard order.state != .busy else { return .refuse(busyError) }
    guard call.error >= 0 else { return .refuse(.cancelled) }
    let prepared = ClickPayment(
      prepareID: prepareID, transactionID: call.transactionID, order: order.number, amount: amount,
      state: .prepared)
    return ClickDecision(change: .insert(prepared), answer: .prepared(prepareID))
  }

  private func complete(
    _ call: ClickCall, order: ClickOrder, payment: ClickPayment?
  ) -> ClickDecision {
    guard let payment, payment.order == order.number,
      payment.transactionID == call.transactionID,
      call.merchantPrepareID == String(payment.prepareID)
    else { return .refuse(.unknownTransaction) }
    switch payment.state {
    case .paid:
      // Money that was taken is not un-paid by an unsigned `error`: it is to be reconciled.
      guard call.error >= 0 else {
        return ClickDecision(change: .reportReversal(payment), answer: .refused(.cancelled))
      }
      return .refuse(.alreadyPaid)
    case .cancelled:
      return .refuse(call.amountInTiyin == payment.amount ? .cancelled : .wrongAmount)
    case .prepared:
      guard call.error >= 0 else {
        return ClickDecision(
          change: .update(payment.moved(to: .cancelled), from: .prepared),
          answer: .refused(.cancelled))
      }
      guard call.amountInTiyin == payment.amount else { return .refuse(.wrongAmount) }
      // The order went to another payment or was cancelled meanwhile: this money goes back.
      guard order.state == .available else {
        return ClickDecision(
          change: .update(payment.moved(to: .cancelled), from: .prepared),
          answer: .refused(.cancelled))
      }
      return ClickDecision(
        change: .update(payment.moved(to: .paid), from: .prepared),
        answer: .completed(payment.prepareID))
    }
  }
}

/// What the merchant knows of an order when Click asks about it.
public struct ClickOrder: Sendable, Hashable {
  /// Where an order stands.
  public enum State: Sendable, Hashable {
    /// Free, or held by the payment that is asked about.
    case available
    /// Another payment holds it.
    case busy
    /// Paid: nobody can pay it again (-4).
    case paid
    /// Cancelled: it can no longer be paid (-9).
    case cancelled
  }

  /// The order's number, Click's `merchant_trans_id`.
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

/// One payment as the merchant keeps it: a row made by Prepare.
public struct ClickPayment: Sendable, Hashable {
  /// Where a payment stands; `paid` and `cancelled` are never left.
  public enum State: String, Sendable {
    /// Prepare was accepted; Complete has not come.
    case prepared
    /// Complete was accepted: the money is taken.
    case paid
    /// Click failed to take the money, or the order could no longer be paid.
    case cancelled
  }

  /// The merchant's number, given to Click as `merchant_prepare_id`.
  public let prepareID: Int64
  /// Click's number of the payment.
  public let transactionID: String
  /// The order's number.
  public let order: String
  /// Tiyin.
  public let amount: Int64
  /// Where the payment stands.
  public let state: State

  /// A payment as it was stored.
  public init(prepareID: Int64, transactionID: String, order: String, amount: Int64, state: State) {
    self.prepareID = prepareID
    self.transactionID = transactionID
    self.order = order
    self.amount = amount
    self.state = state
  }

  func moved(to state: State) -> ClickPayment {
    ClickPayment(
      prepareID: prepareID, transactionID: transactionID, order: order, amount: amount,
      state: state)
  }
}

/// What a call changes and what it is answered with.
public struct ClickDecision: Sendable, Hashable {
  /// To be written before the answer is sent, in the transaction in which the rows were read.
  public let change: ClickChange
  /// What Click is told.
  public let answer: ClickAnswer

  static func refuse(_ error: ClickError) -> ClickDecision {
    ClickDecision(change: .none, answer: .refused(error))
  }
}

/// A change of the merchant's rows.
public enum ClickChange: Sendable, Hashable {
  /// Nothing is written.
  case none
  /// A new payment; the goods are reserved.
  case insert(ClickPayment)
  /// Written only if the row's state is still `from`; side effects run once, by the winner.
  case update(ClickPayment, from: ClickPayment.State)
  /// Click says that a payment already made failed: nothing is un-paid, somebody has to look.
  case reportReversal(ClickPayment)
}

/// The errors of the SHOP API with their numbers.
public enum ClickError: Int64, Sendable, Hashable {
  /// `sign_string` is not the one that the merchant's secret makes.
  case badSignature = -1
  /// The amount is not that of the order or of the prepared payment.
  case wrongAmount = -2
  /// `action` is neither Prepare nor Complete, or not that of the address called.
  case unknownAction = -3
  /// The order, or this payment, is paid.
  case alreadyPaid = -4
  /// No order has the number in `merchant_trans_id`.
  case unknownOrder = -5
  /// No payment of this order has the number in `merchant_prepare_id`.
  case unknownTransaction = -6
  /// The merchant could not read or write its books.
  case billingFailed = -7
  /// A field is missing or has another shape, or the service is another one.
  case badRequest = -8
  /// The payment or the order is cancelled, or Click itself reports a failure.
  case cancelled = -9

  /// The note that goes with the number.
  public var note: String {
    switch self {
    case .badSignature: "SIGN CHECK FAILED!"
    case .wrongAmount: "Incorrect parameter amount"
    case .unknownAction: "Action not found"
    case .alreadyPaid: "Already paid"
    case .unknownOrder: "User does not exist"
    case .unknownTransaction: "Transaction does not exist"
    case .billingFailed: "Failed to update user"
    case .badRequest: "Error in request from click"
    case .cancelled: "Transaction cancelled"
    }
  }
}

/// The answer to a call.
public enum ClickAnswer: Sendable, Hashable {
  /// Prepare succeeded: the merchant's number of the payment.
  case prepared(Int64)
  /// Complete succeeded: the merchant's number of the confirmation.
  case completed(Int64)
  /// The number of the error and its note.
  case refused(ClickError)
}
