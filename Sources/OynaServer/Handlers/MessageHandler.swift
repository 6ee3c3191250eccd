import OynaStorage
import OynaValue

/// Messages of conversations: each is stored once for its key, in the order of arrival.
///
/// `POST /api/v1/messages` takes `{"id", "conversation", "text"}`; the id is the client's, so that
/// it can look the message up or delete it when an answer was lost.
struct MessageHandler: Sendable {
  let endpoint: IdempotentEndpoint

  private static let path = "/api/v1/messages"
  /// Messages in a list.
  private static let listLimit = 200
  private static let textLimit = 16 * 1_024

  func add(to router: inout Router) {
    router.on(Self.path, ("GET", { list($0) }), ("POST", { post($0) }))
    router.otherwise([Self.path + "/{id}"]) { path in
      guard path.hasPrefix(Self.path + "/") else { return nil }
      let id = String(path.dropFirst(Self.path.count + 1))
      guard !id.isEmpty, !id.contains("/") else { return nil }
      return Router.Endpoint(
        Route(Self.path + "/{id}"),
        [("GET", { _ in find(id) }), ("DELETE", { delete(id, $0, path) })])
    }
  }

  private func post(_ request: HTTPRequest) -> Reply {
    endpoint.reply(to: request, path: Self.path) { body, claim throws(StorageError) in
      guard let id = Self.text(body, "id", limit: 128),
        let conversation = Self.text(body, "conversation", limit: 128),
        let text = Self.text(body, "text", limit: Self.textLimit)
      else { return Problem.badMessage.response }
      let message = Message(id: id, conversation: conversation, text: text, created: claim.now)
      let outcome = try await endpoint.storage.once(claim) { transaction throws(StorageError) in
        guard try transaction.insert(message, tenant: claim.tenant) else {
          return BackEndResponse.stored(.messageIDTaken)
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("message")
        Self.write(message, &writer)
        writer.endObject()
        return StoredAnswer(status: 201, contentType: "application/json", body: writer.bytes)
      }
      return IdempotentEndpoint.response(outcome)
    }
  }

  private func delete(_ id: String, _ request: HTTPRequest, _ path: String) -> Reply {
    endpoint.reply(to: request, path: path) { _, claim throws(StorageError) in
      let outcome = try await endpoint.storage.once(claim) { transaction throws(StorageError) in
        guard try transaction.deleteMessage(id: id, tenant: claim.tenant) else {
          return BackEndResponse.stored(.notFound)
        }
        return StoredAnswer(status: 200, contentType: "application/json", body: Array("{}".utf8))
      }
      return IdempotentEndpoint.response(outcome)
    }
  }

  private static func text(_ body: JSON, _ member: String, limit: Int) -> String? {
    guard let text = body[member]?.string, (1...limit).contains(text.utf8.count) else { return nil }
    return text
  }

  // MARK: reading

  /// `?conversation=family`; without it the conversation is the one of the demo.
  private func list(_ request: HTTPRequest) -> Reply {
    let conversation = request.parameter("conversation") ?? "family"
    return endpoint.read { transaction, writer throws(StorageError) in
      writer.key("messages")
      writer.beginArray()
      let messages = try transaction.messages(
        conversation: conversation, tenant: IdempotentEndpoint.tenant, limit: Self.listLimit)
      for message in messages { Self.write(message, &writer) }
      writer.endArray()
      return true
    }
  }

  private func find(_ id: String) -> Reply {
    endpoint.read { transaction, writer throws(StorageError) in
      let found = try transaction.message(id: id, tenant: IdempotentEndpoint.tenant)
      guard let found else { return false }
      writer.key("message")
      Self.write(found, &writer)
      return true
    }
  }

  private static func write(_ message: Message, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(message.id)
    writer.key("conversation")
    writer.string(message.conversation)
    writer.key("text")
    writer.string(message.text)
    writer.key("created")
    writer.string(Log.time(message.created))
    writer.endObject()
  }
}
