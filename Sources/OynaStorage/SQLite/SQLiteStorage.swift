import Foundation

/// Storage in one SQLite file: WAL, `synchronous=FULL`, one connection on one thread.
///
/// Transactions that are asked for while another one is being committed are committed together:
/// each in a savepoint of its own, all with one fsync. So a single caller pays one fsync a
/// transaction, and sixty-four callers share one, and a call still returns only when its own work
/// is durable.
public final class SQLiteStorage: Storage {
  private let queue: SQLiteCommitQueue
  private let running = Locked<Set<RunningKey>>([])

  /// Opens or creates the file, readable by its owner only, and migrates it.
  ///
  /// - Parameters:
  ///   - path: the file's path; SQLite puts `-wal` and `-shm` beside it.
  ///   - now: milliseconds since 1970, written beside the migrations that are applied.
  public convenience init(path: String, now: Int64) throws(StorageError) {
    try self.init(path: path, now: now, migrations: SQLiteMigration.all)
  }

  init(path: String, now: Int64, migrations: [SQLiteMigration]) throws(StorageError) {
    // SQLite would create the file with the process's umask; the rows are nobody else's business.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StorageError(
        .cannotOpen,
        "The database \(path) cannot be opened: \(String(cString: strerror(errno))).")
    }
    _ = Foundation.close(descriptor)
    let connection = try SQLiteConnection(path: path)
    try connection.configure(path: path)
    try connection.migrate(migrations, now: now)
    queue = SQLiteCommitQueue(connection)
  }

  deinit { queue.close() }

  /// See ``Storage/once(_:_:)``.
  public func once(
    _ claim: IdempotencyClaim,
    _ effect: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> StoredAnswer
  ) async throws(StorageError) -> IdempotencyOutcome {
    let key = RunningKey(tenant: claim.tenant, key: claim.key)
    guard running.withLock({ $0.insert(key).inserted }) else { return .inProgress }
    defer { running.withLock { _ = $0.remove(key) } }
    return try await queue.transaction { transaction throws(StorageError) in
      try transaction.once(claim, effect)
    }
  }

  /// See ``Storage/recall(_:)``.
  public func recall(
    _ claim: IdempotencyClaim
  ) async throws(StorageError) -> IdempotencyOutcome? {
    let key = RunningKey(tenant: claim.tenant, key: claim.key)
    if running.withLock({ $0.contains(key) }) { return .inProgress }
    return try await queue.transaction { transaction throws(StorageError) in
      try transaction.recall(claim)
    }
  }

  /// See ``Storage/transaction(_:)``.
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Result
  ) async throws(StorageError) -> Result {
    try await queue.transaction { transaction throws(StorageError) in try body(transaction) }
  }

  /// See ``Storage/removeExpiredKeys(now:)``.
  public func removeExpiredKeys(now: Int64) async throws(StorageError) -> Int {
    let removed = try await queue.transaction { transaction throws(StorageError) in
      try transaction.removeExpiredKeys(now: now)
    }
    if removed > 0 { try await queue.truncateLog() }
    return removed
  }

  /// See ``Storage/close()``.
  public func close() async {
    queue.close()
  }

  /// How many times the file was committed to, each with one fsync of the log.
  package var commitCount: Int { queue.commitCount }
}

/// A key whose effect is in the queue or running.
private struct RunningKey: Hashable {
  let tenant: String
  let key: String
}

extension SQLiteConnection {
  /// The settings that the contract rests on. Throws `cannotOpen` when WAL is refused.
  fileprivate func configure(path: String) throws(StorageError) {
    // Every row of it: the header is written when the statement ends.
    let mode = try rows("PRAGMA journal_mode = WAL", [], { $0.text(0) }).first
    guard mode == "wal" else {
      throw StorageError(.cannotOpen, "The database \(path) cannot use a write-ahead log.")
    }
    try execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      """)
  }
}
