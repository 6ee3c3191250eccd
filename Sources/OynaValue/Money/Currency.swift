/// A currency of ISO 4217: its code, its number and how many decimal digits its minor unit has.
///
/// ```swift
/// Currency.uzs.fractionDigits              // 2: 1 so'm is 100 tiyin
/// Currency(code: "JPY")?.fractionDigits    // 0
/// ```
///
/// Codes and digits: ISO 4217:2015, list one (SIX, as of 2025). Funds, metals and test codes are
/// left out.
public struct Currency: Sendable, Hashable {
  /// Three capital letters.
  public let code: String
  /// 0 to 999; written with three digits.
  public let numericCode: Int
  /// Digits of the minor unit: 0 to 4.
  public let fractionDigits: Int

  private init(_ code: String, _ numericCode: Int, _ fractionDigits: Int) {
    self.code = code
    self.numericCode = numericCode
    self.fractionDigits = fractionDigits
  }

  /// The currency with a code in capital letters; nil when the list has none.
  public init?(code: String) {
    guard let found = Self.all.first(where: { $0.code == code }) else { return nil }
    self = found
  }

  /// The currency with a number, such as 860; nil when the list has none.
  public init?(numericCode: Int) {
    guard let found = Self.all.first(where: { $0.numericCode == numericCode }) else { return nil }
    self = found
  }

  /// Minor units in one unit: 100 for two digits.
  public var minorUnitsPerUnit: Int64 {
    var units: Int64 = 1
    for _ in 0..<fractionDigits { units *= 10 }
    return units
  }

  /// Uzbek so'm.
  public static let uzs = Currency("UZS", 860, 2)
  /// Russian rouble.
  public static let rub = Currency("RUB", 643, 2)
  /// Kazakh tenge.
  public static let kzt = Currency("KZT", 398, 2)
  /// United States dollar.
  public static let usd = Currency("USD", 840, 2)
  /// Euro.
  public static let eur = Currency("EUR", 978, 2)

  /// Every currency of the list.
  public static let all: [Currency] =
    [uzs, rub, kzt, usd, eur] + noDigits.map { Currency($0.0, $0.1, 0) }
    + twoDigits.map { Currency($0.0, $0.1, 2) } + threeDigits.map { Currency($0.0, $0.1, 3) }
    + fourDigits.map { Currency($0.0, $0.1, 4) }

  private static let noDigits: [(String, Int)] = [
    ("BIF", 108), ("CLP", 152), ("DJF", 262), ("GNF", 324), ("ISK", 352), ("JPY", 392),
    ("KMF", 174), ("KRW", 410), ("PYG", 600), ("RWF", 646), ("UGX", 800), ("VND", 704),
    ("VUV", 548), ("XAF", 950), ("XOF", 952), ("XPF", 953),
  ]

  private static let threeDigits: [(String, Int)] = [
    ("BHD", 48), ("IQD", 368), ("JOD", 400), ("KWD", 414), ("LYD", 434), ("OMR", 512),
    ("TND", 788),
  ]

  private static let twoDigits: [(String, Int)] = [
    ("AED", 784), ("AFN", 971), ("ALL", 8), ("AMD", 51), ("AOA", 973), ("ARS", 32),
    ("AUD", 36), ("AWG", 533), ("AZN", 944), ("BAM", 977), ("BBD", 52), ("BDT", 50),
    ("BGN", 975), ("BMD", 60), ("BND", 96), ("BOB", 68), ("BRL", 986), ("BSD", 44),
    ("BTN", 64), ("BWP", 72), ("BYN", 933), ("BZD", 84), ("CAD", 124), ("CDF", 976),
    ("CHF", 756), ("CNY", 156), ("COP", 170), ("CRC", 188), ("CUP", 192), ("CVE", 132),
    ("CZK", 203), ("DKK", 208), ("DOP", 214), ("DZD", 12), ("EGP", 818), ("ERN", 232),
    ("ETB", 230), ("FJD", 242), ("FKP", 238), ("GBP", 826), ("GEL", 981), ("GHS", 936),
    ("GIP", 292), ("GMD", 270), ("GTQ", 320), ("GYD", 328), ("HKD", 344), ("HNL", 340),
    ("HTG", 332), ("HUF", 348), ("IDR", 360), ("ILS", 376), ("INR", 356), ("IRR", 364),
    ("JMD", 388), ("KES", 404), ("KGS", 417), ("KHR", 116), ("KPW", 408), ("KYD", 136),
    ("LAK", 418), ("LBP", 422), ("LKR", 144), ("LRD", 430), ("LSL", 426), ("MAD", 504),
    ("MDL", 498), ("MGA", 969), ("MKD", 807), ("MMK", 104), ("MNT", 496), ("MOP", 446),
    ("MRU", 929), ("MUR", 480), ("MVR", 462), ("MWK", 454), ("MXN", 484), ("MYR", 458),
    ("MZN", 943), ("NAD", 516), ("NGN", 566), ("NIO", 558), ("NOK", 578), ("NPR", 524),
    ("NZD", 554), ("PAB", 590), ("PEN", 604), ("PGK", 598), ("PHP", 608), ("PKR", 586),
    ("PLN", 985), ("QAR", 634), ("RON", 946), ("RSD", 941), ("SAR", 682), ("SBD", 90),
    ("SCR", 690), ("SDG", 938), ("SEK", 752), ("SGD", 702), ("SHP", 654), ("SLE", 925),
    ("SOS", 706), ("SRD", 968), ("SSP", 728), ("STN", 930), ("SVC", 222), ("SYP", 760),
    ("SZL", 748), ("THB", 764), ("TJS", 972), ("TMT", 934), ("TOP", 776), ("TRY", 949),
    ("TTD", 780), ("TWD", 901), ("TZS", 834), ("UAH", 980), ("UYU", 858), ("VES", 928),
    ("WST", 882), ("XCD", 951), ("XCG", 532), ("YER", 886), ("ZAR", 710), ("ZMW", 967),
    ("ZWG", 924),
  ]

  /// Units of account that payments are made in as in a currency.
  private static let fourDigits: [(String, Int)] = [("CLF", 990), ("UYW", 927)]
}
