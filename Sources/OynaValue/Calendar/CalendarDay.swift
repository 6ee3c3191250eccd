/// A day of the calendar, without a time and without a time zone: what a date field holds.
///
/// The calendar is the Gregorian one, for years before 1582 too (proleptic), from 0000-01-01 to
/// 9999-12-31.
public struct CalendarDay: Sendable, Hashable, Comparable {
  /// 0 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to the length of the month.
  public let day: Int

  /// Fails when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999) ~= year, (1...12) ~= month,
      (1...Self.length(ofMonth: month, year: year)) ~= day
    else { return nil }
    self.init(unchecked: year, month, day)
  }

  /// 1970-01-01.
  public static let epoch = CalendarDay(unchecked: 1970, 1, 1)

  /// Trusts that there is such a day; the year may lie outside of the calendar's own, as that of a
  /// moment in a time zone may.
  init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD` (RFC 3339 §5.6 `full-date`): ASCII digits, nothing around.
  public init?(_ text: String) {
    var text = text
    guard let day = text.withUTF8({ CalendarDay(utf8: $0) }) else { return nil }
    self = day
  }

  /// Reads `YYYY-MM-DD` from its bytes: of a secret no `String` is made.
  public init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = Self.number(text, 0..<4), let month = Self.number(text, 5..<7),
      let day = Self.number(text, 8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `YYYY-MM-DD`.
  public var text: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.utf8.count) + digits
    }
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }

  /// The earlier day is less.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  // MARK: - Counting

  /// Days since 1970-01-01; negative before.
  ///
  /// Counted from 1 March of the year 0, so that a leap day is the last of its year; by cycles of
  /// 400 years, which all have 146,097 days.
  public var daysSince1970: Int {
    let shiftedYear = month > 2 ? year : year - 1
    let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfCycle = shiftedYear - cycle * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }

  /// The day that lies `days` after 1970-01-01; nil outside of the years 0 to 9999.
  public init?(daysSince1970 days: Int) {
    guard (-719_528...2_932_896) ~= days else { return nil }
    self.init(uncheckedDaysSince1970: days)
  }

  /// The day at a count, of any year.
  init(uncheckedDaysSince1970 days: Int) {
    let shifted = days + 719_468
    let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      unchecked: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// 0 is Sunday, 6 Saturday.
  public var dayOfWeek: Int {
    let days = (daysSince1970 + 4) % 7
    return days < 0 ? days + 7 : days
  }

  /// 0 is 1 January.
  public var dayOfYear: Int { daysSince1970 - CalendarDay(unchecked: year, 1, 1).daysSince1970 }

  /// The day `days` later, or earlier when negative; nil outside of the years 0 to 9999.
  public func adding(days: Int) -> CalendarDay? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CalendarDay(daysSince1970: sum)
  }

  /// The same day `months` later, or earlier when negative; the last of its month where the month
  /// is shorter (31 January and a month is 28 or 29 February). Nil outside of the years 0 to 9999.
  public func adding(months: Int) -> CalendarDay? {
    guard abs(months) <= 120_000 else { return nil }
    let total = year * 12 + month - 1 + months
    guard total >= 0, total < 120_000 else { return nil }
    let (year, month) = (total / 12, total % 12 + 1)
    return CalendarDay(
      year: year, month: month, day: min(day, Self.length(ofMonth: month, year: year)))
  }

  /// Whole years from this day to a later one: a person's age. One born on 29 February is a year
  /// older on 1 March of a common year. Negative when the other day comes first.
  public func wholeYears(until later: CalendarDay) -> Int {
    guard self <= later else { return -later.wholeYears(until: self) }
    let isBeforeBirthday = (later.month, later.day) < (month, day)
    return later.year - year - (isBeforeBirthday ? 1 : 0)
  }

  /// Whether a year has a 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days of a month of 1 to 12.
  public static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number that the digits of a range write; nil when one is no ASCII digit.
  private static func number(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var value = 0
    for place in range {
      let digit = text[place] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
