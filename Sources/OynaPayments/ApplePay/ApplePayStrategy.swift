import OynaValue

/// Paying by Apple Pay: the sheet gives a token, which the merchant's server checks and hands to
/// its acquirer.
///
/// The acquirer's interface is not Apple's: each has its own. This one is a plain shape of ours,
/// for a small service in front of the acquirer: `POST url` with `{"attempt", "order", "amount",
/// "currency", "token"}`, the amount in minor units, and `GET url/attempt`, `POST
/// url/attempt/refund` with `{"amount"}`; each answers `{"status"}`, one of `processing`,
/// `succeeded`, `declined`, `refunded` and `none`.
public struct ApplePayStrategy: PaymentStrategy {
  /// See ``PaymentStrategy/name``.
  public let name: String
  private let merchantID: String
  private let country: String
  private let networks: [String]
  private let payee: String
  private let acquirer: String
  private let canMakePayments: Bool

  /// - Parameters:
  ///   - payee: the label of the total: whom the payer pays.
  ///   - acquirer: the address of the service in front of the acquirer.
  ///   - canMakePayments: what ``ApplePaySheet/canMakePayments(networks:)`` said.
  public init(
    name: String = "applepay", merchantID: String, country: String, networks: [String],
    payee: String, acquirer: String, canMakePayments: Bool
  ) {
    self.name = name
    self.merchantID = merchantID
    self.country = country
    self.networks = networks
    self.payee = payee
    self.acquirer = acquirer
    self.canMakePayments = canMakePayments
  }

  /// See ``PaymentStrategy/capabilities``.
  public var capabilities: PaymentCapabilities { [.sheet, .statusQuery, .refund, .partialRefund] }

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
      attempt.move(to: .processing, by: .checkout)
      return PaymentStep(attempt, charge(attempt, token: token))
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

  private func charge(_ attempt: PaymentAttempt, token: JSON) -> ProviderRequest {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("attempt", attempt.key)
    writer.member("order", attempt.order.number)
    writer.member("amount", attempt.order.amount.minorUnits)
    writer.member("currency", attempt.order.amount.currency.code)
    writer.key("token")
    writer.value(token.value)
    writer.endObject()
    return request("charge", "POST", acquirer, attempt, body: writer.bytes, movesMoney: true)
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
    attempt.move(to: .cancelled, by: .checkout)
    return PaymentStep(attempt)
  }

  /// See ``PaymentStrategy/refund``.
  public func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("amount", attempt.refunding?.minorUnits ?? 0)
    writer.endObject()
    return PaymentStep(
      attempt,
      request(
        "refund", "POST", "\(acquirer)/\(attempt.key)/refund", attempt, body: writer.bytes,
        movesMoney: true))
  }

  /// See ``PaymentStrategy/receive``.
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep {
    var attempt = attempt
    switch answer {
    case .lost: break
    case .notSent:
      attempt.abandonRefund()
      if request.purpose == "charge" { attempt.move(to: .failed(.unavailable), by: .provider) }
    case .answered(let status, let body):
      switch body?["status"]?.string {
      case "succeeded": attempt.move(to: .succeeded, by: .provider)
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
    body: [UInt8] = [], movesMoney: Bool = false
  ) -> ProviderRequest {
    ProviderRequest(
      purpose: purpose, method: method, url: url,
      headers: [
        "Content-Type": "application/json", "Idempotency-Key": "\"\(attempt.key)\"",
      ],
      body: body, movesMoney: movesMoney)
  }
}
