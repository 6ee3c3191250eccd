import OynaPayments
import OynaStorage
import OynaValue

// What a desk writes down, and sends.
extension PaymentDesk {
  // MARK: the record

  func order(_ id: String) async throws(StorageError) -> PayableOrder? {
    try await surroundings.store.decide { book throws(StorageError) in
      try book.transaction.payableOrder(id: id)
    }
  }

  /// Brings back an attempt that was under way, or that was paid, when the server stopped.
  func adopt(_ order: PayableOrder) async throws(StorageError) {
    guard checkouts[order.id] == nil else { return }
    let row = try await surroundings.store.decide { book throws(StorageError) in
      try book.transaction.lastAttempt(order: order.id)
    }
    guard checkouts[order.id] == nil, let row,
      let payment = Self.payment(order, returnURL: nil),
      let state = Self.state(row.state)
    else { return }
    var facts: [String: String] = [:]
    for (name, value) in (try? JSON.parse(row.facts))?.object.map({ Array($0) }) ?? [] {
      facts[name] = value.string
    }
    let begun = PaymentAttempt(
      strategy: row.strategy, key: row.key, order: payment, started: row.started)
    checkouts[order.id] = CheckoutContext(
      order: payment, strategies: surroundings.strategies,
      attempt: PaymentAttempt(
        stored: begun, state: state, next: .none, facts: facts, refunded: row.refunded,
        refunding: row.refunding.map { Money(minorUnits: $0, currency: payment.amount.currency) }))
  }

  /// The order's record is the truth about an attempt whose provider calls back.
  func believe(_ order: PayableOrder) {
    guard let attempt = checkouts[order.id]?.attempt, let money = Self.money(order) else { return }
    switch order.state {
    case .paid, .delivered:
      try? checkouts[order.id]?.callback(.succeeded, amount: money)
    case .cancelled where order.holder != nil && attempt.state.isPaid:
      try? checkouts[order.id]?.callback(.refunded, amount: money)
    case .available, .waiting, .cancelled: break
    }
  }

  // MARK: sending

  /// Sends what a step asked for, and what the answers ask for, until nothing is left to send.
  func drive(_ id: String, _ first: ProviderRequest?) async {
    await keep(id)
    var request = first
    while let current = request {
      let answer = await answer(id, to: current)
      let now = surroundings.store.clock()
      request = try? checkouts[id]?.receive(answer, now: now)
      await keep(id)
    }
    await settle(id)
  }

  /// What comes of a request: it is sent when the order is held for it and its name is fresh.
  private func answer(_ id: String, to request: ProviderRequest) async -> ProviderAnswer {
    if let name = request.once {
      let now = surroundings.store.clock()
      let isFresh = await write { book throws(StorageError) in
        try book.transaction.useToken(name, now: now)
      }
      guard let isFresh else { return .notSent }
      guard isFresh else {
        surroundings.log.write(.info, "payment token replayed", [("order", .outside(id))])
        return .replayed
      }
    }
    guard await isHeld(id, for: request) else { return .notSent }
    return await surroundings.send(request)
  }

  /// Writes the attempt before and after each request: what may have moved money is not forgotten.
  func keep(_ id: String) async {
    guard let attempt = checkouts[id]?.attempt else { return }
    var facts = JSONWriter()
    facts.beginObject()
    for (name, value) in attempt.facts.sorted(by: { $0.key < $1.key }) {
      facts.key(name)
      facts.string(value)
    }
    facts.endObject()
    let row = PaymentAttemptRow(
      key: attempt.key, order: id, strategy: attempt.strategy, state: attempt.state.name,
      facts: facts.text, started: attempt.started, refunded: attempt.refunded,
      refunding: attempt.refunding?.minorUnits)
    await write { book throws(StorageError) in try book.transaction.save(row) }
  }

  /// Whether the order is held for a request that may move money. A provider that calls back takes
  /// the hold itself.
  private func isHeld(_ id: String, for request: ProviderRequest) async -> Bool {
    guard request.movesMoney, let attempt = checkouts[id]?.attempt, !hasCallback(attempt) else {
      return true
    }
    return await write { book throws(StorageError) in
      guard let order = try book.order(id) else { return false }
      let own = try book.transaction.payment(
        provider: attempt.strategy, providerID: attempt.key)
      if let own { return order.holder == own.number }
      guard order.state == .available else { return false }
      try book.begin(
        PaymentRecord(
          number: try book.transaction.nextPaymentNumber(), provider: attempt.strategy,
          providerID: attempt.key, order: id, amount: order.amount, providerTime: book.now,
          created: book.now), order: order)
      return true
    } ?? false
  }

  /// Writes what became of an attempt whose provider does not call back, and what any provider gave
  /// back when it was asked to.
  private func settle(_ id: String) async {
    guard let attempt = checkouts[id]?.attempt else { return }
    let hasCallback = hasCallback(attempt)
    await write { book throws(StorageError) in
      let holder = try book.transaction.payableOrder(id: id)?.holder
      let row =
        hasCallback
        ? try holder.flatMap { number throws(StorageError) in
          try book.transaction.payment(number: number)
        }
        : try book.transaction.payment(provider: attempt.strategy, providerID: attempt.key)
      guard let row else { return }
      switch (attempt.state, row.state) {
      case (.succeeded, .created) where !hasCallback: try book.perform(row, at: book.now)
      case (.failed, .created) where !hasCallback, (.cancelled, .created) where !hasCallback:
        try book.end(
          row, at: book.now, reason: Self.endedReason,
          order: try book.transaction.payableOrder(id: id))
      case (.refunded, .performed): try book.refund(row, at: book.now, reason: Self.refundReason)
      case (.partiallyRefunded, .performed): try book.giveBack(attempt.refunded, of: row)
      default: break
      }
    }
  }

  @discardableResult
  private func write<Output: Sendable>(
    _ body: @escaping @Sendable (OrderBook) throws(StorageError) -> Output
  ) async -> Output? {
    do throws(StorageError) {
      return try await surroundings.store.decide(body)
    } catch {
      surroundings.log.write(.error, "payment not kept", [("reason", .outside(error.message))])
      return nil
    }
  }

  private func hasCallback(_ attempt: PaymentAttempt) -> Bool {
    surroundings.strategies.first { $0.name == attempt.strategy }?
      .capabilities.contains(.callback) ?? false
  }

  // MARK: values

  private static func money(_ order: PayableOrder) -> Money? {
    Currency(code: order.currency).map { Money(minorUnits: order.amount, currency: $0) }
  }

  static func payment(_ order: PayableOrder, returnURL: String?) -> PaymentOrder? {
    money(order).flatMap { PaymentOrder(number: order.id, amount: $0, returnURL: returnURL) }
  }

  /// The state of an attempt that is not over: nil for one that is.
  private static func state(_ name: String) -> PaymentState? {
    let all: [PaymentState] = [
      .requiresAction, .processing, .authorized, .unknown, .succeeded, .partiallyRefunded,
    ]
    return all.first { $0.name == name }
  }

  /// A key of the client is its own only: two orders never share an attempt.
  static func attemptKey(order: String, _ key: String) -> String {
    let digest = Array("\(order)\n\(key)".utf8).withUnsafeBytes { Digest.sha256($0) }
    return Digest.hex(digest.prefix(16))
  }

  private static let endedReason: Int64 = 3
  private static let refundReason: Int64 = 5
}

extension PaymentAttempt {
  /// Whether it waits for the payer, and what it waits for went with the process that knew it.
  var isForgotten: Bool { state == .requiresAction && next == .none }
}
