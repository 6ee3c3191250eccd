public import OynaPayments

/// What a merchant agreed on with the providers that call it: who they are to it, and the secrets
/// that they prove themselves with.
///
/// ```swift
/// var backEnd = BackEnd()
/// backEnd.merchant = MerchantSettings(
///   payme: .init(merchantID: "587f72c72cac0d162c722ae2", key: SecretText(key)))
/// ```
public struct MerchantSettings: Sendable {
  /// Nil: `/payme` is not served.
  public var payme: Payme?
  /// Nil: `/click/prepare` and `/click/complete` are not served.
  public var click: Click?

  /// The ways to pay that the checkout offers; empty serves no checkout.
  public var strategies: [any PaymentStrategy] = []
  /// Sends what the strategies ask for; nil sends nothing.
  public var send: (@Sendable (ProviderRequest) async -> ProviderAnswer)?
  /// Who may take held money, let it go and give money back over HTTP; nil: nobody.
  public var token: SecretText?
  /// Whether the providers are doubles below `/demo/` of this server.
  public var isDemo = false
  /// How the doubles wait some milliseconds; a test has a clock of its own.
  var wait: @Sendable (Int64) async -> Void = { try? await Task.sleep(for: .milliseconds($0)) }

  /// Settings with the providers that are used.
  public init(payme: Payme? = nil, click: Click? = nil) {
    self.payme = payme
    self.click = click
  }

  /// The cash desk at Payme.
  public struct Payme: Sendable {
    /// The cash desk's id, for the checkout link.
    public var merchantID: String
    /// The key of the cash desk, or the test key while Payme's sandbox is asked. Only one is
    /// accepted: a payment of the sandbox must not pay a real order.
    public var key: SecretText
    /// The name of the account's field as the cash desk has it.
    public var accountField = "order_id"
    /// The code for an order that is busy, paid or cancelled. The sources differ, so it is a
    /// choice: -31008 or -31099…-31050.
    public var unavailableCode: Int64 = -31099

    /// A cash desk with the defaults.
    public init(merchantID: String, key: SecretText) {
      self.merchantID = merchantID
      self.key = key
    }
  }

  /// The service at Click.
  public struct Click: Sendable {
    /// The service's number.
    public var serviceID: String
    /// The merchant's number, for the payment link.
    public var merchantID: String
    /// The service's `SECRET_KEY`.
    public var secret: SecretText
    /// How long a Prepare holds its order against others when no Complete comes: milliseconds.
    /// Click names no time; a Complete after it is still taken while nobody else holds the order.
    public var holdMilliseconds: Int64 = 30 * 60_000
    /// The answer to a Prepare for an order that another payment holds. Click has no number for
    /// it; -9 ends the payment before money is taken.
    public var busyError = ClickError.cancelled

    /// A service with the defaults.
    public init(serviceID: String, merchantID: String, secret: SecretText) {
      self.serviceID = serviceID
      self.merchantID = merchantID
      self.secret = secret
    }
  }

  /// The keys of the demo. They are printed here for everyone to read: whoever knows them can say
  /// that an order was paid, so they are only for a server that nobody else can reach.
  public static let demoPaymeKey = "demo-key-of-payme-not-a-secret-00000"
  /// See ``demoPaymeKey``.
  public static let demoClickSecret = "demo-secret-of-click"

  /// A merchant with the keys of the demo, whose providers are doubles of this server.
  public static let demo: MerchantSettings = {
    var settings = MerchantSettings(
      payme: Payme(
        merchantID: "000000000000000000000000", key: SecretText(demoPaymeKey)),
      click: Click(
        serviceID: "1", merchantID: "1", secret: SecretText(demoClickSecret)))
    var account = ClickStrategy.Account(
      serviceID: "1", merchantID: "1", userID: "1", secret: SecretText(demoClickSecret))
    account.api = "/demo/click/v2/merchant"
    let rates: [Int: AnnualRate] = [
      3: .zero, 6: .zero, 9: .zero, 12: AnnualRate(basisPoints: 2_400) ?? .zero,
      24: AnnualRate(basisPoints: 2_800) ?? .zero,
    ]
    settings.strategies = [
      PaymeStrategy(
        merchantID: "000000000000000000000000", mode: .checkoutLink(.sandbox),
        page: "/demo/payme/"),
      PaymeStrategy(
        name: "card", merchantID: "000000000000000000000000",
        mode: .card(.init(url: "/demo/payme/api"), key: SecretText(demoPaymeKey))),
      ClickStrategy(account: account, mode: .invoice, sha1: Digest.sha1),
      ApplePayStrategy(
        merchantID: DemoDevice.merchantID, country: "UZ", networks: ["visa", "masterCard"],
        payee: "Oyna", acquirer: "/demo/acquirer",
        canMakePayments: DemoDevice.shared != nil, verifier: DemoDevice.shared?.reader),
      InstallmentStrategy(
        lender: .init(url: "/demo/lender", token: SecretText("demo")), rates: rates,
        limits: 10_000...10_000_000_000),
    ]
    settings.isDemo = true
    return settings
  }()
}
