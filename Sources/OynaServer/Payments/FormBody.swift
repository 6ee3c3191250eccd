import OynaValue

/// The fields of an `application/x-www-form-urlencoded` body (WHATWG URL §5.1), read strictly.
struct FormBody {
  private var fields: [String: String] = [:]

  /// Nil for another type, a bad escape, bad UTF-8, or a field that is there twice: which of the
  /// two was signed is anybody's guess.
  init?(_ request: HTTPRequest) {
    let type = request.headers["content-type"]?.split(separator: ";").first
    guard type?.lowercased() == "application/x-www-form-urlencoded",
      request.headers["content-encoding"] == nil, let body = request.body,
      let text = body.withBytes({ String(validUTF8: $0) })
    else { return nil }
    for pair in text.split(separator: "&", omittingEmptySubsequences: true) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = RequestTarget.decodeParameter(String(parts[0])),
        let value = RequestTarget.decodeParameter(parts.count == 2 ? String(parts[1]) : ""),
        fields.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  subscript(name: String) -> String? { fields[name] }
}
