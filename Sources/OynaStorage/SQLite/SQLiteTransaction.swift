/// The statements of a transaction over SQLite.
final class SQLiteTransaction: StorageTransaction {
  let connection: SQLiteConnection

  init(_ connection: SQLiteConnection) { self.connection = connection }

  func insert(_ submission: SubmissionRecord) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO submission (id, tenant, screen, url, created_ms, body)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(submission.id), .text(submission.tenant), .text(submission.screen),
        .text(submission.url), .integer(submission.created),
        .text(String(decoding: submission.values, as: UTF8.self)),
      ])
    for secret in submission.secrets {
      try connection.run(
        """
        INSERT INTO submission_secret (submission_id, field, key_id, nonce, sealed)
        VALUES (?, ?, ?, ?, ?)
        """,
        [
          .text(submission.id), .text(secret.key), .text(secret.keyID), .blob(secret.nonce),
          .blob(secret.sealed),
        ])
    }
  }

  func submission(id: String) throws(StorageError) -> SubmissionRecord? {
    let found = try connection.row(
      "SELECT id, tenant, screen, url, created_ms, body FROM submission WHERE id = ?",
      [.text(id)], Self.readSubmission)
    guard let found else { return nil }
    return try withSecrets(found)
  }

  func submissions(tenant: String, limit: Int) throws(StorageError) -> [SubmissionRecord] {
    let found = try connection.rows(
      """
      SELECT id, tenant, screen, url, created_ms, body FROM submission
      WHERE tenant = ? ORDER BY created_ms DESC, rowid DESC LIMIT ?
      """,
      [.text(tenant), .integer(Int64(limit))], Self.readSubmission)
    var records: [SubmissionRecord] = []
    for record in found { records.append(try withSecrets(record)) }
    return records
  }

  func submissionCount(tenant: String) throws(StorageError) -> Int {
    let count = try connection.row(
      "SELECT count(*) FROM submission WHERE tenant = ?", [.text(tenant)], { $0.integer(0) })
    return Int(count ?? 0)
  }

  /// See ``Storage/recall(_:)``. An expired key counts as free.
  func recall(_ claim: IdempotencyClaim) throws(StorageError) -> IdempotencyOutcome? {
    let row = try connection.row(
      """
      SELECT fingerprint, status, content_type, language, body FROM idempotency
      WHERE tenant = ? AND key = ? AND expires_ms > ?
      """,
      [.text(claim.tenant), .text(claim.key), .integer(claim.now)],
      { row in
        (
          fingerprint: row.blob(0),
          answer: StoredAnswer(
            status: Int(row.integer(1)), contentType: row.text(2), language: row.text(3),
            body: row.blob(4))
        )
      })
    guard let row else { return nil }
    return claim.matches(row.fingerprint) ? .replayed(row.answer) : .reused
  }

  /// See ``Storage/once(_:_:)``.
  func once(
    _ claim: IdempotencyClaim,
    _ effect: (any StorageTransaction) throws(StorageError) -> StoredAnswer
  ) throws(StorageError) -> IdempotencyOutcome {
    if let known = try recall(claim) { return known }
    let answer = try effect(self)
    // Replaces an expired row only: `recall` has found any other.
    try connection.run(
      """
      INSERT OR REPLACE INTO idempotency
        (tenant, key, fingerprint, status, content_type, language, body, created_ms, expires_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(claim.tenant), .text(claim.key), .blob(claim.fingerprint),
        .integer(Int64(answer.status)), .text(answer.contentType), .text(answer.language),
        .blob(answer.body), .integer(claim.now), .integer(claim.expires),
      ])
    return .executed(answer)
  }

  /// See ``Storage/removeExpiredKeys(now:)``.
  func removeExpiredKeys(now: Int64) throws(StorageError) -> Int {
    try connection.run("DELETE FROM idempotency WHERE expires_ms <= ?", [.integer(now)])
  }

  /// Empties the write-ahead log. Only outside of a transaction.
  func truncateLog() throws(StorageError) {
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func readSubmission(_ row: SQLiteStatement) -> SubmissionRecord {
    SubmissionRecord(
      id: row.text(0), tenant: row.text(1), screen: row.text(2), url: row.text(3),
      created: row.integer(4), values: Array(row.text(5).utf8), secrets: [])
  }

  private func withSecrets(_ record: SubmissionRecord) throws(StorageError) -> SubmissionRecord {
    let secrets = try connection.rows(
      """
      SELECT field, key_id, nonce, sealed FROM submission_secret
      WHERE submission_id = ? ORDER BY field
      """,
      [.text(record.id)]
    ) { row in
      EncryptedField(key: row.text(0), keyID: row.text(1), nonce: row.blob(2), sealed: row.blob(3))
    }
    return SubmissionRecord(
      id: record.id, tenant: record.tenant, screen: record.screen, url: record.url,
      created: record.created, values: record.values, secrets: secrets)
  }
}
