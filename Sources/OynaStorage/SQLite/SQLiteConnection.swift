import CSQLite

/// One connection to a database file. Not `Sendable`: it belongs to one thread.
///
/// SQL comes as `StaticString`, so no input can become part of a statement; statements are prepared
/// once and kept.
final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements: [UnsafePointer<UInt8>: SQLiteStatement] = [:]

  /// Opens or creates the file. Throws `cannotOpen`, `corrupt` or `busy`.
  ///
  /// SQLite from 3.7.0 to 3.51.2 can lose a WAL reset to a race between two connections of a
  /// process; this one is the only one of its file.
  init(path: String) throws(StorageError) {
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw StorageError(.cannotOpen, "The database \(path) cannot be opened: \(reason).")
    }
    handle = opened
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs one or several statements that return no rows of interest.
  func execute(_ sql: StaticString) throws(StorageError) {
    let code = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      sqlite3_exec(handle, $0, nil, nil, nil)
    }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs a statement that returns no rows. Returns how many rows it changed.
  @discardableResult
  func run(_ sql: StaticString, _ values: [SQLiteValue] = []) throws(StorageError) -> Int {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
    return Int(sqlite3_changes(handle))
  }

  /// All rows of a query, each read by `read`.
  func rows<Row>(
    _ sql: StaticString, _ values: [SQLiteValue] = [], _ read: (SQLiteStatement) -> Row
  ) throws(StorageError) -> [Row] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var rows: [Row] = []
    while try statement.step() { rows.append(read(statement)) }
    return rows
  }

  /// The first row of a query; nil when there is none.
  func row<Row>(
    _ sql: StaticString, _ values: [SQLiteValue] = [], _ read: (SQLiteStatement) -> Row
  ) throws(StorageError) -> Row? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? read(statement) : nil
  }

  /// Whether a transaction is open. SQLite ends one by itself after some failures (disk full, I/O).
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Closing will not copy the log into the file, so it makes no fsync.
  func keepLogOnClose() { _ = oyna_sqlite3_keep_log_on_close(handle) }

  /// The failure of the last call, in words of ``StorageError``.
  func failure(_ code: Int32) -> StorageError {
    let reason = String(cString: sqlite3_errmsg(handle))
    let kind: StorageError.Kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL: .full
      case SQLITE_IOERR: .inputOutput
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_CONSTRAINT: .constraint
      case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM: .cannotOpen
      default: .statement
      }
    return StorageError(kind, "SQLite: \(reason) (code \(code)).")
  }

  private func statement(_ sql: StaticString) throws(StorageError) -> SQLiteStatement {
    if let known = statements[sql.utf8Start] { return known }
    let made = try SQLiteStatement(sql, handle: handle, connection: self)
    statements[sql.utf8Start] = made
    return made
  }
}

/// A value to bind.
enum SQLiteValue {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case null
}

/// A prepared statement and, while it runs, its current row.
final class SQLiteStatement {
  private let handle: OpaquePointer
  // The connection owns its statements and outlives them.
  private unowned let connection: SQLiteConnection

  fileprivate init(
    _ sql: StaticString, handle database: OpaquePointer, connection: SQLiteConnection
  ) throws(StorageError) {
    var prepared: OpaquePointer?
    let code = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      sqlite3_prepare_v3(
        database, $0, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared,
        nil)
    }
    guard code == SQLITE_OK, let prepared else { throw connection.failure(code) }
    handle = prepared
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  fileprivate func bind(_ values: [SQLiteValue]) throws(StorageError) {
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      let code =
        switch value {
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .text(let text):
          oyna_sqlite3_bind_text(handle, index, text, sqlite3_uint64(text.utf8.count))
        case .blob(let bytes):
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0)
            : oyna_sqlite3_bind_blob(handle, index, bytes, sqlite3_uint64(bytes.count))
        case .null: sqlite3_bind_null(handle, index)
        }
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
  }

  /// Moves to the next row; false at the end.
  fileprivate func step() throws(StorageError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.failure(code)
    }
  }

  fileprivate func reset() {
    sqlite3_reset(handle)
    // Bound values are copies; a statement that is kept must not keep them too.
    sqlite3_clear_bindings(handle)
  }

  /// The integer in a column, from 0.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The text in a column, from 0; a null is the empty text.
  func text(_ column: Int32) -> String {
    guard let text = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// The integer in a column, from 0; nil for a null.
  func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  /// The text in a column, from 0; nil for a null.
  func optionalText(_ column: Int32) -> String? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
  }

  /// The bytes in a column, from 0; a null is no bytes.
  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
