import Foundation
import OynaStorage

/// `oyna backup` and `oyna restore`: the database, the uploaded files and the keys of a server on
/// SQLite, as one folder.
///
/// A backup is taken while the server runs. The database comes first: every file that a row names
/// was there before the row, and one that a row names is never removed, so the files that are
/// copied afterwards are all that the rows of the copy need.
enum BackupCommand {
  static let usage =
    "backup --to FOLDER [--database sqlite:FILE] [--uploads DIR] [--key-file FILE] [--without-keys]"
  static let restoreUsage =
    "restore FOLDER [--database sqlite:FILE] [--uploads DIR] [--key-file FILE]"

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  @Sendable static func backUp(_ arguments: [String]) -> Int32 {
    run(arguments, usage) { places, folder, withKeys in
      try backUp(places, folder, withKeys: withKeys)
    }
  }

  @Sendable static func restore(_ arguments: [String]) -> Int32 {
    run(arguments, restoreUsage) { places, folder, _ in try restore(places, folder) }
  }

  private static func run(
    _ arguments: [String], _ usage: String,
    _ work: (Places, String, Bool) throws -> Void
  ) -> Int32 {
    do {
      var folder: String?
      var withKeys = true
      var rest: [String] = []
      var all = arguments[...]
      while let argument = all.popFirst() {
        switch argument {
        case "--without-keys": withKeys = false
        case "--to": folder = all.popFirst()
        case _ where argument.hasPrefix("--"):
          rest.append(argument)
          if let value = all.popFirst() { rest.append(value) }
        default: folder = argument
        }
      }
      guard var folder, !folder.isEmpty else {
        throw ServeOptions.Failure(description: "Which folder?")
      }
      // As a shell completes it: what stands beside `x/` must not stand in it.
      while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      try work(try Places(rest), folder, withKeys)
      return 0
    } catch let error as ServeOptions.Failure {
      StandardError.write("oyna: \(error.description)\nusage: oyna \(usage)\n")
      return 2
    } catch let error as CocoaError {
      // In a sentence: its own description is for programmers.
      let path = error.filePath ?? error.userInfo["NSSourceFilePathErrorKey"] as? String ?? ""
      let reason = (error.underlying as? POSIXError)?.localizedDescription
      StandardError.write("oyna: \(path): \(reason ?? error.localizedDescription)\n")
      return 1
    } catch {
      StandardError.write("oyna: \(error)\n")
      return 1
    }
  }

  /// Where a server keeps what, by the same settings as `oyna serve`.
  struct Places {
    let database: String
    let uploads: String
    let keys: String

    init(_ arguments: [String]) throws(ServeOptions.Failure) {
      let configuration = try ServeConfiguration(
        arguments, environment: ProcessInfo.processInfo.environment)
      let url = configuration["database"]?.first ?? "sqlite:oyna.sqlite"
      guard url.hasPrefix("sqlite:"), url.count > "sqlite:".count else {
        throw ServeOptions.Failure(
          description: "A backup is one of SQLite; for PostgreSQL see Docs/Operations.md.")
      }
      database = String(url.dropFirst("sqlite:".count))
      uploads = configuration["uploads"]?.first ?? database + ".uploads"
      keys = configuration["key-file"]?.first ?? database + ".key"
    }
  }

  // MARK: - There

  private static func backUp(_ places: Places, _ folder: String, withKeys: Bool) throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: folder) else {
      throw Failure(description: "\(folder) is there already.")
    }
    // Beside its last name until it is whole, so that half a backup is never taken for one; under a
    // name of its own, for another backup may be under way to the same place.
    let part = "\(folder).part-\(getpid())"
    defer { try? files.removeItem(atPath: part) }
    try files.createDirectory(
      atPath: part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try SQLiteBackup.copy(from: places.database, to: part + "/database.sqlite")
    guard try SQLiteBackup.isWhole(part + "/database.sqlite") else {
      throw Failure(description: "The copy of \(places.database) is damaged, so it may be too.")
    }
    let count = try copyFiles(from: places.uploads, to: part + "/uploads")
    var keys = "no keys"
    if withKeys, files.fileExists(atPath: places.keys) {
      try files.copyItem(atPath: places.keys, toPath: part + "/keys")
      keys = "its keys"
    }
    try files.moveItem(atPath: part, toPath: folder)
    StandardOutput.write("\(folder): the database, \(count) files, \(keys)\n")
    if keys == "no keys" {
      StandardError.write("Without its keys nobody reads the encrypted fields: keep them too.\n")
    }
  }

  /// One that vanished meanwhile was named by no row.
  private static func copyFiles(from source: String, to target: String) throws -> Int {
    let files = FileManager.default
    try files.createDirectory(
      atPath: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var count = 0
    for name in (try? files.contentsOfDirectory(atPath: source)) ?? [] {
      do {
        try files.copyItem(atPath: source + "/" + name, toPath: target + "/" + name)
        count += 1
      } catch {
        if files.fileExists(atPath: source + "/" + name) { throw error }
        try? files.removeItem(atPath: target + "/" + name)
      }
    }
    return count
  }

  // MARK: - And back

  private static func restore(_ places: Places, _ folder: String) throws {
    let files = FileManager.default
    let copy = folder + "/database.sqlite"
    guard files.fileExists(atPath: copy) else {
      throw Failure(description: "\(folder) holds no backup.")
    }
    guard try SQLiteBackup.isWhole(copy) else {
      throw Failure(description: "The database in \(folder) is damaged.")
    }
    let hasKeys = files.fileExists(atPath: folder + "/keys")
    let targets =
      [places.database, places.database + "-wal", places.uploads] + (hasKeys ? [places.keys] : [])
    for path in targets where files.fileExists(atPath: path) {
      throw Failure(
        description: "\(path) is there already. A restore overwrites nothing: move it away.")
    }
    let count = try place(folder, places, hasKeys: hasKeys)
    StandardOutput.write(
      "\(places.database): restored, \(count) files, \(hasKeys ? "its keys" : "no keys")\n")
  }

  /// Everything beside its last name first: a disk that fills half-way leaves nothing that a server
  /// would start with. The database gets its name last.
  private static func place(
    _ folder: String, _ places: Places, hasKeys: Bool
  ) throws -> Int {
    let files = FileManager.default
    let suffix = ".part-\(getpid())"
    let names = [places.uploads, places.database] + (hasKeys ? [places.keys] : [])
    defer { for name in names { try? files.removeItem(atPath: name + suffix) } }
    try SQLiteBackup.copy(from: folder + "/database.sqlite", to: places.database + suffix)
    let count = try copyFiles(from: folder + "/uploads", to: places.uploads + suffix)
    if hasKeys { try files.copyItem(atPath: folder + "/keys", toPath: places.keys + suffix) }
    for name in names.filter({ $0 != places.database }) + [places.database] {
      try files.moveItem(atPath: name + suffix, toPath: name)
    }
    return count
  }
}
