import OynaPayments
import OynaServer
import OynaStorage

/// Who the merchant is to the payment providers, for `oyna serve`.
///
/// `payme-merchant` and `payme-key`; `click-service`, `click-merchant`, `click-secret`. With none
/// of them a server on a loopback address uses the keys of the demo,
/// and another one serves no provider.
struct MerchantOptions {
  /// Nil when no provider may call.
  let settings: MerchantSettings?
  /// Whether the keys are those of the demo, which everybody knows.
  let isDemo: Bool

  init(
    _ configuration: ServeConfiguration, isLoopback: Bool
  ) throws(ServeOptions.Failure) {
    func group(_ names: [String]) throws(ServeOptions.Failure) -> [String]? {
      let values = names.compactMap { configuration[$0]?.first }
      if values.isEmpty { return nil }
      guard values.count == names.count else {
        throw ServeOptions.Failure(
          description: "\(names.joined(separator: ", ")) are set together or not at all.")
      }
      return values
    }
    var settings = MerchantSettings()
    if let payme = try group(["payme-merchant", "payme-key"]) {
      settings.payme = .init(merchantID: payme[0], key: SecretText(payme[1]))
      if let field = configuration["payme-account"]?.first { settings.payme?.accountField = field }
    }
    if let click = try group(["click-service", "click-merchant", "click-secret"]) {
      guard Int64(click[0]) != nil else {
        throw ServeOptions.Failure(description: "click-service is a number.")
      }
      settings.click = .init(
        serviceID: click[0], merchantID: click[1], secret: SecretText(click[2]))
    }
    let isNamed = settings.payme != nil || settings.click != nil
    isDemo = !isNamed && isLoopback
    self.settings = isNamed ? settings : isLoopback ? .demo : nil
  }

  /// `ORDER=AMOUNT` of the flag `--payable`: an order to pay, the amount in tiyin.
  static func order(_ text: String, now: Int64) throws(ServeOptions.Failure) -> PayableOrder {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let amount = Int64(parts[1]), amount > 0 else {
      throw ServeOptions.Failure(description: "--payable is ORDER=AMOUNT, the amount in tiyin.")
    }
    return PayableOrder(id: String(parts[0]), amount: amount, currency: "UZS", created: now)
  }
}
