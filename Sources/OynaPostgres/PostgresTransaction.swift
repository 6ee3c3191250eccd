import OynaStorage

/// The statements of a transaction over PostgreSQL, at READ COMMITTED.
///
/// The contract promises that what a transaction decides on stays true until it ends. Here each
/// statement that a decision rests on keeps others away by itself: it locks the row that it reads
/// (an account, a file), or a number for what is not there yet (a key, a value of a register), or
/// names the state that a row must still have when it is changed. Two transactions never wait for
/// each other in a ring, or PostgreSQL ends one of them and the pool runs it again.
final class PostgresTransaction: StorageTransaction {
  private let statements: any PostgresStatements
  /// The schema that the tables are in.
  var schema: String { statements.schema }

  init(_ statements: any PostgresStatements) { self.statements = statements }

  // MARK: running statements, with errors in words of the contract

  /// Sends a statement whose answer nobody needs; a failure shows at the next one that waits.
  func send(_ sql: StaticString, _ values: [PostgresValue] = []) throws(StorageError) {
    try translated { () throws(PostgresError) in try statements.send(sql, values) }
  }

  /// Adds a row, likewise.
  func add(_ row: [PostgresValue], by insertion: StaticString) throws(StorageError) {
    try translated { () throws(PostgresError) in try statements.add(row, by: insertion) }
  }

  /// Adds rows by one statement, likewise.
  func add(_ rows: [[PostgresValue]], by insertion: StaticString) throws(StorageError) {
    try translated { () throws(PostgresError) in try statements.add(rows, by: insertion) }
  }

  func rows<Row>(
    _ sql: StaticString, _ values: [PostgresValue] = [], _ read: (PostgresRow) -> Row
  ) throws(StorageError) -> [Row] {
    try result(sql, values).rows(read)
  }

  func row<Row>(
    _ sql: StaticString, _ values: [PostgresValue] = [], _ read: (PostgresRow) -> Row
  ) throws(StorageError) -> Row? {
    try result(sql, values).row(read)
  }

  /// Returns how many rows the statement changed.
  func run(_ sql: StaticString, _ values: [PostgresValue] = []) throws(StorageError) -> Int {
    try result(sql, values).changed
  }

  /// Sends what was asked for and waits; the results of the last `count` statements.
  func synchronize(last count: Int) throws(StorageError) -> ArraySlice<PostgresResult> {
    try translated { () throws(PostgresError) in try statements.synchronize() }.suffix(count)
  }

  private func result(
    _ sql: StaticString, _ values: [PostgresValue]
  ) throws(StorageError) -> PostgresResult {
    try translated { () throws(PostgresError) in try statements.result(sql, values) }
  }

  private func translated<Output>(
    _ body: () throws(PostgresError) -> Output
  ) throws(StorageError) -> Output {
    do throws(PostgresError) {
      return try body()
    } catch {
      throw error.storageError
    }
  }

  // MARK: the transaction itself

  func begin() throws(StorageError) { try send("BEGIN") }

  /// Returns once it is durable.
  func commit() throws(StorageError) {
    try send("COMMIT")
    let result = try synchronize(last: 1).last
    guard result?.command == "COMMIT" else {
      throw StorageError(.statement, "PostgreSQL: the transaction had failed before its end.")
    }
  }

  /// Waits until nobody else holds the number that stands for these texts, and holds it until the
  /// end. A lock for what has no row to lock.
  func lock(_ kind: AdvisoryLock, _ parts: String...) throws(StorageError) {
    try send("SELECT pg_advisory_xact_lock($1)", [.integer(kind.number(schema, parts))])
  }

  // MARK: submissions

  func insert(_ submission: SubmissionRecord) throws(StorageError) {
    try add(
      [
        .text(submission.id), .text(submission.tenant), .text(submission.screen),
        .text(submission.url), .integer(submission.created), .utf8(submission.values),
      ],
      by: """
        INSERT INTO submission (id, tenant, screen, url, created_ms, body)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
        """)
    for secret in submission.secrets {
      try add(
        [
          .text(submission.id), .text(secret.key), .text(secret.keyID), .bytes(secret.nonce),
          .bytes(secret.sealed),
        ],
        by: """
          INSERT INTO submission_secret (submission_id, field, key_id, nonce, sealed)
          SELECT * FROM unnest($1, $2, $3, $4, $5)
          """)
    }
  }

  func submission(id: String) throws(StorageError) -> SubmissionRecord? {
    let found = try row(
      "SELECT id, tenant, screen, url, created_ms, body FROM submission WHERE id = $1",
      [.text(id)], Self.readSubmission)
    guard let found else { return nil }
    return try withSecrets([found]).first
  }

  func submissions(tenant: String, limit: Int) throws(StorageError) -> [SubmissionRecord] {
    let found = try rows(
      """
      SELECT id, tenant, screen, url, created_ms, body FROM submission
      WHERE tenant = $1 ORDER BY created_ms DESC, number DESC LIMIT $2
      """,
      [.text(tenant), .integer(Int64(limit))], Self.readSubmission)
    return try withSecrets(found)
  }

  func submissionCount(tenant: String) throws(StorageError) -> Int {
    let count = try row(
      "SELECT count(*) FROM submission WHERE tenant = $1", [.text(tenant)], { $0.integer(0) })
    return Int(count ?? 0)
  }

  private static func readSubmission(_ row: PostgresRow) -> SubmissionRecord {
    SubmissionRecord(
      id: row.text(0), tenant: row.text(1), screen: row.text(2), url: row.text(3),
      created: row.integer(4), values: row.blob(5), secrets: [])
  }

  private func withSecrets(
    _ records: [SubmissionRecord]
  ) throws(StorageError) -> [SubmissionRecord] {
    let secrets = try rows(
      """
      SELECT submission_id, field, key_id, nonce, sealed FROM submission_secret
      WHERE submission_id = ANY ($1) ORDER BY submission_id, field
      """,
      [.texts(records.map(\.id))]
    ) { row in
      (
        row.text(0),
        EncryptedField(
          key: row.text(1), keyID: row.text(2), nonce: row.blob(3), sealed: row.blob(4))
      )
    }
    guard !secrets.isEmpty else { return records }
    let bySubmission = Dictionary(grouping: secrets, by: \.0)
    return records.map { record in
      SubmissionRecord(
        id: record.id, tenant: record.tenant, screen: record.screen, url: record.url,
        created: record.created, values: record.values,
        secrets: (bySubmission[record.id] ?? []).map(\.1))
    }
  }
}
