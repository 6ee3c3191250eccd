/// How long to wait before the next attempt: full jitter,
/// `random(0, min(cap, base · 2ⁿ))`.
///
/// Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
public struct OutboxBackoff: Sendable, Hashable {
  /// Milliseconds; at least 1.
  public let base: Int64
  /// Milliseconds; at least `base`.
  public let cap: Int64

  /// Fails unless `1 ≤ base ≤ cap ≤` one day.
  public init?(base: Int64, cap: Int64) {
    guard base >= 1, cap >= base, cap <= 86_400_000 else { return nil }
    self.base = base
    self.cap = cap
  }

  private init(checkedBase: Int64, cap: Int64) {
    base = checkedBase
    self.cap = cap
  }

  /// From 1 s to 5 minutes, while somebody looks.
  public static let foreground = OutboxBackoff(checkedBase: 1_000, cap: 300_000)
  /// From 1 s to 1 hour.
  public static let background = OutboxBackoff(checkedBase: 1_000, cap: 3_600_000)

  /// The longest wait after `failures` failures in a row, from 0. It doubles until the cap.
  public func ceiling(afterFailures failures: Int) -> Int64 {
    let exponent = min(max(failures, 0), 20)
    return min(cap, base << Int64(exponent))
  }

  /// A wait between 0 and the ceiling, both included, evenly.
  public func wait(
    afterFailures failures: Int, using generator: inout some RandomNumberGenerator
  ) -> Int64 {
    .random(in: 0...ceiling(afterFailures: failures), using: &generator)
  }
}

/// A token bucket that keeps retries from adding to the load of a host that fails.
///
/// Each retry takes 5 of 500 tokens, 10 after a timeout; a success gives back what its retry took,
/// or 1. The figures are those of the Smithy runtimes. Without tokens the wait is the whole cap.
struct RetryBudget: Sendable {
  static let capacity = 500
  private(set) var tokens = Self.capacity

  static func cost(isTimeout: Bool) -> Int { isTimeout ? 10 : 5 }

  /// False, and nothing is taken, when there are too few.
  mutating func take(_ cost: Int) -> Bool {
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }

  mutating func refund(_ amount: Int) { tokens = min(Self.capacity, tokens + max(1, amount)) }
}

/// `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
public enum RetryAfter {
  /// The longest wait that a server may ask for: one hour.
  public static let limit: Int64 = 3_600_000

  /// The wait in milliseconds, 0 to `limit`; nil for what cannot be read.
  ///
  /// A date counts from the answer's own `Date`, as the device's clock may be wrong; without a
  /// readable `Date` it is not used.
  public static func milliseconds(_ text: String, date: String?) -> Int64? {
    let value = trimmed(text)
    if !value.isEmpty, value.allSatisfy({ 48...57 ~= $0 }) {
      // More than nine digits are far beyond the limit.
      guard value.count <= 9 else { return limit }
      var seconds: Int64 = 0
      for digit in value { seconds = seconds * 10 + Int64(digit - 48) }
      return min(limit, seconds * 1_000)
    }
    guard let until = HTTPDate.seconds(value), let date, let now = HTTPDate.seconds(trimmed(date))
    else { return nil }
    return min(limit, max(0, (until - now) * 1_000))
  }

  private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }
}

/// An HTTP date (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and the two obsolete forms.
enum HTTPDate {
  private static let months: [String] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970; nil for any other text.
  static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
    let words = text.split(separator: 0x20, omittingEmptySubsequences: true)
    switch words.count {
    case 6:  // Sun, 06 Nov 1994 08:49:37 GMT
      guard word(words[5]) == "GMT", words[0].last == UInt8(ascii: ",") else { return nil }
      return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
    case 5:  // Sun Nov  6 08:49:37 1994
      return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
    case 4:  // Sunday, 06-Nov-94 08:49:37 GMT
      let parts = words[1].split(separator: UInt8(ascii: "-"))
      guard parts.count == 3, word(words[3]) == "GMT", parts[2].count == 2 else { return nil }
      return seconds(day: parts[0], month: parts[1], year: parts[2], time: words[2])
    default: return nil
    }
  }

  private static func seconds(
    day: ArraySlice<UInt8>, month: ArraySlice<UInt8>, year: ArraySlice<UInt8>,
    time: ArraySlice<UInt8>
  ) -> Int64? {
    let clock = time.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let day = number(day), let month = months.firstIndex(of: word(month)),
      var year = number(year), clock.count == 3, let hour = number(clock[0]),
      let minute = number(clock[1]), let second = number(clock[2]),
      1...31 ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    // Two digits: of this century, as the form was obsolete before the last one ended.
    if year < 100 { year += year < 70 ? 2_000 : 1_900 }
    guard 1970...9999 ~= year else { return nil }
    let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
    return days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// Days of the Gregorian calendar, counted in years that begin in March.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let place = (month + 9) % 12
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400
    return days + (place * 153 + 2) / 5 + day - 1 - 719_468
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard 1...4 ~= bytes.count, bytes.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    var number: Int64 = 0
    for digit in bytes { number = number * 10 + Int64(digit - 48) }
    return number
  }
}
