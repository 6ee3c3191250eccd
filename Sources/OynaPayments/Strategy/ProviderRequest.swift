public import OynaValue

/// A request that a strategy wants to be sent to its provider. The host sends it and reports what
/// came of it; it is sent once.
public struct ProviderRequest: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// What it is for: the strategy's own word, by which it reads the answer.
  public let purpose: String
  /// In upper case.
  public let method: String
  /// The provider's address.
  public let url: String
  /// May hold a key.
  public let headers: [String: String]
  /// May hold a token. Empty for a request without a body.
  public let body: [UInt8]
  /// Whether money may move by it: a lost answer then leads to `unknown`.
  public let movesMoney: Bool
  /// A name that is used once for all time, such as the number of a payment token: the host keeps
  /// the names that were used, and does not send a request whose name was.
  public let once: String?

  /// A request of these parts.
  public init(
    purpose: String, method: String = "POST", url: String, headers: [String: String] = [:],
    body: [UInt8] = [], movesMoney: Bool = false, once: String? = nil
  ) {
    self.purpose = purpose
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.movesMoney = movesMoney
    self.once = once
  }

  public var description: String { "\(method) \(url) (\(purpose))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What came of a request.
public enum ProviderAnswer: Sendable {
  /// An answer with its HTTP status and its JSON; nil when the body was none.
  case answered(status: Int, body: JSON?)
  /// No answer in time, or the connection broke: the provider may have done it.
  case lost
  /// The request did not leave: no network, no address.
  case notSent
  /// The request did not leave: its name (``ProviderRequest/once``) was used before.
  case replayed

  /// Whether the provider may or may not have done what it was asked: no answer, an answer of a
  /// server that failed, or one without JSON.
  var provesNothing: Bool {
    switch self {
    case .lost: true
    case .notSent, .replayed: false
    case .answered(let status, let body): status >= 500 || body == nil
    }
  }
}
