import OynaStorage

/// Why PostgreSQL did not do what it was asked to, by the code that the SQL standard and PostgreSQL
/// give it (Appendix A of its manual).
struct PostgresError: Error, Sendable, Hashable {
  /// Five characters; the class is the first two. ``lost`` when the connection itself failed.
  let sqlState: String
  /// For the operator; holds no stored value. PostgreSQL puts values into details, and into the
  /// messages of class 22, neither of which is ever copied.
  let reason: String

  /// Not of PostgreSQL: the connection broke, so whatever was not confirmed may or may not be.
  static let lost = "08006"

  /// The server or the way to it is gone: the connection has to be replaced. Class 08 (connection),
  /// 57P01 to 57P03 (shutdown, crash, still starting), 57P05 and 25P03 (idle too long), 53300 (too
  /// many connections).
  var isOfConnection: Bool {
    sqlState.hasPrefix("08")
      || ["57P01", "57P02", "57P03", "57P05", "25P03", "53300"].contains(sqlState)
  }

  /// The same transaction, run again, may well succeed: it lost against another one.
  /// 40001 serialization failure, 40P01 deadlock, 55P03 lock not available.
  var isOfConcurrency: Bool { ["40001", "40P01", "55P03"].contains(sqlState) }

  /// A unique constraint. Where two transactions add the same row at once, the slower one meets it
  /// though it had looked: run again, it sees the row.
  var isOfUniqueness: Bool { sqlState == "23505" }

  /// In words of the storage contract.
  var storageError: StorageError {
    let kind: StorageError.Kind =
      switch sqlState.prefix(2) {
      case "08": .unavailable
      case "23": .constraint
      case "28", "3D", "3F": .cannotOpen
      case "40": .busy
      case "53": sqlState == "53100" ? .full : .unavailable
      case "55": sqlState == "55P03" ? .busy : .statement
      case "57": sqlState == "57014" ? .busy : .unavailable
      case "58": .inputOutput
      case "XX": .corrupt
      // A read-only server, such as a standby: another one may be reached in its place.
      case "25": sqlState == "25006" ? .unavailable : .statement
      default: .statement
      }
    return StorageError(kind, "PostgreSQL: \(reason) (SQLSTATE \(sqlState)).")
  }
}
