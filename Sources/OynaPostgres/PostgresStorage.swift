import Foundation
public import OynaStorage

/// Storage in a PostgreSQL database that any number of servers may share.
///
/// A call returns once its transaction is committed and PostgreSQL has made it durable
/// (`synchronous_commit` is never off in these sessions). What the idempotency keys promise holds
/// across servers: of all calls with one key, at whichever server, one effect is committed.
///
/// A server that stops and comes back needs nobody's hand: calls throw `unavailable` meanwhile.
public final class PostgresStorage: Storage {
  private let pool: PostgresPool
  private let schema: String
  private let running = Locked<Set<RunningKey>>([])

  /// How a storage is set up.
  public struct Settings: Sendable {
    /// A connection URI, `postgres://user@host:5432/database?sslmode=verify-full`, or libpq's
    /// `key=value` text. What it leaves out comes from `PGHOST`, `PGPASSWORD`, `PGPASSFILE`, ….
    public var url: String
    /// Transactions at once, each over a connection of its own.
    public var connections = 8
    /// How long a call waits for a connection, in milliseconds, before it throws `overloaded`.
    public var patience = 5_000
    /// How long to try to reach the database at the start, in milliseconds.
    public var startPatience = 10_000

    /// The defaults for a database.
    public init(url: String) { self.url = url }
  }

  /// Connects and migrates the schema (the first of the session's `search_path`).
  ///
  /// - Parameter now: milliseconds since 1970, written beside the migrations that are applied.
  public convenience init(_ settings: Settings, now: Int64) throws(StorageError) {
    try self.init(settings, now: now, migrations: PostgresMigration.all)
  }

  init(
    _ settings: Settings, now: Int64, migrations: [PostgresMigration]
  ) throws(StorageError) {
    let first = try Self.connect(settings)
    try first.migrate(migrations, now: now)
    schema = first.schema
    var bounds = PostgresPool.Settings()
    bounds.connections = settings.connections
    bounds.patience = settings.patience
    pool = PostgresPool(url: settings.url, settings: bounds, first: first)
  }

  deinit { pool.close() }

  /// A database that is starting, as after a power cut of both machines, is waited for. One that
  /// is there and refuses (a password, a name) is not asked fifty times: some lock a role for that.
  private static func connect(_ settings: Settings) throws(StorageError) -> PostgresConnection {
    let deadline = Date(timeIntervalSinceNow: Double(settings.startPatience) / 1_000)
    var refusals = 0
    while true {
      do throws(PostgresError) {
        return try PostgresConnection(url: settings.url)
      } catch {
        guard error.isOfConnection, Date() < deadline else { throw error.storageError }
        // Twice, for it may have begun to answer just after it was asked.
        if !PostgresConnection.mayAppear(at: settings.url) { refusals += 1 }
        guard refusals < 2 else { throw error.storageError }
        Thread.sleep(forTimeInterval: 0.2)
      }
    }
  }

  /// See ``Storage/once(_:_:)``.
  public func once(
    _ claim: IdempotencyClaim,
    _ effect: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> StoredAnswer
  ) async throws(StorageError) -> IdempotencyOutcome {
    let key = RunningKey(tenant: claim.tenant, key: claim.key)
    guard running.withLock({ $0.insert(key).inserted }) else { return .inProgress }
    defer { running.withLock { _ = $0.remove(key) } }
    do throws(StorageError) {
      if let prepared = PreparedClaim(claim, schema: schema, effect) {
        return try await pool.claim(prepared) { transaction throws(StorageError) in
          try transaction.once(claim, effect)
        }
      }
      return try await attempt(claim, effect)
    } catch {
      guard error.kind == .outcomeUnknown else { throw error }
      return try await resolve(claim, effect)
    }
  }

  private func attempt(
    _ claim: IdempotencyClaim,
    _ effect: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> StoredAnswer
  ) async throws(StorageError) -> IdempotencyOutcome {
    try await pool.transaction { transaction throws(StorageError) in
      try transaction.once(claim, effect)
    }
  }

  /// Finds out by the key whether the effect was committed when the connection was lost: it is
  /// there, or nobody holds the key and so it never will be, and runs now.
  private func resolve(
    _ claim: IdempotencyClaim,
    _ effect: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> StoredAnswer
  ) async throws(StorageError) -> IdempotencyOutcome {
    do throws(StorageError) {
      switch try await attempt(claim, effect) {
      case .replayed(let answer), .executed(let answer): return .executed(answer)
      case .inProgress, .reused: throw .outcomeUnknown
      }
    } catch {
      throw .outcomeUnknown
    }
  }

  /// See ``Storage/recall(_:)``.
  public func recall(
    _ claim: IdempotencyClaim
  ) async throws(StorageError) -> IdempotencyOutcome? {
    let key = RunningKey(tenant: claim.tenant, key: claim.key)
    if running.withLock({ $0.contains(key) }) { return .inProgress }
    return try await pool.transaction { transaction throws(StorageError) in
      try transaction.recall(claim, exclusively: false)
    }
  }

  /// See ``Storage/transaction(_:)``. `body` runs again when it lost against another transaction,
  /// or its connection did: it must do nothing but what it does through its argument.
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Result
  ) async throws(StorageError) -> Result {
    try await pool.transaction { transaction throws(StorageError) in try body(transaction) }
  }

  /// See ``Storage/removeExpiredKeys(now:)``. PostgreSQL's own vacuum removes what is left of them
  /// from the table's file, and its log is recycled in time.
  public func removeExpiredKeys(now: Int64) async throws(StorageError) -> Int {
    var removed = 0
    while true {
      let count = try await pool.transaction { transaction throws(StorageError) in
        try transaction.removeExpiredKeys(now: now, limit: Self.sweepLimit)
      }
      removed += count
      if count < Self.sweepLimit { return removed }
    }
  }

  /// Keys that one transaction forgets at most: requests get their turn in between.
  private static let sweepLimit: Int64 = 5_000

  /// See ``Storage/close()``.
  public func close() async {
    let pool = pool
    await withCheckedContinuation { continuation in
      let thread = Thread {
        pool.close()
        continuation.resume()
      }
      thread.start()
    }
  }

  /// What the pool did so far.
  var counts: PostgresPool.Counts { pool.count }

  /// How many calls wait for a connection.
  var waitingCount: Int { pool.waitingCount }
}

/// A key whose effect is in this server's queue or running.
private struct RunningKey: Hashable {
  let tenant: String
  let key: String
}
