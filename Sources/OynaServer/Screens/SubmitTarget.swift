import OynaEngine

/// Where a screen's submit action sends its values.
struct SubmitTarget: Sendable, Hashable {
  /// The path on this server, such as `/api/v1/loan/apply`.
  let path: String
  /// `POST`, `PUT` or `PATCH`.
  let method: String
  let screen: String
  /// The id of the `form` component around the action; nil when it sends the whole screen.
  let form: String?
  /// The member besides the fields by which a queued submission can be looked up; nil: none.
  var identifier: String?

  /// The targets of every submit action of a screen that lies on this server. An address that is
  /// computed, or that names another host, is none.
  static func all(in screen: Screen) -> [SubmitTarget] {
    screen.components.flatMap { component in
      let form = component.form.map { screen[$0].id }
      return component.on.flatMap { submits(in: $0.actions) }.compactMap {
        submit -> SubmitTarget? in
        guard let path = submit.url.plainText.flatMap({ path(of: $0) }) else { return nil }
        return SubmitTarget(
          path: path, method: submit.method, screen: screen.id, form: form,
          identifier: submit.identifier)
      }
    }
  }

  /// What sends a form's values: at once, or through the queue.
  private struct Submit {
    let method: String
    let url: Template
    var identifier: String?
  }

  private static func submits(in actions: [Action]) -> [Submit] {
    actions.flatMap { action -> [Submit] in
      switch action {
      case .submit(let submit):
        [Submit(method: submit.method, url: submit.url)]
          + submits(in: submit.outcomes.flatMap(\.actions))
      case .enqueue(let queued):
        (queued.sendsForm
          ? [
            Submit(
              method: queued.method, url: queued.url, identifier: queued.queue.identifier)
          ] : []) + submits(in: queued.outcomes.flatMap(\.actions))
      case .request(let request): submits(in: request.outcomes.flatMap(\.actions))
      case .pay(let pay): submits(in: pay.outcomes.flatMap(\.actions))
      case .sequence(let actions): submits(in: actions)
      case .when(_, let then, let otherwise): submits(in: then + otherwise)
      case .custom, .navigate, .openURL, .setValue, .reset, .validate, .focus, .alert, .snackbar,
        .reload,
        .patch, .command, .undo, .redo, .haptic, .copy, .share, .track, .unknown:
        []
      }
    }
  }

  /// The path of a reference relative to `/screens/{id}` (RFC 3986 §5), without its query.
  static func path(of reference: String) -> String? {
    let reference = reference.prefix { $0 != "?" && $0 != "#" }
    if reference.hasPrefix("//") || reference.contains(":") || reference.isEmpty { return nil }
    return RequestTarget.path(
      reference.hasPrefix("/") ? String(reference) : "/screens/\(reference)")
  }
}
