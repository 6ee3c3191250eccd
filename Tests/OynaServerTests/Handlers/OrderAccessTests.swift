import Foundation
import OynaEngine
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// Who sees an order of the shop, and what it leaves for others.
@Suite struct OrderAccessTests {
  let server: ServerFixture
  private static let path = "/api/v1/orders"

  init() throws { server = try OrderHandlerTests.fixture() }

  private func orders() async throws -> [Order] {
    try await server.storage.transaction { t throws(StorageError) in
      try t.orders(tenant: "", limit: 10)
    }
  }

  // MARK: who may see an order

  @Test func `an order is not there for whoever only knows its number`() async throws {
    let placed = await server.post(OrderHandlerTests.body(), key: "a", to: Self.path)
    let other = await server.post(OrderHandlerTests.body(), key: "b", to: Self.path)
    let id = try #require(placed.json?["screen"]?["state"]?["order_id"]?.string)
    let path = Self.path + "/" + id
    #expect(await server.get(path, OrderHandlerTests.cookie(placed)).status == 200)
    let code = try #require(OrderHandlerTests.cookie(placed).first?.1)
    let strangers: [[(String, String)]] = [
      [], OrderHandlerTests.cookie(other), [("Cookie", String(code.dropLast()) + "0")],
      [("Cookie", String(code.dropLast()))], [("Cookie", "oyna_order_\(id)=")],
    ]
    for cookie in strangers {
      #expect(await server.get(path, cookie).status == 404)
      let cancelled = await server.post("{}", key: "c", to: path + "/cancellation", cookie)
      #expect(cancelled.status == 404)
    }
    #expect(try await orders().map(\.status) == [.placed, .placed])
  }

  @Test func `the cookie comes again with a repeated answer, and no script reads it`() async throws
  {
    let first = await server.post(OrderHandlerTests.body(), key: "a", to: Self.path)
    let again = await server.post(OrderHandlerTests.body(), key: "a", to: Self.path)
    let cookie = try #require(first.headers["set-cookie"])
    #expect(again.headers["set-cookie"] == cookie)
    #expect(cookie.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"))
    let refused = await server.post(OrderHandlerTests.body(total: "1"), key: "b", to: Self.path)
    #expect(refused.headers["set-cookie"] == nil)
  }

  @Test func `of many orders the oldest cookies go, so that a browser is never locked out`()
    async throws
  {
    let known = (0..<25).map { "oyna_order_\($0)=x" }.joined(separator: "; ")
    let placed = await server.post(
      OrderHandlerTests.body(), key: "a", to: Self.path, [("Cookie", "theme=dark; " + known)])
    let set = placed.headers.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    #expect(set.count == 7)
    #expect(set.prefix(6) == (0..<6).map { "oyna_order_\($0)=; Path=/; Max-Age=0" }[...])
  }

  // MARK: what is left

  @Test func `what is ordered is no longer there for others, until it is cancelled`() async throws {
    let lines = #"[{"product":"navot","quantity":2,"unitPrice":3400000}]"#
    func order(_ key: String) async -> HTTPResponse {
      await server.post(
        OrderHandlerTests.body(lines: lines, total: "6800000"), key: key, to: Self.path)
    }
    #expect(try await stock() == 3)
    let first = await order("a")
    #expect(first.status == 200)
    #expect(try await stock() == 1)
    let second = await order("b")
    #expect(second.status == 422)
    #expect(second.json?["errors"]?["cart"]?.string == "Navvot, 500 g: 1 ta qoldi")
    let id = try #require(first.json?["screen"]?["state"]?["order_id"]?.string)
    let cookie = OrderHandlerTests.cookie(first)
    _ = await server.post("{}", key: "c", to: Self.path + "/" + id + "/cancellation", cookie)
    #expect(try await stock() == 3)
    #expect(await order("d").status == 200)
    #expect(try await stock() == 1)
  }

  @Test func `an order that nobody pays gives its goods back after half an hour`() async throws {
    let lines = #"[{"product":"navot","quantity":3,"unitPrice":3400000}]"#
    func order(_ key: String) async -> Int {
      await server.post(
        OrderHandlerTests.body(lines: lines, total: "10200000"), key: key, to: Self.path
      ).status
    }
    #expect(await order("a") == 200)
    server.advance(30 * 60_000)
    #expect(await order("b") == 422)
    server.advance(1)
    #expect(await order("c") == 200)
    #expect(try await orders().map(\.status) == [.placed, .cancelled])
    let payable = try await server.storage.transaction { t throws(StorageError) in
      try t.orders(tenant: "", limit: 9).map { order throws(StorageError) in
        try t.payableOrder(id: order.id)?.state
      }
    }
    #expect(payable == [.available, .cancelled])
  }

  @Test func `an order whose payment is under way keeps its goods`() async throws {
    let lines = #"[{"product":"navot","quantity":3,"unitPrice":3400000}]"#
    func order(_ key: String) async -> Int {
      await server.post(
        OrderHandlerTests.body(lines: lines, total: "10200000"), key: key, to: Self.path
      ).status
    }
    #expect(await order("a") == 200)
    let id = try #require(try await orders().first?.id)
    try await server.storage.transaction { t throws(StorageError) in
      guard let payable = try t.payableOrder(id: id) else { return }
      try t.insert(
        PaymentRecord(
          number: 1, provider: "payme", providerID: "t", order: id, amount: payable.amount,
          providerTime: 1, created: 1))
      _ = try t.move(payable, to: .waiting, holder: 1)
    }
    server.advance(86_400_000)
    #expect(await order("b") == 422)
    #expect(try await orders().map(\.status) == [.placed])
  }

  /// What the shop's screen says is left of the navvot.
  private func stock() async throws -> Int64? {
    let screen = try Screen(decoding: JSON.parse(await server.get("/screens/shop").body))
    let cart = screen.field(for: StateKey("cart")).flatMap { screen[$0].field?.cart }
    return cart?.products.first { $0.id.name == "navot" }?.stock
  }
}
