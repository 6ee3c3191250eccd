/// One queued request as it is stored: plain columns. What they mean is the engine's business; the
/// file only keeps them, in the order of `id`.
public struct OutboxRecord: Sendable, Hashable {
  public var id: Int64
  public var key: String
  public var lane: String
  public var kind: String
  public var schemaVersion: Int64
  public var method: String
  public var url: String
  public var dedupeKey: String?
  /// Wall clock, milliseconds, like every moment here.
  public var created: Int64
  public var expires: Int64
  public var dependsOn: Int64?
  public var compensates: Int64?
  public var lookUpURL: String?
  public var traceID: String?
  public var state: State
  public var attempts: Int64
  public var failures: Int64
  public var firstReached: Int64?
  public var replayedFingerprint: Int64?
  public var replayedCount: Int64

  /// The part of a row that changes while it waits: a name with its numbers and a word.
  public struct State: Sendable, Hashable {
    /// `ready`, `inflight`, `waiting`, `conflict`, `needsReconcile`, `dead`.
    public var name: String
    /// A wait's or a death's reason; empty for others.
    public var reason: String
    /// An attempt's number, or a status.
    public var number: Int64
    /// The run in which it is in flight.
    public var epoch: Int64
    /// A wait's end, wall clock.
    public var deadline: Int64
    /// A wait's length in milliseconds.
    public var duration: Int64

    public init(
      _ name: String, reason: String = "", number: Int64 = 0, epoch: Int64 = 0,
      deadline: Int64 = 0, duration: Int64 = 0
    ) {
      self.name = name
      self.reason = reason
      self.number = number
      self.epoch = epoch
      self.deadline = deadline
      self.duration = duration
    }

    /// The name of the state in which a row is kept but no longer part of its lane.
    public static let deadName = "dead"
    /// The name of the state whose completion is fenced.
    public static let inflightName = "inflight"
  }

  public init(
    id: Int64, key: String, lane: String, kind: String, schemaVersion: Int64, method: String,
    url: String, dedupeKey: String?, created: Int64, expires: Int64, dependsOn: Int64?,
    compensates: Int64?, lookUpURL: String?, traceID: String?, state: State, attempts: Int64,
    failures: Int64, firstReached: Int64?, replayedFingerprint: Int64?, replayedCount: Int64
  ) {
    self.id = id
    self.key = key
    self.lane = lane
    self.kind = kind
    self.schemaVersion = schemaVersion
    self.method = method
    self.url = url
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
    self.replayedFingerprint = replayedFingerprint
    self.replayedCount = replayedCount
  }
}

/// The exact bytes of a request.
public struct OutboxBody: Sendable, Hashable {
  public let bytes: [UInt8]
  public let contentType: String

  public init(bytes: [UInt8], contentType: String) {
    self.bytes = bytes
    self.contentType = contentType
  }
}

/// How a request left the file.
public struct OutboxOutcomeRecord: Sendable, Hashable {
  public let id: Int64
  public let key: String
  /// `succeeded`, `succeededUnreadably`, `cancelled`, `dropped`.
  public let name: String
  /// HTTP status, 0 without an answer.
  public let status: Int64

  public init(id: Int64, key: String, name: String, status: Int64) {
    self.id = id
    self.key = key
    self.name = name
    self.status = status
  }
}

/// One change of the file; those of one call are made together or not at all.
public enum OutboxFileChange: Sendable, Hashable {
  case insert(OutboxRecord, OutboxBody)
  /// The state columns, the attempts and the key.
  case update(OutboxRecord)
  case replace(OutboxRecord, OutboxBody)
  /// Deletes the row and records its outcome. With a fence, only while the row is in flight with
  /// this attempt and epoch; otherwise nothing happens: the answer came too late.
  case settle(id: Int64, name: String, status: Int64, fence: OutboxFence?)
}

/// The attempt under which a row must still be in flight for its completion to count.
public struct OutboxFence: Sendable, Hashable {
  public let attempt: Int64
  public let epoch: Int64

  public init(attempt: Int64, epoch: Int64) {
    self.attempt = attempt
    self.epoch = epoch
  }
}

/// What a file holds when it is opened.
public struct OutboxFileSnapshot: Sendable {
  /// One lane: its first live rows and how many live and dead ones it has.
  public struct Lane: Sendable, Hashable {
    public let name: String
    public var first: [OutboxRecord]
    public var count: Int
    public var deadCount: Int
  }

  /// The number of this run: one more than that of the run before.
  public let epoch: Int64
  /// The greatest id that a row ever had; 0 in a new file.
  public let lastID: Int64
  public let lanes: [Lane]
}
