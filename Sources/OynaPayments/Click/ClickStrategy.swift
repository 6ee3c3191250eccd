import OynaValue

/// Paying by Click: on its page, by an invoice to a phone that is confirmed in the application or
/// by USSD, or by a card typed at the merchant's. The SHOP API tells the result in each case.
///
/// Source: docs.click.uz, "Merchant API requests" and "Payment button".
public struct ClickStrategy: PaymentStrategy {
  /// How the payer pays.
  public enum Mode: Sendable {
    /// On Click's page.
    case paymentLink
    /// By an invoice to the payer's phone.
    case invoice
    /// With a card.
    case card
  }

  /// Who the merchant is to Click, and where Click is.
  public struct Account: Sendable {
    /// The service's number.
    public var serviceID: String
    /// The merchant's number.
    public var merchantID: String
    /// The user's number for the Merchant API.
    public var userID: String
    /// The service's secret: this strategy runs on the server only.
    public var secret: SecretText
    /// The page of the payment link.
    public var page = "https://my.click.uz/services/pay"
    /// The Merchant API.
    public var api = "https://api.click.uz/v2/merchant"

    /// An account at Click's own addresses.
    public init(serviceID: String, merchantID: String, userID: String, secret: SecretText) {
      self.serviceID = serviceID
      self.merchantID = merchantID
      self.userID = userID
      self.secret = secret
    }
  }

  /// See ``PaymentStrategy/name``.
  public let name: String
  private let account: Account
  private let mode: Mode
  private let sha1: @Sendable ([UInt8]) -> [UInt8]

  /// - Parameter sha1: the digest of RFC 3174, 20 bytes: Click's authorisation, not our choice.
  public init(
    name: String = "click", account: Account, mode: Mode,
    sha1: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.name = name
    self.account = account
    self.mode = mode
    self.sha1 = sha1
  }

  /// See ``PaymentStrategy/capabilities``.
  public var capabilities: PaymentCapabilities {
    switch mode {
    case .paymentLink: [.redirect, .statusQuery, .refund, .callback]
    case .invoice: [.phoneConfirmation, .statusQuery, .refund, .callback]
    case .card: [.card, .statusQuery, .refund, .callback]
    }
  }

  /// See ``PaymentStrategy/objection``.
  public func objection(to order: PaymentOrder) -> PaymentObjection? {
    PaymentObjection(unlessPaidIn: .uzs, order)
  }

  // MARK: the steps

  /// See ``PaymentStrategy/start``.
  public func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    switch mode {
    case .paymentLink: attempt.require(.openLink(link(for: attempt.order)))
    case .card:
      attempt.require(
        .enterCard(
          CardEndpoint(
            url: account.api + "/card_token/request", headers: [:],
            members: ["service_id": account.serviceID], dialect: .click)))
    case .invoice:
      guard let phone = attempt.order.phone.flatMap(Self.phone) else {
        attempt.require(.enterPhone)
        break
      }
      return invoice(attempt, to: phone, now: now)
    }
    return PaymentStep(attempt)
  }

  /// See ``PaymentStrategy/resume``.
  public func resume(
    _ attempt: PaymentAttempt, _ input: PaymentInput, now: Int64
  ) -> PaymentStep? {
    var attempt = attempt
    switch (input, attempt.next) {
    case (.returned, _): return status(attempt, now: now)
    case (.phone(let text), .enterPhone):
      guard let phone = Self.phone(text) else { return nil }
      return invoice(attempt, to: phone, now: now)
    case (.cardToken(let token), .enterCard):
      // Click sends the code when it makes the token.
      attempt.secret = token
      attempt.require(.enterCode(phone: "", waitMilliseconds: 60_000))
      return PaymentStep(attempt)
    case (.code(let code), .enterCode):
      guard let token = attempt.secret else { return nil }
      return PaymentStep(
        attempt,
        post("card_token/verify", now: now) { body in
          body.member("service_id", account.service)
          body.member("card_token", token)
          body.member("sms_code", code)
        })
    default: return nil
    }
  }

  /// See ``PaymentStrategy/status``.
  public func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    if let invoice = attempt.facts[Fact.invoice], attempt.facts[Fact.payment] == nil,
      attempt.refunding == nil
    {
      return PaymentStep(
        attempt, request("invoice/status/\(account.serviceID)/\(invoice)", "GET", now: now))
    }
    if let payment = attempt.facts[Fact.payment] {
      return PaymentStep(
        attempt, request("payment/status/\(account.serviceID)/\(payment)", "GET", now: now))
    }
    // Nothing was asked of Click so far: what it knows of the order is of another attempt.
    guard mode == .paymentLink || attempt.state == .unknown || attempt.refunding != nil else {
      return PaymentStep(attempt)
    }
    return PaymentStep(attempt, statusByOrder(attempt, now: now))
  }

  /// By the order's number, on the day in Tashkent on which the attempt began.
  private func statusByOrder(_ attempt: PaymentAttempt, now: Int64) -> ProviderRequest {
    let number = Self.escaped(attempt.order.number)
    return request(
      "payment/status_by_mti/\(account.serviceID)/\(number)/\(Self.day(attempt.started))",
      "GET", now: now)
  }

  /// See ``PaymentStrategy/refund``.
  public func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    guard let payment = attempt.facts[Fact.payment] else {
      // Paid by a callback: Click's own number of the payment comes first.
      return PaymentStep(attempt, statusByOrder(attempt, now: now))
    }
    return PaymentStep(
      attempt,
      request(
        "payment/reversal/\(account.serviceID)/\(payment)", "DELETE", now: now, movesMoney: true))
  }

  private func invoice(_ attempt: PaymentAttempt, to phone: String, now: Int64) -> PaymentStep {
    PaymentStep(
      attempt,
      post("invoice/create", now: now, movesMoney: true) { body in
        body.member("service_id", account.service)
        body.amount(attempt.order.amount)
        body.member("phone_number", phone)
        body.member("merchant_trans_id", attempt.order.number)
      })
  }

  // MARK: the answers

  /// See ``PaymentStrategy/receive``.
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep {
    var attempt = attempt
    let purpose = request.purpose.split(separator: "/").prefix(2).joined(separator: "/")
    guard case .answered(_, let body?) = answer, let code = body["error_code"]?.int else {
      if case .notSent = answer { notSent(&attempt) }
      return PaymentStep(attempt)
    }
    guard code == 0 else {
      refuse(&attempt, purpose, now: now)
      return PaymentStep(attempt)
    }
    switch purpose {
    case "invoice/create":
      attempt.facts[Fact.invoice] = Self.number(body["invoice_id"])
      attempt.require(.confirmByPhone(ussd: "*880#"), by: .provider)
    case "invoice/status":
      switch body["invoice_status"]?.int {
      case 1: attempt.move(to: .succeeded, by: .provider)
      case -99: attempt.move(to: .cancelled, by: .provider)
      default: break
      }
    case "card_token/verify":
      guard let token = attempt.secret else { break }
      attempt.move(to: .processing, by: .checkout)
      return PaymentStep(
        attempt,
        post("card_token/payment", now: now, movesMoney: true) { body in
          body.member("service_id", account.service)
          body.member("card_token", token)
          body.amount(attempt.order.amount)
          body.member("transaction_parameter", attempt.order.number)
        })
    case "payment/status_by_mti"
    where attempt.refunding != nil && attempt.facts[Fact.payment] == nil:
      guard body["payment_status"]?.int == 2, let payment = Self.number(body["payment_id"]) else {
        attempt.abandonRefund()
        break
      }
      attempt.facts[Fact.payment] = payment
      return refund(attempt, now: now)
    case "payment/status_by_mti" where attempt.state != .unknown:
      // An error may be of an earlier payment of the order: the payer can still pay this one.
      guard let status = body["payment_status"]?.int, status >= 0 else { break }
      attempt.facts[Fact.payment] = Self.number(body["payment_id"])
      settle(&attempt, status)
    case "card_token/payment", "payment/status", "payment/status_by_mti":
      attempt.facts[Fact.payment] = Self.number(body["payment_id"])
      settle(&attempt, body["payment_status"]?.int)
    case "payment/reversal": attempt.finishRefund()
    default: break
    }
    return PaymentStep(attempt)
  }

  /// `payment_status`: under 0 an error, 0 created, 1 processing, 2 successful.
  private func settle(_ attempt: inout PaymentAttempt, _ status: Int64?) {
    guard let status else { return }
    if attempt.refunding != nil {
      // The answer to the reversal was lost: a payment that is no success any more went back.
      if status < 0 { attempt.finishRefund() } else if status == 2 { attempt.abandonRefund() }
      return
    }
    switch status {
    case 2: attempt.move(to: .succeeded, by: .provider)
    case ..<0: attempt.move(to: .failed(.declined), by: .provider)
    default: attempt.move(to: .processing, by: .provider)
    }
  }

  private func notSent(_ attempt: inout PaymentAttempt) {
    attempt.abandonRefund()
    if !attempt.state.isPaid, attempt.state != .unknown {
      attempt.move(to: .failed(.unavailable), by: .provider)
    }
  }

  /// An `error_code` other than 0.
  private func refuse(_ attempt: inout PaymentAttempt, _ purpose: String, now: Int64) {
    switch purpose {
    case "card_token/verify": break  // Another code may be typed.
    case "payment/reversal": attempt.abandonRefund()
    case "payment/status", "invoice/status": break
    case "payment/status_by_mti" where attempt.refunding != nil: attempt.abandonRefund()
    case "payment/status_by_mti":
      // Nothing was paid under this number. It may still come while the payer has the invoice.
      if attempt.state == .unknown, now - attempt.started > Self.patience {
        attempt.move(to: .failed(.expired), by: .provider)
      }
    case "card_token/payment": attempt.move(to: .failed(.declined), by: .provider)
    default: attempt.move(to: .failed(.refused), by: .provider)
    }
  }

  // MARK: the wire

  /// The unsigned payment link: no proof of payment when the browser comes back from it.
  private func link(for order: PaymentOrder) -> String {
    var link =
      "\(account.page)?service_id=\(account.serviceID)&merchant_id=\(account.merchantID)"
      + "&amount=\(order.amount.decimalText)&transaction_param=\(Self.escaped(order.number))"
    if let url = order.returnURL { link += "&return_url=\(Self.escaped(url))" }
    return link
  }

  private func post(
    _ path: String, now: Int64, movesMoney: Bool = false, _ body: (inout JSONWriter) -> Void
  ) -> ProviderRequest {
    request(path, "POST", now: now, body: JSONWriter.object(body), movesMoney: movesMoney)
  }

  private func request(
    _ path: String, _ method: String, now: Int64, body: [UInt8] = [], movesMoney: Bool = false
  ) -> ProviderRequest {
    let seconds = String(now / 1_000)
    let digest = Hexadecimal.encode(sha1(Array((seconds + account.secret.text).utf8)))
    return ProviderRequest(
      purpose: path, method: method, url: "\(account.api)/\(path)",
      headers: [
        "Accept": "application/json", "Content-Type": "application/json",
        "Auth": "\(account.userID):\(digest):\(seconds)",
      ],
      body: body, movesMoney: movesMoney)
  }

  /// Numbers come as numbers or as texts, and are never binary fractions.
  private static func number(_ json: JSON?) -> String? {
    json?.int.map { String($0) } ?? json?.string
  }

  /// `998` and nine digits; nil for anything else.
  private static func phone(_ text: String) -> String? {
    let digits = text.utf8.first == UInt8(ascii: "+") ? String(text.dropFirst()) : text
    guard digits.utf8.count == 12, digits.hasPrefix("998"),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return digits
  }

  /// Percent-encodes everything but unreserved characters (RFC 3986 §2.3).
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default: escaped += "%" + Hexadecimal.encode([byte]).uppercased()
      }
    }
    return escaped
  }

  /// `YYYY-MM-DD` in Tashkent (UTC+5, no daylight saving time).
  private static func day(_ milliseconds: Int64) -> String {
    CalendarDay(daysSince1970: Int((milliseconds + 5 * 3_600_000) / 86_400_000))?.text ?? ""
  }

  private enum Fact {
    static let invoice = "invoice"
    static let payment = "payment"
  }

  /// How long an invoice whose number was lost may still be paid, in milliseconds.
  private static let patience: Int64 = 15 * 60_000
}

extension ClickStrategy.Account {
  /// The service's number as Click's JSON has it.
  fileprivate var service: Int64 { Int64(serviceID) ?? 0 }
}

extension JSONWriter {
  /// So'm with two decimals, exact.
  fileprivate mutating func amount(_ money: Money) {
    key("amount")
    number(money.decimal)
  }
}
