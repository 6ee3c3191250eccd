/// The tables of an outbox file.
///
/// `outbox_outcome` keeps how rows ended and, by its last row, the greatest id ever used, so no
/// counter has to be written with each insertion. The body comes last but one: a change of state
/// does not touch its pages. A row with an outcome has left, whether it is deleted already or not.
enum OutboxSchema {
  static let migrations: [SQLiteMigration] = [
    SQLiteMigration(
      version: 1, name: "outbox",
      sql: """
        CREATE TABLE outbox (
          id INTEGER PRIMARY KEY,
          key TEXT NOT NULL UNIQUE,
          lane TEXT NOT NULL,
          kind TEXT NOT NULL,
          schema_version INTEGER NOT NULL,
          method TEXT NOT NULL,
          url TEXT NOT NULL,
          dedupe_key TEXT,
          created_ms INTEGER NOT NULL,
          expires_ms INTEGER NOT NULL,
          depends_on INTEGER,
          compensates INTEGER,
          look_up_url TEXT,
          trace_id TEXT,
          state TEXT NOT NULL,
          reason TEXT NOT NULL,
          number INTEGER NOT NULL,
          epoch INTEGER NOT NULL,
          deadline_ms INTEGER NOT NULL,
          duration_ms INTEGER NOT NULL,
          attempts INTEGER NOT NULL,
          failures INTEGER NOT NULL,
          first_reached_ms INTEGER,
          replayed_fingerprint INTEGER,
          replayed_count INTEGER NOT NULL,
          content_type TEXT NOT NULL,
          body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX outbox_by_lane ON outbox (lane, id) WHERE state <> 'dead';
        CREATE INDEX outbox_dead ON outbox (lane, id) WHERE state = 'dead';
        CREATE INDEX outbox_by_dependency ON outbox (depends_on) WHERE depends_on IS NOT NULL;
        CREATE UNIQUE INDEX outbox_by_dedupe_key ON outbox (dedupe_key)
          WHERE dedupe_key IS NOT NULL AND state <> 'dead';
        CREATE TABLE outbox_outcome (
          id INTEGER PRIMARY KEY,
          key TEXT NOT NULL,
          name TEXT NOT NULL,
          status INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE outbox_run (epoch INTEGER PRIMARY KEY) STRICT;
        """),
    labels,
    // A change of `state` touches no index: it is most of what happens to a row.
    SQLiteMigration(
      version: 3, name: "indexes by a column that changes once",
      sql: """
        ALTER TABLE outbox ADD COLUMN is_dead INTEGER NOT NULL DEFAULT 0;
        UPDATE outbox SET is_dead = 1 WHERE state = 'dead';
        DROP INDEX outbox_by_lane;
        DROP INDEX outbox_dead;
        DROP INDEX outbox_by_dedupe_key;
        CREATE INDEX outbox_by_lane ON outbox (lane, id) WHERE is_dead = 0;
        CREATE INDEX outbox_dead ON outbox (lane, id) WHERE is_dead = 1;
        CREATE UNIQUE INDEX outbox_by_dedupe_key ON outbox (dedupe_key)
          WHERE dedupe_key IS NOT NULL AND is_dead = 0;
        """),
  ]

  /// Every column of a record, in the order in which it is bound and read.
  static let insertion: StaticString = """
    INSERT INTO outbox (
      id, key, lane, kind, schema_version, method, url, dedupe_key, created_ms, expires_ms,
      depends_on, compensates, look_up_url, trace_id, state, reason, number, epoch, deadline_ms,
      duration_ms, attempts, failures, first_reached_ms, replayed_fingerprint, replayed_count,
      content_type, body
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
}

extension OutboxRecord {
  /// Reads the columns of ``OutboxSchema/insertion`` but the last two.
  init(_ row: SQLiteStatement) {
    self.init(
      id: row.integer(0), key: row.text(1), lane: row.text(2), kind: row.text(3),
      schemaVersion: row.integer(4), method: row.text(5), url: row.text(6),
      dedupeKey: row.optionalText(7), created: row.integer(8), expires: row.integer(9),
      dependsOn: row.optionalInteger(10), compensates: row.optionalInteger(11),
      lookUpURL: row.optionalText(12), traceID: row.optionalText(13),
      state: State(
        row.text(14), reason: row.text(15), number: row.integer(16), epoch: row.integer(17),
        deadline: row.integer(18), duration: row.integer(19)),
      attempts: row.integer(20), failures: row.integer(21),
      firstReached: row.optionalInteger(22), replayedFingerprint: row.optionalInteger(23),
      replayedCount: row.integer(24))
  }

  func values(with body: OutboxBody) -> [SQLiteValue] {
    [
      .integer(id), .text(key), .text(lane), .text(kind), .integer(schemaVersion), .text(method),
      .text(url), .text(dedupeKey), .integer(created), .integer(expires), .integer(dependsOn),
      .integer(compensates), .text(lookUpURL), .text(traceID), .text(state.name),
      .text(state.reason), .integer(state.number), .integer(state.epoch),
      .integer(state.deadline), .integer(state.duration), .integer(attempts), .integer(failures),
      .integer(firstReached), .integer(replayedFingerprint), .integer(replayedCount),
      .text(body.contentType), .blob(body.bytes),
    ]
  }
}

extension SQLiteValue {
  static func text(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
  static func integer(_ number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }
}
