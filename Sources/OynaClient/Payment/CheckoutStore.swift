import Foundation
public import Observation
import OynaEngine
public import OynaPayments
public import OynaValue

/// One order at an application's own checkout, over `CheckoutContext`: ways to pay are chosen at
/// run time, requests go over the application's transport, and what may have taken money is asked
/// about until it is known.
///
/// ```swift
/// let checkout = CheckoutStore(
///   order: order, strategies: [payme, applePay], environment: environment, sheet: PassKitSheet())
/// checkout?.select("applepay")
/// checkout?.pay()
/// ```
///
/// A screen of a server needs none of this: there the server pays, and sends the next screen. Here
/// the strategies' providers are the application's own server: keys of a merchant have no place in
/// an application.
@MainActor @Observable
public final class CheckoutStore {
  /// What is paid, the chosen strategy and its attempt.
  public private(set) var context: CheckoutContext
  /// Why the last wish was not followed; nil when it was.
  public private(set) var refusal: CheckoutContext.Refusal?

  @ObservationIgnored private let environment: ClientEnvironment
  @ObservationIgnored private let sheet: (any ApplePaySheet)?
  @ObservationIgnored private let wallClock: @Sendable () -> Int64
  @ObservationIgnored private var sending: Task<Void, Never>?
  @ObservationIgnored private var waking: Task<Void, Never>?
  @ObservationIgnored private var questions = 0
  /// The sheet that is shown, so that it is shown once.
  @ObservationIgnored private var shownKey: String?

  /// A checkout; the first strategy is chosen. Nil without strategies or with two of one name.
  ///
  /// - Parameters:
  ///   - order: what is paid.
  ///   - strategies: in the order in which they are offered.
  ///   - environment: its transport sends, its clock waits.
  ///   - sheet: the system's sheet; without one a strategy that needs it waits for its token.
  ///   - wallClock: milliseconds since 1970 UTC.
  public init?(
    order: PaymentOrder, strategies: [any PaymentStrategy], environment: ClientEnvironment,
    sheet: (any ApplePaySheet)? = nil, wallClock: @escaping @Sendable () -> Int64 = systemWallClock
  ) {
    guard let context = CheckoutContext(order: order, strategies: strategies) else { return nil }
    self.context = context
    self.environment = environment
    self.sheet = sheet
    self.wallClock = wallClock
  }

  /// A checkout whose attempt was stored, as after the application was killed: what is open is
  /// asked about, and never begun again. Nil when the attempt is of another order or strategy.
  public init?(
    order: PaymentOrder, strategies: [any PaymentStrategy], attempt: PaymentAttempt,
    environment: ClientEnvironment, sheet: (any ApplePaySheet)? = nil,
    wallClock: @escaping @Sendable () -> Int64 = systemWallClock
  ) {
    guard
      let context = CheckoutContext(order: order, strategies: strategies, attempt: attempt)
    else { return nil }
    self.context = context
    self.environment = environment
    self.sheet = sheet
    self.wallClock = wallClock
    settle()
  }

  isolated deinit {
    sending?.cancel()
    waking?.cancel()
  }

  /// The machine's clock.
  public static let systemWallClock: @Sendable () -> Int64 = {
    Int64(Date().timeIntervalSince1970 * 1_000)
  }

  /// Where the attempt stands; nil before there is one.
  public var state: PaymentState? { context.attempt?.state }

  /// What the payer has to do next.
  public var next: PaymentAction { context.attempt?.next ?? .none }

  /// A request is out.
  public var isSending: Bool { context.waiting != nil }

  /// An answer was lost that may have moved money: to be shown as “being checked”.
  public var isUnknown: Bool { state == .unknown }

  // MARK: - What a person does

  /// Chooses another way. An attempt that only waits for the payer is given up.
  public func select(_ name: String) {
    perform { context, now throws(CheckoutContext.Refusal) in
      try context.select(name, now: now)
    }
  }

  /// Begins to pay by the chosen way. While an attempt may take money there is no other.
  public func pay() {
    let seed = environment.seed()
    let key = Self.hexadecimal(seed.high) + Self.hexadecimal(seed.low)
    perform { context, now throws(CheckoutContext.Refusal) in
      let request = try context.start(key: key, now: now)
      questions = 0
      return request
    }
  }

  /// Hands on what the payer did: a code, a phone, the way back from a provider's page.
  public func resume(_ input: PaymentInput) {
    perform { context, now throws(CheckoutContext.Refusal) in
      try context.resume(input, now: now)
    }
  }

  /// Gives the attempt up before money is taken.
  public func cancel() {
    perform { context, now throws(CheckoutContext.Refusal) in try context.cancel(now: now) }
  }

  /// Asks where the attempt stands now: the network or the person is back.
  public func check() {
    waking?.cancel()
    questions = 0
    ask()
  }

  /// The application's server says what the provider told it: the truth, whenever it comes.
  public func callback(_ state: PaymentState, amount: Money) {
    perform { context, _ throws(CheckoutContext.Refusal) in
      try context.callback(state, amount: amount)
      return nil
    }
  }

  // MARK: - Sending and asking

  private func perform(
    _ change: (inout CheckoutContext, Int64) throws(CheckoutContext.Refusal) -> ProviderRequest?
  ) {
    do throws(CheckoutContext.Refusal) {
      let request = try change(&context, wallClock())
      refusal = nil
      if let request { send(request) } else { settle() }
    } catch {
      refusal = error
    }
  }

  private func send(_ request: ProviderRequest) {
    let transport = environment.transport
    sending = Task { [weak self] in
      let answer = await Self.answer(request, transport)
      guard !Task.isCancelled else { return }
      self?.perform { context, now throws(CheckoutContext.Refusal) in
        try context.receive(answer, now: now)
      }
    }
  }

  private static func answer(
    _ request: ProviderRequest, _ transport: any Transport
  ) async -> ProviderAnswer {
    guard let url = URL(string: request.url) else { return .notSent }
    let message = TransportRequest(
      method: request.method, url: url,
      headers: request.headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) },
      body: request.body.isEmpty ? .none : .bytes(request.body))
    do throws(TransportError) {
      let answer = try await transport.send(message)
      return .answered(status: answer.status, body: try? JSON.parse(answer.body))
    } catch {
      switch error {
      case .offline, .untrusted: return .notSent
      case .timeout, .tooLarge, .cancelled: return .lost
      }
    }
  }

  /// After every step: shows the sheet that is asked for, or plans the next question.
  private func settle() {
    if case .showSheet(let request) = next, let key = context.attempt?.key, key != shownKey {
      shownKey = key
      sheet?.show(
        request,
        authorized: { [weak self] token in self?.resume(.sheetToken(token)) },
        closed: { [weak self] in self?.closeSheet(key) })
    }
    waking?.cancel()
    guard isSettledByItself else { return }
    let delay = Self.wait(after: questions)
    questions += 1
    let sleep = environment.sleep
    waking = Task { [weak self] in
      do { try await sleep(delay) } catch { return }
      if !Task.isCancelled { self?.ask() }
    }
  }

  /// The sheet goes after it has authorised too, when nothing is left to close.
  private func closeSheet(_ key: String) {
    guard context.attempt?.key == key, case .showSheet = next else { return }
    resume(.sheetClosed)
  }

  private func ask() {
    guard isSettledByItself, context.waiting == nil else { return }
    perform { context, now throws(CheckoutContext.Refusal) in try context.status(now: now) }
  }

  /// What happens elsewhere: at the provider, on its page or on the phone.
  private var isSettledByItself: Bool {
    switch (state, next) {
    case (.processing, _), (.unknown, _), (.requiresAction, .openLink),
      (.requiresAction, .confirmByPhone):
      true
    default: false
    }
  }

  /// One second, then twice as long, to a quarter of a minute.
  private static func wait(after questions: Int) -> Int64 {
    questions < 4 ? 1_000 << Int64(questions) : 15_000
  }

  private static func hexadecimal(_ bits: UInt64) -> String {
    let text = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
