import OynaStorage
import OynaValue

/// Answers the `remote` rules of screens by asking the back end.
///
/// Only paths that a rule of a served screen names are asked for: this server is no way into the
/// rest of the back end.
struct ForwardedRuleHandler: Sendable {
  let screens: Reloading<ScreenCatalog>
  let forwarder: Forwarder

  @Sendable func lookUp(_ path: String) -> Router.Endpoint? {
    guard screens.current.hasRemoteRule(path: path) else { return nil }
    return Router.Endpoint(Route(path), [("POST", { reply(to: $0, path) })])
  }

  private func reply(to request: HTTPRequest, _ path: String) -> Reply {
    let question: (key: String, value: Value)
    switch RemoteRuleHandler.question(request) {
    case .failure(let refusal): return .response(refusal.problem.response)
    case .success(let asked): question = asked
    }
    return .pending {
      switch await forwarder.ask(path, key: question.key, value: question.value, request) {
      case .valid: RemoteRuleHandler.response(isValid: true)
      case .invalid(let message): RemoteRuleHandler.response(isValid: false, message)
      case .problem(let problem): problem.response
      }
    }
  }
}
