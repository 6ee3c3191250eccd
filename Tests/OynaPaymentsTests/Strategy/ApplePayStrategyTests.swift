import OynaValue
import Testing

@testable import OynaPayments

@Suite struct ApplePayStrategyTests {
  private func strategy(canMakePayments: Bool = true) -> ApplePayStrategy {
    ApplePayStrategy(
      merchantID: "merchant.uz.shop", country: "UZ", networks: ["visa"], payee: "Doʻkon",
      acquirer: "https://a/payments", canMakePayments: canMakePayments)
  }

  private func shown() throws -> CheckoutContext {
    var checkout = try CheckoutFixture.checkout(strategy())
    _ = try checkout.start(key: "k", now: 0)
    return checkout
  }

  private func charging() throws -> CheckoutContext {
    var checkout = try shown()
    let request = try checkout.resume(.sheetToken(SecretText(#"{"data":"x"}"#)), now: 0)
    #expect(
      request?.text
        == #"{"attempt":"k","order":"197","amount":100000,"currency":"UZS","token":{"data":"x"}}"#)
    #expect(request?.headers["Idempotency-Key"] == #""k""#)
    return checkout
  }

  @Test func `the last line of the sheet is the payee and the total`() throws {
    let checkout = try shown()
    guard case .showSheet(let request)? = checkout.attempt?.next else {
      Issue.record("no sheet")
      return
    }
    #expect(request.items.last?.label == "Doʻkon")
    #expect(request.total == CheckoutFixture.amount)
    #expect(request.applicationData == Array("k".utf8))
  }

  @Test func `while the sheet is shown nobody is asked`() throws {
    var checkout = try shown()
    #expect(try checkout.status(now: 0) == nil)
    #expect(checkout.attempt?.state == .requiresAction)
  }

  @Test func `a sheet that Apple would refuse is none`() {
    func request(
      _ lines: [ApplePayRequest.Item] = [], country: String = "UZ", payee: String = "P",
      networks: [String] = ["visa"], total: Int64 = 100
    ) -> ApplePayRequest? {
      ApplePayRequest(
        merchantID: "m", country: country, networks: networks, lines: lines, payee: payee,
        total: Money(minorUnits: total, currency: .uzs), applicationData: [])
    }
    func line(_ units: Int64, _ currency: Currency = .uzs, label: String = "L")
      -> ApplePayRequest.Item
    { ApplePayRequest.Item(label: label, amount: Money(minorUnits: units, currency: currency)) }
    #expect(request([line(60), line(40)]) != nil)
    #expect(request([line(60), line(41)]) == nil)
    #expect(request([line(100, .usd)]) == nil)
    #expect(request([line(100, label: "")]) == nil)
    #expect(request([line(Int64.max), line(Int64.max)]) == nil)
    #expect(request(country: "uz") == nil)
    #expect(request(country: "UZB") == nil)
    #expect(request(payee: "") == nil)
    #expect(request(networks: []) == nil)
    #expect(request(total: 0) == nil)
  }

  @Test(
    arguments: [
      (#"{"status":"succeeded"}"#, 200, .succeeded),
      (#"{"status":"declined"}"#, 402, .failed(.declined)),
      (#"{"status":"processing"}"#, 202, .processing), (#"{}"#, 400, .failed(.refused)),
      (#"{"status":"succeeded"}"#, 503, .unknown),
    ] as [(String, Int, PaymentState)])
  func `the acquirer's answer is the attempt's state`(
    body: String, status: Int, state: PaymentState
  ) throws {
    var checkout = try charging()
    _ = try checkout.receive(CheckoutFixture.answer(body, status: status), now: 0)
    #expect(checkout.attempt?.state == state)
  }

  @Test func `a sheet that closes ends what was not authorised, and nothing else`() throws {
    var early = try shown()
    _ = try early.resume(.sheetClosed, now: 0)
    #expect(early.attempt?.state == .cancelled)
    var late = try charging()
    _ = try late.receive(.lost, now: 0)
    #expect(try late.resume(.sheetClosed, now: 0) == nil)
    #expect(late.attempt?.state == .unknown)
    _ = try late.status(now: 0)
    _ = try late.receive(CheckoutFixture.answer(#"{"status":"succeeded"}"#), now: 0)
    #expect(late.attempt?.state == .succeeded)
  }

  @Test func `a token that is no JSON, and a second one, are refused`() throws {
    var checkout = try shown()
    #expect(throws: CheckoutContext.Refusal.notAskedFor) {
      _ = try checkout.resume(.sheetToken(SecretText("{")), now: 0)
    }
    var charging = try charging()
    _ = try charging.receive(CheckoutFixture.answer(#"{"status":"processing"}"#), now: 0)
    #expect(throws: CheckoutContext.Refusal.notAskedFor) {
      _ = try charging.resume(.sheetToken(SecretText("{}")), now: 0)
    }
  }

  @Test func `a device without the sheet is not offered it`() throws {
    var checkout = try CheckoutFixture.checkout(strategy(canMakePayments: false))
    #expect(throws: CheckoutContext.Refusal.objection(.device)) {
      _ = try checkout.start(key: "k", now: 0)
    }
  }

  @Test @MainActor func `a double of the sheet drives the strategy`() throws {
    let sheet = SheetDouble(token: #"{"data":"x"}"#)
    var checkout = try shown()
    guard case .showSheet(let request)? = checkout.attempt?.next else { return }
    var inputs: [PaymentInput] = []
    sheet.show(
      request, authorized: { inputs.append(.sheetToken($0)) },
      closed: { inputs.append(.sheetClosed) })
    var requests = 0
    for input in inputs {
      if try checkout.resume(input, now: 0) != nil {
        requests += 1
        _ = try checkout.receive(CheckoutFixture.answer(#"{"status":"processing"}"#), now: 0)
      }
    }
    #expect(requests == 1)
    #expect(checkout.attempt?.state == .processing)
  }
}

/// A sheet that authorises and then closes, as the real one does.
private final class SheetDouble: ApplePaySheet {
  let token: String
  init(token: String) { self.token = token }
  func canMakePayments(networks: [String]) -> Bool { true }
  func show(
    _ request: ApplePayRequest, authorized: @escaping @MainActor (SecretText) -> Void,
    closed: @escaping @MainActor () -> Void
  ) {
    authorized(SecretText(token))
    closed()
  }
}
