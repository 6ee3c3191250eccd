import OynaPayments
import OynaStorage
import OynaValue

/// Runs the checkouts of orders: asks the strategies, sends what they want, keeps what came of it.
///
/// Whatever the browser says, an order is paid when the server's own record says so. A strategy
/// whose provider calls the merchant back leaves the record to those calls; for any other the
/// desk holds the order before money can move, and writes what the provider answered.
actor PaymentDesk {
  /// What a desk needs of the world.
  struct Surroundings: Sendable {
    let store: PaymentStore
    /// The ways to pay an order.
    let strategies: [any PaymentStrategy]
    /// Sends a request to a provider.
    let send: @Sendable (ProviderRequest) async -> ProviderAnswer
    let log: Log
  }

  /// An order and the attempt to pay it, as they stand.
  struct View: Sendable {
    let order: PayableOrder
    let attempt: PaymentAttempt?
    /// Whether the attempt itself holds the order, not a provider's callback.
    var isHeldByAttempt = false

    /// Changes whenever the payer should see something else.
    var tag: String {
      guard let attempt else { return order.state.rawValue }
      let next =
        switch attempt.next {
        case .none: "none"
        case .openLink: "link"
        case .enterCard: "card"
        case .enterPhone: "phone"
        case .enterCode: "code"
        case .confirmByPhone: "confirm"
        case .showSheet: "sheet"
        case .choosePlan: "plan"
        }
      return "\(order.state.rawValue)-\(attempt.state.name)-\(next)"
    }
  }

  private let surroundings: Surroundings
  /// The attempts that this server drove last. The rows are the truth: another server of the same
  /// database may have gone on with one of them.
  private var checkouts: [String: CheckoutContext] = [:]
  /// The rows as this server last read or wrote them.
  private var rows: [String: PaymentAttemptRow] = [:]
  /// Counted up when writing a row begins and when it ends, so that what was read meanwhile is not
  /// taken for news. Odd while a write is under way.
  private var writes: [String: Int] = [:]

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// Where an order stands; nil when there is none.
  func view(_ id: String) async throws(StorageError) -> View? {
    let before = writes[id, default: 0]
    let (found, row) = try await surroundings.store.decide { book throws(StorageError) in
      (try book.transaction.payableOrder(id: id), try book.transaction.lastAttempt(order: id))
    }
    guard let order = found else { return nil }
    if before.isMultiple(of: 2), before == writes[id, default: 0] { adopt(row, order) }
    believe(order)
    let attempt = checkouts[id]?.attempt
    guard order.state == .waiting, let attempt else { return View(order: order, attempt: attempt) }
    let own = try await surroundings.store.decide { book throws(StorageError) in
      try book.transaction.payment(provider: attempt.strategy, providerID: attempt.key)
    }
    return View(
      order: order, attempt: attempt, isHeldByAttempt: own != nil && own?.number == order.holder)
  }

  /// Begins to pay by a strategy. The same key, or another one while an attempt is under way, is
  /// answered with that attempt: nothing begins twice.
  func start(
    _ id: String, by strategy: String, key: String, returnURL: String?
  ) async throws(StorageError) -> Result<View, CheckoutContext.Refusal>? {
    guard let view = try await view(id) else { return nil }
    guard view.order.state == .available else { return .success(view) }
    // From here to the first request nothing is waited for: of two taps one begins.
    let attempt = checkouts[id]?.attempt
    if let attempt, attempt.state.isOpen {
      let isSame = attempt.strategy == strategy || attempt.key == key
      if isSame || attempt.state != .requiresAction {
        return .success(View(order: view.order, attempt: attempt))
      }
    } else if attempt?.key == key {
      return .success(View(order: view.order, attempt: attempt))
    }
    if checkouts[id] == nil {
      forgetFinished()
      checkouts[id] = Self.payment(view.order, returnURL: returnURL).flatMap {
        CheckoutContext(order: $0, strategies: surroundings.strategies)
      }
    }
    do throws(CheckoutContext.Refusal) {
      let now = surroundings.store.clock()
      if let goodbye = try checkouts[id]?.select(strategy, now: now) {
        await drive(id, goodbye)
      }
      let first = try checkouts[id]?.start(key: key, now: now)
      await drive(id, first)
    } catch {
      return .failure(error)
    }
    return try await self.view(id).map { .success($0) }
  }

  /// Hands an input of the payer on. A second one, while the first is under way or after it, is
  /// answered with where the payment stands.
  func resume(
    _ id: String, _ input: PaymentInput
  ) async throws(StorageError) -> Result<View, CheckoutContext.Refusal>? {
    guard let view = try await view(id) else { return nil }
    guard let checkout = checkouts[id], let attempt = checkout.attempt else {
      return .failure(.nothingStarted)
    }
    guard attempt.state == .requiresAction, checkout.waiting == nil else { return .success(view) }
    do throws(CheckoutContext.Refusal) {
      let now = surroundings.store.clock()
      await drive(id, try checkouts[id]?.resume(input, now: now))
    } catch {
      return .failure(error)
    }
    return try await self.view(id).map { .success($0) }
  }

  /// Gives up an attempt that only waits for the payer.
  func cancel(_ id: String) async throws(StorageError) -> View? {
    guard let view = try await view(id), view.attempt?.state == .requiresAction else {
      return try await view(id)
    }
    let now = surroundings.store.clock()
    await drive(id, try? checkouts[id]?.cancel(now: now))
    return try await self.view(id)
  }

  /// Where an order stands, after its provider was asked if it can be.
  func refresh(_ id: String) async throws(StorageError) -> View? {
    guard let view = try await view(id) else { return nil }
    guard let attempt = view.attempt, attempt.state.isOpen, view.order.state != .paid else {
      return view
    }
    let now = surroundings.store.clock()
    await drive(id, try? checkouts[id]?.status(now: now))
    return try await self.view(id)
  }

  /// Keeps the memory within bounds: what is over is in the rows.
  private func forgetFinished() {
    guard checkouts.count >= Self.checkoutLimit else { return }
    checkouts = checkouts.filter { $0.value.attempt?.state.isOpen == true }
    rows = rows.filter { checkouts[$0.key] != nil }
    writes = writes.filter { checkouts[$0.key] != nil || !$0.value.isMultiple(of: 2) }
  }

  private static let checkoutLimit = 10_000

  // MARK: the record

  /// Takes over where another server, or this one before it stopped, has left an attempt.
  private func adopt(_ row: PaymentAttemptRow?, _ order: PayableOrder) {
    guard row != rows[order.id], checkouts[order.id]?.waiting == nil else { return }
    rows[order.id] = row
    checkouts[order.id] = row.flatMap { row in
      guard let payment = Self.payment(order, returnURL: nil),
        let strategy = surroundings.strategies.first(where: { $0.name == row.strategy }),
        let attempt = row.attempt(of: payment, by: strategy)
      else { return nil }
      return CheckoutContext(
        order: payment, strategies: surroundings.strategies, attempt: attempt)
    }
  }

  /// The order's record is the truth about an attempt whose provider calls back.
  private func believe(_ order: PayableOrder) {
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
  private func drive(_ id: String, _ first: ProviderRequest?) async {
    var kept = await keep(id)
    var request = first
    while let current = request, kept != .overtaken {
      let maySend = kept == .kept ? await isHeld(id, for: current) : false
      let answer = maySend ? await surroundings.send(current) : .notSent
      let now = surroundings.store.clock()
      request = try? checkouts[id]?.receive(answer, now: now)
      kept = await keep(id)
    }
    if kept == .overtaken {
      checkouts[id] = nil
      rows[id] = nil
    } else {
      await settle(id)
    }
  }

  private enum Keeping {
    case kept
    /// Another server has gone on with the order.
    case overtaken
    case failed
  }

  /// Writes the attempt before and after each request: what may have moved money is not forgotten.
  private func keep(_ id: String) async -> Keeping {
    guard let attempt = checkouts[id]?.attempt else { return .failed }
    let row = PaymentAttemptRow(attempt)
    let known = rows[id]
    writes[id, default: 0] += 1
    let isKept = await write { book throws(StorageError) in
      try book.transaction.save(row, replacing: known)
    }
    writes[id, default: 0] += 1
    guard let isKept else { return .failed }
    if isKept { rows[id] = row }
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

  /// Writes what became of an attempt whose provider does not call back.
  private func settle(_ id: String) async {
    guard let attempt = checkouts[id]?.attempt, !hasCallback(attempt) else { return }
    await write { book throws(StorageError) in
      let row = try book.transaction.payment(
        provider: attempt.strategy, providerID: attempt.key)
      guard let row else { return }
      switch (attempt.state, row.state) {
      case (.succeeded, .created): try book.perform(row, at: book.now)
      case (.failed, .created), (.cancelled, .created):
        try book.end(
          row, at: book.now, reason: Self.endedReason,
          order: try book.transaction.payableOrder(id: id))
      case (.refunded, .performed): try book.refund(row, at: book.now, reason: Self.refundReason)
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

  private static func payment(_ order: PayableOrder, returnURL: String?) -> PaymentOrder? {
    money(order).flatMap { PaymentOrder(number: order.id, amount: $0, returnURL: returnURL) }
  }

  private static let endedReason: Int64 = 3
  private static let refundReason: Int64 = 5
}
