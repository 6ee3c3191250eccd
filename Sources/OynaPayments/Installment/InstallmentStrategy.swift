import OynaValue

/// Paying in parts: the payer chooses a plan, the lender makes a contract, the payer signs it at
/// the lender's, and then the merchant has its money.
///
/// There is no callback: the lender is asked. The wire follows what is known of Uzum Nasiya's
/// partner interface (orders, contracts, statuses 0 to 9); the lender's specification is not
/// public, so the addresses and the authorisation are the merchant's to set.
public struct InstallmentStrategy: PaymentStrategy {
  /// The lender's partner interface.
  public struct Lender: Sendable {
    /// Such as `https://merchants-api.uzumnasiya.uz`.
    public var url: String
    /// The merchant's token: this strategy runs on the server only.
    public var token: SecretText

    /// A lender at an address.
    public init(url: String, token: SecretText) {
      self.url = url
      self.token = token
    }
  }

  /// See ``PaymentStrategy/name``.
  public let name: String
  private let lender: Lender
  private let rates: [Int: AnnualRate]
  private let limits: ClosedRange<Int64>

  /// - Parameters:
  ///   - rates: the annual rate of each term that is offered, by its months; zero is interest-free.
  ///   - limits: prices that are lent, in minor units.
  public init(
    name: String = "installment", lender: Lender, rates: [Int: AnnualRate],
    limits: ClosedRange<Int64>
  ) {
    self.name = name
    self.lender = lender
    self.rates = rates
    self.limits = limits
  }

  /// See ``PaymentStrategy/capabilities``.
  public var capabilities: PaymentCapabilities {
    [.installments, .redirect, .statusQuery, .refund]
  }

  /// See ``PaymentStrategy/objection``.
  public func objection(to order: PaymentOrder) -> PaymentObjection? {
    PaymentObjection(unlessPaidIn: .uzs, order)
      ?? (limits.contains(order.amount.minorUnits) ? nil : .amount(limits))
  }

  /// The plans for an order on the day in Tashkent that a moment is on.
  public func offers(for order: PaymentOrder, now: Int64) -> [InstallmentOffer] {
    guard let day = CalendarDay(daysSince1970: Int((now + 5 * 3_600_000) / 86_400_000)) else {
      return []
    }
    return InstallmentOffer.all(for: order.amount, from: day, rates: rates)
  }

  // MARK: the steps

  /// See ``PaymentStrategy/start``.
  public func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    let offers = offers(for: attempt.order, now: now)
    if offers.isEmpty {
      attempt.move(to: .failed(.refused), by: .checkout)
    } else {
      attempt.require(.choosePlan(offers))
    }
    return PaymentStep(attempt)
  }

  /// See ``PaymentStrategy/resume``.
  public func resume(
    _ attempt: PaymentAttempt, _ input: PaymentInput, now: Int64
  ) -> PaymentStep? {
    switch (input, attempt.next) {
    case (.plan(let months), .choosePlan(let offers)):
      guard let offer = offers.first(where: { $0.months == months }) else { return nil }
      var attempt = attempt
      attempt.facts[Fact.months] = String(months)
      return PaymentStep(attempt, order(attempt, offer))
    case (.returned, _): return status(attempt, now: now)
    default: return nil
    }
  }

  private func order(_ attempt: PaymentAttempt, _ offer: InstallmentOffer) -> ProviderRequest {
    call("orders", movesMoney: true) { body in
      body.member("ext_order_id", attempt.order.number)
      body.member("idempotency_key", attempt.key)
      body.member("period", Int64(offer.months))
      body.key("amount")
      body.number(attempt.order.amount.decimal)
      if let url = attempt.order.returnURL { body.member("callback", url) }
      if let phone = attempt.order.phone { body.member("phone", phone) }
    }
  }

  /// See ``PaymentStrategy/status``.
  public func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    // Before there is a contract the lender knows nothing of the attempt.
    guard attempt.facts[Fact.contract] != nil || attempt.state == .unknown else {
      return PaymentStep(attempt)
    }
    return PaymentStep(
      attempt,
      call("contracts/check-status") { body in
        if let contract = attempt.facts[Fact.contract] {
          body.member("contract_id", contract)
        } else {
          body.member("ext_order_id", attempt.order.number)
        }
      })
  }

  /// See ``PaymentStrategy/cancel``.
  public func cancel(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    guard let contract = attempt.facts[Fact.contract] else {
      attempt.move(to: .cancelled, by: .checkout)
      return PaymentStep(attempt)
    }
    attempt.move(to: .processing, by: .checkout)
    return PaymentStep(attempt, end(contract))
  }

  /// See ``PaymentStrategy/refund``.
  public func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    guard let contract = attempt.facts[Fact.contract] else {
      attempt.abandonRefund()
      return PaymentStep(attempt)
    }
    return PaymentStep(attempt, end(contract, movesMoney: true))
  }

  private func end(_ contract: String, movesMoney: Bool = false) -> ProviderRequest {
    call("contracts/cancel", movesMoney: movesMoney) { $0.member("contract_id", contract) }
  }

  // MARK: the answers

  /// See ``PaymentStrategy/receive``.
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep {
    var attempt = attempt
    guard case .answered(let status, let body?) = answer, (200..<300).contains(status) else {
      refuse(&attempt, answer, request)
      return PaymentStep(attempt)
    }
    switch request.purpose {
    case "orders":
      attempt.facts[Fact.contract] =
        body["contract_id"]?.int.map { String($0) } ?? body["contract_id"]?.string
      guard let url = body["url"]?.string, attempt.facts[Fact.contract] != nil else {
        attempt.move(to: .unknown, by: .checkout)
        break
      }
      attempt.require(.openLink(url), by: .provider)
    case "contracts/check-status":
      settle(&attempt, body, now: now)
    case "contracts/cancel":
      if attempt.refunding != nil {
        attempt.finishRefund()
      } else {
        attempt.move(to: .cancelled, by: .provider)
      }
    default: break
    }
    return PaymentStep(attempt)
  }

  /// 0 not signed, 1 active, 2 in moderation, 3 and 4 overdue, 5 cancelled, 9 closed. The merchant
  /// is paid from the day the contract is active.
  private func settle(_ attempt: inout PaymentAttempt, _ body: JSON, now: Int64) {
    if let contract = body["contract_id"] {
      attempt.facts[Fact.contract] = contract.int.map { String($0) } ?? contract.string
    }
    switch body["status"]?.int {
    case 1, 3, 4, 9:
      attempt.abandonRefund()
      attempt.move(to: .succeeded, by: .provider)
    case 2: attempt.move(to: .processing, by: .provider)
    case 5:
      if attempt.refunding != nil {
        attempt.finishRefund()
      } else {
        attempt.move(to: attempt.state.isPaid ? .refunded : .cancelled, by: .provider)
      }
    case 0:
      guard attempt.state == .unknown, let url = body["url"]?.string else { break }
      attempt.require(.openLink(url), by: .provider)
    default: break
    }
  }

  private func refuse(
    _ attempt: inout PaymentAttempt, _ answer: ProviderAnswer, _ request: ProviderRequest
  ) {
    switch (answer, request.purpose) {
    case (.notSent, _) where attempt.refunding != nil: attempt.abandonRefund()
    case (.notSent, "orders"): attempt.move(to: .failed(.unavailable), by: .provider)
    case (.answered(404, _), "contracts/check-status") where attempt.state == .unknown:
      // There is no contract under this order's number: nothing was lent.
      attempt.move(to: .failed(.unavailable), by: .provider)
    case (.answered, "orders"): attempt.move(to: .failed(.declined), by: .provider)
    case (.answered, "contracts/cancel"):
      attempt.abandonRefund()
      attempt.move(to: .processing, by: .provider)
    default: break
    }
  }

  private func call(
    _ path: String, movesMoney: Bool = false, _ body: (inout JSONWriter) -> Void
  ) -> ProviderRequest {
    ProviderRequest(
      purpose: path, url: "\(lender.url)/api/v1/\(path)",
      headers: [
        "Content-Type": "application/json", "Authorization": "Bearer \(lender.token.text)",
      ],
      body: JSONWriter.object(body), movesMoney: movesMoney)
  }

  private enum Fact {
    static let contract = "contract"
    static let months = "months"
  }
}
