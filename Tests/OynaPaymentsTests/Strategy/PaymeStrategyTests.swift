import OynaValue
import Testing

@testable import OynaPayments

@Suite struct PaymeStrategyTests {
  private static let now = CheckoutFixture.now

  @Test func `the checkout link is the official vector's, and only a callback tells the result`()
    throws
  {
    var checkout = try CheckoutFixture.checkout(
      PaymeStrategy(merchantID: "587f72c72cac0d162c722ae2", mode: .checkoutLink(.production)),
      order: CheckoutFixture.order(500))
    #expect(try checkout.start(key: "k", now: Self.now) == nil)
    guard case .openLink(let url)? = checkout.attempt?.next else {
      Issue.record("no link: \(String(describing: checkout.attempt))")
      return
    }
    // The vector has no language, so only its beginning is the same.
    #expect(
      url.hasPrefix(
        "https://checkout.paycom.uz/bT01ODdmNzJjNzJjYWMwZDE2MmM3MjJhZTI7YWMub3JkZXJfaWQ9MTk3O2E9NTAw"
      ))
    #expect(try checkout.resume(.returned, now: Self.now) == nil)
    #expect(checkout.attempt?.state == .requiresAction)
    try checkout.callback(.succeeded, amount: Money(minorUnits: 500, currency: .uzs))
    #expect(checkout.attempt?.state == .succeeded)
  }

  @Test(
    arguments: [
      ("ru", "ru"), ("ru-KZ", "ru"), ("uz-Cyrl", "uz"), ("EN", "en"), ("de", "en"), (nil, "en"),
    ] as [(String?, String)])
  func `the checkout page opens in what the payer reads`(tag: String?, language: String) throws {
    let order = try #require(
      PaymentOrder(number: "197", amount: CheckoutFixture.amount, language: tag))
    var checkout = try CheckoutFixture.checkout(
      PaymeStrategy(merchantID: "m", language: .en, mode: .checkoutLink(.sandbox), page: "/"),
      order: order)
    _ = try checkout.start(key: "k", now: Self.now)
    guard case .openLink(let url)? = checkout.attempt?.next else {
      Issue.record("no link")
      return
    }
    let text = Base64.decode(String(url.dropFirst())).map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "m=m;ac.order_id=197;a=100000;l=\(language)")
  }

  private func card() throws -> CheckoutContext {
    try CheckoutFixture.checkout(
      PaymeStrategy(
        merchantID: "m1", mode: .card(.init(url: "https://p/api"), key: SecretText("the-key"))))
  }

  /// A checkout up to the code of the SMS.
  private func confirmed() throws -> CheckoutContext {
    var checkout = try card()
    _ = try checkout.start(key: "k", now: Self.now)
    let verify = try checkout.resume(.cardToken(SecretText("t1")), now: Self.now)
    #expect(verify?.headers["X-Auth"] == "m1")
    _ = try checkout.receive(
      CheckoutFixture.answer(
        #"{"result":{"sent":true,"phone":"99890*****31","wait":60000},"id":1}"#), now: Self.now)
    #expect(
      checkout.attempt?.next == .enterCode(phone: "99890*****31", waitMilliseconds: 60_000))
    _ = try checkout.resume(.code(SecretText("666666")), now: Self.now)
    return checkout
  }

  /// A checkout whose receipt is being paid.
  private func paying() throws -> CheckoutContext {
    var checkout = try confirmed()
    let create = try checkout.receive(
      CheckoutFixture.answer(#"{"result":{"card":{"token":"t2","verify":true}}}"#), now: Self.now)
    #expect(
      create?.text
        == #"{"id":1,"method":"receipts.create","params":{"amount":100000,"account":{"order_id":"197"}}}"#
    )
    #expect(create?.headers["X-Auth"] == "m1:the-key")
    let pay = try checkout.receive(
      CheckoutFixture.answer(#"{"result":{"receipt":{"_id":"r1","state":0}}}"#), now: Self.now)
    // The newest token counts.
    #expect(
      pay?.text == #"{"id":1,"method":"receipts.pay","params":{"id":"r1","token":"t2"}}"#)
    #expect(checkout.attempt?.state == .processing)
    return checkout
  }

  @Test func `a card is charged once its code is right`() throws {
    var checkout = try paying()
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"result":{"receipt":{"_id":"r1","state":4}}}"#), now: Self.now)
    #expect(checkout.attempt?.state == .succeeded)
    #expect(checkout.attempt?.secret == nil)
    #expect(checkout.attempt?.facts["receipt"] == "r1")
  }

  @Test func `the card goes to Payme with what everybody may know`() throws {
    var checkout = try card()
    _ = try checkout.start(key: "k", now: Self.now)
    #expect(
      checkout.attempt?.next
        == .enterCard(
          CardEndpoint(url: "https://p/api", headers: ["X-Auth": "m1"], dialect: .payme)))
  }

  @Test func `a wrong code can be typed again`() throws {
    var checkout = try confirmed()
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"error":{"code":-31103,"message":"wrong"}}"#), now: Self.now)
    #expect(checkout.attempt?.state == .requiresAction)
    #expect(
      try checkout.resume(.code(SecretText("1")), now: Self.now)?.purpose == "cards.verify")
  }

  /// Every receipt state, told by receipts.check of a payment that is under way.
  @Test(
    arguments: [
      (0, .processing), (1, .processing), (2, .processing), (3, .processing), (4, .succeeded),
      (5, .authorized), (6, .processing), (20, .processing), (21, .processing), (30, .processing),
      (50, .cancelled), (99, .processing), (-1, .processing),
    ] as [(Int, PaymentState)])
  func `a receipt's state is the attempt's`(number: Int, state: PaymentState) throws {
    var checkout = try paying()
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"result":{"receipt":{"state":2}}}"#), now: Self.now)
    #expect(try checkout.status(now: Self.now)?.purpose == "receipts.check")
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"result":{"state":\#(number)}}"#), now: Self.now)
    #expect(checkout.attempt?.state == state)
  }

  @Test func `a lost payment is asked about, and cancelled when it never came`() throws {
    var checkout = try paying()
    _ = try checkout.receive(.lost, now: Self.now)
    #expect(checkout.attempt?.state == .unknown)
    func check(_ now: Int64) throws -> ProviderRequest? {
      _ = try checkout.status(now: now)
      return try checkout.receive(
        CheckoutFixture.answer(#"{"result":{"state":0}}"#), now: now)
    }
    #expect(try check(Self.now + 60_000) == nil)
    #expect(checkout.attempt?.state == .unknown)
    #expect(try check(Self.now + 60_001)?.purpose == "receipts.cancel")
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"result":{"receipt":{"state":50}}}"#), now: Self.now)
    #expect(checkout.attempt?.state == .cancelled)
    #expect(try checkout.start(key: "k2", now: Self.now) == nil)
    #expect(checkout.attempt?.state == .requiresAction)
  }

  @Test func `a declined card fails, another error of the payment is asked about`() throws {
    var declined = try paying()
    _ = try declined.receive(CheckoutFixture.answer(#"{"error":{"code":-31630}}"#), now: Self.now)
    #expect(declined.attempt?.state == .failed(.declined))
    var broken = try paying()
    _ = try broken.receive(CheckoutFixture.answer(#"{"error":{"code":-32400}}"#), now: Self.now)
    #expect(broken.attempt?.state == .unknown)
  }

  @Test func `a receipt whose number was lost is looked for by the order`() throws {
    func lost() throws -> CheckoutContext {
      var checkout = try confirmed()
      _ = try checkout.receive(
        CheckoutFixture.answer(#"{"result":{"card":{"token":"t2","verify":true}}}"#),
        now: Self.now)
      _ = try checkout.receive(.lost, now: Self.now)
      #expect(checkout.attempt?.state == .unknown)
      #expect(try checkout.status(now: Self.now)?.purpose == "receipts.get_all")
      return checkout
    }
    func list(_ order: String, _ amount: Int, _ state: Int) throws -> ProviderAnswer {
      try CheckoutFixture.answer(
        #"{"result":[{"_id":"r9","amount":\#(amount),"state":\#(state),"account":[{"name":"order_id","value":"\#(order)"}]}]}"#
      )
    }
    var none = try lost()
    _ = try none.receive(list("198", 100_000, 4), now: Self.now)
    #expect(none.attempt?.state == .failed(.unavailable))
    var unpaid = try lost()
    _ = try unpaid.receive(list("197", 100_000, 0), now: Self.now)
    #expect(unpaid.attempt?.state == .failed(.unavailable))
    var paid = try lost()
    _ = try paid.receive(list("197", 100_000, 4), now: Self.now)
    #expect(paid.attempt?.state == .succeeded)
    #expect(paid.attempt?.facts["receipt"] == "r9")
    var silent = try lost()
    _ = try silent.receive(.lost, now: Self.now)
    #expect(silent.attempt?.state == .unknown)
  }

  @Test func `a refund is queued, then done; a refused one leaves the payment`() throws {
    for (state, end) in [(50, PaymentState.refunded), (4, .succeeded)] {
      var checkout = try paying()
      _ = try checkout.receive(
        CheckoutFixture.answer(#"{"result":{"receipt":{"state":4}}}"#), now: Self.now)
      _ = try checkout.refund(CheckoutFixture.amount, now: Self.now)
      _ = try checkout.receive(
        CheckoutFixture.answer(#"{"result":{"receipt":{"state":21}}}"#), now: Self.now)
      #expect(checkout.attempt?.state == .processing)
      _ = try checkout.status(now: Self.now)
      _ = try checkout.receive(
        CheckoutFixture.answer(#"{"result":{"state":\#(state)}}"#), now: Self.now)
      #expect(checkout.attempt?.state == end)
    }
    var part = try paying()
    _ = try part.receive(
      CheckoutFixture.answer(#"{"result":{"receipt":{"state":4}}}"#), now: Self.now)
    #expect(throws: CheckoutContext.Refusal.notSupported) {
      _ = try part.refund(Money(minorUnits: 1, currency: .uzs), now: Self.now)
    }
  }

  @Test func `another currency is objected to`() throws {
    var checkout = try CheckoutFixture.checkout(
      PaymeStrategy(merchantID: "m", mode: .checkoutLink(.sandbox)),
      order: CheckoutFixture.order(500, currency: .usd))
    #expect(throws: CheckoutContext.Refusal.objection(.currency("USD"))) {
      _ = try checkout.start(key: "k", now: 0)
    }
  }

  @Test func `an order's number that would split the link fails at once`() throws {
    let order = try #require(PaymentOrder(number: "1;a=1", amount: CheckoutFixture.amount))
    var checkout = try CheckoutFixture.checkout(
      PaymeStrategy(merchantID: "m", mode: .checkoutLink(.sandbox)), order: order)
    _ = try checkout.start(key: "k", now: 0)
    #expect(checkout.attempt?.state == .failed(.refused))
  }

  @Test func `a request describes neither its key nor its token`() throws {
    var checkout = try confirmed()
    let request = try #require(
      try checkout.receive(
        CheckoutFixture.answer(#"{"result":{"card":{"token":"t2","verify":true}}}"#),
        now: Self.now))
    var text = "\(request)"
    dump(request, to: &text)
    #expect(!text.contains("the-key"))
  }
}
