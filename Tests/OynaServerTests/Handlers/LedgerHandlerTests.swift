import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

@Suite struct LedgerHandlerTests {
  let server: ServerFixture
  private let path = "/api/v1/transfers"

  init() throws { server = try ServerFixture() }

  private func body(
    _ id: String = "t1", amount: String = "100", from: String = "card", to: String = "savings",
    currency: String = "UZS"
  ) -> String {
    #"{"id":"\#(id)","from":"\#(from)","to":"\#(to)","amount":\#(amount),"currency":"\#(currency)"}"#
  }

  private func balances() async -> [Int64?] {
    await server.get("/api/v1/accounts").json?["accounts"]?.array?.map { $0["balance"]?.int } ?? []
  }

  @Test func aTransferMovesMoneyOnce() async throws {
    #expect(await balances() == [500_000_000, 1_200_000_000])
    let first = await server.post(body(), key: "a", to: path)
    #expect(first.status == 201)
    #expect(first.json?["transfer"]?["amount"]?.int == 100)
    let again = await server.post(body(), key: "a", to: path)
    #expect(again.body == first.body)
    #expect(again.headers["idempotency-replayed"] == "true")
    #expect(await balances() == [499_999_900, 1_200_000_100])
    #expect(await server.get(path + "/t1").json?["transfer"]?["from"]?.string == "card")
    #expect(await server.get(path).json?["transfers"]?.array?.count == 1)
  }

  @Test func theSameTransferUnderAnotherKeyMovesNothingMore() async throws {
    _ = await server.post(body(), key: "a", to: path)
    let other = await server.post(body(amount: "7"), key: "b", to: path)
    #expect(other.status == 409)
    #expect(other.problem == "transfer-id-taken")
    #expect(await balances() == [499_999_900, 1_200_000_100])
  }

  @Test func nobodyTakesTheIdOfAReversalBeforeIt() async throws {
    let squatted = await server.post(body("t1/reversal"), key: "a", to: path)
    #expect(squatted.status == 422)
    _ = await server.post(body(), key: "b", to: path)
    #expect(await server.post("{}", key: "c", to: path + "/t1/reversal").status == 201)
  }

  @Test func aReversalTakesItBackOnceWhateverItsKey() async throws {
    _ = await server.post(body(), key: "a", to: path)
    let first = await server.post("{}", key: "b", to: path + "/t1/reversal")
    #expect(first.status == 201)
    #expect(first.json?["transfer"]?["reverses"]?.string == "t1")
    let again = await server.post("{}", key: "c", to: path + "/t1/reversal")
    #expect(again.body == first.body)
    #expect(await balances() == [500_000_000, 1_200_000_000])
    let none = await server.post("{}", key: "d", to: path + "/none/reversal")
    #expect(none.status == 404)
    #expect(none.problem == "unknown-transfer")
  }

  @Test(arguments: [
    ("0", "card", "savings", "UZS", 422, "amount-not-positive"),
    ("-5", "card", "savings", "UZS", 422, "amount-not-positive"),
    ("500000001", "card", "savings", "UZS", 422, "insufficient-funds"),
    ("9223372036854775807", "card", "savings", "UZS", 422, "insufficient-funds"),
    ("1", "card", "card", "UZS", 422, "same-account"),
    ("1", "card", "none", "UZS", 422, "unknown-account"),
    ("1", "card", "savings", "USD", 422, "other-currency"),
    ("1.5", "card", "savings", "UZS", 422, "bad-transfer"),
    ("\"1\"", "card", "savings", "UZS", 422, "bad-transfer"),
    ("1e30", "card", "savings", "UZS", 422, "bad-transfer"),
    ("1", "", "savings", "UZS", 422, "bad-transfer"),
  ])
  func anImpossibleTransferIsRefusedAndMovesNothing(
    amount: String, from: String, to: String, currency: String, status: Int, problem: String
  ) async throws {
    let response = await server.post(
      body(amount: amount, from: from, to: to, currency: currency), to: path)
    #expect(response.status == status)
    #expect(response.problem == problem)
    #expect(await balances() == [500_000_000, 1_200_000_000])
  }

  @Test func aTransferNeedsAKeyAndAnUnknownOneIsNotFound() async {
    #expect(await server.post(body(), key: nil, to: path).problem == "idempotency-key-missing")
    #expect(await server.get(path + "/none").status == 404)
    #expect(await server.get(path + "/t1/reversal").status == 405)
    #expect(await server.get(path + "/t1/x").status == 404)
  }

  @Test func concurrentTransfersKeepTheSum() async throws {
    let (server, path) = (server, path)
    let bodies = (0..<40).map { place in
      place % 2 == 0
        ? body("t\(place)", amount: "1000") : body("t\(place)", from: "savings", to: "card")
    }
    await withTaskGroup(of: Void.self) { group in
      for (place, body) in bodies.enumerated() {
        for _ in 0..<2 {
          group.addTask { _ = await server.post(body, key: "k\(place)", to: path) }
        }
      }
    }
    #expect(await balances() == [500_000_000 - 18_000, 1_200_000_000 + 18_000])
    let sum = try await server.storage.transaction { transaction throws(StorageError) in
      try transaction.ledgerSum(tenant: "", currency: "UZS")
    }
    #expect(sum == 0)
  }
}
