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

  private var actions: [String: Action] = [:]
  /// Accounts that are opened on first use; with any, `/api/v1/accounts` and `/api/v1/transfers`
  /// are served.
  public var accounts: [LedgerAccount] = []
  /// Posts of the demo list at `/api/v1/posts`; 0 serves none.
  public var postCount = 0

  /// Every path has the default.
  public init() {}

  /// Puts an action at a path, such as `/api/v1/loan/apply`.
  public mutating func on(_ path: String, _ action: @escaping Action) { actions[path] = action }

  func action(_ path: String) -> Action { actions[path] ?? Self.thanks }

  private static let thanks: Action = { submission, _ in
    switch submission.language {
    case "ru": .snackbar("Принято")
    case "en": .snackbar("Received")
    case "uz-Cyrl": .snackbar("Қабул қилинди")
    default: .snackbar("Qabul qilindi")
    }
  }

  /// The demo: a loan application is answered with its receipt, and two accounts can be used.
  public static var demo: BackEnd {
    var backEnd = BackEnd()
    backEnd.on("/api/v1/loan/apply") { submission, _ in
      // The end of the row's id: short enough to be read over the phone, and found by a search.
      let number = String(submission.id.suffix(8)).uppercased()
      return .screen(id: "loan_success", state: [("application_number", .string(number))])
    }
    backEnd.postCount = 100_000
    backEnd.accounts = [
      LedgerAccount(
        id: "card", tenant: IdempotentEndpoint.tenant, name: "Karta hisobi", currency: "UZS",
        balance: 5_000_000_00),
      LedgerAccount(
        id: "savings", tenant: IdempotentEndpoint.tenant, name: "Jamg‘arma", currency: "UZS",
        balance: 12_000_000_00),
    ]
    return backEnd
  }
}
