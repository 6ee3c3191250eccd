import OynaEngine
import OynaValue

/// Whether and when a forwarded request is sent again, as a client would do it (QUEUE §2.2, §2.3):
/// full jitter, `Retry-After`, and an end.
///
/// Every forwarded submission carries an idempotency key, so it may be repeated whatever came of
/// it; an answer that says that repeating is of no use is passed on.
struct ForwardRetry {
  /// The budget of the whole in milliseconds.
  let budget: Int64
  private var failures = 0

  /// Attempts at most, the first included.
  static let attempts = 4
  /// Somebody waits for the answer, so the waits are short.
  static let backoff = OutboxBackoff(base: 200, cap: 5_000)

  init(budget: Int64) { self.budget = budget }

  /// Milliseconds to wait before the next attempt; nil: there is none.
  ///
  /// - Parameter elapsed: milliseconds since the first attempt began.
  mutating func wait(
    after attempt: ForwardAttempt, elapsed: Int64, using generator: inout some RandomNumberGenerator
  ) -> Int64? {
    guard Self.mayRepeat(attempt) else { return nil }
    defer { failures += 1 }
    guard failures + 1 < Self.attempts, let backoff = Self.backoff else { return nil }
    let jitter = backoff.wait(afterFailures: failures, using: &generator)
    let wait = max(jitter, Self.retryAfter(attempt) ?? 0)
    return elapsed + wait < budget ? wait : nil
  }

  /// Whether the same request may come to something else a little later.
  static func mayRepeat(_ attempt: ForwardAttempt) -> Bool {
    switch attempt {
    case .unreachable, .noAnswer: true
    case .tooLarge: false
    case .answered(let answer): isPassing(answer)
    }
  }

  /// An answer of the moment, which is no answer to the submission.
  static func isPassing(_ answer: ForwardAnswer) -> Bool {
    switch answer.status {
    case 408, 421, 423, 425, 429, 500, 502, 503, 504: true
    case 409: isInProgress(answer)
    default: false
    }
  }

  /// A 409 by which the back end says that the first request with this key still runs.
  private static func isInProgress(_ answer: ForwardAnswer) -> Bool {
    ForwardedAnswer.object(answer)?["type"]?.string?.hasSuffix("idempotency-in-progress") == true
  }

  /// Milliseconds that the answer asks to wait.
  static func retryAfter(_ attempt: ForwardAttempt) -> Int64? {
    guard case .answered(let answer) = attempt else { return nil }
    return answer.headers["retry-after"].flatMap {
      RetryAfter.milliseconds($0, date: answer.headers["date"])
    }
  }
}
