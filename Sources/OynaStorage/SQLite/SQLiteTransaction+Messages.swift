extension SQLiteTransaction: MessageTransaction {
  func insert(_ message: Message, tenant: String) throws(StorageError) -> Bool {
    let isTaken = try connection.row(
      "SELECT 1 FROM message WHERE id = ?", [.text(message.id)], { $0.integer(0) })
    guard isTaken == nil else { return false }
    try connection.run(
      "INSERT INTO message (id, tenant, conversation, text, created_ms) VALUES (?, ?, ?, ?, ?)",
      [
        .text(message.id), .text(tenant), .text(message.conversation), .text(message.text),
        .integer(message.created),
      ])
    return true
  }

  func message(id: String, tenant: String) throws(StorageError) -> Message? {
    try connection.row(
      """
      SELECT id, conversation, text, created_ms FROM message
      WHERE id = ? AND tenant = ? AND is_deleted = 0
      """,
      [.text(id), .text(tenant)], Self.readMessage)
  }

  func messages(
    conversation: String, tenant: String, limit: Int
  ) throws(StorageError) -> [Message] {
    let newestFirst = try connection.rows(
      """
      SELECT id, conversation, text, created_ms FROM message
      WHERE tenant = ? AND conversation = ? AND is_deleted = 0 ORDER BY number DESC LIMIT ?
      """,
      [.text(tenant), .text(conversation), .integer(Int64(limit))], Self.readMessage)
    return newestFirst.reversed()
  }

  func deleteMessage(id: String, tenant: String) throws(StorageError) -> Bool {
    guard try message(id: id, tenant: tenant) != nil else { return false }
    // The text goes; the id stays, so that a late copy of the request finds it used.
    try connection.run(
      "UPDATE message SET text = '', is_deleted = 1 WHERE id = ? AND tenant = ?",
      [.text(id), .text(tenant)])
    return true
  }

  private static func readMessage(_ row: SQLiteStatement) -> Message {
    Message(
      id: row.text(0), conversation: row.text(1), text: row.text(2), created: row.integer(3))
  }
}
