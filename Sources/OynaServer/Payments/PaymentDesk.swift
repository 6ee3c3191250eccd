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
  private var checkouts: [String: CheckoutContext] = [:]

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// Where an order stands; nil when there is none.
  func view(_ id: String) async throws(StorageError) -> View? {
    guard let order = try await order(id) else { return nil }
    try await adopt(order)
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

  // MARK: the record

  private func order(_ id: String) async throws(StorageError) -> PayableOrder? {
    try await surroundings.store.decide { book throws(StorageError) in
      try book.transaction.payableOrder(id: id)
    }
  }

  /// Brings back an attempt that was under way when the server stopped.
  private func adopt(_ order: PayableOrder) async throws(StorageError) {
    guard checkouts[order.id] == nil else { return }
    let row = try await surroundings.store.decide { book throws(StorageError) in
      try book.transaction.lastAttempt(order: order.id)
    }
    guard checkouts[order.id] == nil, let row,
      let payment = Self.payment(order, returnURL: nil),
      let state = Self.state(row.state), state.isOpen
    else { return }
    var facts: [String: String] = [:]
    for (name, value) in (try? JSON.parse(row.facts))?.object.map({ Array($0) }) ?? [] {
      facts[name] = value.string
    }
    let begun = PaymentAttempt(
      strategy: row.strategy, key: row.key, order: payment, started: row.started)
    checkouts[order.id] = CheckoutContext(
      order: payment, strategies: surroundings.strategies,
      attempt: PaymentAttempt(stored: begun, state: state, next: .none, facts: facts))
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
  private func drive(_ id: String, _ first: ProviderRequest?) async {
    await keep(id)
    var request = first
    while let current = request {
      let answer =
        await isHeld(id, for: current) ? await surroundings.send(current) : .notSent
      let now = surroundings.store.clock()
      request = try? checkouts[id]?.receive(answer, now: now)
      await keep(id)
    }
    await settle(id)
  }

  /// Writes the attempt before and after each request: what may have moved money is not forgotten.
  private func keep(_ id: String) async {
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
      facts: facts.text, started: attempt.started)
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

  private static func state(_ name: String) -> PaymentState? {
    let all: [PaymentState] = [
      .requiresAction, .processing, .authorized, .unknown, .succeeded, .cancelled, .refunded,
    ]
    return all.first { $0.name == name }
  }

  private static let endedReason: Int64 = 3
  private static let refundReason: Int64 = 5
}
