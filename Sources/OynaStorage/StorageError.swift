/// Why storage could not do what it was asked to. A message never holds a stored value.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is, and with it whether trying again makes sense.
  public enum Kind: Sendable, Hashable {
    /// The file is missing, no database, not ours, or not accessible.
    case cannotOpen
    /// Another process holds the lock longer than the busy timeout. Trying again makes sense.
    case busy
    /// Too many transactions are waiting. Trying again later makes sense.
    case overloaded
    /// The database server cannot be reached or does not take work. Nothing was kept; trying again
    /// later makes sense, and needs nobody's hand.
    case unavailable
    /// The connection to the database server was lost after it was asked to commit: what was to be
    /// kept may or may not be. Asking again under the same idempotency key tells.
    case outcomeUnknown
    /// No space is left. Nothing of the transaction was kept.
    case full
    /// Reading or writing failed. The storage has closed itself: after a failed fsync the page
    /// cache can no longer be trusted, so it must be opened anew, never retried.
    case inputOutput
    /// The file is damaged.
    case corrupt
    /// A UNIQUE, CHECK, NOT NULL or FOREIGN KEY constraint refused the row.
    case constraint
    /// The file was written by a newer version of Oyna.
    case newerSchema
    /// A migration that was applied to the file differs from the one this version knows.
    case changedMigration
    /// The storage was closed.
    case closed
    /// A mistake in a statement: a bug of Oyna.
    case statement
  }

  /// What kind of failure.
  public let kind: Kind
  /// A whole sentence for the operator.
  public let message: String

  /// A failure of this kind; `message` holds no stored value.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The storage was closed, by ``Storage/close()`` or by itself after a failure.
  public static let closed = StorageError(.closed, "The storage is closed.")

  /// The connection was lost while the transaction was being committed.
  public static let outcomeUnknown = StorageError(
    .outcomeUnknown, "The connection was lost before the database confirmed the commit.")

  public var description: String { message }
}
