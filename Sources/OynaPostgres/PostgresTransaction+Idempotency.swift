import OynaStorage

extension PostgresTransaction {
  /// What became of the claim's key; nil when it is free. With `exclusively` the key is held
  /// against every other instance until the transaction ends.
  ///
  /// The lock is a statement of its own before the look: each statement sees what was committed
  /// when it began. Whoever does not get the lock is told at once; nobody waits for another
  /// request.
  func recall(
    _ claim: IdempotencyClaim, exclusively: Bool
  ) throws(StorageError) -> IdempotencyOutcome? {
    let number = AdvisoryLock.key.number(schema, [claim.tenant, claim.key])
    try send(
      exclusively
        ? "SELECT pg_try_advisory_xact_lock($1)" : "SELECT pg_try_advisory_xact_lock_shared($1)",
      [.integer(number)])
    try send(
      """
      SELECT fingerprint, status, content_type, language, body FROM idempotency
      WHERE tenant = $1 AND key = $2 AND expires_ms > $3
      """,
      [.text(claim.tenant), .text(claim.key), .integer(claim.now)])
    let results = try synchronize(last: 2)
    guard results.first?.row({ $0.boolean(0) }) == true else { return .inProgress }
    return results.last?.row { row in
      guard claim.matches(row.blob(0)) else { return .reused }
      return .replayed(
        StoredAnswer(
          status: Int(row.integer(1)), contentType: row.text(2), language: row.text(3),
          body: row.blob(4)))
    }
  }

  /// See ``Storage/once(_:_:)``.
  func once(
    _ claim: IdempotencyClaim,
    _ effect: (any StorageTransaction) throws(StorageError) -> StoredAnswer
  ) throws(StorageError) -> IdempotencyOutcome {
    if let known = try recall(claim, exclusively: true) { return known }
    let answer = try effect(self)
    try keep(answer, of: claim)
    return .executed(answer)
  }

  /// Keeps the answer to a claim whose key was found to be free, and is held.
  func keep(_ answer: StoredAnswer, of claim: IdempotencyClaim) throws(StorageError) {
    try add(
      [
        .text(claim.tenant), .text(claim.key), .bytes(claim.fingerprint),
        .integer(Int64(answer.status)), .text(answer.contentType), .text(answer.language),
        .bytes(answer.body), .integer(claim.now), .integer(claim.expires),
      ],
      // Replaces an expired row only: any other was found.
      by: """
        INSERT INTO idempotency
          (tenant, key, fingerprint, status, content_type, language, body, created_ms, expires_ms)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (tenant, key) DO UPDATE SET
          fingerprint = excluded.fingerprint, status = excluded.status,
          content_type = excluded.content_type, language = excluded.language,
          body = excluded.body, created_ms = excluded.created_ms, expires_ms = excluded.expires_ms
        """)
  }

  /// What became of the keys of several claims, in their order, as ``recall(_:exclusively:)`` says
  /// of one; the free ones are held. One round trip for all.
  func recall(_ claims: [IdempotencyClaim]) throws(StorageError) -> [IdempotencyOutcome?] {
    try send(
      """
      SELECT pg_try_advisory_xact_lock(number)
      FROM unnest($1) WITH ORDINALITY AS claim (number, place) ORDER BY place
      """,
      [.integers(claims.map { AdvisoryLock.key.number(schema, [$0.tenant, $0.key]) })])
    try send(
      """
      SELECT place, fingerprint, status, content_type, language, body, expires_ms
      FROM unnest($1, $2) WITH ORDINALITY AS claim (tenant, key, place)
      JOIN idempotency USING (tenant, key)
      """,
      [.texts(claims.map(\.tenant)), .texts(claims.map(\.key))])
    let results = try synchronize(last: 2)
    let isHeld = results.first?.rows { $0.boolean(0) } ?? []
    var outcomes = claims.indices.map { index -> IdempotencyOutcome? in
      isHeld.indices.contains(index) && isHeld[index] ? nil : .inProgress
    }
    let found =
      results.last?.rows { row in
        (
          index: Int(row.integer(0)) - 1, fingerprint: row.blob(1), expires: row.integer(6),
          answer: StoredAnswer(
            status: Int(row.integer(2)), contentType: row.text(3), language: row.text(4),
            body: row.blob(5))
        )
      } ?? []
    for row in found where claims.indices.contains(row.index) {
      let claim = claims[row.index]
      guard outcomes[row.index] == nil, row.expires > claim.now else { continue }
      outcomes[row.index] = claim.matches(row.fingerprint) ? .replayed(row.answer) : .reused
    }
    return outcomes
  }

  /// Forgets at most so many keys that expired at or before `now`. Keys that another instance is
  /// forgetting at this moment are left to it.
  func removeExpiredKeys(now: Int64, limit: Int64) throws(StorageError) -> Int {
    try run(
      """
      DELETE FROM idempotency WHERE (tenant, key) IN (
        SELECT tenant, key FROM idempotency WHERE expires_ms <= $1
        ORDER BY expires_ms LIMIT $2 FOR UPDATE SKIP LOCKED)
      """,
      [.integer(now), .integer(limit)])
  }
}
