/// A moment on the UTC time line (CEL `timestamp`): years 0001 to 9999, to the nanosecond.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64
  /// 0 to 999,999,999.
  public let nanoseconds: Int32

  /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
  static let secondsRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Fails outside the years 0001 to 9999, or when `nanoseconds` is no part of a second.
  public init?(seconds: Int64, nanoseconds: Int32) {
    guard Self.secondsRange.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else {
      return nil
    }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// The moment `span` later; nil outside the range.
  public func adding(_ span: TimeSpan) -> Timestamp? {
    var seconds = seconds + span.seconds
    var nanoseconds = nanoseconds + span.nanoseconds
    if nanoseconds >= 1_000_000_000 {
      nanoseconds -= 1_000_000_000
      seconds += 1
    } else if nanoseconds < 0 {
      nanoseconds += 1_000_000_000
      seconds -= 1
    }
    return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// The span from `other` to this moment; nil if it exceeds 64 bits of nanoseconds (292 years),
  /// the bound that cel-spec's suite sets for a difference.
  public func since(_ other: Timestamp) -> TimeSpan? {
    let seconds = seconds - other.seconds
    let nanoseconds = nanoseconds - other.nanoseconds
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (_, carry) = product.addingReportingOverflow(Int64(nanoseconds))
    guard !overflow, !carry else { return nil }
    return TimeSpan(normalizing: seconds, nanoseconds: Int64(nanoseconds))
  }
}

/// A span of time (CEL `duration`), to the nanosecond: at most about 10,000 years either way.
public struct TimeSpan: Sendable, Hashable, Comparable {
  /// Whole seconds.
  public let seconds: Int64
  /// Same sign as `seconds`; magnitude under 1,000,000,000.
  public let nanoseconds: Int32

  /// The bound of `google.protobuf.Duration`.
  static let secondsRange: ClosedRange<Int64> = -315_576_000_000...315_576_000_000

  /// Fails beyond ±315,576,000,000 seconds, or when the two parts do not fit together.
  public init?(seconds: Int64, nanoseconds: Int32) {
    guard Self.secondsRange.contains(seconds),
      (-999_999_999...999_999_999).contains(nanoseconds),
      seconds == 0 || nanoseconds == 0 || (seconds < 0) == (nanoseconds < 0)
    else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Takes parts of any sign and size.
  init?(normalizing seconds: Int64, nanoseconds: Int64) {
    var seconds = seconds + nanoseconds / 1_000_000_000
    var nanoseconds = nanoseconds % 1_000_000_000
    if seconds > 0, nanoseconds < 0 {
      seconds -= 1
      nanoseconds += 1_000_000_000
    } else if seconds < 0, nanoseconds > 0 {
      seconds += 1
      nanoseconds -= 1_000_000_000
    }
    self.init(seconds: seconds, nanoseconds: Int32(nanoseconds))
  }

  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  var negated: TimeSpan {
    TimeSpan(uncheckedSeconds: -seconds, nanoseconds: -nanoseconds)
  }

  private init(uncheckedSeconds seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The sum; nil outside the range.
  public func adding(_ other: TimeSpan) -> TimeSpan? {
    TimeSpan(
      normalizing: seconds + other.seconds,
      nanoseconds: Int64(nanoseconds) + Int64(other.nanoseconds))
  }
}

/// A type as a value of CEL (`type(1) == int`).
public struct ValueType: Sendable, Hashable {
  /// The type's name in CEL: `int`, `list`, `google.protobuf.Timestamp`.
  public let name: String

  /// The type of that name; no check is made that there is one.
  public init(name: String) {
    self.name = name
  }
}
