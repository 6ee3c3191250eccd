import OynaPayments
import OynaServer
import OynaStorage

/// Who the merchant is to the payment providers, for `oyna serve`.
///
/// Secrets come from a file or the environment: a command line can be read by every user of the
/// machine. The file (`--payments FILE` or `OYNA_PAYMENTS`, see ``MerchantFile``) says everything;
/// `OYNA_PAYME_MERCHANT` and `OYNA_PAYME_KEY`, `OYNA_CLICK_SERVICE`, `OYNA_CLICK_MERCHANT` and
/// `OYNA_CLICK_SECRET` are enough to be called back. With none of them a server on a loopback address
/// uses the keys of the demo and doubles of the providers, and another one serves no provider.
struct MerchantOptions {
  /// Nil when no provider may call.
  let settings: MerchantSettings?
  /// Whether the keys are those of the demo, which everybody knows.
  let isDemo: Bool
  /// Origins that the page sends card data to.
  let cardOrigins: [String]

  init(
    file: String?, environment: [String: String], isLoopback: Bool
  ) throws(ServeOptions.Failure) {
    let names = environment.keys.filter {
      $0.hasPrefix("OYNA_PAYME_") || $0.hasPrefix("OYNA_CLICK_")
    }
    if let file {
      guard names.isEmpty else {
        throw ServeOptions.Failure(
          description:
            "\(names.sorted().joined(separator: ", ")) are set beside a file of payments: "
            + "say it in one place.")
      }
      let file = try MerchantFile(path: file)
      settings = file.settings
      cardOrigins = file.cardOrigins
      isDemo = false
      return
    }
    func group(_ names: [String]) throws(ServeOptions.Failure) -> [String]? {
      let values = names.compactMap { environment[$0] }.filter { !$0.isEmpty }
      if values.isEmpty { return nil }
      guard values.count == names.count else {
        throw ServeOptions.Failure(
          description: "\(names.joined(separator: ", ")) are set together or not at all.")
      }
      return values
    }
    var settings = MerchantSettings()
    if let payme = try group(["OYNA_PAYME_MERCHANT", "OYNA_PAYME_KEY"]) {
      settings.payme = .init(merchantID: payme[0], key: SecretText(payme[1]))
      if let field = environment["OYNA_PAYME_ACCOUNT"] { settings.payme?.accountField = field }
    }
    if let click = try group(["OYNA_CLICK_SERVICE", "OYNA_CLICK_MERCHANT", "OYNA_CLICK_SECRET"]) {
      guard Int64(click[0]) != nil else {
        throw ServeOptions.Failure(description: "OYNA_CLICK_SERVICE is a number.")
      }
      settings.click = .init(
        serviceID: click[0], merchantID: click[1], secret: SecretText(click[2]))
    }
    let isNamed = settings.payme != nil || settings.click != nil
    isDemo = !isNamed && isLoopback
    cardOrigins = []
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
