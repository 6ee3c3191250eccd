import OynaValue

/// Numbers as people type and read them; exact, and the whole text or nothing: `12abc` is no 12.
enum NumberText {
  /// Reads a typed number: ASCII digits, perhaps a sign, space between digits, one decimal sign.
  ///
  /// With `decimalComma` a comma and a point both are the decimal sign; without it a comma is a
  /// sign of groups and must stand before groups of three. Nobody groups a number that begins
  /// with a zero, so `0,005` is refused rather than taken for 5. A decimal sign may be last
  /// (`2,`), for it is on its way. Nil for anything else: `0x1A`, `1e3`, `-`.
  static func parse(_ text: String, decimalComma: Bool) -> Value? {
    var digits = ""
    var hasPoint = false
    var wholeDigits = 0
    var sinceGroup: Int?
    var isNegative = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "-", "\u{2212}":
        guard !isNegative, digits.isEmpty else { return nil }
        isNegative = true
      case "+":
        guard digits.isEmpty, !isNegative else { return nil }
      case "0"..."9":
        digits.unicodeScalars.append(scalar)
        if !hasPoint { wholeDigits += 1 }
        if !hasPoint, let since = sinceGroup { sinceGroup = since + 1 }
      case "," where !decimalComma:
        guard !hasPoint, wholeDigits > 0, sinceGroup ?? 3 == 3 else { return nil }
        if sinceGroup == nil && (wholeDigits > 3 || digits.first == "0") { return nil }
        sinceGroup = 0
      case ".", ",":
        guard !hasPoint, wholeDigits > 0, sinceGroup ?? 3 == 3 else { return nil }
        hasPoint = true
        digits.append(".")
      default:
        guard scalar.properties.isWhitespace else { return nil }
      }
    }
    guard wholeDigits > 0, sinceGroup ?? 3 == 3 else { return nil }
    return number(digits, isNegative: isNegative)
  }

  /// From digits with perhaps one point: as a JSON number, without leading zeros, so `007` is 7.
  private static func number(_ digits: String, isNegative: Bool) -> Value? {
    var text = digits.drop { $0 == "0" }
    if text.isEmpty || text.first == "." { text = "0" + text }
    if text.last == "." { text.removeLast() }
    let isZero = !text.contains { $0 != "0" && $0 != "." }
    let signed = (isNegative && !isZero ? "-" : "") + text
    if let integer = Int64(signed) { return .int(integer) }
    return DecimalNumber(signed).map { .decimal($0) }
  }

  /// A number as the language writes it: `1 250 000,5` with no-break spaces, `1,250,000.5`.
  static func format(_ number: DecimalNumber, _ language: MoneyLanguage) -> String {
    let text = number.text
    // Written with an exponent: no grouping, as it stands.
    if text.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      return text
    }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let unsigned = isNegative ? text.dropFirst() : text[...]
    let parts = unsigned.split(separator: ".", maxSplits: 1)
    let whole = parts.first ?? "0"
    var result = isNegative ? "\u{2212}" : ""
    let count = whole.utf8.count
    for (index, digit) in whole.enumerated() {
      if index > 0 && (count - index) % 3 == 0 { result += language.groupSign }
      result.append(digit)
    }
    if parts.count == 2 { result += language.decimalSign + parts[1] }
    return result
  }
}
