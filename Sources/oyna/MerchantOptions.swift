import OynaPayments
import OynaServer
import OynaStorage

/// Who the merchant is to the payment providers, for `oyna serve`.
///
/// `payments` names a file that says everything (see ``MerchantFile``); `payme-merchant` and
/// `payme-key`, `click-service`, `click-merchant` and `click-secret` are enough to be called back.
/// With none of them no provider is served; `demo` then has keys of its own, which everybody knows,
/// and doubles of the providers.
struct MerchantOptions {
  /// Nil when no provider may call.
  let settings: MerchantSettings?
  /// Whether the keys are those of the demo, which everybody knows.
  let isDemo: Bool
  /// Origins that the page sends card data to.
  let cardOrigins: [String]

  init(
    _ configuration: ServeConfiguration, hasDemo: Bool
  ) throws(ServeOptions.Failure) {
    if let file = configuration["payments"]?.first {
      let names = Self.names.filter { configuration[$0] != nil }
      guard names.isEmpty else {
        throw ServeOptions.Failure(
          description: "\(names.joined(separator: ", ")) are set beside a file of payments: "
            + "say it in one place.")
      }
      let file = try MerchantFile(path: file)
      settings = file.settings
      cardOrigins = file.cardOrigins
      isDemo = false
      return
    }
    var settings = MerchantSettings()
    if let payme = try Self.group(["payme-merchant", "payme-key"], configuration) {
      settings.payme = .init(merchantID: payme[0], key: SecretText(payme[1]))
      if let field = configuration["payme-account"]?.first { settings.payme?.accountField = field }
    }
    if let click = try Self.group(
      ["click-service", "click-merchant", "click-secret"], configuration)
    {
      guard Int64(click[0]) != nil else {
        throw ServeOptions.Failure(description: "click-service is a number.")
      }
      settings.click = .init(
        serviceID: click[0], merchantID: click[1], secret: SecretText(click[2]))
    }
    let isNamed = settings.payme != nil || settings.click != nil
    isDemo = !isNamed && hasDemo
    cardOrigins = []
    self.settings = isNamed ? settings : hasDemo ? .demo : nil
  }

  private static let names = [
    "payme-merchant", "payme-account", "payme-key", "click-service", "click-merchant",
    "click-secret",
  ]

  private static func group(
    _ names: [String], _ configuration: ServeConfiguration
  ) throws(ServeOptions.Failure) -> [String]? {
    let values = names.compactMap { configuration[$0]?.first }
    if values.isEmpty { return nil }
    guard values.count == names.count else {
      throw ServeOptions.Failure(
        description: "\(names.joined(separator: ", ")) are set together or not at all.")
    }
    return values
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
