import Foundation
import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// An order of the shop and the money for it: both rows tell the same.
@Suite struct ShopPaymentTests {
  let server: ServerFixture
  private static let path = "/api/v1/orders"
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Screens").standardized
  private static let body =
    #"{"cart":{"lines":[{"product":"obi_non","quantity":3,"unitPrice":450000}],"promoCode":null,"#
    + #""total":1350000,"currency":"UZS"},"customer_name":"Zuhra","#
    + #""customer_phone":"+998901234567","delivery_address":"Chilonzor, 5"}"#

  init() throws {
    var files: [String: String] = [:]
    for name in ["shop.json", "order_success.json"] {
      files[name] = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
    }
    server = try ServerFixture(files: files)
  }

  private func place() async throws -> String { try await placed().id }

  /// An order and the cookie of whoever placed it.
  private func placed() async throws -> (id: String, cookie: [(String, String)]) {
    let answer = await server.post(Self.body, to: Self.path)
    let id = try #require(answer.json?["screen"]?["state"]?["order_id"]?.string)
    return (id, OrderHandlerTests.cookie(answer))
  }

  /// Runs a decision over the order's rows.
  private func book<Result: Sendable>(
    _ body: @escaping @Sendable (OrderBook) throws(StorageError) -> Result
  ) async throws -> Result {
    try await server.storage.transaction { transaction throws(StorageError) in
      try body(
        OrderBook(transaction: transaction, now: 5, lifetimes: PaymentLifetimes(click: 1_000)))
    }
  }

  private static func begin(_ book: OrderBook, _ id: String) throws(StorageError) {
    guard let order = try book.order(id) else { return }
    try book.begin(
      PaymentRecord(
        number: 1, provider: "payme", providerID: "t", order: id, amount: order.amount,
        providerTime: 1, created: 1), order: order)
  }

  private static func status(_ book: OrderBook, _ id: String) throws(StorageError) -> [String] {
    [
      try book.transaction.payableOrder(id: id)?.state.rawValue ?? "",
      try book.transaction.order(id: id, tenant: "")?.status.rawValue ?? "",
    ]
  }

  @Test func `what is placed can be paid, at the server's own total`() async throws {
    let id = try await place()
    let order = try await book { book throws(StorageError) in try book.order(id) }
    #expect(order?.amount == 1_350_000)
    #expect(order?.state == .available)
  }

  @Test func `a payment and its refund move the order of the shop too`() async throws {
    let id = try await place()
    let states = try await book { book throws(StorageError) in
      try Self.begin(book, id)
      var states = [try Self.status(book, id)]
      guard let begun = try book.transaction.payment(number: 1) else { return states }
      try book.perform(begun, at: 2)
      states.append(try Self.status(book, id))
      guard let paid = try book.transaction.payment(number: 1) else { return states }
      try book.refund(paid, at: 3, reason: 5)
      states.append(try Self.status(book, id))
      return states
    }
    #expect(states == [["waiting", "placed"], ["paid", "paid"], ["cancelled", "refunded"]])
  }

  @Test func `an order is not cancelled under a payment, and cannot be paid afterwards`()
    async throws
  {
    let (id, cookie) = try await placed()
    try await book { book throws(StorageError) in try Self.begin(book, id) }
    let refused = await server.post(
      "{}", key: "c1", to: "\(Self.path)/\(id)/cancellation", cookie)
    #expect(refused.problem == "order-is-paid")
    try await book { book throws(StorageError) in
      guard let payment = try book.transaction.payment(number: 1) else { return }
      try book.end(
        payment, at: 4, reason: 3, order: try book.transaction.payableOrder(id: id))
    }
    let done = await server.post("{}", key: "c2", to: "\(Self.path)/\(id)/cancellation", cookie)
    #expect(done.status == 200)
    #expect(
      try await book { book throws(StorageError) in try Self.status(book, id) }
        == ["cancelled", "cancelled"])
  }
}
