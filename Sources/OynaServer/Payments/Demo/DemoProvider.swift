import OynaPayments
import OynaStorage
import OynaValue

/// Doubles of the providers, for the demo and the tests: they serve what a payer would see at
/// theirs and call the merchant server as they would, with test cards, delays, time-outs and lost
/// answers. Nothing of it moves money.
///
/// Below `/demo/`: `payme/{link}` (checkout page), `payme/api` (Subscribe API), `click/…` (Merchant
/// API), `acquirer`, `lender/…`, `applepay/token` (the payer's device).
actor DemoProvider {
  /// What a double needs of the world.
  struct Surroundings: Sendable {
    let settings: MerchantSettings
    /// What comes before the paths of the doubles' own pages; empty on the merchant's own server.
    let origin: String
    /// Sends a callback to the merchant server.
    let call: @Sendable (HTTPRequest) async -> HTTPResponse
    /// Milliseconds since 1970 UTC.
    let clock: @Sendable () -> Int64
    /// Waits some milliseconds.
    let wait: @Sendable (Int64) async -> Void
  }

  let surroundings: Surroundings
  var invoices: [String: Invoice] = [:]
  var receipts: [String: Receipt] = [:]
  var charges: [String: Charge] = [:]
  /// What the payer wants to happen with a token of the demo's device, by the payment's number.
  var wishes: [String: Wish] = [:]
  /// The cards of the Subscribe API by their tokens.
  var tokens: [String: Card] = [:]
  var contracts: [String: Contract] = [:]
  private var nextNumber: Int64

  /// An invoice to a phone.
  struct Invoice {
    let order: String
    let amount: String
    let phone: String
    let transaction: Int64
    /// How often its status was asked for.
    var questions = 0
    /// 0 pending, 1 paid, -99 deleted.
    var status: Int64 = 0
  }

  /// A receipt of the Subscribe API.
  struct Receipt {
    let order: String
    let amount: Int64
    let created: Int64
    var state: Int64 = 0
    /// The transaction of the Merchant API.
    var transaction: String?
  }

  /// A contract with the lender.
  struct Contract {
    let id: String
    let order: String
    let returnURL: String
    /// 0 not signed, 1 active, 5 cancelled.
    var status: Int64 = 0
  }

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    nextNumber = surroundings.clock()
  }

  /// Answers a request to a provider's own address.
  func answer(_ request: ProviderRequest) async -> ProviderAnswer {
    let body = request.body.isEmpty ? nil : try? JSON.parse(request.body)
    let path = request.url.dropFirst(Self.prefix.count)
    if path.hasPrefix("click/v2/merchant/") {
      return await click(
        String(path.dropFirst("click/v2/merchant/".count)), body, method: request.method)
    }
    if path == "payme/api" { return await subscribe(body) }
    if path.hasPrefix("acquirer") {
      return await acquirer(
        path.dropFirst("acquirer".count).split(separator: "/").map(String.init), body,
        method: request.method, key: request.headers["Idempotency-Key"])
    }
    if path.hasPrefix("lender/api/v1/") {
      return lender(String(path.dropFirst("lender/api/v1/".count)), body)
    }
    return .answered(status: 404, body: nil)
  }

  static let prefix = "/demo/"

  func number() -> Int64 {
    nextNumber += 1
    return nextNumber
  }

  /// 24 hexadecimal digits, as Payme's identifiers.
  func identifier() -> String {
    let digits = String(number(), radix: 16)
    return String(repeating: "0", count: max(0, 24 - digits.utf8.count)) + digits
  }

  // MARK: calling the merchant

  /// Pays an order by the Merchant API: check, create, perform. Nil when one was refused, else the
  /// transaction's id.
  func payByPayme(order: String, amount: Int64, performs: Bool = true) async -> String? {
    guard let settings = surroundings.settings.payme else { return nil }
    let id = identifier()
    let account = #""amount":\#(amount),"account":{"\#(settings.accountField)":\#(quoted(order))}"#
    guard await payme("CheckPerformTransaction", account, "allow") != nil,
      await payme(
        "CreateTransaction", #""id":"\#(id)","time":\#(surroundings.clock()),"# + account, "state")
        != nil
    else { return nil }
    if performs {
      guard await payme("PerformTransaction", #""id":"\#(id)""#, "state") != nil else { return nil }
    }
    return id
  }

  func performByPayme(_ id: String) async {
    _ = await payme("PerformTransaction", #""id":"\#(id)""#, "state")
  }

  func cancelByPayme(_ id: String, reason: Int) async {
    _ = await payme("CancelTransaction", #""id":"\#(id)","reason":\#(reason)"#, "state")
  }

  private func payme(_ method: String, _ params: String, _ member: String) async -> JSON? {
    guard let settings = surroundings.settings.payme else { return nil }
    let credentials = Base64.encode(Array("Paycom:\(settings.key.text)".utf8))
    let response = await surroundings.call(
      HTTPRequest(
        method: "POST", target: "/payme",
        headers: HTTPFields([("Authorization", "Basic \(credentials)")]),
        body: HTTPBody(Array(#"{"id":1,"method":"\#(method)","params":{\#(params)}}"#.utf8))))
    return (try? JSON.parse(response.body))?["result"]?[member]
  }

  /// Pays an invoice by the SHOP API: prepare, complete. False when one was refused.
  func payByClick(_ invoice: Invoice, error: Int64 = 0) async -> Bool {
    guard
      let prepared = await shop("prepare", invoice, action: 0, prepareID: nil, error: 0),
      prepared["error"]?.int == 0, let id = prepared["merchant_prepare_id"]?.int
    else { return false }
    let completed = await shop(
      "complete", invoice, action: 1, prepareID: String(id), error: error)
    return completed?["error"]?.int == 0
  }

  private func shop(
    _ name: String, _ invoice: Invoice, action: Int, prepareID: String?, error: Int64
  ) async -> JSON? {
    guard let settings = surroundings.settings.click else { return nil }
    let time = "2026-11-30 10:00:00"
    let signed =
      "\(invoice.transaction)\(settings.serviceID)\(settings.secret.text)\(invoice.order)"
      + "\(prepareID ?? "")\(invoice.amount)\(action)\(time)"
    var fields = [
      ("click_trans_id", String(invoice.transaction)), ("service_id", settings.serviceID),
      ("click_paydoc_id", String(invoice.transaction)), ("merchant_trans_id", invoice.order),
      ("amount", invoice.amount), ("action", String(action)), ("error", String(error)),
      ("error_note", ""), ("sign_time", time),
      ("sign_string", Digest.hex(Digest.md5(Array(signed.utf8)))),
    ]
    if let prepareID { fields.append(("merchant_prepare_id", prepareID)) }
    let body = fields.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
    let response = await surroundings.call(
      HTTPRequest(
        method: "POST", target: "/click/\(name)",
        headers: HTTPFields([("Content-Type", "application/x-www-form-urlencoded")]),
        body: HTTPBody(Array(body.utf8))))
    return try? JSON.parse(response.body)
  }

  func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber)
        ? String(character) : "%" + Digest.hex([byte]).uppercased()
    }.joined()
  }
}
