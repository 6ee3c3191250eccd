import CPostgres

/// The rows of one statement, in PostgreSQL's binary format.
final class PostgresResult {
  private let handle: OpaquePointer

  /// Takes the result over.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  /// What became of a statement.
  enum Status {
    case done
    case failed(PostgresError)
    /// An earlier statement of the pipeline failed.
    case skipped
    /// No statement: everything before it is through.
    case synchronized
  }

  /// What the result says.
  var status: Status {
    switch PQresultStatus(handle) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: .done
    case PGRES_PIPELINE_SYNC: .synchronized
    case PGRES_PIPELINE_ABORTED: .skipped
    default: .failed(error)
    }
  }

  /// The code, the constraint and the table; the server's own sentence only where no value of a
  /// row can stand in it.
  private var error: PostgresError {
    func field(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
    // A result without a code was made by libpq: the connection broke.
    let state = field(oyna_pq_sql_state(handle)) ?? PostgresError.lost
    let reason: String =
      switch (field(oyna_pq_constraint(handle)), field(oyna_pq_table(handle))) {
      case (let constraint?, let table?): "the constraint \(constraint) of \(table)"
      case (nil, let table?): "the table \(table)"
      default:
        ["08", "28", "3D", "3F", "40", "42", "53", "55", "57", "58", "XX"].contains(state.prefix(2))
          ? field(oyna_pq_primary_message(handle)) ?? "no reason was given"
          : "the statement failed"
      }
    return PostgresError(sqlState: state, reason: reason)
  }

  /// All rows, each read by `read`.
  func rows<Row>(_ read: (PostgresRow) -> Row) -> [Row] {
    (0..<PQntuples(handle)).map { read(PostgresRow(handle: handle, index: $0)) }
  }

  /// The first row; nil when there is none.
  func row<Row>(_ read: (PostgresRow) -> Row) -> Row? {
    PQntuples(handle) > 0 ? read(PostgresRow(handle: handle, index: 0)) : nil
  }

  /// How many rows an INSERT, UPDATE or DELETE changed.
  var changed: Int {
    PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// What was done, such as `COMMIT`; a COMMIT of a transaction that failed says `ROLLBACK`.
  var command: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }
}

/// One row, valid while its result is.
struct PostgresRow {
  fileprivate let handle: OpaquePointer
  fileprivate let index: Int32

  /// The integer or truth value in a column, from 0, of any width; a null is 0.
  func integer(_ column: Int32) -> Int64 {
    let bytes = bytes(at: column)
    guard let first = bytes.first else { return 0 }
    // Big-endian two's complement, or one byte for a truth value.
    let sign: Int64 = bytes.count > 1 && first & 0x80 != 0 ? -1 : 0
    return bytes.reduce(sign) { $0 << 8 | Int64($1) }
  }

  /// The integer in a column, from 0; nil for a null.
  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  /// The truth value in a column, from 0; a null is false.
  func boolean(_ column: Int32) -> Bool { integer(column) != 0 }

  /// The text in a column, from 0; a null is the empty text.
  func text(_ column: Int32) -> String { PostgresText.decode(bytes(at: column)) }

  /// The text in a column, from 0; nil for a null.
  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes in a column, from 0; a null is no bytes.
  func blob(_ column: Int32) -> [UInt8] { Array(bytes(at: column)) }

  private func isNull(_ column: Int32) -> Bool { PQgetisnull(handle, index, column) == 1 }

  private func bytes(at column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(handle, index, column), count: Int(PQgetlength(handle, index, column)))
  }
}
