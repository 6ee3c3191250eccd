public import OynaValue

/// An error answer as RFC 9457 has it: `application/problem+json` with a fixed `type`, by which a
/// client decides (never by the words).
public struct Problem: Sendable {
  /// HTTP status, 400 to 599.
  public let status: Int
  /// The last segment of `type`: kebab case, never changes.
  public let name: String
  /// What went wrong in general, in a few words.
  public let title: String
  /// What went wrong now and what would be right. It never holds a field's value.
  public let detail: String?
  /// Messages by state key; they land on the fields of the form.
  public let errors: [(key: String, message: String)]
  /// Where in the body, for a body that is no JSON.
  public let position: Position?
  /// Such as `Allow` or `Retry-After`.
  public var headers: HTTPFields

  /// A problem; `status` is 400 to 599 and `name` in kebab case.
  public init(
    _ status: Int, _ name: String, _ title: String, detail: String? = nil,
    errors: [(key: String, message: String)] = [], position: Position? = nil,
    headers: HTTPFields = HTTPFields()
  ) {
    self.status = status
    self.name = name
    self.title = title
    self.detail = detail
    self.errors = errors
    self.position = position
    self.headers = headers
  }

  /// A reference that resolves against the server: `GET` it for an explanation.
  public var type: String { "/problems/\(name)" }

  /// The problem on the wire.
  public var response: HTTPResponse {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("type")
    writer.string(type)
    writer.key("title")
    writer.string(title)
    writer.key("status")
    writer.int(Int64(status))
    if let detail {
      writer.key("detail")
      writer.string(detail)
    }
    if let position {
      writer.key("line")
      writer.int(Int64(position.line))
      writer.key("column")
      writer.int(Int64(position.column))
    }
    if !errors.isEmpty {
      writer.key("errors")
      writer.beginObject()
      for error in errors {
        writer.key(error.key)
        writer.string(error.message)
      }
      writer.endObject()
    }
    writer.endObject()
    var headers = HTTPFields([
      ("Content-Type", "application/problem+json"), ("Cache-Control", "no-store"),
    ])
    for field in self.headers.fields { headers.append(field.name, field.value) }
    return HTTPResponse(status: status, headers: headers, body: writer.bytes)
  }
}
