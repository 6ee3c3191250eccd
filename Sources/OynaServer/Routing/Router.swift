/// What a request is counted under: the pattern of its path, never the path itself.
public struct Route: Sendable, Hashable {
  /// Such as `/screens/{id}`.
  public let name: String

  /// A pattern such as `/screens/{id}`.
  public init(_ name: String) {
    self.name = name
    isExempt = ["/health/live", "/health/ready", "/healthz", "/readyz", "/metrics"].contains(name)
  }

  /// Asked by machines that decide whether this one lives: answered however much there is to do.
  let isExempt: Bool

  static let unknown = Route("unknown")
}

/// Finds who answers a request. Pure: it knows paths and methods and nothing of sockets or files.
public struct Router: Sendable {
  /// Answers a request; it must not wait.
  public typealias Handler = @Sendable (HTTPRequest) -> Reply

  /// What is at a path: who answers which method.
  public struct Endpoint: Sendable {
    let route: Route
    let handlers: [(method: String, handler: Handler)]

    /// Handlers by method, under one name for the metrics.
    public init(_ route: Route, _ handlers: [(method: String, handler: Handler)]) {
      self.route = route
      self.handlers = handlers
    }

    /// What may be asked for: `HEAD` goes with `GET`, and `OPTIONS` is always answered.
    var allowed: [String] {
      handlers.flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] } + ["OPTIONS"]
    }

    fileprivate func handler(_ method: String) -> Handler? {
      let wanted = method == "HEAD" ? "GET" : method
      return handlers.first { $0.method == wanted }?.handler
    }
  }

  private var endpoints: [String: Endpoint] = [:]
  private var lookups: [@Sendable (String) -> Endpoint?] = []
  /// The paths that there are, with parameters in braces, as far as they were told.
  private(set) var patterns: Set<String> = []

  /// A router that knows nothing.
  public init() {}

  /// Puts handlers at one path.
  public mutating func on(_ path: String, _ handlers: (method: String, handler: Handler)...) {
    endpoints[path] = Endpoint(Route(path), handlers)
    patterns.insert(path)
  }

  /// Asks `lookup` for paths that nothing else is at; those added first are asked first.
  public mutating func otherwise(_ lookup: @escaping @Sendable (String) -> Endpoint?) {
    otherwise([], lookup)
  }

  /// The same, for paths of known forms.
  ///
  /// - Parameter patterns: what it finds, such as `/screens/{id}`.
  public mutating func otherwise(
    _ patterns: [String], _ lookup: @escaping @Sendable (String) -> Endpoint?
  ) {
    lookups.append(lookup)
    self.patterns.formUnion(patterns)
  }

  /// The answer, and what it is counted under.
  public func reply(to request: HTTPRequest) -> (route: Route, reply: Reply) {
    guard let path = request.path else {
      return (.unknown, .response(Problem.badTarget.response))
    }
    guard let endpoint = endpoint(path) else {
      return (.unknown, .response(Problem.notFound.response))
    }
    if let handler = endpoint.handler(request.method) {
      return (endpoint.route, handler(request))
    }
    let allowed = endpoint.allowed
    if request.method == "OPTIONS" {
      let allow = HTTPFields([("Allow", allowed.joined(separator: ", "))])
      return (endpoint.route, .response(HTTPResponse(status: 204, headers: allow)))
    }
    return (endpoint.route, .response(Problem.methodNotAllowed(allowed).response))
  }

  /// The methods that are answered at a path, without those that always are; nil for no path.
  func methods(_ path: String) -> Set<String>? {
    endpoint(path).map { Set($0.handlers.map(\.method)) }
  }

  private func endpoint(_ path: String) -> Endpoint? {
    if let endpoint = endpoints[path] { return endpoint }
    for lookup in lookups {
      if let endpoint = lookup(path) { return endpoint }
    }
    return nil
  }
}
