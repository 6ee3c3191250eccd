/// The words of a renderer's own controls, which no document names, and why a screen did not
/// arrive.
public struct ClientWords: Sendable {
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
  /// The button of a file input.
  public let choose: String
  /// The field that narrows a long list.
  public let search: String
  /// Stands where a list is empty.
  public let nothingFound: String
  /// Loads again.
  public let refresh: String
  /// Said while something is on its way.
  public let loading: String
  let offline: Explanation
  let timeout: Explanation
  let missing: Explanation
  let broken: Explanation
  let refused: Explanation

  /// The words of the language, or Uzbek in Latin letters, the product's default.
  ///
  /// `tag` is a BCP 47 tag; its script decides between the two Uzbek alphabets.
  public static func words(for tag: String) -> ClientWords {
    let parts = tag.split(separator: "-")
    switch parts.first {
    case "ru": return .russian
    case "en": return .english
    case "uz" where parts.contains("Cyrl"): return .uzbekCyrillic
    default: return .uzbek
    }
  }

  /// True for a language that is written from right to left.
  public static func isRightToLeft(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-")
    if parts.contains("Latn") || parts.contains("Cyrl") { return false }
    let languages = ["ar", "fa", "he", "ps", "sd", "ug", "ur", "yi"]
    return languages.contains { parts.first == $0[...] } || parts.contains("Arab")
  }

  static let uzbek = ClientWords(
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
    choose: "Fayl tanlash",
    search: "Qidirish",
    nothingFound: "Hech narsa topilmadi",
    refresh: "Yangilash",
    loading: "Yuklanmoqda",
    offline: (
      "Internet yo‘q", "Ekranni ochib bo‘lmadi. Ulanishni tekshirib, qayta urinib ko‘ring."
    ),
    timeout: ("Server javob bermayapti", "Birozdan keyin qayta urinib ko‘ring."),
    missing: ("Bunday ekran yo‘q", "Havola eskirgan yoki xato yozilgan bo‘lishi mumkin."),
    broken: ("Serverda xatolik", "Bu bizning tomonimizdan. Birozdan keyin qayta urinib ko‘ring."),
    refused: ("Ekranni ko‘rsatib bo‘lmaydi", "Serverdan kelgan hujjatda xato bor.")
  )

  static let uzbekCyrillic = ClientWords(
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
    choose: "Файл танлаш",
    search: "Қидириш",
    nothingFound: "Ҳеч нарса топилмади",
    refresh: "Янгилаш",
    loading: "Юкланмоқда",
    offline: ("Интернет йўқ", "Экранни очиб бўлмади. Уланишни текшириб, қайта уриниб кўринг."),
    timeout: ("Сервер жавоб бермаяпти", "Бироздан кейин қайта уриниб кўринг."),
    missing: ("Бундай экран йўқ", "Ҳавола эскирган ёки хато ёзилган бўлиши мумкин."),
    broken: ("Серверда хатолик", "Бу бизнинг томонимиздан. Бироздан кейин қайта уриниб кўринг."),
    refused: ("Экранни кўрсатиб бўлмайди", "Сервердан келган ҳужжатда хато бор.")
  )

  static let russian = ClientWords(
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
    choose: "Выбрать файл",
    search: "Поиск",
    nothingFound: "Ничего не найдено",
    refresh: "Обновить",
    loading: "Загрузка",
    offline: ("Нет интернета", "Не удалось открыть экран. Проверьте соединение и повторите."),
    timeout: ("Сервер не отвечает", "Повторите через некоторое время."),
    missing: ("Такого экрана нет", "Возможно, ссылка устарела или содержит ошибку."),
    broken: ("Ошибка на сервере", "Это на нашей стороне. Повторите через некоторое время."),
    refused: ("Экран нельзя показать", "В документе, который прислал сервер, ошибка.")
  )

  static let english = ClientWords(
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
    choose: "Choose a file",
    search: "Search",
    nothingFound: "Nothing found",
    refresh: "Refresh",
    loading: "Loading",
    offline: ("No connection", "The screen could not be opened. Check the network and try again."),
    timeout: ("The server does not answer", "Please try again in a while."),
    missing: ("There is no such screen", "The link may be old or mistyped."),
    broken: ("Something broke on the server", "This is on our side. Please try again in a while."),
    refused: ("The screen cannot be shown", "The document that the server sent has a mistake.")
  )
}
