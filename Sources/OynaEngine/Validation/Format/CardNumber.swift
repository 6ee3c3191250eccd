/// Numbers with a Luhn check digit, and payment cards among them (ISO/IEC 7812-1).
public enum CardNumber {
  /// The `luhn` rule: a payment card's number. Spaces and hyphens between digits are ignored; 13
  /// to 19 digits with a right check digit, and not all zeros, whose check digit would be right.
  ///
  /// Works on bytes, so that a secret need not become a `String`; it allocates nothing.
  public static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let number = text.trimmed
    var count = 0
    var hasOther = false
    for byte in number {
      if isSeparator(byte) { continue }
      count += 1
      if byte != UInt8(ascii: "0") { hasOther = true }
    }
    return (13...19) ~= count && hasOther && hasCheckDigit(number)
  }

  /// The `luhn` rule.
  public static func isValid(_ text: String) -> Bool { text.passes(isValid) }

  /// Whether the last digit is the Luhn check digit of those before it, of any length (ISO/IEC
  /// 7812-1, annex B): from the right every second digit counts twice, as the sum of its digits.
  public static func hasCheckDigit(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var sum = 0
    var place = 0
    for byte in text.reversed() {
      if isSeparator(byte) { continue }
      guard CharacterClass.isDigit(byte) else { return false }
      let digit = CharacterClass.digit(byte) << (place & 1)
      sum = (sum + (digit > 9 ? digit - 9 : digit)) % 10
      place += 1
    }
    return place > 0 && sum == 0
  }

  /// Whether the last digit is the Luhn check digit of those before it.
  public static func hasCheckDigit(_ text: String) -> Bool { text.passes(hasCheckDigit) }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
  }
}
