import OynaValue
import Testing

@testable import OynaPayments

/// What holds for every strategy: one open attempt, no second start after a lost answer.
@Suite struct CheckoutContextTests {
  private static let amount = CheckoutFixture.amount

  private func checkout() throws -> CheckoutContext {
    try CheckoutFixture.checkout(DirectStrategy(name: "a"), DirectStrategy(name: "b"))
  }

  @Test func `a lost answer is unknown and nothing but the provider's word ends it`() throws {
    var checkout = try checkout()
    #expect(try checkout.start(key: "1", now: 0)?.purpose == "charge")
    #expect(throws: CheckoutContext.Refusal.answerAwaited) {
      _ = try checkout.status(now: 0)
    }
    #expect(try checkout.receive(.lost, now: 0) == nil)
    #expect(checkout.attempt?.state == .unknown)
    #expect(throws: CheckoutContext.Refusal.attemptUnderWay(.unknown)) {
      _ = try checkout.start(key: "2", now: 0)
    }
    #expect(throws: CheckoutContext.Refusal.attemptUnderWay(.unknown)) {
      _ = try checkout.select("b", now: 0)
    }
    #expect(throws: CheckoutContext.Refusal.attemptUnderWay(.unknown)) {
      _ = try checkout.cancel(now: 0)
    }
    #expect(try checkout.status(now: 0)?.purpose == "status")
    #expect(try checkout.receive(.lost, now: 0) == nil)
    #expect(checkout.attempt?.state == .unknown)
    _ = try checkout.status(now: 0)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"paid"}"#), now: 0)
    #expect(checkout.attempt?.state == .succeeded)
    #expect(throws: CheckoutContext.Refusal.alreadyPaid) {
      _ = try checkout.start(key: "3", now: 0)
    }
  }

  @Test(arguments: [500, 502, 504])
  func `an answer of a server that failed is no answer`(status: Int) throws {
    var checkout = try checkout()
    _ = try checkout.start(key: "1", now: 0)
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"state":"declined"}"#, status: status), now: 0)
    #expect(checkout.attempt?.state == .unknown)
  }

  @Test func `a callback is the truth, also for an attempt that was given up`() throws {
    var checkout = try checkout()
    _ = try checkout.start(key: "1", now: 0)
    _ = try checkout.receive(.notSent, now: 0)
    #expect(checkout.attempt?.state == .failed(.unavailable))
    #expect(throws: CheckoutContext.Refusal.otherAmount) {
      try checkout.callback(.succeeded, amount: Money(minorUnits: 99_999, currency: .uzs))
    }
    #expect(throws: CheckoutContext.Refusal.otherAmount) {
      try checkout.callback(.succeeded, amount: Money(minorUnits: 100_000, currency: .usd))
    }
    try checkout.callback(.succeeded, amount: Self.amount)
    #expect(checkout.attempt?.state == .succeeded)
    // Late and reordered ones change nothing.
    for late in [PaymentState.processing, .failed(.declined), .cancelled, .unknown, .created] {
      try checkout.callback(late, amount: Self.amount)
      #expect(checkout.attempt?.state == .succeeded)
    }
    try checkout.callback(.refunded, amount: Self.amount)
    #expect(checkout.attempt?.state == .refunded)
  }

  @Test func `a key begins one attempt`() throws {
    var checkout = try checkout()
    _ = try checkout.start(key: "1", now: 0)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"declined"}"#), now: 0)
    #expect(throws: CheckoutContext.Refusal.keyUsed) { _ = try checkout.start(key: "1", now: 0) }
    #expect(try checkout.start(key: "2", now: 0) != nil)
  }

  @Test func `switching gives up what waits for the payer and leaves nothing behind`() throws {
    var checkout = try CheckoutFixture.checkout(
      PaymeStrategy(merchantID: "m", mode: .checkoutLink(.sandbox)), DirectStrategy(name: "b"))
    _ = try checkout.start(key: "1", now: 0)
    #expect(checkout.attempt?.state == .requiresAction)
    #expect(try checkout.select("b", now: 0) == nil)
    #expect(checkout.attempt?.state == .cancelled)
    #expect(checkout.attempt?.next == PaymentAction.none)
    #expect(checkout.order.amount == Self.amount)
    _ = try checkout.start(key: "2", now: 0)
    #expect(checkout.attempt?.strategy == "b")
  }

  @Test func `what nobody asked for is refused`() throws {
    var checkout = try checkout()
    for attempt in [0, 1] {
      #expect(throws: CheckoutContext.Refusal.self) {
        _ = try checkout.resume(.code(SecretText("1")), now: 0)
      }
      #expect(throws: CheckoutContext.Refusal.self) { _ = try checkout.receive(.lost, now: 0) }
      #expect(throws: CheckoutContext.Refusal.nothingStarted) {
        _ = try checkout.refund(Self.amount, now: 0)
      }
      if attempt == 0 {
        _ = try checkout.start(key: "1", now: 0)
        _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"declined"}"#), now: 0)
      }
    }
    #expect(throws: CheckoutContext.Refusal.unknownStrategy("c")) {
      _ = try checkout.select("c", now: 0)
    }
  }

  @Test func `two strategies of one name, or none, are no checkout`() throws {
    let order = try CheckoutFixture.order()
    #expect(CheckoutContext(order: order, strategies: []) == nil)
    #expect(
      CheckoutContext(
        order: order, strategies: [DirectStrategy(name: "a"), DirectStrategy(name: "a")]) == nil)
    #expect(PaymentOrder(number: "1", amount: Money(minorUnits: 0, currency: .uzs)) == nil)
    #expect(PaymentOrder(number: "", amount: Self.amount) == nil)
  }

  @Test func `refunds sum up to what was paid and no further`() throws {
    var checkout = try checkout()
    _ = try checkout.start(key: "1", now: 0)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"paid"}"#), now: 0)
    func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: .uzs) }
    #expect(throws: CheckoutContext.Refusal.otherAmount) {
      _ = try checkout.refund(money(100_001), now: 0)
    }
    _ = try checkout.refund(money(40_000), now: 0)
    #expect(checkout.attempt?.state == .processing)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"refunded"}"#), now: 0)
    #expect(checkout.attempt?.state == .partiallyRefunded)
    #expect(throws: CheckoutContext.Refusal.otherAmount) {
      _ = try checkout.refund(money(60_001), now: 0)
    }
    // A refund that is lost is not a refund, and not a failure: it is asked about.
    _ = try checkout.refund(money(60_000), now: 0)
    _ = try checkout.receive(.lost, now: 0)
    #expect(checkout.attempt?.state == .processing)
    _ = try checkout.status(now: 0)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"refunded"}"#), now: 0)
    #expect(checkout.attempt?.state == .refunded)
  }

  /// Random runs against a provider that charges whatever reaches it: never twice.
  @Test func `no order of events takes the money twice`() throws {
    var generator = SplitMix64(state: 6)
    var faults: [String] = []
    for run in 0..<800 {
      var checkout = try checkout()
      var provider = ChargingProvider()
      for step in 0..<40 {
        let request: ProviderRequest? =
          switch Int.random(in: 0..<6, using: &generator) {
          case 0: try? checkout.start(key: "\(step)", now: 0)
          case 1: try? checkout.select(Bool.random(using: &generator) ? "a" : "b", now: 0)
          case 2: try? checkout.status(now: 0)
          case 3: try? checkout.cancel(now: 0)
          case 4: try? checkout.resume(.returned, now: 0)
          default: nil
          }
        if let request {
          let answer = provider.answer(request, fate: Int.random(in: 0..<4, using: &generator))
          _ = try checkout.receive(answer, now: 0)
        }
        let isPaid = checkout.attempt?.state.isPaid == true
        if provider.charges > 1 || isPaid && provider.charges != 1 {
          faults.append("run \(run), step \(step): \(provider.charges) charges")
        }
      }
    }
    #expect(faults == [])
  }
}

/// A strategy that charges at once, for the tests of the checkout.
struct DirectStrategy: PaymentStrategy {
  let name: String
  let capabilities: PaymentCapabilities = [.statusQuery, .refund, .partialRefund]

  private func request(
    _ purpose: String, _ attempt: PaymentAttempt, movesMoney: Bool = false
  ) -> ProviderRequest {
    ProviderRequest(purpose: purpose, url: attempt.key, movesMoney: movesMoney)
  }

  func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    attempt.move(to: .processing, by: .checkout)
    return PaymentStep(attempt, request("charge", attempt, movesMoney: true))
  }

  func resume(_ attempt: PaymentAttempt, _ input: PaymentInput, now: Int64) -> PaymentStep? {
    guard case .returned = input else { return nil }
    return status(attempt, now: now)
  }

  func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    PaymentStep(attempt, request("status", attempt))
  }

  func cancel(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep { PaymentStep(attempt) }

  func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    PaymentStep(attempt, request("refund", attempt, movesMoney: true))
  }

  func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep {
    var attempt = attempt
    switch answer {
    case .notSent where request.purpose == "charge":
      attempt.move(to: .failed(.unavailable), by: .provider)
    case .answered(_, let body):
      switch body?["state"]?.string {
      case "paid": attempt.move(to: .succeeded, by: .provider)
      case "declined", "none": attempt.move(to: .failed(.declined), by: .provider)
      case "refunded": attempt.finishRefund()
      default: break
      }
    default: break
    }
    return PaymentStep(attempt)
  }
}

/// Charges what reaches it, also when its answer does not come back.
private struct ChargingProvider {
  private(set) var charges = 0
  private var paid: Set<String> = []

  mutating func answer(_ request: ProviderRequest, fate: Int) -> ProviderAnswer {
    // 0 never leaves, 1 arrives and its answer is lost, 2 is declined, 3 is done.
    if fate == 0 { return .notSent }
    if request.purpose == "charge", fate != 2 {
      charges += 1
      paid.insert(request.url)
    }
    if fate == 1 { return .lost }
    let state = paid.contains(request.url) ? "paid" : "declined"
    return .answered(status: 200, body: try? JSON.parse(#"{"state":"\#(state)"}"#))
  }
}
