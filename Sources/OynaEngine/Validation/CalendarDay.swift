/// A day of the Gregorian calendar: no time, no time zone. Years 0001 to 9999.
public struct CalendarDay: Sendable, Hashable, Comparable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Fails when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CalendarDay.dayCount(year: year, month: month)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD` and nothing else.
  public init?(_ text: String) {
    guard let day = text.withUTF8Text({ CalendarDay(utf8: $0.bytes) }) else { return nil }
    self = day
  }

  init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = CalendarDay.number(bytes, 0..<4), let month = CalendarDay.number(bytes, 5..<7),
      let day = CalendarDay.number(bytes, 8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      guard (0x30...0x39).contains(bytes[index]) else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    return number
  }

  static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.order < right.order
  }

  private var order: Int { year * 10_000 + month * 100 + day }

  /// Whole years from this day to `later`: a person born on 29 February is a year older on
  /// 1 March of a common year.
  public func wholeYears(until later: CalendarDay) -> Int {
    let years = later.year - year
    return (later.month, later.day) < (month, day) ? years - 1 : years
  }
}
