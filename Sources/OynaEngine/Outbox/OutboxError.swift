/// Why the outbox refused. Nothing was changed and nothing will be sent.
public enum OutboxError: Error, Sendable, Hashable {
  /// The queue holds as many requests as it may.
  case full(limit: Int)
  /// The body has so many bytes, more than `limit`.
  case payloadTooLarge(Int, limit: Int)
  /// The body looks as if it held a secret, which is never written to disk.
  case sensitivePayload(SensitiveScan.Finding)
  /// The request to wait for was never enqueued.
  case unknownDependency(OutboxID)
  /// No such request in the queue, or it is already settled.
  case notQueued(OutboxID)
  /// The request is in a state in which this cannot be done.
  case notAllowed(OutboxID)
  /// The request may have arrived, and there is none that would take it back.
  case irreversible(OutboxID)
  /// Other requests depend on the one to cancel.
  case hasDependants(OutboxID, count: Int)
  /// The store failed; the queue has to be opened anew.
  case stopped
  /// The store failed, for this reason; the request was not queued.
  case storage(String)
}

extension OutboxError {
  /// A whole sentence for a developer; it never holds a part of a body.
  public var message: String {
    switch self {
    case .full(let limit): "The queue holds \(limit) requests, as many as it may."
    case .payloadTooLarge(let count, let limit): "A body of \(count) bytes is over \(limit)."
    case .sensitivePayload(.name(let name)):
      "The body has a member “\(name)”; secrets are never queued: exchange it for a token online."
    case .sensitivePayload(.cardNumber):
      "The body holds what looks like a card number; exchange it for a token online."
    case .sensitivePayload(.passportLine):
      "The body holds what looks like a passport's machine-readable line."
    case .unknownDependency(let id): "Request \(id.number), to be waited for, was never queued."
    case .notQueued(let id): "Request \(id.number) is not in the queue."
    case .notAllowed(let id): "Request \(id.number) is in a state that does not allow this."
    case .irreversible(let id): "Request \(id.number) may have arrived and cannot be taken back."
    case .hasDependants(let id, let count): "\(count) requests depend on request \(id.number)."
    case .stopped: "The queue's file failed; open it anew."
    case .storage(let reason): reason
    }
  }
}
