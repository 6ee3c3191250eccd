import OynaStorage

/// Bounds the requests that wait for an answer at once, so that too many get a quick "later"
/// instead of all of them a late answer.
final class LoadLimit: Sendable {
  private let limit: Int
  private let count = Locked(0)

  init(_ limit: Int) { self.limit = limit }

  /// False when there are as many as there may be; true must be followed by ``leave()``.
  func enter() -> Bool {
    count.withLock { count in
      if count >= limit { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }
}
