import Foundation

/// Queued requests in one SQLite file: WAL, `synchronous=FULL`, one connection that holds the file
/// exclusively.
///
/// On Apple's systems the file is excluded from backups, and on devices it is readable from the
/// first unlock after a start, so a background task can send while the screen is locked. Do not put
/// it into an app group's container: iOS ends an app that is suspended while it locks a file there.
///
/// A call of `commit` returns once its changes are durable. Calls that meet share one transaction
/// and one fsync; they are committed in the order in which `submit` took them. The file is opened
/// by one process at a time; a second one gets `busy`.
///
/// SQLite from 3.7.0 to 3.51.2 can lose a WAL reset to a race between two connections; one
/// connection that never shares its file has none.
public final class OutboxFile: Sendable {
  /// Where the file is.
  public let path: String
  /// Where a damaged file was set aside when this one was opened; nil when it was sound.
  public let damagedPath: String?
  /// The number of this run: one more than that of the run before.
  public let epoch: Int64
  private let commits: OutboxGroupCommit

  /// Opens or creates the file, readable by its owner only.
  ///
  /// A damaged file is renamed to `PATH.damaged-NOW`, with its log, and a new one begun; whoever
  /// opens it reports `damagedPath`.
  ///
  /// - Parameter now: wall clock, milliseconds.
  public init(path: String, now: Int64) throws(StorageError) {
    self.path = path
    let opened: OpenedOutbox
    do throws(StorageError) {
      opened = try OpenedOutbox(path: path, now: now)
      damagedPath = nil
    } catch  where error.kind == .corrupt {
      damagedPath = try Self.setAside(path, now: now)
      opened = try OpenedOutbox(path: path, now: now)
    }
    epoch = opened.epoch
    commits = OutboxGroupCommit(opened.connection)
  }

  deinit { commits.close() }

  // MARK: Changes

  /// Makes the changes durable, all or none. Throws `constraint` for a key that is there already,
  /// `full` without space; both leave the file usable. After `inputOutput` or `corrupt` it is
  /// closed and has to be opened anew.
  public func commit(_ changes: [OutboxFileChange]) throws(StorageError) {
    guard !changes.isEmpty else { return }
    try commits.wait(for: commits.submit(changes))
  }

  /// Puts changes into the line of commits and returns at once; they are durable after `wait`.
  public func submit(_ changes: [OutboxFileChange]) -> OutboxCommit { commits.submit(changes) }

  /// Waits until what was submitted is durable; throws as `commit` does.
  public func wait(for commit: OutboxCommit) throws(StorageError) { try commits.wait(for: commit) }

  /// Empties the write-ahead log, in which deleted bodies would stay.
  public func emptyLog() throws(StorageError) {
    try commits.readSettled { connection throws(StorageError) in
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Waits for what was submitted and closes the file; what is submitted later is refused.
  public func close() { commits.close() }

  /// How many transactions were committed, each with one fsync of the log.
  package var commitCount: Int { commits.commitCount }

  // MARK: Reading

  /// The first `windowSize` rows of each lane and what is behind them.
  ///
  /// - Complexity: O(lanes) in memory; one walk over the index.
  public func snapshot(windowSize: Int) throws(StorageError) -> OutboxFileSnapshot {
    try commits.readSettled { connection throws(StorageError) in
      var lanes: [String: OutboxFileSnapshot.Lane] = [:]
      let live = try connection.rows(
        "SELECT lane, count(*) FROM outbox WHERE is_dead = 0 GROUP BY lane"
      ) { (name: $0.text(0), count: Int($0.integer(1))) }
      for (name, count) in live {
        let first = try connection.rows(
          """
          SELECT * FROM outbox WHERE lane = ? AND is_dead = 0 ORDER BY id LIMIT ?
          """, [.text(name), .integer(Int64(windowSize))], OutboxRecord.init)
        lanes[name] = OutboxFileSnapshot.Lane(name: name, first: first, count: count, deadCount: 0)
      }
      let dead = try connection.rows(
        "SELECT lane, count(*) FROM outbox WHERE is_dead = 1 GROUP BY lane"
      ) { (name: $0.text(0), count: Int($0.integer(1))) }
      for (name, count) in dead {
        lanes[name, default: .init(name: name, first: [], count: 0, deadCount: 0)].deadCount = count
      }
      let lastID = try connection.row(
        """
        SELECT max(ifnull((SELECT max(id) FROM outbox), 0),
          ifnull((SELECT max(id) FROM outbox_outcome), 0))
        """, [], { $0.integer(0) })
      return OutboxFileSnapshot(
        epoch: epoch, lastID: lastID ?? 0, lanes: lanes.values.sorted { $0.name < $1.name })
    }
  }

  /// The live rows of a lane behind `after`, in order.
  public func rows(
    lane: String, after: Int64, limit: Int
  ) throws(StorageError) -> [OutboxRecord] {
    try commits.read { connection throws(StorageError) in
      try connection.rows(
        """
        SELECT * FROM outbox WHERE lane = ? AND is_dead = 0 AND id > ?
          AND NOT EXISTS (SELECT 1 FROM outbox_outcome WHERE outbox_outcome.id = outbox.id)
        ORDER BY id LIMIT ?
        """, [.text(lane), .integer(after), .integer(Int64(limit))], OutboxRecord.init)
    }
  }

  /// Every row behind `after`, dead ones too, in order.
  public func rows(after: Int64, limit: Int) throws(StorageError) -> [OutboxRecord] {
    try commits.readSettled { connection throws(StorageError) in
      try connection.rows(
        "SELECT * FROM outbox WHERE id > ? ORDER BY id LIMIT ?",
        [.integer(after), .integer(Int64(limit))], OutboxRecord.init)
    }
  }

  /// Nil when it has left the file, or never was there.
  public func row(id: Int64) throws(StorageError) -> OutboxRecord? {
    try commits.read { connection throws(StorageError) in
      try connection.row(
        """
        SELECT * FROM outbox WHERE id = ?1
          AND NOT EXISTS (SELECT 1 FROM outbox_outcome WHERE id = ?1)
        """, [.integer(id)], OutboxRecord.init)
    }
  }

  /// The bytes to send of a live row; nil when there is none.
  public func body(id: Int64) throws(StorageError) -> OutboxBody? {
    try commits.read { connection throws(StorageError) in
      try connection.row(
        "SELECT content_type, body FROM outbox WHERE id = ?", [.integer(id)]
      ) { OutboxBody(bytes: $0.blob(1), contentType: $0.text(0)) }
    }
  }

  /// Every live row that waits for this one, directly or through others, in order.
  public func dependants(of id: Int64) throws(StorageError) -> [OutboxRecord] {
    try commits.readSettled { connection throws(StorageError) in
      try connection.rows(
        """
        WITH RECURSIVE waiting (id) AS (
          SELECT id FROM outbox WHERE depends_on = ?1 AND is_dead = 0
          UNION
          SELECT outbox.id FROM outbox JOIN waiting ON outbox.depends_on = waiting.id
          WHERE outbox.is_dead = 0
        )
        SELECT * FROM outbox WHERE id IN (SELECT id FROM waiting) ORDER BY id
        """, [.integer(id)], OutboxRecord.init)
    }
  }

  /// How a request ended; nil while it is in the file and for one that never was.
  public func outcome(of id: Int64) throws(StorageError) -> OutboxOutcomeRecord? {
    try commits.read { connection throws(StorageError) in
      try connection.row(
        "SELECT id, key, name, status FROM outbox_outcome WHERE id = ?", [.integer(id)]
      ) {
        OutboxOutcomeRecord(
          id: $0.integer(0), key: $0.text(1), name: $0.text(2), status: $0.integer(3))
      }
    }
  }

  /// How many rows there are, dead ones included.
  public func count() throws(StorageError) -> Int {
    try commits.readSettled { connection throws(StorageError) in
      Int(try connection.row("SELECT count(*) FROM outbox", [], { $0.integer(0) }) ?? 0)
    }
  }

  /// Runs `body` alone on the connection.
  func reading<Output>(
    _ body: (SQLiteConnection) throws(StorageError) -> Output
  ) throws(StorageError) -> Output { try commits.read(body) }

  // MARK: Damage

  /// Moves the file and its log out of the way; nothing is deleted.
  private static func setAside(_ path: String, now: Int64) throws(StorageError) -> String {
    let damaged = "\(path).damaged-\(now)"
    for suffix in ["", "-wal", "-shm", "-journal"] {
      guard rename(path + suffix, damaged + suffix) != 0, errno != ENOENT else { continue }
      throw StorageError(
        .cannotOpen,
        "The damaged queue \(path) cannot be set aside: \(String(cString: strerror(errno))).")
    }
    return damaged
  }
}

/// A sound connection with the schema in place and this run's number taken.
private struct OpenedOutbox {
  let connection: SQLiteConnection
  let epoch: Int64

  init(path: String, now: Int64) throws(StorageError) {
    // SQLite would create the file with the process's umask; the rows are nobody else's business.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StorageError(
        .cannotOpen, "The queue \(path) cannot be opened: \(String(cString: strerror(errno))).")
    }
    _ = Foundation.close(descriptor)
    connection = try SQLiteConnection(path: path)
    do throws(StorageError) {
      // Exclusive before the first access: the index of the log is then in memory, and no other
      // process can get in between.
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      let finding = try connection.row("PRAGMA quick_check(1)", [], { $0.text(0) })
      guard finding == "ok" else {
        throw StorageError(.corrupt, "The queue \(path) is damaged: \(finding ?? "unreadable").")
      }
      try Self.configure(connection, path)
      try connection.migrate(OutboxSchema.migrations, now: now)
      epoch = try Self.beginRun(connection)
      #if canImport(Darwin)
        try Self.keepToDevice(path)
      #endif
    } catch {
      // What is set aside is left exactly as it was found.
      if error.kind == .corrupt || error.kind == .inputOutput { connection.keepLogOnClose() }
      throw error
    }
  }

  private static func configure(
    _ connection: SQLiteConnection, _ path: String
  ) throws(StorageError) {
    // Every row of it: the header is written when the statement ends.
    let mode = try connection.rows("PRAGMA journal_mode = WAL", [], { $0.text(0) }).first
    guard mode == "wal" else {
      throw StorageError(.cannotOpen, "The queue \(path) cannot use a write-ahead log.")
    }
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA fullfsync = ON;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      """)
  }

  #if canImport(Darwin)
    /// Covers the log too, which is there after the first write.
    private static func keepToDevice(_ path: String) throws(StorageError) {
      do {
        for file in [path, path + "-wal"] where FileManager.default.fileExists(atPath: file) {
          var values = URLResourceValues()
          values.isExcludedFromBackup = true
          var url = URL(fileURLWithPath: file)
          try url.setResourceValues(values)
          #if !os(macOS)
            try FileManager.default.setAttributes(
              [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
              ofItemAtPath: file)
          #endif
        }
      } catch {
        throw StorageError(
          .cannotOpen, "The queue \(path) cannot be kept out of backups: \(error).")
      }
    }
  #endif

  /// Takes the next number of a run and forgets outcomes that nobody asks for any more.
  private static func beginRun(_ connection: SQLiteConnection) throws(StorageError) -> Int64 {
    let last = try connection.row("SELECT max(epoch) FROM outbox_run", [], { $0.integer(0) }) ?? 0
    try connection.execute("BEGIN IMMEDIATE")
    do throws(StorageError) {
      try connection.run("DELETE FROM outbox_run")
      try connection.run("INSERT INTO outbox_run (epoch) VALUES (?)", [.integer(last + 1)])
      // What the run before had settled and not yet deleted.
      try connection.run("DELETE FROM outbox WHERE id IN (SELECT id FROM outbox_outcome)")
      try connection.run(
        """
        DELETE FROM outbox_outcome
        WHERE id <= (SELECT max(id) FROM outbox_outcome) - 10000
        """)
      try connection.run(OutboxSchema.labelRetention)
      try connection.execute("COMMIT")
    } catch {
      if connection.isInTransaction { try connection.execute("ROLLBACK") }
      throw error
    }
    return last + 1
  }
}
