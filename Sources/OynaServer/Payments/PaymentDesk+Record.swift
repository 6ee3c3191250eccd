import OynaPayments
import OynaStorage
import OynaValue

// What a desk writes down, and sends.
extension PaymentDesk {
  // MARK: the record

  /// Takes over where another server, or this one before it stopped, has left an attempt.
  func adopt(_ row: PaymentAttemptRow?, _ order: PayableOrder) {
    guard row != rows[order.id], checkouts[order.id]?.waiting == nil else { return }
    rows[order.id] = row
    checkouts[order.id] = row.flatMap { row in
      guard let payment = Self.payment(order),
        let strategy = surroundings.strategies.first(where: { $0.name == row.strategy }),
        let attempt = row.attempt(of: payment, by: strategy)
      else { return nil }
      return CheckoutContext(
        order: payment, strategies: surroundings.strategies, attempt: attempt)
    }
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
  ///
  /// Nothing is sent whose attempt was not kept before: of two servers that go on with an order at
  /// once, one finds that it no longer is as it knew it, and leaves it to the other.
  func drive(_ id: String, _ first: ProviderRequest?) async {
    var kept = await keep(id)
    var request = first
    while let current = request, kept != .overtaken {
      let answer = kept == .kept ? await answer(id, to: current) : .notSent
      let now = surroundings.store.clock()
      request = try? checkouts[id]?.receive(answer, now: now)
      kept = await keep(id)
    }
    if kept != .overtaken { await settle(id) }
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

  /// What became of an attempt that was to be written.
  enum Keeping {
    case kept
    /// Another server has gone on with the order: what this one knew is forgotten.
    case overtaken
    case failed
  }

  /// Writes the attempt before and after each request: what may have moved money is not forgotten.
  @discardableResult
  func keep(_ id: String) async -> Keeping {
    while let earlier = writing[id] { _ = await earlier.value }
    guard let attempt = checkouts[id]?.attempt else { return .failed }
    let row = PaymentAttemptRow(attempt)
    let known = rows[id]
    // All that it changes it changes before it is over: whoever waits for it builds on that.
    let write = Task { () -> Bool? in
      let isKept = await self.write { book throws(StorageError) in
        try book.transaction.save(row, replacing: known)
      }
      writing[id] = nil
      writes[id, default: 0] += 1
      if let isKept { rows[id] = isKept ? row : nil }
      if isKept == false { checkouts[id] = nil }
      return isKept
    }
    writing[id] = write
    guard let isKept = await write.value else { return .failed }
    return isKept ? .kept : .overtaken
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

  static func payment(_ order: PayableOrder, _ payer: Payer? = nil) -> PaymentOrder? {
    money(order).flatMap {
      PaymentOrder(
        number: order.id, amount: $0, returnURL: payer?.returnURL, language: payer?.language)
    }
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
