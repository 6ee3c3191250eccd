import OynaValue

/// What a strategy can do.
public struct PaymentCapabilities: OptionSet, Sendable, Hashable {
  /// One bit for each thing.
  public let rawValue: Int

  /// A set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It leads to a page of the provider.
  public static let redirect = PaymentCapabilities(rawValue: 1)
  /// The payer confirms on the phone.
  public static let phoneConfirmation = PaymentCapabilities(rawValue: 2)
  /// It asks for a card, and for the code of an SMS.
  public static let card = PaymentCapabilities(rawValue: 4)
  /// It shows a sheet of the system.
  public static let sheet = PaymentCapabilities(rawValue: 8)
  /// The provider can be asked where an attempt stands. Without it only a callback says so.
  public static let statusQuery = PaymentCapabilities(rawValue: 16)
  /// The whole amount can be given back.
  public static let refund = PaymentCapabilities(rawValue: 32)
  /// A part of the amount can be given back.
  public static let partialRefund = PaymentCapabilities(rawValue: 64)
  /// The price is paid in parts.
  public static let installments = PaymentCapabilities(rawValue: 128)
  /// The provider calls the merchant's server when money was taken: only that is proof. Without it
  /// the answers to the strategy's own requests are.
  public static let callback = PaymentCapabilities(rawValue: 256)
  /// It holds the money first; ``PaymentStrategy/capture(_:now:)`` takes it.
  public static let hold = PaymentCapabilities(rawValue: 512)
}

/// One way to pay: a state machine without input and output.
///
/// Each method takes an attempt and gives it back changed, with a request when one is to be sent.
/// A strategy decides nothing that holds for all of them: that is ``CheckoutContext``.
public protocol PaymentStrategy: Sendable {
  /// Names it in attempts, on the wire and in screens; lower case.
  var name: String { get }
  /// What it can do.
  var capabilities: PaymentCapabilities { get }

  /// Why an order cannot be paid this way; nil when it can.
  func objection(to order: PaymentOrder) -> PaymentObjection?

  /// The first step of a new attempt. `now`: milliseconds since 1970 UTC, here and below.
  func start(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep

  /// What an input of the payer leads to. Nil when nobody asked for such an input.
  func resume(_ attempt: PaymentAttempt, _ input: PaymentInput, now: Int64) -> PaymentStep?

  /// A question where the attempt stands; a step without a request when only a callback says so.
  func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep

  /// Takes the money that is held; for a strategy that can ``PaymentCapabilities/hold``.
  func capture(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep

  /// Ends an attempt before money was taken; money that is held is let go.
  func cancel(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep

  /// Gives money back; the attempt's ``PaymentAttempt/refunding`` says how much.
  func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep

  /// Reads the answer to a request that an earlier step asked for.
  func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep
}

/// What a strategy without a thing to say does: a provider that only calls back needs no more than
/// a name, its capabilities and a start.
extension PaymentStrategy {
  /// Any order can be paid.
  public func objection(to order: PaymentOrder) -> PaymentObjection? { nil }

  /// The payer is asked for nothing but to come back.
  public func resume(
    _ attempt: PaymentAttempt, _ input: PaymentInput, now: Int64
  ) -> PaymentStep? {
    if case .returned = input { status(attempt, now: now) } else { nil }
  }

  /// Only a callback says where an attempt stands.
  public func status(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    PaymentStep(attempt)
  }

  /// Nothing is held.
  public func capture(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    PaymentStep(attempt)
  }

  /// The provider needs not be told: the order refuses a second payment.
  public func cancel(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    attempt.move(to: .cancelled, by: .checkout)
    return PaymentStep(attempt)
  }

  /// Nothing can be given back.
  public func refund(_ attempt: PaymentAttempt, now: Int64) -> PaymentStep {
    var attempt = attempt
    attempt.abandonRefund()
    return PaymentStep(attempt)
  }

  /// Nothing was sent, so that nothing is answered.
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, _ attempt: PaymentAttempt, now: Int64
  ) -> PaymentStep { PaymentStep(attempt) }
}

/// Why an order cannot be paid by a strategy.
public enum PaymentObjection: Sendable, Hashable {
  /// The provider does not take this currency.
  case currency(String)
  /// The amount is outside of what is offered, in minor units.
  case amount(ClosedRange<Int64>)
  /// This device or this browser cannot show the sheet.
  case device

  /// The objection of a provider that takes one currency only; nil when it is the order's.
  init?(unlessPaidIn currency: Currency, _ order: PaymentOrder) {
    let own = order.amount.currency
    guard own != currency else { return nil }
    self = .currency(own.code)
  }
}
