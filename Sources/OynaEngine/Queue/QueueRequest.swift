/// What a screen asks of the queue. The queue itself is the host's: one for all its screens, driven
/// by an `Outbox` over a store (Docs/Decisions/0040-one-queue-beside-the-screens.md).
public enum QueueRequest: Sendable {
  /// The screen shows or uses the queue: tell it `items` now and after each change.
  case watch
  /// Make it durable, then tell `stored` or `notStored` with the ticket.
  case enqueue(ticket: Int, QueuedRequest)
  /// Take it back: see `Outbox.withdraw`. The compensation is what takes it back once it was sent;
  /// nil for what the store keeps beside the row. Tell `withdrawn`.
  case withdraw(OutboxID, key: IdempotencyKey?, compensation: QueuedRequest?)
  /// A person wants one that is dead, in conflict or without a known outcome to be sent again.
  case retry(OutboxID)
  /// A person gives it up.
  case drop(OutboxID)
}

/// A request for the queue with all that is stored beside it.
public struct QueuedRequest: Sendable {
  /// Made once: the server executes it once.
  public let key: IdempotencyKey
  /// Lane, kind, target, body, hold.
  public let draft: OutboxDraft
  /// What a person knows it by; never a secret, as the body is none.
  public let title: String
  /// What takes it back after it was sent; nil when nothing does.
  public let undo: OutboxTarget?

  /// The request that takes this one back: an empty object to the undo's address, in the same lane.
  public var compensation: QueuedRequest? {
    QueuedRequest.compensation(
      of: key, lane: draft.lane, kind: draft.kind, title: title, undo: undo)
  }

  /// The same, made of what a store keeps of a request.
  public static func compensation(
    of key: IdempotencyKey, lane: OutboxLane, kind: OutboxKind, title: String, undo: OutboxTarget?
  ) -> QueuedRequest? {
    guard let undo, let key = key.undo,
      let payload = try? OutboxPayload(json: Array("{}".utf8))
    else { return nil }
    return QueuedRequest(
      key: key,
      draft: OutboxDraft(lane: lane, kind: kind.undo, target: undo, payload: payload),
      title: title, undo: nil)
  }

  /// Makes a request whose parts are known to be right.
  public init(key: IdempotencyKey, draft: OutboxDraft, title: String, undo: OutboxTarget?) {
    self.key = key
    self.draft = draft
    self.title = title
    self.undo = undo
  }
}

/// What the queue tells a screen.
public enum QueueNotice: Sendable {
  /// What `queue_status` shows, in the order of enqueuing.
  case items([QueueItem])
  /// A request is on disk, under this number.
  case stored(ticket: Int, OutboxID)
  /// It is not on disk and will not be sent; what was typed stays.
  case notStored(ticket: Int, QueueFailure)
  /// What came of taking this request back.
  case withdrawn(OutboxID, QueueWithdrawal)
  /// A request has left the queue with its outcome on disk.
  case settled(key: String, OutboxOutcome)
  /// A request gave up: it stays among the dead until a person decides.
  case died(key: String, OutboxDeath)
  /// The store refused something, or its damaged file was set aside.
  case failed(QueueFailure)
}

/// What came of taking a request back.
public enum QueueWithdrawal: String, Sendable, Hashable {
  /// Nothing was sent, nothing will be.
  case cancelled
  /// The request that takes it back is on disk.
  case compensating
  /// It had no effect.
  case obsolete
  /// It was sent and nothing takes it back.
  case irreversible
}

/// Why the queue could not do something.
public enum QueueFailure: String, Sendable, Hashable {
  /// It holds as many requests as it may.
  case full
  /// The device has no room left.
  case noSpace
  /// The body is too large, or looks as if it held a secret.
  case refused
  /// There is no store, such as in a private window of some browsers.
  case unavailable
  /// The store was damaged or of a newer version: it was set aside, a new one begun.
  case setAside
}

/// One line of `queue_status`.
public struct QueueItem: Sendable {
  /// Its number in the queue.
  public let id: OutboxID
  /// Its key: what a screen that queued it knows it by.
  public let key: String
  /// Its lane.
  public let lane: String
  /// What a person knows it by.
  public let title: String
  /// Where it stands.
  public let status: Status
  /// Attempts whose outcome was unknown.
  public let attempts: Int
  /// Nothing of it can have reached the server.
  public let isUnsent: Bool
  /// The request that this one takes back.
  public let compensates: OutboxID?
  /// There is a request that takes it back.
  public let hasUndo: Bool
  /// When it was queued, milliseconds since 1970.
  public let created: Int64

  /// A place in the queue, or how it was left.
  public enum Status: Sendable, Hashable {
    /// In the queue, in this state.
    case live(OutboxState)
    /// No longer in the queue: how it left.
    case settled(OutboxOutcome)
  }

  /// A line as the store knows it.
  public init(
    id: OutboxID, key: String, lane: String, title: String, status: Status, attempts: Int,
    isUnsent: Bool, compensates: OutboxID?, hasUndo: Bool, created: Int64
  ) {
    self.id = id
    self.key = key
    self.lane = lane
    self.title = title
    self.status = status
    self.attempts = attempts
    self.isUnsent = isUnsent
    self.compensates = compensates
    self.hasUndo = hasUndo
    self.created = created
  }
}

extension OutboxError {
  /// The same for a person.
  public var failure: QueueFailure {
    switch self {
    case .full: .full
    case .stopped, .storage: .unavailable
    case .payloadTooLarge, .sensitivePayload, .unknownDependency, .notQueued, .notAllowed,
      .irreversible, .hasDependants:
      .refused
    }
  }
}
