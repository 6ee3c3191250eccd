extension SQLiteMigration {
  /// Orders as payments see them, and the payments.
  static let payments = SQLiteMigration(
    version: 4, name: "payable orders and payments",
    sql: """
      CREATE TABLE payable_order (
        id TEXT NOT NULL PRIMARY KEY,
        amount INTEGER NOT NULL CHECK (amount > 0),
        currency TEXT NOT NULL,
        state TEXT NOT NULL
          CHECK (state IN ('available', 'waiting', 'paid', 'cancelled', 'delivered')),
        holder INTEGER REFERENCES payment (number),
        created_ms INTEGER NOT NULL,
        CHECK (state <> 'available' OR holder IS NULL),
        CHECK (state NOT IN ('waiting', 'paid', 'delivered') OR holder IS NOT NULL)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE payment (
        number INTEGER PRIMARY KEY,
        provider TEXT NOT NULL,
        provider_id TEXT NOT NULL,
        order_id TEXT NOT NULL REFERENCES payable_order (id),
        amount INTEGER NOT NULL CHECK (amount > 0),
        provider_ms INTEGER NOT NULL,
        created_ms INTEGER NOT NULL,
        state INTEGER NOT NULL CHECK (state IN (1, 2, -1, -2)),
        performed_ms INTEGER,
        cancelled_ms INTEGER,
        reason INTEGER,
        UNIQUE (provider, provider_id),
        CHECK ((performed_ms IS NOT NULL) = (state IN (2, -2))),
        CHECK ((cancelled_ms IS NOT NULL) = (state < 0)),
        CHECK ((reason IS NOT NULL) = (state < 0))
      ) STRICT;
      CREATE INDEX payment_by_order ON payment (order_id);
      CREATE INDEX payment_by_time ON payment (provider, provider_ms, provider_id);
      CREATE TABLE payment_movement (
        payment INTEGER NOT NULL REFERENCES payment (number),
        is_refund INTEGER NOT NULL CHECK (is_refund IN (0, 1)),
        order_id TEXT NOT NULL REFERENCES payable_order (id),
        amount INTEGER NOT NULL CHECK ((amount < 0) = is_refund AND amount <> 0),
        created_ms INTEGER NOT NULL,
        PRIMARY KEY (payment, is_refund)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX payment_movement_by_order ON payment_movement (order_id);
      CREATE TABLE payment_receipt (
        payment INTEGER NOT NULL REFERENCES payment (number),
        is_cancellation INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (payment, is_cancellation)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE payment_note (
        payment INTEGER NOT NULL REFERENCES payment (number),
        created_ms INTEGER NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (payment, body)
      ) STRICT;
      CREATE TRIGGER payment_moves_forward BEFORE UPDATE ON payment
        WHEN NOT ((OLD.state = 1 AND NEW.state IN (2, -1)) OR (OLD.state = 2 AND NEW.state = -2))
        BEGIN SELECT raise(ABORT, 'a payment never goes back'); END;
      CREATE TRIGGER payment_stays BEFORE DELETE ON payment
        BEGIN SELECT raise(ABORT, 'a payment is never deleted'); END;
      CREATE TRIGGER payment_movement_is_kept BEFORE UPDATE ON payment_movement
        BEGIN SELECT raise(ABORT, 'a movement is never changed'); END;
      CREATE TRIGGER payment_movement_stays BEFORE DELETE ON payment_movement
        BEGIN SELECT raise(ABORT, 'a movement is never deleted'); END;
      """)

  /// Attempts of the checkout, so that a restart forgets none that may have moved money.
  static let paymentAttempts = SQLiteMigration(
    version: 7, name: "attempts to pay",
    sql: """
      CREATE TABLE payment_attempt (
        key TEXT NOT NULL UNIQUE,
        order_id TEXT NOT NULL REFERENCES payable_order (id),
        strategy TEXT NOT NULL,
        state TEXT NOT NULL,
        facts TEXT NOT NULL,
        started_ms INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX payment_attempt_by_order ON payment_attempt (order_id);
      """)

  /// Money that is given back in parts, and what an attempt has given back.
  static let partialRefunds = SQLiteMigration(
    version: 9, name: "refunds in parts",
    sql: """
      CREATE TABLE payment_movement_in_parts (
        payment INTEGER NOT NULL REFERENCES payment (number),
        place INTEGER NOT NULL CHECK (place >= 0),
        order_id TEXT NOT NULL REFERENCES payable_order (id),
        amount INTEGER NOT NULL CHECK ((amount > 0) = (place = 0) AND amount <> 0),
        created_ms INTEGER NOT NULL,
        PRIMARY KEY (payment, place)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO payment_movement_in_parts
        SELECT payment, is_refund, order_id, amount, created_ms FROM payment_movement;
      DROP TABLE payment_movement;
      ALTER TABLE payment_movement_in_parts RENAME TO payment_movement;
      CREATE INDEX payment_movement_by_order ON payment_movement (order_id);
      CREATE TRIGGER payment_movement_is_kept BEFORE UPDATE ON payment_movement
        BEGIN SELECT raise(ABORT, 'a movement is never changed'); END;
      CREATE TRIGGER payment_movement_stays BEFORE DELETE ON payment_movement
        BEGIN SELECT raise(ABORT, 'a movement is never deleted'); END;
      CREATE TRIGGER payment_movement_is_covered BEFORE INSERT ON payment_movement
        WHEN NEW.amount < 0 AND NEW.amount + (
          SELECT coalesce(sum(amount), 0) FROM payment_movement WHERE payment = NEW.payment) < 0
        BEGIN SELECT raise(ABORT, 'no more is given back than was taken'); END;
      ALTER TABLE payment_attempt ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0
        CHECK (refunded >= 0);
      ALTER TABLE payment_attempt ADD COLUMN refunding INTEGER CHECK (refunding > 0);
      """)

  /// What is ordered of each product, to know what is left.
  static let orderedProducts = SQLiteMigration(
    version: 10, name: "ordered products",
    sql: """
      CREATE INDEX shop_order_line_by_product ON shop_order_line (product, order_id, quantity);
      CREATE INDEX shop_order_by_status ON shop_order (tenant, status, created_ms);
      """)

  /// Payment tokens that were used, each once.
  static let usedTokens = SQLiteMigration(
    version: 8, name: "used payment tokens",
    sql: """
      CREATE TABLE used_token (
        id TEXT NOT NULL PRIMARY KEY,
        used_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)
}
