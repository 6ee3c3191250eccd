import OynaValue

/// Sends a message to a conversation. Undo cancels it while it is queued and deletes it once it was
/// sent, unless somebody has read it.
public final class SendMessageCommand: QueuedCommand {
  /// The name of the action `command` that queues a message.
  static let actionName = "send_message"
  static let lanePrefix = "chat/"
  static let path = "/api/v1/messages"

  /// Where the message goes; its lane.
  public let conversation: String
  /// What is said.
  public let text: String
  /// Where the queued item stands.
  public private(set) var progress = QueuedProgress()
  /// Set when the server reports that somebody has read it: from then on it cannot be taken back.
  public var isRead = false
  private let port: any OutboxPort
  private var identifier = ""

  /// Fails when the conversation is no part of a path (letters, digits, `-`, `_`, `.`) or the text
  /// is empty.
  public init?(_ text: String, to conversation: String, through port: any OutboxPort) {
    guard !text.isEmpty, !conversation.isEmpty,
      conversation.utf8.allSatisfy({
        48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || [45, 46, 95].contains($0)
      })
    else { return nil }
    self.text = text
    self.conversation = conversation
    self.port = port
  }

  public var name: String { "Send message" }
  public var title: CommandTitle { .sendMessage }

  public func execute() throws(CommandError) {
    let identifier = port.makeIdentifier()
    var body = ValueMap()
    body.set(.string(identifier), for: "id")
    body.set(.string(conversation), for: "conversation")
    body.set(.string(text), for: "text")
    var draft = try lane.draft(.message, "POST", Self.path, body, name)
    draft.lookUpURL = Self.path + "/" + identifier
    try progress.execute(name, through: port, draft)
    self.identifier = identifier
    isRead = false
  }

  public func undo() throws(CommandError) {
    guard !isRead else { throw .irreversible(command: name) }
    let url = Self.path + "/" + identifier
    let deletion = try lane.draft(.messageDeletion, "DELETE", url, ValueMap(), name)
    try progress.undo(name, through: port, compensation: deletion)
  }

  private var lane: CommandLane { CommandLane(Self.lanePrefix, conversation) }
}
