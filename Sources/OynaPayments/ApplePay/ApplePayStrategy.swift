import OynaValue

/// Paying by Apple Pay: the sheet gives a token, which the merchant's server checks and hands to
/// its acquirer.
///
/// The acquirer's interface is not Apple's: each has its own. This one is a plain shape of ours,
/// for a small service in front of the acquirer: `POST url` with `{"attempt", "order", "amount",
/// "currency", "token"}`, the amount in minor units, with `"hold": true` where the money is only
/// held, and `GET url/attempt`, `POST url/attempt/refund` with `{"amount"}`, `POST
/// url/attempt/capture` and `POST url/attempt/cancel`; each answers `{"status"}`, one of
/// `processing`, `authorized`, `succeeded` (with `refunded`, the sum that was given back),
/// `declined`, `cancelled`, `refunded` and `none`. Each charge and each refund has an
/// `Idempotency-Key` of its own.
public struct ApplePayStrategy: PaymentStrategy {
  /// See ``PaymentStrategy/name``.
  public let name: String
  private let merchantID: String
  private let country: String
  private let networks: [String]
  private let payee: String
  private let acquirer: String
  private let canMakePayments: Bool
  private let holds: Bool
  private let verifier: (any ApplePayTokenVerifier)?

  /// - Parameters:
  ///   - payee: the label of the total: whom the payer pays.
  ///   - acquirer: the address of the service in front of the acquirer.
  ///   - canMakePayments: what ``ApplePaySheet/canMakePayments(networks:)`` said.
  ///   - holds: the money is held, and taken by ``PaymentStrategy/capture(_:now:)``.
  ///   - verifier: checks each token here; nil leaves that to the acquirer, which must.
  public init(
    name: String = "applepay", merchantID: String, country: String, networks: [String],
    payee: String, acquirer: String, canMakePayments: Bool, holds: Bool = false,
    verifier: (any ApplePayTokenVerifier)? = nil
  ) {
    self.name = name
    self.merchantID = merchantID
    self.country = country
    self.networks = networks
    self.payee = payee
    self.acquirer = acquirer
    self.canMakePayments = canMakePayments
    self.holds = holds
    self.verifier = verifier
  }

  /// See ``PaymentStrategy/capabilities``.
  public var capabilities: PaymentCapabilities {
    let all: PaymentCapabilities = [.sheet, .statusQuery, .refund, .partialRefund]
    return holds ? all.union(.hold) : all
  }

  /// See ``PaymentStrategy/objection``.
  public func objection(to order: PaymentOrder) -> PaymentObjection? {
    canMakePayments ? nil : .device
  }

  /// See ``PaymentStrategy/start``.
  public func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    let request = ApplePayRequest(
      merchantID: merchantID, country: country, networks: networks, lines: [], payee: payee,
      total: attempt.order.amount, applicationData: Array(attempt.key.utf8))
    if let request {
      attempt.require(.showSheet(request))
    } else {
      attempt.move(to: .failed(.refused), by: .checkout)
    }
    return PaymentStep(attempt)
  }

  /// See ``PaymentStrategy/resume``.
  public func resume(
    _ attempt: PaymentAttempt, _ input: PaymentInput, now: Int64
  ) -> PaymentStep? {
    var attempt = attempt
    switch (input, attempt.next) {
    case (.sheetToken(let token), .showSheet):
      guard let token = try? JSON.parse(token.text) else { return nil }
      return accept(token, attempt, now: now)
    case (.sheetClosed, .showSheet):
      attempt.move(to: .cancelled, by: .checkout)
      return PaymentStep(attempt)
    case (.sheetClosed, _):
      // It closes after it has authorised too: the charge is under way, and is asked about.
      return PaymentStep(attempt)
    case (.returned, _): return status(attempt, now: now)
    default: return nil
    }
  }

  /// Charges a token that is good, once; nothing is sent for one that is not.
  private func accept(_ token: JSON, _ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    var number: String?
    do throws(ApplePayTokenRefusal) {
      number = try verifier?.verify(token, for: attempt, now: now)
    } catch {
      refuse(&attempt, error)
      return PaymentStep(attempt)
    }
    attempt.move(to: .processing, by: .checkout)
    let body = JSONWriter.object { body in
      body.member("attempt", attempt.key)
      body.member("order", attempt.order.number)
      body.member("amount", attempt.order.amount.minorUnits)
      body.member("currency", attempt.order.amount.currency.code)
      if holds { body.member("hold", true) }
      body.key("token")
      body.value(token.value)
    }
    return PaymentStep(
      attempt,
      request(
        "charge", "POST", acquirer, attempt, body: body, movesMoney: true,
        once: number.map { "applepay:\($0)" }))
  }

  private func refuse(_ attempt: inout PaymentAttempt, _ refusal: ApplePayTokenRefusal) {
    attempt.facts[Fact.refusal] = refusal.name
    attempt.move(to: .failed(.refused), by: .provider)
  }

  /// See ``PaymentStrategy/status``.
  public func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    // While the sheet is shown the acquirer knows nothing of the attempt.
    guard attempt.state != .requiresAction else { return PaymentStep(attempt) }
    return PaymentStep(
      attempt, request("status", "GET", "\(acquirer)/\(attempt.key)", attempt))
  }

  /// See ``PaymentStrategy/cancel``.
  public func cancel(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    guard attempt.state == .authorized else {
      // Nothing was charged while the sheet is shown.
      attempt.move(to: .cancelled, by: .checkout)
      return PaymentStep(attempt)
    }
    attempt.move(to: .processing, by: .checkout)
    return PaymentStep(
      attempt, request("cancel", "POST", "\(acquirer)/\(attempt.key)/cancel", attempt))
  }

  /// See ``PaymentStrategy/capture``.
  public func capture(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    PaymentStep(
      attempt,
      request(
        "capture", "POST", "\(acquirer)/\(attempt.key)/capture", attempt, movesMoney: true))
  }

  /// See ``PaymentStrategy/refund``.
  public func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    let body = JSONWriter.object { $0.member("amount", attempt.refunding?.minorUnits ?? 0) }
    return PaymentStep(
      attempt,
      request(
        "refund", "POST", "\(acquirer)/\(attempt.key)/refund", attempt, body: body,
        movesMoney: true))
  }

  private func settleRefund(_ attempt: inout PaymentAttempt, total: Int64?) {
    guard let amount = attempt.refunding else { return }
    if let total, total >= attempt.refunded + amount.minorUnits {
      attempt.finishRefund()
    } else {
      attempt.abandonRefund()
    }
  }

  /// See ``PaymentStrategy/receive``.
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep {
    var attempt = attempt
    switch answer {
    case .lost: break
    case .replayed: refuse(&attempt, .replayed)
    case .notSent:
      attempt.abandonRefund()
      if request.purpose == "charge" { attempt.move(to: .failed(.unavailable), by: .provider) }
    case .answered(let status, let body):
      switch body?["status"]?.string {
      case "succeeded" where attempt.refunding != nil:
        // A question about a refund: all of the money is still there, or less.
        settleRefund(&attempt, total: body?["refunded"]?.int)
      case "succeeded": attempt.move(to: .succeeded, by: .provider)
      case "authorized": attempt.move(to: .authorized, by: .provider)
      case "cancelled": attempt.move(to: .cancelled, by: .provider)
      case "declined": attempt.move(to: .failed(.declined), by: .provider)
      case "processing": attempt.move(to: .processing, by: .provider)
      case "refunded": attempt.finishRefund()
      case "none":
        // The charge never arrived. Its key is known there, so a late one is refused.
        attempt.move(to: .failed(.unavailable), by: .provider)
      default:
        if request.purpose == "refund" { attempt.abandonRefund() }
        if request.purpose == "charge", (400..<500).contains(status) {
          attempt.move(to: .failed(.refused), by: .provider)
        }
      }
    }
    return PaymentStep(attempt)
  }

  private func request(
    _ purpose: String, _ method: String, _ url: String, _ attempt: PaymentAttempt,
    body: [UInt8] = [], movesMoney: Bool = false, once: String? = nil
  ) -> ProviderRequest {
    // A refund that is asked for again after it was lost is the same refund.
    let key = purpose == "refund" ? "\(attempt.key)-refund-\(attempt.refunded)" : attempt.key
    return ProviderRequest(
      purpose: purpose, method: method, url: url,
      headers: ["Content-Type": "application/json", "Idempotency-Key": "\"\(key)\""],
      body: body, movesMoney: movesMoney, once: once)
  }

  private enum Fact {
    /// Why a token was refused, for whoever looks after it.
    static let refusal = "refusal"
  }
}
