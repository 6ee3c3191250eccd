public import OynaEngine
public import OynaStorage
public import OynaValue

/// A submission that passed its screen's rules, on its way to be stored.
public struct AcceptedSubmission: Sendable {
  /// The row's id, a UUID.
  public let id: String
  /// The screen that it was validated against.
  public let screen: String
  /// BCP 47 tag of the language that the person reads.
  public let language: String
  /// Milliseconds since 1970.
  public let time: Int64
  /// The values, and the secrets in memory that is overwritten when it is released: for this moment
  /// only, never to be written anywhere.
  public let values: Submission
}

/// What a back end answers to an accepted submission.
public enum BackEndAnswer: Sendable {
  /// `{"screen": …}`: a screen of the catalogue, with members of its `state` set.
  case screen(id: String, state: [(key: String, value: Value)])
  /// `{"actions": […]}`: a snackbar with this text.
  case snackbar(String)
  /// Refused for a reason of the business; kept under the key like a success, and replayed.
  case problem(Problem)
}

/// What happens with submissions, by the path that they are posted to. The default stores them and
/// thanks.
public struct BackEnd: Sendable {
  /// Runs inside the transaction that stores the submission and its idempotency key: what it
  /// writes is kept together with them or not at all. It must be short and must not wait.
  public typealias Action =
    @Sendable (AcceptedSubmission, any StorageTransaction) throws(StorageError) -> BackEndAnswer

  /// Whether a value passes a `remote` rule. Runs while a person types, and again inside the
  /// transaction of the submission, before its action: short, and without waiting.
  public typealias Check =
    @Sendable (Value, any StorageTransaction) throws(StorageError) -> Bool

  private var actions: [String: Action] = [:]
  private(set) var checks: [String: Check] = [:]
  /// Accounts that are opened on first use; with any, `/api/v1/accounts` and `/api/v1/transfers`
  /// are served.
  public var accounts: [LedgerAccount] = []
  /// Posts of the demo list at `/api/v1/posts`; 0 serves none.
  public var postCount = 0
  /// The names of accounts in other languages: by id, then by language tag.
  public var accountNames: [String: [String: String]] = [:]
  /// Whether `/api/v1/messages` is served.
  public var hasMessages = false

  /// The providers that call this merchant; nil serves none of them.
  public var merchant: MerchantSettings?
  /// Takes the submits of a checkout at `/api/v1/orders`; nil sells nothing.
  public private(set) var shop: Shop?

  /// Every path has the default.
  public init() {}

  /// Puts an action at a path, such as `/api/v1/loan/apply`.
  public mutating func on(_ path: String, _ action: @escaping Action) { actions[path] = action }

  /// Answers the `remote` rules that ask at a path, such as `/api/v1/loan/phone`.
  public mutating func check(_ path: String, _ check: @escaping Check) { checks[path] = check }
  /// Opens a shop: checkouts that submit to `/api/v1/orders` become orders at its prices.
  public mutating func open(_ shop: Shop) {
    self.shop = shop
    on(OrderHandler.path) { submission, transaction throws(StorageError) in
      try shop.placeOrder(submission, transaction)
    }
  }

  func action(_ path: String) -> Action { actions[path] ?? Self.thanks }

  private static let thanks: Action = { submission, _ in
    switch submission.language {
    case "ru": .snackbar("Принято")
    case "en": .snackbar("Received")
    case "uz-Cyrl": .snackbar("Қабул қилинди")
    default: .snackbar("Qabul qilindi")
    }
  }

  /// The demo: a loan application is answered with its receipt, one for each phone number, a shop
  /// sells groceries, two accounts can be used and messages sent.
  public static var demo: BackEnd {
    var backEnd = BackEnd()
    let phones = "loan phone"
    let tenant = IdempotentEndpoint.tenant
    backEnd.check("/api/v1/loan/phone") { value, transaction throws(StorageError) in
      guard case .string(let phone) = value else { return false }
      return try !transaction.isTaken(phone, register: phones, tenant: tenant)
    }
    backEnd.on("/api/v1/loan/apply") { submission, transaction throws(StorageError) in
      if case .string(let phone)? = submission.values.value(for: "user_phone") {
        _ = try transaction.take(
          phone, register: phones, tenant: tenant, submission: submission.id)
      }
      // The end of the row's id: short enough to be read over the phone, and found by a search.
      let number = String(submission.id.suffix(8)).uppercased()
      return .screen(id: "loan_success", state: [("application_number", .string(number))])
    }
    backEnd.postCount = 100_000
    backEnd.hasMessages = true
    backEnd.open(.demo)
    backEnd.accounts = [
      LedgerAccount(
        id: "card", tenant: IdempotentEndpoint.tenant, name: "Karta hisobi", currency: "UZS",
        balance: 5_000_000_00),
      LedgerAccount(
        id: "savings", tenant: IdempotentEndpoint.tenant, name: "Jamg‘arma", currency: "UZS",
        balance: 12_000_000_00),
    ]
    backEnd.accountNames = [
      "card": ["ru": "Карта", "en": "Card", "uz-Cyrl": "Карта ҳисоби"],
      "savings": ["ru": "Накопления", "en": "Savings", "uz-Cyrl": "Жамғарма"],
    ]
    return backEnd
  }
}
