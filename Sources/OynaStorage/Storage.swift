/// The storage contract: what the server keeps, and what an implementation must promise.
///
/// ```swift
/// let storage: any Storage = try SQLiteStorage(path: "oyna.sqlite", now: 0)
/// let outcome = try await storage.once(claim) { transaction throws(StorageError) in
///   try transaction.insert(submission)
///   return StoredAnswer(status: 200, contentType: "application/json", body: bytes)
/// }
/// ```
///
/// An implementation promises:
/// - a transaction happens whole or not at all, also when the process is killed at any moment;
/// - when a call has returned, what it wrote survives a power cut (`synchronous=FULL`);
/// - of all calls of ``once(_:_:)`` with one tenant and key, at most one effect is committed, and
///   it is committed together with the key and the answer;
/// - a failed call leaves nothing behind and says why by ``StorageError``.
///
/// Time is an argument: storage has no clock. The suite `StorageContract` of the tests is this
/// contract in executable form, and every implementation passes it.
public protocol Storage: Sendable {
  /// Runs `effect` at most once for the claim's tenant and key, and keeps its answer.
  ///
  /// The key, the effect and the answer are one transaction. `effect` runs on any thread and may
  /// run more than once, the last time counting: it must be short, must not wait for anything, and
  /// does nothing but what it does through its argument.
  func once(
    _ claim: IdempotencyClaim,
    _ effect: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> StoredAnswer
  ) async throws(StorageError) -> IdempotencyOutcome

  /// What ``once(_:_:)`` would answer without running anything; nil when the key is free.
  func recall(_ claim: IdempotencyClaim) async throws(StorageError) -> IdempotencyOutcome?

  /// Runs `body` in one durable transaction, under the same terms.
  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Result
  ) async throws(StorageError) -> Result

  /// Forgets the keys that expired at or before `now` (milliseconds since 1970) and leaves no trace
  /// of them on disk. Returns how many went.
  func removeExpiredKeys(now: Int64) async throws(StorageError) -> Int

  /// Finishes what was asked for, then closes. Later calls throw ``StorageError/closed``.
  func close() async
}

/// The statements that a transaction may run. Valid only inside the closure that it was passed to.
///
/// What a statement without a result could not do may show only at the end of the transaction. After
/// an error the closure must throw too: the transaction has ended.
///
/// Transactions of several servers may run at once. What a decision rests on stays as it was read
/// until the end: an account of a transfer, a file, a value of a register; and what changes a row
/// by its state says whether the row had it.
public protocol StorageTransaction:
  LedgerTransaction, MessageTransaction, OrderTransaction, PaymentStatements, UploadTransaction
{
  /// Adds a submission with its encrypted fields.
  func insert(_ submission: SubmissionRecord) throws(StorageError)

  /// The submission with this id; nil when there is none.
  func submission(id: String) throws(StorageError) -> SubmissionRecord?

  /// The newest submissions of a tenant, newest first, at most `limit`.
  func submissions(tenant: String, limit: Int) throws(StorageError) -> [SubmissionRecord]

  /// The number of submissions of a tenant.
  func submissionCount(tenant: String) throws(StorageError) -> Int
}
