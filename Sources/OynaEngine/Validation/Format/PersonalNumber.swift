public import OynaValue

/// The personal number of a person in Uzbekistan (PINFL, in Uzbek JShShIR): what the `pinfl` rule
/// accepts.
///
/// Fourteen digits: century and sex, day, month and year of birth, district (3), serial (3), check
/// digit. Source: Cabinet of Ministers of Uzbekistan, resolution 177 of 12 April 2022
/// (lex.uz/uz/docs/-5955665): weights 7, 3, 1 repeating, modulo 10.
public enum PersonalNumber {
  /// Fourteen digits that write a day of birth and whose check digit is right; spaces between and
  /// around are ignored.
  ///
  /// Works on bytes, so that a secret need not become a `String`; it allocates nothing.
  public static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let number = digits(text) else { return false }
    return birthDate(number) != nil && checkDigit(number) == number % 10
  }

  /// Fourteen digits that write a day of birth and whose check digit is right.
  public static func isValid(_ text: String) -> Bool { text.passes(isValid) }

  /// The day of birth that a valid number writes.
  public static func birthDate(_ text: String) -> CalendarDay? {
    var text = text
    return text.withUTF8 { text in
      isValid(text) ? digits(text).flatMap(birthDate) : nil
    }
  }

  /// The fourteen digits as one number.
  private static func digits(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var number: Int64 = 0
    var count = 0
    for byte in text.trimmed where byte != UInt8(ascii: " ") {
      guard CharacterClass.isDigit(byte), count < 14 else { return nil }
      number = number * 10 + Int64(CharacterClass.digit(byte))
      count += 1
    }
    return count == 14 ? number : nil
  }

  /// First digit: 1, 3, 5 for men and 2, 4, 6 for women born in the 19th, 20th and 21st century.
  private static func birthDate(_ number: Int64) -> CalendarDay? {
    let first = Int(number / 10_000_000_000_000)
    guard (1...6) ~= first else { return nil }
    let date = Int(number / 10_000_000 % 1_000_000)
    return CalendarDay(
      year: 1800 + (first - 1) / 2 * 100 + date % 100, month: date / 100 % 100, day: date / 10_000)
  }

  private static func checkDigit(_ number: Int64) -> Int64 {
    var rest = number / 10
    var sum: Int64 = 0
    // From the right the thirteenth digit has weight 7, the twelfth 1, the eleventh 3.
    for place in 0..<13 {
      let weight: Int64 = place % 3 == 0 ? 7 : place % 3 == 1 ? 1 : 3
      sum += rest % 10 * weight
      rest /= 10
    }
    return sum % 10
  }
}
