import OynaValue
import Testing

@testable import OynaPayments

/// What the checkout does in every state of PAYMENTS §6 with every event: what the payer, the
/// merchant and the provider can do, state by state.
@Suite struct CheckoutTableTests {
  /// One letter an event, in the table's order.
  enum Event: CaseIterable {
    case start, select, resume, status, capture, cancel, refund, part
    /// The merchant server heard so from the provider.
    case toldPaid, toldRefunded
  }

  /// What comes of an event: `-` it is refused and nothing changes, a request by its purpose's first
  /// letter (Charge, Status, cApture, caNcel, Refund), or the state that the attempt is in then.
  static let table: [String: String] = [
    //                    start select    resume status capture cancel    refund part told-paid         told-refunded
    "created":
      "          C     selected  -      -      -       -         -      -    -                 -",
    "requiresAction":
      "   -     cancelled -      S      -       cancelled -      -    succeeded         requiresAction",
    "processing":
      "       -     -         -      S      -       -         -      -    succeeded         refunded",
    "authorized":
      "       -     -         -      S      A       N         -      -    succeeded         refunded",
    "unknown":
      "          -     -         -      S      -       -         -      -    succeeded         refunded",
    "succeeded":
      "        -     -         -      S      -       -         R      R    succeeded         refunded",
    "partiallyRefunded":
      "-     -         -      S      -       -         -      R    partiallyRefunded refunded",
    "refunded":
      "         C     selected  -      S      -       -         -      -    refunded          refunded",
    "failed":
      "           C     selected  -      S      -       -         -      -    succeeded         refunded",
    "cancelled":
      "        C     selected  -      S      -       -         -      -    succeeded         refunded",
  ]

  private static let amount = CheckoutFixture.amount

  /// A checkout whose attempt stands in a state.
  private func checkout(in state: PaymentState) throws -> CheckoutContext {
    let order = try CheckoutFixture.order()
    let strategies = [HoldingStrategy(name: "a"), HoldingStrategy(name: "b")]
    if state == .created {
      return try #require(CheckoutContext(order: order, strategies: strategies))
    }
    let begun = PaymentAttempt(strategy: "a", key: "k", order: order, started: 0)
    let attempt = PaymentAttempt(
      stored: begun, state: state, next: .enterPhone, facts: [:],
      refunded: state == .partiallyRefunded ? 40_000 : 0)
    return try #require(
      CheckoutContext(
        order: order, strategies: strategies, attempt: attempt))
  }

  /// What an event leads to, as the table writes it.
  private func outcome(of event: Event, in checkout: inout CheckoutContext) throws -> String {
    let before = checkout
    let request: ProviderRequest?
    do throws(CheckoutContext.Refusal) {
      switch event {
      case .start: request = try checkout.start(key: "new", now: 0)
      case .select: request = try checkout.select("b", now: 0)
      case .resume: request = try checkout.resume(.sheetClosed, now: 0)
      case .status: request = try checkout.status(now: 0)
      case .capture: request = try checkout.capture(now: 0)
      case .cancel: request = try checkout.cancel(now: 0)
      case .refund: request = try checkout.refund(Self.amount, now: 0)
      case .part:
        request = try checkout.refund(Money(minorUnits: 10_000, currency: .uzs), now: 0)
      case .toldPaid:
        try checkout.callback(.succeeded, amount: Self.amount)
        request = nil
      case .toldRefunded:
        try checkout.callback(.refunded, amount: Self.amount)
        request = nil
      }
    } catch {
      #expect(checkout.attempt == before.attempt)
      #expect(checkout.selected == before.selected)
      return "-"
    }
    if let request { return Self.letters[request.purpose] ?? request.purpose }
    if event == .select, checkout.attempt == before.attempt { return "selected" }
    return checkout.attempt?.state.name ?? ""
  }

  private static let letters = [
    "charge": "C", "status": "S", "capture": "A", "cancel": "N", "refund": "R",
  ]

  @Test(arguments: PaymentStateTests.all) func `every event in every state is as the table says`(
    state: PaymentState
  ) throws {
    let row = try #require(Self.table[state.name]).split(separator: " ").map(String.init)
    #expect(row.count == Event.allCases.count)
    for (event, wanted) in zip(Event.allCases, row) {
      var checkout = try checkout(in: state)
      let found = try outcome(of: event, in: &checkout)
      #expect(found == wanted, "\(event) in \(state.name)")
    }
  }

  /// How each state is reached from the beginning: the events, and the provider's answers to them.
  static let paths: [(PaymentState, [Step])] = [
    (.processing, [.start, .answer("processing")]),
    (.authorized, [.start, .answer("authorized")]),
    (.succeeded, [.start, .answer("authorized"), .capture, .answer("paid")]),
    (.partiallyRefunded, [.start, .answer("paid"), .refund(1), .answer("refunded")]),
    (
      .refunded,
      [
        .start, .answer("paid"), .refund(1), .answer("refunded"), .refund(99_999),
        .answer("refunded"),
      ]
    ),
    (.failed(.declined), [.start, .answer("declined")]),
    (.cancelled, [.start, .answer("authorized"), .cancel, .answer("cancelled")]),
    (.unknown, [.start, .lost]),
    // A capture and a cancellation whose answers are lost are asked about.
    (.unknown, [.start, .answer("authorized"), .capture, .lost]),
    (.succeeded, [.start, .answer("authorized"), .capture, .lost, .status, .answer("paid")]),
    (
      .authorized, [.start, .answer("authorized"), .capture, .lost, .status, .answer("authorized")]
    ),
    (.processing, [.start, .answer("authorized"), .cancel, .lost]),
    (.cancelled, [.start, .answer("authorized"), .cancel, .lost, .status, .answer("cancelled")]),
  ]

  enum Step: Sendable {
    case start, capture, cancel, status, lost
    case answer(String)
    case refund(Int64)
  }

  @Test(arguments: paths) func `every state is reached`(
    state: PaymentState, steps: [Step]
  ) throws {
    var checkout = try CheckoutFixture.checkout(HoldingStrategy(name: "a"))
    for step in steps {
      switch step {
      case .start: _ = try checkout.start(key: "k", now: 0)
      case .capture: _ = try checkout.capture(now: 0)
      case .cancel: _ = try checkout.cancel(now: 0)
      case .status: _ = try checkout.status(now: 0)
      case .lost: _ = try checkout.receive(.lost, now: 0)
      case .answer(let word):
        _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"\#(word)"}"#), now: 0)
      case .refund(let units):
        _ = try checkout.refund(Money(minorUnits: units, currency: .uzs), now: 0)
      }
    }
    #expect(checkout.attempt?.state == state)
  }

  @Test func `a strategy that holds nothing has nothing to take`() throws {
    var checkout = try CheckoutFixture.checkout(DirectStrategy(name: "a"))
    _ = try checkout.start(key: "k", now: 0)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"paid"}"#), now: 0)
    #expect(throws: CheckoutContext.Refusal.notSupported) { _ = try checkout.capture(now: 0) }
  }

  @Test func `a refund is begun once for its key`() throws {
    var checkout = try checkout(in: .succeeded)
    let part = Money(minorUnits: 10_000, currency: .uzs)
    _ = try checkout.refund(part, key: "r", now: 0)
    _ = try checkout.receive(CheckoutFixture.answer(#"{"state":"refunded"}"#), now: 0)
    #expect(checkout.attempt?.refunded == 10_000)
    #expect(throws: CheckoutContext.Refusal.keyUsed) {
      _ = try checkout.refund(part, key: "r", now: 0)
    }
    #expect(try checkout.refund(part, key: "s", now: 0) != nil)
  }

  @Test func `what is known to be paid does not end a refund that is under way`() throws {
    var checkout = try checkout(in: .succeeded)
    _ = try checkout.refund(Self.amount, now: 0)
    try checkout.callback(.succeeded, amount: Self.amount)
    #expect(checkout.attempt?.state == .processing)
    #expect(checkout.attempt?.refunding == Self.amount)
    try checkout.callback(.refunded, amount: Self.amount)
    #expect(checkout.attempt?.state == .refunded)
    #expect(checkout.attempt?.refunding == nil)
    #expect(checkout.attempt?.refunded == 100_000)
  }
}

/// A strategy that holds first, and does all that a strategy can do.
struct HoldingStrategy: PaymentStrategy {
  let name: String
  let capabilities: PaymentCapabilities = [.hold, .statusQuery, .refund, .partialRefund]

  private func step(
    _ purpose: String, _ attempt: PaymentAttempt, to state: PaymentState? = nil,
    movesMoney: Bool = false
  ) -> PaymentStep {
    var attempt = attempt
    if let state { attempt.move(to: state, by: .checkout) }
    return PaymentStep(
      attempt, ProviderRequest(purpose: purpose, url: attempt.key, movesMoney: movesMoney))
  }

  func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    step("charge", attempt, to: .processing, movesMoney: true)
  }

  func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep { step("status", attempt) }

  func capture(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    step("capture", attempt, movesMoney: true)
  }

  func cancel(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    guard attempt.state == .authorized else {
      var attempt = attempt
      attempt.move(to: .cancelled, by: .checkout)
      return PaymentStep(attempt)
    }
    return step("cancel", attempt, to: .processing)
  }

  func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    step("refund", attempt, movesMoney: true)
  }

  func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep {
    var attempt = attempt
    guard case .answered(_, let body) = answer else { return PaymentStep(attempt) }
    switch body?["state"]?.string {
    case "processing": attempt.move(to: .processing, by: .provider)
    case "authorized": attempt.move(to: .authorized, by: .provider)
    case "paid": attempt.move(to: .succeeded, by: .provider)
    case "declined": attempt.move(to: .failed(.declined), by: .provider)
    case "cancelled": attempt.move(to: .cancelled, by: .provider)
    case "refunded": attempt.finishRefund()
    default: break
    }
    return PaymentStep(attempt)
  }
}
