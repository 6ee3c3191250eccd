/// What is known of one queued request, except its body: a plain value that stores persist.
public struct OutboxRow: Sendable, Hashable {
  /// Its place in the file.
  public let id: OutboxID
  /// The same bytes go under the same key on every attempt.
  public internal(set) var key: IdempotencyKey
  /// Its lane.
  public let lane: OutboxLane
  /// What it is.
  public let kind: OutboxKind
  /// The version of the body's shape, from 1.
  public let schemaVersion: Int64
  /// Where it goes.
  public let target: OutboxTarget
  /// At most one live row has a given value; nil for rows that may repeat.
  public let dedupeKey: String?
  /// Wall clock, milliseconds.
  public let created: Int64
  /// Wall clock, milliseconds: from then on it is not sent any more.
  public let expires: Int64
  /// The request that must have succeeded before this one is sent.
  public let dependsOn: OutboxID?
  /// The request that this one takes back; nil for a request of its own.
  public let compensates: OutboxID?
  /// The resource that the body's client-made identifier names; `GET` tells whether it exists.
  public let lookUpURL: String?
  /// W3C trace id; nil when none is kept.
  public let traceID: String?

  /// Where it stands.
  public internal(set) var state: OutboxState
  /// Attempts that count: the outcome was unknown or the server failed.
  public internal(set) var attempts: Int
  /// Waits in a row: the exponent of the back-off.
  public internal(set) var failures: Int
  /// Wall clock of the first attempt that may have reached the server; nil when none can have.
  public internal(set) var firstReached: Int64?
  /// The last error answer that the server marked as replayed, and how often it came.
  public internal(set) var replayed: ReplayedAnswer?

  /// An item as it was stored.
  public init(
    id: OutboxID, key: IdempotencyKey, lane: OutboxLane, kind: OutboxKind, schemaVersion: Int64,
    target: OutboxTarget, dedupeKey: String?, created: Int64, expires: Int64,
    dependsOn: OutboxID?, compensates: OutboxID?, lookUpURL: String?, traceID: String?,
    state: OutboxState, attempts: Int, failures: Int, firstReached: Int64?,
    replayed: ReplayedAnswer?
  ) {
    self.id = id
    self.key = key
    self.lane = lane
    self.kind = kind
    self.schemaVersion = schemaVersion
    self.target = target
    self.dedupeKey = dedupeKey
    self.created = created
    self.expires = expires
    self.dependsOn = dependsOn
    self.compensates = compensates
    self.lookUpURL = lookUpURL
    self.traceID = traceID
    self.state = state
    self.attempts = attempts
    self.failures = failures
    self.firstReached = firstReached
    self.replayed = replayed
  }

  /// True when the server may know of this request: it cannot be withdrawn silently any more.
  public var mayHaveArrived: Bool { firstReached != nil }
}

/// An error answer that came from the server's idempotency record instead of a new execution.
public struct ReplayedAnswer: Sendable, Hashable {
  /// Of the status and the body.
  public let fingerprint: UInt64
  /// How often the same answer came.
  public var count: Int

  /// An answer seen a number of times.
  public init(fingerprint: UInt64, count: Int) {
    self.fingerprint = fingerprint
    self.count = count
  }
}

/// Where a queued request is in its life.
///
/// ```
/// staged → ready → inflight → (deleted with its outcome)
///            ↑        │
///            └ waiting, blocked ┘      conflict, needsReconcile: until somebody decides
///                                      dead: kept until it is requeued or dropped
/// ```
public enum OutboxState: Sendable, Hashable {
  /// Not yet durable; never on disk.
  case staged
  /// To be sent as soon as it is first in its lane.
  case ready
  /// Being sent, by the run of this epoch.
  case inflight(attempt: Int, epoch: Int64)
  /// Not to be sent before the wait is over.
  case waiting(OutboxWait)
  /// Until the request it depends on is settled.
  case blocked(on: OutboxID)
  /// The server's state is another than the one the request was made for (409, 412, 428).
  case conflict(status: Int)
  /// The outcome cannot be learnt by sending again.
  case needsReconcile
  /// Never sent again by itself, for this reason.
  case dead(OutboxDeath)
}

/// A pause before the next attempt.
public struct OutboxWait: Sendable, Hashable {
  /// Why it waits.
  public enum Reason: Sendable, Hashable {
    /// Nothing was sent: no network.
    case notSent
    /// The last attempt failed.
    case backoff
    /// The host asked to slow down.
    case hostSlow
    /// The sender wanted some time for an undo.
    case hold
  }

  /// Why it waits.
  public let reason: Reason
  /// Wall clock, milliseconds.
  public let deadline: Int64
  /// Milliseconds from the moment it was written.
  public let duration: Int64

  /// A wait until a moment, kept as a duration too.
  public init(_ reason: Reason, deadline: Int64, duration: Int64) {
    self.reason = reason
    self.deadline = deadline
    self.duration = duration
  }
}

/// Why a request will not be sent again by itself.
public enum OutboxDeath: Sendable, Hashable {
  /// The server said no, with this status.
  case refused(status: Int)
  /// A redirect that a command must not follow.
  case unexpectedRedirect(status: Int)
  /// The server knows the key with another body: a defect, never to be hidden by a new key.
  case keyReused
  /// The server takes no key, so it cannot be sent twice, and the first outcome is unknown.
  case notRepeatable
  /// As often as allowed without a known outcome.
  case attemptsExhausted
  /// Its time ran out before it was sent.
  case expired
  /// The request it depends on did not succeed.
  case dependencyFailed
  /// What it should take back has been changed by somebody else.
  case stale
  /// Written by an application that knows more kinds.
  case unknownKind
  /// The stored row or its body is damaged, or the body looks like a secret.
  case unreadable
}

/// How a request left the queue.
public enum OutboxOutcome: Sendable, Hashable {
  /// It was executed; the HTTP status of the answer that said so.
  case succeeded(status: Int)
  /// It was executed, but the answer's body could not be read; it is never sent again.
  case succeededUnreadably(status: Int)
  /// Taken out before a byte was sent.
  case cancelled
  /// Given up by a person or the application; for a request that may have arrived, its outcome is
  /// not known.
  case dropped
}
