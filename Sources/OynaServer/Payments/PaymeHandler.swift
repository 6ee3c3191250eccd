import OynaPayments
import OynaStorage
import OynaValue

/// `POST /payme`: the Payme Merchant API over ``PaymeMerchant`` and the storage.
///
/// Every answer has status 200, errors included: Payme takes any other for -32400.
struct PaymeHandler: Sendable {
  let settings: MerchantSettings.Payme
  let merchant: PaymeMerchant
  let store: PaymentStore
  let log: Log
  let metrics: Metrics

  /// Fails for a code that Payme does not allow for an unavailable order.
  init?(_ settings: MerchantSettings.Payme, store: PaymentStore, log: Log, metrics: Metrics) {
    guard
      let merchant = PaymeMerchant(
        accountField: settings.accountField, accountKind: .oneTime,
        unavailableCode: settings.unavailableCode)
    else { return nil }
    self.settings = settings
    self.merchant = merchant
    self.store = store
    self.log = log
    self.metrics = metrics
  }

  func add(to router: inout Router) {
    let refuse: Router.Handler = { _ in
      .response(Self.response(PaymeAnswer.bytes(.notPost, id: nil)))
    }
    router.on(
      "/payme", ("POST", { reply(to: $0) }), ("GET", refuse), ("PUT", refuse),
      ("PATCH", refuse), ("DELETE", refuse))
  }

  private func reply(to request: HTTPRequest) -> Reply {
    let json: JSON? = request.body.flatMap { body in
      body.withBytes { bytes in try? JSON.parse(bytes, options: .screen) }
    }
    let id = json?["id"]
    guard PaymeAuthorization.isValid(request.headers["authorization"], key: settings.key.text)
    else { return .response(Self.response(PaymeAnswer.bytes(.unauthorized, id: id))) }
    guard let json else { return .response(Self.response(PaymeAnswer.bytes(.parse, id: nil))) }
    do throws(PaymeError) {
      let call = try PaymeCall(json, accountField: settings.accountField)
      let receipt = json["params"]?["fiscal_data"]
      // Known by now: `PaymeCall` takes no other.
      let method = json["method"]?.string ?? ""
      return .pending {
        let bytes = await answer(to: call, id: id, receipt: receipt)
        let code = (try? JSON.parse(bytes))?["error"]?["code"]?.int ?? 0
        metrics.countPaymentCall("payme", method, code)
        return Self.response(bytes)
      }
    } catch {
      return .response(Self.response(PaymeAnswer.bytes(error, id: id)))
    }
  }

  private func answer(to call: PaymeCall, id: JSON?, receipt: JSON?) async -> [UInt8] {
    do throws(StorageError) {
      return try await store.decide { book throws(StorageError) in
        try decide(call, book, id: id, receipt: receipt)
      }
    } catch {
      log.write(.error, "payme call failed", [("reason", .outside(error.message))])
      return PaymeAnswer.bytes(.system, id: id)
    }
  }

  private func decide(
    _ call: PaymeCall, _ book: OrderBook, id: JSON?, receipt: JSON?
  ) throws(StorageError) -> [UInt8] {
    switch call {
    case .checkPerform(let amount, let number):
      let order = try book.order(number)
      do throws(PaymeError) {
        _ = try merchant.checkPerform(amount: amount, order: order?.payme)
        return PaymeAnswer.allowed(id: id)
      } catch {
        return PaymeAnswer.bytes(error, id: id)
      }
    case .statement(let from, let to):
      let rows = try book.transaction.payments(
        provider: PaymentProvider.payme, from: from, to: to)
      return PaymeAnswer.statement(
        merchant.statement(of: rows.compactMap(\.payme), from: from, to: to),
        accountField: settings.accountField, id: id)
    case .setFiscalData(let payment, let isPerform):
      guard let row = try self.row(payment, book), let receipt else {
        return PaymeAnswer.bytes(.receiptNotFound, id: id)
      }
      var json: [UInt8] = []
      receipt.write(into: &json)
      try book.transaction.keepReceipt(
        payment: row.number, isCancellation: !isPerform, json: json)
      return PaymeAnswer.fiscalDataKept(id: id)
    case .create, .perform, .cancel, .check:
      let decision = try transition(call, book)
      switch decision.answer {
      case .success(let result): return PaymeAnswer.bytes(result, id: id)
      case .failure(let error): return PaymeAnswer.bytes(error, id: id)
      }
    }
  }

  /// Decides a call that may change a transaction, and writes the change.
  private func transition(
    _ call: PaymeCall, _ book: OrderBook
  ) throws(StorageError) -> PaymeDecision {
    let decision: PaymeDecision
    var existing: PaymentRecord?
    switch call {
    case .create(let call):
      existing = try row(call.id, book)
      let order = try book.order(call.order, forPayment: existing?.number)
      decision = merchant.create(
        call, existing: existing?.payme, order: order?.payme, active: nil,
        merchantID: String(try book.transaction.nextPaymentNumber()), now: book.now)
      if case .insert(let created) = decision.change, let order {
        try book.begin(PaymentRecord(created, now: book.now), order: order)
      }
    case .perform(let id):
      existing = try row(id, book)
      decision = merchant.perform(existing?.payme, now: book.now)
    case .cancel(let id, let reason):
      existing = try row(id, book)
      let order = try existing.flatMap { row throws(StorageError) in
        try book.transaction.payableOrder(id: row.order)
      }
      decision = merchant.cancel(
        existing?.payme, order: order?.payme, reason: reason, now: book.now)
    case .check(let id):
      existing = try row(id, book)
      decision = merchant.check(existing?.payme, now: book.now)
    case .checkPerform, .statement, .setFiscalData:
      decision = PaymeDecision(change: .none, answer: .failure(.system))
    }
    if let existing { try write(decision.change, of: existing, book) }
    return decision
  }

  private func write(
    _ change: PaymeChange, of row: PaymentRecord, _ book: OrderBook
  ) throws(StorageError) {
    switch change {
    case .none, .insert, .expireAndInsert: break
    case .expire(let transaction):
      try end(row, transaction, book)
    case .update(let transaction, from: _, order: _):
      switch transaction.state {
      case .created: break
      case .performed: try book.perform(row, at: transaction.performTime)
      case .cancelled: try end(row, transaction, book)
      case .refunded:
        try book.refund(row, at: transaction.cancelTime, reason: transaction.reason ?? 0)
      }
    }
  }

  private func end(
    _ row: PaymentRecord, _ transaction: PaymeTransaction, _ book: OrderBook
  ) throws(StorageError) {
    try book.end(
      row, at: transaction.cancelTime, reason: transaction.reason ?? 0,
      order: try book.transaction.payableOrder(id: row.order))
  }

  private func row(_ id: String, _ book: OrderBook) throws(StorageError) -> PaymentRecord? {
    try book.transaction.payment(provider: PaymentProvider.payme, providerID: id)
  }

  private static func response(_ body: [UInt8]) -> HTTPResponse {
    var response = HTTPResponse(
      status: 200, contentType: "application/json; charset=utf-8", body: body)
    response.headers.append("Cache-Control", "no-store")
    return response
  }
}

extension PayableOrder {
  /// The order as Payme asks about it.
  fileprivate var payme: PaymeOrder {
    let state: PaymeOrder.State =
      switch state {
      case .available: .available
      case .waiting: .waiting
      case .paid: .paid
      case .cancelled: .cancelled
      case .delivered: .delivered
      }
    return PaymeOrder(number: id, amount: amount, state: state)
  }
}

extension PaymentRecord {
  /// A row for a transaction that Payme has just created.
  fileprivate init(_ transaction: PaymeTransaction, now: Int64) {
    self.init(
      number: Int64(transaction.merchantID) ?? 0, provider: PaymentProvider.payme,
      providerID: transaction.id, order: transaction.order, amount: transaction.amount,
      providerTime: transaction.time, created: now)
  }

  /// The transaction that a row holds; nil for a row that no transaction can have.
  fileprivate var payme: PaymeTransaction? {
    let created = PaymeTransaction(
      id: providerID, time: providerTime, amount: amount, order: order,
      merchantID: String(number), createTime: created)
    guard let state = PaymeTransaction.State(rawValue: state.rawValue) else { return nil }
    return PaymeTransaction(
      created: created, state: state, performTime: performed ?? 0, cancelTime: cancelled ?? 0,
      reason: reason)
  }
}
