/// What a person knows a queued request by, and what takes it back once it was sent: kept beside
/// the row, and longer than it, for a list that shows what went.
public struct OutboxLabel: Sendable, Hashable {
  /// The row's number.
  public let id: Int64
  /// The idempotency key.
  public let key: String
  /// The lane's name.
  public let lane: String
  /// What it is, by name.
  public let kind: String
  /// What a person reads; never a secret.
  public let title: String
  /// When it was queued, milliseconds since 1970.
  public let created: Int64
  /// The item that this one takes back; nil when none.
  public let compensates: Int64?
  /// The method of the request that takes it back; nil when nothing does.
  public let undoMethod: String?
  /// Where that goes.
  public let undoURL: String?

  /// A label with all its columns.
  public init(
    id: Int64, key: String, lane: String, kind: String, title: String, created: Int64,
    compensates: Int64?, undoMethod: String?, undoURL: String?
  ) {
    self.id = id
    self.key = key
    self.lane = lane
    self.kind = kind
    self.title = title
    self.created = created
    self.compensates = compensates
    self.undoMethod = undoMethod
    self.undoURL = undoURL
  }
}

extension OutboxSchema {
  /// Labels in a table of their own: a change of state does not touch them.
  static let labels = SQLiteMigration(
    version: 2, name: "labels of queued requests",
    sql: """
      CREATE TABLE outbox_label (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        lane TEXT NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        compensates INTEGER,
        undo_method TEXT,
        undo_url TEXT
      ) STRICT;
      """)

  static let labelInsertion: StaticString = """
    INSERT OR REPLACE INTO outbox_label (
      id, key, lane, kind, title, created_ms, compensates, undo_method, undo_url
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// Labels without a row that are older than the last so many.
  static let labelRetention: StaticString = """
    DELETE FROM outbox_label
    WHERE id <= (SELECT max(id) FROM outbox_label) - 1000 AND id NOT IN (SELECT id FROM outbox)
    """
}

extension OutboxLabel {
  init(_ row: SQLiteStatement) {
    self.init(
      id: row.integer(0), key: row.text(1), lane: row.text(2), kind: row.text(3),
      title: row.text(4), created: row.integer(5), compensates: row.optionalInteger(6),
      undoMethod: row.optionalText(7), undoURL: row.optionalText(8))
  }

  var values: [SQLiteValue] {
    [
      .integer(id), .text(key), .text(lane), .text(kind), .text(title), .integer(created),
      .integer(compensates), .text(undoMethod), .text(undoURL),
    ]
  }
}

extension OutboxFile {
  /// The last labels, in the order of queuing.
  public func labels(limit: Int) throws(StorageError) -> [OutboxLabel] {
    try reading { connection throws(StorageError) in
      try connection.rows(
        """
        SELECT * FROM (SELECT * FROM outbox_label ORDER BY id DESC LIMIT ?) ORDER BY id
        """, [.integer(Int64(limit))], OutboxLabel.init)
    }
  }

  /// Nil for a row that was queued without one.
  public func label(id: Int64) throws(StorageError) -> OutboxLabel? {
    try reading { connection throws(StorageError) in
      try connection.row(
        "SELECT * FROM outbox_label WHERE id = ?", [.integer(id)], OutboxLabel.init)
    }
  }
}
