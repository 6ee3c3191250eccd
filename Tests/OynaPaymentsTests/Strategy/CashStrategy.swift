import OynaValue
import Testing

@testable import OynaPayments

/// A fifth way to pay, in this one file: cash at the courier's door. Nothing else knows of it.
struct CashStrategy: PaymentStrategy {
  let name = "cash"
  let capabilities: PaymentCapabilities = []

  func objection(to order: PaymentOrder) -> PaymentObjection? {
    order.amount.minorUnits <= 1_000_000 ? nil : .amount(1...1_000_000)
  }

  func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    attempt.move(to: .processing, by: .checkout)
    return PaymentStep(attempt)
  }
}

@Suite struct CashStrategyTests {
  @Test func `a fifth strategy works in the checkout that does not know it`() throws {
    var checkout = try CheckoutFixture.checkout(
      PaymeStrategy(merchantID: "m", mode: .checkoutLink(.sandbox)), CashStrategy())
    #expect(try checkout.select("cash", now: 1) == nil)
    #expect(try checkout.start(key: "k", now: 1) == nil)
    #expect(checkout.attempt?.state == .processing)
    try checkout.callback(.succeeded, amount: CheckoutFixture.amount)
    #expect(checkout.attempt?.state == .succeeded)
  }

  @Test func `its own objection keeps it from being chosen`() throws {
    var checkout = try CheckoutFixture.checkout(
      PaymeStrategy(merchantID: "m", mode: .checkoutLink(.sandbox)), CashStrategy(),
      order: CheckoutFixture.order(1_000_001))
    #expect(throws: CheckoutContext.Refusal.objection(.amount(1...1_000_000))) {
      _ = try checkout.select("cash", now: 1)
    }
    #expect(checkout.selected == "payme")
  }
}
