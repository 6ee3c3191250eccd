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
      SELECT fingerprint, status, content_type, language, body, expires_ms FROM idempotency
      WHERE tenant = $1 AND key = $2
      """,
      [.text(claim.tenant), .text(claim.key)])
    let results = try synchronize(last: 2)
    guard results.first?.row({ $0.boolean(0) }) == true else { return .inProgress }
    guard let found = results.last?.row({ Self.readKey($0, from: 0) }) else { return nil }
    return try outcome(of: claim, found, replacing: exclusively)
  }

  /// A row of the key of a claim.
  private struct StoredKey {
    let fingerprint: [UInt8]
    let answer: StoredAnswer
    let expires: Int64
  }

  private static func readKey(_ row: PostgresRow, from column: Int32) -> StoredKey {
    StoredKey(
      fingerprint: row.blob(column),
      answer: StoredAnswer(
        status: Int(row.integer(column + 1)), contentType: row.text(column + 2),
        language: row.text(column + 3), body: row.blob(column + 4)),
      expires: row.integer(column + 5))
  }

  /// What the row of a key says. One that expired counts as free, and goes when it is replaced.
  private func outcome(
    of claim: IdempotencyClaim, _ found: StoredKey, replacing: Bool
  ) throws(StorageError) -> IdempotencyOutcome? {
    guard found.expires <= claim.now else {
      return claim.matches(found.fingerprint) ? .replayed(found.answer) : .reused
    }
    if replacing {
      try send(
        "DELETE FROM idempotency WHERE tenant = $1 AND key = $2 AND expires_ms <= $3",
        [.text(claim.tenant), .text(claim.key), .integer(claim.now)])
    }
    return nil
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

  /// Keeps the answer to a claim whose key was found to be free, and is held. Should it not be, the
  /// table's primary key refuses it, and with it all that was done.
  func keep(_ answer: StoredAnswer, of claim: IdempotencyClaim) throws(StorageError) {
    try add(
      [
        .text(claim.tenant), .text(claim.key), .bytes(claim.fingerprint),
        .integer(Int64(answer.status)), .text(answer.contentType), .text(answer.language),
        .bytes(answer.body), .integer(claim.now), .integer(claim.expires),
      ],
      by: """
        INSERT INTO idempotency
          (tenant, key, fingerprint, status, content_type, language, body, created_ms, expires_ms)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)
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
    let found = results.last?.rows { (Int($0.integer(0)) - 1, Self.readKey($0, from: 1)) } ?? []
    for (index, key) in found where outcomes.indices.contains(index) && outcomes[index] == nil {
      outcomes[index] = try outcome(of: claims[index], key, replacing: true)
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
