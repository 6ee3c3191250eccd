/// What the payer has to do next. A page draws it; which provider is behind it does not matter.
public enum PaymentAction: Sendable, Hashable {
  /// Nothing: the payment goes on without the payer, or is over.
  case none
  /// Open the provider's page.
  case openLink(String)
  /// Type the card: it goes straight to the provider, whose answer is a token.
  case enterCard(CardEndpoint)
  /// Give the number of a phone: `+998` and nine digits.
  case enterPhone
  /// Type the code of an SMS. `phone` is masked by the provider; `waitMilliseconds` until another
  /// one can be asked for.
  case enterCode(phone: String, waitMilliseconds: Int64)
  /// Confirm on the phone, in the provider's application or by the USSD code.
  case confirmByPhone(ussd: String)
  /// Show the sheet of the system.
  case showSheet(ApplePayRequest)
  /// Choose in how many months to pay.
  case choosePlan([InstallmentOffer])
}

/// Where a page sends card data, and nowhere else.
public struct CardEndpoint: Sendable, Hashable {
  /// The dialect of the body: which members hold the number and the expiry.
  public enum Dialect: String, Sendable {
    /// JSON-RPC `cards.create` with `card {number, expire "MMYY"}`.
    case payme
    /// JSON with `service_id`, `card_number`, `expire_date` "MMYY" and `temporary`.
    case click
  }

  /// The provider's address.
  public let url: String
  /// Headers that are public: the merchant's number, never a key.
  public let headers: [String: String]
  /// Members of the body that are no card data, such as the service's number.
  public let members: [String: String]
  /// How the body is written.
  public let dialect: Dialect

  /// An endpoint of a provider.
  public init(
    url: String, headers: [String: String], members: [String: String] = [:], dialect: Dialect
  ) {
    self.url = url
    self.headers = headers
    self.members = members
    self.dialect = dialect
  }
}

/// What the payer did.
public enum PaymentInput: Sendable {
  /// The provider's token for the card that was typed.
  case cardToken(SecretText)
  /// The number of a phone, digits with or without a plus.
  case phone(String)
  /// The code of the SMS.
  case code(SecretText)
  /// What the sheet of the system gave: the token's JSON.
  case sheetToken(SecretText)
  /// The sheet was closed.
  case sheetClosed
  /// In how many months.
  case plan(months: Int)
  /// The payer came back from the provider's page: no proof of anything.
  case returned
}

/// A text that must not be seen: a token of a card, a code, a key. It has no description, so that
/// it reaches no log, and nothing stores it.
public struct SecretText: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  package let text: String

  /// A secret of any text.
  public init(_ text: String) { self.text = text }

  public var description: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
