import OynaStorage

/// A claim whose effect is known without asking the database: its answer and the statements that
/// it consists of. Many of them share one transaction, as long as all goes well.
///
/// Sharing pays: each statement of a connection costs PostgreSQL and the server more than the row
/// that it writes, and each commit waits for the disk.
struct PreparedClaim {
  let claim: IdempotencyClaim
  let answer: StoredAnswer
  let statements: PostgresStatementBuffer

  /// Runs the effect against a buffer. Nil when it needs an answer of the database, or throws: it
  /// has to run in a transaction of its own.
  init?(
    _ claim: IdempotencyClaim, schema: String,
    _ effect: (any StorageTransaction) throws(StorageError) -> StoredAnswer
  ) {
    let buffer = PostgresStatementBuffer(schema: schema)
    let transaction = PostgresTransaction(buffer)
    guard let answer = try? effect(transaction), !buffer.needsAnswer,
      (try? transaction.keep(answer, of: claim)) != nil
    else { return nil }
    self.claim = claim
    self.answer = answer
    statements = buffer
  }

  /// Runs those of `claims` whose keys are free, and says what became of each.
  static func run(
    _ claims: [PreparedClaim], in transaction: PostgresTransaction
  ) throws(StorageError) -> [IdempotencyOutcome] {
    let known = try transaction.recall(claims.map(\.claim))
    let free = zip(claims, known).filter { $1 == nil }.map(\.0)
    // Rows of one table by one statement, the tables in the order of their first rows, so that a
    // row comes after the one that it refers to; then what each claim does besides.
    var insertions: [UnsafePointer<UInt8>] = []
    var rows: [UnsafePointer<UInt8>: (sql: StaticString, rows: [[PostgresValue]])] = [:]
    for claim in free {
      for (sql, row) in claim.statements.rows {
        if rows[sql.utf8Start] == nil { insertions.append(sql.utf8Start) }
        rows[sql.utf8Start, default: (sql, [])].rows.append(row)
      }
    }
    for insertion in insertions {
      guard let (sql, rows) = rows[insertion] else { continue }
      try transaction.add(rows, by: sql)
    }
    for claim in free {
      for (sql, values) in claim.statements.statements { try transaction.send(sql, values) }
    }
    return zip(claims, known).map { claim, known in known ?? .executed(claim.answer) }
  }
}
