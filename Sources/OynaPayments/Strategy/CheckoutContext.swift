public import OynaValue

/// One order at the checkout: whichever strategy is chosen, at most one attempt can take its money.
///
/// ```swift
/// var checkout = CheckoutContext(order: order, strategies: [payme, click])
/// try checkout.select("click", now: now)
/// if let request = try checkout.start(key: key, now: now) { send(request) }
/// ```
///
/// It knows strategies by their protocol only: a new one is one new type, and nothing here changes.
public struct CheckoutContext: Sendable {
  /// What is paid.
  public let order: PaymentOrder
  /// The strategies that can pay it, in the order in which they are offered.
  public let strategies: [any PaymentStrategy]
  /// The name of the chosen strategy.
  public private(set) var selected: String
  /// The attempt under way or the last one.
  public private(set) var attempt: PaymentAttempt?
  /// What was asked to be sent and has no answer yet.
  public private(set) var waiting: ProviderRequest?

  /// Why something cannot be done.
  public enum Refusal: Error, Sendable, Hashable {
    /// None of the strategies has this name.
    case unknownStrategy(String)
    /// The strategy cannot pay this order.
    case objection(PaymentObjection)
    /// An attempt may still take money: ask where it stands instead.
    case attemptUnderWay(PaymentState)
    /// The order is paid.
    case alreadyPaid
    /// There is no attempt.
    case nothingStarted
    /// A request is out; its answer comes first.
    case answerAwaited
    /// The attempt did not ask for this.
    case notAskedFor
    /// The strategy cannot do it.
    case notSupported
    /// A callback or an answer speaks of another amount, or a refund of more than was paid.
    case otherAmount
    /// The key was used for an attempt of this order before.
    case keyUsed
  }

  private var usedKeys: Set<String> = []

  /// A checkout; the first strategy is chosen. Nil without strategies or with two of one name.
  public init?(order: PaymentOrder, strategies: [any PaymentStrategy]) {
    guard let first = strategies.first,
      Set(strategies.map(\.name)).count == strategies.count
    else { return nil }
    self.order = order
    self.strategies = strategies
    selected = first.name
  }

  /// A checkout with an attempt as it was stored.
  public init?(
    order: PaymentOrder, strategies: [any PaymentStrategy], attempt: PaymentAttempt
  ) {
    self.init(order: order, strategies: strategies)
    guard attempt.order.number == order.number, (try? strategy(attempt.strategy)) != nil else {
      return nil
    }
    self.attempt = attempt
    selected = attempt.strategy
    usedKeys = [attempt.key]
  }

  /// Chooses another strategy. An attempt that only waits for the payer is given up: the request,
  /// if there is one, tells its provider.
  public mutating func select(
    _ name: String, now: Int64
  ) throws(Refusal) -> ProviderRequest? {
    let strategy = try strategy(name)
    if let objection = strategy.objection(to: order) { throw .objection(objection) }
    guard name != selected else { return nil }
    var request: ProviderRequest?
    if let attempt, attempt.state.isOpen {
      guard attempt.state == .requiresAction else { throw .attemptUnderWay(attempt.state) }
      request = try cancel(now: now)
    } else if attempt?.state.isPaid == true {
      throw .alreadyPaid
    }
    selected = name
    return request
  }

  /// Begins an attempt. `key` is fresh: an attempt is never begun twice.
  public mutating func start(key: String, now: Int64) throws(Refusal) -> ProviderRequest? {
    if let attempt {
      if attempt.state.isPaid { throw .alreadyPaid }
      if attempt.state.isOpen { throw .attemptUnderWay(attempt.state) }
    }
    guard waiting == nil else { throw .answerAwaited }
    guard !usedKeys.contains(key) else { throw .keyUsed }
    let strategy = try strategy(selected)
    if let objection = strategy.objection(to: order) { throw .objection(objection) }
    usedKeys.insert(key)
    let begun = PaymentAttempt(strategy: strategy.name, key: key, order: order, started: now)
    return take(strategy.start(begun, now: now))
  }

  /// Hands an input of the payer on.
  public mutating func resume(
    _ input: PaymentInput, now: Int64
  ) throws(Refusal) -> ProviderRequest? {
    let (strategy, attempt) = try current()
    guard waiting == nil else { throw .answerAwaited }
    guard let step = strategy.resume(attempt, input, now: now) else { throw .notAskedFor }
    return take(step)
  }

  /// Asks the provider where the attempt stands; nil when only a callback will say.
  public mutating func status(now: Int64) throws(Refusal) -> ProviderRequest? {
    let (strategy, attempt) = try current()
    guard waiting == nil else { throw .answerAwaited }
    return take(strategy.status(attempt, now: now))
  }

  /// Takes the money that is held.
  public mutating func capture(now: Int64) throws(Refusal) -> ProviderRequest? {
    let (strategy, attempt) = try current()
    guard waiting == nil else { throw .answerAwaited }
    guard strategy.capabilities.contains(.hold) else { throw .notSupported }
    guard attempt.state == .authorized else { throw .attemptUnderWay(attempt.state) }
    return take(strategy.capture(attempt, now: now))
  }

  /// Ends the attempt before money is taken; money that is held is let go.
  public mutating func cancel(now: Int64) throws(Refusal) -> ProviderRequest? {
    let (strategy, attempt) = try current()
    guard waiting == nil else { throw .answerAwaited }
    guard attempt.state == .requiresAction || attempt.state == .authorized else {
      throw .attemptUnderWay(attempt.state)
    }
    return take(strategy.cancel(attempt, now: now))
  }

  /// Gives money back: the whole amount, or a part where the strategy can. With a key it is done
  /// once for that key.
  public mutating func refund(
    _ amount: Money, key: String? = nil, now: Int64
  ) throws(Refusal) -> ProviderRequest? {
    let (strategy, attempt) = try current()
    let fact = key.map { "refund " + $0 }
    if let fact, attempt.facts[fact] != nil { throw .keyUsed }
    guard waiting == nil, attempt.refunding == nil else { throw .answerAwaited }
    guard attempt.state.isPaid else { throw .nothingStarted }
    let left = order.amount.minorUnits - attempt.refunded
    guard amount.currency == order.amount.currency, (1...left).contains(amount.minorUnits) else {
      throw .otherAmount
    }
    let isWhole = amount == order.amount
    guard strategy.capabilities.contains(isWhole ? .refund : .partialRefund) else {
      throw .notSupported
    }
    var refunding = attempt
    refunding.beginRefund(of: amount)
    if let fact { refunding.facts[fact] = String(amount.minorUnits) }
    return take(strategy.refund(refunding, now: now))
  }

  /// Hands on what came of the request that waits.
  public mutating func receive(
    _ answer: ProviderAnswer, now: Int64
  ) throws(Refusal) -> ProviderRequest? {
    let (strategy, before) = try current()
    guard let request = waiting else { throw .notAskedFor }
    waiting = nil
    if request.movesMoney, answer.provesNothing {
      var attempt = before
      // A refund stays `processing` while nobody knows: the money was taken for certain.
      if attempt.refunding == nil { attempt.move(to: .unknown, by: .checkout) }
      self.attempt = attempt
      return nil
    }
    return take(strategy.receive(answer, to: request, before, now: now))
  }

  /// The merchant server heard from the provider: the truth, whenever it comes.
  public mutating func callback(
    _ state: PaymentState, amount: Money
  ) throws(Refusal) {
    guard var attempt else { throw .nothingStarted }
    guard amount == order.amount else { throw .otherAmount }
    switch state {
    // That it was paid is known: whether it was given back is not.
    case .succeeded where attempt.refunding != nil: return
    case .refunded where attempt.refunding != nil: attempt.finishRefund()
    default: break
    }
    attempt.move(to: state, by: .provider)
    self.attempt = attempt
  }

  // MARK: the one attempt

  private func strategy(_ name: String) throws(Refusal) -> any PaymentStrategy {
    guard let strategy = strategies.first(where: { $0.name == name }) else {
      throw .unknownStrategy(name)
    }
    return strategy
  }

  private func current() throws(Refusal) -> (any PaymentStrategy, PaymentAttempt) {
    guard let attempt else { throw .nothingStarted }
    return (try strategy(attempt.strategy), attempt)
  }

  private mutating func take(_ step: PaymentStep) -> ProviderRequest? {
    attempt = step.attempt
    waiting = step.request
    return step.request
  }
}
