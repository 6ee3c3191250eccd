/// A day of the calendar, without a time and without a time zone: what a date field holds.
///
/// The calendar is the Gregorian one, for years before 1582 too (proleptic), from 0000-01-01 to
/// 9999-12-31.
public struct CalendarDate: Sendable, Hashable, Comparable {
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
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD` (RFC 3339 §5.6 `full-date`): ASCII digits, nothing around.
  public init?(_ text: String) {
    var text = text
    guard let date = text.withUTF8({ CalendarDate($0) }) else { return nil }
    self = date
  }

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = decimal(text, 0..<4), let month = decimal(text, 5..<7),
      let day = decimal(text, 8..<10)
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

  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
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
    let shifted = days + 719_468
    let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day `days` later, or earlier when negative; nil outside of the years 0 to 9999.
  public func adding(days: Int) -> CalendarDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CalendarDate(daysSince1970: sum)
  }

  /// The same day `months` later, or earlier when negative; the last of its month where the month
  /// is shorter (31 January and a month is 28 or 29 February). Nil outside of the years 0 to 9999.
  public func adding(months: Int) -> CalendarDate? {
    guard abs(months) <= 120_000 else { return nil }
    let total = year * 12 + month - 1 + months
    guard total >= 0, total < 120_000 else { return nil }
    let (year, month) = (total / 12, total % 12 + 1)
    return CalendarDate(
      year: year, month: month, day: min(day, Self.length(ofMonth: month, year: year)))
  }

  /// Whole years from this day to `today`: a person's age. One born on 29 February has a birthday
  /// on 1 March of other years. Negative when this day is yet to come.
  public func age(on today: CalendarDate) -> Int {
    guard self <= today else { return -today.age(on: self) }
    let isBeforeBirthday = (today.month, today.day) < (month, day)
    return today.year - year - (isBeforeBirthday ? 1 : 0)
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
}

/// The number that the digits of a range write; nil when one is no ASCII digit.
func decimal(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
  guard range.upperBound <= text.count else { return nil }
  var value = 0
  for place in range {
    guard CharacterClass.isDigit(text[place]) else { return nil }
    value = value * 10 + CharacterClass.digit(text[place])
  }
  return value
}
