import OynaPayments
import OynaStorage
import OynaValue

/// `POST /click/prepare` and `POST /click/complete`: the Click SHOP API over ``ClickMerchant`` and
/// the storage. Forms in, JSON out, always with status 200.
struct ClickHandler: Sendable {
  let merchant: ClickMerchant
  let store: PaymentStore
  let log: Log
  let metrics: Metrics

  init(_ settings: MerchantSettings.Click, store: PaymentStore, log: Log, metrics: Metrics) {
    merchant = ClickMerchant(
      serviceID: settings.serviceID, secret: settings.secret.text, md5: Digest.md5,
      busyError: settings.busyError)
    self.store = store
    self.log = log
    self.metrics = metrics
  }

  func add(to router: inout Router) {
    router.on("/click/prepare", ("POST", { reply(to: $0, .prepare) }))
    router.on("/click/complete", ("POST", { reply(to: $0, .complete) }))
  }

  private func reply(to request: HTTPRequest, _ action: ClickCall.Action) -> Reply {
    let form = FormBody(request)
    let call = form.flatMap { form in ClickCall { form[$0] } }
    return .pending {
      let bytes = await answer(to: call, action).bytes(to: call)
      let code = (try? JSON.parse(bytes))?["error"]?.int ?? 0
      metrics.countPaymentCall("click", action == .prepare ? "prepare" : "complete", code)
      var response = HTTPResponse(
        status: 200, contentType: "application/json; charset=utf-8", body: bytes)
      response.headers.append("Cache-Control", "no-store")
      return response
    }
  }

  private func answer(to call: ClickCall?, _ action: ClickCall.Action) async -> ClickAnswer {
    do throws(StorageError) {
      return try await store.decide { book throws(StorageError) in
        try decide(call, action, book)
      }
    } catch {
      log.write(.error, "click call failed", [("reason", .outside(error.message))])
      return .refused(.billingFailed)
    }
  }

  private func decide(
    _ call: ClickCall?, _ action: ClickCall.Action, _ book: OrderBook
  ) throws(StorageError) -> ClickAnswer {
    // Nothing is read, and no hold is ended, for somebody who does not know the secret.
    guard let call, merchant.accepts(call) else {
      return merchant.decide(call, at: action, order: nil, payment: nil, prepareID: 0).answer
    }
    var row: PaymentRecord?
    var order: PayableOrder?
    switch action {
    case .prepare:
      row = try book.transaction.payment(
        provider: PaymentProvider.click, providerID: call.transactionID)
      order = try book.order(call.merchantTransactionID, forPayment: row?.number)
    case .complete:
      // A hold that expired still counts while nobody else has the order: the money was taken.
      row = try call.merchantPrepareID.flatMap { Int64($0) }.flatMap {
        number throws(StorageError) in try book.transaction.payment(number: number)
      }
      if row?.provider != PaymentProvider.click { row = nil }
      order = try book.transaction.payableOrder(id: call.merchantTransactionID)
    }
    let decision = merchant.decide(
      call, at: action, order: order.map { $0.click(for: row) }, payment: row?.click,
      prepareID: try book.transaction.nextPaymentNumber())
    try write(decision.change, call, row: row, order: order, book)
    return decision.answer
  }

  private func write(
    _ change: ClickChange, _ call: ClickCall, row: PaymentRecord?, order: PayableOrder?,
    _ book: OrderBook
  ) throws(StorageError) {
    switch change {
    case .none: break
    case .insert(let payment):
      guard let order else { break }
      try book.begin(
        PaymentRecord(
          number: payment.prepareID, provider: PaymentProvider.click,
          providerID: payment.transactionID, order: payment.order, amount: payment.amount,
          providerTime: book.now, created: book.now), order: order)
    case .update(let payment, from: _):
      guard let row else { break }
      if payment.state == .paid {
        try book.perform(row, at: book.now)
      } else {
        try book.end(row, at: book.now, reason: call.error, order: order)
      }
    case .reportReversal(let payment):
      try book.transaction.note(
        payment: payment.prepareID,
        "Click reported error \(call.error) for this paid payment: ask Click, then refund or keep.",
        now: book.now)
    }
  }
}

extension PayableOrder {
  /// The order as Click asks about it for a payment: what that payment holds is free for it.
  fileprivate func click(for payment: PaymentRecord?) -> ClickOrder {
    let state: ClickOrder.State =
      switch state {
      case .available: .available
      case .waiting: holder == payment?.number ? .available : .busy
      case .paid, .delivered: .paid
      case .cancelled: .cancelled
      }
    return ClickOrder(number: id, amount: amount, state: state)
  }
}

extension PaymentRecord {
  fileprivate var click: ClickPayment {
    let state: ClickPayment.State =
      switch state {
      case .created: .prepared
      case .performed: .paid
      case .cancelled, .refunded: .cancelled
      }
    return ClickPayment(
      prepareID: number, transactionID: providerID, order: order, amount: amount, state: state)
  }
}
