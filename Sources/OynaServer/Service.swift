import Foundation
import OynaStorage

/// The server without sockets: a request value to a reply, with everything that holds for every
/// request: origin check, security headers, request ids, logs, metrics, rate limits.
public final class Service: Sendable {
  private let router: Router
  private let headers: SecurityHeaders
  private let origins: OriginCheck
  private let hosts: HostNames
  private let metrics: Metrics
  private let log: Log
  private let limiter: RateLimiter?
  private let proxies: TrustedProxies
  private let load: LoadLimit

  /// A service over these routes.
  public init(
    router: Router, headers: SecurityHeaders = SecurityHeaders(), trustedOrigins: Set<String> = [],
    hostNames: [String] = [],
    limiter: RateLimiter? = nil, proxies: [String] = [], requests: Int = 1_000,
    metrics: Metrics, log: Log
  ) {
    self.router = router
    self.headers = headers
    self.limiter = limiter
    self.metrics = metrics
    self.log = log
    origins = OriginCheck(trusted: trustedOrigins)
    hosts = HostNames(hostNames)
    self.proxies = TrustedProxies(ranges: proxies.compactMap { AddressRange($0) })
    load = LoadLimit(requests)
  }

  /// Answers a request. Never waits: what has to wait is in the reply.
  public func reply(to request: HTTPRequest) -> Reply {
    let start = Self.nanoseconds()
    var request = request
    request.client = proxies.client(request)
    let trace = request.headers["traceparent"].flatMap { TraceContext($0) }
    if Self.isSafe(request) {
      // A trace is not begun for what is only read: nothing is sent on.
      request.trace = trace
    } else {
      request.trace = trace ?? TraceContext()
      request.id = RequestIdentifier.text(request)
    }
    return reply(to: request, since: start)
  }

  private func reply(to request: HTTPRequest, since start: Int64) -> Reply {
    let (route, reply) = guardedReply(to: request)
    switch reply {
    case .fixed(let fixed):
      record(request, route, status: fixed.response.status, since: start, id: nil)
      return reply
    case .response(let response):
      return .response(finish(response, request, route, since: start))
    case .pending(let work):
      let isExempt = route.isExempt
      guard isExempt || load.enter() else {
        metrics.countShed()
        return .response(finish(Problem.overloaded.response, request, route, since: start))
      }
      return .pending { [self] in
        let response = await work()
        if !isExempt { load.leave() }
        return finish(response, request, route, since: start)
      }
    }
  }

  private func guardedReply(to request: HTTPRequest) -> (route: Route, reply: Reply) {
    if !hosts.allow(request), !Route(request.path ?? "").isExempt {
      return (.unknown, .response(Problem.misdirected.response))
    }
    let isSafe = Self.isSafe(request)
    if !isSafe, !origins.allows(request) {
      return (.unknown, .response(Problem.crossOrigin.response))
    }
    if !isSafe, let wait = limiter?.take(client: ClientKey.text(request.client)) {
      return (.unknown, .response(Problem.tooManyRequests(retryAfter: wait).response))
    }
    return router.reply(to: request)
  }

  private static func isSafe(_ request: HTTPRequest) -> Bool {
    ["GET", "HEAD", "OPTIONS"].contains(request.method)
  }

  private func finish(
    _ response: HTTPResponse, _ request: HTTPRequest, _ route: Route, since start: Int64
  ) -> HTTPResponse {
    var response = ProblemWords.said(response, to: request)
    let id = request.id.isEmpty ? RequestIdentifier.text(request) : request.id
    response.headers.append("X-Request-Id", id)
    headers.add(to: &response)
    record(request, route, status: response.status, since: start, id: id)
    return response
  }

  private func record(
    _ request: HTTPRequest, _ route: Route, status: Int, since start: Int64, id: String?
  ) {
    let nanoseconds = Self.nanoseconds() - start
    metrics.countRequest(
      route, method: request.method, status: status, nanoseconds: nanoseconds)
    let level: Log.Level = status >= 400 || request.method == "POST" ? .info : .debug
    guard log.isOn(level) else { return }
    var members: [(StaticString, Log.Member)] = [
      ("method", .outside(request.method)), ("route", .outside(route.name)),
      ("status", .int(Int64(status))), ("duration", .milliseconds(nanoseconds: nanoseconds)),
      ("client", .outside(request.client)),
    ]
    if let id { members.append(("request", .outside(id))) }
    if let trace = request.trace { members.append(("trace", .outside(trace.traceID))) }
    log.write(level, "request", members)
  }

  private static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The name of one request in logs and answers.
enum RequestIdentifier {
  /// The client's `X-Request-Id` when it is a plain token of at most 64 characters, else a new one.
  static func text(_ request: HTTPRequest) -> String {
    if let given = request.headers["x-request-id"], isPlain(given) { return given }
    return Digest.hex(Digest.random(8) ?? [])
  }

  private static func isPlain(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5A)
          || (byte >= 0x61 && byte <= 0x7A) || byte == 0x2D || byte == 0x5F || byte == 0x2E
      }
  }
}
