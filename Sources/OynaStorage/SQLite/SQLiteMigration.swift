/// One numbered step of the schema. Steps are only ever added; an applied one is never edited.
struct SQLiteMigration {
  let version: Int64
  let name: StaticString
  let sql: StaticString

  /// Finds a step that was edited after it was applied.
  var checksum: String { Checksum.text(sql) }

  static let all: [SQLiteMigration] = [
    SQLiteMigration(
      version: 1, name: "submissions and idempotency keys",
      sql: """
        CREATE TABLE submission (
          id TEXT NOT NULL UNIQUE,
          tenant TEXT NOT NULL,
          screen TEXT NOT NULL,
          url TEXT NOT NULL,
          created_ms INTEGER NOT NULL,
          body TEXT NOT NULL
        ) STRICT;
        CREATE INDEX submission_by_tenant ON submission (tenant, created_ms);
        CREATE TABLE submission_secret (
          submission_id TEXT NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
          field TEXT NOT NULL,
          key_id TEXT NOT NULL,
          nonce BLOB NOT NULL CHECK (length(nonce) = 12),
          sealed BLOB NOT NULL CHECK (length(sealed) >= 16),
          PRIMARY KEY (submission_id, field)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE idempotency (
          tenant TEXT NOT NULL,
          key TEXT NOT NULL,
          fingerprint BLOB NOT NULL,
          status INTEGER NOT NULL,
          content_type TEXT NOT NULL,
          language TEXT NOT NULL,
          body BLOB NOT NULL,
          created_ms INTEGER NOT NULL,
          expires_ms INTEGER NOT NULL,
          UNIQUE (tenant, key)
        ) STRICT;
        CREATE INDEX idempotency_by_expiry ON idempotency (expires_ms);
        """),
    SQLiteMigration(
      version: 2, name: "double-entry ledger",
      sql: """
        CREATE TABLE account (
          id TEXT NOT NULL UNIQUE,
          tenant TEXT NOT NULL,
          name TEXT NOT NULL,
          currency TEXT NOT NULL,
          is_funding INTEGER NOT NULL,
          balance INTEGER NOT NULL CHECK (is_funding = 1 OR balance >= 0)
        ) STRICT;
        CREATE INDEX account_by_tenant ON account (tenant, currency);
        CREATE TABLE transfer (
          id TEXT NOT NULL UNIQUE,
          tenant TEXT NOT NULL,
          from_account TEXT NOT NULL REFERENCES account (id),
          to_account TEXT NOT NULL REFERENCES account (id) CHECK (to_account <> from_account),
          amount INTEGER NOT NULL CHECK (amount > 0),
          currency TEXT NOT NULL,
          created_ms INTEGER NOT NULL,
          reverses TEXT UNIQUE REFERENCES transfer (id)
        ) STRICT;
        CREATE INDEX transfer_by_tenant ON transfer (tenant, created_ms);
        CREATE TABLE entry (
          transfer_id TEXT NOT NULL REFERENCES transfer (id),
          account_id TEXT NOT NULL REFERENCES account (id),
          amount INTEGER NOT NULL CHECK (amount <> 0),
          PRIMARY KEY (transfer_id, account_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER transfer_is_kept BEFORE UPDATE ON transfer
          BEGIN SELECT raise(ABORT, 'a transfer is never changed'); END;
        CREATE TRIGGER transfer_stays BEFORE DELETE ON transfer
          BEGIN SELECT raise(ABORT, 'a transfer is never deleted'); END;
        CREATE TRIGGER entry_is_kept BEFORE UPDATE ON entry
          BEGIN SELECT raise(ABORT, 'an entry is never changed'); END;
        CREATE TRIGGER entry_stays BEFORE DELETE ON entry
          BEGIN SELECT raise(ABORT, 'an entry is never deleted'); END;
        """),
    SQLiteMigration(
      version: 3, name: "uploads and values that are used once",
      sql: """
        CREATE TABLE upload (
          id TEXT NOT NULL PRIMARY KEY,
          tenant TEXT NOT NULL,
          name TEXT NOT NULL,
          media_type TEXT NOT NULL,
          size INTEGER NOT NULL CHECK (size >= 0),
          created_ms INTEGER NOT NULL,
          submission_id TEXT REFERENCES submission (id) DEFERRABLE INITIALLY DEFERRED
        ) STRICT;
        CREATE INDEX upload_without_submission ON upload (created_ms) WHERE submission_id IS NULL;
        CREATE TABLE taken_value (
          tenant TEXT NOT NULL,
          register TEXT NOT NULL,
          value TEXT NOT NULL,
          submission_id TEXT NOT NULL REFERENCES submission (id) DEFERRABLE INITIALLY DEFERRED,
          PRIMARY KEY (tenant, register, value)
        ) STRICT, WITHOUT ROWID;
        """),
    payments,
    SQLiteMigration(
      version: 5, name: "messages",
      sql: """
        CREATE TABLE message (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE,
          tenant TEXT NOT NULL,
          conversation TEXT NOT NULL,
          text TEXT NOT NULL,
          created_ms INTEGER NOT NULL,
          is_deleted INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX message_by_conversation ON message (tenant, conversation, number);
        """),
    SQLiteMigration(
      version: 6, name: "orders",
      sql: """
        CREATE TABLE shop_order (
          id TEXT NOT NULL UNIQUE,
          tenant TEXT NOT NULL,
          created_ms INTEGER NOT NULL,
          status TEXT NOT NULL CHECK (status IN ('placed', 'paid', 'cancelled', 'refunded')),
          currency TEXT NOT NULL,
          promo_code TEXT,
          subtotal INTEGER NOT NULL CHECK (subtotal >= 0),
          discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND subtotal),
          total INTEGER NOT NULL GENERATED ALWAYS AS (subtotal - discount) STORED,
          recipient_name TEXT NOT NULL,
          recipient_phone TEXT NOT NULL,
          recipient_address TEXT NOT NULL
        ) STRICT;
        CREATE INDEX shop_order_by_tenant ON shop_order (tenant, created_ms);
        CREATE TABLE shop_order_line (
          order_id TEXT NOT NULL REFERENCES shop_order (id),
          place INTEGER NOT NULL,
          product TEXT NOT NULL,
          title TEXT NOT NULL,
          quantity INTEGER NOT NULL CHECK (quantity > 0),
          unit_price INTEGER NOT NULL CHECK (unit_price >= 0),
          PRIMARY KEY (order_id, place),
          UNIQUE (order_id, product)
        ) STRICT, WITHOUT ROWID;
        """),
    paymentAttempts,
    usedTokens,
    partialRefunds,
    orderedProducts,
  ]
}

extension SQLiteConnection {
  /// `Oyna` in ASCII: marks the file as ours (PRAGMA application_id).
  private static let applicationID: Int64 = 0x4f79_6e61

  /// Brings the schema to the newest of `migrations`, all in one transaction.
  ///
  /// Throws `cannotOpen` when the file belongs to another application, `newerSchema` when a newer
  /// Oyna wrote it, `changedMigration` when an applied step differs from the known one.
  func migrate(_ migrations: [SQLiteMigration], now: Int64) throws(StorageError) {
    let mark = try row("PRAGMA application_id", [], { $0.integer(0) }) ?? 0
    let tables = try row("SELECT count(*) FROM sqlite_schema", [], { $0.integer(0) }) ?? 0
    guard mark == Self.applicationID || (mark == 0 && tables == 0) else {
      throw StorageError(.cannotOpen, "The database belongs to another application.")
    }
    try execute("BEGIN IMMEDIATE")
    do {
      try applyMissing(migrations, now: now)
      try execute("COMMIT")
    } catch {
      if isInTransaction { try execute("ROLLBACK") }
      throw error
    }
  }

  private func applyMissing(
    _ migrations: [SQLiteMigration], now: Int64
  ) throws(StorageError) {
    try execute(
      """
      PRAGMA application_id = 0x4f796e61;
      CREATE TABLE IF NOT EXISTS schema_migration (
        version INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_ms INTEGER NOT NULL
      ) STRICT;
      """)
    let applied = try rows(
      "SELECT version, checksum FROM schema_migration ORDER BY version", []
    ) { (version: $0.integer(0), checksum: $0.text(1)) }
    let known = Dictionary(uniqueKeysWithValues: migrations.map { ($0.version, $0) })
    for step in applied {
      guard let migration = known[step.version] else {
        throw StorageError(
          .newerSchema,
          "The database has schema version \(step.version); this Oyna knows versions up to "
            + "\(migrations.last?.version ?? 0). Run a newer Oyna.")
      }
      guard migration.checksum == step.checksum else {
        throw StorageError(
          .changedMigration,
          "Migration \(step.version) was applied with checksum \(step.checksum), but this Oyna's "
            + "has \(migration.checksum).")
      }
    }
    for migration in migrations where !applied.contains(where: { $0.version == migration.version })
    {
      try execute(migration.sql)
      try run(
        "INSERT INTO schema_migration (version, name, checksum, applied_ms) VALUES (?, ?, ?, ?)",
        [
          .integer(migration.version), .text("\(migration.name)"), .text(migration.checksum),
          .integer(now),
        ])
    }
  }
}
