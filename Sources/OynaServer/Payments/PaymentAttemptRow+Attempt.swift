import OynaPayments
import OynaStorage
import OynaValue

/// An attempt to and from its row: what another server needs to go on with it.
///
/// The facts and the next step of the payer are one flat object of texts. A card's token is in no
/// row: while it is needed only the server that got it can go on, and at any other the payer begins
/// again.
extension PaymentAttemptRow {
  /// The row of an attempt as it stands.
  init(_ attempt: PaymentAttempt) {
    var facts = attempt.facts
    facts[Self.nextFact] = attempt.secret == nil ? attempt.next.stored : nil
    var writer = JSONWriter()
    writer.beginObject()
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      writer.string(value)
    }
    writer.endObject()
    self.init(
      key: attempt.key, order: attempt.order.number, strategy: attempt.strategy,
      state: attempt.state.name, facts: writer.text, started: attempt.started,
      refunded: attempt.refunded, refunding: attempt.refunding?.minorUnits)
  }

  /// The attempt that the row tells of; nil when it is over.
  func attempt(of order: PaymentOrder, by strategy: any PaymentStrategy) -> PaymentAttempt? {
    guard let state = Self.livingStates.first(where: { $0.name == self.state }) else { return nil }
    var facts: [String: String] = [:]
    for (name, value) in (try? JSON.parse(self.facts))?.object.map({ Array($0) }) ?? [] {
      facts[name] = value.string
    }
    let begun = PaymentAttempt(
      strategy: self.strategy, key: key, order: order, started: started)
    let next = PaymentAction(
      stored: facts.removeValue(forKey: Self.nextFact), first: strategy.start(begun, now: started))
    return PaymentAttempt(
      stored: begun, state: state, next: next, facts: facts, refunded: refunded,
      refunding: refunding.map { Money(minorUnits: $0, currency: order.amount.currency) })
  }

  /// No strategy names a fact so.
  private static let nextFact = "oyna.next"

  /// The states of an attempt that is not over: open, or paid, which can be given back.
  private static let livingStates: [PaymentState] = [
    .requiresAction, .processing, .authorized, .unknown, .succeeded, .partiallyRefunded,
  ]
}

extension PaymentAction {
  /// What is kept of it; nil for nothing to do.
  fileprivate var stored: String? {
    switch self {
    case .none: nil
    case .openLink(let url): "link \(url)"
    case .enterPhone: "phone"
    case .enterCode(let phone, let wait): "code \(wait) \(phone)"
    case .confirmByPhone(let ussd): "confirm \(ussd)"
    // What a strategy asks for first it asks for again.
    case .enterCard, .showSheet, .choosePlan: "first"
    }
  }

  /// - Parameter first: what the strategy begins with.
  fileprivate init(stored: String?, first: PaymentStep) {
    let parts = stored?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "link": self = .openLink(rest)
    case "phone": self = .enterPhone
    case "confirm": self = .confirmByPhone(ussd: rest)
    case "first": self = first.request == nil ? first.attempt.next : .none
    case "code":
      let code = rest.split(separator: " ", maxSplits: 1).map(String.init)
      self = .enterCode(
        phone: code.count > 1 ? code[1] : "",
        waitMilliseconds: code.first.flatMap { Int64($0) } ?? 0)
    default: self = .none
    }
  }
}
