import Testing

@testable import OynaStorage

/// One order in a store of its own, and its payments.
private struct Till {
  let store: TestStore

  init(_ kind: StoreKind) throws { store = try kind.make() }

  func run<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Result
  ) async throws -> Result {
    try await store.storage.transaction(body)
  }

  static func payment(_ number: Int64, _ id: String) -> PaymentRecord {
    PaymentRecord(
      number: number, provider: "payme", providerID: id, order: "o", amount: 5, providerTime: 1,
      created: 2)
  }

  func begin() async throws {
    try await run { transaction throws(StorageError) in
      try transaction.open(PayableOrder(id: "o", amount: 5, currency: "UZS", created: 1))
      try transaction.insert(Self.payment(1, "a"))
    }
  }
}

/// The rows of orders and payments: what the table itself refuses.
@Suite struct PaymentStatementsTests {
  @Test(arguments: StoreKind.all)
  func anOrderIsOpenedOnceAndMovesOnlyFromWhereItStands(_ kind: StoreKind) async throws {
    let till = try Till(kind)
    try await till.begin()
    let moves = try await till.run { transaction throws(StorageError) -> [Bool] in
      try transaction.open(PayableOrder(id: "o", amount: 9, currency: "UZS", created: 1))
      guard let order = try transaction.payableOrder(id: "o") else { return [] }
      return [
        try transaction.move(order, to: .waiting, holder: 1),
        try transaction.move(order, to: .cancelled, holder: nil),
      ]
    }
    #expect(moves == [true, false])
    let order = try await till.run { transaction throws(StorageError) in
      try transaction.payableOrder(id: "o")
    }
    #expect(
      order
        == PayableOrder(
          id: "o", amount: 5, currency: "UZS", state: .waiting, holder: 1, created: 1))
  }

  @Test(arguments: StoreKind.all)
  func aPaymentIsReadBackInEveryState(_ kind: StoreKind) async throws {
    let till = try Till(kind)
    try await till.begin()
    let first = Till.payment(1, "a")
    let performed = first.moved(to: .performed, performed: 3, cancelled: nil, reason: nil)
    let refunded = first.moved(to: .refunded, performed: 3, cancelled: 4, reason: 5)
    let read = try await till.run { transaction throws(StorageError) -> [PaymentRecord?] in
      var read = [try transaction.payment(number: 1)]
      _ = try transaction.update(performed, from: .created)
      read.append(try transaction.payment(provider: "payme", providerID: "a"))
      _ = try transaction.update(refunded, from: .performed)
      read.append(try transaction.payments(order: "o").first)
      return read
    }
    #expect(read == [first, performed, refunded])
    let movements = try await till.run { transaction throws(StorageError) in
      try transaction.movements(order: "o").map(\.amount)
    }
    #expect(movements == [5, -5])
  }

  @Test(arguments: StoreKind.all)
  func anUpdateFromAnotherStateChangesNothingAndMovesNoMoney(_ kind: StoreKind) async throws {
    let till = try Till(kind)
    try await till.begin()
    let performed = Till.payment(1, "a").moved(
      to: .performed, performed: 3, cancelled: nil, reason: nil)
    let outcome = try await till.run { transaction throws(StorageError) in
      (
        try transaction.update(performed, from: .created),
        try transaction.update(performed, from: .created),
        try transaction.movements(order: "o").count
      )
    }
    #expect(outcome == (true, false, 1))
  }

  @Test(arguments: StoreKind.all, PaymentRecord.State.allCases)
  func theTableKeepsTheStates(_ kind: StoreKind, from: PaymentRecord.State) async throws {
    for to in PaymentRecord.State.allCases { try await check(kind, from, to) }
  }

  private func check(
    _ kind: StoreKind, _ from: PaymentRecord.State, _ to: PaymentRecord.State
  ) async throws {
    let till = try Till(kind)
    try await till.begin()
    @Sendable func record(_ state: PaymentRecord.State) -> PaymentRecord {
      let isPerformed = state == .performed || state == .refunded
      let isOver = state == .cancelled || state == .refunded
      return Till.payment(1, "a").moved(
        to: state, performed: isPerformed ? 3 : nil, cancelled: isOver ? 4 : nil,
        reason: isOver ? 5 : nil)
    }
    let path: [PaymentRecord.State] = from == .refunded ? [.performed, .refunded] : [from]
    try await till.run { transaction throws(StorageError) in
      var state = PaymentRecord.State.created
      for next in path where next != .created {
        _ = try transaction.update(record(next), from: state)
        state = next
      }
    }
    let target = record(to)
    do {
      let isDone = try await till.run { transaction throws(StorageError) in
        try transaction.update(target, from: from)
      }
      #expect(isDone && from.canBecome(to))
    } catch let error as StorageError {
      #expect(error.kind == .constraint)
      #expect(!from.canBecome(to))
    }
  }

  @Test(arguments: StoreKind.all)
  func aProvidersIdIsTakenOnce(_ kind: StoreKind) async throws {
    let till = try Till(kind)
    try await till.begin()
    let error = await #expect(throws: StorageError.self) {
      try await till.run { transaction throws(StorageError) in
        try transaction.insert(Till.payment(2, "a"))
      }
    }
    #expect(error?.kind == .constraint)
    #expect(
      try await till.run { transaction throws(StorageError) in
        try transaction.nextPaymentNumber()
      } == 2)
  }

  @Test(arguments: StoreKind.all)
  func aPaymentForAnUnknownOrderIsRefused(_ kind: StoreKind) async throws {
    let till = try Till(kind)
    let error = await #expect(throws: StorageError.self) {
      try await till.run { transaction throws(StorageError) in
        try transaction.insert(Till.payment(1, "a"))
      }
    }
    #expect(error?.kind == .constraint)
  }

  @Test(arguments: StoreKind.all)
  func ofTwoServersThatGoOnWithAnAttemptOneIsTold(_ kind: StoreKind) async throws {
    let till = try Till(kind)
    try await till.begin()
    func row(_ key: String, _ state: String, order: String = "o") -> PaymentAttemptRow {
      PaymentAttemptRow(
        key: key, order: order, strategy: "payme", state: state, facts: "{}", started: 7)
    }
    let (first, second) = (row("k", "requiresAction"), row("k", "processing"))
    let other = row("l", "requiresAction")
    let strange = row("k", "processing", order: "p")
    let saved = try await till.run { transaction throws(StorageError) -> [Bool] in
      try transaction.open(PayableOrder(id: "p", amount: 5, currency: "UZS", created: 1))
      return [
        try transaction.save(first, replacing: nil),
        // Somebody who has not seen the first one.
        try transaction.save(other, replacing: nil),
        try transaction.save(second, replacing: first),
        try transaction.save(second, replacing: first),
        // The key of another order.
        try transaction.save(strange, replacing: nil),
        try transaction.save(other, replacing: second),
      ]
    }
    #expect(saved == [true, false, true, false, false, true])
    let last = try await till.run { transaction throws(StorageError) in
      [try transaction.lastAttempt(order: "o"), try transaction.lastAttempt(order: "p")]
    }
    #expect(last == [other, nil])
  }
}
