/// What a command knows of the request that it has enqueued. The port keeps `status` up to date.
public final class OutboxTicket {
  /// The item.
  public let id: OutboxID
  /// Made once, sent with every attempt.
  public let key: IdempotencyKey
  /// Where the item stands.
  public internal(set) var status: OutboxStatus = .queued

  /// A ticket for a queued item.
  public init(id: OutboxID, key: IdempotencyKey) {
    self.id = id
    self.key = key
  }

  /// Takes an event of the outbox in; events of other requests change nothing.
  public func note(_ event: OutboxEvent) {
    switch event {
    case .sending(let id) where id == self.id: status = .sending
    case .outcomeUnknown(let id) where id == self.id: status = .unknown
    case .conflict(let id, let code) where id == self.id: status = .conflict(status: code)
    case .needsDecision(let id) where id == self.id: status = .unknown
    case .died(let id, let death) where id == self.id: status = .failed(death)
    case .settled(let id, let outcome) where id == self.id:
      switch outcome {
      case .succeeded, .succeededUnreadably: status = .confirmed
      case .cancelled, .dropped: status = .withdrawn
      }
    case .sending, .outcomeUnknown, .conflict, .needsDecision, .died, .settled, .compensated,
      .compensationFailed, .signInNeeded, .captivePortal, .stopped:
      break
    }
  }
}

/// Where a request stands, for the person who made it.
public enum OutboxStatus: Sendable, Hashable {
  /// In the queue, not sent yet.
  case queued
  /// An attempt to send it is under way.
  case sending
  /// Sent; the server's answer is missing.
  case unknown
  /// The server has executed it.
  case confirmed
  /// The server's state is another than the one it was made for (409, 412, 428).
  case conflict(status: Int)
  /// It will not be sent again by itself, for this reason.
  case failed(OutboxDeath)
  /// Cancelled before it was sent, or given up.
  case withdrawn
}

/// The way of a command to the outbox: a host puts its store behind it.
public protocol OutboxPort: AnyObject {
  /// A new identifier for a resource that a request creates: a UUID.
  func makeIdentifier() -> String

  /// Enqueues durably, under a new key.
  func enqueue(_ draft: OutboxDraft) throws(OutboxError) -> OutboxTicket

  /// Takes a request back; see `Outbox.withdraw`.
  func withdraw(
    _ ticket: OutboxTicket, compensation: OutboxDraft?
  ) throws(OutboxError) -> OutboxWithdrawal
}

/// What came of taking a request back, for its command.
public enum OutboxWithdrawal {
  /// No byte was sent, none will be.
  case cancelled
  /// The request with this ticket takes it back.
  case compensating(OutboxTicket)
  /// It had no effect on the server.
  case obsolete
}
