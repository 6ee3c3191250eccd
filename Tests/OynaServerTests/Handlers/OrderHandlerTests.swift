import Foundation
import OynaEngine
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// The shop's checkout: the server's own prices decide, and an order is placed once.
@Suite struct OrderHandlerTests {
  let server: ServerFixture
  private static let path = "/api/v1/orders"

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Screens").standardized

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  init() throws { server = try Self.fixture() }

  static func fixture() throws -> ServerFixture {
    try ServerFixture(files: [
      "shop.json": try Self.text("shop.json"),
      "order_success.json": try Self.text("order_success.json"),
    ])
  }

  static func body(
    lines: String = #"[{"product":"obi_non","quantity":3,"unitPrice":450000}]"#,
    promoCode: String = "null", total: String = "1350000", phone: String = "+998901234567"
  ) -> String {
    #"{"cart":{"lines":\#(lines),"promoCode":\#(promoCode),"total":\#(total),"currency":"UZS"},"#
      + #""customer_name":"Zuhra","customer_phone":"\#(phone)","delivery_address":"Chilonzor, 5"}"#
  }

  /// The cookie of an answer as a browser sends it back.
  static func cookie(_ response: HTTPResponse) -> [(String, String)] {
    let set = response.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
    return set.map { [("Cookie", "theme=dark; " + $0)] } ?? []
  }

  private func orders() async throws -> [Order] {
    try await server.storage.transaction { t throws(StorageError) in
      try t.orders(tenant: "", limit: 10)
    }
  }

  @Test func theScreenShowsWhatTheShopSells() throws {
    let screen = try Screen(decoding: JSON.parse(Array(try Self.text("shop.json").utf8)))
    let cart = try #require(screen.field(for: StateKey("cart")).flatMap { screen[$0].field?.cart })
    #expect(cart.products == Shop.demo.products)
    #expect(cart.promoCodes == Shop.demo.promoCodes)
    #expect(cart.currency == Shop.demo.currency)
    #expect(Shop.demo.products.count == 10)
    #expect(Shop.demo.products.filter { $0.stock == 0 }.count == 1)
  }

  @Test func anOrderIsPlacedOnceAtTheShopsPrices() async throws {
    let first = await server.post(Self.body(), key: "a", to: Self.path)
    #expect(first.status == 200)
    #expect(first.json?["screen"]?["id"]?.string == "order_success")
    #expect(first.json?["screen"]?["state"]?["order_total"]?.int == 1_350_000)
    let again = await server.post(Self.body(), key: "a", to: Self.path)
    #expect(again.body == first.body)
    #expect(again.headers["idempotency-replayed"] == "true")
    let orders = try await orders()
    #expect(orders.count == 1)
    let order = try #require(orders.first)
    #expect(order.status == .placed)
    #expect(order.currency == "UZS")
    #expect(
      order.lines == [
        OrderLine(product: "obi_non", title: "Obi non", quantity: 3, unitPrice: 450_000)
      ])
    #expect(order.total == 1_350_000)
    #expect(order.recipient.phone == "+998901234567")
    #expect(first.json?["screen"]?["state"]?["order_id"]?.string == order.id)
    #expect(try await server.rows().map(\.id) == [order.id])
  }

  @Test func aPromoCodeIsWorkedOutByTheServer() async throws {
    let lines = #"[{"product":"turshak","quantity":3,"unitPrice":4500000}]"#
    let answer = await server.post(
      Self.body(lines: lines, promoCode: #""BAHOR10""#, total: "12150000"), key: "a", to: Self.path)
    #expect(answer.status == 200)
    let order = try #require(try await orders().first)
    #expect(order.promoCode == "BAHOR10")
    #expect(order.subtotal == 13_500_000)
    #expect(order.discount == 1_350_000)
    #expect(order.total == 12_150_000)
  }

  /// What is posted, and the key of the field that the refusal lands on.
  static let refused: [(String, String)] = [
    // Cheaper than the shop sells.
    (#"[{"product":"obi_non","quantity":3,"unitPrice":1}]"#, "3"),
    // Lines at their price and another sum.
    (#"[{"product":"obi_non","quantity":3,"unitPrice":450000}]"#, "1"),
    // Not sold.
    (#"[{"product":"oltin","quantity":1,"unitPrice":100}]"#, "100"),
    // More than is left, and more than one may take.
    (#"[{"product":"navot","quantity":4,"unitPrice":3400000}]"#, "13600000"),
    (#"[{"product":"obi_non","quantity":21,"unitPrice":450000}]"#, "9450000"),
    // Out of stock.
    (#"[{"product":"tog_asali","quantity":1,"unitPrice":8500000}]"#, "8500000"),
    // Twice the same.
    (
      #"[{"product":"olma","quantity":1,"unitPrice":1600000},{"product":"olma","quantity":1,"unitPrice":1600000}]"#,
      "3200000"
    ),
    ("[]", "0"),
    (#"[{"product":"obi_non","quantity":0,"unitPrice":450000}]"#, "0"),
    (#"[{"product":"obi_non","quantity":-3,"unitPrice":450000}]"#, "-1350000"),
    (#"[{"product":"obi_non","quantity":1.5,"unitPrice":450000}]"#, "675000"),
    (#"[{"product":"obi_non","quantity":"3","unitPrice":450000}]"#, "1350000"),
    (#""three""#, "1350000"),
  ]

  @Test(arguments: refused)
  func aCartThatIsNotTheShopsIsRefusedUnderTheCart(lines: String, total: String) async throws {
    let answer = await server.post(
      Self.body(lines: lines, total: total), key: "a", to: Self.path)
    #expect(answer.status == 422)
    #expect(answer.json?["errors"]?.object?.map(\.key) == ["cart"])
    #expect(try await orders().isEmpty)
    #expect(try await server.rows().isEmpty)
  }

  @Test func theRulesOfTheFormHoldToo() async throws {
    let answer = await server.post(Self.body(phone: "12"), key: "a", to: Self.path)
    #expect(answer.status == 422)
    #expect(answer.json?["errors"]?.object?.map(\.key) == ["customer_phone"])
    #expect(try await orders().isEmpty)
  }

  @Test func anOrderIsLookedUpWithoutItsRecipient() async throws {
    let placed = await server.post(Self.body(), key: "a", to: Self.path)
    let id = try #require(try await orders().first?.id)
    let answer = await server.get(Self.path + "/" + id, Self.cookie(placed))
    #expect(answer.status == 200)
    let order = answer.json?["order"]
    #expect(order?["status"]?.string == "placed")
    #expect(order?["total"]?.int == 1_350_000)
    #expect(order?["lines"]?[0]?["quantity"]?.int == 3)
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("Zuhra"))
    #expect(await server.get(Self.path + "/none").status == 404)
  }

  @Test func anOrderIsCancelledWhileItIsNotPaid() async throws {
    let cookie = Self.cookie(await server.post(Self.body(), key: "a", to: Self.path))
    let id = try #require(try await orders().first?.id)
    let path = Self.path + "/" + id + "/cancellation"
    let first = await server.post("{}", key: "b", to: path, cookie)
    #expect(first.json?["order"]?["status"]?.string == "cancelled")
    #expect(await server.post("{}", key: "c", to: path, cookie).body == first.body)
    #expect(try await orders().map(\.status) == [.cancelled])
    let none = await server.post("{}", key: "d", to: Self.path + "/none/cancellation")
    #expect(none.status == 404)
  }

  @Test func aPaidOrderIsNotCancelled() async throws {
    let cookie = Self.cookie(await server.post(Self.body(), key: "a", to: Self.path))
    let id = try #require(try await orders().first?.id)
    _ = try await server.storage.transaction { t throws(StorageError) in
      try t.switchOrder(id: id, to: .paid, tenant: "")
    }
    let answer = await server.post(
      "{}", key: "b", to: Self.path + "/" + id + "/cancellation", cookie)
    #expect(answer.status == 409)
    #expect(answer.problem == "order-is-paid")
    #expect(try await orders().map(\.status) == [.paid])
  }
}
