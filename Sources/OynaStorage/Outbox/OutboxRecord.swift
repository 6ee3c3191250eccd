/// One queued request as it is stored: plain columns. What they mean is the engine's business; the
/// file only keeps them, in the order of `id`.
public struct OutboxRecord: Sendable, Hashable {
  public var id: Int64
  /// The idempotency key.
  public var key: String
  /// Items of one lane go in order.
  public var lane: String
  /// What it is, by name: a newer version may know more.
  public var kind: String
  /// The version of the payload's form.
  public var schemaVersion: Int64
  /// The HTTP method.
  public var method: String
  /// Where it goes.
  public var url: String
  /// A second item with it replaces the first; nil when none.
  public var dedupeKey: String?
  /// Wall clock, milliseconds, like every moment here.
  public var created: Int64
  /// Milliseconds since 1970: not sent afterwards.
  public var expires: Int64
  /// The item that has to succeed before; nil when none.
  public var dependsOn: Int64?
  /// The item that this one takes back; nil when none.
  public var compensates: Int64?
  /// Where an unclear outcome is looked up; nil when nowhere.
  public var lookUpURL: String?
  /// W3C trace id; nil when none is kept.
  public var traceID: String?
  /// Where it stands.
  public var state: State
  /// How often bytes were sent.
  public var attempts: Int64
  /// How often an attempt failed; decides the wait.
  public var failures: Int64
  /// Milliseconds since 1970 of the first byte sent; nil before.
  public var firstReached: Int64?
  /// Of the last answer marked as replayed; nil when none.
  public var replayedFingerprint: Int64?
  /// How often that answer came.
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

    /// A row with all its columns.
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

  /// A row with all its columns.
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
  /// The exact body.
  public let bytes: [UInt8]
  /// The media type of the body.
  public let contentType: String

  /// A body to store.
  public init(bytes: [UInt8], contentType: String) {
    self.bytes = bytes
    self.contentType = contentType
  }
}

/// How a request left the file.
public struct OutboxOutcomeRecord: Sendable, Hashable {
  /// Its place in the file.
  public let id: Int64
  /// The idempotency key.
  public let key: String
  /// `succeeded`, `succeededUnreadably`, `cancelled`, `dropped`.
  public let name: String
  /// HTTP status, 0 without an answer.
  public let status: Int64

  /// A line of the list of what gave up.
  public init(id: Int64, key: String, name: String, status: Int64) {
    self.id = id
    self.key = key
    self.name = name
    self.status = status
  }
}

/// One change of the file; those of one call are made together or not at all.
public enum OutboxFileChange: Sendable, Hashable {
  /// A new row with its body.
  case insert(OutboxRecord, OutboxBody)
  /// The state columns, the attempts and the key.
  case update(OutboxRecord)
  /// What `update` writes, and the body too: a request rebased after a conflict.
  case replace(OutboxRecord, OutboxBody)
  /// Deletes the row and records its outcome. With a fence, only while the row is in flight with
  /// this attempt and epoch; otherwise nothing happens: the answer came too late.
  case settle(id: Int64, name: String, status: Int64, fence: OutboxFence?)
  /// What a person knows a row by.
  case label(OutboxLabel)
}

/// The attempt under which a row must still be in flight for its completion to count.
public struct OutboxFence: Sendable, Hashable {
  /// From 1.
  public let attempt: Int64
  /// An answer of another epoch is dropped.
  public let epoch: Int64

  /// One attempt of an item.
  public init(attempt: Int64, epoch: Int64) {
    self.attempt = attempt
    self.epoch = epoch
  }
}

/// What a file holds when it is opened.
public struct OutboxFileSnapshot: Sendable {
  /// One lane: its first live rows and how many live and dead ones it has.
  public struct Lane: Sendable, Hashable {
    /// The lane's name.
    public let name: String
    /// The rows at its head.
    public var first: [OutboxRecord]
    /// How many rows it holds.
    public var count: Int
    /// How many gave up.
    public var deadCount: Int
  }

  /// The number of this run: one more than that of the run before.
  public let epoch: Int64
  /// The greatest id that a row ever had; 0 in a new file.
  public let lastID: Int64
  /// Every lane that holds something.
  public let lanes: [Lane]
}
