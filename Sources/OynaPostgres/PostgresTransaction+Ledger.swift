import OynaStorage

extension PostgresTransaction: LedgerTransaction {
  func open(_ account: LedgerAccount) throws(StorageError) {
    // One statement, so that opening what is open, as every request does, waits for nothing.
    try send(
      """
      WITH opened AS (
        INSERT INTO account (id, tenant, name, currency, is_funding, balance)
        VALUES ($1, $2, $3, $4, false, $5) ON CONFLICT (id) DO NOTHING RETURNING balance
      )
      INSERT INTO account AS funding (id, tenant, name, currency, is_funding, balance)
      SELECT 'funding:' || $2 || ':' || $4, $2, '', $4, true, -balance FROM opened
      ON CONFLICT (id) DO UPDATE SET balance = funding.balance + excluded.balance
      """,
      [
        .text(account.id), .text(account.tenant), .text(account.name), .text(account.currency),
        .integer(account.balance),
      ])
  }

  func accounts(tenant: String) throws(StorageError) -> [LedgerAccount] {
    try rows(
      """
      SELECT id, tenant, name, currency, balance FROM account
      WHERE tenant = $1 AND NOT is_funding ORDER BY number
      """,
      [.text(tenant)], Self.readAccount)
  }

  func transfer(
    _ transfer: LedgerTransfer, tenant: String
  ) throws(StorageError) -> LedgerOutcome {
    guard transfer.amount > 0 else { return .refused(.notPositive) }
    guard transfer.from != transfer.to else { return .refused(.sameAccount) }
    // Locked in the order of their ids: two transfers between two accounts never wait in a ring.
    let sides = try rows(
      """
      SELECT id, tenant, name, currency, balance FROM account
      WHERE id IN ($1, $2) AND tenant = $3 AND NOT is_funding
      ORDER BY id FOR NO KEY UPDATE
      """,
      [.text(transfer.from), .text(transfer.to), .text(tenant)], Self.readAccount)
    guard let from = sides.first(where: { $0.id == transfer.from }) else {
      return .refused(.unknownAccount(transfer.from))
    }
    guard let to = sides.first(where: { $0.id == transfer.to }) else {
      return .refused(.unknownAccount(transfer.to))
    }
    for side in [from, to] where side.currency != transfer.currency {
      return .refused(.otherCurrency(account: side.id))
    }
    guard from.balance >= transfer.amount else { return .refused(.insufficientFunds) }
    guard !to.balance.addingReportingOverflow(transfer.amount).overflow else {
      return .refused(.overflow)
    }
    let changed = try run(
      """
      WITH moved AS (
        INSERT INTO transfer
          (id, tenant, from_account, to_account, amount, currency, created_ms, reverses)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (id) DO NOTHING RETURNING id, from_account, to_account, amount
      ), entries AS (
        INSERT INTO entry (transfer_id, account_id, amount)
        SELECT id, from_account, -amount FROM moved
        UNION ALL SELECT id, to_account, amount FROM moved
      )
      UPDATE account SET balance = balance
        + CASE account.id WHEN moved.to_account THEN moved.amount ELSE -moved.amount END
      FROM moved WHERE account.id IN (moved.from_account, moved.to_account)
      """,
      [
        .text(transfer.id), .text(tenant), .text(transfer.from), .text(transfer.to),
        .integer(transfer.amount), .text(transfer.currency), .integer(transfer.created),
        .text(transfer.reverses),
      ])
    return changed == 2 ? .done(transfer) : .refused(.idTaken)
  }

  func reverse(
    _ transferID: String, as id: String, tenant: String, now: Int64
  ) throws(StorageError) -> LedgerOutcome {
    // Locked, so that of two reversals at once the second sees the first.
    let original = try row(
      """
      SELECT id, from_account, to_account, amount, currency, created_ms, reverses
      FROM transfer WHERE id = $1 AND tenant = $2 FOR NO KEY UPDATE
      """,
      [.text(transferID), .text(tenant)], Self.readTransfer)
    guard let original else { return .refused(.unknownTransfer) }
    guard original.reverses == nil else { return .refused(.isReversal) }
    let earlier = try row(
      """
      SELECT id, from_account, to_account, amount, currency, created_ms, reverses
      FROM transfer WHERE reverses = $1
      """,
      [.text(transferID)], Self.readTransfer)
    if let earlier { return .refused(.alreadyReversed(earlier)) }
    let reversal = LedgerTransfer(
      id: id, from: original.to, to: original.from, amount: original.amount,
      currency: original.currency, created: now, reverses: original.id)
    return try transfer(reversal, tenant: tenant)
  }

  func transfer(id: String, tenant: String) throws(StorageError) -> LedgerTransfer? {
    try row(
      """
      SELECT id, from_account, to_account, amount, currency, created_ms, reverses
      FROM transfer WHERE id = $1 AND tenant = $2
      """,
      [.text(id), .text(tenant)], Self.readTransfer)
  }

  func transfers(tenant: String, limit: Int) throws(StorageError) -> [LedgerTransfer] {
    try rows(
      """
      SELECT id, from_account, to_account, amount, currency, created_ms, reverses
      FROM transfer WHERE tenant = $1 ORDER BY created_ms DESC, number DESC LIMIT $2
      """,
      [.text(tenant), .integer(Int64(limit))], Self.readTransfer)
  }

  func ledgerSum(tenant: String, currency: String) throws(StorageError) -> Int64 {
    try row(
      """
      SELECT coalesce(sum(balance), 0)::bigint FROM account WHERE tenant = $1 AND currency = $2
      """,
      [.text(tenant), .text(currency)], { $0.integer(0) }) ?? 0
  }

  private static func readAccount(_ row: PostgresRow) -> LedgerAccount {
    LedgerAccount(
      id: row.text(0), tenant: row.text(1), name: row.text(2), currency: row.text(3),
      balance: row.integer(4))
  }

  private static func readTransfer(_ row: PostgresRow) -> LedgerTransfer {
    LedgerTransfer(
      id: row.text(0), from: row.text(1), to: row.text(2), amount: row.integer(3),
      currency: row.text(4), created: row.integer(5), reverses: row.optionalText(6))
  }
}
