import OynaPayments
import OynaValue

// What the strategies ask: each double answers as its provider's documentation says.
extension DemoProvider {
  // MARK: Click's Merchant API

  /// Phones that end in 00 are never confirmed, in 99 are refused, in 01 lose the answer to the
  /// invoice; any other is confirmed when its status is asked for the second time.
  func click(_ path: String, _ body: JSON?, method: String) async -> ProviderAnswer {
    let parts = path.split(separator: "/").map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("invoice", "create"):
      guard let order = body?["merchant_trans_id"]?.string,
        let amount = body?["amount"]?.number?.text, let phone = body?["phone_number"]?.string
      else { return Self.json(#"{"error_code":-8,"error_note":"Bad request"}"#) }
      let id = String(number())
      invoices[id] = Invoice(order: order, amount: amount, phone: phone, transaction: number())
      if phone.hasSuffix("01") { return .lost }
      return Self.json(#"{"error_code":0,"error_note":"Success","invoice_id":\#(id)}"#)
    case ("invoice", "status"):
      guard let id = parts.last, invoices[id] != nil else {
        return Self.json(#"{"error_code":-16,"error_note":"Not found"}"#)
      }
      await confirm(id)
      return Self.json(
        #"{"error_code":0,"error_note":"","invoice_status":\#(invoices[id]?.status ?? 0)}"#)
    case ("payment", "status_by_mti"), ("payment", "status"):
      // By the order's number, or by that of the payment.
      guard parts.count > 3,
        let id = invoices.first(where: {
          $0.value.order == parts[3] || String($0.value.transaction) == parts[3]
        })?.key
      else { return Self.json(#"{"error_code":-16,"error_note":"Not found"}"#) }
      await confirm(id)
      let invoice = invoices[id]
      let status = invoice?.status == 1 ? 2 : invoice?.status == -99 ? -1 : 1
      return Self.json(
        #"{"error_code":0,"error_note":"","payment_id":\#(invoice?.transaction ?? 0),"#
          + #""payment_status":\#(status)}"#
      )
    case ("payment", "reversal"):
      return Self.json(#"{"error_code":0,"error_note":"Success"}"#)
    default:
      return Self.json(#"{"error_code":-3,"error_note":"Action not found"}"#)
    }
  }

  /// The payer takes the phone in hand.
  private func confirm(_ id: String) async {
    guard var invoice = invoices[id], invoice.status == 0 else { return }
    invoice.questions += 1
    invoices[id] = invoice
    guard invoice.questions == 2, !invoice.phone.hasSuffix("00") else { return }
    if invoice.phone.hasSuffix("99") {
      _ = await payByClick(invoice, error: -5017)
      invoices[id]?.status = -99
    } else {
      invoices[id]?.status = await payByClick(invoice) ? 1 : -99
    }
  }

  // MARK: Payme's Subscribe API

  /// What Payme's documentation gives for tests, and what each does.
  static let cards: [String: Card] = [
    "8600495473316478": .good, "8600069195406311": .good, "8600060921090842": .noPhone,
    "3333336415804657": .expired, "4444445987459073": .blocked,
    "8600143417770323": .systemError, "8600134301849596": .slowError,
  ]

  enum Card: Sendable { case good, noPhone, expired, blocked, systemError, slowError }

  /// What the payer wants to happen with a token of the demo's device.
  enum Wish: String, Sendable { case success, decline, lose }

  static let smsCode = "666666"

  func subscribe(_ body: JSON?) async -> ProviderAnswer {
    let params = body?["params"]
    switch body?["method"]?.string {
    case "cards.create":
      let number = params?["card"]?["number"]?.string?.filter { $0 != " " } ?? ""
      switch Self.cards[number] {
      case nil: return Self.error(-31300)
      case .noPhone, .expired: return Self.error(-31301)
      case let card?:
        let token = identifier()
        tokens[token] = card
        return Self.json(
          #"{"result":{"card":{"number":"\#(number.prefix(6))******\#(number.suffix(4))","#
            + #""expire":"03/99","token":"\#(token)","recurrent":false,"verify":false}},"id":1}"#
        )
      }
    case "cards.get_verify_code":
      return Self.json(#"{"result":{"sent":true,"phone":"99890*****31","wait":60000},"id":1}"#)
    case "cards.verify":
      guard params?["code"]?.string == Self.smsCode else { return Self.error(-31103) }
      let token = params?["token"]?.string ?? ""
      return Self.json(
        #"{"result":{"card":{"token":"\#(token)","recurrent":true,"verify":true}},"id":1}"#)
    case "receipts.create":
      guard let amount = params?["amount"]?.int,
        let field = surroundings.settings.payme?.accountField,
        let order = params?["account"]?[field]?.string
      else { return Self.error(-31610) }
      let id = identifier()
      receipts[id] = Receipt(order: order, amount: amount, created: surroundings.clock())
      return Self.json(#"{"result":{"receipt":{"_id":"\#(id)","state":0}},"id":1}"#)
    case "receipts.pay":
      return await pay(
        params?["id"]?.string ?? "", token: params?["token"]?.string ?? "",
        holds: params?["hold"]?.bool == true)
    case "receipts.check":
      guard let receipt = receipts[params?["id"]?.string ?? ""] else { return Self.error(-31003) }
      return Self.json(#"{"result":{"state":\#(receipt.state)},"id":1}"#)
    case "receipts.cancel":
      guard let id = params?["id"]?.string, receipts[id] != nil else { return Self.error(-31003) }
      await takeBack(id)
      return Self.receipt(id, state: 50)
    case "receipts.confirm_hold":
      guard let id = params?["id"]?.string, let receipt = receipts[id], receipt.state == 5,
        let transaction = receipt.transaction
      else { return Self.error(-31008) }
      await performByPayme(transaction)
      receipts[id]?.state = 4
      return Self.receipt(id, state: 4)
    case "receipts.get_all":
      let field = surroundings.settings.payme?.accountField ?? ""
      let all = receipts.map { id, receipt in
        #"{"_id":"\#(id)","state":\#(receipt.state),"amount":\#(receipt.amount),"#
          + #""account":[{"name":"\#(field)","value":\#(quoted(receipt.order))}]}"#
      }
      return Self.json(#"{"result":[\#(all.joined(separator: ","))],"id":1}"#)
    default: return Self.error(-32601)
    }
  }

  private func pay(_ id: String, token: String, holds: Bool) async -> ProviderAnswer {
    guard let receipt = receipts[id], receipt.state == 0 else { return Self.error(-31008) }
    switch tokens[token] {
    case .good where holds:
      let transaction = await payByPayme(
        order: receipt.order, amount: receipt.amount, performs: false)
      receipts[id]?.transaction = transaction
      receipts[id]?.state = transaction == nil ? 50 : 5
      return transaction == nil ? Self.error(-31623) : Self.receipt(id, state: 5)
    case .good:
      let transaction = await payByPayme(order: receipt.order, amount: receipt.amount)
      let isPaid = transaction != nil
      receipts[id]?.transaction = transaction
      receipts[id]?.state = isPaid ? 4 : 50
      return isPaid ? Self.receipt(id, state: 4) : Self.error(-31623)
    case .systemError:
      // Paid, and the answer is lost on the way.
      return await payLate(id, receipt)
    case .slowError:
      await surroundings.wait(10_000)
      return Self.error(-31630)
    case .blocked, .expired, .noPhone, nil: return Self.error(-31630)
    }
  }

  /// The answer is lost at once; the money is held by Payme, and taken some seconds later.
  private func payLate(_ id: String, _ receipt: Receipt) async -> ProviderAnswer {
    guard
      let transaction = await payByPayme(
        order: receipt.order, amount: receipt.amount, performs: false)
    else {
      receipts[id]?.state = 50
      return .lost
    }
    receipts[id]?.transaction = transaction
    receipts[id]?.state = 2
    Task {
      await surroundings.wait(Self.delay)
      await performByPayme(transaction)
      receipts[id]?.state = 4
    }
    return .lost
  }

  /// What was paid or held by a receipt goes back: Payme says so to the merchant too.
  private func takeBack(_ id: String) async {
    if let transaction = receipts[id]?.transaction {
      await cancelByPayme(transaction, reason: receipts[id]?.state == 4 ? 5 : 3)
    }
    receipts[id]?.state = 50
  }

  private static func receipt(_ id: String, state: Int) -> ProviderAnswer {
    json(#"{"result":{"receipt":{"_id":"\#(id)","state":\#(state)}},"id":1}"#)
  }

  /// How long what comes late takes, in milliseconds.
  static let delay: Int64 = 4_000

  // MARK: the acquirer and the lender

  /// What the acquirer knows of one attempt.
  struct Charge {
    var status: String
    let amount: Int64
    var refunded: Int64 = 0
    /// The keys of refunds that were done.
    var refunds: Set<String> = []
  }

  /// What the payer wanted to happen is known by the number of the token's payment.
  func acquirer(
    _ path: [String], _ body: JSON?, method: String, key: String?
  ) async -> ProviderAnswer {
    switch (method, path.count) {
    case ("POST", 0):
      guard let key = body?["attempt"]?.string, let amount = body?["amount"]?.int else {
        return Self.json("{}", status: 400)
      }
      if charges[key] != nil { return status(key) }
      let wish = wishes[body?["token"]?["transactionIdentifier"]?.string ?? ""]
      let good = body?["hold"]?.bool == true ? "authorized" : "succeeded"
      charges[key] = Charge(status: wish == .decline ? "declined" : good, amount: amount)
      return wish == .lose ? .lost : status(key)
    case ("GET", 1): return status(path[0])
    case ("POST", 2): return change(path[0], path[1], body, key: key)
    default: return Self.json("{}", status: 404)
    }
  }

  private func change(
    _ id: String, _ wish: String, _ body: JSON?, key: String?
  ) -> ProviderAnswer {
    guard var charge = charges[id] else { return Self.json("{}", status: 404) }
    switch (wish, charge.status) {
    case ("capture", "authorized"): charge.status = "succeeded"
    case ("cancel", "authorized"): charge.status = "cancelled"
    case ("refund", "succeeded"):
      let amount = body?["amount"]?.int ?? 0
      guard let key, charge.refunds.contains(key) || amount <= charge.amount - charge.refunded
      else { return Self.json("{}", status: 422) }
      if charge.refunds.insert(key).inserted { charge.refunded += amount }
      charges[id] = charge
      return Self.json(#"{"status":"refunded"}"#)
    default: return Self.json("{}", status: 409)
    }
    charges[id] = charge
    return status(id)
  }

  /// A key that is asked for before it came is refused from then on.
  private func status(_ key: String) -> ProviderAnswer {
    let charge = charges[key] ?? Charge(status: "none", amount: 0)
    charges[key] = charge
    return Self.json(#"{"status":"\#(charge.status)","refunded":\#(charge.refunded)}"#)
  }

  func lender(_ path: String, _ body: JSON?) -> ProviderAnswer {
    switch path {
    case "orders":
      guard let order = body?["ext_order_id"]?.string, body?["period"]?.int != nil else {
        return Self.json("{}", status: 400)
      }
      let id = String(number())
      contracts[id] = Contract(
        id: id, order: order, returnURL: body?["callback"]?.string ?? "/")
      // A price that ends in 01 tiyin loses the answer.
      if body?["amount"]?.number?.text.hasSuffix(".01") == true { return .lost }
      return Self.json(
        #"{"contract_id":"\#(id)","url":"\#(surroundings.origin)/demo/lender/sign/\#(id)"}"#)
    case "contracts/check-status":
      let contract =
        body?["contract_id"]?.string.flatMap { contracts[$0] }
        ?? contracts.values.first { $0.order == body?["ext_order_id"]?.string }
      guard let contract else { return Self.json("{}", status: 404) }
      return Self.json(
        #"{"contract_id":"\#(contract.id)","status":\#(contract.status),"#
          + #""url":"\#(surroundings.origin)/demo/lender/sign/\#(contract.id)"}"#
      )
    case "contracts/cancel":
      guard let id = body?["contract_id"]?.string, contracts[id] != nil else {
        return Self.json("{}", status: 404)
      }
      contracts[id]?.status = 5
      return Self.json("{}")
    default: return Self.json("{}", status: 404)
    }
  }

  static func json(_ text: String, status: Int = 200) -> ProviderAnswer {
    .answered(status: status, body: try? JSON.parse(text))
  }

  private static func error(_ code: Int) -> ProviderAnswer {
    json(#"{"error":{"code":\#(code),"message":"Demo"},"id":1}"#)
  }
}
