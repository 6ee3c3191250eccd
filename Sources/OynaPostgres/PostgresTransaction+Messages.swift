import OynaStorage

extension PostgresTransaction: MessageTransaction {
  func insert(_ message: Message, tenant: String) throws(StorageError) -> Bool {
    // Numbers are handed out before commits: only one writer at a time keeps them in their order.
    try lock(.conversation, tenant, message.conversation)
    return try run(
      """
      INSERT INTO message (id, tenant, conversation, text, created_ms)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(message.id), .text(tenant), .text(message.conversation), .text(message.text),
        .integer(message.created),
      ]) == 1
  }

  func message(id: String, tenant: String) throws(StorageError) -> Message? {
    try row(
      """
      SELECT id, conversation, text, created_ms FROM message
      WHERE id = $1 AND tenant = $2 AND NOT is_deleted
      """,
      [.text(id), .text(tenant)], Self.readMessage)
  }

  func messages(
    conversation: String, tenant: String, limit: Int
  ) throws(StorageError) -> [Message] {
    let newestFirst = try rows(
      """
      SELECT id, conversation, text, created_ms FROM message
      WHERE tenant = $1 AND conversation = $2 AND NOT is_deleted ORDER BY number DESC LIMIT $3
      """,
      [.text(tenant), .text(conversation), .integer(Int64(limit))], Self.readMessage)
    return newestFirst.reversed()
  }

  func deleteMessage(id: String, tenant: String) throws(StorageError) -> Bool {
    // The text goes; the id stays, so that a late copy of the request finds it used.
    try run(
      """
      UPDATE message SET text = '', is_deleted = true
      WHERE id = $1 AND tenant = $2 AND NOT is_deleted
      """,
      [.text(id), .text(tenant)]) == 1
  }

  private static func readMessage(_ row: PostgresRow) -> Message {
    Message(
      id: row.text(0), conversation: row.text(1), text: row.text(2), created: row.integer(3))
  }
}
