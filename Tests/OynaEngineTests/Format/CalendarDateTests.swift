import OynaEngine
import Testing

@Suite("Calendar days")
struct CalendarDateTests {
  private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

  @Test("every day of 400 years follows the one before it, and writes back what it reads")
  func everyDay() throws {
    var expected = try day("1900-01-01")
    #expect(expected.daysSince1970 == -25_567)
    for number in -25_567..<(146_097 - 25_567) {
      let date = try #require(CalendarDate(daysSince1970: number))
      try #require(date == expected)
      try #require(date.daysSince1970 == number)
      if date.day == 1 { try #require(CalendarDate(date.text) == date) }
      let next =
        CalendarDate(year: date.year, month: date.month, day: date.day + 1)
        ?? CalendarDate(year: date.year, month: date.month + 1, day: 1)
        ?? CalendarDate(year: date.year + 1, month: 1, day: 1)
      expected = try #require(next)
      try #require(date < expected)
    }
  }

  @Test("the calendar runs from 0000-01-01 to 9999-12-31")
  func bounds() throws {
    #expect(try day("0000-01-01").daysSince1970 == -719_528)
    #expect(try day("9999-12-31").daysSince1970 == 2_932_896)
    #expect(CalendarDate(daysSince1970: -719_528)?.text == "0000-01-01")
    #expect(CalendarDate(daysSince1970: 2_932_896)?.text == "9999-12-31")
    #expect(CalendarDate(daysSince1970: -719_529) == nil)
    #expect(CalendarDate(daysSince1970: 2_932_897) == nil)
    #expect(CalendarDate(daysSince1970: .max) == nil)
    #expect(try day("9999-12-31").adding(days: 1) == nil)
    #expect(try day("9999-12-31").adding(days: .max) == nil)
    #expect(try day("0000-01-01").adding(months: -1) == nil)
    #expect(try day("0000-01-01").adding(months: .min + 1) == nil)
    #expect(try day("0001-03-01").adding(days: -1)?.text == "0001-02-28")
    #expect(try day("0000-03-01").adding(days: -1)?.text == "0000-02-29")
  }

  @Test(
    "what is no day is refused",
    arguments: [
      "", "2024", "2024-01", "2024-1-01", "2024-01-1", "2024-00-01", "2024-13-01", "2024-01-00",
      "2024-01-32", "2023-02-29", "1900-02-29", "2024-04-31", "24-01-01", "02024-01-01",
      " 2024-01-01",
      "2024-01-01 ", "2024-01-01T", "2024/01/01", "01.02.2024", "2024-01-0a", "2024-01-0१",
      "-024-01-01", "+2024-01-01", "2024–01–01", "20240101", "2024-W01-1",
    ])
  func bad(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test(
    "whole years between a birthday and today",
    arguments: [
      ("2000-06-15", "2018-06-14", 17), ("2000-06-15", "2018-06-15", 18),
      ("2000-06-15", "2018-06-16", 18), ("2000-02-29", "2018-02-28", 17),
      ("2000-02-29", "2018-03-01", 18), ("2000-02-29", "2020-02-29", 20),
      ("2000-06-15", "2000-06-15", 0), ("2000-06-15", "2000-06-14", 0),
      ("2001-06-15", "2000-06-14", -1), ("1999-12-31", "2000-01-01", 0),
    ])
  func age(birth: String, today: String, years: Int) throws {
    #expect(try day(birth).age(on: try day(today)) == years)
  }

  @Test(
    "months later, the day is clamped to the month",
    arguments: [
      ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"),
      ("2024-03-31", -1, "2024-02-29"),
      ("2024-12-15", 1, "2025-01-15"), ("2024-01-15", -1, "2023-12-15"),
      ("2024-05-31", 12, "2025-05-31"),
      ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"),
    ])
  func months(text: String, months: Int, expected: String) throws {
    #expect(try day(text).adding(months: months)?.text == expected)
  }

  // MARK: - Times

  @Test(
    "times with offsets, and leap seconds where they can be",
    arguments: [
      ("08:30:06Z", true), ("08:30:06z", true), ("08:30:06.283+05:00", true), ("23:59:60Z", true),
      ("04:59:60+05:00", true), ("15:59:60-08:00", true), ("22:59:60Z", false),
      ("23:58:60Z", false),
      ("23:59:60+05:00", false), ("24:00:00Z", false), ("00:60:00Z", false), ("00:00:61Z", false),
      ("08:30:06", false), ("08:30Z", false), ("8:30:06Z", false), ("08:30:06.Z", false),
      ("08:30:06+5:00", false), ("08:30:06+24:00", false), ("08:30:06+00:60", false),
      ("08:30:06 Z", false), ("08-30-06Z", false), ("08:30:06+0500", false), ("08:30:06ZZ", false),
      ("", false), ("०८:30:06Z", false), ("08:30:06,5Z", false),
    ])
  func times(text: String, isValid: Bool) {
    #expect(ClockTime.isTime(text) == isValid)
    #expect(ClockTime.isDateTime("2024-02-29T" + text) == isValid)
    #expect(ClockTime.isDateTime("2024-02-29t" + text) == isValid)
    #expect(!ClockTime.isDateTime("2023-02-29T" + text))
    #expect(!ClockTime.isDateTime("2024-02-29 " + text))
    #expect(!ClockTime.isDateTime("2024-02-29" + text))
  }

  @Test(
    "spans by RFC 3339, appendix A",
    arguments: [
      ("P1Y", true), ("P1Y2M3D", true), ("P1M2D", true), ("PT1H", true), ("PT1H2M3S", true),
      ("PT2M3S", true), ("P1DT1H", true), ("P2W", true), ("P0D", true), ("P", false), ("PT", false),
      ("P1Y2D", false), ("PT1H3S", false), ("P1DT", false), ("P1S", false), ("PT1D", false),
      ("P2D1Y", false), ("1D", false), ("P1", false), ("P1.5D", false), ("P-1D", false),
      ("PW", false),
      ("P1W1D", false), ("p1d", false), ("P1D ", false), ("P1D1D", false),
    ])
  func durations(text: String, isValid: Bool) {
    #expect(ClockTime.isDuration(text) == isValid)
  }
}
