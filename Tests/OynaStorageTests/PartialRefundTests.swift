import OynaStorage
import Testing

/// Money that is given back in parts, and what is left of products: the same in every store.
@Suite struct PartialRefundTests {
  private static func begin(_ storage: any Storage) async throws -> PaymentRecord {
    let payment = PaymentRecord(
      number: 1, provider: "payme", providerID: "a", order: "o", amount: 10, providerTime: 1,
      created: 2)
    let performed = payment.moved(to: .performed, performed: 3, cancelled: nil, reason: nil)
    try await storage.transaction { t throws(StorageError) in
      let order = PayableOrder(id: "o", amount: 10, currency: "UZS", created: 1)
      try t.open(order)
      try t.insert(payment)
      _ = try t.move(order, to: .waiting, holder: 1)
      guard let held = try t.payableOrder(id: "o") else { return }
      _ = try t.update(performed, from: .created)
      _ = try t.move(held, to: .paid, holder: 1)
    }
    return performed
  }

  @Test(arguments: StoreKind.all)
  func partsAreGivenBackUpToWhatIsLeft(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let payment = try await Self.begin(storage)
    let given = try await storage.transaction { t throws(StorageError) in
      [
        try t.giveBack(0, of: payment, now: 4), try t.giveBack(4, of: payment, now: 4),
        try t.giveBack(6, of: payment, now: 5), try t.giveBack(5, of: payment, now: 6),
      ]
    }
    // The last piece is a refund of the whole.
    #expect(given == [false, true, false, true])
    let (amounts, imbalance) = try await storage.transaction { t throws(StorageError) in
      (try t.movements(order: "o").map(\.amount), try t.paymentImbalance())
    }
    #expect(amounts == [10, -4, -5])
    #expect(imbalance == 0)
    let refunded = payment.moved(to: .refunded, performed: 3, cancelled: 9, reason: 5)
    let rest = try await storage.transaction { t throws(StorageError) in
      _ = try t.update(refunded, from: .performed)
      return try t.movements(order: "o").map(\.amount)
    }
    #expect(rest == [10, -4, -5, -1])
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func partsThatAreAskedForAtOnceNeverExceedWhatWasTaken(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let payment = try await Self.begin(storage)
    let given = try await withThrowingTaskGroup(of: Bool.self) { group in
      for time in 0..<8 {
        group.addTask {
          try await storage.transaction { t throws(StorageError) in
            try t.giveBack(3, of: payment, now: Int64(time))
          }
        }
      }
      var given: [Bool] = []
      for try await one in group { given.append(one) }
      return given
    }
    #expect(given.filter { $0 }.count == 3)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func ofOrdersAtOnceForTheLastPiecesNoneGetsTooMany(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let placed = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<10 {
        group.addTask {
          try await storage.transaction { t throws(StorageError) in
            guard try (t.orderedQuantities(tenant: "t")["non"] ?? 0) + 3 <= 10,
              let order = OrderTests.order("o\(number)", created: Int64(number))
            else { return false }
            try t.insert(order)
            return true
          }
        }
      }
      var placed: [Bool] = []
      for try await one in group { placed.append(one) }
      return placed
    }
    #expect(placed.filter { $0 }.count == 3)
    let (ordered, unpaid) = try await storage.transaction { t throws(StorageError) in
      (
        try t.orderedQuantities(tenant: "t"),
        try t.unpaidOrders(tenant: "t", before: 1_000).count
      )
    }
    #expect(ordered == ["non": 9, "choy": 3])
    #expect(unpaid == 3)
    await storage.close()
  }
}
