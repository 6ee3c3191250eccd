import OynaStorage
import OynaValue

extension Forwarder {
  /// What a client is told.
  enum Reply: Sendable {
    /// The last word of the back end.
    case kept(StoredAnswer)
    /// There is none yet: nothing is kept, and the same request may come again.
    case problem(Problem)
  }

  /// Posts a submission and holds the answer to the contract.
  func reply(to message: Message, _ language: String, _ catalog: ScreenCatalog) async -> Reply {
    let outcome = await post(message)
    if case .answered(let answer) = outcome, !ForwardRetry.isPassing(answer) {
      switch ForwardedAnswer.read(answer, language, catalog) {
      case .kept(let stored): return .kept(stored)
      case .refused(let reason):
        tell(.error, "answer of the back end refused", message, reason)
        return .problem(.backEndAnswer)
      }
    }
    return .problem(problem(outcome, message))
  }

  /// The verdict of a `remote` rule.
  enum Verdict: Sendable {
    case valid
    /// With the back end's own words, where it has any.
    case invalid(String?)
    case problem(Problem)
  }

  /// Asks the back end whether a value passes a `remote` rule.
  func ask(
    _ path: String, key: String, value: Value, _ request: HTTPRequest
  ) async -> Verdict {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("key")
    writer.string(key)
    writer.key("value")
    writer.value(value)
    writer.endObject()
    var message = Message(path: path, body: HTTPBody(writer.bytes))
    message.trace = request.trace
    message.requestID = request.id
    message.language = ScreenHandler.language(request) ?? ""
    let outcome = await post(message)
    guard case .answered(let answer) = outcome, !ForwardRetry.isPassing(answer) else {
      return .problem(problem(outcome, message))
    }
    guard answer.status == 200, let body = ForwardedAnswer.object(answer),
      let isValid = body["valid"]?.bool
    else {
      tell(.error, "answer of the back end refused", message, "It is no verdict.")
      return .problem(.backEndAnswer)
    }
    return isValid ? .valid : .invalid(body["message"]?.string)
  }

  private func problem(_ outcome: Outcome, _ message: Message) -> Problem {
    switch outcome {
    case .answered(let answer):
      tell(.error, "back end failed", message, "It answered \(answer.status).")
      if answer.status == 409 { return .idempotencyInProgress }
      let wait = ForwardRetry.retryAfter(.answered(answer)).map { max(1, $0 / 1_000) }
      return .backEndFailed(retryAfter: wait)
    case .unreachable:
      tell(.error, "back end failed", message, "It cannot be reached.")
      return .backEndDown
    case .noAnswer:
      tell(.error, "back end failed", message, "It did not answer in time.")
      return .backEndTimeout
    case .tooLarge:
      tell(
        .error, "answer of the back end refused", message,
        "It has more than \(settings.answer) bytes.")
      return .backEndAnswer
    case .overloaded:
      return .overloaded
    }
  }
}

/// What a client is told when the back end does not answer, or not as it should.
extension Problem {
  static let backEndDown = Problem(
    502, "back-end-down", "The service behind this server cannot be reached",
    detail: "Nothing was kept. Send the same request with the same key later.",
    headers: HTTPFields([("Retry-After", "5")]))

  static let backEndTimeout = Problem(
    504, "back-end-timeout", "The service behind this server did not answer in time",
    detail: "It may have arrived. Send the same request with the same key later.",
    headers: HTTPFields([("Retry-After", "5")]))

  static func backEndFailed(retryAfter seconds: Int64?) -> Problem {
    Problem(
      502, "back-end-failed", "The service behind this server failed",
      detail: "Send the same request with the same key later.",
      headers: HTTPFields([("Retry-After", "\(seconds ?? 5)")]))
  }

  static let backEndAnswer = Problem(
    502, "back-end-answer", "The service behind this server gave an answer that is none",
    detail: "It may have arrived. The log has more under the request's id.")

  static let backEndNotPrivate = Problem(
    502, "back-end-not-private", "The service behind this server is not reached over TLS",
    detail: "Nothing was sent: the form has a secret.")
}
