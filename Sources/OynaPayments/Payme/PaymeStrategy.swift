import OynaValue

/// Paying by Payme: on its page, where the Merchant API tells the result, or by a card typed at the
/// merchant's, over the Subscribe API.
///
/// Source: developer.help.paycom.uz, "Subscribe API" and "Receipt states".
public struct PaymeStrategy: PaymentStrategy {
  /// How the payer pays.
  public enum Mode: Sendable {
    /// On Payme's page.
    case checkoutLink(PaymeCheckoutLink.Host)
    /// With a card. `key` is the cash desk's: this strategy runs on the server only. `holds`: the
    /// money is held, and taken by ``PaymentStrategy/capture(_:now:)``.
    case card(SubscribeAPI, key: SecretText, holds: Bool = false)
  }

  /// Where the Subscribe API is.
  public struct SubscribeAPI: Sendable, Hashable {
    /// Such as `https://checkout.paycom.uz/api`.
    public let url: String

    /// An address of one's own: the double of a test.
    public init(url: String) { self.url = url }

    /// For real money.
    public static let production = SubscribeAPI(url: "https://checkout.paycom.uz/api")
    /// For Payme's test cards.
    public static let sandbox = SubscribeAPI(url: "https://checkout.test.paycom.uz/api")
  }

  /// See ``PaymentStrategy/name``.
  public let name: String
  private let merchantID: String
  private let accountField: String
  private let language: PaymeCheckoutLink.Language
  private let mode: Mode
  /// An address of one's own for the checkout page: the double of a test.
  private let page: String?

  /// - Parameters:
  ///   - merchantID: the cash desk's id.
  ///   - accountField: the name of the account's field as the cash desk has it.
  ///   - language: of the checkout page, where the order does not say what the payer reads.
  ///   - page: replaces the host of the checkout page; for doubles.
  public init(
    name: String = "payme", merchantID: String, accountField: String = "order_id",
    language: PaymeCheckoutLink.Language = .uz, mode: Mode, page: String? = nil
  ) {
    self.name = name
    self.merchantID = merchantID
    self.accountField = accountField
    self.language = language
    self.mode = mode
    self.page = page
  }

  /// See ``PaymentStrategy/capabilities``.
  public var capabilities: PaymentCapabilities {
    switch mode {
    case .checkoutLink: [.redirect, .callback]
    case .card(_, _, holds: false): [.card, .statusQuery, .refund, .callback]
    case .card(_, _, holds: true): [.card, .statusQuery, .refund, .callback, .hold]
    }
  }

  private var holds: Bool { capabilities.contains(.hold) }

  /// See ``PaymentStrategy/objection``.
  public func objection(to order: PaymentOrder) -> PaymentObjection? {
    PaymentObjection(unlessPaidIn: .uzs, order)
  }

  // MARK: the steps

  /// See ``PaymentStrategy/start``.
  public func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    switch mode {
    case .checkoutLink(let host):
      let link = PaymeCheckoutLink(
        merchant: merchantID, account: [(field: accountField, value: attempt.order.number)],
        amount: attempt.order.amount.minorUnits,
        language: attempt.order.language.flatMap { PaymeCheckoutLink.Language(tag: $0) }
          ?? language,
        returnURL: attempt.order.returnURL,
        returnAfterMilliseconds: attempt.order.returnURL == nil ? nil : 3_000)
      if let link {
        attempt.require(.openLink(page.map { $0 + link.path } ?? link.url(host: host)))
      } else {
        attempt.move(to: .failed(.refused), by: .checkout)
      }
    case .card(let api, _, _):
      attempt.require(
        .enterCard(
          CardEndpoint(url: api.url, headers: ["X-Auth": merchantID], dialect: .payme)))
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
    case (.cardToken(let token), .enterCard):
      attempt.secret = token
      return PaymentStep(
        attempt, call("cards.get_verify_code", isPublic: true) { $0.member("token", token) })
    case (.code(let code), .enterCode):
      guard let token = attempt.secret else { return nil }
      return PaymentStep(
        attempt,
        call("cards.verify", isPublic: true) { params in
          params.member("token", token)
          params.member("code", code)
        })
    default: return nil
    }
  }

  /// See ``PaymentStrategy/status``.
  public func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    guard case .card = mode else { return PaymentStep(attempt) }
    if let receipt = attempt.facts[Fact.receipt] {
      return PaymentStep(attempt, call("receipts.check") { $0.member("id", receipt) })
    }
    guard attempt.state == .unknown else { return PaymentStep(attempt) }
    // The answer to receipts.create was lost: the receipt is looked for by the order's number.
    return PaymentStep(
      attempt,
      call("receipts.get_all") { params in
        params.member("count", 50)
        params.member("from", attempt.started - Self.clockSkew)
        params.member("to", now + Self.clockSkew)
        params.member("offset", 0)
      })
  }

  /// See ``PaymentStrategy/capture``.
  public func capture(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    guard let receipt = attempt.facts[Fact.receipt] else { return PaymentStep(attempt) }
    return PaymentStep(
      attempt, call("receipts.confirm_hold", movesMoney: true) { $0.member("id", receipt) })
  }

  /// See ``PaymentStrategy/cancel``.
  public func cancel(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    guard let receipt = attempt.facts[Fact.receipt] else {
      // No receipt, no money: the page may still be open, but the order refuses a second payment.
      attempt.move(to: .cancelled, by: .checkout)
      return PaymentStep(attempt)
    }
    attempt.move(to: .processing, by: .checkout)
    return PaymentStep(attempt, call("receipts.cancel") { $0.member("id", receipt) })
  }

  /// See ``PaymentStrategy/refund``.
  public func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    guard let receipt = attempt.facts[Fact.receipt] else {
      attempt.abandonRefund()
      return PaymentStep(attempt)
    }
    return PaymentStep(
      attempt, call("receipts.cancel", movesMoney: true) { $0.member("id", receipt) })
  }

  // MARK: the answers

  /// See ``PaymentStrategy/receive``.
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep {
    var attempt = attempt
    let reply = Reply(answer)
    switch (request.purpose, reply) {
    case (_, .none): break
    case (_, .notSent):
      if !attempt.state.isPaid, attempt.state != .unknown, attempt.refunding == nil {
        attempt.move(to: .failed(.unavailable), by: .provider)
      }
      attempt.abandonRefund()
    case ("cards.get_verify_code", .result(let result)):
      attempt.require(
        .enterCode(
          phone: result["phone"]?.string ?? "", waitMilliseconds: result["wait"]?.int ?? 60_000))
    case ("cards.verify", .result(let result)):
      // The token may change: the newest counts.
      if let token = result["card"]?["token"]?.string { attempt.secret = SecretText(token) }
      guard result["card"]?["verify"]?.bool == true else { break }
      return PaymentStep(attempt, createReceipt(for: attempt))
    case ("cards.verify", .error): break  // Another code may be typed.
    case ("receipts.create", .result(let result)):
      return pay(attempt, result["receipt"], now: now)
    case ("receipts.pay", .result(let result)), ("receipts.confirm_hold", .result(let result)):
      settle(&attempt, result["receipt"]?["state"]?.int, now: now)
    case ("receipts.check", .result(let result)):
      return checked(attempt, result["state"]?.int, now: now)
    case ("receipts.get_all", .result(let result)):
      found(&attempt, result)
    case ("receipts.cancel", .result(let result)):
      settle(&attempt, result["receipt"]?["state"]?.int, now: now)
    case ("receipts.cancel", .error): attempt.abandonRefund()
    case ("receipts.confirm_hold", .error): break  // Still held: asked about, or let go.
    case ("receipts.pay", .error(let code)) where code != Self.declined:
      // It may have been paid all the same: asked before anything else is done.
      attempt.move(to: .unknown, by: .checkout)
    case ("receipts.check", .error), ("receipts.get_all", .error): break
    case (_, .error(let code)):
      attempt.move(
        to: .failed(code == Self.declined ? .declined : .refused), by: .provider)
    default: break
    }
    return PaymentStep(attempt)
  }

  private func createReceipt(for attempt: PaymentAttempt) -> ProviderRequest {
    call("receipts.create", movesMoney: true) { params in
      params.member("amount", attempt.order.amount.minorUnits)
      params.object("account") { $0.member(accountField, attempt.order.number) }
      if holds { params.member("hold", true) }
    }
  }

  private func pay(_ attempt: PaymentAttempt, _ receipt: JSON?, now: Int64) -> PaymentStep {
    var attempt = attempt
    guard let id = receipt?["_id"]?.string, let token = attempt.secret else {
      attempt.move(to: .failed(.refused), by: .provider)
      return PaymentStep(attempt)
    }
    attempt.facts[Fact.receipt] = id
    attempt.facts[Fact.payTime] = String(now)
    attempt.move(to: .processing, by: .checkout)
    return PaymentStep(
      attempt,
      call("receipts.pay", movesMoney: true) { params in
        params.member("id", id)
        params.member("token", token)
        if holds { params.member("hold", true) }
      })
  }

  /// The state that receipts.check told. A receipt that is still unpaid a minute after its payment
  /// was lost is cancelled, so that the lost one cannot arrive later.
  private func checked(_ attempt: PaymentAttempt, _ state: Int64?, now: Int64) -> PaymentStep {
    var attempt = attempt
    guard state == 0, attempt.state == .unknown,
      let receipt = attempt.facts[Fact.receipt],
      now - (attempt.facts[Fact.payTime].flatMap { Int64($0) } ?? now) > Self.unpaidPatience
    else {
      settle(&attempt, state, now: now)
      return PaymentStep(attempt)
    }
    return PaymentStep(attempt, call("receipts.cancel") { $0.member("id", receipt) })
  }

  /// Puts a receipt's state into the attempt's. An unknown number is never an end.
  private func settle(_ attempt: inout PaymentAttempt, _ state: Int64?, now: Int64) {
    switch state {
    case 0:
      // Not paid so far; after a lost payment that proves nothing.
      break
    case 4:
      if attempt.refunding != nil {
        attempt.abandonRefund()
      } else {
        attempt.move(to: .succeeded, by: .provider)
      }
    case 5: attempt.move(to: .authorized, by: .provider)
    case 50:
      if attempt.refunding != nil {
        attempt.finishRefund()
      } else {
        attempt.move(to: attempt.state.isPaid ? .refunded : .cancelled, by: .provider)
      }
    default: attempt.move(to: .processing, by: .provider)
    }
  }

  /// Looks for the receipt whose number was lost. No receipt: nothing can have been paid.
  private func found(_ attempt: inout PaymentAttempt, _ result: JSON) {
    guard let receipts = result.array else { return }
    let mine = receipts.first { receipt in
      receipt["amount"]?.int == attempt.order.amount.minorUnits
        && receipt["account"]?.array?.contains {
          $0["name"]?.string == accountField && $0["value"]?.string == attempt.order.number
        } == true
    }
    guard let mine else {
      attempt.move(to: .failed(.unavailable), by: .provider)
      return
    }
    attempt.facts[Fact.receipt] = mine["_id"]?.string
    switch mine["state"]?.int {
    case 0:
      // It was never asked to be paid: receipts.pay follows an answer to receipts.create only.
      attempt.move(to: .failed(.unavailable), by: .provider)
    case let state: settle(&attempt, state, now: 0)
    }
  }

  // MARK: JSON-RPC

  /// What an answer says. A status that is no success, or no JSON, says nothing.
  private enum Reply {
    case result(JSON)
    case error(Int64)
    case notSent
    case none

    init(_ answer: ProviderAnswer) {
      switch answer {
      case .notSent, .replayed: self = .notSent
      case .lost: self = .none
      case .answered(let status, let body):
        guard (200..<300).contains(status), let body else {
          self = .none
          return
        }
        if let error = body["error"], !error.isNull {
          self = .error(error["code"]?.int ?? 0)
        } else if let result = body["result"], !result.isNull {
          self = .result(result)
        } else {
          self = .none
        }
      }
    }
  }

  private func call(
    _ method: String, isPublic: Bool = false, movesMoney: Bool = false,
    _ params: (inout JSONWriter) -> Void
  ) -> ProviderRequest {
    guard case .card(let api, let key, _) = mode else {
      return ProviderRequest(purpose: method, url: "")
    }
    let body = JSONWriter.object { call in
      call.member("id", 1)
      call.member("method", method)
      call.object("params", params)
    }
    return ProviderRequest(
      purpose: method, url: api.url,
      headers: [
        "Content-Type": "application/json",
        "X-Auth": isPublic ? merchantID : "\(merchantID):\(key.text)",
      ],
      body: body, movesMoney: movesMoney)
  }

  private enum Fact {
    static let receipt = "receipt"
    static let payTime = "payTime"
  }

  /// No funds, a blocked card, a limit.
  private static let declined: Int64 = -31630
  /// How far the clocks of two machines may differ, in milliseconds.
  private static let clockSkew: Int64 = 300_000
  /// How long a lost payment may still arrive, in milliseconds.
  private static let unpaidPatience: Int64 = 60_000
}
