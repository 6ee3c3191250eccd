import OynaValue
import Testing

@testable import OynaPayments

@Suite struct InstallmentStrategyTests {
  private static let now = CheckoutFixture.now

  private func checkout(_ units: Int64 = 100_000_000) throws -> CheckoutContext {
    let rate = try #require(AnnualRate(basisPoints: 2_400))
    return try CheckoutFixture.checkout(
      InstallmentStrategy(
        lender: .init(url: "https://l", token: SecretText("T")),
        rates: [3: .zero, 12: rate], limits: 10_000...10_000_000_000),
      order: CheckoutFixture.order(units))
  }

  private func ordered() throws -> CheckoutContext {
    var checkout = try checkout()
    _ = try checkout.start(key: "k", now: Self.now)
    let request = try checkout.resume(.plan(months: 12), now: Self.now)
    #expect(
      request?.text
        == #"{"ext_order_id":"197","idempotency_key":"k","period":12,"amount":1000000.00}"#)
    #expect(request?.headers["Authorization"] == "Bearer T")
    return checkout
  }

  private func signing() throws -> CheckoutContext {
    var checkout = try ordered()
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"contract_id":12,"url":"https://l/sign/12"}"#), now: Self.now)
    return checkout
  }

  @Test func `the plans that are offered are those with a rate, with their tables`() throws {
    var checkout = try checkout()
    #expect(try checkout.start(key: "k", now: Self.now) == nil)
    guard case .choosePlan(let offers)? = checkout.attempt?.next else {
      Issue.record("no plans")
      return
    }
    #expect(offers.map(\.months) == [3, 12])
    #expect(offers[0].plan.payments.map(\.amount) == [33_333_334, 33_333_333, 33_333_333])
    #expect(offers[1].plan.payments.first?.amount == 9_455_960)
    #expect(offers[1].plan.payments.first?.dueDay.text == "2026-12-30")
    #expect(throws: CheckoutContext.Refusal.notAskedFor) {
      _ = try checkout.resume(.plan(months: 6), now: Self.now)
    }
  }

  @Test func `before a plan is chosen nobody is asked`() throws {
    var checkout = try checkout()
    _ = try checkout.start(key: "k", now: Self.now)
    #expect(try checkout.status(now: Self.now) == nil)
  }

  @Test func `a contract is signed at the lender's and then asked about`() throws {
    var checkout = try signing()
    #expect(checkout.attempt?.next == .openLink("https://l/sign/12"))
    let request = try checkout.resume(.returned, now: Self.now)
    #expect(request?.text == #"{"contract_id":"12"}"#)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"status":1}"#), now: Self.now)
    #expect(checkout.attempt?.state == .succeeded)
  }

  @Test(
    arguments: [
      (0, .requiresAction), (1, .succeeded), (2, .processing), (3, .succeeded), (4, .succeeded),
      (5, .cancelled), (9, .succeeded), (77, .requiresAction),
    ] as [(Int, PaymentState)])
  func `a contract's status is the attempt's state`(status: Int, state: PaymentState) throws {
    var checkout = try signing()
    _ = try checkout.status(now: Self.now)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"status":\#(status)}"#), now: Self.now)
    #expect(checkout.attempt?.state == state)
  }

  @Test func `a lost order is looked for by its number`() throws {
    for (body, status, state) in [
      (#"{"contract_id":"c","status":1}"#, 200, PaymentState.succeeded),
      (#"{"contract_id":"c","status":0,"url":"https://l/s"}"#, 200, .requiresAction),
      ("{}", 404, .failed(.unavailable)), ("{}", 500, .unknown),
    ] {
      var checkout = try ordered()
      _ = try checkout.receive(.lost, now: Self.now)
      #expect(checkout.attempt?.state == .unknown)
      #expect(try checkout.status(now: Self.now)?.text == #"{"ext_order_id":"197"}"#)
      _ = try checkout.receive(CheckoutFixture.answer(body, status: status), now: Self.now)
      #expect(checkout.attempt?.state == state)
    }
  }

  @Test func `a refusal of the lender fails, and a cancelled contract is refunded in full only`()
    throws
  {
    var refused = try ordered()
    _ = try refused.receive(CheckoutFixture.answer("{}", status: 403), now: Self.now)
    #expect(refused.attempt?.state == .failed(.declined))
    var paid = try signing()
    _ = try paid.status(now: Self.now)
    _ = try paid.receive(CheckoutFixture.answer(#"{"status":1}"#), now: Self.now)
    #expect(throws: CheckoutContext.Refusal.notSupported) {
      _ = try paid.refund(Money(minorUnits: 1, currency: .uzs), now: Self.now)
    }
    _ = try paid.refund(Money(minorUnits: 100_000_000, currency: .uzs), now: Self.now)
    _ = try paid.receive(CheckoutFixture.answer("{}"), now: Self.now)
    #expect(paid.attempt?.state == .refunded)
  }

  @Test func `a price outside of the limits is objected to`() throws {
    var checkout = try checkout(9_999)
    #expect(
      throws: CheckoutContext.Refusal.objection(.amount(10_000...10_000_000_000))
    ) { _ = try checkout.start(key: "k", now: Self.now) }
  }

  @Test func `a price with fewer units than months has no such plan`() throws {
    let price = Money(minorUnits: 7, currency: .uzs)
    let day = try #require(CalendarDay("2026-01-31"))
    let offers = InstallmentOffer.all(for: price, from: day, rates: [3: .zero, 12: .zero])
    #expect(offers.map(\.months) == [3])
    let largest = Money(minorUnits: Int64.max, currency: .uzs)
    let rate = try #require(AnnualRate(basisPoints: 3_600))
    #expect(InstallmentOffer.all(for: largest, from: day, rates: [24: rate]).isEmpty)
  }
}
