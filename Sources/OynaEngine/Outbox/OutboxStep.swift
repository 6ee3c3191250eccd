/// What the host does after an input: commit `changes` in one transaction; once they are durable,
/// perform `actions`; if they cannot be committed, call `Outbox.storeFailed` and perform nothing.
public struct OutboxStep: Sendable, Hashable {
  /// To be written, all in one transaction.
  public internal(set) var changes: [OutboxChange] = []
  /// To be done after the changes are on disk.
  public internal(set) var actions: [OutboxAction] = []
  /// Milliseconds until `Outbox.resume` should be called; nil when nothing waits for time.
  public internal(set) var wakeAfter: Int64?

  /// Nothing to do.
  public init() {}
}

/// A change of the stored rows.
public enum OutboxChange: Sendable, Hashable {
  /// A new row with its body.
  case insert(OutboxRow, OutboxPayload)
  /// The row's state columns.
  case update(OutboxRow)
  /// The row's key and body too: a command rebased after a conflict.
  case replace(OutboxRow, OutboxPayload)
  /// Deletes the row and records how it ended, in the same transaction. With a fence, only while
  /// the row is in flight under that epoch.
  case settle(OutboxID, OutboxOutcome, fence: OutboxAttempt?)
}

/// One attempt to send one row: a late answer to another attempt is recognised by it.
public struct OutboxAttempt: Sendable, Hashable {
  /// The item.
  public let id: OutboxID
  /// From 1.
  public let number: Int
  /// An answer of another epoch is dropped.
  public let epoch: Int64

  /// One attempt of an item.
  public init(id: OutboxID, number: Int, epoch: Int64) {
    self.id = id
    self.number = number
    self.epoch = epoch
  }
}

/// Work for the host.
public enum OutboxAction: Sendable, Hashable {
  /// Send the stored body with these parts and call `answered`. Headers and token are the host's.
  case send(OutboxAttempt, target: OutboxTarget, key: IdempotencyKey?)
  /// Read the next rows of a lane behind this one, at most so many, and call `loaded`.
  case load(OutboxLane, after: OutboxID, limit: Int)
  /// Find out what became of a request that another one waits for, and call `dependencyFound`.
  case findDependency(OutboxID, of: OutboxID)
  /// `GET` the resource and call `lookedUp`.
  case lookUp(OutboxID, url: String)
  /// Refresh the host's token once, and call `tokenRefreshed`.
  case refreshToken(host: String)
  /// Tell the application and its commands.
  case report(OutboxEvent)
}

/// Something that the application and its commands should know.
public enum OutboxEvent: Sendable, Hashable {
  /// An attempt to send it begins.
  case sending(OutboxID)
  /// The outcome of the attempt is unknown; it will be repeated.
  case outcomeUnknown(OutboxID)
  /// It has left the queue, in this way.
  case settled(OutboxID, OutboxOutcome)
  /// The local change is to be rolled back; the row stays among the dead letters.
  case died(OutboxID, OutboxDeath)
  /// The server's state is another than the one the request was made for (409, 412, 428).
  case conflict(OutboxID, status: Int)
  /// The outcome cannot be found out; a person decides: `resend` or `drop`.
  case needsDecision(OutboxID)
  /// The request that took this one back has succeeded.
  case compensated(OutboxID)
  /// The request that should take this one back has failed: the effect stands.
  case compensationFailed(OutboxID, OutboxDeath)
  /// The token could not be refreshed: everything of this host waits for `tokenRefreshed`.
  case signInNeeded(host: String)
  /// Something else than the server answered for this host, such as a sign-in page of a network.
  case captivePortal(host: String)
  /// The store failed; open the queue anew.
  case stopped
}

/// What became of a request that another one depends on.
public enum OutboxDependency: Sendable, Hashable {
  /// Still in the queue.
  case live
  /// Executed by the server.
  case succeeded
  /// Dead, cancelled or dropped.
  case failed
}

/// What a look-up of a resource found.
public enum OutboxLookUp: Sendable, Hashable {
  /// The resource is there, so the request was executed; `status` is 200 to 299.
  case found(status: Int)
  /// There is no such resource (404, 410).
  case notFound
  /// No answer, or one that says nothing.
  case unavailable
}
