import OynaValue

/// What is said about paying, in the four languages of the engine. One table a language, in the
/// order of the cases.
enum PaymentWord: Int {
  case checking, notSent, cardRefused

  func text(_ language: MoneyLanguage) -> String {
    switch language {
    case .uz: Self.uz[rawValue]
    case .uzCyrl: Self.uzCyrl[rawValue]
    case .ru: Self.ru[rawValue]
    case .en: Self.en[rawValue]
    }
  }

  private static let uz = [
    "To‘lov tekshirilmoqda", "Internet yo‘q, to‘lov boshlanmadi",
    "Karta qabul qilinmadi, pul yechilmadi",
  ]
  private static let uzCyrl = [
    "Тўлов текширилмоқда", "Интернет йўқ, тўлов бошланмади",
    "Карта қабул қилинмади, пул ечилмади",
  ]
  private static let ru = [
    "Платёж проверяется", "Нет интернета, платёж не начат",
    "Карта не принята, деньги не списаны",
  ]
  private static let en = [
    "The payment is being checked", "No internet, the payment was not begun",
    "The card was not accepted, no money was taken",
  ]

  /// The names of the ways that Oyna knows; any other is called as the document calls it.
  static func method(
    _ name: String, _ language: MoneyLanguage
  ) -> (label: String, hint: String) {
    let place =
      switch language {
      case .uz: 0
      case .uzCyrl: 1
      case .ru: 2
      case .en: 3
      }
    for row in methods where row.name == name { return (row.labels[place], row.hints[place]) }
    return (name, "")
  }

  private static let methods: [(name: String, labels: [String], hints: [String])] = [
    (
      "payme", ["Payme", "Payme", "Payme", "Payme"],
      [
        "Payme sahifasida", "Payme саҳифасида", "На странице Payme", "On Payme’s page",
      ]
    ),
    (
      "card", ["Bank kartasi", "Банк картаси", "Банковская карта", "Bank card"],
      ["Uzcard, Humo", "Uzcard, Humo", "Uzcard, Humo", "Uzcard, Humo"]
    ),
    (
      "click", ["Click", "Click", "Click", "Click"],
      [
        "Telefonda tasdiqlash, *880#", "Телефонда тасдиқлаш, *880#",
        "Подтверждение на телефоне, *880#", "Confirm on the phone, *880#",
      ]
    ),
    (
      "applepay", ["Apple Pay", "Apple Pay", "Apple Pay", "Apple Pay"],
      ["Visa, Mastercard", "Visa, Mastercard", "Visa, Mastercard", "Visa, Mastercard"]
    ),
    (
      "installment", ["Bo‘lib to‘lash", "Бўлиб тўлаш", "Рассрочка", "Instalments"],
      [
        "3 oydan 24 oygacha", "3 ойдан 24 ойгача", "От 3 до 24 месяцев", "3 to 24 months",
      ]
    ),
  ]
}
