import OynaPayments
import OynaStorage

/// The orders and payments of one storage transaction as the providers' machines see them.
///
/// Of two calls that race for a row, the one that finds it changed throws `busy`; it is decided
/// again from fresh rows (``PaymentStore``).
struct OrderBook {
  let transaction: any StorageTransaction
  /// Milliseconds since 1970 UTC.
  let now: Int64
  let lifetimes: PaymentLifetimes

  /// The order with this number. A hold on it that expired is ended on the way, unless it is the
  /// one of `payment`.
  func order(_ id: String, forPayment payment: Int64? = nil) throws(StorageError) -> PayableOrder? {
    guard let order = try transaction.payableOrder(id: id) else { return nil }
    guard order.state == .waiting, let holder = order.holder, holder != payment,
      let held = try transaction.payment(number: holder), held.state == .created,
      lifetimes.isExpired(held, at: now)
    else { return order }
    try end(held, at: now, reason: PaymeTransaction.expiredReason, order: order)
    return try transaction.payableOrder(id: id)
  }

  /// Begins a payment; the order, which is available, is held by it.
  func begin(_ payment: PaymentRecord, order: PayableOrder) throws(StorageError) {
    try transaction.insert(payment)
    try move(order, to: .waiting, holder: payment.number)
  }

  /// The money of a payment was taken: its order is paid. Only the holder can pay.
  func perform(_ payment: PaymentRecord, at time: Int64) throws(StorageError) {
    guard let order = try transaction.payableOrder(id: payment.order), order.state == .waiting,
      order.holder == payment.number
    else {
      throw StorageError(
        .constraint, "Payment \(payment.number) does not hold the order that it pays.")
    }
    try update(
      payment.moved(to: .performed, performed: time, cancelled: nil, reason: nil), from: .created)
    try move(order, to: .paid, holder: payment.number)
    // The shop's own row, where the order is one of the shop's.
    _ = try transaction.switchOrder(
      id: order.id, to: .paid, tenant: IdempotentEndpoint.tenant)
  }

  /// A payment ended before money was taken; its order is free again.
  func end(
    _ payment: PaymentRecord, at time: Int64, reason: Int64, order: PayableOrder?
  ) throws(StorageError) {
    try update(
      payment.moved(to: .cancelled, performed: nil, cancelled: time, reason: reason),
      from: .created)
    guard let order, order.state == .waiting, order.holder == payment.number else { return }
    try move(order, to: .available, holder: nil)
  }

  /// The money of a payment was given back; its order is cancelled.
  func refund(_ payment: PaymentRecord, at time: Int64, reason: Int64) throws(StorageError) {
    try update(
      payment.moved(
        to: .refunded, performed: payment.performed, cancelled: time, reason: reason),
      from: .performed)
    guard let order = try transaction.payableOrder(id: payment.order),
      order.holder == payment.number
    else { return }
    try move(order, to: .cancelled, holder: payment.number)
    _ = try transaction.switchOrder(
      id: order.id, to: .refunded, tenant: IdempotentEndpoint.tenant)
  }

  /// Money was given back until `total` of a payment was: the order stays paid.
  func giveBack(_ total: Int64, of payment: PaymentRecord) throws(StorageError) {
    let given = try transaction.movements(order: payment.order).reduce(0) { sum, movement in
      movement.payment == payment.number && movement.amount < 0 ? sum - movement.amount : sum
    }
    guard total > given else { return }
    guard try transaction.giveBack(total - given, of: payment, now: now) else {
      throw StorageError(.constraint, "Payment \(payment.number) gives back more than it took.")
    }
  }

  private func update(
    _ payment: PaymentRecord, from state: PaymentRecord.State
  ) throws(StorageError) {
    guard try transaction.update(payment, from: state) else {
      throw StorageError(.busy, "Payment \(payment.number) was changed at the same time.")
    }
  }

  private func move(
    _ order: PayableOrder, to state: PayableOrder.State, holder: Int64?
  ) throws(StorageError) {
    guard try transaction.move(order, to: state, holder: holder) else {
      throw StorageError(.busy, "Order \(order.id) was changed at the same time.")
    }
  }
}

/// How long a payment that was begun holds its order against others.
struct PaymentLifetimes: Sendable {
  /// Of a Click payment, in milliseconds since it was prepared.
  var click: Int64

  func isExpired(_ payment: PaymentRecord, at now: Int64) -> Bool {
    switch payment.provider {
    case PaymentProvider.payme:
      now - payment.providerTime > PaymeTransaction.lifetimeMilliseconds
    case PaymentProvider.click: now - payment.created > click
    default: false
    }
  }
}

/// The names of providers in stored payments.
enum PaymentProvider {
  static let payme = "payme"
  static let click = "click"
}

/// Runs decisions over orders and payments, each in one durable transaction.
struct PaymentStore: Sendable {
  let storage: any Storage
  let lifetimes: PaymentLifetimes
  let clock: @Sendable () -> Int64

  /// How often a decision is made anew when its rows were changed meanwhile.
  private static let attempts = 5

  /// Decides and writes in one transaction, again when another one was faster.
  func decide<Answer: Sendable>(
    _ decision: @escaping @Sendable (OrderBook) throws(StorageError) -> Answer
  ) async throws(StorageError) -> Answer {
    for _ in 1..<Self.attempts {
      do throws(StorageError) {
        return try await attempt(decision)
      } catch {
        guard error.kind == .busy else { throw error }
      }
    }
    return try await attempt(decision)
  }

  private func attempt<Answer: Sendable>(
    _ decision: @escaping @Sendable (OrderBook) throws(StorageError) -> Answer
  ) async throws(StorageError) -> Answer {
    let lifetimes = lifetimes
    let now = clock()
    return try await storage.transaction { transaction throws(StorageError) in
      try decision(OrderBook(transaction: transaction, now: now, lifetimes: lifetimes))
    }
  }
}
