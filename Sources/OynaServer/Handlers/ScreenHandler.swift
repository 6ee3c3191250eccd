import OynaEngine
import OynaValue

/// `GET /screens` and `GET /screens/{id}`: the documents, in the language that the client asks for.
struct ScreenHandler: Sendable {
  let screens: Reloading<ScreenCatalog>
  static let route = Route("/screens/{id}")

  /// The list of screens: `{"screens": [{"id", "title", "url"}]}`.
  func list(_ request: HTTPRequest) -> Reply {
    let language = Self.language(request)
    return screens.current.list(for: language)?.reply(to: request)
      ?? .response(Problem.notFound.response)
  }

  /// What is at `/screens/{id}`; nil for other paths.
  @Sendable func endpoint(_ path: String) -> Router.Endpoint? {
    screens.current.served(at: path)?.endpoint
  }

  /// Who answers for a screen; made once a screen.
  static func endpoint(for entry: ScreenCatalog.Entry) -> Router.Endpoint {
    Router.Endpoint(
      route,
      [
        (
          "GET",
          { request in
            guard Self.speaksOurVersion(request) else {
              return .response(Problem.unsupportedVersion.response)
            }
            guard let version = entry.version(for: Self.language(request)) else {
              return .response(Problem.notFound.response)
            }
            return Self.parametrised(version, request) ?? version.representation.reply(to: request)
          }
        )
      ])
  }

  /// The screen with values of the address in its `state`: a deep link such as
  /// `/screens/post?id=42`. Only keys that the screen names in `parameters` are taken, as texts;
  /// the decoder refuses a document that gives a secret a value in `state`.
  private static func parametrised(
    _ version: ScreenCatalog.Version, _ request: HTTPRequest
  ) -> Reply? {
    guard !request.query.isEmpty, let names = version.screen.source["parameters"]?.array else {
      return nil
    }
    var state: [(key: String, value: Value)] = []
    for name in names {
      guard let name = name.string, let value = request.parameter(name) else { continue }
      state.append((name, .string(value)))
    }
    guard !state.isEmpty else { return nil }
    let body = BackEndResponse.document(version.screen.source, state: state)
    return .response(response(body, version, request))
  }

  /// A document that was made for this request.
  static func response(
    _ body: [UInt8], _ version: ScreenCatalog.Version, _ request: HTTPRequest
  ) -> HTTPResponse {
    let tag = EntityTag(of: body)
    let fields = [("ETag", tag.text)] + ScreenReader.fields(version.language)
    if let known = request.headers.list("if-none-match"), tag.isNamed(in: known) {
      return HTTPResponse(status: 304, headers: HTTPFields(fields))
    }
    return HTTPResponse(
      status: 200, headers: HTTPFields([("Content-Type", "application/json")] + fields),
      body: body)
  }

  /// A client says what it speaks as `Accept: application/json;oyna=1.1`; one that says nothing is
  /// taken to speak what we do, and is refused by its own engine otherwise.
  private static func speaksOurVersion(_ request: HTTPRequest) -> Bool {
    guard let accepted = request.headers.list("accept"), accepted.contains("oyna=") else {
      return true
    }
    let spoken = accepted.split { $0 == "," || $0 == ";" }.compactMap { part -> ScreenVersion? in
      let part = part.drop { $0 == " " }
      return part.hasPrefix("oyna=") ? ScreenVersion(String(part.dropFirst(5))) : nil
    }
    return spoken.contains { $0.major == ScreenVersion.spoken.major }
  }

  /// What the client wants to read: `?lang=ru`, else `Accept-Language`.
  static func language(_ request: HTTPRequest) -> String? {
    request.parameter("lang") ?? request.headers.list("accept-language")
  }
}
