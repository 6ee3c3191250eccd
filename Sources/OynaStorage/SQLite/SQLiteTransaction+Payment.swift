extension SQLiteTransaction: PaymentStatements {
  func open(_ order: PayableOrder) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO payable_order (id, amount, currency, state, holder, created_ms)
      VALUES (?, ?, ?, 'available', NULL, ?) ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(order.id), .integer(order.amount), .text(order.currency), .integer(order.created),
      ])
  }

  func payableOrder(id: String) throws(StorageError) -> PayableOrder? {
    try connection.row(
      "SELECT id, amount, currency, state, holder, created_ms FROM payable_order WHERE id = ?",
      [.text(id)]
    ) { row in
      PayableOrder(
        id: row.text(0), amount: row.integer(1), currency: row.text(2),
        // The table's CHECK allows no other text.
        state: PayableOrder.State(rawValue: row.text(3)) ?? .cancelled,
        holder: row.optionalInteger(4), created: row.integer(5))
    }
  }

  func move(
    _ order: PayableOrder, to state: PayableOrder.State, holder: Int64?
  ) throws(StorageError) -> Bool {
    try connection.run(
      """
      UPDATE payable_order SET state = ?, holder = ?
      WHERE id = ? AND state = ? AND holder IS ?
      """,
      [
        .text(state.rawValue), Self.optional(holder), .text(order.id),
        .text(order.state.rawValue), Self.optional(order.holder),
      ]) == 1
  }

  func nextPaymentNumber() throws(StorageError) -> Int64 {
    try connection.row(
      "SELECT coalesce(max(number), 0) + 1 FROM payment", [], { $0.integer(0) }) ?? 1
  }

  func insert(_ payment: PaymentRecord) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO payment
        (number, provider, provider_id, order_id, amount, provider_ms, created_ms, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, 1)
      """,
      [
        .integer(payment.number), .text(payment.provider), .text(payment.providerID),
        .text(payment.order), .integer(payment.amount), .integer(payment.providerTime),
        .integer(payment.created),
      ])
  }

  func payment(provider: String, providerID: String) throws(StorageError) -> PaymentRecord? {
    try connection.row(
      """
      SELECT number, provider, provider_id, order_id, amount, provider_ms, created_ms, state,
        performed_ms, cancelled_ms, reason
      FROM payment WHERE provider = ? AND provider_id = ?
      """,
      [.text(provider), .text(providerID)], Self.readPayment)
  }

  func payment(number: Int64) throws(StorageError) -> PaymentRecord? {
    try connection.row(
      """
      SELECT number, provider, provider_id, order_id, amount, provider_ms, created_ms, state,
        performed_ms, cancelled_ms, reason
      FROM payment WHERE number = ?
      """,
      [.integer(number)], Self.readPayment)
  }

  func payments(order: String) throws(StorageError) -> [PaymentRecord] {
    try connection.rows(
      """
      SELECT number, provider, provider_id, order_id, amount, provider_ms, created_ms, state,
        performed_ms, cancelled_ms, reason
      FROM payment WHERE order_id = ? ORDER BY number
      """,
      [.text(order)], Self.readPayment)
  }

  func payments(
    provider: String, from: Int64, to: Int64
  ) throws(StorageError) -> [PaymentRecord] {
    try connection.rows(
      """
      SELECT number, provider, provider_id, order_id, amount, provider_ms, created_ms, state,
        performed_ms, cancelled_ms, reason
      FROM payment WHERE provider = ? AND provider_ms BETWEEN ? AND ?
      ORDER BY provider_ms, provider_id
      """,
      [.text(provider), .integer(from), .integer(to)], Self.readPayment)
  }

  func update(
    _ payment: PaymentRecord, from state: PaymentRecord.State
  ) throws(StorageError) -> Bool {
    let changed = try connection.run(
      """
      UPDATE payment SET state = ?, performed_ms = ?, cancelled_ms = ?, reason = ?
      WHERE number = ? AND state = ?
      """,
      [
        .integer(payment.state.rawValue), Self.optional(payment.performed),
        Self.optional(payment.cancelled), Self.optional(payment.reason),
        .integer(payment.number), .integer(state.rawValue),
      ])
    guard changed == 1 else { return false }
    switch payment.state {
    case .performed: try insertMovement(payment, amount: payment.amount, at: payment.performed)
    case .refunded:
      let left = try taken(payment.number)
      if left > 0 { try insertMovement(payment, amount: -left, at: payment.cancelled) }
    case .created, .cancelled: break
    }
    return true
  }

  func giveBack(
    _ amount: Int64, of payment: PaymentRecord, now: Int64
  ) throws(StorageError) -> Bool {
    guard amount > 0, try self.payment(number: payment.number)?.state == .performed,
      amount < (try taken(payment.number))
    else { return false }
    try insertMovement(payment, amount: -amount, at: now)
    return true
  }

  /// What a payment took and did not give back.
  private func taken(_ payment: Int64) throws(StorageError) -> Int64 {
    try connection.row(
      "SELECT coalesce(sum(amount), 0) FROM payment_movement WHERE payment = ?",
      [.integer(payment)], { $0.integer(0) }) ?? 0
  }

  private func insertMovement(
    _ payment: PaymentRecord, amount: Int64, at time: Int64?
  ) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO payment_movement (payment, place, order_id, amount, created_ms)
      VALUES (?, (SELECT count(*) FROM payment_movement WHERE payment = ?), ?, ?, ?)
      """,
      [
        .integer(payment.number), .integer(payment.number), .text(payment.order),
        .integer(amount), .integer(time ?? payment.created),
      ])
  }

  func keepReceipt(
    payment: Int64, isCancellation: Bool, json: [UInt8]
  ) throws(StorageError) {
    try connection.run(
      "INSERT OR REPLACE INTO payment_receipt (payment, is_cancellation, body) VALUES (?, ?, ?)",
      [
        .integer(payment), .integer(isCancellation ? 1 : 0),
        .text(String(decoding: json, as: UTF8.self)),
      ])
  }

  func note(payment: Int64, _ text: String, now: Int64) throws(StorageError) {
    try connection.run(
      "INSERT OR IGNORE INTO payment_note (payment, created_ms, body) VALUES (?, ?, ?)",
      [.integer(payment), .integer(now), .text(text)])
  }

  func notes(order: String) throws(StorageError) -> [String] {
    try connection.rows(
      """
      SELECT body FROM payment_note JOIN payment ON payment.number = payment_note.payment
      WHERE order_id = ? ORDER BY payment_note.rowid
      """,
      [.text(order)], { $0.text(0) })
  }

  func useToken(_ id: String, now: Int64) throws(StorageError) -> Bool {
    try connection.run(
      "INSERT INTO used_token (id, used_ms) VALUES (?, ?) ON CONFLICT (id) DO NOTHING",
      [.text(id), .integer(now)]) == 1
  }

  func save(
    _ attempt: PaymentAttemptRow, replacing known: PaymentAttemptRow?
  ) throws(StorageError) -> Bool {
    guard try lastAttempt(order: attempt.order) == known else { return false }
    return try connection.run(
      """
      INSERT INTO payment_attempt
        (key, order_id, strategy, state, facts, started_ms, refunded, refunding)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET state = excluded.state, facts = excluded.facts,
        refunded = excluded.refunded, refunding = excluded.refunding
      WHERE order_id = excluded.order_id
      """,
      [
        .text(attempt.key), .text(attempt.order), .text(attempt.strategy), .text(attempt.state),
        .text(attempt.facts), .integer(attempt.started), .integer(attempt.refunded),
        Self.optional(attempt.refunding),
      ]) == 1
  }

  func lastAttempt(order: String) throws(StorageError) -> PaymentAttemptRow? {
    try connection.row(
      """
      SELECT key, order_id, strategy, state, facts, started_ms, refunded, refunding
      FROM payment_attempt
      WHERE order_id = ? ORDER BY rowid DESC LIMIT 1
      """,
      [.text(order)]
    ) { row in
      PaymentAttemptRow(
        key: row.text(0), order: row.text(1), strategy: row.text(2), state: row.text(3),
        facts: row.text(4), started: row.integer(5), refunded: row.integer(6),
        refunding: row.optionalInteger(7))
    }
  }

  func movements(order: String) throws(StorageError) -> [PaymentMovement] {
    try connection.rows(
      """
      SELECT payment, order_id, amount, created_ms FROM payment_movement
      WHERE order_id = ? ORDER BY payment, place
      """,
      [.text(order)]
    ) { row in
      PaymentMovement(
        payment: row.integer(0), order: row.text(1), amount: row.integer(2),
        created: row.integer(3))
    }
  }

  func paymentImbalance() throws(StorageError) -> Int64 {
    try connection.row(
      """
      SELECT (SELECT coalesce(sum(amount), 0) FROM payment_movement)
        - (SELECT coalesce(sum(amount), 0) FROM payable_order
           WHERE state IN ('paid', 'delivered'))
        - (SELECT coalesce(sum(payment_movement.amount), 0) FROM payment_movement
           JOIN payment ON payment.number = payment_movement.payment
           WHERE payment.state = 2 AND payment_movement.amount < 0)
      """,
      [], { $0.integer(0) }) ?? 0
  }

  private static func optional(_ number: Int64?) -> SQLiteValue {
    number.map { .integer($0) } ?? .null
  }

  private static func readPayment(_ row: SQLiteStatement) -> PaymentRecord {
    PaymentRecord(
      number: row.integer(0), provider: row.text(1), providerID: row.text(2), order: row.text(3),
      amount: row.integer(4), providerTime: row.integer(5), created: row.integer(6)
    ).moved(
      // The table's CHECK allows no other number.
      to: PaymentRecord.State(rawValue: row.integer(7)) ?? .cancelled,
      performed: row.optionalInteger(8), cancelled: row.optionalInteger(9),
      reason: row.optionalInteger(10))
  }
}
