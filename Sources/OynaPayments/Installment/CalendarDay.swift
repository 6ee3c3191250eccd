/// A day of the Gregorian calendar, without a time zone.
public struct CalendarDay: Sendable, Hashable, Comparable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to the length of the month.
  public let day: Int

  /// Fails for a day that does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private init(clampedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = min(day, Self.length(ofMonth: month, year: year))
  }

  /// The same day of the month, `months` later, clamped to the month's last day.
  ///
  /// Always counted from the anchor: 31 January gives 28 February, then 31 March.
  public func adding(months: Int) -> CalendarDay {
    let index = year * 12 + (month - 1) + months
    return CalendarDay(clampedYear: index / 12, month: index % 12 + 1, day: day)
  }

  /// Days since 1 January of year 1.
  public var dayNumber: Int {
    let years = year - 1
    var days = years * 365 + years / 4 - years / 100 + years / 400
    for earlier in 1..<month { days += Self.length(ofMonth: earlier, year: year) }
    return days + day - 1
  }

  /// By time: the earlier day is less.
  public static func < (a: CalendarDay, b: CalendarDay) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  /// 28 to 31.
  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
