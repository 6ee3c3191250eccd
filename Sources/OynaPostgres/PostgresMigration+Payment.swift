extension PostgresMigration {
  /// Orders as payments see them, and the payments.
  static let payments = PostgresMigration(
    version: 4, name: "payable orders and payments",
    sql: """
      CREATE TABLE payable_order (
        id text COLLATE "C" NOT NULL PRIMARY KEY,
        amount bigint NOT NULL CHECK (amount > 0),
        currency text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL
          CHECK (state IN ('available', 'waiting', 'paid', 'cancelled', 'delivered')),
        holder bigint,
        created_ms bigint NOT NULL,
        CHECK (state <> 'available' OR holder IS NULL),
        CHECK (state NOT IN ('waiting', 'paid', 'delivered') OR holder IS NOT NULL)
      );
      CREATE TABLE payment (
        number bigint NOT NULL PRIMARY KEY,
        provider text COLLATE "C" NOT NULL,
        provider_id text COLLATE "C" NOT NULL,
        order_id text COLLATE "C" NOT NULL REFERENCES payable_order (id),
        amount bigint NOT NULL CHECK (amount > 0),
        provider_ms bigint NOT NULL,
        created_ms bigint NOT NULL,
        state bigint NOT NULL CHECK (state IN (1, 2, -1, -2)),
        performed_ms bigint,
        cancelled_ms bigint,
        reason bigint,
        UNIQUE (provider, provider_id),
        CHECK ((performed_ms IS NOT NULL) = (state IN (2, -2))),
        CHECK ((cancelled_ms IS NOT NULL) = (state < 0)),
        CHECK ((reason IS NOT NULL) = (state < 0))
      );
      ALTER TABLE payable_order ADD FOREIGN KEY (holder) REFERENCES payment (number);
      CREATE INDEX payment_by_order ON payment (order_id);
      CREATE INDEX payment_by_time ON payment (provider, provider_ms, provider_id);
      CREATE TABLE payment_movement (
        payment bigint NOT NULL REFERENCES payment (number),
        is_refund boolean NOT NULL,
        order_id text COLLATE "C" NOT NULL REFERENCES payable_order (id),
        amount bigint NOT NULL CHECK ((amount < 0) = is_refund AND amount <> 0),
        created_ms bigint NOT NULL,
        PRIMARY KEY (payment, is_refund)
      );
      CREATE INDEX payment_movement_by_order ON payment_movement (order_id);
      CREATE TABLE payment_receipt (
        payment bigint NOT NULL REFERENCES payment (number),
        is_cancellation boolean NOT NULL,
        body text COLLATE "C" NOT NULL,
        PRIMARY KEY (payment, is_cancellation)
      );
      CREATE TABLE payment_note (
        number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        payment bigint NOT NULL REFERENCES payment (number),
        created_ms bigint NOT NULL,
        body text COLLATE "C" NOT NULL,
        UNIQUE (payment, body)
      );
      CREATE TRIGGER payment_moves_forward BEFORE UPDATE ON payment FOR EACH ROW
        WHEN (NOT ((OLD.state = 1 AND NEW.state IN (2, -1)) OR (OLD.state = 2 AND NEW.state = -2)))
        EXECUTE FUNCTION refuse_change('a payment never goes back');
      CREATE TRIGGER payment_stays BEFORE DELETE ON payment FOR EACH ROW
        EXECUTE FUNCTION refuse_change('a payment is never deleted');
      CREATE TRIGGER payment_movement_is_kept BEFORE UPDATE OR DELETE ON payment_movement
        FOR EACH ROW EXECUTE FUNCTION refuse_change('a movement is never changed');
      """)

  /// Attempts of the checkout, so that a restart forgets none that may have moved money.
  static let paymentAttempts = PostgresMigration(
    version: 7, name: "attempts to pay",
    sql: """
      CREATE TABLE payment_attempt (
        number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        key text COLLATE "C" NOT NULL PRIMARY KEY,
        order_id text COLLATE "C" NOT NULL REFERENCES payable_order (id),
        strategy text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL,
        facts text COLLATE "C" NOT NULL,
        started_ms bigint NOT NULL
      );
      CREATE INDEX payment_attempt_by_order ON payment_attempt (order_id, number);
      """)

  /// Payment tokens that were used, each once.
  static let usedTokens = PostgresMigration(
    version: 8, name: "used payment tokens",
    sql: """
      CREATE TABLE used_token (
        id text COLLATE "C" NOT NULL PRIMARY KEY,
        used_ms bigint NOT NULL
      );
      """)

  /// Money that is given back in parts, and what an attempt has given back.
  static let partialRefunds = PostgresMigration(
    version: 9, name: "refunds in parts",
    sql: """
      DROP TRIGGER payment_movement_is_kept ON payment_movement;
      ALTER TABLE payment_movement ADD COLUMN place bigint;
      UPDATE payment_movement SET place = is_refund::integer;
      ALTER TABLE payment_movement DROP CONSTRAINT payment_movement_pkey, DROP COLUMN is_refund,
        ALTER COLUMN place SET NOT NULL, ADD PRIMARY KEY (payment, place),
        ADD CHECK (place >= 0), ADD CHECK ((amount > 0) = (place = 0) AND amount <> 0);
      CREATE TRIGGER payment_movement_is_kept BEFORE UPDATE OR DELETE ON payment_movement
        FOR EACH ROW EXECUTE FUNCTION refuse_change('a movement is never changed');
      CREATE FUNCTION refuse_uncovered_movement() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
          IF NEW.amount < 0 AND NEW.amount + (
            SELECT coalesce(sum(amount), 0) FROM payment_movement WHERE payment = NEW.payment) < 0
          THEN
            RAISE EXCEPTION 'no more is given back than was taken'
              USING ERRCODE = 'check_violation';
          END IF;
          RETURN NEW;
        END $body$;
      CREATE TRIGGER payment_movement_is_covered BEFORE INSERT ON payment_movement
        FOR EACH ROW EXECUTE FUNCTION refuse_uncovered_movement();
      ALTER TABLE payment_attempt
        ADD COLUMN refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
        ADD COLUMN refunding bigint CHECK (refunding > 0);
      """)

  /// What is ordered of each product, to know what is left.
  static let orderedProducts = PostgresMigration(
    version: 10, name: "ordered products",
    sql: """
      CREATE INDEX shop_order_line_by_product ON shop_order_line (product, order_id, quantity);
      CREATE INDEX shop_order_by_status ON shop_order (tenant, status, created_ms);
      """)
}
