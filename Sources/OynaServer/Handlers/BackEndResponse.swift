import OynaEngine
import OynaStorage
import OynaValue

/// A back end's answer as bytes of the response contract (DESIGN §3).
enum BackEndResponse {
  /// The answer as it is kept under the key.
  static func stored(
    _ answer: BackEndAnswer, _ language: String, _ catalog: ScreenCatalog
  ) -> StoredAnswer {
    switch answer {
    case .screen(let id, let state):
      guard let version = catalog[id]?.version(for: language) else {
        return stored(.snackbar(id), language, catalog)
      }
      return StoredAnswer(
        status: 200, contentType: "application/json", language: version.language,
        body: screen(version.screen.source, state))
    case .snackbar(let message):
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("actions")
      writer.beginArray()
      writer.beginObject()
      writer.key("type")
      writer.string("snackbar")
      writer.key("message")
      writer.string(message)
      writer.endObject()
      writer.endArray()
      writer.endObject()
      return StoredAnswer(
        status: 200, contentType: "application/json", language: language, body: writer.bytes)
    case .problem(let problem):
      return stored(problem, language)
    }
  }

  /// A problem as it is kept under the key; `language` is that of its texts, if they are for
  /// people.
  static func stored(_ problem: Problem, _ language: String = "") -> StoredAnswer {
    StoredAnswer(
      status: problem.status, contentType: "application/problem+json", language: language,
      body: problem.response.body)
  }

  /// A kept answer on the wire.
  static func response(_ answer: StoredAnswer, isReplayed: Bool) -> HTTPResponse {
    var response = HTTPResponse(
      status: answer.status, contentType: answer.contentType, body: answer.body)
    response.headers.append("Cache-Control", "no-store")
    if !answer.language.isEmpty { response.headers.append("Content-Language", answer.language) }
    if isReplayed { response.headers.append("Idempotency-Replayed", "true") }
    return response
  }

  /// `{"screen": …}` with members of the screen's `state` set.
  private static func screen(_ document: JSON, _ state: [(key: String, value: Value)]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("screen")
    writer.raw(Self.document(document, state: state))
    writer.endObject()
    return writer.bytes
  }

  /// A screen's document with members of its `state` set.
  static func document(_ document: JSON, state: [(key: String, value: Value)]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for member in document.object.map({ Array($0) }) ?? [] where member.key != "state" {
      writer.key(member.key)
      writer.raw(bytes(member.value))
    }
    writer.key("state")
    writer.beginObject()
    for member in document["state"]?.object.map({ Array($0) }) ?? []
    where !state.contains(where: { $0.key == member.key }) {
      writer.key(member.key)
      writer.raw(bytes(member.value))
    }
    for member in state {
      writer.key(member.key)
      writer.value(member.value)
    }
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }

  private static func bytes(_ json: JSON) -> [UInt8] {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    return bytes
  }
}
