import OynaStorage

extension PostgresTransaction: PaymentStatements {
  func open(_ order: PayableOrder) throws(StorageError) {
    try send(
      """
      INSERT INTO payable_order (id, amount, currency, state, created_ms)
      VALUES ($1, $2, $3, 'available', $4) ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(order.id), .integer(order.amount), .text(order.currency), .integer(order.created),
      ])
  }

  func payableOrder(id: String) throws(StorageError) -> PayableOrder? {
    try row(
      "SELECT id, amount, currency, state, holder, created_ms FROM payable_order WHERE id = $1",
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
    try run(
      """
      UPDATE payable_order SET state = $1, holder = $2
      WHERE id = $3 AND state = $4 AND holder IS NOT DISTINCT FROM $5
      """,
      [
        .text(state.rawValue), .integer(holder), .text(order.id), .text(order.state.rawValue),
        .integer(order.holder),
      ]) == 1
  }

  /// One payment begins at a time: its number is the next one until it is committed.
  func nextPaymentNumber() throws(StorageError) -> Int64 {
    try lock(.payment)
    return try row(
      "SELECT coalesce(max(number), 0) + 1 FROM payment", [], { $0.integer(0) }) ?? 1
  }

  func insert(_ payment: PaymentRecord) throws(StorageError) {
    try send(
      """
      INSERT INTO payment
        (number, provider, provider_id, order_id, amount, provider_ms, created_ms, state)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 1)
      """,
      [
        .integer(payment.number), .text(payment.provider), .text(payment.providerID),
        .text(payment.order), .integer(payment.amount), .integer(payment.providerTime),
        .integer(payment.created),
      ])
  }

  func payment(provider: String, providerID: String) throws(StorageError) -> PaymentRecord? {
    try row(
      """
      SELECT number, provider, provider_id, order_id, amount, provider_ms, created_ms, state,
        performed_ms, cancelled_ms, reason
      FROM payment WHERE provider = $1 AND provider_id = $2
      """,
      [.text(provider), .text(providerID)], Self.readPayment)
  }

  func payment(number: Int64) throws(StorageError) -> PaymentRecord? {
    try row(
      """
      SELECT number, provider, provider_id, order_id, amount, provider_ms, created_ms, state,
        performed_ms, cancelled_ms, reason
      FROM payment WHERE number = $1
      """,
      [.integer(number)], Self.readPayment)
  }

  func payments(order: String) throws(StorageError) -> [PaymentRecord] {
    try rows(
      """
      SELECT number, provider, provider_id, order_id, amount, provider_ms, created_ms, state,
        performed_ms, cancelled_ms, reason
      FROM payment WHERE order_id = $1 ORDER BY number
      """,
      [.text(order)], Self.readPayment)
  }

  func payments(
    provider: String, from: Int64, to: Int64
  ) throws(StorageError) -> [PaymentRecord] {
    try rows(
      """
      SELECT number, provider, provider_id, order_id, amount, provider_ms, created_ms, state,
        performed_ms, cancelled_ms, reason
      FROM payment WHERE provider = $1 AND provider_ms BETWEEN $2 AND $3
      ORDER BY provider_ms, provider_id
      """,
      [.text(provider), .integer(from), .integer(to)], Self.readPayment)
  }

  func update(
    _ payment: PaymentRecord, from state: PaymentRecord.State
  ) throws(StorageError) -> Bool {
    let changed = try run(
      """
      UPDATE payment SET state = $1, performed_ms = $2, cancelled_ms = $3, reason = $4
      WHERE number = $5 AND state = $6
      """,
      [
        .integer(payment.state.rawValue), .integer(payment.performed),
        .integer(payment.cancelled), .integer(payment.reason), .integer(payment.number),
        .integer(state.rawValue),
      ])
    guard changed == 1 else { return false }
    switch payment.state {
    case .performed: try insertMovement(payment, amount: payment.amount, at: payment.performed)
    case .refunded:
      // The UPDATE holds the payment's row: nobody else gives anything of it back meanwhile.
      let left = try taken(payment.number)
      if left > 0 { try insertMovement(payment, amount: -left, at: payment.cancelled) }
    case .created, .cancelled: break
    }
    return true
  }

  func giveBack(
    _ amount: Int64, of payment: PaymentRecord, now: Int64
  ) throws(StorageError) -> Bool {
    let isPerformed = try row(
      "SELECT state = 2 FROM payment WHERE number = $1 FOR NO KEY UPDATE",
      [.integer(payment.number)], { $0.boolean(0) })
    guard amount > 0, isPerformed == true, amount < (try taken(payment.number)) else {
      return false
    }
    try insertMovement(payment, amount: -amount, at: now)
    return true
  }

  /// What a payment took and did not give back.
  private func taken(_ payment: Int64) throws(StorageError) -> Int64 {
    try row(
      "SELECT coalesce(sum(amount), 0)::bigint FROM payment_movement WHERE payment = $1",
      [.integer(payment)], { $0.integer(0) }) ?? 0
  }

  private func insertMovement(
    _ payment: PaymentRecord, amount: Int64, at time: Int64?
  ) throws(StorageError) {
    try send(
      """
      INSERT INTO payment_movement (payment, place, order_id, amount, created_ms)
      VALUES ($1, (SELECT count(*) FROM payment_movement WHERE payment = $1), $2, $3, $4)
      """,
      [
        .integer(payment.number), .text(payment.order), .integer(amount),
        .integer(time ?? payment.created),
      ])
  }

  func keepReceipt(
    payment: Int64, isCancellation: Bool, json: [UInt8]
  ) throws(StorageError) {
    try send(
      """
      INSERT INTO payment_receipt (payment, is_cancellation, body) VALUES ($1, $2, $3)
      ON CONFLICT (payment, is_cancellation) DO UPDATE SET body = excluded.body
      """,
      [.integer(payment), .boolean(isCancellation), .utf8(json)])
  }

  func note(payment: Int64, _ text: String, now: Int64) throws(StorageError) {
    try send(
      """
      INSERT INTO payment_note (payment, created_ms, body) VALUES ($1, $2, $3)
      ON CONFLICT (payment, body) DO NOTHING
      """,
      [.integer(payment), .integer(now), .text(text)])
  }

  func notes(order: String) throws(StorageError) -> [String] {
    try rows(
      """
      SELECT body FROM payment_note JOIN payment ON payment.number = payment_note.payment
      WHERE order_id = $1 ORDER BY payment_note.number
      """,
      [.text(order)], { $0.text(0) })
  }

  func useToken(_ id: String, now: Int64) throws(StorageError) -> Bool {
    try run(
      "INSERT INTO used_token (id, used_ms) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
      [.text(id), .integer(now)]) == 1
  }

  func save(
    _ attempt: PaymentAttemptRow, replacing known: PaymentAttemptRow?
  ) throws(StorageError) -> Bool {
    // The order stands for its attempts, of which there may be none yet.
    try send(
      "SELECT 1 FROM payable_order WHERE id = $1 FOR NO KEY UPDATE", [.text(attempt.order)])
    guard try lastAttempt(order: attempt.order) == known else { return false }
    return try run(
      """
      INSERT INTO payment_attempt
        (key, order_id, strategy, state, facts, started_ms, refunded, refunding)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (key) DO UPDATE SET state = excluded.state, facts = excluded.facts,
        refunded = excluded.refunded, refunding = excluded.refunding
      WHERE payment_attempt.order_id = excluded.order_id
      """,
      [
        .text(attempt.key), .text(attempt.order), .text(attempt.strategy), .text(attempt.state),
        .text(attempt.facts), .integer(attempt.started), .integer(attempt.refunded),
        .integer(attempt.refunding),
      ]) == 1
  }

  func lastAttempt(order: String) throws(StorageError) -> PaymentAttemptRow? {
    try row(
      """
      SELECT key, order_id, strategy, state, facts, started_ms, refunded, refunding
      FROM payment_attempt
      WHERE order_id = $1 ORDER BY number DESC LIMIT 1
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
    try rows(
      """
      SELECT payment, order_id, amount, created_ms FROM payment_movement
      WHERE order_id = $1 ORDER BY payment, place
      """,
      [.text(order)]
    ) { row in
      PaymentMovement(
        payment: row.integer(0), order: row.text(1), amount: row.integer(2),
        created: row.integer(3))
    }
  }

  func paymentImbalance() throws(StorageError) -> Int64 {
    try row(
      """
      SELECT ((SELECT coalesce(sum(amount), 0) FROM payment_movement)
        - (SELECT coalesce(sum(amount), 0) FROM payable_order
           WHERE state IN ('paid', 'delivered'))
        - (SELECT coalesce(sum(payment_movement.amount), 0) FROM payment_movement
           JOIN payment ON payment.number = payment_movement.payment
           WHERE payment.state = 2 AND payment_movement.amount < 0))::bigint
      """,
      [], { $0.integer(0) }) ?? 0
  }

  private static func readPayment(_ row: PostgresRow) -> PaymentRecord {
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
