import OynaValue

/// Times of day and moments as text (RFC 3339 §5.6), and spans of time (appendix A).
public enum ClockTime {
  /// `time`: `HH:MM:SS`, perhaps a fraction, and `Z` or an offset `+HH:MM`. Second 60 counts only
  /// where a leap second can be: 23:59:60 in UTC.
  public static func isTime(_ text: String) -> Bool { text.passes(isTime) }

  /// `date-time`: a date, `T`, and a time. The letters may be small.
  public static func isDateTime(_ text: String) -> Bool {
    text.passes { text in
      guard text.count > 11, text[10] | 0x20 == UInt8(ascii: "t"),
        CalendarDay(utf8: text.part(0..<10)) != nil
      else { return false }
      return isTime(text.part(from: 11))
    }
  }

  private static func isTime(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 9, let hour = CharacterClass.number(text, 0..<2),
      text[2] == UInt8(ascii: ":"),
      let minute = CharacterClass.number(text, 3..<5), text[5] == UInt8(ascii: ":"),
      let second = CharacterClass.number(text, 6..<8), hour <= 23, minute <= 59, second <= 60
    else { return false }
    var index = 8
    if text[index] == UInt8(ascii: ".") {
      index += 1
      let start = index
      while index < text.count, CharacterClass.isDigit(text[index]) { index += 1 }
      guard index > start else { return false }
    }
    guard let offset = offset(text.part(from: index)) else { return false }
    guard second == 60 else { return true }
    let minuteOfDay = (hour * 60 + minute - offset + 2 * 1440) % 1440
    return minuteOfDay == 23 * 60 + 59
  }

  /// Minutes ahead of UTC.
  private static func offset(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    if text.count == 1, text[0] | 0x20 == UInt8(ascii: "z") { return 0 }
    guard text.count == 6, let hours = CharacterClass.number(text, 1..<3),
      text[3] == UInt8(ascii: ":"),
      let minutes = CharacterClass.number(text, 4..<6), hours <= 23, minutes <= 59
    else { return nil }
    switch text[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  // MARK: - Spans

  /// `duration`: `P`, then weeks alone, or years, months and days, and after `T` hours, minutes
  /// and seconds; what is named is without gaps (`PT1H2S` is none) and at least one.
  public static func isDuration(_ text: String) -> Bool {
    text.passes { text in
      guard text.count >= 3, text[0] == UInt8(ascii: "P") else { return false }
      let body = text.part(from: 1)
      if body[body.count - 1] == UInt8(ascii: "W") {
        return body[..<(body.count - 1)].allSatisfy(CharacterClass.isDigit)
      }
      guard let mark = body.firstIndex(of: UInt8(ascii: "T")) else {
        return isRun(body, of: "YMD")
      }
      return (mark == 0 || isRun(body.part(0..<mark), of: "YMD"))
        && isRun(body.part(from: mark + 1), of: "HMS")
    }
  }

  /// Numbers with units that follow one another in the order of `units`, one or more.
  private static func isRun(_ text: UnsafeBufferPointer<UInt8>, of units: StaticString) -> Bool {
    var index = 0
    var last: Int?
    while index < text.count {
      let start = index
      while index < text.count, CharacterClass.isDigit(text[index]) { index += 1 }
      guard index > start, index < text.count,
        let unit = (0..<3).first(where: { units.utf8Start[$0] == text[index] }),
        last.map({ unit == $0 + 1 }) ?? true
      else { return false }
      last = unit
      index += 1
    }
    return last != nil
  }
}
