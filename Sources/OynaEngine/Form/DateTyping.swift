/// A date on its way, day first: what is shown of the digits, dots and slashes that were typed.
///
/// A dot or a slash before the caret ends a day or a month of one digit, which gets its zero. One
/// after the caret does not: there a person is replacing the digit before it.
struct DateTyping {
  private(set) var shown = ""
  /// In characters of `shown`.
  private(set) var caret = 0

  private enum Part { case day, month, year }
  private var part = Part.day
  /// Digits in the part.
  private var digits = ""
  /// The part began because the one before it was full, so a separator that follows the digits
  /// pushed out of it belongs to the old text.
  private var beganWhenFull = false

  /// Nil when the text holds anything but ASCII digits, dots and slashes: a rule refuses that.
  init?(_ typed: String, caret typedCaret: Int) {
    guard typed.utf8.allSatisfy({ (0x30...0x39) ~= $0 || $0 == 0x2E || $0 == 0x2F }) else {
      return nil
    }
    for (place, character) in typed.enumerated() {
      if place == typedCaret { caret = shown.count }
      if character == "." || character == "/" {
        separate(isBeforeCaret: place < typedCaret)
      } else {
        append(character)
      }
    }
    if typedCaret >= typed.utf8.count { caret = shown.count }
  }

  private mutating func append(_ digit: Character) {
    if digits.utf8.count == (part == .year ? 4 : 2) {
      guard part != .year else { return }
      endPart()
      beganWhenFull = true
    }
    digits.append(digit)
    shown.append(digit)
  }

  private mutating func separate(isBeforeCaret: Bool) {
    guard part != .year, !digits.isEmpty, isBeforeCaret || !beganWhenFull else { return }
    if isBeforeCaret, digits.utf8.count == 1 {
      guard digits != "0" else { return }
      shown.removeLast()
      shown += "0" + digits
    }
    endPart()
  }

  private mutating func endPart() {
    shown.append(".")
    part = part == .day ? .month : .year
    digits = ""
    beganWhenFull = false
  }
}
