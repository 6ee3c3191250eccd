extension Money {
  /// Why a text is no amount of a currency.
  public enum ParseError: Error, Sendable, Hashable {
    /// Nothing but space.
    case empty
    /// No number, or digits grouped as no number is.
    case notANumber
    /// More decimal digits than the currency's minor unit has.
    case tooManyFractionDigits
    /// No place in 64 bits of minor units.
    case tooLarge
  }

  // MARK: - Plain decimals

  /// Reads `N` or `N.NN`, as protocols write amounts: ASCII digits, a point, at most the
  /// currency's decimal digits, perhaps a minus; no sign of a group, no exponent, no space.
  public init(decimal text: String, currency: Currency) throws(ParseError) {
    guard !text.isEmpty else { throw .empty }
    var digits = Digits(currency)
    var bytes = text.utf8[...]
    if bytes.first == UInt8(ascii: "-") {
      digits.isNegative = true
      bytes.removeFirst()
    }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
      case UInt8(ascii: ".") where !digits.hasPoint && digits.count > 0: digits.hasPoint = true
      default: throw .notANumber
      }
    }
    guard !digits.endsWithPoint else { throw .notANumber }
    self = try digits.money()
  }

  /// An exact number of units, such as 12.5 dollars. Fails when it has a fraction of a minor unit
  /// (1.255 dollars) or no place in 64 bits.
  public init?(_ number: DecimalNumber, currency: Currency) {
    guard
      let units = number.int64(scaledByPowerOfTen: currency.fractionDigits)
    else { return nil }
    self.init(minorUnits: units, currency: currency)
  }

  /// `N.NN`, with all of the currency's decimal digits: reads back to the same amount.
  public var decimalText: String {
    let (whole, fraction) = parts
    let sign = minorUnits < 0 ? "-" : ""
    return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The amount in units, exactly.
  public var decimal: DecimalNumber { DecimalNumber(uncheckedText: decimalText) }

  /// Digits of the units, and of the minor units with their zeros; without a sign.
  private var parts: (whole: String, fraction: String) {
    let perUnit = currency.minorUnitsPerUnit.magnitude
    let (whole, minor) = minorUnits.magnitude.quotientAndRemainder(dividingBy: perUnit)
    guard currency.fractionDigits > 0 else { return (String(whole), "") }
    let digits = String(minor)
    let zeros = String(repeating: "0", count: currency.fractionDigits - digits.utf8.count)
    return (String(whole), zeros + digits)
  }

  // MARK: - As people type it

  /// Reads what a person typed or pasted: `1 250 000,50`, `1250000.5`, `1,250,000.50 UZS`.
  ///
  /// - Space of any kind between digits is ignored, as is the currency's code, or its name in the
  ///   language, at either end.
  /// - Where the language writes a decimal comma (uz, ru), a comma and a point both are the
  ///   decimal sign, so `1,250` and `1.250` have three decimal digits and are refused rather than
  ///   taken for 1250. In English a comma is a sign of groups only and must stand before groups of
  ///   three digits, after a digit that is not a leading zero: `12,50` and `0,005` are refused.
  /// - A decimal sign may be last (`12,`), for it is on its way; zeros past the minor unit count
  ///   as digits.
  public init(
    typed text: String, currency: Currency, language: MoneyLanguage
  ) throws(ParseError) {
    var scalars = Self.significant(text, currency, language)[...]
    guard !scalars.isEmpty else { throw .empty }
    var digits = Digits(currency)
    if let first = scalars.first, first == "-" || first == "\u{2212}" {
      digits.isNegative = true
      scalars.removeFirst()
    }
    // Digits since the last sign of a group; nil before the first.
    var group: Int?
    for scalar in scalars {
      switch scalar {
      case "0"..."9":
        digits.append(UInt8(truncatingIfNeeded: scalar.value))
        if !digits.hasPoint { group = group.map { $0 + 1 } }
      case "," where language.groupSign == ",":
        guard !digits.hasPoint, digits.count > 0, group ?? 3 == 3,
          group != nil || digits.count <= 3 && scalars.first != "0"
        else { throw .notANumber }
        group = 0
      case ".", ",":
        guard !digits.hasPoint, digits.count > 0, group ?? 3 == 3 else { throw .notANumber }
        digits.hasPoint = true
      default:
        throw .notANumber
      }
    }
    guard digits.count > 0, group ?? 3 == 3 else { throw .notANumber }
    self = try digits.money()
  }

  /// The text without space and without the currency's name at either end.
  private static func significant(
    _ text: String, _ currency: Currency, _ language: MoneyLanguage
  ) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      switch scalar {
      // The letters and quotation marks that people write the apostrophe of "so'm" with.
      case "\u{2BB}", "\u{2BC}", "\u{2018}", "\u{2019}", "`": scalars.append("'")
      default: scalars.append(scalar)
      }
    }
    for name in [currency.code, language.symbol(of: currency)] {
      let name = Array(name.unicodeScalars)
      if scalars.count > name.count, Array(scalars.suffix(name.count)) == name {
        scalars.removeLast(name.count)
        break
      }
      let sign = scalars.first == "-" || scalars.first == "\u{2212}" ? 1 : 0
      if scalars.count > name.count + sign,
        Array(scalars.dropFirst(sign).prefix(name.count)) == name
      {
        scalars.removeSubrange(sign..<(sign + name.count))
        break
      }
    }
    return scalars
  }

  // MARK: - For people

  /// When decimal digits are written.
  public enum FractionDisplay: Sendable, Hashable {
    /// All of them, when there is a fraction of a unit; else none: `1 250 000 so'm`.
    case whenNeeded
    /// All of them: `1 250 000,00 so'm`.
    case always
  }

  /// The amount as a person of the language writes it. The separator of groups, and the space
  /// before or after the currency, is U+00A0 (no-break space) where it is a space.
  public func formatted(
    _ language: MoneyLanguage, fraction display: FractionDisplay = .whenNeeded
  ) -> String {
    let (whole, fraction) = parts
    let perUnit = currency.minorUnitsPerUnit
    var number = Self.grouped(whole, language.groupSign)
    if !fraction.isEmpty, display == .always || minorUnits % perUnit != 0 {
      number += language.decimalSign + fraction
    }
    let sign = minorUnits < 0 ? "-" : ""
    let symbol = language.symbol(of: currency)
    guard language.writesSymbolFirst else { return sign + number + "\u{A0}" + symbol }
    let isCode = symbol.utf8.allSatisfy { (0x41...0x5A) ~= $0 }
    return sign + symbol + (isCode ? "\u{A0}" : "") + number
  }

  private static func grouped(_ digits: String, _ sign: String) -> String {
    var text = ""
    for (place, digit) in digits.unicodeScalars.enumerated() {
      if place > 0, (digits.utf8.count - place) % 3 == 0 { text += sign }
      text.unicodeScalars.append(digit)
    }
    return text
  }
}

/// Digits read so far, as minor units.
private struct Digits {
  let currency: Currency
  var isNegative = false
  var hasPoint = false
  private(set) var count = 0
  private var magnitude: UInt64 = 0
  private var fraction = 0
  private var isTooLarge = false

  init(_ currency: Currency) { self.currency = currency }

  var endsWithPoint: Bool { count == 0 || hasPoint && fraction == 0 }

  mutating func append(_ byte: UInt8) {
    count += 1
    if hasPoint { fraction += 1 }
    guard fraction <= currency.fractionDigits else { return }
    append(UInt64(byte - UInt8(ascii: "0")))
  }

  private mutating func append(_ digit: UInt64) {
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
    let (sum, overflowOfSum) = product.addingReportingOverflow(digit)
    if overflow || overflowOfSum { isTooLarge = true }
    magnitude = sum
  }

  consuming func money() throws(Money.ParseError) -> Money {
    guard fraction <= currency.fractionDigits else { throw .tooManyFractionDigits }
    for _ in fraction..<currency.fractionDigits { append(UInt64(0)) }
    let bound = UInt64(1) << 63
    guard !isTooLarge, magnitude < bound || isNegative && magnitude == bound else {
      throw .tooLarge
    }
    let units = Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
    return Money(minorUnits: units, currency: currency)
  }
}
