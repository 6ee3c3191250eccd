import Foundation
import OynaEngine
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// The back end is a list of what it does, one entry an attempt; the clock is the test's.
@Suite struct ForwarderTests {
  private final class World: Sendable {
    let requests = Locked<[ForwardRequest]>([])
    let waits = Locked<[Int64]>([])
    let time = Locked<Int64>(0)
    private let attempts: Locked<[ForwardAttempt]>

    init(_ attempts: [ForwardAttempt]) { self.attempts = Locked(attempts) }

    func forwarder(_ change: (inout ForwardSettings) -> Void = { _ in }) throws -> Forwarder {
      var settings = try ForwardSettings(url: "https://backend.example/oyna")
      settings.secrets = [Array("s".utf8)]
      change(&settings)
      return Forwarder(
        settings,
        in: Forwarder.Surroundings(
          send: { [self] request in
            requests.withLock { $0.append(request) }
            return attempts.withLock { $0.isEmpty ? .noAnswer : $0.removeFirst() }
          }, clock: { 1_700_000_000_000 }, elapsed: { [self] in time.withLock { $0 } },
          wait: { [self] milliseconds in
            waits.withLock { $0.append(milliseconds) }
            time.withLock { $0 += milliseconds }
          }, log: Log(level: .error, clock: { 0 }, write: { _ in }), metrics: Metrics()))
    }
  }

  private static func answer(
    _ status: Int, _ body: String = "", _ fields: [(name: String, value: String)] = []
  ) -> ForwardAttempt {
    .answered(
      ForwardAnswer(
        status: status, headers: HTTPFields([("Content-Type", "application/json")] + fields),
        body: Array(body.utf8)))
  }

  private static let message = Forwarder.Message(
    path: "/api/a", key: IdempotencyKey("k"), body: HTTPBody(Array("{}".utf8)), screen: "loan",
    language: "uz", trace: TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
    requestID: "r")

  private func status(_ outcome: Forwarder.Outcome) -> Int? {
    if case .answered(let answer) = outcome { return answer.status }
    return nil
  }

  @Test func whatIsSentIsSignedTracedAndNamed() async throws {
    let world = World([Self.answer(204)])
    #expect(status(try await world.forwarder().post(Self.message)) == 204)
    let request = try #require(world.requests.withLock { $0.first })
    #expect(request.url.absoluteString == "https://backend.example/oyna/api/a")
    let headers = HTTPFields(request.headers)
    #expect(headers["idempotency-key"] == #""k""#)
    #expect(headers["accept-language"] == "uz")
    #expect(headers["oyna-screen"] == "loan")
    #expect(headers["x-request-id"] == "r")
    let trace = headers["traceparent"].flatMap { TraceContext($0) }
    #expect(trace?.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(trace?.parentID != "00f067aa0ba902b7")
    let signature = RequestSignature(
      method: "POST", target: "/oyna/api/a", key: #""k""#, seconds: 1_700_000_000,
      body: Self.message.body, secrets: [Array("s".utf8)])
    #expect(headers["oyna-signature"] == signature.header)
  }

  @Test(arguments: [408, 421, 423, 425, 429, 500, 502, 503, 504])
  func aPassingFailureIsTriedAgain(code: Int) async throws {
    let world = World([Self.answer(code), .noAnswer, .unreachable, Self.answer(200, "{}")])
    #expect(status(try await world.forwarder().post(Self.message)) == 200)
    let waits = world.waits.withLock { $0 }
    // Full jitter: up to 200, 400 and 800 ms.
    #expect(waits.count == 3)
    #expect(zip(waits, [200, 400, 800]).allSatisfy { $0 >= 0 && $0 <= $1 })
  }

  @Test(arguments: [200, 204, 301, 400, 401, 404, 409, 410, 422, 501])
  func aLastWordIsNotAskedForAgain(code: Int) async throws {
    let world = World([Self.answer(code), Self.answer(200)])
    #expect(status(try await world.forwarder().post(Self.message)) == code)
    #expect(world.requests.withLock { $0.count } == 1)
  }

  @Test func aConflictOfTheFirstRequestIsWaitedFor() async throws {
    let busy = #"{"type":"https://backend/problems/idempotency-in-progress"}"#
    let world = World([Self.answer(409, busy), Self.answer(200, "{}")])
    #expect(status(try await world.forwarder().post(Self.message)) == 200)
  }

  @Test func thereIsAnEndToTryingAgain() async throws {
    let world = World(Array(repeating: .unreachable, count: 9))
    guard case .unreachable = try await world.forwarder().post(Self.message) else {
      Issue.record("not unreachable")
      return
    }
    #expect(world.requests.withLock { $0.count } == ForwardRetry.attempts)
  }

  @Test func retryAfterIsObeyedOrTheClientIsTold() async throws {
    let short = World([Self.answer(503, "", [("Retry-After", "3")]), Self.answer(200, "{}")])
    #expect(status(try await short.forwarder().post(Self.message)) == 200)
    #expect(short.waits.withLock { $0 } == [3_000])
    let long = World([Self.answer(503, "", [("Retry-After", "60")]), Self.answer(200, "{}")])
    let fixture = try ServerFixture()
    let catalog = try ScreenCatalog(
      directory: fixture.directory + "/screens", security: SecurityHeaders())
    guard
      case .problem(let problem) = try await long.forwarder().reply(
        to: Self.message, "uz", catalog)
    else {
      Issue.record("not a problem")
      return
    }
    #expect(problem.status == 502 && problem.headers["retry-after"] == "60")
    #expect(long.waits.withLock { $0 } == [])
  }

  /// Four attempts of ten seconds each would be over the time that a client waits.
  @Test func theLastAttemptEndsWithTheBudget() async throws {
    let world = World([Self.answer(503, "", [("Retry-After", "9")]), Self.answer(200, "{}")])
    _ = try await world.forwarder {
      $0.attempt = 8_000
      $0.budget = 10_000
    }.post(Self.message)
    #expect(world.requests.withLock { $0.map(\.timeout) } == [8_000, 1_000])
  }

  @Test func tooManyAtOnceAreToldToComeLater() async throws {
    let world = World([Self.answer(200, "{}")])
    let outcome = try await world.forwarder { $0.requests = 0 }.post(Self.message)
    guard case .overloaded = outcome else {
      Issue.record("not overloaded")
      return
    }
    #expect(world.requests.withLock { $0.isEmpty })
  }
}
