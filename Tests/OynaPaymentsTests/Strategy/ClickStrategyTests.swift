import OynaValue
import Testing

@testable import OynaPayments

@Suite struct ClickStrategyTests {
  private static let now = CheckoutFixture.now

  private func checkout(
    _ mode: ClickStrategy.Mode, phone: String? = nil, returnURL: String? = nil
  ) throws -> CheckoutContext {
    var account = ClickStrategy.Account(
      serviceID: "36", merchantID: "7", userID: "4", secret: SecretText("S"))
    account.api = "https://c/v2/merchant"
    return try CheckoutFixture.checkout(
      ClickStrategy(account: account, mode: mode, sha1: { $0 }),
      order: CheckoutFixture.order(phone: phone, returnURL: returnURL))
  }

  @Test func `the payment link has the exact amount and escaped values`() throws {
    var checkout = try checkout(.paymentLink, returnURL: "https://shop.example/back?o=197&a=1")
    #expect(try checkout.start(key: "k", now: Self.now) == nil)
    #expect(
      checkout.attempt?.next
        == .openLink(
          "https://my.click.uz/services/pay?service_id=36&merchant_id=7&amount=1000.00"
            + "&transaction_param=197"
            + "&return_url=https%3A%2F%2Fshop.example%2Fback%3Fo%3D197%26a%3D1"))
  }

  @Test func `the result of a link is asked for by the order on its day in Tashkent`() throws {
    var checkout = try checkout(.paymentLink)
    _ = try checkout.start(key: "k", now: Self.now)
    let request = try checkout.resume(.returned, now: Self.now)
    #expect(request?.url == "https://c/v2/merchant/payment/status_by_mti/36/197/2026-11-30")
    #expect(request?.method == "GET")
    // The digest is a stand-in that keeps the text: the timestamp and the secret.
    let seconds = String(Self.now / 1_000)
    #expect(
      request?.headers["Auth"]
        == "4:\(Hexadecimal.encode(Array((seconds + "S").utf8))):\(seconds)")
    _ = try checkout.receive(
      CheckoutFixture.answer(
        #"{"error_code":0,"payment_id":"77","payment_status":2,"merchant_trans_id":"197"}"#),
      now: Self.now)
    #expect(checkout.attempt?.state == .succeeded)
    #expect(checkout.attempt?.facts["payment"] == "77")
  }

  @Test(
    arguments: [(2, .succeeded), (1, .processing), (0, .processing), (-1, .requiresAction)]
      as [(Int, PaymentState)])
  func `only payment_status 2 is paid, and an earlier refusal ends nothing`(
    status: Int, state: PaymentState
  ) throws {
    var checkout = try checkout(.paymentLink)
    _ = try checkout.start(key: "k", now: Self.now)
    _ = try checkout.status(now: Self.now)
    _ = try checkout.receive(
      CheckoutFixture.answer(
        #"{"error_code":0,"payment_id":9007199254740993,"payment_status":\#(status)}"#),
      now: Self.now)
    #expect(checkout.attempt?.state == state)
    #expect(checkout.attempt?.facts["payment"] == (status < 0 ? nil : "9007199254740993"))
  }

  private func invoiced() throws -> CheckoutContext {
    var checkout = try checkout(.invoice)
    #expect(try checkout.start(key: "k", now: Self.now) == nil)
    #expect(checkout.attempt?.next == .enterPhone)
    for bad in ["", "901234567", "+79001234567", "+99890123456", "+9989012345678", "998９01234567"] {
      #expect(throws: CheckoutContext.Refusal.notAskedFor) {
        _ = try checkout.resume(.phone(bad), now: Self.now)
      }
    }
    let request = try checkout.resume(.phone("+998901234567"), now: Self.now)
    #expect(
      request?.text
        == #"{"service_id":36,"amount":1000.00,"phone_number":"998901234567","merchant_trans_id":"197"}"#
    )
    return checkout
  }

  @Test func `an invoice is confirmed by phone and asked about`() throws {
    var checkout = try invoiced()
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"error_code":0,"invoice_id":5}"#), now: Self.now)
    #expect(checkout.attempt?.next == .confirmByPhone(ussd: "*880#"))
    for (status, state) in [(0, PaymentState.requiresAction), (1, .succeeded)] {
      #expect(
        try checkout.status(now: Self.now)?.url == "https://c/v2/merchant/invoice/status/36/5")
      _ = try checkout.receive(
        CheckoutFixture.answer(#"{"error_code":0,"invoice_status":\#(status)}"#), now: Self.now)
      #expect(checkout.attempt?.state == state)
    }
  }

  @Test func `before an invoice is made Click is asked nothing`() throws {
    var checkout = try checkout(.invoice)
    _ = try checkout.start(key: "k", now: Self.now)
    #expect(try checkout.status(now: Self.now) == nil)
  }

  @Test func `a deleted invoice is cancelled and an unsent one fails`() throws {
    var deleted = try invoiced()
    _ = try deleted.receive(
      CheckoutFixture.answer(#"{"error_code":0,"invoice_id":5}"#), now: Self.now)
    _ = try deleted.status(now: Self.now)
    _ = try deleted.receive(
      CheckoutFixture.answer(#"{"error_code":0,"invoice_status":-99}"#), now: Self.now)
    #expect(deleted.attempt?.state == .cancelled)
    var unsent = try invoiced()
    _ = try unsent.receive(.notSent, now: Self.now)
    #expect(unsent.attempt?.state == .failed(.unavailable))
    var refused = try invoiced()
    _ = try refused.receive(CheckoutFixture.answer(#"{"error_code":-5}"#), now: Self.now)
    #expect(refused.attempt?.state == .failed(.refused))
  }

  @Test func `a lost invoice may be paid for a quarter of an hour`() throws {
    var checkout = try invoiced()
    _ = try checkout.receive(.lost, now: Self.now)
    #expect(checkout.attempt?.state == .unknown)
    for (minutes, state) in [(15, PaymentState.unknown), (16, .failed(.expired))] {
      let now = Self.now + Int64(minutes) * 60_000
      #expect(try checkout.status(now: now)?.url.contains("status_by_mti") == true)
      _ = try checkout.receive(CheckoutFixture.answer(#"{"error_code":-16}"#), now: now)
      #expect(checkout.attempt?.state == state)
    }
    try checkout.callback(.succeeded, amount: CheckoutFixture.amount)
    #expect(checkout.attempt?.state == .succeeded)
  }

  @Test func `a card is paid after its code, and its token is forgotten`() throws {
    var checkout = try checkout(.card)
    _ = try checkout.start(key: "k", now: Self.now)
    #expect(
      checkout.attempt?.next
        == .enterCard(
          CardEndpoint(
            url: "https://c/v2/merchant/card_token/request", headers: [:],
            members: ["service_id": "36"], dialect: .click)))
    #expect(try checkout.resume(.cardToken(SecretText("T")), now: Self.now) == nil)
    let verify = try checkout.resume(.code(SecretText("12345")), now: Self.now)
    #expect(
      verify?.text == #"{"service_id":36,"card_token":"T","sms_code":"12345"}"#)
    let pay = try checkout.receive(
      CheckoutFixture.answer(#"{"error_code":0,"card_number":"8600**1"}"#), now: Self.now)
    #expect(
      pay?.text
        == #"{"service_id":36,"card_token":"T","amount":1000.00,"transaction_parameter":"197"}"#)
    _ = try checkout.receive(
      CheckoutFixture.answer(#"{"error_code":0,"payment_id":8,"payment_status":2}"#), now: Self.now
    )
    #expect(checkout.attempt?.state == .succeeded)
    #expect(checkout.attempt?.secret == nil)
  }

  @Test func `a reversal gives everything back or is refused`() throws {
    for (code, state) in [(0, PaymentState.refunded), (-5, .succeeded)] {
      var checkout = try checkout(.paymentLink)
      _ = try checkout.start(key: "k", now: Self.now)
      _ = try checkout.status(now: Self.now)
      _ = try checkout.receive(
        CheckoutFixture.answer(#"{"error_code":0,"payment_id":8,"payment_status":2}"#),
        now: Self.now)
      let request = try checkout.refund(CheckoutFixture.amount, now: Self.now)
      #expect(request?.method == "DELETE")
      #expect(request?.url == "https://c/v2/merchant/payment/reversal/36/8")
      _ = try checkout.receive(
        CheckoutFixture.answer(#"{"error_code":\#(code),"payment_id":8}"#), now: Self.now)
      #expect(checkout.attempt?.state == state)
    }
  }
}
