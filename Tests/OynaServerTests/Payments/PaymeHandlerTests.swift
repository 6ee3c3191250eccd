import Foundation
import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// The Payme Merchant API on the wire, over real storage.
@Suite struct PaymeHandlerTests {
  let server: MerchantFixture
  private static let lifetime = PaymeTransaction.lifetimeMilliseconds

  init() async throws { server = try await MerchantFixture() }

  @Test func `a payment goes from allowed to performed and takes the money once`() async throws {
    let account = #""amount":100000,"account":{"order_id":"1"}"#
    #expect(
      await server.payme(#"{"id":7,"method":"CheckPerformTransaction","params":{\#(account)}}"#)
        == #"{"jsonrpc":"2.0","result":{"allow":true},"id":7}"#)
    let created = await server.create("t")
    #expect(created.state == 1)
    #expect(created.int("create_time") == server.now)
    #expect(try await server.order()?.state == .waiting)
    server.advance(5)
    #expect(await server.create("t", time: server.now - 5) == created)
    let performed = await server.perform("t")
    #expect(performed.state == 2)
    #expect(performed.int("perform_time") == server.now)
    server.advance(5)
    #expect(await server.perform("t") == performed)
    #expect(try await server.order()?.state == .paid)
    #expect(try await server.movements() == [100_000])
    let checked = await server.check("t")
    #expect(checked.state == 2)
    #expect(checked.int("cancel_time") == 0)
    #expect(try await server.imbalance() == 0)
  }

  @Test func `a cancelled payment frees its order, a refunded one ends it`() async throws {
    _ = await server.create("a")
    let cancelled = await server.cancel("a")
    #expect(cancelled.state == -1)
    server.advance(9)
    #expect(await server.cancel("a", reason: 5) == cancelled)
    #expect(await server.check("a").int("reason") == 3)
    #expect(await server.perform("a").error == -31008)
    #expect(try await server.order()?.state == .available)
    _ = await server.create("b")
    _ = await server.perform("b")
    let refunded = await server.cancel("b", reason: 5)
    #expect(refunded.state == -2)
    server.advance(9)
    #expect(await server.cancel("b", reason: 1) == refunded)
    #expect(try await server.order()?.state == .cancelled)
    #expect(try await server.movements() == [100_000, -100_000])
    #expect(try await server.imbalance() == 0)
    #expect(await server.create("c").error == -31099)
  }

  @Test func `an order that is busy, paid, unknown or of another amount is refused`() async {
    _ = await server.create("a")
    let busy = await server.create("b")
    #expect(busy.error == -31099)
    #expect(busy.data == "order_id")
    _ = await server.perform("a")
    #expect(await server.create("b").error == -31099)
    #expect(await server.create("b", order: "none").error == -31050)
    #expect(await server.create("b", order: "2", amount: 99_999).error == -31001)
    #expect(await server.create("a", order: "2").error == -31050)
    #expect(await server.create("a", amount: 5).error == -31001)
    for method in ["PerformTransaction", "CheckTransaction"] {
      #expect(await server.call(method, #""id":"none""#).error == -31003)
    }
    #expect(await server.cancel("none").error == -31003)
  }

  @Test(arguments: [(-1, true), (0, true), (1, false)] as [(Int64, Bool)])
  func `a transaction lives twelve hours of Payme's time`(offset: Int64, lives: Bool) async throws {
    // Created an hour late: the time counts, not when we heard of it.
    let time = server.now - 3_600_000
    let created = await server.create("t", time: time)
    #expect(created.state == 1)
    server.time.withLock { $0 = time + Self.lifetime + offset }
    let (perform, check) = lives ? (2, 2) : (nil, -1) as (Int64?, Int64)
    let performed = await server.perform("t")
    #expect(performed.state == perform)
    #expect(performed.error == (lives ? nil : -31008))
    #expect(await server.check("t").state == check)
    #expect(await server.check("t").int("reason") == (lives ? nil : 4))
    #expect(try await server.order()?.state == (lives ? .paid : .available))
  }

  @Test(arguments: [(0, false), (1, true)] as [(Int64, Bool)])
  func `an expired hold gives the order to the next one`(offset: Int64, isFree: Bool) async {
    let time = server.now
    _ = await server.create("old", time: time)
    server.time.withLock { $0 = time + Self.lifetime + offset }
    #expect(await server.create("new").state == (isFree ? 1 : nil))
    #expect(await server.check("old").state == (isFree ? -1 : 1))
  }

  @Test func `a transaction that was created too long ago is not begun`() async throws {
    #expect(await server.create("t", time: server.now - Self.lifetime - 1).error == -31008)
    #expect(try await server.order()?.state == .available)
  }

  @Test func `an order that was handed over is not taken back`() async throws {
    _ = await server.create("t")
    _ = await server.perform("t")
    try await server.storage.transaction { transaction throws(StorageError) in
      guard let order = try transaction.payableOrder(id: "1") else { return }
      _ = try transaction.move(order, to: .delivered, holder: order.holder)
    }
    #expect(await server.cancel("t", reason: 5).error == -31007)
    #expect(try await server.imbalance() == 0)
  }

  @Test func `a statement goes by Payme's time, both ends inclusive, ascending`() async {
    let start = server.now
    for (id, order, time) in [("c", "1", 30), ("a", "2", 10), ("b", "3", 20)] as [(_, _, Int64)] {
      _ = await server.create(id, order: order, time: start + time)
    }
    _ = await server.cancel("b")
    func ids(_ from: Int64, _ to: Int64) async -> [String?] {
      await server.call("GetStatement", #""from":\#(start + from),"to":\#(start + to)"#).ids
    }
    #expect(await ids(10, 30) == ["a", "b", "c"])
    #expect(await ids(11, 29) == ["b"])
    #expect(await ids(31, 99) == [])
  }

  @Test func `fiscal data are kept, with a receipt id as text or number`() async {
    _ = await server.create("t")
    for receipt in ["\"7\"", "7"] {
      let fiscal = #""id":"t","type":"PERFORM","fiscal_data":{"receipt_id":\#(receipt)}"#
      #expect(await server.call("SetFiscalData", fiscal).error == nil)
    }
    #expect(
      await server.call("SetFiscalData", #""id":"x","type":"CANCEL","fiscal_data":{}"#).error
        == -32001)
  }

  @Test func `who does not know the key is told nothing else`() async {
    let good = #"{"id":3,"method":"CheckTransaction","params":{"id":"t"}}"#
    for header in [
      nil, "", "Basic", "Basic UGF5Y29tOnRlc3Qta2V5", "Bearer x",
      "Basic " + Data("Paycom:ab".utf8).base64EncodedString(),
      "Basic " + Data("paycom:\(MerchantFixture.paymeKey)".utf8).base64EncodedString(),
    ] {
      let reply = PaymeReply(text: await server.payme(good, authorization: header))
      #expect(reply.error == -32504)
      #expect(reply.text.hasSuffix(#""id":3}"#))
      for bad in ["{", "[]", #"{"method":"None","params":{}}"#] {
        #expect(PaymeReply(text: await server.payme(bad, authorization: header)).error == -32504)
      }
    }
    #expect(!server.log.contains(MerchantFixture.paymeKey))
  }

  @Test(arguments: [
    ("", -32700), ("{", -32700), ("\u{FEFF}{}", -32700), ("click_trans_id=1", -32700),
    (#"{"method":"CheckTransaction","method":"CheckTransaction","params":{"id":"t"}}"#, -32700),
    ("[]", -32600), ("5", -32600), ("{}", -32600),
    (#"{"method":"CheckTransaction"}"#, -32600),
    (#"{"method":"CheckTransaction","params":{"id":5}}"#, -32600),
    (#"{"method":"ChangePassword","params":{"password":"x"}}"#, -32601),
    (#"{"method":"checktransaction","params":{"id":"t"}}"#, -32601),
  ])
  func `a body that is no call is refused with its number`(body: String, code: Int64) async {
    #expect(PaymeReply(text: await server.payme(body)).error == code)
  }

  @Test func `a body that is nested too deep or has bad UTF-8 does not parse`() async {
    let deep = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
    #expect(PaymeReply(text: await server.payme(deep)).error == -32700)
    let request = HTTPRequest(
      method: "POST", target: "/payme",
      headers: HTTPFields([("Authorization", MerchantFixture.authorization)]),
      body: HTTPBody([0x7B, 0xFF, 0x7D]))
    let response = await server.service.reply(to: request).response()
    #expect(response.json?["error"]?["code"]?.int == -32700)
  }

  @Test(arguments: ["GET", "PUT", "PATCH", "DELETE"])
  func `another method than POST is answered in the protocol`(method: String) async {
    let response = await server.send(method, "/payme")
    #expect(response.status == 200)
    #expect(response.json?["error"]?["code"]?.int == -32300)
  }

  @Test func `a storage that fails is an error of the system and nothing is kept`() async throws {
    await server.storage.close()
    let reply = await server.create("t")
    #expect(reply.error == -32400)
    #expect(server.log.contains("payme call failed"))
  }
}
