/// What came of one attempt to send, as the host saw it.
public enum OutboxAnswer: Sendable, Hashable {
  /// No byte was written: known offline, no name, connection refused, TLS handshake failed.
  case notSent
  /// A timeout or a reset after the first byte was written: the server may have executed it.
  case noAnswer
  /// The stored body is damaged or looks like a secret: it must not be sent.
  case unsendable
  /// An HTTP answer came, from the server or from something in between.
  case response(OutboxResponse)
}

/// The parts of an HTTP answer that the queue decides by.
public struct OutboxResponse: Sendable, Hashable {
  /// What the answer's body is.
  public enum Body: Sendable, Hashable {
    /// As announced, or absent where that is allowed.
    case decoded
    /// Announced as data, but not readable as such.
    case undecodable
    /// A page for a browser.
    case html
  }

  /// HTTP status code, 100 to 599.
  public let status: Int
  /// How the body could be read.
  public let body: Body
  /// The problem's `type` (RFC 9457), if the body is a problem.
  public let problemType: String?
  /// The server sent our key back in `Idempotency-Key`: it was the server and no captive portal.
  public let echoesKey: Bool
  /// The server marked the answer as one that it had stored (`Idempotency-Replayed: true`).
  public let isReplayed: Bool
  /// The wait that `Retry-After` asks for, in milliseconds; nil when absent or unreadable.
  public let retryAfter: Int64?
  /// The `Location` header.
  public let location: String?
  /// Tells two answers apart; equal for equal status and body.
  public let fingerprint: UInt64

  /// The parts of an answer that decide.
  public init(
    status: Int, body: Body = .decoded, problemType: String? = nil, echoesKey: Bool = true,
    isReplayed: Bool = false, retryAfter: Int64? = nil, location: String? = nil,
    fingerprint: UInt64 = 0
  ) {
    self.status = status
    self.body = body
    self.problemType = problemType
    self.echoesKey = echoesKey
    self.isReplayed = isReplayed
    self.retryAfter = retryAfter
    self.location = location
    self.fingerprint = fingerprint
  }
}

/// The class of an answer: what the queue does with the request (QUEUE.md §2.2).
public enum OutboxAnswerClass: Sendable, Hashable {
  /// Executed; the result is applied and the row deleted in one transaction.
  case done
  /// Executed, but the body cannot be read: never sent again.
  case doneUnreadable
  /// Nothing was sent: wait for the network.
  case notSent
  /// Something else than the server answered: as if offline.
  case captivePortal
  /// Executed or not: the same key and bytes again.
  case outcomeUnknown
  /// A redirect to follow with the same method, body and key, if it stays on the same origin.
  case followRedirect
  /// Never to be followed by a command.
  case unexpectedRedirect
  /// The server said no.
  case permanent
  /// The token is no longer good: the whole host waits.
  case paused
  /// The server cannot at the moment.
  case retry
  /// The first request with this key still runs.
  case inProgress
  /// The state is another than the one that the request was made for.
  case conflict
  /// The key was used with another body.
  case keyReused
  /// Something that it depends on failed on the server.
  case dependency
  /// The whole host slows down.
  case hostSlow
  /// Must not be sent at all.
  case unsendable
  /// The server failed; an answer that it replays twice will not change any more.
  case serverError

  /// True when the attempt counts against `maximumAttempts`.
  public var usesAttempt: Bool {
    switch self {
    case .outcomeUnknown, .retry, .serverError: true
    case .done, .doneUnreadable, .notSent, .captivePortal, .followRedirect, .unexpectedRedirect,
      .permanent, .paused, .inProgress, .conflict, .keyReused, .dependency, .hostSlow, .unsendable:
      false
    }
  }

  /// True when the server may have executed the request, or may still.
  public var mayHaveArrived: Bool {
    switch self {
    case .outcomeUnknown, .retry, .serverError, .inProgress, .done, .doneUnreadable: true
    case .notSent, .captivePortal, .followRedirect, .unexpectedRedirect, .permanent, .paused,
      .conflict, .keyReused, .dependency, .hostSlow, .unsendable:
      false
    }
  }
}

extension OutboxAnswerClass {
  /// The last parts of the problem types that an Oyna server sends (RFC 9457).
  static let inProgressType = "idempotency-in-progress"
  static let keyReusedType = "idempotency-key-reused"

  /// What an answer means. `expectsEcho` is true for a host that sends the key back with every
  /// answer to a command.
  public init(_ answer: OutboxAnswer, expectsEcho: Bool) {
    switch answer {
    case .notSent: self = .notSent
    case .noAnswer: self = .outcomeUnknown
    case .unsendable: self = .unsendable
    case .response(let response): self.init(response, expectsEcho: expectsEcho)
    }
  }

  private init(_ response: OutboxResponse, expectsEcho: Bool) {
    let isType = { (name: String) in
      response.problemType == name || response.problemType?.hasSuffix("/" + name) == true
    }
    switch response.status {
    case 200..<300:
      if response.body == .html || (expectsEcho && !response.echoesKey) {
        self = .captivePortal
      } else {
        self = response.body == .decoded ? .done : .doneUnreadable
      }
    case 307, 308: self = .followRedirect
    case 300..<400: self = .unexpectedRedirect
    case 401: self = .paused
    case 408, 421, 423, 425: self = .retry
    case 409 where isType(Self.inProgressType): self = .inProgress
    case 409, 412, 428: self = .conflict
    case 422 where isType(Self.keyReusedType): self = .keyReused
    case 424: self = .dependency
    case 429: self = .hostSlow
    case 400..<500: self = .permanent
    case 501, 505: self = .permanent
    case 502, 503, 504: self = .retry
    case 511: self = .captivePortal
    // An unknown status counts as the x00 of its class (RFC 9110 §15).
    case 500..<600: self = .serverError
    // No final HTTP status: whoever answered, it was not the server.
    default: self = .captivePortal
    }
  }
}
