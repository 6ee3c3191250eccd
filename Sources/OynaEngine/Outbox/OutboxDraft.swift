/// A request to enqueue: everything but its number and its key.
public struct OutboxDraft: Sendable, Hashable {
  /// Items of one lane go in order.
  public let lane: OutboxLane
  /// What it is, for lists and for a newer version.
  public let kind: OutboxKind
  /// Where it goes.
  public let target: OutboxTarget
  /// The exact bytes that go.
  public let payload: OutboxPayload
  /// The version of the body's shape, from 1.
  public var schemaVersion: Int64 = 1
  /// At most one live row has a given value.
  public var dedupeKey: String?
  /// Milliseconds until it is not sent any more; nil for the outbox's own figure.
  public var timeToLive: Int64?
  /// Milliseconds before it may be sent, in which an undo costs nothing.
  public var hold: Int64 = 0
  /// Sent only once this one has succeeded.
  public var dependsOn: OutboxID?
  /// `GET` tells whether the resource exists that the body's client-made identifier names.
  public var lookUpURL: String?
  /// W3C trace id; nil when none is kept.
  public var traceID: String?

  /// An item that is not stored yet.
  public init(lane: OutboxLane, kind: OutboxKind, target: OutboxTarget, payload: OutboxPayload) {
    self.lane = lane
    self.kind = kind
    self.target = target
    self.payload = payload
  }

  func row(
    _ id: OutboxID, key: IdempotencyKey, compensates: OutboxID? = nil, at now: OutboxTime,
    timeToLive: Int64
  ) -> OutboxRow {
    OutboxRow(
      id: id, key: key, lane: lane, kind: kind, schemaVersion: schemaVersion, target: target,
      dedupeKey: dedupeKey, created: now.wall, expires: now.wall + (self.timeToLive ?? timeToLive),
      dependsOn: dependsOn, compensates: compensates, lookUpURL: lookUpURL, traceID: traceID,
      state: .staged, attempts: 0, failures: 0, firstReached: nil, replayed: nil)
  }
}
