import Foundation
import OynaStorage
import Testing

@testable import OynaPostgres

/// What PostgreSQL adds to the contract: several servers, connections that break, groups of claims.
@Suite(.enabled(if: TestPostgres.isThere, TestPostgres.absence))
struct PostgresStorageTests {
  private static func end(_ transaction: any StorageTransaction) throws(StorageError) {
    // Sent without waiting, so it runs together with what comes next.
    try (transaction as? PostgresTransaction)?.send("SELECT pg_terminate_backend(pg_backend_pid())")
  }

  private static func count(_ storage: any Storage) async throws -> Int {
    try await storage.transaction { t throws(StorageError) in try t.submissionCount(tenant: "t") }
  }

  // MARK: several servers

  @Test func callersOfTwoServersShareOneEffect() async throws {
    let settings = try TestPostgres.settings()
    let servers = [
      try PostgresStorage(settings, now: 0), try PostgresStorage(settings, now: 0),
    ]
    let outcomes = try await withThrowingTaskGroup(of: (Int, IdempotencyOutcome).self) { group in
      for number in 0..<200 {
        group.addTask {
          let key = number / 2 % 10
          // Half of the effects look something up, so that groups and single ones meet.
          let outcome = try await servers[number % 2].once(StorageContract.claim("k\(key)")) {
            t throws(StorageError) in
            if key % 2 == 0 { _ = try t.submissionCount(tenant: "t") }
            try t.insert(StorageContract.record("\(key)-\(number)"))
            return StorageContract.answer
          }
          return (key, outcome)
        }
      }
      var all: [(Int, IdempotencyOutcome)] = []
      for try await outcome in group { all.append(outcome) }
      return all
    }
    for key in 0..<10 {
      let mine = outcomes.filter { $0.0 == key }.map(\.1)
      #expect(mine.filter { $0 == .executed(StorageContract.answer) }.count == 1)
      #expect(!mine.contains(.reused))
    }
    #expect(try await Self.count(servers[0]) == 10)
    for server in servers { await server.close() }
  }

  @Test func aKeyThatAnotherServerRunsIsInProgressHere() async throws {
    let settings = try TestPostgres.settings()
    let here = try PostgresStorage(settings, now: 0)
    let there = try PostgresStorage(settings, now: 0)
    let isRunning = DispatchSemaphore(value: 0)
    let mayFinish = DispatchSemaphore(value: 0)
    async let first = there.once(StorageContract.claim("k")) { t throws(StorageError) in
      _ = try t.submissionCount(tenant: "t")
      isRunning.signal()
      mayFinish.wait()
      return StorageContract.answer
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        isRunning.wait()
        continuation.resume()
      }
    }
    let second = try await here.once(StorageContract.claim("k")) { _ in StorageContract.answer }
    let look = try await here.recall(StorageContract.claim("k"))
    mayFinish.signal()
    #expect(second == .inProgress && look == .inProgress)
    #expect(try await first == .executed(StorageContract.answer))
    let replayed = IdempotencyOutcome.replayed(StorageContract.answer)
    #expect(try await here.recall(StorageContract.claim("k")) == replayed)
    await here.close()
    await there.close()
  }

  @Test func aValueIsTakenByOneOfTwoServersThatLookedFirst() async throws {
    let settings = try TestPostgres.settings()
    let servers = [
      try PostgresStorage(settings, now: 0), try PostgresStorage(settings, now: 0),
    ]
    let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await servers[number % 2].transaction { t throws(StorageError) in
            guard try !t.isTaken("a", register: "phone", tenant: "t") else { return false }
            try t.insert(StorageContract.record("\(number)"))
            return try t.take("a", register: "phone", tenant: "t", submission: "\(number)")
          }
        }
      }
      var taken: [Bool] = []
      for try await one in group { taken.append(one) }
      return taken
    }
    #expect(taken.filter { $0 }.count == 1)
    #expect(try await Self.count(servers[0]) == 1)
    for server in servers { await server.close() }
  }

  // MARK: transactions that lose

  @Test func aDeadlockEndsWithBothDone() async throws {
    let storage = try PostgresStorage(try TestPostgres.settings(), now: 0)
    try await storage.transaction { t throws(StorageError) in
      for id in ["a", "b"] {
        try t.open(LedgerAccount(id: id, tenant: "t", name: id, currency: "UZS", balance: 10))
      }
    }
    let met = DispatchGroup()
    met.enter()
    met.enter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for order in [["a", "b"], ["b", "a"]] {
        group.addTask {
          let isFirst = Locked(true)
          try await storage.transaction { t throws(StorageError) in
            let statements = t as? PostgresTransaction
            for (place, id) in order.enumerated() {
              _ = try statements?.run(
                "UPDATE account SET balance = balance + 1 WHERE id = $1", [.text(id)])
              // Both hold their first account before either asks for its second.
              let waits = isFirst.withLock { $0 && place == 0 }
              isFirst.withLock { $0 = false }
              if waits {
                met.leave()
                met.wait()
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let balances = try await storage.transaction { t throws(StorageError) in
      try t.accounts(tenant: "t").map(\.balance)
    }
    #expect(balances == [12, 12])
    // The one that lost may meet the other one again.
    #expect(storage.counts.repetitions >= 1)
    await storage.close()
  }

  @Test func aLostRaceForAUniqueRowIsDecidedAgain() async throws {
    let storage = try PostgresStorage(try TestPostgres.settings(), now: 0)
    let met = DispatchGroup()
    met.enter()
    met.enter()
    let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<2 {
        group.addTask {
          let isFirst = Locked(true)
          return try await storage.transaction { t throws(StorageError) in
            guard try t.submission(id: "1") == nil else { return false }
            let waits = isFirst.withLock { isFirst in
              defer { isFirst = false }
              return isFirst
            }
            if waits {
              met.leave()
              met.wait()
            }
            try t.insert(StorageContract.record("1"))
            return true
          }
        }
      }
      var outcomes: [Bool] = []
      for try await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    #expect(Set(outcomes) == [true, false])
    await storage.close()
  }

  // MARK: connections that break

  @Test func aBrokenConnectionIsReplacedAndTheTransactionRunsAgain() async throws {
    var settings = try TestPostgres.settings()
    settings.connections = 1
    let storage = try PostgresStorage(settings, now: 0)
    let runs = Locked(0)
    try await storage.transaction { t throws(StorageError) in
      try t.insert(StorageContract.record("1"))
      if runs.withLock({
        $0 += 1
        return $0 == 1
      }) {
        try Self.end(t)
        _ = try t.submissionCount(tenant: "t")
      }
    }
    #expect(runs.withLock { $0 } == 2)
    #expect(storage.counts.connections == 2)
    #expect(try await Self.count(storage) == 1)
    await storage.close()
  }

  @Test func aConnectionLostAtTheCommitIsSaidSo() async throws {
    let storage = try PostgresStorage(try TestPostgres.settings(), now: 0)
    let runs = Locked(0)
    let error = await #expect(throws: StorageError.self) {
      try await storage.transaction { t throws(StorageError) in
        runs.withLock { $0 += 1 }
        try t.insert(StorageContract.record("1"))
        try Self.end(t)
      }
    }
    #expect(error == .outcomeUnknown)
    #expect(runs.withLock { $0 } == 1)
    await storage.close()
  }

  /// The key says whether it was committed, so the caller gets an answer all the same.
  @Test(arguments: [false, true])
  func aClaimWhoseCommitIsLostIsFoundOutAbout(looksUp: Bool) async throws {
    let storage = try PostgresStorage(try TestPostgres.settings(), now: 0)
    let ends = Locked(1)
    let outcome = try await storage.once(StorageContract.claim("k")) { t throws(StorageError) in
      if looksUp { _ = try t.submissionCount(tenant: "t") }
      try t.insert(StorageContract.record("1"))
      if ends.withLock({
        $0 -= 1
        return $0 == 0
      }) {
        try Self.end(t)
      }
      return StorageContract.answer
    }
    #expect(outcome == .executed(StorageContract.answer))
    #expect(try await Self.count(storage) == 1)
    await storage.close()
  }

  @Test func nobodyIsThereAtTheStart() {
    var settings = PostgresStorage.Settings(url: "postgres://x@/x?host=/nowhere&password=hush")
    settings.startPatience = 0
    let error = #expect(throws: StorageError.self) { _ = try PostgresStorage(settings, now: 0) }
    #expect(error?.kind == .unavailable)
    #expect(error?.message.contains("hush") == false)
  }

  /// Waiting for a database that is there and says no would be fifty wrong passwords.
  @Test(arguments: [
    "postgres://postgres@localhost:abc/x", "postgres://x@/x?wat=1",
    "postgres://nobody-of-this-name@",
  ])
  func whoIsRefusedAtTheStartIsToldAtOnce(url: String) throws {
    var settings = try TestPostgres.settings()
    if url.hasSuffix("@") {
      settings.url = settings.url.replacing("postgres://postgres@", with: url)
    } else {
      settings.url = url
    }
    settings.startPatience = 30_000
    let start = ContinuousClock.now
    let error = #expect(throws: StorageError.self) { _ = try PostgresStorage(settings, now: 0) }
    #expect(error?.kind == .unavailable)
    #expect(ContinuousClock.now - start < .seconds(25))
  }

  /// A rolling start meets the server's `max_connections`: there are fewer than were asked for.
  @Test func fewerConnectionsThanAskedForServeEverybody() async throws {
    let url = try TestPostgres.makeSchema()
    let role = try #require(url.split(separator: "%3D").last)
    let connection = try PostgresConnection(url: url)
    _ = try connection.result("SELECT set_config('oyna.role', $1, false)", [.text(String(role))])
    try connection.execute(
      """
      DO $$ BEGIN
        EXECUTE format('CREATE ROLE %I LOGIN CONNECTION LIMIT 2', current_setting('oyna.role'));
        EXECUTE format('GRANT ALL ON SCHEMA %I TO %I', current_setting('oyna.role'),
          current_setting('oyna.role'));
      END $$
      """)
    var settings = PostgresStorage.Settings(
      url: url.replacing("postgres://postgres@", with: "postgres://\(role)@"))
    settings.connections = 6
    let storage = try PostgresStorage(settings, now: 0)
    let failed = await withTaskGroup(of: String?.self) { group in
      for number in 0..<300 {
        group.addTask {
          do throws(StorageError) {
            try await storage.transaction { t throws(StorageError) in
              try t.insert(StorageContract.record("\(number)"))
            }
            return nil
          } catch {
            return error.message
          }
        }
      }
      return await group.reduce(into: [String]()) { list, error in
        if let error { list.append(error) }
      }
    }
    #expect(failed == [])
    #expect(try await Self.count(storage) == 300)
    await storage.close()
  }

  // MARK: waiting

  @Test func whoWaitsTooLongIsRefused() async throws {
    var settings = try TestPostgres.settings()
    settings.connections = 1
    settings.patience = 50
    let storage = try PostgresStorage(settings, now: 0)
    let isRunning = DispatchSemaphore(value: 0)
    let mayFinish = DispatchSemaphore(value: 0)
    async let first: Void = storage.transaction { _ in
      isRunning.signal()
      mayFinish.wait()
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        isRunning.wait()
        continuation.resume()
      }
    }
    let error = await #expect(throws: StorageError.self) { _ = try await Self.count(storage) }
    let claim = await #expect(throws: StorageError.self) {
      _ = try await storage.once(StorageContract.claim("k")) { _ in StorageContract.answer }
    }
    #expect(error?.kind == .overloaded && claim?.kind == .overloaded)
    mayFinish.signal()
    try await first
    #expect(try await Self.count(storage) == 0)
    await storage.close()
  }

  // MARK: groups

  /// Runs `body` while the only connection is taken, until so many calls wait; then frees it.
  private static func together(
    _ storage: PostgresStorage, _ number: Int,
    _ body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    let isRunning = DispatchSemaphore(value: 0)
    let mayFinish = DispatchSemaphore(value: 0)
    async let blocker: Void = storage.transaction { _ in
      isRunning.signal()
      mayFinish.wait()
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        isRunning.wait()
        continuation.resume()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in 0..<number { group.addTask { try await body(place) } }
      group.addTask {
        while storage.waitingCount < number { await Task.yield() }
        mayFinish.signal()
      }
      try await group.waitForAll()
    }
    try await blocker
  }

  @Test func claimsThatWaitTogetherShareOneTransactionAndTwoRoundTrips() async throws {
    var settings = try TestPostgres.settings()
    settings.connections = 1
    settings.patience = 60_000
    let storage = try PostgresStorage(settings, now: 0)
    let before = storage.counts
    try await Self.together(storage, 64) { place in
      let outcome = try await storage.once(StorageContract.claim("k\(place)")) {
        t throws(StorageError) in
        try t.insert(StorageContract.record("\(place)", secrets: [StorageContract.secret]))
        return StorageContract.answer
      }
      #expect(outcome == .executed(StorageContract.answer))
    }
    // One transaction is the one that held the connection: BEGIN and COMMIT in one round trip.
    #expect(storage.counts.transactions - before.transactions == 2)
    #expect(storage.counts.roundTrips - before.roundTrips == 3)
    #expect(try await Self.count(storage) == 64)
    await storage.close()
  }

  @Test func aClaimThatIsRefusedDoesNotHarmItsGroup() async throws {
    var settings = try TestPostgres.settings()
    settings.connections = 1
    settings.patience = 60_000
    let storage = try PostgresStorage(settings, now: 0)
    _ = try await storage.once(StorageContract.claim("known")) { _ in StorageContract.answer }
    let refused = Locked(0)
    try await Self.together(storage, 12) { place in
      do throws(StorageError) {
        let outcome = try await storage.once(
          StorageContract.claim(place == 5 ? "known" : "k\(place)")
        ) { t throws(StorageError) in
          // Two of them want the same row.
          try t.insert(StorageContract.record(place < 2 ? "same" : "\(place)"))
          return StorageContract.answer
        }
        let isKnown = outcome == .replayed(StorageContract.answer)
        #expect(isKnown == (place == 5))
      } catch {
        #expect(error.kind == .constraint && place < 2)
        refused.withLock { $0 += 1 }
      }
    }
    #expect(refused.withLock { $0 } == 1)
    #expect(try await Self.count(storage) == 10)
    await storage.close()
  }

  // MARK: errors

  @Test func aMessageHoldsNoValue() async throws {
    let storage = try PostgresStorage(try TestPostgres.settings(), now: 0)
    let canary = "canary-7d1f"
    let error = await #expect(throws: StorageError.self) {
      try await storage.transaction { t throws(StorageError) in
        try t.insert(StorageContract.record(canary))
        try t.insert(StorageContract.record(canary))
      }
    }
    #expect(
      error
        == StorageError(
          .constraint, "PostgreSQL: the constraint submission_pkey of submission (SQLSTATE 23505)."
        ))
    let bad = await #expect(throws: StorageError.self) {
      try await storage.transaction { t throws(StorageError) in
        _ = try (t as? PostgresTransaction)?.run("SELECT $1::bigint", [.text(canary)])
      }
    }
    #expect(bad?.message == "PostgreSQL: the statement failed (SQLSTATE 22P02).")
    await storage.close()
  }

  @Test(arguments: [
    ("08006", StorageError.Kind.unavailable), ("23505", .constraint), ("28P01", .cannotOpen),
    ("3D000", .cannotOpen), ("40001", .busy), ("40P01", .busy), ("53100", .full),
    ("53300", .unavailable), ("55P03", .busy), ("57014", .busy), ("57P01", .unavailable),
    ("57P03", .unavailable), ("58030", .inputOutput), ("XX001", .corrupt), ("42601", .statement),
    ("22021", .statement), ("25006", .unavailable),
  ])
  func eachCodeIsOfAKind(code: String, kind: StorageError.Kind) {
    #expect(PostgresError(sqlState: code, reason: "x").storageError.kind == kind)
  }
}
