import Testing

@testable import OynaStorage

/// The rows of orders and payments: what the table itself refuses.
@Suite struct PaymentStatementsTests {
  let directory: TemporaryDirectory
  let storage: SQLiteStorage

  init() throws {
    directory = try TemporaryDirectory()
    storage = try SQLiteStorage(path: directory.path + "/db", now: 0)
  }

  private func run<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Result
  ) async throws -> Result {
    try await storage.transaction(body)
  }

  private static func payment(_ number: Int64, _ id: String) -> PaymentRecord {
    PaymentRecord(
      number: number, provider: "payme", providerID: id, order: "o", amount: 5, providerTime: 1,
      created: 2)
  }

  private func begin() async throws {
    try await run { transaction throws(StorageError) in
      try transaction.open(PayableOrder(id: "o", amount: 5, currency: "UZS", created: 1))
      try transaction.insert(Self.payment(1, "a"))
    }
  }

  @Test func anOrderIsOpenedOnceAndMovesOnlyFromWhereItStands() async throws {
    try await begin()
    let moves = try await run { transaction throws(StorageError) -> [Bool] in
      try transaction.open(PayableOrder(id: "o", amount: 9, currency: "UZS", created: 1))
      guard let order = try transaction.payableOrder(id: "o") else { return [] }
      return [
        try transaction.move(order, to: .waiting, holder: 1),
        try transaction.move(order, to: .cancelled, holder: nil),
      ]
    }
    #expect(moves == [true, false])
    let order = try await run { transaction throws(StorageError) in
      try transaction.payableOrder(id: "o")
    }
    #expect(
      order
        == PayableOrder(
          id: "o", amount: 5, currency: "UZS", state: .waiting, holder: 1, created: 1))
  }

  @Test func aPaymentIsReadBackInEveryState() async throws {
    try await begin()
    let first = Self.payment(1, "a")
    let performed = first.moved(to: .performed, performed: 3, cancelled: nil, reason: nil)
    let refunded = first.moved(to: .refunded, performed: 3, cancelled: 4, reason: 5)
    let read = try await run { transaction throws(StorageError) -> [PaymentRecord?] in
      var read = [try transaction.payment(number: 1)]
      _ = try transaction.update(performed, from: .created)
      read.append(try transaction.payment(provider: "payme", providerID: "a"))
      _ = try transaction.update(refunded, from: .performed)
      read.append(try transaction.payments(order: "o").first)
      return read
    }
    #expect(read == [first, performed, refunded])
    let movements = try await run { transaction throws(StorageError) in
      try transaction.movements(order: "o").map(\.amount)
    }
    #expect(movements == [5, -5])
  }

  @Test func anUpdateFromAnotherStateChangesNothingAndMovesNoMoney() async throws {
    try await begin()
    let performed = Self.payment(1, "a").moved(
      to: .performed, performed: 3, cancelled: nil, reason: nil)
    let outcome = try await run { transaction throws(StorageError) in
      (
        try transaction.update(performed, from: .created),
        try transaction.update(performed, from: .created),
        try transaction.movements(order: "o").count
      )
    }
    #expect(outcome == (true, false, 1))
  }

  @Test(arguments: PaymentRecord.State.allCases, PaymentRecord.State.allCases)
  func theTableKeepsTheStates(from: PaymentRecord.State, to: PaymentRecord.State) async throws {
    try await begin()
    @Sendable func record(_ state: PaymentRecord.State) -> PaymentRecord {
      let isPerformed = state == .performed || state == .refunded
      let isOver = state == .cancelled || state == .refunded
      return Self.payment(1, "a").moved(
        to: state, performed: isPerformed ? 3 : nil, cancelled: isOver ? 4 : nil,
        reason: isOver ? 5 : nil)
    }
    let path: [PaymentRecord.State] = from == .refunded ? [.performed, .refunded] : [from]
    try await run { transaction throws(StorageError) in
      var state = PaymentRecord.State.created
      for next in path where next != .created {
        _ = try transaction.update(record(next), from: state)
        state = next
      }
    }
    let target = record(to)
    do {
      let isDone = try await run { transaction throws(StorageError) in
        try transaction.update(target, from: from)
      }
      #expect(isDone && from.canBecome(to))
    } catch let error as StorageError {
      #expect(error.kind == .constraint)
      #expect(!from.canBecome(to))
    }
  }

  @Test func aProvidersIdIsTakenOnce() async throws {
    try await begin()
    let error = await #expect(throws: StorageError.self) {
      try await run { transaction throws(StorageError) in
        try transaction.insert(Self.payment(2, "a"))
      }
    }
    #expect(error?.kind == .constraint)
    #expect(
      try await run { transaction throws(StorageError) in
        try transaction.nextPaymentNumber()
      } == 2)
  }

  @Test func aPaymentForAnUnknownOrderIsRefused() async throws {
    let error = await #expect(throws: StorageError.self) {
      try await run { transaction throws(StorageError) in
        try transaction.insert(Self.payment(1, "a"))
      }
    }
    #expect(error?.kind == .constraint)
  }
}
