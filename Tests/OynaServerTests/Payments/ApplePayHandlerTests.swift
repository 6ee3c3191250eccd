import Foundation
import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// Payment tokens of Apple Pay on the wire: the server checks and opens each before it is charged.
/// The tokens are made by the demo's device, and by a certificate authority that the test makes.
@Suite struct ApplePayHandlerTests {
  let server: CheckoutFixture

  init() async throws { server = try await CheckoutFixture() }

  /// How an attempt ended that a token was sent to: nothing is charged, and it is known why.
  private func expectRefused(
    _ server: CheckoutFixture, _ answer: JSON?, _ refusal: String,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(answer?["id"]?.string == "payment_failed", sourceLocation: location)
    #expect(answer?["state"]?["reason"]?.string == "refused", sourceLocation: location)
    let facts = try JSON.parse(try await server.lastAttempt()?.facts ?? "")
    #expect(facts["refusal"]?.string == refusal, sourceLocation: location)
    #expect(try await server.movements() == [], sourceLocation: location)
    #expect(try await server.order()?.state == .available, sourceLocation: location)
    // The order is free for another way.
    #expect(
      await server.start("click", key: "other")?["id"]?.string == "payment_phone",
      sourceLocation: location)
  }

  @Test func `a token of the payer's device is opened and charged`() async throws {
    _ = await server.start("applepay")
    #expect(await server.authorize("success")?["id"]?.string == "payment_receipt")
    #expect(try await server.movements() == [100_000])
    #expect(!server.log.contains("4761120010000492"))
    let facts = try await server.lastAttempt()?.facts
    #expect(facts == "{}")
  }

  @Test func `a token for another amount is refused`() async throws {
    _ = await server.start("applepay")
    let token = try #require(
      await server.sheetToken("success") {
        $0.replacingOccurrences(of: #""amount":100000"#, with: #""amount":1"#)
      })
    try await expectRefused(server, await server.input("sheet", token), "otherAmount")
  }

  @Test func `a token in another currency is refused`() async throws {
    _ = await server.start("applepay")
    let token = try #require(
      await server.sheetToken("success") {
        $0.replacingOccurrences(of: #""UZS""#, with: #""JPY""#)
      })
    try await expectRefused(server, await server.input("sheet", token), "otherAmount")
  }

  @Test func `a token for another merchant does not open`() async throws {
    _ = await server.start("applepay")
    let token = try #require(
      await server.sheetToken("success") {
        $0.replacingOccurrences(of: "merchant.uz.oyna.demo", with: "merchant.uz.other")
      })
    try await expectRefused(server, await server.input("sheet", token), "decryption")
  }

  @Test func `a token of another order is refused`() async throws {
    _ = await server.screen(
      "POST", "/api/v1/payments", #"{"order":"2","method":"applepay"}"#, key: "k")
    _ = await server.start("applepay")
    let token = try #require(await server.sheetToken("success", order: "2"))
    try await expectRefused(server, await server.input("sheet", token), "otherOrder")
  }

  @Test func `a token is charged once, also by a server that forgot the attempt`() async throws {
    _ = await server.start("applepay", key: "k")
    let token = try #require(await server.sheetToken("decline"))
    #expect(await server.input("sheet", token)?["id"]?.string == "payment_failed")
    // The same key makes the same sheet, so that only the token's number tells it was used.
    let again = try server.restarted()
    #expect(await again.start("applepay", key: "k")?["id"]?.string == "payment_sheet")
    try await expectRefused(again, await again.input("sheet", token), "replayed")
    #expect(again.log.contains("payment token replayed"))
  }

  @Test(arguments: [
    #"{"token":{}}"#, #"{"token":{"demo":"success"}}"#, #"{"token":{"paymentData":{}}}"#,
    #"{"token":"text"}"#,
  ])
  func `what is no token is refused`(body: String) async throws {
    _ = await server.start("applepay")
    try await expectRefused(server, await server.input("sheet", body), "malformed")
  }

  @Test func `no token, and one that nobody asked for, change nothing`() async throws {
    _ = await server.start("applepay")
    #expect(await server.send("POST", "/api/v1/payments/1/sheet", "{}").status == 422)
    let token = try #require(await server.sheetToken("success"))
    _ = await server.start("payme", key: "k2")
    #expect(await server.send("POST", "/api/v1/payments/1/sheet", token).status == 409)
    #expect(try await server.movements() == [])
  }

  // MARK: a certificate authority of the test

  private static let isPossible = ApplePayWorld.isPossible

  private func merchant(_ world: ApplePayWorld) throws -> MerchantSettings {
    var merchant = MerchantSettings()
    merchant.strategies = [
      ApplePayStrategy(
        merchantID: "merchant.uz.test", country: "UZ", networks: ["visa"], payee: "Oyna",
        acquirer: "https://acquirer.example", canMakePayments: true,
        verifier: try ApplePayTokenReader(
          merchantID: "merchant.uz.test", certificate: world.text("merchant.pem"),
          key: world.text("merchant.key"), root: world.text("root.pem")))
    ]
    merchant.send = { _ in .answered(status: 200, body: try? JSON.parse(#"{"status":"succeeded"}"#))
    }
    return merchant
  }

  private func body(_ members: ApplePayWorld.Members) throws -> String {
    var bytes: [UInt8] = []
    try members.json().write(into: &bytes)
    return #"{"token":{"paymentData":\#(String(decoding: bytes, as: UTF8.self))}}"#
  }

  @Test(.enabled(if: isPossible, "the command openssl is not installed"))
  func `a token of the test's own authority is charged when everything fits`() async throws {
    let world = try ApplePayWorld()
    let server = try await CheckoutFixture(try merchant(world))
    _ = await server.start("applepay")
    let attempt = PaymentDesk.attemptKey(order: "1", "k")
    let answer = await server.input("sheet", try body(world.members(attempt: attempt)))
    #expect(answer?["id"]?.string == "payment_receipt")
    #expect(try await server.movements() == [100_000])
  }

  @Test(
    .enabled(if: isPossible, "the command openssl is not installed"),
    arguments: ["otherAmount", "decryption", "otherMerchant", "certificates", "signature"])
  func `a token of the test's own authority with one thing wrong is refused`(
    wrong: String
  ) async throws {
    let world = try ApplePayWorld()
    let server = try await CheckoutFixture(try merchant(world))
    _ = await server.start("applepay")
    let attempt = PaymentDesk.attemptKey(order: "1", "k")
    var members =
      switch wrong {
      case "otherAmount": try world.members(attempt: attempt, amount: 99_999)
      case "decryption": try world.members(attempt: attempt, merchant: "merchant.uz.other")
      case "otherMerchant": try world.members(attempt: attempt, certificate: "other")
      case "certificates": try world.members(signer: "plain", attempt: attempt)
      default: try world.members(attempt: attempt)
      }
    if wrong == "signature" { members.data[0] ^= 1 }
    let answer = await server.input("sheet", try body(members))
    #expect(answer?["id"]?.string == "payment_failed")
    let facts = try JSON.parse(try await server.lastAttempt()?.facts ?? "")
    #expect(facts["refusal"]?.string == wrong)
    #expect(try await server.movements() == [])
  }
}
