/// What a masked input shows while it is edited.
public struct MaskedText: Sendable, Hashable {
  /// The text to show.
  public let shown: String
  /// Where the caret stands in `shown`, in characters.
  public let caret: Int
  /// The value that the field keeps: send it as the input.
  public let value: String
}

extension InputMask {
  /// Brings what a native control holds after an edit (typed in the middle, pasted, deleted) to
  /// the masked text, with the caret after the same characters of the value as before.
  ///
  /// - Parameters:
  ///   - typed: the control's text after the edit.
  ///   - caret: the caret in `typed`, in characters, from 0.
  public func edited(_ typed: String, caret: Int) -> MaskedText {
    if case .date = self, let date = DateTyping(typed, caret: caret) {
      return MaskedText(shown: date.shown, caret: date.caret, value: value(of: date.shown))
    }
    let before = typed.prefix(max(caret, 0))
    let significant = before.reduce(0) { isSignificant($1) ? $0 + 1 : $0 }
    let value = value(of: typed)
    let shown = shown(value)
    var place = 0
    var seen = 0
    for character in shown {
      if seen == significant { break }
      if isSignificant(character) { seen += 1 }
      place += 1
    }
    return MaskedText(shown: shown, caret: place, value: value)
  }

  /// The text to show for a value.
  public func shown(_ value: String) -> String {
    switch self {
    case .phone(let region): InputMask.phone(value, region: region)
    case .card: InputMask.grouped(value, [4, 4, 4, 4, 3])
    case .date: InputMask.date(value)
    case .custom(let pattern): InputMask.filled(value, pattern: pattern)
    }
  }

  /// Characters of the value, as against those that the mask adds.
  private func isSignificant(_ character: Character) -> Bool {
    switch self {
    case .phone: character.isASCII && (character.isNumber || character == "+")
    case .card, .date: character.isASCII && character.isNumber
    case .custom: character.isLetter || character.isNumber
    }
  }

  private static func grouped(_ value: String, _ sizes: [Int]) -> String {
    var result = ""
    var rest = Substring(value)
    for size in sizes where !rest.isEmpty {
      if !result.isEmpty { result += " " }
      result += rest.prefix(size)
      rest = rest.dropFirst(size)
    }
    return rest.isEmpty ? result : result + " " + rest
  }

  /// `+998 90 123 45 67`; other countries in groups of three.
  private static func phone(_ value: String, region: String) -> String {
    if region == "UZ" && value.hasPrefix("+998") {
      return "+998" + spaced(grouped(String(value.dropFirst(4)), [2, 3, 2, 2]))
    }
    if region == "RU" || region == "KZ", value.hasPrefix("+7") {
      return "+7" + spaced(grouped(String(value.dropFirst(2)), [3, 3, 2, 2]))
    }
    return value
  }

  private static func spaced(_ text: String) -> String { text.isEmpty ? "" : " " + text }

  /// `2026-12-31` → `31.12.2026`; a date on its way gets its dots.
  private static func date(_ value: String) -> String {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0].count == 4 { return "\(parts[2]).\(parts[1]).\(parts[0])" }
    return DateTyping(value, caret: 0)?.shown ?? value
  }

  private static func filled(_ value: String, pattern: String) -> String {
    var result = ""
    var rest = Substring(value)
    for place in pattern {
      guard let next = rest.first else { break }
      if place == "#" || place == "A" || place == "*" {
        result.append(next)
        rest = rest.dropFirst()
      } else {
        result.append(place)
      }
    }
    return result + rest
  }
}
