public import OynaValue

/// What a page for writing screens asks of the one who knows the whole format.
public struct AuthoringTools: Sendable {
  /// Every finding about the bytes of a document, in the order of the text.
  public let lint: @Sendable ([UInt8]) -> [Diagnostic]
  /// The JSON Schema of the format.
  public let schema: @Sendable () -> String

  /// These tools.
  public init(
    lint: @escaping @Sendable ([UInt8]) -> [Diagnostic], schema: @escaping @Sendable () -> String
  ) {
    self.lint = lint
    self.schema = schema
  }
}

/// `/playground`, its linter and its schema: for whoever writes screens, never in production.
struct PlaygroundHandler: Sendable {
  let tools: AuthoringTools
  /// The page's files, of which the playground's are some.
  let files: @Sendable () -> WebFiles?

  func add(to router: inout Router) {
    router.on("/playground", ("GET", { page($0) }))
    router.on("/playground/lint", ("POST", { .response(lint($0)) }))
    router.on("/playground/schema.json", ("GET", { _ in .response(schema()) }))
  }

  /// The page lies beside its scripts.
  private func page(_ request: HTTPRequest) -> Reply {
    guard let files = files(), files.contains("/dev/playground.html") else {
      return .response(Problem.notFound.response)
    }
    return files.reply(
      to: HTTPRequest(
        method: "GET", target: "/dev/playground.html", headers: request.headers))
  }

  private func schema() -> HTTPResponse {
    HTTPResponse(
      status: 200, contentType: "application/schema+json", body: Array(tools.schema().utf8))
  }

  /// `{"findings": [{"severity", "code", "message", "line", "column", "path", "correction"}]}`.
  private func lint(_ request: HTTPRequest) -> HTTPResponse {
    let bytes = request.body?.withBytes { Array($0) } ?? []
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("findings")
    writer.beginArray()
    for finding in tools.lint(bytes) { Self.write(finding, into: &writer) }
    writer.endArray()
    writer.endObject()
    return HTTPResponse(status: 200, contentType: "application/json", body: writer.bytes)
  }

  private static func write(_ finding: Diagnostic, into writer: inout JSONWriter) {
    writer.beginObject()
    for (name, text) in [
      ("severity", finding.severity.rawValue), ("code", finding.code.name),
      ("message", finding.message), ("path", finding.path),
    ] {
      writer.key(name)
      writer.string(text)
    }
    if let position = finding.position {
      writer.key("line")
      writer.int(position.line)
      writer.key("column")
      writer.int(position.column)
    }
    if let correction = finding.correction {
      writer.key("correction")
      writer.string(correction)
    }
    writer.endObject()
  }
}
