/// `GET /screens` and `GET /screens/{id}`: the documents, in the language that the client asks for.
struct ScreenHandler: Sendable {
  let screens: Reloading<ScreenCatalog>

  /// The list of screens: `{"screens": [{"id", "title", "url"}]}`.
  func list(_ request: HTTPRequest) -> Reply {
    let language = Self.language(request)
    return screens.current.list(for: language)?.reply(to: request)
      ?? .response(Problem.notFound.response)
  }

  /// What is at `/screens/{id}`; nil for other paths.
  @Sendable func endpoint(_ path: String) -> Router.Endpoint? {
    guard path.hasPrefix("/screens/") else { return nil }
    let id = path.dropFirst("/screens/".count)
    guard let entry = screens.current[String(id)] else { return nil }
    return Router.Endpoint(
      Route("/screens/{id}"),
      [
        (
          "GET",
          { request in
            entry.version(for: Self.language(request))?.representation.reply(to: request)
              ?? .response(Problem.notFound.response)
          }
        )
      ])
  }

  /// What the client wants to read: `?lang=ru`, else `Accept-Language`.
  static func language(_ request: HTTPRequest) -> String? {
    request.parameter("lang") ?? request.headers.list("accept-language")
  }
}
