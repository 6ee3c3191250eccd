/// How a language writes amounts of money.
///
/// Signs of groups and decimals, and the side of the currency, as in Unicode CLDR 45 for uz, ru
/// and en; the so'm is spelt as people in Uzbekistan spell it, with an apostrophe.
public enum MoneyLanguage: Sendable, Hashable, CaseIterable {
  /// Uzbek in Latin script: `1 250 000,50 so'm`.
  case uz
  /// Uzbek in Cyrillic script: `1 250 000,50 сўм`.
  case uzCyrl
  /// Russian: `1 250 000,50 сум`.
  case ru
  /// English: `UZS 1,250,000.50`, `$12.50`.
  case en

  /// From a language tag (BCP 47), by its language and script: `uz`, `uz-UZ`, `uz-Cyrl-UZ`,
  /// `ru-RU`, `en-GB`. Uzbek for any other, and for none.
  public init(tag: String?) {
    let subtags = (tag ?? "").lowercased().split(separator: "-", omittingEmptySubsequences: false)
    switch subtags.first {
    case "ru": self = .ru
    case "en": self = .en
    default: self = subtags.dropFirst().first == "cyrl" ? .uzCyrl : .uz
    }
  }

  /// Between groups of three digits: U+00A0 (no-break space), or a comma in English.
  public var groupSign: String { self == .en ? "," : "\u{A0}" }

  /// Before the decimal digits.
  public var decimalSign: String { self == .en ? "." : "," }

  /// Whether the currency stands before the number.
  var writesSymbolFirst: Bool { self == .en }

  /// A currency's name or sign; its code where the language has none.
  public func symbol(of currency: Currency) -> String {
    switch (currency.code, self) {
    case ("UZS", .uz): "so'm"
    case ("UZS", .uzCyrl): "сўм"
    case ("UZS", .ru): "сум"
    case ("USD", _): "$"
    case ("EUR", _): "€"
    case ("GBP", _): "£"
    case ("RUB", .uz), ("RUB", .uzCyrl), ("RUB", .ru): "₽"
    case ("KZT", .uz), ("KZT", .uzCyrl), ("KZT", .ru): "₸"
    default: currency.code
    }
  }
}
