extension SQLiteTransaction: LedgerTransaction {
  func open(_ account: LedgerAccount) throws(StorageError) {
    let isKnown = try connection.row(
      "SELECT 1 FROM account WHERE id = ?", [.text(account.id)], { $0.integer(0) })
    guard isKnown == nil else { return }
    try connection.run(
      """
      INSERT INTO account (id, tenant, name, currency, is_funding, balance)
      VALUES ('funding:' || ? || ':' || ?, ?, '', ?, 1, 0) ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(account.tenant), .text(account.currency), .text(account.tenant),
        .text(account.currency),
      ])
    try connection.run(
      "UPDATE account SET balance = balance - ? WHERE id = 'funding:' || ? || ':' || ?",
      [.integer(account.balance), .text(account.tenant), .text(account.currency)])
    try connection.run(
      """
      INSERT INTO account (id, tenant, name, currency, is_funding, balance)
      VALUES (?, ?, ?, ?, 0, ?)
      """,
      [
        .text(account.id), .text(account.tenant), .text(account.name), .text(account.currency),
        .integer(account.balance),
      ])
  }

  func accounts(tenant: String) throws(StorageError) -> [LedgerAccount] {
    try connection.rows(
      """
      SELECT id, tenant, name, currency, balance FROM account
      WHERE tenant = ? AND is_funding = 0 ORDER BY rowid
      """,
      [.text(tenant)], Self.readAccount)
  }

  func transfer(
    _ transfer: LedgerTransfer, tenant: String
  ) throws(StorageError) -> LedgerOutcome {
    guard transfer.amount > 0 else { return .refused(.notPositive) }
    guard transfer.from != transfer.to else { return .refused(.sameAccount) }
    guard let from = try account(transfer.from, tenant: tenant) else {
      return .refused(.unknownAccount(transfer.from))
    }
    guard let to = try account(transfer.to, tenant: tenant) else {
      return .refused(.unknownAccount(transfer.to))
    }
    for side in [from, to] where side.currency != transfer.currency {
      return .refused(.otherCurrency(account: side.id))
    }
    guard from.balance >= transfer.amount else { return .refused(.insufficientFunds) }
    guard !to.balance.addingReportingOverflow(transfer.amount).overflow else {
      return .refused(.overflow)
    }
    let isTaken = try connection.row(
      "SELECT 1 FROM transfer WHERE id = ?", [.text(transfer.id)], { $0.integer(0) })
    guard isTaken == nil else { return .refused(.idTaken) }
    try connection.run(
      """
      INSERT INTO transfer
        (id, tenant, from_account, to_account, amount, currency, created_ms, reverses)
      VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, ''))
      """,
      [
        .text(transfer.id), .text(tenant), .text(transfer.from), .text(transfer.to),
        .integer(transfer.amount), .text(transfer.currency), .integer(transfer.created),
        .text(transfer.reverses ?? ""),
      ])
    for (side, change) in [(from, -transfer.amount), (to, transfer.amount)] {
      try connection.run(
        "INSERT INTO entry (transfer_id, account_id, amount) VALUES (?, ?, ?)",
        [.text(transfer.id), .text(side.id), .integer(change)])
      try connection.run(
        "UPDATE account SET balance = balance + ? WHERE id = ?",
        [.integer(change), .text(side.id)])
    }
    return .done(transfer)
  }

  func reverse(
    _ transferID: String, as id: String, tenant: String, now: Int64
  ) throws(StorageError) -> LedgerOutcome {
    guard let original = try transfer(id: transferID, tenant: tenant) else {
      return .refused(.unknownTransfer)
    }
    guard original.reverses == nil else { return .refused(.isReversal) }
    let earlier = try connection.row(
      """
      SELECT id, from_account, to_account, amount, currency, created_ms, coalesce(reverses, '')
      FROM transfer WHERE reverses = ?
      """,
      [.text(transferID)], Self.readTransfer)
    if let earlier { return .refused(.alreadyReversed(earlier)) }
    let reversal = LedgerTransfer(
      id: id, from: original.to, to: original.from, amount: original.amount,
      currency: original.currency, created: now, reverses: original.id)
    return try transfer(reversal, tenant: tenant)
  }

  func transfer(id: String, tenant: String) throws(StorageError) -> LedgerTransfer? {
    try connection.row(
      """
      SELECT id, from_account, to_account, amount, currency, created_ms, coalesce(reverses, '')
      FROM transfer WHERE id = ? AND tenant = ?
      """,
      [.text(id), .text(tenant)], Self.readTransfer)
  }

  func transfers(tenant: String, limit: Int) throws(StorageError) -> [LedgerTransfer] {
    try connection.rows(
      """
      SELECT id, from_account, to_account, amount, currency, created_ms, coalesce(reverses, '')
      FROM transfer WHERE tenant = ? ORDER BY created_ms DESC, rowid DESC LIMIT ?
      """,
      [.text(tenant), .integer(Int64(limit))], Self.readTransfer)
  }

  func ledgerSum(tenant: String, currency: String) throws(StorageError) -> Int64 {
    try connection.row(
      "SELECT coalesce(sum(balance), 0) FROM account WHERE tenant = ? AND currency = ?",
      [.text(tenant), .text(currency)], { $0.integer(0) }) ?? 0
  }

  private func account(_ id: String, tenant: String) throws(StorageError) -> LedgerAccount? {
    try connection.row(
      """
      SELECT id, tenant, name, currency, balance FROM account
      WHERE id = ? AND tenant = ? AND is_funding = 0
      """,
      [.text(id), .text(tenant)], Self.readAccount)
  }

  private static func readAccount(_ row: SQLiteStatement) -> LedgerAccount {
    LedgerAccount(
      id: row.text(0), tenant: row.text(1), name: row.text(2), currency: row.text(3),
      balance: row.integer(4))
  }

  private static func readTransfer(_ row: SQLiteStatement) -> LedgerTransfer {
    let reverses = row.text(6)
    return LedgerTransfer(
      id: row.text(0), from: row.text(1), to: row.text(2), amount: row.integer(3),
      currency: row.text(4), created: row.integer(5), reverses: reverses.isEmpty ? nil : reverses)
  }
}
