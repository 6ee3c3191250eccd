/// The merchant's side of the Payme Merchant API as a state machine: it decides, the host stores.
///
/// ```swift
/// let decision = merchant.create(call, existing: row, order: order, other: active, now: now)
/// // In one database transaction: apply `decision.change` to an unchanged row, then answer.
/// ```
///
/// Each decision is made from rows read in the same database transaction in which its change is
/// written; the change names the state that the row must still have, so that of two calls at once
/// one wins and the other is decided again.
public struct PaymeMerchant: Sendable {
  /// Whether an account is paid once, or may be topped up again and again.
  public enum AccountKind: Sendable {
    /// Paid once, with exactly the amount of the order.
    case oneTime
    /// Topped up with any amount over 0, by several transactions at a time.
    case accumulating
  }

  /// The name of the account's field, such as `order_id`.
  public let accountField: String
  /// Whether an order takes one payment or many.
  public let accountKind: AccountKind
  /// The code for an order that is busy, paid or cancelled: -31008 or -31099…-31050.
  public let unavailableCode: Int64

  /// Fails for a code that Payme does not allow there.
  public init?(accountField: String, accountKind: AccountKind, unavailableCode: Int64 = -31099) {
    guard unavailableCode == -31008 || (-31099 ... -31050).contains(unavailableCode) else {
      return nil
    }
    self.accountField = accountField
    self.accountKind = accountKind
    self.unavailableCode = unavailableCode
  }

  /// CheckPerformTransaction: may this order be paid with this amount?
  public func checkPerform(
    amount: Int64, order: PaymeOrder?
  ) throws(PaymeError) -> PaymeOrder {
    guard let order else { throw .orderNotFound(field: accountField) }
    if accountKind == .oneTime, order.state != .available {
      throw .orderUnavailable(field: accountField, code: unavailableCode)
    }
    guard amount > 0, accountKind == .accumulating || amount == order.amount else {
      throw .wrongAmount
    }
    return order
  }

  /// CreateTransaction.
  ///
  /// - Parameters:
  ///   - existing: the transaction with the call's id, if there is one.
  ///   - order: the order that the call's account names, if there is one.
  ///   - active: a transaction in state 1 with another id on the same order, if there is one.
  ///   - merchantID: a fresh identifier for the case that the call makes a new transaction.
  ///   - now: milliseconds since 1970 UTC.
  public func create(
    _ call: PaymeCall.Create, existing: PaymeTransaction?, order: PaymeOrder?,
    active: PaymeTransaction?, merchantID: String, now: Int64
  ) -> PaymeDecision {
    if let existing {
      return repeated(call, existing: existing, now: now)
    }
    var change = PaymeChange.none
    var payable = order
    if let active, active.isExpired(at: now), let order {
      change = .expire(active.cancelled(at: now, reason: PaymeTransaction.expiredReason))
      payable = PaymeOrder(number: order.number, amount: order.amount, state: .available)
    }
    let checked: PaymeOrder
    do throws(PaymeError) {
      checked = try checkPerform(amount: call.amount, order: payable)
    } catch {
      return PaymeDecision(change: change, answer: .failure(error))
    }
    let created = PaymeTransaction(
      id: call.id, time: call.time, amount: call.amount, order: checked.number,
      merchantID: merchantID, createTime: now)
    guard !created.isExpired(at: now) else {
      return PaymeDecision(change: change, answer: .failure(.wrongState))
    }
    let insertion: PaymeChange =
      if case .expire(let old) = change {
        .expireAndInsert(expired: old, created)
      } else {
        .insert(created)
      }
    return PaymeDecision(change: insertion, answer: .success(.created(created)))
  }

  private func repeated(
    _ call: PaymeCall.Create, existing: PaymeTransaction, now: Int64
  ) -> PaymeDecision {
    guard call.order == existing.order else {
      return .failure(.orderNotFound(field: accountField))
    }
    guard call.amount == existing.amount else { return .failure(.wrongAmount) }
    guard existing.state == .created else { return .failure(.wrongState) }
    guard !existing.isExpired(at: now) else { return expire(existing, now: now) }
    return PaymeDecision(change: .none, answer: .success(.created(existing)))
  }

  /// PerformTransaction: the money was taken.
  public func perform(_ existing: PaymeTransaction?, now: Int64) -> PaymeDecision {
    guard let existing else { return .failure(.transactionNotFound) }
    switch existing.state {
    case .created:
      guard !existing.isExpired(at: now) else { return expire(existing, now: now) }
      let performed = existing.performed(at: now)
      return PaymeDecision(
        change: .update(performed, from: .created, order: .paid),
        answer: .success(.performed(performed)))
    case .performed:
      return PaymeDecision(change: .none, answer: .success(.performed(existing)))
    case .cancelled, .refunded:
      return .failure(.wrongState)
    }
  }

  /// CancelTransaction, before or after it was performed.
  public func cancel(
    _ existing: PaymeTransaction?, order: PaymeOrder?, reason: Int64, now: Int64
  ) -> PaymeDecision {
    guard let existing else { return .failure(.transactionNotFound) }
    switch existing.state {
    case .created:
      let cancelled = existing.cancelled(at: now, reason: reason)
      return PaymeDecision(
        change: .update(cancelled, from: .created, order: .available),
        answer: .success(.cancelled(cancelled)))
    case .performed:
      guard order?.state != .delivered else { return .failure(.cannotCancel) }
      let refunded = existing.cancelled(at: now, reason: reason)
      return PaymeDecision(
        change: .update(refunded, from: .performed, order: .cancelled),
        answer: .success(.cancelled(refunded)))
    case .cancelled, .refunded:
      return PaymeDecision(change: .none, answer: .success(.cancelled(existing)))
    }
  }

  /// CheckTransaction. An expired one is swept on the way.
  public func check(_ existing: PaymeTransaction?, now: Int64) -> PaymeDecision {
    guard let existing else { return .failure(.transactionNotFound) }
    guard existing.isExpired(at: now) else {
      return PaymeDecision(change: .none, answer: .success(.checked(existing)))
    }
    let swept = existing.cancelled(at: now, reason: PaymeTransaction.expiredReason)
    return PaymeDecision(change: .expire(swept), answer: .success(.checked(swept)))
  }

  /// GetStatement: what was created in `from ... to` of Payme's own time, ascending.
  public func statement(
    of transactions: [PaymeTransaction], from: Int64, to: Int64
  ) -> [PaymeTransaction] {
    transactions.filter { from <= $0.time && $0.time <= to }
      .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  private func expire(_ existing: PaymeTransaction, now: Int64) -> PaymeDecision {
    PaymeDecision(
      change: .expire(existing.cancelled(at: now, reason: PaymeTransaction.expiredReason)),
      answer: .failure(.wrongState))
  }
}

/// What a call changes and what it is answered with.
public struct PaymeDecision: Sendable {
  /// To be written before the answer is sent, in the transaction in which the rows were read.
  public let change: PaymeChange
  /// What Payme is told.
  public let answer: Result<PaymeResult, PaymeError>

  /// A decision of these parts.
  public init(change: PaymeChange, answer: Result<PaymeResult, PaymeError>) {
    self.change = change
    self.answer = answer
  }

  static func failure(_ error: PaymeError) -> PaymeDecision {
    PaymeDecision(change: .none, answer: .failure(error))
  }
}

/// A change of the merchant's rows.
public enum PaymeChange: Sendable, Hashable {
  /// Nothing is written.
  case none
  /// A new row; the order becomes `waiting`.
  case insert(PaymeTransaction)
  /// The row goes from 1 to -1 with reason 4; the order becomes `available`.
  case expire(PaymeTransaction)
  /// Both of the above: the order stays `waiting`, now for the new transaction.
  case expireAndInsert(expired: PaymeTransaction, PaymeTransaction)
  /// Written only if the row's state is still `from`; side effects run once, by the winner.
  case update(PaymeTransaction, from: PaymeTransaction.State, order: PaymeOrder.State)
}

/// A successful answer: the members that each method sends.
public enum PaymeResult: Sendable, Hashable {
  /// The answer to CreateTransaction.
  case created(PaymeTransaction)
  /// The answer to PerformTransaction.
  case performed(PaymeTransaction)
  /// The answer to CancelTransaction.
  case cancelled(PaymeTransaction)
  /// The answer to CheckTransaction.
  case checked(PaymeTransaction)
}
