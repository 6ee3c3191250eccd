/// Why a command, an undo or a redo was refused. The receiver and the history are unchanged, except
/// where a case says otherwise.
public enum CommandError: Error, Sendable, Hashable {
  /// A command, or a `merge`, used the history that was running it.
  case reentrant(command: String)
  /// Undo or redo while the group of this name is open.
  case groupOpen(group: String)
  /// The change cannot be taken back: a message that was read, a payout.
  case irreversible(command: String)
  /// Somebody else changed the receiver meanwhile; taking back would overwrite that change.
  case stale(command: String)
  /// Redo before the server has answered the undo.
  case compensationPending(command: String)
  /// The server refused the undo: the change is still in effect.
  case compensationFailed(command: String)
  /// A part of a group failed with `cause`, and a part before it could not be rolled back: the
  /// receiver is between the two states.
  indirect case rollbackFailed(group: String, cause: CommandError, rollback: CommandError)
  /// The cart refused the change.
  case cart(CartError)
  /// The queue refused the request of the command, or its withdrawal.
  case outbox(OutboxError)
  /// An application's own command failed, for this reason.
  case failed(command: String, reason: String)
}

extension CommandError {
  /// A whole sentence for a developer; it holds no value of the receiver.
  public var message: String {
    switch self {
    case .reentrant(let command):
      "“\(command)” used the history that runs it; do it after the command has finished."
    case .groupOpen(let group):
      "Undo and redo wait until the group “\(group)” is closed."
    case .irreversible(let command):
      "“\(command)” cannot be taken back."
    case .stale(let command):
      "“\(command)” cannot be taken back: what it changed has been changed since."
    case .compensationPending(let command):
      "“\(command)” is still being taken back; repeat it once that is settled."
    case .compensationFailed(let command):
      "“\(command)” could not be taken back and is still in effect."
    case .rollbackFailed(let group, let cause, let rollback):
      "“\(group)” failed (\(cause.message)) and was not rolled back: \(rollback.message)"
    case .cart(let error):
      error.message
    case .outbox(let error):
      error.message
    case .failed(let command, let reason):
      "“\(command)” failed: \(reason)"
    }
  }
}
