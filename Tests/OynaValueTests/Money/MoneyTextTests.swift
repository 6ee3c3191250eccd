import OynaValue
import Testing

@Suite("Money as text")
struct MoneyTextTests {
  private func som(_ units: Int64) -> Money { Money(minorUnits: units, currency: .uzs) }
  private static let yen = Currency(code: "JPY") ?? .uzs
  private static let dinar = Currency(code: "KWD") ?? .uzs

  // MARK: - Plain decimals

  @Test(
    "a protocol's decimal is read exactly",
    arguments: [
      ("0", 0), ("0.00", 0), ("1", 100), ("1.5", 150), ("1.05", 105), ("-1.05", -105),
      ("1250000.50", 125_000_050), ("007", 700), ("92233720368547758.07", .max),
      ("-92233720368547758.08", .min),
    ] as [(String, Int64)])
  func decimal(text: String, units: Int64) throws {
    #expect(try Money(decimal: text, currency: .uzs) == som(units))
  }

  @Test(
    "what is no protocol's decimal is refused with its reason",
    arguments: [
      ("", .empty), ("-", .notANumber), (".5", .notANumber), ("1.", .notANumber),
      ("1.2.3", .notANumber), ("1,5", .notANumber), ("1 000", .notANumber), ("+1", .notANumber),
      ("1e3", .notANumber), (" 1", .notANumber), ("٣", .notANumber), ("--1", .notANumber),
      ("1.005", .tooManyFractionDigits), ("1.000", .tooManyFractionDigits),
      ("92233720368547758.08", .tooLarge), ("-92233720368547758.09", .tooLarge),
      ("99999999999999999999999999", .tooLarge),
    ] as [(String, Money.ParseError)])
  func badDecimal(text: String, reason: Money.ParseError) {
    #expect(throws: reason) { try Money(decimal: text, currency: .uzs) }
  }

  @Test("the decimal digits are the currency's")
  func fractionDigits() throws {
    #expect(try Money(decimal: "15", currency: Self.yen).minorUnits == 15)
    #expect(throws: Money.ParseError.tooManyFractionDigits) {
      try Money(decimal: "15.0", currency: Self.yen)
    }
    #expect(try Money(decimal: "1.234", currency: Self.dinar).minorUnits == 1234)
    #expect(Money(minorUnits: 15, currency: Self.yen).decimalText == "15")
    #expect(Money(minorUnits: -5, currency: Self.dinar).decimalText == "-0.005")
    #expect(som(-5).decimalText == "-0.05")
    #expect(som(.min).decimalText == "-92233720368547758.08")
  }

  @Test("an exact number is an amount just when it has no part of a minor unit")
  func number() throws {
    let cases: [(String, Int64?)] = [
      ("12.5", 1250), ("12.50", 1250), ("1e3", 100_000), ("1.005", nil), ("1e-2", 1),
      ("1e-3", nil), ("-0.01", -1), ("92233720368547758.07", .max), ("92233720368547758.08", nil),
      ("1e999999999999", nil), ("0e999999999999", 0),
    ]
    for (text, units) in cases {
      let number = try #require(DecimalNumber(text))
      #expect(Money(number, currency: .uzs)?.minorUnits == units, "\(text)")
    }
  }

  // MARK: - Typed

  @Test(
    "what a person types is read by the language's signs",
    arguments: [
      ("1 250 000,50", .uz, 125_000_050), ("1250000.5", .uz, 125_000_050),
      ("1\u{A0}250\u{202F}000 so'm", .uz, 125_000_000), ("1 250 000 soʻm", .uz, 125_000_000),
      ("1 250 сум", .ru, 125_000), ("1 250 сўм", .uzCyrl, 125_000), ("UZS 5", .ru, 500),
      ("-UZS 5", .en, -500), ("\u{2212}5", .uz, -500), ("12,", .uz, 1200), ("12.", .en, 1200),
      ("1,250,000.50", .en, 125_000_050), ("1,250", .en, 125_000),
      ("UZS 1,250,000", .en, 125_000_000),
      ("0", .uz, 0), (" 7 ", .ru, 700), ("1 2 3", .uz, 12_300),
    ] as [(String, MoneyLanguage, Int64)])
  func typed(text: String, language: MoneyLanguage, units: Int64) throws {
    #expect(try Money(typed: text, currency: .uzs, language: language) == som(units))
  }

  @Test(
    "what could mean two amounts, or none, is refused",
    arguments: [
      ("", .uz, .empty), ("  ", .uz, .empty), ("so'm", .uz, .notANumber), ("abc", .ru, .notANumber),
      ("1,250", .uz, .tooManyFractionDigits), ("1.250", .ru, .tooManyFractionDigits),
      ("1,250,000", .uz, .notANumber), ("12,50", .en, .notANumber), ("1,2500", .en, .notANumber),
      ("1250,000", .en, .notANumber), (",250", .en, .notANumber),
      ("0,005", .en, .notANumber), ("-0,500", .en, .notANumber), ("012,345", .en, .notANumber),
      ("1,250.000", .en, .tooManyFractionDigits),
      ("1.5,000", .en, .notANumber), ("1..5", .en, .notANumber), ("5-", .uz, .notANumber),
      ("1e5", .uz, .notANumber), ("$5", .uz, .notANumber), ("0x1A", .uz, .notANumber),
      ("١٢", .uz, .notANumber), (",5", .uz, .notANumber), ("-", .uz, .notANumber),
      ("92 233 720 368 547 758,08", .uz, .tooLarge),
    ] as [(String, MoneyLanguage, Money.ParseError)])
  func badTyped(text: String, language: MoneyLanguage, reason: Money.ParseError) {
    #expect(throws: reason) { try Money(typed: text, currency: .uzs, language: language) }
  }

  // MARK: - Formatted

  @Test("an amount is written as each language writes it")
  func formatted() {
    #expect(som(125_000_000).formatted(.uz) == "1\u{A0}250\u{A0}000\u{A0}so'm")
    #expect(som(125_000_050).formatted(.uz) == "1\u{A0}250\u{A0}000,50\u{A0}so'm")
    #expect(som(10_000_000).formatted(.uz) == "100\u{A0}000\u{A0}so'm")
    #expect(som(125_000_000).formatted(.uzCyrl) == "1\u{A0}250\u{A0}000\u{A0}сўм")
    #expect(som(125_000_000).formatted(.ru) == "1\u{A0}250\u{A0}000\u{A0}сум")
    #expect(som(125_000_000).formatted(.en) == "UZS\u{A0}1,250,000")
    #expect(som(-5).formatted(.en) == "-UZS\u{A0}0.05")
    #expect(som(100).formatted(.ru, fraction: .always) == "1,00\u{A0}сум")
    #expect(Money(minorUnits: 125_050, currency: .usd).formatted(.en) == "$1,250.50")
    #expect(Money(minorUnits: -500, currency: .rub).formatted(.ru) == "-5\u{A0}₽")
    #expect(Money(minorUnits: 1234, currency: Self.yen).formatted(.en) == "JPY\u{A0}1,234")
    #expect(
      Money(minorUnits: 1234, currency: Self.yen).formatted(.uz, fraction: .always)
        == "1\u{A0}234\u{A0}JPY")
    #expect(
      som(.min).formatted(.uz) == "-92\u{A0}233\u{A0}720\u{A0}368\u{A0}547\u{A0}758,08\u{A0}so'm")
  }

  @Test("whatever is written is read back as the same amount, in every language and currency")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 860)
    let currencies: [Currency] = [.uzs, .usd, .rub, .kzt, Self.yen, Self.dinar]
    for _ in 0..<3000 {
      let units = Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<63, using: &generator)
      let currency = currencies.randomElement(using: &generator) ?? .uzs
      let money = Money(minorUnits: units, currency: currency)
      try #require(try Money(decimal: money.decimalText, currency: currency) == money)
      try #require(Money(money.decimal, currency: currency) == money)
      for language in MoneyLanguage.allCases {
        for display in [Money.FractionDisplay.whenNeeded, .always] {
          let text = money.formatted(language, fraction: display)
          try #require(
            try Money(typed: text, currency: currency, language: language) == money, "\(text)")
        }
      }
    }
  }

  @Test("a language tag gives its way of writing")
  func tags() {
    let cases: [(String?, MoneyLanguage)] = [
      (nil, .uz), ("", .uz), ("uz", .uz), ("uz-UZ", .uz), ("uz-Latn-UZ", .uz),
      ("uz-Cyrl", .uzCyrl), ("UZ-CYRL-UZ", .uzCyrl), ("ru", .ru), ("ru-RU", .ru), ("en-GB", .en),
      ("kk", .uz),
    ]
    for (tag, language) in cases { #expect(MoneyLanguage(tag: tag) == language) }
  }
}
