/// A day of the proleptic Gregorian calendar.
struct CalendarDate: Hashable {
  let year: Int
  /// From 1.
  let month: Int
  /// From 1.
  let day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Counts in cycles of 400 years (146,097 days) of years that begin in March, so that the leap
  /// day is a year's last.
  init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfCycle = Int(shifted - cycle * 146_097)
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfCycle + Int(cycle) * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  var daysSinceEpoch: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfCycle = shiftedYear - cycle * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return Int64(cycle * 146_097 + dayOfCycle - 719_468)
  }

  /// 0 is 1 January.
  var dayOfYear: Int {
    Int(daysSinceEpoch - CalendarDate(year: year, month: 1, day: 1).daysSinceEpoch)
  }

  /// 0 is Sunday.
  var dayOfWeek: Int {
    let days = (daysSinceEpoch + 4) % 7
    return Int(days < 0 ? days + 7 : days)
  }

  static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

/// A timestamp as calendar and clock show it at an offset from UTC.
struct TimeParts {
  let date: CalendarDate
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
    date = CalendarDate(daysSinceEpoch: days)
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
