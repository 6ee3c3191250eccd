import Foundation
import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// The Click SHOP API on the wire, over real storage.
@Suite struct ClickHandlerTests {
  let server: MerchantFixture

  init() async throws { server = try await MerchantFixture() }

  @Test func `the signatures of the documented vectors are MD5 over the raw texts`() {
    func md5(_ text: String) -> String { Digest.hex(Digest.md5(Array(text.utf8))) }
    let time = "2026-11-30 10:00:00"
    #expect(
      md5("12345636test-secretorder-1971000.000\(time)") == "0cf644b2f6c151dbf7f2464ca368f0d3")
    #expect(
      md5("12345636test-secretorder-19710000\(time)") == "5142c5e8d816a73103e3071eb449de7d")
    #expect(
      md5("12345636test-secretorder-19771000.001\(time)") == "4a26165b76be0ab4147d5ae17415065b")
  }

  @Test func `the digest of the Merchant API's vector is SHA-1`() {
    #expect(
      Digest.hex(Digest.sha1(Array("1519051543test-secret".utf8)))
        == "4c24b99731abca6148c89bc88a8be6e888fad026")
  }

  /// Click's own fifteen cases, in their order.
  @Test func `the fifteen official cases are answered as Click expects`() async throws {
    func bad(_ action: ClickCall.Action, _ id: Int64?) async -> Int64? {
      await server.click(
        action,
        MerchantFixture.fields(
          action, transaction: 1, order: "1", prepareID: id, secret: "wrong")
      ).error
    }
    #expect(await bad(.prepare, nil) == -1)
    #expect(await server.prepare(1, order: "none").error == -5)
    let first = await server.prepare(1)
    #expect(first.error == 0)
    #expect(await bad(.complete, first.prepareID) == -1)
    #expect(await server.complete(1, prepareID: first.prepareID, amount: "300").error == -2)
    let done = await server.complete(1, prepareID: first.prepareID)
    #expect(done.error == 0)
    #expect(done.confirmID == first.prepareID)
    #expect(await server.complete(1, prepareID: first.prepareID).error == -4)
    #expect(await server.complete(1, prepareID: first.prepareID, error: -5017).error == -9)
    let second = await server.prepare(2, order: "2")
    #expect(second.error == 0)
    #expect(await server.complete(2, prepareID: 999_999_999, order: "2").error == -6)
    #expect(await server.complete(2, prepareID: second.prepareID, order: "2").error == 0)
    let third = await server.prepare(3, order: "3")
    #expect(third.error == 0)
    for error in [-5017, -5017, 0] {
      #expect(
        await server.complete(3, prepareID: third.prepareID, order: "3", error: error).error == -9)
    }
    #expect(try await server.order("1")?.state == .paid)
    #expect(try await server.order("2")?.state == .paid)
    #expect(try await server.order("3")?.state == .available)
    #expect(try await server.imbalance() == 0)
  }

  @Test func `a reversal that Click reports un-pays nothing and is noted once`() async throws {
    let prepared = await server.prepare(1)
    _ = await server.complete(1, prepareID: prepared.prepareID)
    for _ in 0..<2 {
      #expect(await server.complete(1, prepareID: prepared.prepareID, error: -5017).error == -9)
    }
    #expect(try await server.order()?.state == .paid)
    #expect(try await server.movements() == [100_000])
    #expect(try await server.notes().count == 1)
  }

  @Test func `a repeated Prepare has the same number, another payment has to wait`() async throws {
    let first = await server.prepare(1)
    #expect(await server.prepare(1).prepareID == first.prepareID)
    #expect(await server.prepare(2).error == -9)
    #expect(await server.complete(1, prepareID: first.prepareID, error: -5017).error == -9)
    #expect(await server.prepare(2).error == 0)
    #expect(await server.prepare(1).error == -9)
  }

  @Test func `the amount is exact so'm however it is written`() async {
    for (id, amount) in [(1, "1000.01"), (2, "1000.001"), (3, "1e3"), (4, "-1000"), (5, "")]
      as [(Int64, String)]
    {
      #expect(await server.prepare(id, amount: amount).error == -2)
    }
    #expect(await server.prepare(9, amount: "1000").error == 0)
  }

  @Test func `a Prepare holds its order for half an hour, and a late Complete still counts`()
    async throws
  {
    let first = await server.prepare(1)
    server.advance(30 * 60_000)
    #expect(await server.prepare(2).error == -9)
    server.advance(1)
    let late = try await MerchantFixture()
    let prepared = await late.prepare(1)
    late.advance(31 * 60_000)
    #expect(await late.complete(1, prepareID: prepared.prepareID).error == 0)
    // Somebody else took the order after the hold ended: the late one's money goes back.
    let second = await server.prepare(2)
    #expect(second.error == 0)
    #expect(await server.complete(1, prepareID: first.prepareID).error == -9)
    #expect(await server.complete(2, prepareID: second.prepareID).error == 0)
    #expect(try await server.movements() == [100_000])
  }

  @Test func `the order of one provider is busy for the other`() async throws {
    _ = await server.create("t")
    #expect(await server.prepare(1).error == -9)
    _ = await server.perform("t")
    #expect(await server.prepare(1).error == -4)
    let prepared = await server.prepare(2, order: "2")
    #expect(await server.create("u", order: "2").error == -31099)
    #expect(await server.complete(2, prepareID: prepared.prepareID, order: "2").error == 0)
    #expect(await server.create("u", order: "2").error == -31099)
    // A number of Payme's payment is no prepare id of Click's.
    let payme = try await server.order("1")?.holder
    #expect(await server.complete(1, prepareID: payme).error == -6)
    #expect(try await server.imbalance() == 0)
  }

  @Test func `a call for an order that the shop cancelled is refused`() async throws {
    let prepared = await server.prepare(1)
    try await server.storage.transaction { transaction throws(StorageError) in
      guard let order = try transaction.payableOrder(id: "1") else { return }
      _ = try transaction.move(order, to: .cancelled, holder: nil)
    }
    #expect(await server.prepare(2).error == -9)
    #expect(await server.complete(1, prepareID: prepared.prepareID).error == -9)
    #expect(try await server.movements() == [])
  }

  @Test func `an action at the other's address is not found`() async {
    let complete = MerchantFixture.fields(.complete, transaction: 1, order: "1", prepareID: 1)
    #expect(await server.click(.prepare, complete).error == -3)
    let prepare = MerchantFixture.fields(.prepare, transaction: 1, order: "1")
    #expect(await server.click(.complete, prepare).error == -3)
    let other = MerchantFixture.fields(.prepare, transaction: 1, order: "1", actionText: "7")
    #expect(await server.click(.prepare, other).error == -3)
  }

  @Test func `a form that is broken, doubled, of another type or dialect is a bad request`() async {
    let form = MerchantFixture.form(MerchantFixture.fields(.prepare, transaction: 1, order: "1"))
    let urlencoded = "application/x-www-form-urlencoded"
    for (type, body) in [
      (urlencoded, ""), (urlencoded, "a=%zz"), (urlencoded, form + "&amount=1"),
      (urlencoded, form.replacingOccurrences(of: "sign_time", with: "time")),
      ("application/json", form), ("text/plain", form),
      (urlencoded, #"{"method":"CheckTransaction","params":{"id":"t"}}"#),
      ("application/json", #"{"action":1,"click_paydoc_id":1,"params":{}}"#),
    ] {
      let response = await server.send(
        "POST", "/click/prepare", [("Content-Type", type)], body: body)
      #expect(response.status == 200)
      #expect(response.json?["error"]?.int == -8, "\(type) \(body)")
    }
    #expect(await server.send("GET", "/click/prepare").status == 405)
    let charset = await server.send(
      "POST", "/click/prepare", [("Content-Type", urlencoded + "; charset=UTF-8")], body: form)
    #expect(charset.json?["error"]?.int == 0)
  }

  @Test func `a storage that fails is a billing failure`() async {
    await server.storage.close()
    #expect(await server.prepare(1).error == -7)
    #expect(!server.log.contains(MerchantFixture.clickSecret))
  }
}
