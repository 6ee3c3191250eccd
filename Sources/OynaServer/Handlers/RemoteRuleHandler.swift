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
    guard JSONBody.isJSON(request) else { return .response(Problem.unsupportedMediaType.response) }
    let body: JSON
    do throws(Diagnostic) {
      body = try JSONBody.parse(request)
    } catch {
      return .response(Problem.badJSON(error).response)
    }
    guard body["key"]?.string != nil, let value = body["value"]?.value else {
      return .response(Problem.badQuestion.response)
    }
    return .pending {
      do throws(StorageError) {
        let isValid = try await endpoint.storage.transaction { transaction throws(StorageError) in
          try check(value, transaction)
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("valid")
        writer.bool(isValid)
        writer.endObject()
        var response = HTTPResponse(
          status: 200, contentType: "application/json", body: writer.bytes)
        response.headers.append("Cache-Control", "no-store")
        return response
      } catch {
        return endpoint.failure(error)
      }
    }
  }
}
