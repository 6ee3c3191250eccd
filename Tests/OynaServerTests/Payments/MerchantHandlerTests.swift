import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// What the merchant does with a payment: held money is taken or let go, money is given back whole
/// and in parts. The books balance after each step.
@Suite struct MerchantHandlerTests {
  private static let token = [("Authorization", "Bearer back-office")]

  private func server(holds: Bool) async throws -> CheckoutFixture {
    try await CheckoutFixture(Self.merchant(holds: holds))
  }

  static func merchant(holds: Bool) -> MerchantSettings {
    var merchant = MerchantSettings.demo
    merchant.token = SecretText("back-office")
    merchant.strategies = [
      ApplePayStrategy(
        merchantID: DemoDevice.merchantID, country: "UZ", networks: ["visa"], payee: "Oyna",
        acquirer: "/demo/acquirer", canMakePayments: true, holds: holds,
        verifier: DemoDevice.shared?.reader),
      PaymeStrategy(
        name: "card", merchantID: "000000000000000000000000",
        mode: .card(
          .init(url: "/demo/payme/api"), key: SecretText(MerchantSettings.demoPaymeKey),
          holds: holds)),
      merchant.strategies[2], merchant.strategies[4],
    ]
    return merchant
  }

  private func act(
    _ server: CheckoutFixture, _ name: String, _ body: String? = nil, key: String? = nil
  ) async -> HTTPResponse {
    await server.send(
      "POST", "/api/v1/merchant/payments/1/\(name)", body, key: key, Self.token)
  }

  private func state(_ response: HTTPResponse) -> String {
    "\(response.json?["orderState"]?.string ?? "\(response.status)") "
      + (response.json?["state"]?.string ?? response.problem ?? "")
  }

  /// Pays order 1; what the payer sees.
  private func pay(_ server: CheckoutFixture, _ method: String) async throws -> String? {
    _ = await server.start(method)
    switch method {
    case "applepay": return await server.authorize("success")?["id"]?.string
    case "card":
      let token = try #require(await server.cardToken("8600495473316478"))
      _ = await server.input("card", #"{"token":"\#(token)"}"#)
      return await server.input("code", #"{"code":"666666"}"#)?["id"]?.string
    case "click":
      var last = await server.input("phone", #"{"phone":"+998901234567"}"#)
      for _ in 0..<3 { last = await server.poll(last) ?? last }
      return last?["id"]?.string
    default:
      let contract = await server.input("plan", #"{"months":3}"#)
      let link = try #require(contract?["state"]?["link"]?.string)
      _ = await server.form("do=sign", to: link)
      return await server.poll(contract)?["id"]?.string
    }
  }

  @Test(arguments: ["applepay", "card"])
  func `held money is taken when the merchant says so`(method: String) async throws {
    let server = try await server(holds: true)
    #expect(try await pay(server, method) == "payment_held")
    #expect(try await server.movements() == [])
    #expect(try await server.order()?.state == .waiting)
    // Held is not free: no other way can begin.
    #expect(await server.start("click", key: "k2")?["id"]?.string == "payment_held")
    #expect(state(await act(server, "capture")) == "paid succeeded")
    #expect(try await server.movements() == [100_000])
    #expect(try await server.imbalance() == 0)
    #expect(state(await act(server, "capture")) == "409 payment-under-way")
    #expect(await server.get("/pay/1").json?["id"]?.string == "payment_receipt")
  }

  @Test(arguments: ["applepay", "card"])
  func `held money is let go, and the order is free again`(method: String) async throws {
    let server = try await server(holds: true)
    #expect(try await pay(server, method) == "payment_held")
    #expect(state(await act(server, "release")) == "available cancelled")
    #expect(try await server.movements() == [])
    #expect(state(await act(server, "capture")) == "409 payment-under-way")
    #expect(await server.start("click", key: "k2")?["id"]?.string == "payment_phone")
  }

  @Test(arguments: ["applepay", "card"])
  func `a hold survives a restart of the server`(method: String) async throws {
    let server = try await server(holds: true)
    #expect(try await pay(server, method) == "payment_held")
    let again = try server.restarted(Self.merchant(holds: true))
    #expect(try await again.lastAttempt()?.state == "authorized")
    // The new server's doubles know of no charge: it is asked about and not taken twice.
    #expect(state(await act(again, "capture")).hasPrefix("waiting "))
    #expect(try await again.movements() == [])
  }

  @Test(arguments: ["applepay", "card", "installment", "click"])
  func `all of the money is given back, once for a key`(method: String) async throws {
    let server = try await server(holds: false)
    #expect(try await pay(server, method) == "payment_receipt")
    #expect(try await server.movements() == [100_000])
    for _ in 0..<2 {
      #expect(state(await act(server, "refund", key: "r")) == "cancelled refunded")
      #expect(try await server.movements() == [100_000, -100_000])
      #expect(try await server.imbalance() == 0)
    }
    #expect(state(await act(server, "refund", key: "r2")) == "409 not-asked-for")
    let screen = await server.get("/pay/1").json
    #expect(screen?["id"]?.string == "payment_failed")
    #expect(screen?["state"]?["reason"]?.string == "refunded")
  }

  @Test func `money is given back in parts, no further than it was paid`() async throws {
    let server = try await server(holds: false)
    #expect(try await pay(server, "applepay") == "payment_receipt")
    func refund(_ amount: Int, _ key: String) async -> String {
      state(await act(server, "refund", #"{"amount":\#(amount)}"#, key: key))
    }
    #expect(await refund(30_000, "a") == "paid partiallyRefunded")
    #expect(await refund(30_000, "a") == "paid partiallyRefunded")
    #expect(try await server.movements() == [100_000, -30_000])
    #expect(try await server.imbalance() == 0)
    #expect(await server.get("/pay/1").json?["state"]?["refunded"]?.int == 30_000)
    #expect(await refund(70_001, "b") == "422 not-supported")
    #expect(await refund(0, "c") == "422 not-supported")
    #expect(await refund(-1, "d") == "422 not-supported")
    let again = try server.restarted(Self.merchant(holds: false))
    #expect(try await again.lastAttempt()?.refunded == 30_000)
    #expect(await refund(70_000, "e") == "cancelled refunded")
    #expect(try await server.movements() == [100_000, -30_000, -70_000])
    #expect(try await server.imbalance() == 0)
    #expect(try await server.order()?.state == .cancelled)
  }

  @Test func `what a strategy cannot do is refused and changes nothing`() async throws {
    let server = try await server(holds: false)
    #expect(state(await act(server, "capture")) == "409 not-asked-for")
    #expect(try await pay(server, "card") == "payment_receipt")
    #expect(state(await act(server, "capture")) == "422 not-supported")
    #expect(
      state(await act(server, "refund", #"{"amount":1}"#, key: "a")) == "422 not-supported")
    #expect(state(await act(server, "refund")) == "400 idempotency-key-missing")
    #expect(state(await act(server, "refund", #"{"amount":"1"}"#, key: "b")) == "422 bad-payment")
    #expect(try await server.movements() == [100_000])
    #expect(try await server.lastAttempt()?.state == "succeeded")
  }

  @Test(arguments: [
    [], [("Authorization", "Bearer back-offic")], [("Authorization", "Bearer ")],
    [("Authorization", "Basic back-office")],
  ])
  func `nobody else may`(header: [(String, String)]) async throws {
    let server = try await server(holds: true)
    #expect(try await pay(server, "applepay") == "payment_held")
    for name in ["capture", "release", "refund"] {
      let response = await server.send(
        "POST", "/api/v1/merchant/payments/1/\(name)", "{}", key: "k", header)
      #expect(response.status == 401)
    }
    let response = await server.send("GET", "/api/v1/merchant/payments/1", nil, header)
    #expect(response.status == 401)
    #expect(try await server.order()?.state == .waiting)
  }

  @Test func `without a token there is no such interface`() async throws {
    let server = try await CheckoutFixture()
    let response = await server.send("GET", "/api/v1/merchant/payments/1", nil, Self.token)
    #expect(response.status == 404)
  }
}
