// The words under which stores and programs know the states of a queued request. They are on disk:
// a word is never given another meaning.

extension OutboxState {
  /// `staged`, `ready`, `inflight`, `waiting`, `blocked`, `conflict`, `needsReconcile`, `dead`.
  public var name: String {
    switch self {
    case .staged: "staged"
    case .ready: "ready"
    case .inflight: "inflight"
    case .waiting: "waiting"
    case .blocked: "blocked"
    case .conflict: "conflict"
    case .needsReconcile: "needsReconcile"
    case .dead: "dead"
    }
  }
}

extension OutboxWait.Reason {
  private static let names: [(OutboxWait.Reason, String)] = [
    (.notSent, "notSent"), (.backoff, "backoff"), (.hostSlow, "hostSlow"), (.hold, "hold"),
  ]

  /// `notSent`, `backoff`, `hostSlow`, `hold`.
  public var name: String { Self.names.first { $0.0 == self }?.1 ?? "" }

  /// Nil for a name that is none of these.
  public init?(name: String) {
    guard let known = Self.names.first(where: { $0.1 == name }) else { return nil }
    self = known.0
  }
}

extension OutboxDeath {
  /// Every death, with the status 0 for those that have one.
  private static let names: [(OutboxDeath, String)] = [
    (.refused(status: 0), "refused"), (.unexpectedRedirect(status: 0), "unexpectedRedirect"),
    (.keyReused, "keyReused"), (.notRepeatable, "notRepeatable"),
    (.attemptsExhausted, "attemptsExhausted"), (.expired, "expired"),
    (.dependencyFailed, "dependencyFailed"), (.stale, "stale"), (.unknownKind, "unknownKind"),
    (.unreadable, "unreadable"),
  ]

  /// The reason's word, such as `refused`.
  public var name: String {
    let bare: OutboxDeath =
      switch self {
      case .refused: .refused(status: 0)
      case .unexpectedRedirect: .unexpectedRedirect(status: 0)
      default: self
      }
    return Self.names.first { $0.0 == bare }?.1 ?? ""
  }

  /// The HTTP status of `refused` and `unexpectedRedirect`; 0 for the others.
  public var status: Int {
    switch self {
    case .refused(let status), .unexpectedRedirect(let status): status
    default: 0
    }
  }

  /// Nil for a name that is none of ours.
  public init?(name: String, status: Int) {
    guard let known = Self.names.first(where: { $0.1 == name })?.0 else { return nil }
    switch known {
    case .refused: self = .refused(status: status)
    case .unexpectedRedirect: self = .unexpectedRedirect(status: status)
    default: self = known
    }
  }
}

extension OutboxOutcome {
  private static let names: [(OutboxOutcome, String)] = [
    (.succeeded(status: 0), "succeeded"), (.succeededUnreadably(status: 0), "succeededUnreadably"),
    (.cancelled, "cancelled"), (.dropped, "dropped"),
  ]

  /// `succeeded`, `succeededUnreadably`, `cancelled`, `dropped`.
  public var name: String {
    switch self {
    case .succeeded: "succeeded"
    case .succeededUnreadably: "succeededUnreadably"
    case .cancelled: "cancelled"
    case .dropped: "dropped"
    }
  }

  /// The HTTP status of a success; 0 for the others.
  public var status: Int {
    switch self {
    case .succeeded(let status), .succeededUnreadably(let status): status
    case .cancelled, .dropped: 0
    }
  }

  /// Nil for a name that is none of ours.
  public init?(name: String, status: Int) {
    guard let known = Self.names.first(where: { $0.1 == name })?.0 else { return nil }
    switch known {
    case .succeeded: self = .succeeded(status: status)
    case .succeededUnreadably: self = .succeededUnreadably(status: status)
    case .cancelled, .dropped: self = known
    }
  }
}
