import Foundation

/// Runs transactions one after another on a thread that owns the connection, and commits those that
/// wait together (group commit).
final class SQLiteCommitQueue: @unchecked Sendable {
  // Every mutable member but the connection is read and written only while `condition` is held; the
  // connection is touched only by the thread.

  /// How many transactions may wait before new ones are refused.
  private static let waitingLimit = 10_000
  /// How many transactions share a commit at most, so that one slow batch cannot hold up all.
  private static let batchLimit = 256

  private let condition = NSCondition()
  private var waiting: [Job] = []
  private var commits = 0
  private var state = State.accepting
  /// Nil once it is closed.
  private var connection: SQLiteConnection?

  private enum State {
    case accepting
    /// What waits is still done, nothing is taken.
    case closing
    case closed
    /// A write or an fsync failed: the file must be opened anew.
    case failed(StorageError)
  }

  /// A transaction that waits. `perform` runs in a savepoint; `finish` is told once the commit is
  /// durable (nil) or why nothing was kept.
  private struct Job {
    let perform: (SQLiteTransaction) throws(StorageError) -> Void
    let finish: (StorageError?) -> Void
    /// False for maintenance that SQLite runs outside of a transaction only.
    let isTransaction: Bool
  }

  init(_ connection: SQLiteConnection) {
    self.connection = connection
    let thread = Thread { [self] in run() }
    thread.name = "oyna-sqlite"
    thread.start()
  }

  var commitCount: Int {
    condition.withLock { commits }
  }

  /// Runs `body` durably. Throws what `body` throws, and then nothing of it is kept.
  func transaction<Output: Sendable>(
    _ body: @escaping @Sendable (SQLiteTransaction) throws(StorageError) -> Output
  ) async throws(StorageError) -> Output {
    try await enqueue(isTransaction: true, body)
  }

  /// Copies the log into the file and empties it, so that no deleted page stays in it.
  func truncateLog() async throws(StorageError) {
    try await enqueue(isTransaction: false) { transaction throws(StorageError) in
      try transaction.truncateLog()
    }
  }

  private func enqueue<Output: Sendable>(
    isTransaction: Bool,
    _ body: @escaping @Sendable (SQLiteTransaction) throws(StorageError) -> Output
  ) async throws(StorageError) -> Output {
    let result: Result<Output, StorageError> = await withCheckedContinuation { continuation in
      var output: Output?
      let job = Job(
        perform: { transaction throws(StorageError) in output = try body(transaction) },
        finish: { error in
          if let output, error == nil {
            continuation.resume(returning: .success(output))
          } else {
            continuation.resume(returning: .failure(error ?? .closed))
          }
        },
        isTransaction: isTransaction)
      if let refusal = submit(job) { continuation.resume(returning: .failure(refusal)) }
    }
    return try result.get()
  }

  /// Puts a job into the queue, or says why not.
  private func submit(_ job: Job) -> StorageError? {
    condition.withLock {
      switch state {
      case .accepting where waiting.count < Self.waitingLimit:
        waiting.append(job)
        condition.signal()
        return nil
      case .accepting:
        return StorageError(
          .overloaded, "More than \(Self.waitingLimit) transactions wait for the disk.")
      case .closing, .closed:
        return .closed
      case .failed(let error):
        return error
      }
    }
  }

  /// Takes nothing new, waits until what was taken is done and the file is closed.
  func close() {
    condition.withLock {
      if case .accepting = state { state = .closing }
      condition.broadcast()
      while case .closing = state { condition.wait() }
    }
  }

  // MARK: the thread

  private func run() {
    while let connection, let batch = takeBatch() {
      if let job = batch.first, !job.isTransaction {
        let error = attempt { () throws(StorageError) in
          try job.perform(SQLiteTransaction(connection))
        }
        job.finish(error)
      } else {
        commit(batch, connection)
      }
    }
    connection = nil
    condition.withLock {
      if case .closing = state { state = .closed }
      condition.broadcast()
    }
  }

  /// The jobs to do next: one of maintenance, or the transactions up to the next one of those. Nil
  /// when the queue is closed and empty, or failed.
  private func takeBatch() -> [Job]? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      switch state {
      case .failed, .closed: return nil
      case .closing where waiting.isEmpty: return nil
      case .accepting where waiting.isEmpty: condition.wait()
      case .accepting, .closing:
        let transactions = waiting.prefix(Self.batchLimit).prefix { $0.isTransaction }
        let count = max(transactions.count, 1)
        let batch = Array(waiting[..<count])
        waiting.removeFirst(count)
        return batch
      }
    }
  }

  /// Runs each job in a savepoint and commits all with one fsync. A job that throws is rolled back
  /// alone; when the transaction itself is lost, so is the whole batch, and all are told.
  private func commit(_ batch: [Job], _ connection: SQLiteConnection) {
    var outcomes: [StorageError?] = []
    let lost = attempt { () throws(StorageError) in
      try connection.execute("BEGIN IMMEDIATE")
      for job in batch { outcomes.append(try perform(job, connection)) }
      try connection.execute("COMMIT")
    }
    if let lost {
      if connection.isInTransaction {
        _ = attempt { () throws(StorageError) in try connection.execute("ROLLBACK") }
      }
      if lost.kind == .inputOutput || lost.kind == .corrupt { fail(lost) }
      for job in batch { job.finish(lost) }
      return
    }
    condition.withLock { commits += 1 }
    for (job, outcome) in zip(batch, outcomes) { job.finish(outcome) }
  }

  /// The error of the job alone, or throws when the whole transaction is lost.
  private func perform(
    _ job: Job, _ connection: SQLiteConnection
  ) throws(StorageError) -> StorageError? {
    try connection.run("SAVEPOINT job")
    let error = attempt { () throws(StorageError) in
      try job.perform(SQLiteTransaction(connection))
    }
    if let error {
      guard connection.isInTransaction else { throw error }
      try connection.run("ROLLBACK TO job")
    }
    try connection.run("RELEASE job")
    return error
  }

  /// Closes for good and tells everyone who waits.
  private func fail(_ error: StorageError) {
    let dropped = condition.withLock {
      state = .failed(error)
      let dropped = waiting
      waiting = []
      condition.broadcast()
      return dropped
    }
    for job in dropped { job.finish(error) }
  }

  private func attempt(_ body: () throws(StorageError) -> Void) -> StorageError? {
    do throws(StorageError) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
