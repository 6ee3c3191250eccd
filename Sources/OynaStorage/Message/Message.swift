/// A message of a conversation, in the order of arrival.
public struct Message: Sendable, Hashable {
  /// Made by the client, so that it can ask for the message when an answer was lost.
  public let id: String
  /// Where it belongs.
  public let conversation: String
  /// What is said.
  public let text: String
  /// Milliseconds since 1970 UTC.
  public let created: Int64

  /// A message as it came or as it was stored.
  public init(id: String, conversation: String, text: String, created: Int64) {
    self.id = id
    self.conversation = conversation
    self.text = text
    self.created = created
  }
}

/// The statements over messages.
public protocol MessageTransaction: AnyObject {
  /// Adds a message at the end of its conversation. False when the id was used before, by a deleted
  /// message too: nothing is changed then.
  func insert(_ message: Message, tenant: String) throws(StorageError) -> Bool

  /// The message with this id; nil when the tenant has none, or it was deleted.
  func message(id: String, tenant: String) throws(StorageError) -> Message?

  /// The newest messages of a conversation, oldest first, at most `limit`.
  func messages(
    conversation: String, tenant: String, limit: Int
  ) throws(StorageError) -> [Message]

  /// Empties a message; its id stays used. False when there was none.
  func deleteMessage(id: String, tenant: String) throws(StorageError) -> Bool
}
