import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// A fifth way to pay, in this one file: a voucher whose code is asked for. The server, its screens
/// and the page know nothing of it, and it is offered, paid, refused and asked about like any other.
private struct VoucherStrategy: PaymentStrategy {
  let name = "voucher"
  let capabilities: PaymentCapabilities = [.statusQuery]

  func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    attempt.require(.enterCode(phone: "", waitMilliseconds: 0))
    return PaymentStep(attempt)
  }

  func resume(_ attempt: PaymentAttempt, _ input: PaymentInput, now: Int64) -> PaymentStep? {
    guard case (.code(let code), .enterCode) = (input, attempt.next) else { return nil }
    var attempt = attempt
    attempt.move(to: .processing, by: .checkout)
    return PaymentStep(
      attempt,
      ProviderRequest(
        purpose: "redeem", url: "https://vouchers.example/\(attempt.key)",
        headers: ["X-Code": "\(code == SecretText("111111") ? "good" : "bad")"], movesMoney: true))
  }

  func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    guard attempt.state != .requiresAction else { return PaymentStep(attempt) }
    return PaymentStep(
      attempt, ProviderRequest(purpose: "status", method: "GET", url: attempt.key))
  }

  func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep {
    var attempt = attempt
    guard case .answered(_, let body) = answer else { return PaymentStep(attempt) }
    let isRedeemed = body?["redeemed"]?.bool == true
    attempt.move(to: isRedeemed ? .succeeded : .failed(.declined), by: .provider)
    return PaymentStep(attempt)
  }
}

@Suite struct VoucherStrategyTests {
  /// The demo's merchant, who also takes vouchers.
  private func server(loses: Bool = false) async throws -> CheckoutFixture {
    var merchant = MerchantSettings()
    merchant.strategies = MerchantSettings.demo.strategies + [VoucherStrategy()]
    merchant.send = { request in
      if loses, request.purpose == "redeem" { return .lost }
      let isGood = request.headers["X-Code"] != "bad"
      return .answered(status: 200, body: try? JSON.parse(#"{"redeemed":\#(isGood)}"#))
    }
    return try await CheckoutFixture(merchant)
  }

  private func methods(_ screen: JSON?) -> [String] {
    let components = screen?["body"]?["children"]?.array.map { Array($0) } ?? []
    let shown = components.first { $0["type"]?.string == "payment_methods" }
    return shown?["props"]?["methods"]?.array?.compactMap(\.string) ?? []
  }

  @Test func `it is offered beside the others`() async throws {
    let server = try await server()
    #expect(
      methods(await server.get("/pay/1").json)
        == ["payme", "card", "click", "applepay", "installment", "voucher"])
  }

  @Test(
    arguments: [
      ("111111", "payment_receipt", [100_000]), ("222222", "payment_failed", []),
    ] as [(String, String, [Int64])])
  func `it is paid by its code, or refused`(
    code: String, end: String, money: [Int64]
  ) async throws {
    let server = try await server()
    #expect(await server.start("voucher")?["id"]?.string == "payment_code")
    #expect(await server.input("code", #"{"code":"\#(code)"}"#)?["id"]?.string == end)
    #expect(try await server.movements() == money)
    #expect(try await server.imbalance() == 0)
  }

  @Test func `its lost answer is asked about, and nothing else begins meanwhile`() async throws {
    let server = try await server(loses: true)
    _ = await server.start("voucher")
    let screen = await server.input("code", #"{"code":"111111"}"#)
    #expect(screen?["id"]?.string == "payment_wait")
    #expect(await server.start("click", key: "k2")?["id"]?.string == "payment_wait")
    #expect(await server.poll(screen)?["id"]?.string == "payment_receipt")
    #expect(try await server.movements() == [100_000])
  }

  @Test func `a way whose limits an order does not fit is not offered`() async throws {
    var merchant = MerchantSettings()
    merchant.strategies = [
      VoucherStrategy(),
      InstallmentStrategy(
        lender: .init(url: "https://l", token: SecretText("t")), rates: [3: .zero],
        limits: 100_001...200_000),
    ]
    let server = try await CheckoutFixture(merchant)
    #expect(methods(await server.get("/pay/1").json) == ["voucher"])
    let refused = await server.send(
      "POST", "/api/v1/payments", #"{"order":"1","method":"installment"}"#, key: "k")
    #expect(refused.problem == "method-not-possible")
  }
}
