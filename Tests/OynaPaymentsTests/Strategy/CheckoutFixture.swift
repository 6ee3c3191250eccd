import OynaValue
import Testing

@testable import OynaPayments

/// Values that the tests of strategies share.
enum CheckoutFixture {
  /// 2026-11-30 10:00:00 in Tashkent.
  static let now: Int64 = 1_796_014_800_000
  static let amount = Money(minorUnits: 100_000, currency: .uzs)

  static func order(
    _ units: Int64 = 100_000, currency: Currency = .uzs, phone: String? = nil,
    returnURL: String? = nil
  ) throws -> PaymentOrder {
    try #require(
      PaymentOrder(
        number: "197", amount: Money(minorUnits: units, currency: currency), returnURL: returnURL,
        phone: phone))
  }

  static func checkout(
    _ strategies: any PaymentStrategy..., order: PaymentOrder? = nil
  ) throws -> CheckoutContext {
    try #require(CheckoutContext(order: order ?? Self.order(), strategies: strategies))
  }

  static func answer(_ text: String, status: Int = 200) throws -> ProviderAnswer {
    .answered(status: status, body: try JSON.parse(text))
  }
}

extension ProviderRequest {
  var text: String { String(decoding: body, as: UTF8.self) }
}
