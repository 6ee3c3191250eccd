/// Where the statements of a transaction go.
protocol PostgresStatements: AnyObject {
  /// The schema that the tables are in.
  var schema: String { get }

  /// Sends a statement, without waiting for what became of those before.
  func send(_ sql: StaticString, _ values: [PostgresValue]) throws(PostgresError)

  /// Adds a row by an INSERT whose parameters are one array for each column. Rows that are added
  /// together may become one statement.
  func add(_ row: [PostgresValue], by insertion: StaticString) throws(PostgresError)

  /// Waits for everything that was sent and returns the results of the statements in their order.
  /// Throws the first failure; whatever came after it was not run.
  func synchronize() throws(PostgresError) -> [PostgresResult]
}

extension PostgresStatements {
  /// Adds one row at once.
  func add(_ row: [PostgresValue], by insertion: StaticString) throws(PostgresError) {
    try add([row], by: insertion)
  }

  /// Adds rows by one statement.
  func add(_ rows: [[PostgresValue]], by insertion: StaticString) throws(PostgresError) {
    guard let first = rows.first else { return }
    try send(
      insertion,
      first.indices.map { column in .list(first[column].type, rows.map { $0[column] }) })
  }

  /// Sends a statement, waits, and returns its result.
  func result(
    _ sql: StaticString, _ values: [PostgresValue] = []
  ) throws(PostgresError) -> PostgresResult {
    try send(sql, values)
    guard let result = try synchronize().last else {
      throw PostgresError(sqlState: PostgresError.lost, reason: "a statement has no result")
    }
    return result
  }
}

/// Statements that are kept back until it is known that they are to be run.
///
/// What needs an answer cannot be kept back: then `needsAnswer` is set and nothing in here counts.
final class PostgresStatementBuffer: PostgresStatements {
  let schema: String
  private(set) var statements: [(sql: StaticString, values: [PostgresValue])] = []
  private(set) var rows: [(insertion: StaticString, row: [PostgresValue])] = []
  private(set) var needsAnswer = false

  init(schema: String) { self.schema = schema }

  func send(_ sql: StaticString, _ values: [PostgresValue]) throws(PostgresError) {
    statements.append((sql, values))
  }

  func add(_ row: [PostgresValue], by insertion: StaticString) throws(PostgresError) {
    rows.append((insertion, row))
  }

  func synchronize() throws(PostgresError) -> [PostgresResult] {
    needsAnswer = true
    throw PostgresError(sqlState: PostgresError.lost, reason: "nothing is connected here")
  }
}
