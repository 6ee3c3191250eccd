import OynaStorage
import OynaValue

/// Accounts and transfers over the double-entry ledger: money moves once for each key.
///
/// `POST /api/v1/transfers` takes `{"id", "from", "to", "amount", "currency"}`, the amount in minor
/// units; the id is the client's, so that it can look the transfer up when an answer was lost.
struct LedgerHandler: Sendable {
  let endpoint: IdempotentEndpoint
  let accounts: [LedgerAccount]
  /// Names of accounts in other languages: by id, then by language tag.
  var names: [String: [String: String]] = [:]

  private static let transfersPath = "/api/v1/transfers"
  /// Transfers in a list.
  private static let listLimit = 50

  func add(to router: inout Router) {
    router.on("/api/v1/accounts", ("GET", { request in read(writeAccounts(request)) }))
    router.on(
      Self.transfersPath, ("GET", { _ in read(Self.writeTransfers) }), ("POST", { transfer($0) }))
    router.otherwise(
      [Self.transfersPath + "/{id}", Self.transfersPath + "/{id}/reversal"], lookUp)
  }

  /// `/api/v1/transfers/{id}` and `/api/v1/transfers/{id}/reversal`.
  @Sendable private func lookUp(_ path: String) -> Router.Endpoint? {
    guard path.hasPrefix(Self.transfersPath + "/") else { return nil }
    let parts = path.dropFirst(Self.transfersPath.count + 1).split(
      separator: "/", omittingEmptySubsequences: false)
    guard let id = parts.first.map(String.init), !id.isEmpty else { return nil }
    switch parts.count {
    case 1:
      return Router.Endpoint(
        Route("/api/v1/transfers/{id}"), [("GET", { _ in read(Self.writeTransfer(id)) })])
    case 2 where parts[1] == "reversal":
      return Router.Endpoint(
        Route("/api/v1/transfers/{id}/reversal"),
        [("POST", { request in reverse(id, request, path) })])
    default:
      return nil
    }
  }

  // MARK: moving money

  private func transfer(_ request: HTTPRequest) -> Reply {
    endpoint.reply(to: request, path: Self.transfersPath) { body, claim throws(StorageError) in
      // A slash is for reversals, whose ids are made of their transfer's.
      guard let id = Self.text(body, "id"), !id.contains("/"), let from = Self.text(body, "from"),
        let to = Self.text(body, "to"), let amount = body["amount"]?.int,
        let currency = Self.text(body, "currency")
      else { return Problem.badTransfer.response }
      let wanted = LedgerTransfer(
        id: id, from: from, to: to, amount: amount, currency: currency, created: claim.now)
      return try await once(claim) { transaction throws(StorageError) in
        try transaction.transfer(wanted, tenant: claim.tenant)
      }
    }
  }

  private func reverse(_ id: String, _ request: HTTPRequest, _ path: String) -> Reply {
    endpoint.reply(to: request, path: path) { _, claim throws(StorageError) in
      try await once(claim) { transaction throws(StorageError) in
        // Made of the transfer's own id: a repeated undo finds the first one, whatever its key.
        try transaction.reverse(id, as: id + "/reversal", tenant: claim.tenant, now: claim.now)
      }
    }
  }

  private func once(
    _ claim: IdempotencyClaim,
    _ move: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> LedgerOutcome
  ) async throws(StorageError) -> HTTPResponse {
    let accounts = accounts
    let outcome = try await endpoint.storage.once(claim) { transaction throws(StorageError) in
      for account in accounts { try transaction.open(account) }
      switch try move(transaction) {
      case .done(let transfer), .refused(.alreadyReversed(let transfer)):
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("transfer")
        Self.write(transfer, &writer)
        writer.endObject()
        return StoredAnswer(status: 201, contentType: "application/json", body: writer.bytes)
      case .refused(let refusal):
        return BackEndResponse.stored(.ledger(refusal))
      }
    }
    return IdempotentEndpoint.response(outcome)
  }

  private static func text(_ body: JSON, _ member: String) -> String? {
    guard let text = body[member]?.string, (1...128).contains(text.utf8.count) else { return nil }
    return text
  }

  // MARK: reading

  private typealias Read = IdempotentEndpoint.Read

  private func read(_ body: @escaping Read) -> Reply {
    let accounts = accounts
    return endpoint.read { transaction, writer throws(StorageError) in
      for account in accounts { try transaction.open(account) }
      return try body(transaction, &writer)
    }
  }

  /// `accounts`, and the same as the `options` of a dropdown: each with its balance to read.
  private func writeAccounts(_ request: HTTPRequest) -> Read {
    let language = LanguageChoice(default: "uz", ["ru", "en", "uz-Cyrl"])
      .best(for: ScreenHandler.language(request))
    let names = names
    return { transaction, writer throws(StorageError) in
      let accounts = try transaction.accounts(tenant: IdempotentEndpoint.tenant)
      let name = { (account: LedgerAccount) in names[account.id]?[language] ?? account.name }
      writer.key("accounts")
      writer.beginArray()
      for account in accounts {
        writer.beginObject()
        writer.key("id")
        writer.string(account.id)
        writer.key("name")
        writer.string(name(account))
        writer.key("currency")
        writer.string(account.currency)
        writer.key("balance")
        writer.int(account.balance)
        writer.endObject()
      }
      writer.endArray()
      writer.key("options")
      writer.beginArray()
      for account in accounts {
        writer.beginObject()
        writer.key("value")
        writer.string(account.id)
        writer.key("label")
        writer.string(name(account) + " · " + Self.balance(account, language))
        writer.endObject()
      }
      writer.endArray()
      return true
    }
  }

  private static func balance(_ account: LedgerAccount, _ language: String) -> String {
    guard let currency = Currency(code: account.currency) else { return account.currency }
    return Money(minorUnits: account.balance, currency: currency)
      .formatted(MoneyLanguage(tag: language))
  }

  private static let writeTransfers: Read = { transaction, writer throws(StorageError) in
    writer.key("transfers")
    writer.beginArray()
    let transfers = try transaction.transfers(
      tenant: IdempotentEndpoint.tenant, limit: listLimit)
    for transfer in transfers { write(transfer, &writer) }
    writer.endArray()
    return true
  }

  private static func writeTransfer(_ id: String) -> Read {
    { transaction, writer throws(StorageError) in
      let found = try transaction.transfer(id: id, tenant: IdempotentEndpoint.tenant)
      guard let found else { return false }
      writer.key("transfer")
      write(found, &writer)
      return true
    }
  }

  private static func write(_ transfer: LedgerTransfer, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(transfer.id)
    writer.key("from")
    writer.string(transfer.from)
    writer.key("to")
    writer.string(transfer.to)
    writer.key("amount")
    writer.int(transfer.amount)
    writer.key("currency")
    writer.string(transfer.currency)
    writer.key("created")
    writer.string(Log.time(transfer.created))
    if let reverses = transfer.reverses {
      writer.key("reverses")
      writer.string(reverses)
    }
    writer.endObject()
  }
}
