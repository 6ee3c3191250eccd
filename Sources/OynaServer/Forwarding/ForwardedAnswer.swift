import OynaEngine
import OynaStorage
import OynaValue

/// An answer of the back end, held to the response contract (DESIGN §3, Docs/Format/Answers.md).
///
/// A page trusts what this server sends. So a screen that would be refused, actions that are none
/// or a page of HTML stop here, and the operator's log says why.
enum ForwardedAnswer {
  /// The last word on the submission: kept under its key, and sent.
  case kept(StoredAnswer)
  /// It is no answer of the contract; the reason is for the operator.
  case refused(String)

  /// - Parameter language: of the person, for an answer that does not say its own.
  static func read(
    _ answer: ForwardAnswer, _ language: String, _ catalog: ScreenCatalog
  ) -> ForwardedAnswer {
    if isCoded(answer.headers) {
      return .refused("It has a Content-Encoding, and the request asked for none.")
    }
    switch answer.status {
    case 200...299: return success(answer, language, catalog)
    case 401: return .refused("It answered 401: it does not accept the signature.")
    case 400...499: return refusal(answer, language)
    default: return .refused("It answered \(answer.status).")
    }
  }

  /// Whether the body is compressed: some kilobytes may be gigabytes then.
  static func isCoded(_ headers: HTTPFields) -> Bool {
    headers["content-encoding"].map { !$0.isEmpty && $0.lowercased() != "identity" } ?? false
  }

  /// The body when it is a JSON object within the limits of screens, said to be JSON.
  static func object(_ answer: ForwardAnswer) -> JSON? {
    guard case .success(let json) = parse(answer) else { return nil }
    return json
  }

  private static func parse(_ answer: ForwardAnswer) -> Result<JSON, Diagnostic> {
    let type = answer.headers["content-type"]?.split(separator: ";").first
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
    guard let type, type == "application/json" || type.hasSuffix("+json") else {
      return .failure(
        diagnostic("Its Content-Type is not application/json or application/problem+json."))
    }
    do throws(Diagnostic) {
      let json = try JSON.parse(answer.body)
      guard json.kind == .object else { return .failure(diagnostic("Its body is no object.")) }
      return .success(json)
    } catch {
      return .failure(error)
    }
  }

  private static func diagnostic(_ message: String) -> Diagnostic {
    Diagnostic(.error, Diagnostic.Code("bad-answer"), message)
  }

  private static func success(
    _ answer: ForwardAnswer, _ language: String, _ catalog: ScreenCatalog
  ) -> ForwardedAnswer {
    if answer.body.isEmpty {
      return .kept(StoredAnswer(status: 204, contentType: "application/json", body: []))
    }
    let body: JSON
    switch parse(answer) {
    case .failure(let error): return .refused(sentence(error))
    case .success(let json): body = json
    }
    if let named = body["screen"]?.string {
      return screen(named, body["state"], answer, language, catalog)
    }
    if let document = body["screen"] {
      do throws(Diagnostic) {
        _ = try Screen(decoding: document)
      } catch {
        return .refused("Its screen is refused: \(sentence(error))")
      }
    }
    if let patch = body["patch"], !isList(patch, ofObjectsWith: "op") {
      return .refused("Its patch is no list of operations.")
    }
    if let actions = body["actions"], !isList(actions, ofObjectsWith: "type") {
      return .refused("Its actions are no list of actions.")
    }
    return .kept(stored(answer, "application/json", language, answer.body))
  }

  /// A back end may name a screen of this server and the members of its `state`.
  private static func screen(
    _ id: String, _ state: JSON?, _ answer: ForwardAnswer, _ language: String,
    _ catalog: ScreenCatalog
  ) -> ForwardedAnswer {
    guard catalog[id]?.version(for: language) != nil else {
      return .refused("It names a screen that is not served here.")
    }
    guard state == nil || state?.kind == .object else {
      return .refused("Its state is no object.")
    }
    let members = state?.object.map { $0.map { (key: $0.key, value: $0.value.value) } } ?? []
    let made = BackEndResponse.stored(.screen(id: id, state: members), language, catalog)
    return .kept(
      StoredAnswer(
        status: answer.status, contentType: made.contentType, language: made.language,
        body: made.body))
  }

  /// An error is an answer when it says something to the person: `errors`, or a problem.
  private static func refusal(_ answer: ForwardAnswer, _ language: String) -> ForwardedAnswer {
    guard let body = object(answer) else {
      return .refused("It answered \(answer.status) without a problem in JSON.")
    }
    if let errors = body["errors"] {
      guard let messages = errors.object, messages.allSatisfy({ $0.value.string != nil }) else {
        return .refused("Its errors are no object of messages.")
      }
    } else if body["title"]?.string == nil && body["detail"]?.string == nil {
      return .refused("It answered \(answer.status) without errors, title or detail.")
    }
    return .kept(stored(answer, "application/problem+json", language, answer.body))
  }

  private static func stored(
    _ answer: ForwardAnswer, _ type: String, _ language: String, _ body: [UInt8]
  ) -> StoredAnswer {
    let given = answer.headers["content-language"] ?? ""
    let isTag =
      (1...35).contains(given.utf8.count)
      && given.utf8.allSatisfy { byte in
        (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
          || byte == 0x2D
      }
    return StoredAnswer(
      status: answer.status, contentType: type, language: isTag ? given : language, body: body)
  }

  private static func isList(_ json: JSON, ofObjectsWith member: String) -> Bool {
    json.array?.allSatisfy { $0.kind == .object && $0[member]?.string != nil } ?? false
  }

  private static func sentence(_ error: Diagnostic) -> String {
    let place = error.position.map { " (line \($0.line), column \($0.column))" } ?? ""
    return error.message + place + (error.path.isEmpty ? "" : " at \(error.path)")
  }
}
