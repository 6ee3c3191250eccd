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
    /// The names of the strategies that can pay the order.
    var methods: [String] = []

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

  /// Who pays, as their request says.
  struct Payer: Sendable {
    /// Where a provider's page leads back to.
    let returnURL: String?
    /// What they read, a BCP 47 tag.
    let language: String
  }

  let surroundings: Surroundings
  /// The attempts that this server drove last. The rows are the truth: another server of the same
  /// database may have gone on with one of them.
  var checkouts: [String: CheckoutContext] = [:]
  /// The rows as this server last read or wrote them.
  var rows: [String: PaymentAttemptRow] = [:]
  /// How often a row was written, so that what was read meanwhile is not taken for news.
  var writes: [String: Int] = [:]
  /// The write that is under way for an order: the next one builds on it.
  var writing: [String: Task<Bool?, Never>] = [:]

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// Where an order stands; nil when there is none.
  func view(_ id: String) async throws(StorageError) -> View? {
    let writes = writing[id] == nil ? writes[id, default: 0] : nil
    let (found, row) = try await surroundings.store.decide { book throws(StorageError) in
      (try book.transaction.payableOrder(id: id), try book.transaction.lastAttempt(order: id))
    }
    guard let order = found else { return nil }
    if writing[id] == nil, writes == self.writes[id, default: 0] { adopt(row, order) }
    let before = checkouts[id]?.attempt
    believe(order)
    if checkouts[id]?.attempt != before, await keep(id) == .overtaken {
      return try await view(id)
    }
    var view = view(order)
    guard order.state == .waiting, let attempt = view.attempt else { return view }
    let own = try await surroundings.store.decide { book throws(StorageError) in
      try book.transaction.payment(provider: attempt.strategy, providerID: attempt.key)
    }
    view.isHeldByAttempt = own != nil && own?.number == order.holder
    return view
  }

  private func view(_ order: PayableOrder) -> View {
    let payment = Self.payment(order)
    let methods = surroundings.strategies.filter { strategy in
      payment.map { strategy.objection(to: $0) == nil } ?? false
    }
    return View(
      order: order, attempt: checkouts[order.id]?.attempt, methods: methods.map(\.name))
  }

  /// Begins to pay by a strategy. The same key, or another one while an attempt is under way, is
  /// answered with that attempt: nothing begins twice.
  func start(
    _ id: String, by strategy: String, key: String, payer: Payer
  ) async throws(StorageError) -> Result<View, CheckoutContext.Refusal>? {
    guard let view = try await view(id) else { return nil }
    guard view.order.state == .available else { return .success(view) }
    let key = Self.attemptKey(order: id, key)
    let attempt = checkouts[id]?.attempt
    if let attempt, attempt.state.isOpen {
      let isSame = !attempt.isForgotten && attempt.strategy == strategy
      if isSame || attempt.key == key || attempt.state != .requiresAction {
        return .success(self.view(view.order))
      }
    } else if attempt?.key == key {
      return .success(self.view(view.order))
    }
    if checkouts[id] == nil {
      forgetFinished()
      checkouts[id] = Self.payment(view.order, payer).flatMap {
        CheckoutContext(order: $0, strategies: surroundings.strategies)
      }
    }
    do throws(CheckoutContext.Refusal) {
      let now = surroundings.store.clock()
      if attempt?.isForgotten == true { await drive(id, try checkouts[id]?.cancel(now: now)) }
      if let checkout = checkouts[id], checkout.selected != strategy {
        // The attempt that is given up is told to its provider, and written down as ended.
        await drive(id, try checkouts[id]?.select(strategy, now: now))
      }
      // From here to the first request nothing is waited for: of two taps one begins.
      await drive(id, try checkouts[id]?.start(key: key, now: now))
    } catch .attemptUnderWay {
      // Another tap was faster, or the attempt that was given up is still ending.
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
    guard let attempt = view.attempt, attempt.state.isOpen,
      view.order.state != .paid || attempt.refunding != nil
    else { return view }
    let now = surroundings.store.clock()
    await drive(id, try? checkouts[id]?.status(now: now))
    return try await self.view(id)
  }

  /// Keeps the memory within bounds: what is over is in the rows.
  private func forgetFinished() {
    guard checkouts.count >= Self.checkoutLimit else { return }
    checkouts = checkouts.filter { $0.value.attempt?.state.isOpen == true }
    rows = rows.filter { checkouts[$0.key] != nil }
    writes = writes.filter { checkouts[$0.key] != nil || writing[$0.key] != nil }
  }

  private static let checkoutLimit = 10_000
}
