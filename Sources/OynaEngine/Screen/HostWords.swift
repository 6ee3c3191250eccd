import OynaValue

/// The words of a host's own controls, which no document names: the eye of a secret, the title of
/// the error summary, why a screen did not arrive.
public struct HostWords: Sendable {
  /// A heading and a sentence for the person.
  public typealias Explanation = (title: String, text: String)

  /// What follows the label of a field that may stay empty.
  public let optional: String
  /// The button that shows a secret.
  public let showSecret: String
  /// The button that hides it again.
  public let hideSecret: String
  /// Closes a message or a sheet.
  public let close: String
  /// Answers an alert.
  public let dismiss: String
  /// Sends, or loads, again.
  public let retry: String
  /// Takes something back.
  public let undo: String
  /// To the page before.
  public let back: String
  /// To the next page.
  public let next: String
  /// Adds a row.
  public let add: String
  /// Takes something away.
  public let remove: String
  /// The button of a stepper that takes one away.
  public let less: String
  /// The button of a stepper that adds one.
  public let more: String
  /// Said over a screen that was kept from an earlier visit, because there is no network.
  public let savedCopy: String
  /// Loads again.
  public let refresh: String
  /// The button of a file input.
  public let choose: String
  /// What stands beside it where files can be dropped.
  public let drop: String
  /// A file is on its way to the server.
  public let uploading: String
  /// A screen is on its way from the server.
  public let loading: String
  /// The field that narrows a long list.
  public let search: String
  /// Stands where nothing is left of a list.
  public let nothingFound: String
  /// The title of the error summary for a count of one or more.
  public let summary: @Sendable (Int) -> String
  /// Nothing was sent: there is no network.
  public let offline: Explanation
  /// No answer came in time.
  public let timeout: Explanation
  /// There is no screen at the address.
  public let missing: Explanation
  /// The server failed.
  public let broken: Explanation
  /// What came is no screen.
  public let refused: Explanation

  /// The words of the language, or Uzbek in Latin letters, the product's default.
  ///
  /// `tag` is a BCP 47 tag; its script decides between the two Uzbek alphabets.
  public static func words(for tag: String) -> HostWords {
    switch MoneyLanguage(tag: tag) {
    case .ru: russian
    case .en: english
    case .uzCyrl: uzbekCyrillic
    case .uz: uzbek
    }
  }

  /// True for a language that is written from right to left. Capitals mean nothing in a tag (RFC
  /// 5646 §2.1.1).
  public static func isRightToLeft(_ tag: String) -> Bool {
    let parts = tag.lowercased().split(separator: "-")
    if parts.contains("latn") || parts.contains("cyrl") { return false }
    switch parts.first {
    case "ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi": return true
    default: return parts.contains("arab") || parts.contains("hebr")
    }
  }

  static let uzbek = HostWords(
    optional: "(ixtiyoriy)",
    showSecret: "Ko‘rsatish",
    hideSecret: "Yashirish",
    close: "Yopish",
    dismiss: "Tushunarli",
    retry: "Qayta urinish",
    undo: "Bekor qilish",
    back: "Orqaga",
    next: "Davom etish",
    add: "Qo‘shish",
    remove: "O‘chirish",
    less: "Kamaytirish",
    more: "Ko‘paytirish",
    savedCopy: "Internet yo‘q. Saqlangan nusxa ko‘rsatilmoqda",
    refresh: "Yangilash",
    choose: "Fayl tanlash",
    drop: "yoki shu yerga tashlang",
    uploading: "Yuklanmoqda",
    loading: "Yuklanmoqda",
    search: "Qidirish",
    nothingFound: "Hech narsa topilmadi",
    summary: { "\($0) ta joyni tuzating" },
    offline: (
      "Internet yo‘q", "Ekranni ochib bo‘lmadi. Ulanishni tekshirib, qayta urinib ko‘ring."
    ),
    timeout: ("Server javob bermayapti", "Birozdan keyin qayta urinib ko‘ring."),
    missing: ("Bunday ekran yo‘q", "Havola eskirgan yoki xato yozilgan bo‘lishi mumkin."),
    broken: ("Serverda xatolik", "Bu bizning tomonimizdan. Birozdan keyin qayta urinib ko‘ring."),
    refused: ("Ekranni ko‘rsatib bo‘lmaydi", "Serverdan kelgan hujjatda xato bor.")
  )

  static let uzbekCyrillic = HostWords(
    optional: "(ихтиёрий)",
    showSecret: "Кўрсатиш",
    hideSecret: "Яшириш",
    close: "Ёпиш",
    dismiss: "Тушунарли",
    retry: "Қайта уриниш",
    undo: "Бекор қилиш",
    back: "Орқага",
    next: "Давом этиш",
    add: "Қўшиш",
    remove: "Ўчириш",
    less: "Камайтириш",
    more: "Кўпайтириш",
    savedCopy: "Интернет йўқ. Сақланган нусха кўрсатилмоқда",
    refresh: "Янгилаш",
    choose: "Файл танлаш",
    drop: "ёки шу ерга ташланг",
    uploading: "Юкланмоқда",
    loading: "Юкланмоқда",
    search: "Қидириш",
    nothingFound: "Ҳеч нарса топилмади",
    summary: { "\($0) та жойни тузатинг" },
    offline: ("Интернет йўқ", "Экранни очиб бўлмади. Уланишни текшириб, қайта уриниб кўринг."),
    timeout: ("Сервер жавоб бермаяпти", "Бироздан кейин қайта уриниб кўринг."),
    missing: ("Бундай экран йўқ", "Ҳавола эскирган ёки хато ёзилган бўлиши мумкин."),
    broken: ("Серверда хатолик", "Бу бизнинг томонимиздан. Бироздан кейин қайта уриниб кўринг."),
    refused: ("Экранни кўрсатиб бўлмайди", "Сервердан келган ҳужжатда хато бор.")
  )

  static let russian = HostWords(
    optional: "(необязательно)",
    showSecret: "Показать",
    hideSecret: "Скрыть",
    close: "Закрыть",
    dismiss: "Понятно",
    retry: "Повторить",
    undo: "Отменить",
    back: "Назад",
    next: "Далее",
    add: "Добавить",
    remove: "Удалить",
    less: "Уменьшить",
    more: "Увеличить",
    savedCopy: "Нет интернета. Показана сохранённая копия",
    refresh: "Обновить",
    choose: "Выбрать файл",
    drop: "или перетащите сюда",
    uploading: "Загрузка",
    loading: "Загрузка",
    search: "Поиск",
    nothingFound: "Ничего не найдено",
    summary: { "Нужно исправить: \($0)" },
    offline: ("Нет интернета", "Не удалось открыть экран. Проверьте соединение и повторите."),
    timeout: ("Сервер не отвечает", "Повторите через некоторое время."),
    missing: ("Такого экрана нет", "Возможно, ссылка устарела или содержит ошибку."),
    broken: ("Ошибка на сервере", "Это на нашей стороне. Повторите через некоторое время."),
    refused: ("Экран нельзя показать", "В документе, который прислал сервер, ошибка.")
  )

  static let english = HostWords(
    optional: "(optional)",
    showSecret: "Show",
    hideSecret: "Hide",
    close: "Close",
    dismiss: "OK",
    retry: "Try again",
    undo: "Undo",
    back: "Back",
    next: "Continue",
    add: "Add",
    remove: "Remove",
    less: "Decrease",
    more: "Increase",
    savedCopy: "No connection. Showing a saved copy",
    refresh: "Refresh",
    choose: "Choose a file",
    drop: "or drop it here",
    uploading: "Uploading",
    loading: "Loading",
    search: "Search",
    nothingFound: "Nothing found",
    summary: { $0 == 1 ? "Correct 1 field" : "Correct \($0) fields" },
    offline: ("No connection", "The screen could not be opened. Check the network and try again."),
    timeout: ("The server does not answer", "Please try again in a while."),
    missing: ("There is no such screen", "The link may be old or mistyped."),
    broken: ("Something broke on the server", "This is on our side. Please try again in a while."),
    refused: ("The screen cannot be shown", "The document that the server sent has a mistake.")
  )
}
