/// A moment on the UTC time line (CEL `timestamp`): years 0001 to 9999, to the nanosecond.
public struct Timestamp: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64
  /// 0 to 999,999,999.
  public let nanoseconds: Int32
}

/// A span of time (CEL `duration`), to the nanosecond.
public struct TimeSpan: Sendable, Hashable {
  public let seconds: Int64
  /// Same sign as `seconds`; magnitude under 1,000,000,000.
  public let nanoseconds: Int32
}

/// A type as a value of CEL (`type(1) == int`).
public struct ValueType: Sendable, Hashable {
  public let name: String
}
