import OynaStorage
import Testing

@testable import OynaServer

@Suite struct RateLimiterTests {
  @Test func aBurstPassesAndAFloodWaits() {
    let time = Locked<Int64>(0)
    let limiter = RateLimiter(perSecond: 2, burst: 4) { time.withLock { $0 } }
    for _ in 0..<4 { #expect(limiter.take(client: "a") == nil) }
    #expect(limiter.take(client: "a") == 1)
    #expect(limiter.take(client: "b") == nil)
    time.withLock { $0 = 499 }
    #expect(limiter.take(client: "a") == 1)
    time.withLock { $0 = 1_000 }
    #expect(limiter.take(client: "a") == nil)
    time.withLock { $0 = 1_000_000 }
    for _ in 0..<4 { #expect(limiter.take(client: "a") == nil) }
    #expect(limiter.take(client: "a") == 1)
  }
}
