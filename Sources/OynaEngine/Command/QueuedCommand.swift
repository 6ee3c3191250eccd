/// A command whose effect is a request to a server: executed by enqueuing it, undone by QUEUE.md
/// §2.6. It is cancelled while nothing was sent; after that a second request takes it back.
public protocol QueuedCommand: Command {
  /// What became of it.
  var progress: QueuedProgress { get }
}

extension QueuedCommand {
  public var isSent: Bool { progress.isSent }
  public var isObsolete: Bool { progress.isObsolete }
}

/// Where a queued command stands.
public enum QueuedStatus: Sendable, Hashable {
  /// The command has not run: nothing was queued.
  case notExecuted
  /// In the queue; an undo costs nothing.
  case queued
  /// Sent, or may have been.
  case sent
  /// The server has executed it.
  case confirmed
  /// The server said no, or its time ran out: it has no effect.
  case failed(OutboxDeath)
  /// Withdrawn before it was sent.
  case cancelled
  /// Sent, and the request that takes it back is under way.
  case undoing
  /// Taken back by the server.
  case undone
  /// The server refused to take it back: the effect stands.
  case compensationFailed(OutboxDeath)
}

/// The tickets of a queued command: of its request and of the one that takes it back.
public struct QueuedProgress {
  /// The queued item; nil before the command ran.
  public private(set) var ticket: OutboxTicket?
  /// The item that takes it back; nil when nothing does.
  public private(set) var compensation: OutboxTicket?
  private var isWithdrawn = false

  /// Nothing queued yet.
  public init() {}

  /// What a person is told of it.
  public var status: QueuedStatus {
    guard let ticket else { return .notExecuted }
    if let compensation {
      switch compensation.status {
      case .queued, .sending, .unknown, .conflict: return .undoing
      case .confirmed: return .undone
      case .failed(let death): return .compensationFailed(death)
      // The original failed, so there was nothing to take back.
      case .withdrawn: break
      }
    }
    switch ticket.status {
    case .queued: return isWithdrawn ? .cancelled : .queued
    case .sending, .unknown, .conflict: return .sent
    case .confirmed: return .confirmed
    case .failed(let death): return .failed(death)
    case .withdrawn: return .cancelled
    }
  }

  var isSent: Bool {
    switch status {
    case .notExecuted, .queued, .cancelled: false
    case .sent, .confirmed, .failed, .undoing, .undone, .compensationFailed: true
    }
  }

  /// Nothing to undo on the server and nothing to repeat. A command that was cancelled by its own
  /// undo is not: it may be repeated.
  var isObsolete: Bool {
    switch status {
    case .failed, .compensationFailed: true
    case .cancelled: !isWithdrawn
    case .notExecuted, .queued, .sent, .confirmed, .undoing, .undone: false
    }
  }

  /// Enqueues: each execution is a new row under a new key, as the server would answer an old key
  /// with its old answer and do nothing.
  mutating func execute(
    _ name: String, through port: any OutboxPort, _ draft: OutboxDraft
  ) throws(CommandError) {
    switch status {
    case .undoing: throw .compensationPending(command: name)
    case .compensationFailed: throw .compensationFailed(command: name)
    case .notExecuted, .cancelled, .undone, .queued, .sent, .confirmed, .failed: break
    }
    do throws(OutboxError) {
      ticket = try port.enqueue(draft)
    } catch {
      throw .outbox(error)
    }
    compensation = nil
    isWithdrawn = false
  }

  mutating func undo(
    _ name: String, through port: any OutboxPort, compensation draft: OutboxDraft?
  ) throws(CommandError) {
    guard let ticket else { throw .stale(command: name) }
    do throws(OutboxError) {
      switch try port.withdraw(ticket, compensation: draft) {
      case .cancelled: isWithdrawn = true
      case .compensating(let second): compensation = second
      case .obsolete: throw .notQueued(ticket.id)
      }
    } catch {
      if case .irreversible = error { throw .irreversible(command: name) }
      throw .outbox(error)
    }
  }
}
