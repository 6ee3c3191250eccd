import OynaValue

/// What the doubles of providers' pages say, in the languages of the demo.
struct DemoPageWords: Sendable {
  let language: String
  let pay: String
  let cancel: String
  let refused: String
  let cardNotTaken: String
  let otherCard: String
  let contract: String
  let sign: String
  let signAndReview: String
  let refuse: String
  let note: String
  /// What each test card is, in the order of ``cards``.
  let kinds: [String]

  /// Payme's test cards: one that pays, and four that do not, each in its way.
  static let cards = [
    "8600495473316478", "4444445987459073", "3333336415804657", "8600143417770323",
    "8600134301849596",
  ]

  /// The amount as this language writes it.
  func amount(_ minorUnits: Int64) -> String {
    Money(minorUnits: minorUnits, currency: .uzs).formatted(MoneyLanguage(tag: language))
  }

  /// By a tag or a list of them, as `Accept-Language` has it.
  static func words(for language: String?) -> DemoPageWords {
    let choice = LanguageChoice(
      default: uzbek.language,
      [cyrillicUzbek.language, russian.language, english.language])
    switch choice.best(for: language) {
    case cyrillicUzbek.language: return cyrillicUzbek
    case russian.language: return russian
    case english.language: return english
    default: return uzbek
    }
  }

  private static let uzbek = DemoPageWords(
    language: "uz", pay: "To‘lash", cancel: "Bekor qilish", refused: "To‘lov o‘tmadi",
    cardNotTaken: "Karta qabul qilinmadi.", otherCard: "Boshqa karta",
    contract: "Shartnoma raqami", sign: "Imzolash",
    signAndReview: "Imzolash, bank bir oz tekshiradi", refuse: "Rad etish",
    note: "Bu demo: pul yechilmaydi.",
    kinds: [
      "yaxshi karta", "bloklangan karta", "muddati o‘tgan karta",
      "tizim xatosi: pul keyinroq yechiladi", "10 soniya kutadi, keyin xato",
    ])

  private static let cyrillicUzbek = {
    let letters = UzbekCyrillic()
    let write = { (text: String) in letters.text(text) ?? text }
    return DemoPageWords(
      language: Catalogue.cyrillicUzbek, pay: write(uzbek.pay), cancel: write(uzbek.cancel),
      refused: write(uzbek.refused), cardNotTaken: write(uzbek.cardNotTaken),
      otherCard: write(uzbek.otherCard), contract: write(uzbek.contract),
      sign: write(uzbek.sign), signAndReview: write(uzbek.signAndReview),
      refuse: write(uzbek.refuse), note: write(uzbek.note), kinds: uzbek.kinds.map(write))
  }()

  private static let russian = DemoPageWords(
    language: "ru", pay: "Оплатить", cancel: "Отменить", refused: "Оплата не прошла",
    cardNotTaken: "Карта не принята.", otherCard: "Другая карта", contract: "Номер договора",
    sign: "Подписать", signAndReview: "Подписать, банк немного проверит", refuse: "Отказаться",
    note: "Это демо: деньги не списываются.",
    kinds: [
      "исправная карта", "заблокированная карта", "карта с истёкшим сроком",
      "системная ошибка: деньги списываются позже", "ждёт 10 секунд, потом ошибка",
    ])

  private static let english = DemoPageWords(
    language: "en", pay: "Pay", cancel: "Cancel", refused: "The payment failed",
    cardNotTaken: "The card was not accepted.", otherCard: "Another card",
    contract: "Contract number", sign: "Sign", signAndReview: "Sign, the bank looks at it a little",
    refuse: "Refuse", note: "This is a demo: no money is taken.",
    kinds: [
      "a good card", "a blocked card", "an expired card",
      "a system error: the money is taken later", "waits 10 seconds, then fails",
    ])
}
