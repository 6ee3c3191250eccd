import OynaValue

/// What an HTTP answer to a submit or a request means (DESIGN §3, QUEUE §2.2).
struct Answer {
  let kind: Kind
  /// The body, if it is a JSON object.
  let body: JSON?

  enum Kind {
    case success
    /// A status of 400 or more with the member `errors`, whatever its content type.
    case fieldErrors([(key: String, message: String)], message: String?)
    /// It may go again with the same key: 408, 425, 429, 5xx, 409 while the first still runs.
    case retryable(message: String?)
    case refused(message: String?)
    /// A success that cannot be read: not JSON, or no object.
    case unreadable
  }

  init(_ response: Response) {
    let body = Answer.object(response.body)
    self.body = body
    switch response.status {
    case 204, 205:
      kind = .success
    case 200...299:
      kind = body == nil ? .unreadable : .success
    case 400...:
      kind = Answer.failure(response, body)
    default:
      kind = .refused(message: Answer.message(body))
    }
  }

  /// The body has one of the members that the format knows.
  var saysWhatFollows: Bool {
    ["screen", "actions", "patch"].contains { body?[$0] != nil }
  }

  private static func object(_ bytes: [UInt8]) -> JSON? {
    do throws(Diagnostic) {
      let json = try JSON.parse(bytes)
      return json.kind == .object ? json : nil
    } catch {
      return nil
    }
  }

  private static func failure(_ response: Response, _ body: JSON?) -> Kind {
    if let errors = body?["errors"]?.object {
      var list: [(key: String, message: String)] = []
      for (key, value) in errors {
        if let message = value.string ?? value[0]?.string { list.append((key, message)) }
      }
      return .fieldErrors(list, message: message(body))
    }
    switch response.status {
    case 408, 425, 429, 500...: return .retryable(message: notice(response, body))
    case 409 where body?["type"]?.string?.hasSuffix("idempotency-in-progress") == true:
      return .retryable(message: notice(response, body))
    default: return .refused(message: message(body))
    }
  }

  /// What gateways and frameworks write into such an answer is for their operators, so a sentence
  /// is taken for one to people only where `Content-Language` says whose it is (RFC 9110 §8.5).
  private static func notice(_ response: Response, _ body: JSON?) -> String? {
    let isForPeople = response.headers.contains { $0.name.lowercased() == "content-language" }
    return isForPeople ? message(body) : nil
  }

  /// `detail`, else `title` of a problem (RFC 9457), else a plain `message`.
  private static func message(_ body: JSON?) -> String? {
    for member in ["detail", "title", "message"] {
      if let text = body?[member]?.string, !text.isEmpty { return text }
    }
    return nil
  }
}
