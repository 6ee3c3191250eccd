import Foundation
import OynaClient
import OynaEngine
import OynaValue

/// A transport whose answers the test gives, when it wants to.
final class ScriptedTransport: Transport, @unchecked Sendable {
  // Everything is used under `lock`.
  private let lock = NSLock()
  private var requests: [TransportRequest] = []
  private var waiting: [Int: CheckedContinuation<Result<TransportAnswer, TransportError>, Never>] =
    [:]
  private var arrivals: [(count: Int, CheckedContinuation<Void, Never>)] = []

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
    let result = await withCheckedContinuation { continuation in
      let due = lock.withLock {
        requests.append(request)
        waiting[requests.count] = continuation
        let due = arrivals.filter { $0.count <= requests.count }
        arrivals.removeAll { $0.count <= requests.count }
        return due
      }
      for arrival in due { arrival.1.resume() }
    }
    return try result.get()
  }

  /// The request with this number, from 1, once it was sent.
  func request(_ number: Int) async -> TransportRequest {
    await withCheckedContinuation { continuation in
      let isThere = lock.withLock {
        if requests.count >= number { return true }
        arrivals.append((number, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return lock.withLock { requests[number - 1] }
  }

  var requestCount: Int { lock.withLock { requests.count } }

  func answer(_ number: Int, _ result: Result<TransportAnswer, TransportError>) {
    lock.withLock { waiting.removeValue(forKey: number) }?.resume(returning: result)
  }

  func answer(_ number: Int, _ status: Int, _ body: String) {
    answer(number, .success(TransportAnswer(status: status, body: Array(body.utf8))))
  }
}

/// A clock that the test moves.
final class ManualClock: @unchecked Sendable {
  // Everything is used under `lock`.
  private let lock = NSLock()
  private var moment: Int64 = 0
  private var sleepers: [(due: Int64, CheckedContinuation<Void, Never>)] = []

  var now: Int64 { lock.withLock { moment } }
  var sleeperCount: Int { lock.withLock { sleepers.count } }

  func sleep(_ milliseconds: Int64) async {
    await withCheckedContinuation { continuation in
      lock.withLock { sleepers.append((moment + milliseconds, continuation)) }
    }
  }

  func advance(_ milliseconds: Int64) {
    let due = lock.withLock {
      moment += milliseconds
      let due = sleepers.filter { $0.due <= moment }
      sleepers.removeAll { $0.due <= moment }
      return due
    }
    for sleeper in due { sleeper.1.resume() }
  }
}

extension ClientEnvironment {
  /// Nothing of the machine: a fixed day, a fixed seed, the test's transport and clock.
  static func scripted(
    _ transport: any Transport, clock: ManualClock = ManualClock()
  ) -> ClientEnvironment {
    var environment = ClientEnvironment(transport: transport, language: "en")
    environment.today = { CalendarDay(year: 2026, month: 12, day: 1) ?? .epoch }
    environment.seed = { Context.Seed(high: 1, low: 2) }
    environment.now = { clock.now }
    environment.sleep = { await clock.sleep($0) }
    return environment
  }
}

/// A store over a document, without a network.
@MainActor
func openStore(
  _ body: String, state: String = "{}", transport: any Transport = ScriptedTransport()
) throws -> ScreenStore {
  let url = URL(fileURLWithPath: "/").absoluteURL
  let base = URL(string: "http://example.test/screens/s") ?? url
  let store = ScreenStore(url: base, environment: .scripted(transport))
  store.open(Array(#"{"id": "s", "title": "S", "state": \#(state), "body": \#(body)}"#.utf8))
  return store
}
