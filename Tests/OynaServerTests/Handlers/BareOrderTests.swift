import Foundation
import OynaEngine
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// The order that an application's `PlaceOrderCommand` sends, without a form.
@Suite struct BareOrderTests {
  let server: ServerFixture
  private static let path = "/api/v1/orders"

  init() throws { server = try OrderHandlerTests.fixture() }

  private func orders() async throws -> [Order] {
    try await server.storage.transaction { t throws(StorageError) in
      try t.orders(tenant: "", limit: 10)
    }
  }

  private static let identifier = "0193f2c0-7f3a-7000-8000-00000000ab12"

  private static func bare(
    id: String = identifier, total: String = "1350000", currency: String = "UZS",
    more: String = ""
  ) -> String {
    #"{"id":"\#(id)","lines":[{"product":"obi_non","quantity":3,"unitPrice":450000}],"#
      + #""total":\#(total),"currency":"\#(currency)"\#(more)}"#
  }

  @Test func `what PlaceOrderCommand sends is an order, found and cancelled by its id`()
    async throws
  {
    let cart = Cart(currency: .uzs)
    let product = try #require(Shop.demo.products.first)
    try AddProductCommand(product.line(quantity: 3), to: cart).execute()
    let port = SentOnce()
    let command = try #require(PlaceOrderCommand(cart, through: port))
    try command.execute()
    let body = try #require(port.bodies.first)
    let placed = await server.post(body, key: "a", to: Self.path)
    #expect(placed.status == 200)
    let id = try #require(placed.json?["order"]?["id"]?.string)
    #expect(id == port.identifier)
    #expect(placed.json?["order"]?["total"]?.int == 1_350_000)
    let again = await server.post(body, key: "a", to: Self.path)
    #expect(again.body == placed.body)
    #expect(try await orders().map(\.id) == [id])
    let cookie = OrderHandlerTests.cookie(placed)
    #expect(await server.get(Self.path + "/" + id, cookie).body == placed.body)
    let cancelled = await server.post(
      "{}", key: "b", to: Self.path + "/" + id + "/cancellation", cookie)
    #expect(cancelled.json?["order"]?["status"]?.string == "cancelled")
  }

  @Test func `a bare order may name who gets it`() async throws {
    let more = #","recipient":{"name":"Zuhra","phone":"+998901234567","address":"Chilonzor, 5"}"#
    #expect(await server.post(Self.bare(more: more), key: "a", to: Self.path).status == 200)
    #expect(
      try await orders().map(\.recipient) == [
        OrderRecipient(name: "Zuhra", phone: "+998901234567", address: "Chilonzor, 5")
      ])
  }

  @Test(
    arguments: [
      (bare(total: "1"), "invalid-submission"), (bare(id: "1"), "bad-order"),
      (bare(id: "0193f2c0/../7f3a-7000-8000"), "bad-order"), (bare(currency: "USD"), "bad-order"),
      (bare(more: #","recipient":{"name":1}"#), "bad-order"),
      (bare(more: #","recipient":{"name":"a\u0000b"}"#), "bad-order"),
      (bare(more: #","promoCode":"NO""#), "invalid-submission"),
      (#"{"lines":[]}"#, "bad-order"),
    ])
  func `a bare order that cannot be taken is refused`(body: String, problem: String) async throws {
    let answer = await server.post(body, key: "a", to: Self.path)
    #expect(answer.problem == problem)
    #expect(answer.headers["set-cookie"] == nil)
    #expect(try await orders().isEmpty)
  }

  @Test func `two orders of one id are one`() async throws {
    #expect(await server.post(Self.bare(), key: "a", to: Self.path).status == 200)
    let second = await server.post(Self.bare(), key: "b", to: Self.path)
    #expect(second.problem == "order-is-taken")
    #expect(second.headers["set-cookie"] == nil)
    #expect(try await orders().count == 1)
  }
}

/// A queue that only notes what is put into it.
private final class SentOnce: OutboxPort {
  let identifier = "0193f2c0-7f3a-7000-8000-00000000ffff"
  private(set) var bodies: [String] = []

  func makeIdentifier() -> String { identifier }

  func enqueue(_ draft: OutboxDraft) throws(OutboxError) -> OutboxTicket {
    bodies.append(String(decoding: draft.payload.bytes, as: UTF8.self))
    guard let id = OutboxID(1) else { throw .full(limit: 0) }
    return OutboxTicket(id: id, key: IdempotencyKey(random: (high: 1, low: 1)))
  }

  func withdraw(
    _ ticket: OutboxTicket, compensation: OutboxDraft?
  ) throws(OutboxError) -> OutboxWithdrawal { .cancelled }
}
