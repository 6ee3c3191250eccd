import OynaStorage

/// Bounds how often one client may send requests that change something: a token bucket for each
/// address, so that a short burst is fine and a flood is not.
public final class RateLimiter: Sendable {
  private let perSecond: Double
  private let burst: Double
  private let clock: @Sendable () -> Int64
  private let buckets = Locked<[String: Bucket]>([:])
  /// Above this many addresses the full buckets are forgotten, so that memory stays bounded.
  private static let bucketLimit = 50_000

  private struct Bucket {
    var tokens: Double
    var time: Int64
  }

  /// - Parameters:
  ///   - perSecond: tokens that a client gets a second.
  ///   - burst: tokens that a client holds at most.
  ///   - clock: milliseconds that never go back.
  public init(perSecond: Double, burst: Double, clock: @escaping @Sendable () -> Int64) {
    self.perSecond = perSecond
    self.burst = burst
    self.clock = clock
  }

  /// Takes a token; the whole seconds to wait when there is none.
  func take(client: String) -> Int? {
    let now = clock()
    return buckets.withLock { buckets in
      if buckets.count > Self.bucketLimit {
        buckets = buckets.filter { refill($0.value, now) < burst }
        if buckets.count > Self.bucketLimit { buckets = [:] }
      }
      var bucket = buckets[client] ?? Bucket(tokens: burst, time: now)
      bucket.tokens = refill(bucket, now)
      bucket.time = now
      defer { buckets[client] = bucket }
      guard bucket.tokens < 1 else {
        bucket.tokens -= 1
        return nil
      }
      return max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
    }
  }

  private func refill(_ bucket: Bucket, _ now: Int64) -> Double {
    min(burst, bucket.tokens + Double(now - bucket.time) / 1_000 * perSecond)
  }
}
