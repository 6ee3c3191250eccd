import OynaStorage
import Testing

/// The orders of a store of their own.
private struct OrderShelf {
  let store: TestStore
  var storage: any Storage { store.storage }

  init(_ kind: StoreKind) throws { store = try kind.make() }

  func insert(_ orders: Order...) async throws {
    try await storage.transaction { t throws(StorageError) in
      for order in orders { try t.insert(order) }
    }
  }

  func found(_ id: String, tenant: String = "t") async throws -> Order? {
    try await storage.transaction { t throws(StorageError) in
      try t.order(id: id, tenant: tenant)
    }
  }

  func move(_ id: String, _ status: OrderStatus, tenant: String = "t") async throws -> Bool {
    try await storage.transaction { t throws(StorageError) in
      try t.switchOrder(id: id, to: status, tenant: tenant)
    }
  }
}

/// Orders: kept whole with their lines, and moved from status to status once.
@Suite struct OrderTests {
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

  @Test(arguments: StoreKind.all)
  func anOrderComesBackAsItWasKept(_ kind: StoreKind) async throws {
    let shelf = try OrderShelf(kind)
    let order = try #require(Self.order(discount: 415_000, promoCode: "BAHOR10"))
    #expect(order.subtotal == 4_150_000)
    #expect(order.total == 3_735_000)
    try await shelf.insert(order)
    #expect(try await shelf.found("o1") == order)
    #expect(try await shelf.found("o1", tenant: "u") == nil)
    #expect(try await shelf.found("o2") == nil)
  }

  @Test(arguments: StoreKind.all)
  func ordersAreListedNewestFirst(_ kind: StoreKind) async throws {
    let shelf = try OrderShelf(kind)
    let orders = try ["a", "b", "c"].enumerated().map { place, id in
      try #require(Self.order(id, created: Int64(place)))
    }
    for order in orders { try await shelf.insert(order) }
    let ids = try await shelf.storage.transaction { t throws(StorageError) in
      try t.orders(tenant: "t", limit: 2).map(\.id)
    }
    #expect(ids == ["c", "b"])
  }

  @Test(arguments: StoreKind.all)
  func anIdIsTakenOnce(_ kind: StoreKind) async throws {
    let shelf = try OrderShelf(kind)
    let order = try #require(Self.order())
    try await shelf.insert(order)
    let error = await #expect(throws: StorageError.self) { try await shelf.insert(order) }
    #expect(error?.kind == .constraint)
  }

  @Test(arguments: StoreKind.all, OrderStatus.allCases)
  func onlyTheStepsOfAnOrderAreTaken(_ kind: StoreKind, from: OrderStatus) async throws {
    for to in OrderStatus.allCases { try await check(kind, from, to) }
  }

  private func check(_ kind: StoreKind, _ from: OrderStatus, _ to: OrderStatus) async throws {
    let shelf = try OrderShelf(kind)
    try await shelf.insert(try #require(Self.order()))
    if from != .placed { _ = try await shelf.move("o1", from == .refunded ? .paid : from) }
    if from == .refunded { _ = try await shelf.move("o1", .refunded) }
    #expect(try await shelf.found("o1")?.status == from)
    let steps: [[OrderStatus]] = [[.placed, .paid], [.placed, .cancelled], [.paid, .refunded]]
    let isStep = steps.contains([from, to])
    #expect(try await shelf.move("o1", to, tenant: "u") == false)
    #expect(try await shelf.move("o1", to) == isStep)
    #expect(try await shelf.found("o1")?.status == (isStep ? to : from))
    #expect(try await shelf.move("none", to) == false)
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
