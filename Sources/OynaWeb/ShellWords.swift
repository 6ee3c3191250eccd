/// The words of the shell's own controls, which no document names: the eye of a secret, the title
/// of the error summary, why a screen did not arrive.
struct ShellWords: Sendable {
  /// What follows the label of a field that may stay empty.
  let optional: String
  let showSecret: String
  let hideSecret: String
  let close: String
  let dismiss: String
  let retry: String
  let undo: String
  let back: String
  let next: String
  let add: String
  let remove: String
  let less: String
  let more: String
  /// Said over a screen that was kept from an earlier visit, because there is no network.
  let savedCopy: String
  let refresh: String
  /// The button of a file input, and what stands beside it.
  let choose: String
  let drop: String
  let uploading: String
  /// The field that narrows a long list, and what stands where nothing is left of it.
  let search: String
  let nothingFound: String
  /// The title of the error summary for a count of one or more.
  let summary: @Sendable (Int) -> String
  let offline: (title: String, text: String)
  let timeout: (title: String, text: String)
  let missing: (title: String, text: String)
  let broken: (title: String, text: String)
  let refused: (title: String, text: String)

  /// The words of the language, or Uzbek in Latin letters, the product's default.
  ///
  /// `tag` is a BCP 47 tag; its script decides between the two Uzbek alphabets.
  static func words(for tag: String) -> ShellWords {
    let parts = tag.split(separator: "-")
    switch parts.first {
    case "ru": return .russian
    case "en": return .english
    case "uz" where parts.contains("Cyrl"): return .uzbekCyrillic
    default: return .uzbek
    }
  }

  /// `rtl` for a language that is written from right to left.
  static func direction(of tag: String) -> String {
    let parts = tag.split(separator: "-")
    if parts.contains("Latn") || parts.contains("Cyrl") { return "ltr" }
    switch parts.first {
    case "ar", "fa", "he", "ps", "sd", "ug", "ur", "yi": return "rtl"
    default: return parts.contains("Arab") ? "rtl" : "ltr"
    }
  }

  static let uzbek = ShellWords(
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

  static let uzbekCyrillic = ShellWords(
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
    search: "Қидириш",
    nothingFound: "Ҳеч нарса топилмади",
    summary: { "\($0) та жойни тузатинг" },
    offline: ("Интернет йўқ", "Экранни очиб бўлмади. Уланишни текшириб, қайта уриниб кўринг."),
    timeout: ("Сервер жавоб бермаяпти", "Бироздан кейин қайта уриниб кўринг."),
    missing: ("Бундай экран йўқ", "Ҳавола эскирган ёки хато ёзилган бўлиши мумкин."),
    broken: ("Серверда хатолик", "Бу бизнинг томонимиздан. Бироздан кейин қайта уриниб кўринг."),
    refused: ("Экранни кўрсатиб бўлмайди", "Сервердан келган ҳужжатда хато бор.")
  )

  static let russian = ShellWords(
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
    search: "Поиск",
    nothingFound: "Ничего не найдено",
    summary: { "Нужно исправить: \($0)" },
    offline: ("Нет интернета", "Не удалось открыть экран. Проверьте соединение и повторите."),
    timeout: ("Сервер не отвечает", "Повторите через некоторое время."),
    missing: ("Такого экрана нет", "Возможно, ссылка устарела или содержит ошибку."),
    broken: ("Ошибка на сервере", "Это на нашей стороне. Повторите через некоторое время."),
    refused: ("Экран нельзя показать", "В документе, который прислал сервер, ошибка.")
  )

  static let english = ShellWords(
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
