public import OynaValue

/// What the sheet of Apple Pay is shown with (PKPaymentRequest, ApplePayPaymentRequest).
///
/// Amounts are texts made from integer minor units: the host builds its decimal type from them, no
/// binary fraction is ever between.
public struct ApplePayRequest: Sendable, Hashable {
  /// One line of the sheet.
  public struct Item: Sendable, Hashable {
    /// What the payer reads; of the last item, whom they pay.
    public let label: String
    /// The currency is the request's.
    public let amount: Money

    /// A line with a label.
    public init(label: String, amount: Money) {
      self.label = label
      self.amount = amount
    }
  }

  /// Such as `merchant.uz.example.shop`.
  public let merchantID: String
  /// ISO 3166-1 alpha-2, such as `UZ`.
  public let country: String
  /// Such as `visa` and `masterCard`.
  public let networks: [String]
  /// The lines; the last one is the total, and the others sum to it.
  public let items: [Item]
  /// Binds the token to the order: its SHA-256 comes back in the token's header.
  public let applicationData: [UInt8]

  /// The total.
  public var total: Money { items[items.count - 1].amount }

  /// Fails without networks, for a country that is not two capital letters, for an empty label, for
  /// a total that is not over 0, for two currencies, and for lines that do not sum to the total.
  public init?(
    merchantID: String, country: String, networks: [String], lines: [Item], payee: String,
    total: Money, applicationData: [UInt8]
  ) {
    let isCountry =
      country.utf8.count == 2
      && country.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    guard !merchantID.isEmpty, isCountry, !networks.isEmpty, !payee.isEmpty, total.minorUnits > 0,
      lines.allSatisfy({ !$0.label.isEmpty && $0.amount.currency == total.currency })
    else { return nil }
    if !lines.isEmpty {
      let sum = try? Money.sum(lines.map(\.amount), currency: total.currency)
      guard sum == total else { return nil }
    }
    self.merchantID = merchantID
    self.country = country
    self.networks = networks
    items = lines + [Item(label: payee, amount: total)]
    self.applicationData = applicationData
  }
}

/// The sheet of the system, as a host gives it: on a device the real one, in tests a double.
@MainActor
public protocol ApplePaySheet: AnyObject {
  /// Whether this device can pay with one of the networks.
  func canMakePayments(networks: [String]) -> Bool

  /// Shows the sheet in answer to a tap. `authorized` is called with the token's JSON at most once,
  /// `closed` when the sheet goes: also after `authorized`, and then it ends nothing.
  func show(
    _ request: ApplePayRequest, authorized: @escaping @MainActor (SecretText) -> Void,
    closed: @escaping @MainActor () -> Void)
}
