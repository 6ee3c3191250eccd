import OynaStorage

/// One numbered step of the schema. Steps are only ever added; an applied one is never edited.
struct PostgresMigration {
  let version: Int64
  let name: StaticString
  let sql: StaticString

  /// Finds a step that was edited after it was applied.
  var checksum: String { Checksum.text(sql) }

  /// Texts compare by their bytes (`COLLATE "C"`), as SQLite's do: no update of the system's
  /// languages can break an index. `number` is the order of insertion.
  static let all: [PostgresMigration] = [
    PostgresMigration(
      version: 1, name: "submissions and idempotency keys",
      sql: """
        CREATE TABLE submission (
          id text COLLATE "C" NOT NULL PRIMARY KEY,
          number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
          tenant text COLLATE "C" NOT NULL,
          screen text COLLATE "C" NOT NULL,
          url text COLLATE "C" NOT NULL,
          created_ms bigint NOT NULL,
          body text COLLATE "C" NOT NULL
        );
        CREATE INDEX submission_by_tenant ON submission (tenant, created_ms, number);
        CREATE TABLE submission_secret (
          submission_id text COLLATE "C" NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
          field text COLLATE "C" NOT NULL,
          key_id text COLLATE "C" NOT NULL,
          nonce bytea NOT NULL CHECK (length(nonce) = 12),
          sealed bytea NOT NULL CHECK (length(sealed) >= 16),
          PRIMARY KEY (submission_id, field)
        );
        CREATE TABLE idempotency (
          tenant text COLLATE "C" NOT NULL,
          key text COLLATE "C" NOT NULL,
          fingerprint bytea NOT NULL,
          status bigint NOT NULL,
          content_type text COLLATE "C" NOT NULL,
          language text COLLATE "C" NOT NULL,
          body bytea NOT NULL,
          created_ms bigint NOT NULL,
          expires_ms bigint NOT NULL,
          PRIMARY KEY (tenant, key)
        );
        CREATE INDEX idempotency_by_expiry ON idempotency (expires_ms);
        """),
    PostgresMigration(
      version: 2, name: "double-entry ledger",
      sql: """
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $body$
          BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation'; END $body$;
        CREATE TABLE account (
          id text COLLATE "C" NOT NULL PRIMARY KEY,
          number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
          tenant text COLLATE "C" NOT NULL,
          name text COLLATE "C" NOT NULL,
          currency text COLLATE "C" NOT NULL,
          is_funding boolean NOT NULL,
          balance bigint NOT NULL CHECK (is_funding OR balance >= 0)
        );
        CREATE INDEX account_by_tenant ON account (tenant, currency);
        CREATE TABLE transfer (
          id text COLLATE "C" NOT NULL PRIMARY KEY,
          number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
          tenant text COLLATE "C" NOT NULL,
          from_account text COLLATE "C" NOT NULL REFERENCES account (id),
          to_account text COLLATE "C" NOT NULL REFERENCES account (id),
          amount bigint NOT NULL CHECK (amount > 0),
          currency text COLLATE "C" NOT NULL,
          created_ms bigint NOT NULL,
          reverses text COLLATE "C" UNIQUE REFERENCES transfer (id),
          CHECK (to_account <> from_account)
        );
        CREATE INDEX transfer_by_tenant ON transfer (tenant, created_ms, number);
        CREATE TABLE entry (
          transfer_id text COLLATE "C" NOT NULL REFERENCES transfer (id),
          account_id text COLLATE "C" NOT NULL REFERENCES account (id),
          amount bigint NOT NULL CHECK (amount <> 0),
          PRIMARY KEY (transfer_id, account_id)
        );
        CREATE TRIGGER transfer_is_kept BEFORE UPDATE OR DELETE ON transfer FOR EACH ROW
          EXECUTE FUNCTION refuse_change('a transfer is never changed');
        CREATE TRIGGER entry_is_kept BEFORE UPDATE OR DELETE ON entry FOR EACH ROW
          EXECUTE FUNCTION refuse_change('an entry is never changed');
        """),
    PostgresMigration(
      version: 3, name: "uploads and values that are used once",
      sql: """
        CREATE TABLE upload (
          id text COLLATE "C" NOT NULL PRIMARY KEY,
          tenant text COLLATE "C" NOT NULL,
          name text COLLATE "C" NOT NULL,
          media_type text COLLATE "C" NOT NULL,
          size bigint NOT NULL CHECK (size >= 0),
          created_ms bigint NOT NULL,
          submission_id text COLLATE "C"
            REFERENCES submission (id) DEFERRABLE INITIALLY DEFERRED
        );
        CREATE INDEX upload_without_submission ON upload (created_ms)
          WHERE submission_id IS NULL;
        CREATE TABLE taken_value (
          tenant text COLLATE "C" NOT NULL,
          register text COLLATE "C" NOT NULL,
          value text COLLATE "C" NOT NULL,
          submission_id text COLLATE "C" NOT NULL
            REFERENCES submission (id) DEFERRABLE INITIALLY DEFERRED,
          PRIMARY KEY (tenant, register, value)
        );
        """),
    payments,
    PostgresMigration(
      version: 5, name: "messages",
      sql: """
        CREATE TABLE message (
          number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
          id text COLLATE "C" NOT NULL PRIMARY KEY,
          tenant text COLLATE "C" NOT NULL,
          conversation text COLLATE "C" NOT NULL,
          text text COLLATE "C" NOT NULL,
          created_ms bigint NOT NULL,
          is_deleted boolean NOT NULL DEFAULT false
        );
        CREATE INDEX message_by_conversation ON message (tenant, conversation, number);
        """),
    PostgresMigration(
      version: 6, name: "orders",
      sql: """
        CREATE TABLE shop_order (
          id text COLLATE "C" NOT NULL PRIMARY KEY,
          number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
          tenant text COLLATE "C" NOT NULL,
          created_ms bigint NOT NULL,
          status text COLLATE "C" NOT NULL
            CHECK (status IN ('placed', 'paid', 'cancelled', 'refunded')),
          currency text COLLATE "C" NOT NULL,
          promo_code text COLLATE "C",
          subtotal bigint NOT NULL CHECK (subtotal >= 0),
          discount bigint NOT NULL CHECK (discount BETWEEN 0 AND subtotal),
          total bigint NOT NULL GENERATED ALWAYS AS (subtotal - discount) STORED,
          recipient_name text COLLATE "C" NOT NULL,
          recipient_phone text COLLATE "C" NOT NULL,
          recipient_address text COLLATE "C" NOT NULL
        );
        CREATE INDEX shop_order_by_tenant ON shop_order (tenant, created_ms, number);
        CREATE TABLE shop_order_line (
          order_id text COLLATE "C" NOT NULL REFERENCES shop_order (id),
          place bigint NOT NULL,
          product text COLLATE "C" NOT NULL,
          title text COLLATE "C" NOT NULL,
          quantity bigint NOT NULL CHECK (quantity > 0),
          unit_price bigint NOT NULL CHECK (unit_price >= 0),
          PRIMARY KEY (order_id, place),
          UNIQUE (order_id, product)
        );
        """),
    paymentAttempts,
    usedTokens,
    partialRefunds,
    orderedProducts,
  ]
}

extension PostgresConnection {
  /// Brings the schema to the newest of `migrations`, all in one transaction.
  ///
  /// Servers that start at once wait for the first one, and find its work done. Throws
  /// `cannotOpen` when the schema belongs to another application, `newerSchema` when a newer Oyna
  /// made it, `changedMigration` when an applied step differs from the known one.
  func migrate(_ migrations: [PostgresMigration], now: Int64) throws(StorageError) {
    let transaction = PostgresTransaction(self)
    do throws(StorageError) {
      try transaction.begin()
      // Another server's migration may take longer than a request waits for a lock.
      try transaction.send("SET LOCAL lock_timeout = 0")
      try transaction.send("SET LOCAL statement_timeout = 0")
      try transaction.lock(.migration)
      try applyMissing(migrations, transaction, now: now)
      try transaction.commit()
    } catch {
      rollBack()
      throw error
    }
  }

  private func applyMissing(
    _ migrations: [PostgresMigration], _ transaction: PostgresTransaction, now: Int64
  ) throws(StorageError) {
    let tables = try transaction.rows(
      "SELECT relname::text FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'",
      [.text(quotedSchema)], { $0.text(0) })
    guard tables.isEmpty || tables.contains("schema_migration") else {
      throw StorageError(
        .cannotOpen, "The schema \(schema) of the database belongs to another application.")
    }
    try transaction.send(
      """
      CREATE TABLE IF NOT EXISTS schema_migration (
        version bigint NOT NULL PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_ms bigint NOT NULL
      )
      """)
    let applied = try transaction.rows(
      "SELECT version, checksum FROM schema_migration ORDER BY version"
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
      do throws(PostgresError) {
        try execute(migration.sql)
      } catch {
        throw error.storageError
      }
      try transaction.send(
        """
        INSERT INTO schema_migration (version, name, checksum, applied_ms) VALUES ($1, $2, $3, $4)
        """,
        [
          .integer(migration.version), .text("\(migration.name)"), .text(migration.checksum),
          .integer(now),
        ])
    }
  }
}
