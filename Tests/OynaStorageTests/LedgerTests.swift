import OynaStorage
import Testing

/// Two tenants' accounts in a store of their own.
private struct Books {
  let store: TestStore
  var storage: any Storage { store.storage }

  init(_ kind: StoreKind) async throws {
    store = try kind.make()
    try await storage.transaction { t throws(StorageError) in
      for (id, balance) in [("a", 1_000), ("b", 500), ("c", 0)] as [(String, Int64)] {
        try t.open(Self.account(id, balance))
      }
      try t.open(
        LedgerAccount(id: "usd", tenant: "t", name: "Dollar", currency: "USD", balance: 100))
      try t.open(
        LedgerAccount(id: "theirs", tenant: "u", name: "Begona", currency: "UZS", balance: 9))
    }
  }

  static func account(_ id: String, _ balance: Int64) -> LedgerAccount {
    LedgerAccount(id: id, tenant: "t", name: id, currency: "UZS", balance: balance)
  }

  func transfer(
    _ id: String, _ from: String, _ to: String, _ amount: Int64, currency: String = "UZS"
  ) async throws -> LedgerOutcome {
    try await storage.transaction { t throws(StorageError) in
      try t.transfer(
        LedgerTransfer(
          id: id, from: from, to: to, amount: amount, currency: currency, created: 7), tenant: "t")
    }
  }

  func reverse(_ id: String, as reversal: String, tenant: String = "t") async throws
    -> LedgerOutcome
  {
    try await storage.transaction { t throws(StorageError) in
      try t.reverse(id, as: reversal, tenant: tenant, now: 9)
    }
  }

  func balances() async throws -> [String: Int64] {
    let accounts = try await storage.transaction { t throws(StorageError) in
      try t.accounts(tenant: "t")
    }
    return Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.balance) })
  }

  func sum() async throws -> Int64 {
    try await storage.transaction { t throws(StorageError) in
      try t.ledgerSum(tenant: "t", currency: "UZS")
    }
  }
}

/// The ledger: money moves whole, never below zero, and back at most once.
@Suite struct LedgerTests {
  @Test(arguments: StoreKind.all)
  func `a transfer moves the whole amount and the books balance`(_ kind: StoreKind) async throws {
    let books = try await Books(kind)
    let moved = LedgerTransfer(
      id: "1", from: "a", to: "b", amount: 300, currency: "UZS", created: 7)
    #expect(try await books.transfer("1", "a", "b", 300) == .done(moved))
    #expect(try await books.balances() == ["a": 700, "b": 800, "c": 0, "usd": 100])
    #expect(try await books.sum() == 0)
    let stored = try await books.storage.transaction { t throws(StorageError) in
      try t.transfer(id: "1", tenant: "t")
    }
    #expect(stored == moved)
  }

  @Test(arguments: StoreKind.all)
  func `a refusal says why and changes nothing`(_ kind: StoreKind) async throws {
    let books = try await Books(kind)
    let before = try await books.balances()
    #expect(try await books.transfer("1", "a", "b", 0) == .refused(.notPositive))
    #expect(try await books.transfer("1", "a", "b", -5) == .refused(.notPositive))
    #expect(try await books.transfer("1", "a", "a", 5) == .refused(.sameAccount))
    #expect(try await books.transfer("1", "x", "b", 5) == .refused(.unknownAccount("x")))
    #expect(try await books.transfer("1", "a", "x", 5) == .refused(.unknownAccount("x")))
    #expect(try await books.transfer("1", "a", "theirs", 5) == .refused(.unknownAccount("theirs")))
    #expect(
      try await books.transfer("1", "a", "usd", 5) == .refused(.otherCurrency(account: "usd")))
    #expect(try await books.transfer("1", "a", "b", 1_001) == .refused(.insufficientFunds))
    #expect(
      try await books.transfer("1", "funding:t:UZS", "a", 5)
        == .refused(.unknownAccount("funding:t:UZS")))
    #expect(try await books.balances() == before)
    #expect(try await books.sum() == 0)
  }

  @Test(arguments: StoreKind.all)
  func `an id serves one transfer`(_ kind: StoreKind) async throws {
    let books = try await Books(kind)
    _ = try await books.transfer("1", "a", "b", 10)
    #expect(try await books.transfer("1", "a", "c", 20) == .refused(.idTaken))
    #expect(try await books.balances()["c"] == 0)
  }

  @Test(arguments: StoreKind.all)
  func `a reversal takes a transfer back once, and is not itself taken back`(_ kind: StoreKind)
    async throws
  {
    let books = try await Books(kind)
    _ = try await books.transfer("1", "a", "b", 300)
    let back = LedgerTransfer(
      id: "1-undo", from: "b", to: "a", amount: 300, currency: "UZS", created: 9, reverses: "1")
    #expect(try await books.reverse("1", as: "1-undo") == .done(back))
    #expect(try await books.balances()["a"] == 1_000)
    #expect(try await books.reverse("1", as: "again") == .refused(.alreadyReversed(back)))
    #expect(try await books.reverse("1-undo", as: "twice") == .refused(.isReversal))
    #expect(try await books.reverse("2", as: "none") == .refused(.unknownTransfer))
    #expect(try await books.reverse("1", as: "theirs", tenant: "u") == .refused(.unknownTransfer))
    #expect(try await books.balances()["a"] == 1_000)
  }

  @Test(arguments: StoreKind.all)
  func `money that was spent meanwhile cannot be taken back`(_ kind: StoreKind) async throws {
    let books = try await Books(kind)
    _ = try await books.transfer("1", "a", "c", 300)
    _ = try await books.transfer("2", "c", "b", 250)
    #expect(try await books.reverse("1", as: "1-undo") == .refused(.insufficientFunds))
    #expect(try await books.balances() == ["a": 700, "b": 750, "c": 50, "usd": 100])
  }

  @Test(arguments: StoreKind.all)
  func `an account is opened once`(_ kind: StoreKind) async throws {
    let books = try await Books(kind)
    try await books.storage.transaction { t throws(StorageError) in
      try t.open(Books.account("a", 5))
    }
    #expect(try await books.balances()["a"] == 1_000)
    #expect(try await books.sum() == 0)
  }

  @Test(arguments: StoreKind.all)
  func `a failure half-way leaves the books as they were`(_ kind: StoreKind) async throws {
    let books = try await Books(kind)
    let before = try await books.balances()
    await #expect(throws: StorageError.closed) {
      try await books.storage.transaction { t throws(StorageError) in
        _ = try t.transfer(
          LedgerTransfer(id: "1", from: "a", to: "b", amount: 5, currency: "UZS", created: 7),
          tenant: "t")
        throw StorageError.closed
      }
    }
    #expect(try await books.balances() == before)
  }

  @Test(arguments: StoreKind.all)
  func `random transfers and reversals at once keep the sum and every balance above zero`(
    _ kind: StoreKind
  ) async throws {
    let books = try await Books(kind)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          var state = UInt64(worker + 1)
          func next(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
          }
          for round in 0..<60 {
            let sides = ["a", "b", "c"]
            let id = "\(worker)-\(round)"
            if next(4) == 0 {
              _ = try await books.reverse("\(worker)-\(next(60))", as: id)
            } else {
              _ = try await books.transfer(
                id, sides[Int(next(3))], sides[Int(next(3))], Int64(next(900)))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let balances = try await books.balances()
    #expect(balances.values.allSatisfy { $0 >= 0 })
    #expect(["a", "b", "c"].reduce(0) { $0 + (balances[$1] ?? 0) } == 1_500)
    #expect(try await books.sum() == 0)
  }
}
