import Foundation

/// Changes that were submitted and may be waited for.
public final class OutboxCommit: @unchecked Sendable {
  // `result` and `leads` are written under the group's lock before `semaphore` is signalled, and
  // read after it was waited for.
  let changes: [OutboxFileChange]
  fileprivate let semaphore = DispatchSemaphore(value: 0)
  fileprivate var result: Result<Void, StorageError>?
  fileprivate var leads = false

  fileprivate init(_ changes: [OutboxFileChange]) { self.changes = changes }
}

/// Commits what several callers submit with one transaction and one fsync.
///
/// No thread of its own: the first caller that waits leads. It commits everything that has been
/// submitted by then, wakes the callers, and hands the lead to one of those that came meanwhile.
final class OutboxGroupCommit: @unchecked Sendable {
  // `pending`, `isLed`, `failure` and `committed` are used under `lock`, `connection`, `settled`
  // and `callsInLog` under `connectionLock`.

  /// How many calls share a commit at most, so that one slow batch cannot hold up all.
  private static let batchLimit = 256
  /// After so many calls the log is copied into the file: about 5 MB of small bodies.
  private static let callsPerCopy = 250
  /// So many rows that have left are deleted together: the pages around them change once.
  private static let rowsPerDeletion = 64

  private let lock = NSLock()
  private let connectionLock = NSLock()
  private var connection: SQLiteConnection?
  private var pending: [OutboxCommit] = []
  private var isLed = false
  private var failure: StorageError?
  private var committed = 0
  private var callsInLog = 0
  /// Rows whose outcome is on disk and that are still to be deleted.
  private var settled: [Int64] = []

  init(_ connection: SQLiteConnection) { self.connection = connection }

  var commitCount: Int { lock.withLock { committed } }

  func submit(_ changes: [OutboxFileChange]) -> OutboxCommit {
    let commit = OutboxCommit(changes)
    lock.withLock { pending.append(commit) }
    return commit
  }

  func wait(for commit: OutboxCommit) throws(StorageError) {
    let isDone = lock.withLock {
      if commit.result != nil { return true }
      if !isLed {
        isLed = true
        commit.leads = true
      }
      return false
    }
    if !isDone {
      if !commit.leads { commit.semaphore.wait() }
      if commit.result == nil { lead() }
    }
    // A leader's own changes are in the batch that it has just committed.
    try (commit.result ?? .failure(.closed)).get()
  }

  /// Runs `body` alone on the connection.
  func read<Output>(
    _ body: (SQLiteConnection) throws(StorageError) -> Output
  ) throws(StorageError) -> Output {
    connectionLock.lock()
    defer { connectionLock.unlock() }
    guard let connection else { throw lock.withLock { failure } ?? .closed }
    do throws(StorageError) {
      return try body(connection)
    } catch {
      failIfUncertain(error)
      throw error
    }
  }

  /// The same once every row that has left is deleted.
  func readSettled<Output>(
    _ body: (SQLiteConnection) throws(StorageError) -> Output
  ) throws(StorageError) -> Output {
    try read { connection throws(StorageError) in
      try deleteSettled(connection)
      return try body(connection)
    }
  }

  func close() {
    // Not done, it is done by whoever opens the file next.
    try? readSettled { _ in }
    lock.withLock { failure = failure ?? .closed }
    connectionLock.withLock { connection = nil }
  }

  private func deleteSettled(_ connection: SQLiteConnection) throws(StorageError) {
    guard !settled.isEmpty else { return }
    try connection.run("BEGIN IMMEDIATE")
    do throws(StorageError) {
      try OutboxTransaction.delete(settled, connection)
      try connection.run("COMMIT")
      settled.removeAll(keepingCapacity: true)
    } catch {
      if connection.isInTransaction { try connection.execute("ROLLBACK") }
      throw error
    }
  }

  // MARK: Leading

  private func lead() {
    let batch = lock.withLock {
      let batch = Array(pending.prefix(Self.batchLimit))
      pending.removeFirst(batch.count)
      return batch
    }
    let results = commitTogether(batch)
    lock.lock()
    for (commit, result) in zip(batch, results) { commit.result = result }
    let next = pending.first
    next?.leads = true
    isLed = next != nil
    lock.unlock()
    for commit in batch { commit.semaphore.signal() }
    next?.semaphore.signal()
  }

  private func commitTogether(_ batch: [OutboxCommit]) -> [Result<Void, StorageError>] {
    connectionLock.lock()
    defer { connectionLock.unlock() }
    let known = lock.withLock { failure }
    guard let connection, known == nil else {
      return batch.map { _ in .failure(known ?? .closed) }
    }
    do throws(StorageError) {
      var transaction = OutboxTransaction(connection, settled: settled)
      let results = try transaction.commit(batch, deletingFrom: Self.rowsPerDeletion)
      settled = transaction.settled
      lock.withLock { committed += 1 }
      copyLogIfLong(connection, afterCalls: batch.count)
      return results
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      failIfUncertain(error)
      return batch.map { _ in .failure(error) }
    }
  }

  /// Copies the log into the file from time to time. Not left to SQLite, which does it inside of a
  /// COMMIT and then reports a failure of the copy as one of the transaction.
  private func copyLogIfLong(_ connection: SQLiteConnection, afterCalls count: Int) {
    callsInLog += count
    guard callsInLog >= Self.callsPerCopy else { return }
    callsInLog = 0
    do throws(StorageError) {
      try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    } catch {
      failIfUncertain(error)
    }
  }

  /// After a failed fsync the kernel may have dropped the pages: no second one is tried, not even
  /// by closing.
  private func failIfUncertain(_ error: StorageError) {
    guard error.kind == .inputOutput || error.kind == .corrupt else { return }
    connection?.keepLogOnClose()
    connection = nil
    lock.withLock { failure = error }
  }
}

/// The statements of one commit.
private struct OutboxTransaction {
  let connection: SQLiteConnection
  /// Rows that have left and are still to be deleted.
  private(set) var settled: [Int64]

  init(_ connection: SQLiteConnection, settled: [Int64]) {
    self.connection = connection
    self.settled = settled
  }

  /// Throws when the whole transaction is lost; a call that a constraint refuses fails alone.
  mutating func commit(
    _ batch: [OutboxCommit], deletingFrom limit: Int
  ) throws(StorageError) -> [Result<Void, StorageError>] {
    let before = settled
    var results: [Result<Void, StorageError>] = []
    try connection.run("BEGIN IMMEDIATE")
    if batch.count == 1 {
      // Alone it is its own transaction: what a constraint refuses is rolled back whole.
      do throws(StorageError) {
        for change in batch[0].changes { try apply(change) }
      } catch  where error.kind == .constraint && connection.isInTransaction {
        try connection.run("ROLLBACK")
        settled = before
        return [.failure(error)]
      }
    } else {
      for commit in batch { results.append(try applyAlone(commit.changes)) }
    }
    if settled.count >= limit {
      try Self.delete(settled, connection)
      settled.removeAll(keepingCapacity: true)
    }
    try connection.run("COMMIT")
    return batch.count == 1 ? [.success(())] : results
  }

  static func delete(_ ids: [Int64], _ connection: SQLiteConnection) throws(StorageError) {
    for id in ids { try connection.run("DELETE FROM outbox WHERE id = ?", [.integer(id)]) }
  }

  private mutating func applyAlone(
    _ changes: [OutboxFileChange]
  ) throws(StorageError) -> Result<Void, StorageError> {
    let before = settled
    // A statement is undone by itself; several need a savepoint.
    let needsSavepoint = changes.count > 1
    if needsSavepoint { try connection.run("SAVEPOINT call") }
    do throws(StorageError) {
      for change in changes { try apply(change) }
    } catch  where error.kind == .constraint && connection.isInTransaction {
      if needsSavepoint {
        try connection.run("ROLLBACK TO call")
        try connection.run("RELEASE call")
      }
      settled = before
      return .failure(error)
    }
    if needsSavepoint { try connection.run("RELEASE call") }
    return .success(())
  }

  private mutating func apply(_ change: OutboxFileChange) throws(StorageError) {
    switch change {
    case .insert(let record, let body):
      try connection.run(OutboxSchema.insertion, record.values(with: body))
    case .update(let record):
      try update(record)
    case .replace(let record, let body):
      try update(record)
      try connection.run(
        "UPDATE outbox SET key = ?, content_type = ?, body = ? WHERE id = ?",
        [.text(record.key), .text(body.contentType), .blob(body.bytes), .integer(record.id)])
    case .settle(let id, let name, let status, let fence):
      try settle(id, name, status, fence)
    case .label(let label):
      try connection.run(OutboxSchema.labelInsertion, label.values)
    }
  }

  private func update(_ record: OutboxRecord) throws(StorageError) {
    let state = record.state
    try connection.run(
      """
      UPDATE outbox SET state = ?, reason = ?, number = ?, epoch = ?, deadline_ms = ?,
        duration_ms = ?, attempts = ?, failures = ?, first_reached_ms = ?,
        replayed_fingerprint = ?, replayed_count = ?
      WHERE id = ?
      """,
      [
        .text(state.name), .text(state.reason), .integer(state.number), .integer(state.epoch),
        .integer(state.deadline), .integer(state.duration), .integer(record.attempts),
        .integer(record.failures), .integer(record.firstReached),
        .integer(record.replayedFingerprint), .integer(record.replayedCount), .integer(record.id),
      ])
    guard state.name == OutboxRecord.State.deadName else { return }
    try connection.run("UPDATE outbox SET is_dead = 1 WHERE id = ?", [.integer(record.id)])
  }

  /// The row leaves with its outcome. That of an answered request is deleted later, with others; a
  /// row that a person took out, and one whose dedupe key must be free again, at once.
  private mutating func settle(
    _ id: Int64, _ name: String, _ status: Int64, _ fence: OutboxFence?
  ) throws(StorageError) {
    guard let fence else {
      try connection.run(
        """
        INSERT OR IGNORE INTO outbox_outcome (id, key, name, status)
        SELECT id, key, ?, ? FROM outbox WHERE id = ?
        """, [.text(name), .integer(status), .integer(id)])
      try connection.run("DELETE FROM outbox WHERE id = ?", [.integer(id)])
      return
    }
    let recorded = try connection.run(
      """
      INSERT OR IGNORE INTO outbox_outcome (id, key, name, status)
      SELECT id, key, ?, ? FROM outbox
      WHERE id = ? AND state = 'inflight' AND number = ? AND epoch = ?
      """,
      [
        .text(name), .integer(status), .integer(id), .integer(fence.attempt), .integer(fence.epoch),
      ])
    guard recorded > 0 else { return }
    settled.append(id)
    try connection.run(
      "DELETE FROM outbox WHERE id = ? AND dedupe_key IS NOT NULL", [.integer(id)])
  }
}
