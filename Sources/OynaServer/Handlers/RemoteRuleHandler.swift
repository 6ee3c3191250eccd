import OynaEngine
import OynaStorage
import OynaValue

/// Answers the `remote` rules of screens: `POST` of `{"key", "value"}`, answered by
/// `{"valid": true}` or `{"valid": false}`. The words are the rule's own `errorMessage`.
struct RemoteRuleHandler: Sendable {
  let backEnd: BackEnd
  let endpoint: IdempotentEndpoint

  func add(to router: inout Router) {
    for (path, check) in backEnd.checks {
      router.on(path, ("POST", { reply(to: $0, check) }))
    }
  }

  private func reply(to request: HTTPRequest, _ check: @escaping BackEnd.Check) -> Reply {
    let value: Value
    switch Self.question(request) {
    case .failure(let refusal): return .response(refusal.problem.response)
    case .success(let asked): value = asked.value
    }
    return .pending {
      do throws(StorageError) {
        let isValid = try await endpoint.storage.transaction { transaction throws(StorageError) in
          try check(value, transaction)
        }
        return Self.response(isValid: isValid)
      } catch {
        return endpoint.failure(error)
      }
    }
  }

  /// Why a request is no question.
  struct Refusal: Error {
    let problem: Problem
  }

  /// What a request asks.
  static func question(_ request: HTTPRequest) -> Result<(key: String, value: Value), Refusal> {
    guard JSONBody.isJSON(request) else {
      return .failure(Refusal(problem: .unsupportedMediaType))
    }
    do throws(Diagnostic) {
      let body = try JSONBody.parse(request)
      guard let key = body["key"]?.string, let value = body["value"]?.value else {
        return .failure(Refusal(problem: .badQuestion))
      }
      return .success((key, value))
    } catch {
      return .failure(Refusal(problem: .badJSON(error)))
    }
  }

  /// A verdict on the wire, with words that are more to the point than the rule's.
  static func response(isValid: Bool, _ message: String? = nil) -> HTTPResponse {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("valid")
    writer.bool(isValid)
    if let message {
      writer.key("message")
      writer.string(message)
    }
    writer.endObject()
    var response = HTTPResponse(status: 200, contentType: "application/json", body: writer.bytes)
    response.headers.append("Cache-Control", "no-store")
    return response
  }
}
