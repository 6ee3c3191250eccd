/// A timestamp as calendar and clock show it at an offset from UTC.
struct TimeParts {
  let date: CalendarDay
  let hour: Int
  let minute: Int
  let second: Int

  init(_ timestamp: Timestamp, offset: Int) {
    let local = timestamp.seconds + Int64(offset)
    var days = local / 86_400
    var rest = Int(local % 86_400)
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    date = CalendarDay(uncheckedDaysSince1970: Int(days))
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }
}

extension ExpressionCall {
  /// `getFullYear` and its kin, of a timestamp in UTC or in a time zone, or of a duration.
  func timePart() throws(EvaluationFailure) -> Value {
    switch (arguments.first, arguments.count) {
    case (.timestamp(let timestamp), 1):
      return .int(Int64(part(of: timestamp, offset: 0)))
    case (.timestamp(let timestamp), 2):
      guard case .string(let zone) = arguments[1] else { throw noSuchOverload }
      let offset = try zoneOffset(zone, timestamp)
      return .int(Int64(part(of: timestamp, offset: offset)))
    case (.duration(let span), 1):
      return .int(try part(of: span))
    default:
      throw noSuchOverload
    }
  }

  private func zoneOffset(
    _ zone: String, _ timestamp: Timestamp
  ) throws(EvaluationFailure) -> Int {
    guard let zone = TimeZoneRule(zone) else { throw failure(.timeZone) }
    guard let offset = zone.offset(at: timestamp) else { throw failure(.timeZoneHistory) }
    return offset
  }

  private func part(of timestamp: Timestamp, offset: Int) -> Int {
    let parts = TimeParts(timestamp, offset: offset)
    return switch function {
    case .getFullYear: parts.date.year
    case .getMonth: parts.date.month - 1
    case .getDate: parts.date.day
    case .getDayOfMonth: parts.date.day - 1
    case .getDayOfWeek: parts.date.dayOfWeek
    case .getDayOfYear: parts.date.dayOfYear
    case .getHours: parts.hour
    case .getMinutes: parts.minute
    case .getSeconds: parts.second
    default: Int(timestamp.nanoseconds) / 1_000_000
    }
  }

  private func part(of span: TimeSpan) throws(EvaluationFailure) -> Int64 {
    switch function {
    case .getHours: span.seconds / 3600
    case .getMinutes: span.seconds / 60
    case .getSeconds: span.seconds
    case .getMilliseconds: Int64(span.nanoseconds) / 1_000_000
    default: throw noSuchOverload
    }
  }
}
