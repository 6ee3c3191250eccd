import Foundation
import OynaPostgres
import OynaServer
import OynaStorage

/// Which store `oyna serve` keeps everything in.
enum ServeDatabase {
  /// A file.
  case sqlite(path: String)
  /// A database that other servers may share.
  case postgres(url: String)

  /// - Parameter text: `sqlite:FILE`, `postgres://…` or `postgresql://…`.
  init(_ text: String) throws(ServeOptions.Failure) {
    if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self = .postgres(url: text)
      return
    }
    let scheme = "sqlite:"
    guard text.hasPrefix(scheme), text.count > scheme.count else {
      throw ServeOptions.Failure(
        description: "--database is sqlite:FILE or postgres://USER@HOST/DATABASE.")
    }
    self = .sqlite(path: String(text.dropFirst(scheme.count)))
  }

  /// What the files beside the database are named after.
  var filePrefix: String {
    switch self {
    case .sqlite(let path): path
    case .postgres: "oyna"
    }
  }

  /// Opens the store and brings its schema up to date.
  ///
  /// - Parameter connections: connections to PostgreSQL; nil: the default.
  func open(connections: Int?) throws(StorageError) -> any Storage {
    switch self {
    case .sqlite(let path):
      return try SQLiteStorage(path: path, now: Server.now())
    case .postgres(let url):
      var settings = PostgresStorage.Settings(url: url)
      if let connections { settings.connections = connections }
      return try PostgresStorage(settings, now: Server.now())
    }
  }
}
