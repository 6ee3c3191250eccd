import CSQLite
import Foundation

/// A copy of a database that somebody else writes to at this moment.
public enum SQLiteBackup {
  /// Writes what the file holds at this moment into a new file, in one piece (SQLite's online
  /// backup; `VACUUM INTO` of 3.40 trips over generated columns).
  ///
  /// The source is opened for reading only: such a connection takes no checkpoint, so that there is
  /// still one only that resets the write-ahead log. Throws ``StorageError/Kind/cannotOpen`` when
  /// the source is not there or the target is, and what SQLite says otherwise.
  public static func copy(from source: String, to target: String) throws(StorageError) {
    guard !FileManager.default.fileExists(atPath: target) else {
      throw StorageError(.cannotOpen, "\(target) is there already.")
    }
    let database = try open(source)
    defer { sqlite3_close_v2(database) }
    var copy: OpaquePointer?
    defer { sqlite3_close_v2(copy) }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    guard sqlite3_open_v2(target, &copy, flags, nil) == SQLITE_OK, let copy else {
      throw StorageError(.cannotOpen, "\(target) cannot be made.")
    }
    // All pages in one step are one reading transaction: what is written meanwhile stays out.
    guard let backup = sqlite3_backup_init(copy, "main", database, "main") else {
      throw failure(copy, source)
    }
    let code = sqlite3_backup_step(backup, -1)
    guard sqlite3_backup_finish(backup) == SQLITE_OK, code == SQLITE_DONE,
      // One file, without a log beside it.
      sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", nil, nil, nil) == SQLITE_OK
    else { throw failure(copy, source) }
    guard chmod(target, 0o600) == 0, synchronise(target) else {
      throw StorageError(.inputOutput, "\(target) cannot be written to the disk.")
    }
  }

  /// Whether SQLite finds a whole database in a file: every page, index and constraint.
  public static func isWhole(_ path: String) throws(StorageError) -> Bool {
    let database = try open(path)
    defer { sqlite3_close_v2(database) }
    for check in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(database, check, -1, &statement, nil) == SQLITE_OK else {
        return false
      }
      let code = sqlite3_step(statement)
      if check.hasSuffix("foreign_key_check") {
        if code != SQLITE_DONE { return false }
      } else {
        guard code == SQLITE_ROW, let text = sqlite3_column_text(statement, 0),
          String(cString: text) == "ok"
        else { return false }
      }
    }
    return true
  }

  private static func open(_ path: String) throws(StorageError) -> OpaquePointer {
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX
    guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK, let database else {
      sqlite3_close_v2(database)
      throw StorageError(.cannotOpen, "\(path) is no database that can be read.")
    }
    sqlite3_busy_timeout(database, 10_000)
    return database
  }

  private static func failure(_ database: OpaquePointer, _ source: String) -> StorageError {
    let code = sqlite3_errcode(database) & 0xFF
    let message = "\(source) cannot be copied: \(String(cString: sqlite3_errmsg(database)))."
    switch code {
    case SQLITE_FULL: return StorageError(.full, message)
    case SQLITE_BUSY, SQLITE_LOCKED: return StorageError(.busy, message)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return StorageError(.corrupt, message)
    default: return StorageError(.inputOutput, message)
    }
  }

  private static func synchronise(_ path: String) -> Bool {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { Foundation.close(descriptor) }
    return fsync(descriptor) == 0
  }
}
