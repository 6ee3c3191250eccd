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

  enum Card { case good, noPhone, expired, blocked, systemError, slowError }

  static let smsCode = "666666"

  func subscribe(_ body: JSON?) async -> ProviderAnswer {
    let params = body?["params"]
    switch body?["method"]?.string {
    case "cards.create":
      let number = params?["card"]?["number"]?.string?.filter { $0 != " " } ?? ""
      switch Self.cards[number] {
      case nil: return Self.error(-31300)
      case .noPhone: return Self.error(-31301)
      case .expired: return Self.error(-31301)
      case .good, .blocked, .systemError, .slowError:
        return Self.json(
          #"{"result":{"card":{"number":"\#(number.prefix(6))******\#(number.suffix(4))","#
            + #""expire":"03/99","token":"\#(number)","recurrent":false,"verify":false}},"id":1}"#
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
      return await pay(params?["id"]?.string ?? "", token: params?["token"]?.string ?? "")
    case "receipts.check":
      guard let receipt = receipts[params?["id"]?.string ?? ""] else { return Self.error(-31003) }
      return Self.json(#"{"result":{"state":\#(receipt.state)},"id":1}"#)
    case "receipts.cancel":
      guard let id = params?["id"]?.string, receipts[id] != nil else { return Self.error(-31003) }
      receipts[id]?.state = 50
      return Self.json(#"{"result":{"receipt":{"_id":"\#(id)","state":50}},"id":1}"#)
    case "receipts.get_all":
      return Self.json(#"{"result":[],"id":1}"#)
    default: return Self.error(-32601)
    }
  }

  private func pay(_ id: String, token: String) async -> ProviderAnswer {
    guard let receipt = receipts[id], receipt.state == 0 else { return Self.error(-31008) }
    switch Self.cards[token] {
    case .good:
      let isPaid = await payByPayme(order: receipt.order, amount: receipt.amount) != nil
      receipts[id]?.state = isPaid ? 4 : 50
      return isPaid
        ? Self.json(#"{"result":{"receipt":{"_id":"\#(id)","state":4}},"id":1}"#)
        : Self.error(-31623)
    case .systemError:
      // Paid, and the answer is lost on the way.
      let isPaid = await payByPayme(order: receipt.order, amount: receipt.amount) != nil
      receipts[id]?.state = isPaid ? 4 : 50
      return .lost
    case .slowError:
      await surroundings.wait(10_000)
      return Self.error(-31630)
    case .blocked, .expired, .noPhone, nil: return Self.error(-31630)
    }
  }

  // MARK: the acquirer and the lender

  /// The demo's sheet says what should happen: `{"demo": "success" | "declined" | "lost"}`.
  func acquirer(_ path: [String], _ body: JSON?, method: String) -> ProviderAnswer {
    switch (method, path.count) {
    case ("POST", 0):
      guard let key = body?["attempt"]?.string else { return Self.json("{}", status: 400) }
      if charges[key] != nil { return status(key) }
      let wish = body?["token"]?["demo"]?.string ?? ""
      charges[key] = wish == "declined" ? "declined" : "succeeded"
      return wish == "lost" ? .lost : status(key)
    case ("GET", 1): return status(path[0])
    case ("POST", 2) where path[1] == "refund": return Self.json(#"{"status":"refunded"}"#)
    default: return Self.json("{}", status: 404)
    }
  }

  /// A key that is asked for before it came is refused from then on.
  private func status(_ key: String) -> ProviderAnswer {
    if charges[key] == nil { charges[key] = "none" }
    return Self.json(#"{"status":"\#(charges[key] ?? "none")"}"#)
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
      return Self.json(#"{"contract_id":"\#(id)","url":"/demo/lender/sign/\#(id)"}"#)
    case "contracts/check-status":
      let contract =
        body?["contract_id"]?.string.flatMap { contracts[$0] }
        ?? contracts.values.first { $0.order == body?["ext_order_id"]?.string }
      guard let contract else { return Self.json("{}", status: 404) }
      return Self.json(
        #"{"contract_id":"\#(contract.id)","status":\#(contract.status),"#
          + #""url":"/demo/lender/sign/\#(contract.id)"}"#
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
