import Foundation
import OynaClient
import OynaPayments
import OynaValue
import Testing

/// The system's sheet, as a test plays it.
@MainActor
private final class SheetDouble: ApplePaySheet {
  private(set) var shown: [ApplePayRequest] = []
  private(set) var authorize: (@MainActor (SecretText) -> Void)?
  private(set) var close: (@MainActor () -> Void)?

  func canMakePayments(networks: [String]) -> Bool { true }

  func show(
    _ request: ApplePayRequest, authorized: @escaping @MainActor (SecretText) -> Void,
    closed: @escaping @MainActor () -> Void
  ) {
    shown.append(request)
    authorize = authorized
    close = closed
  }
}

/// A way of the application's own, in one type: the checkout knows it by the protocol alone.
private struct CashStrategy: PaymentStrategy {
  let name = "cash"
  let capabilities: PaymentCapabilities = []
  func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    attempt.move(to: .succeeded, by: .provider)
    return PaymentStep(attempt)
  }
  func resume(_ attempt: PaymentAttempt, _ input: PaymentInput, now: Int64) -> PaymentStep? { nil }
  func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep { PaymentStep(attempt) }
  func cancel(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep { PaymentStep(attempt) }
  func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep { PaymentStep(attempt) }
  func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep { PaymentStep(attempt) }
}

@Suite("an application's own checkout") @MainActor struct CheckoutStoreTests {
  private let transport = ScriptedTransport()
  private let clock = ManualClock()
  private let sheet = SheetDouble()
  private let amount = Money(minorUnits: 125_000_050, currency: .uzs)

  private func strategies() -> [any PaymentStrategy] {
    [
      CashStrategy(),
      ApplePayStrategy(
        merchantID: "merchant.uz.oyna.demo", country: "UZ", networks: ["visa", "masterCard"],
        payee: "Oyna", acquirer: "https://shop.test/acquirer", canMakePayments: true),
    ]
  }

  private func store(_ attempt: PaymentAttempt? = nil) throws -> CheckoutStore {
    let order = try #require(PaymentOrder(number: "T1", amount: amount))
    var environment = ClientEnvironment.scripted(transport, clock: clock)
    let system = ClientEnvironment(transport: transport, language: "en")
    environment.seed = system.seed
    let clock: @Sendable () -> Int64 = { 1_000 }
    let store =
      if let attempt {
        CheckoutStore(
          order: order, strategies: strategies(), attempt: attempt, environment: environment,
          sheet: sheet, wallClock: clock)
      } else {
        CheckoutStore(
          order: order, strategies: strategies(), environment: environment, sheet: sheet,
          wallClock: clock)
      }
    return try #require(store)
  }

  private func until(_ what: String, _ isThere: () -> Bool) async {
    for _ in 0..<10_000 where !isThere() { await Task.yield() }
    #expect(isThere(), "\(what)")
  }

  private func charging() async throws -> CheckoutStore {
    let store = try store()
    store.select("applepay")
    store.pay()
    sheet.authorize?(SecretText(#"{"data":"t"}"#))
    _ = await transport.request(1)
    return store
  }

  @Test(
    "the sheet is shown once with the exact total; its token is charged under the attempt's key")
  func applePay() async throws {
    let store = try store()
    #expect(store.context.selected == "cash" && store.state == nil)
    store.select("applepay")
    store.pay()
    #expect(sheet.shown.map { $0.total } == [amount] && store.state == .requiresAction)
    sheet.authorize?(SecretText(#"{"data":"t"}"#))
    let request = await transport.request(1)
    #expect(request.method == "POST" && request.url.absoluteString == "https://shop.test/acquirer")
    let key = try #require(store.context.attempt?.key)
    #expect(key.count == 32)
    #expect(request.headers.contains { $0.name == "Idempotency-Key" && $0.value == "\"\(key)\"" })
    // The sheet goes: that ends nothing.
    sheet.close?()
    #expect(store.state == .processing && store.isSending)
    transport.answer(1, 200, #"{"status": "succeeded"}"#)
    await until("paid") { store.state == .succeeded }
    store.pay()
    #expect(store.refusal == .alreadyPaid && sheet.shown.count == 1)
  }

  @Test("a sheet that is closed cancels; another way pays, with no branch anywhere")
  func closed() async throws {
    let store = try store()
    store.select("applepay")
    store.pay()
    sheet.close?()
    #expect(store.state == .cancelled)
    store.select("cash")
    store.pay()
    #expect(store.state == .succeeded && transport.requestCount == 0)
  }

  @Test("a lost answer is unknown: no second charge, until the provider says how it ended")
  func lost() async throws {
    let store = try await charging()
    transport.answer(1, .failure(.timeout))
    await until("unknown") { store.isUnknown }
    store.pay()
    #expect(store.refusal == .attemptUnderWay(.unknown))
    store.select("cash")
    #expect(store.refusal == .attemptUnderWay(.unknown))
    // Asked after one second, then after two.
    await until("its second") { clock.sleeperCount == 1 }
    clock.advance(1_000)
    let first = await transport.request(2)
    #expect(first.method == "GET")
    transport.answer(2, .failure(.offline))
    await until("its two seconds") { clock.sleeperCount == 1 }
    clock.advance(1_999)
    for _ in 0..<50 { await Task.yield() }
    #expect(transport.requestCount == 2)
    #expect(store.isUnknown)
    clock.advance(1)
    _ = await transport.request(3)
    transport.answer(3, 200, #"{"status": "succeeded"}"#)
    await until("paid") { store.state == .succeeded }
    #expect(clock.sleeperCount == 0)
  }

  @Test("what was not sent is no charge, and may be begun again under another key")
  func notSent() async throws {
    let store = try await charging()
    let key = try #require(store.context.attempt?.key)
    transport.answer(1, .failure(.offline))
    await until("failed") { store.state == .failed(.unavailable) }
    store.pay()
    #expect(store.state == .requiresAction && sheet.shown.count == 2)
    #expect(store.context.attempt?.key != key)
  }

  @Test("after a kill an open attempt is asked about, not begun again")
  func restored() async throws {
    let order = try #require(PaymentOrder(number: "T1", amount: amount))
    let begun = PaymentAttempt(strategy: "applepay", key: "k", order: order, started: 1)
    let stored = PaymentAttempt(
      stored: begun, state: .processing, next: .none, facts: begun.facts)
    let store = try store(stored)
    #expect(sheet.shown.isEmpty)
    store.check()
    let request = await transport.request(1)
    #expect(request.method == "GET" && request.url.absoluteString == "https://shop.test/acquirer/k")
    transport.answer(1, 200, #"{"status": "declined"}"#)
    await until("declined") { store.state == .failed(.declined) }
  }

  @Test("the server's word ends it, for the right amount only") func callback() async throws {
    let store = try await charging()
    transport.answer(1, .failure(.timeout))
    await until("unknown") { store.isUnknown }
    store.callback(.succeeded, amount: Money(minorUnits: 1, currency: .uzs))
    #expect(store.refusal == .otherAmount && store.isUnknown)
    store.callback(.succeeded, amount: amount)
    #expect(store.state == .succeeded && store.refusal == nil)
  }
}
