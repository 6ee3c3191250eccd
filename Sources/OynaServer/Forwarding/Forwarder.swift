import Foundation
import OynaStorage

/// Posts to the back end: signs, tries again, gives up in time.
final class Forwarder: Sendable {
  let settings: ForwardSettings
  private let surroundings: Surroundings
  private let state = Locked(State())

  /// What it needs of the world.
  struct Surroundings: Sendable {
    let send: ForwardSend
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    /// Milliseconds of a clock that never goes back.
    let elapsed: @Sendable () -> Int64
    let wait: @Sendable (_ milliseconds: Int64) async -> Void
    let log: Log
    let metrics: Metrics
  }

  private struct State {
    var requests = 0
    /// Keys whose request is on its way.
    var keys: Set<String> = []
  }

  /// A request for the back end, before it is signed.
  struct Message: Sendable {
    var method = "POST"
    /// The decoded path on this server.
    let path: String
    /// Nil for a question that changes nothing.
    var key: IdempotencyKey?
    let body: HTTPBody
    var screen = ""
    var language = ""
    var trace: TraceContext?
    var requestID = ""
  }

  /// What came of all attempts together.
  enum Outcome: Sendable {
    /// The last word of the back end, or what it last said to the last attempt.
    case answered(ForwardAnswer)
    case unreachable
    case noAnswer
    case tooLarge
    /// It never left: too many are on their way.
    case overloaded
  }

  init(_ settings: ForwardSettings, in surroundings: Surroundings) {
    self.settings = settings
    self.surroundings = surroundings
  }

  /// Over URLSession and the clocks of the system.
  convenience init(_ settings: ForwardSettings, log: Log, metrics: Metrics) {
    let transport = ForwardTransport(settings)
    self.init(
      settings,
      in: Surroundings(
        send: { await transport.send($0) }, clock: Server.now, elapsed: { Connections.now() },
        wait: { try? await Task.sleep(for: .milliseconds($0)) }, log: log, metrics: metrics))
  }

  /// False when a request with this key is on its way already.
  func begin(_ key: String) -> Bool { state.withLock { $0.keys.insert(key).inserted } }

  func end(_ key: String) { state.withLock { _ = $0.keys.remove(key) } }

  func tell(_ level: Log.Level, _ event: StaticString, _ message: Message, _ reason: String) {
    var members: [(StaticString, Log.Member)] = [
      ("path", .outside(message.path)), ("reason", .outside(reason)),
    ]
    if let trace = message.trace { members.append(("trace", .outside(trace.traceID))) }
    surroundings.log.write(level, event, members)
  }

  func post(_ message: Message) async -> Outcome {
    let isAdmitted = state.withLock { state in
      if state.requests >= settings.requests { return false }
      state.requests += 1
      return true
    }
    guard isAdmitted else { return .overloaded }
    defer { state.withLock { $0.requests -= 1 } }
    let start = surroundings.elapsed()
    var retry = ForwardRetry(budget: settings.budget)
    var generator = SystemRandomNumberGenerator()
    while true {
      let began = surroundings.elapsed()
      // The last attempt ends with the budget: whoever waits for the answer has gone then.
      let timeout = min(settings.attempt, max(settings.budget - (began - start), 1))
      guard let request = request(message, timeout) else { return .unreachable }
      let attempt = await surroundings.send(request)
      let now = surroundings.elapsed()
      surroundings.metrics.countForward(Self.name(attempt), milliseconds: now - began)
      guard let wait = retry.wait(after: attempt, elapsed: now - start, using: &generator) else {
        return Self.outcome(attempt)
      }
      tell(.info, "forward again", message, Self.name(attempt))
      await surroundings.wait(wait)
    }
  }

  /// Made anew for each attempt: the time is in the signature.
  private func request(_ message: Message, _ timeout: Int64) -> ForwardRequest? {
    let target = settings.target(message.path)
    guard let url = settings.address(target: target) else { return nil }
    var headers = [
      (name: "Content-Type", value: "application/json"),
      (name: "Accept", value: "application/json, application/problem+json"),
      (name: "Accept-Encoding", value: "identity"), (name: "User-Agent", value: "oyna"),
    ]
    let key = message.key?.header ?? ""
    if !key.isEmpty { headers.append(("Idempotency-Key", key)) }
    if !message.language.isEmpty { headers.append(("Accept-Language", message.language)) }
    if !message.screen.isEmpty { headers.append(("Oyna-Screen", message.screen)) }
    if let trace = message.trace { headers.append(("traceparent", trace.child().header)) }
    if !message.requestID.isEmpty { headers.append(("X-Request-Id", message.requestID)) }
    let signature = RequestSignature(
      method: message.method, target: target, key: key, seconds: surroundings.clock() / 1_000,
      body: message.body, secrets: settings.secrets)
    if let header = signature.header { headers.append(("Oyna-Signature", header)) }
    return ForwardRequest(
      method: message.method, url: url, headers: headers, body: message.body, timeout: timeout)
  }

  private static func outcome(_ attempt: ForwardAttempt) -> Outcome {
    switch attempt {
    case .answered(let answer): .answered(answer)
    case .unreachable: .unreachable
    case .noAnswer: .noAnswer
    case .tooLarge: .tooLarge
    }
  }

  /// A fixed word for logs and metrics.
  private static func name(_ attempt: ForwardAttempt) -> String {
    switch attempt {
    case .answered(let answer): "\(answer.status / 100)xx"
    case .unreachable: "unreachable"
    case .noAnswer: "no_answer"
    case .tooLarge: "too_large"
    }
  }
}
