import OynaStorage
import Testing

/// Orders: kept whole with their lines, and moved from status to status once.
@Suite struct OrderTests {
  let directory: TemporaryDirectory
  let storage: any Storage

  init() throws {
    directory = try TemporaryDirectory()
    storage = try SQLiteStorage(path: directory.path + "/db", now: 0)
  }

  static let lines = [
    OrderLine(product: "non", title: "Obi non", quantity: 3, unitPrice: 450_000),
    OrderLine(product: "choy", title: "Ko‘k choy", quantity: 1, unitPrice: 2_800_000),
  ]

  static func order(
    _ id: String = "o1", created: Int64 = 5, lines: [OrderLine] = lines, discount: Int64 = 0,
    promoCode: String? = nil
  ) -> Order? {
    Order(
      id: id, tenant: "t", created: created, currency: "UZS", lines: lines, promoCode: promoCode,
      discount: discount,
      recipient: OrderRecipient(name: "Zuhra", phone: "+998901234567", address: "Chilonzor, 5"))
  }

  private func insert(_ orders: Order...) async throws {
    try await storage.transaction { t throws(StorageError) in
      for order in orders { try t.insert(order) }
    }
  }

  private func found(_ id: String, tenant: String = "t") async throws -> Order? {
    try await storage.transaction { t throws(StorageError) in
      try t.order(id: id, tenant: tenant)
    }
  }

  private func move(_ id: String, _ status: OrderStatus, tenant: String = "t") async throws -> Bool
  {
    try await storage.transaction { t throws(StorageError) in
      try t.switchOrder(id: id, to: status, tenant: tenant)
    }
  }

  @Test func anOrderComesBackAsItWasKept() async throws {
    let order = try #require(Self.order(discount: 415_000, promoCode: "BAHOR10"))
    #expect(order.subtotal == 4_150_000)
    #expect(order.total == 3_735_000)
    try await insert(order)
    #expect(try await found("o1") == order)
    #expect(try await found("o1", tenant: "u") == nil)
    #expect(try await found("o2") == nil)
  }

  @Test func ordersAreListedNewestFirst() async throws {
    let orders = try ["a", "b", "c"].enumerated().map { place, id in
      try #require(Self.order(id, created: Int64(place)))
    }
    for order in orders { try await insert(order) }
    let ids = try await storage.transaction { t throws(StorageError) in
      try t.orders(tenant: "t", limit: 2).map(\.id)
    }
    #expect(ids == ["c", "b"])
  }

  @Test func anIdIsTakenOnce() async throws {
    let order = try #require(Self.order())
    try await insert(order)
    let error = await #expect(throws: StorageError.self) { try await insert(order) }
    #expect(error?.kind == .constraint)
  }

  @Test(arguments: OrderStatus.allCases, OrderStatus.allCases)
  func onlyTheStepsOfAnOrderAreTaken(from: OrderStatus, to: OrderStatus) async throws {
    try await insert(try #require(Self.order()))
    if from != .placed { _ = try await move("o1", from == .refunded ? .paid : from) }
    if from == .refunded { _ = try await move("o1", .refunded) }
    #expect(try await found("o1")?.status == from)
    let steps: [[OrderStatus]] = [[.placed, .paid], [.placed, .cancelled], [.paid, .refunded]]
    let isStep = steps.contains([from, to])
    #expect(try await move("o1", to, tenant: "u") == false)
    #expect(try await move("o1", to) == isStep)
    #expect(try await found("o1")?.status == (isStep ? to : from))
    #expect(try await move("none", to) == false)
  }

  @Test func whatIsNoOrderCannotBeMade() {
    let huge = OrderLine(product: "x", title: "x", quantity: 2, unitPrice: .max)
    let rest = OrderLine(product: "y", title: "y", quantity: 1, unitPrice: .max)
    #expect(Self.order(lines: []) == nil)
    #expect(Self.order(lines: [Self.lines[0], Self.lines[0]]) == nil)
    #expect(Self.order(lines: [huge]) == nil)
    #expect(Self.order(lines: [Self.lines[0], rest]) == nil)
    #expect(Self.order(discount: -1) == nil)
    #expect(Self.order(discount: 4_150_001) == nil)
    #expect(Self.order(discount: 4_150_000)?.total == 0)
    for (quantity, price) in [(0, 1), (-1, 1), (1, -1)] as [(Int64, Int64)] {
      let line = OrderLine(product: "x", title: "x", quantity: quantity, unitPrice: price)
      #expect(Self.order(lines: [line]) == nil)
    }
  }
}
