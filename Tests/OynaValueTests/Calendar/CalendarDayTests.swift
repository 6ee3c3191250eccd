import OynaValue
import Testing

@Suite("Calendar days")
struct CalendarDayTests {
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test("every day of 400 years follows the one before it, and writes back what it reads")
  func everyDay() throws {
    var expected = try day("1900-01-01")
    #expect(expected.daysSince1970 == -25_567)
    for number in -25_567..<(146_097 - 25_567) {
      let date = try #require(CalendarDay(daysSince1970: number))
      try #require(date == expected)
      try #require(date.daysSince1970 == number)
      if date.day == 1 { try #require(CalendarDay(date.text) == date) }
      let next =
        CalendarDay(year: date.year, month: date.month, day: date.day + 1)
        ?? CalendarDay(year: date.year, month: date.month + 1, day: 1)
        ?? CalendarDay(year: date.year + 1, month: 1, day: 1)
      expected = try #require(next)
      try #require(date < expected)
    }
  }

  @Test("the calendar runs from 0000-01-01 to 9999-12-31")
  func bounds() throws {
    #expect(try day("0000-01-01").daysSince1970 == -719_528)
    #expect(try day("9999-12-31").daysSince1970 == 2_932_896)
    #expect(CalendarDay(daysSince1970: -719_528)?.text == "0000-01-01")
    #expect(CalendarDay(daysSince1970: 2_932_896)?.text == "9999-12-31")
    #expect(CalendarDay(daysSince1970: -719_529) == nil)
    #expect(CalendarDay(daysSince1970: 2_932_897) == nil)
    #expect(CalendarDay(daysSince1970: .max) == nil)
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
    #expect(CalendarDay(text) == nil)
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
    #expect(try day(birth).wholeYears(until: try day(today)) == years)
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

  @Test("the years' ends adjoin, from the first year to the last")
  func yearEnds() throws {
    for year in 1...9999 {
      let first = try #require(CalendarDay(year: year, month: 1, day: 1))
      let last = try #require(CalendarDay(year: year - 1, month: 12, day: 31))
      try #require(first.daysSince1970 == last.daysSince1970 + 1)
      try #require(last.dayOfYear == (CalendarDay.isLeap(year - 1) ? 365 : 364))
      try #require(first.dayOfYear == 0)
      try #require(first.dayOfWeek == (last.dayOfWeek + 1) % 7)
    }
  }

  @Test("days of the week are those of the calendar on the wall")
  func daysOfWeek() throws {
    #expect(try day("1970-01-01").dayOfWeek == 4)
    #expect(try day("2026-11-30").dayOfWeek == 1)
    #expect(try day("1991-08-31").dayOfWeek == 6)
    #expect(try day("0000-01-02").dayOfWeek == 0)
  }
}
