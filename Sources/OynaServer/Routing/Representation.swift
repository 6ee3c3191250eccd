/// Bytes that are served as they are, with their validator: made once, sent many times.
struct Representation: Sendable {
  let tag: EntityTag
  let full: FixedResponse
  let notModified: FixedResponse

  /// - Parameters:
  ///   - fields: header fields besides type and validator; `Vary` and `Cache-Control` among them.
  ///   - security: baked in, so that nothing is added when it is sent.
  init(
    _ bytes: [UInt8], contentType: String, fields: [(name: String, value: String)],
    security: SecurityHeaders
  ) {
    tag = EntityTag(of: bytes)
    // A 304 carries what would change the stored answer (RFC 9110 §15.4.5).
    let validators = [("ETag", tag.text)] + fields
    var full = HTTPResponse(
      status: 200, headers: HTTPFields([("Content-Type", contentType)] + validators), body: bytes)
    security.add(to: &full)
    self.full = FixedResponse(full)
    notModified = FixedResponse(HTTPResponse(status: 304, headers: HTTPFields(validators)))
  }

  /// The bytes, or 304 when the client has them.
  func reply(to request: HTTPRequest) -> Reply {
    if let known = request.headers.list("if-none-match"), tag.isNamed(in: known) {
      return .fixed(notModified)
    }
    return .fixed(full)
  }
}
