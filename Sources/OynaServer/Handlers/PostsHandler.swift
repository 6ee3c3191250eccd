import OynaValue

/// `GET /api/v1/posts`: a long list of the demo, page by page, and every way in which a source can
/// behave: the parameter `scenario` is `slow`, `empty`, `broken`, `wrong` or `halfway` (the second
/// page breaks). `GET /api/v1/posts/{id}` is one of them.
///
/// A page is `{"posts": [{"id", "title", "author", "date", "likes"}], "next": cursor, "total"}`.
/// Posts are made from their numbers, so that the list costs no memory and is the same everywhere.
struct PostsHandler: Sendable {
  /// Posts of the whole list.
  let count: Int
  /// Waits before a slow answer; a test gives one that does not wait.
  let wait: @Sendable () async -> Void

  private static let path = "/api/v1/posts"
  /// The first page is small, so that it is there at once; the others grow, so that they are few.
  private static let firstPage = 50
  private static let largestPage = 1_000

  init(count: Int = 100_000, wait: @escaping @Sendable () async -> Void = Self.second) {
    self.count = count
    self.wait = wait
  }

  private static let second: @Sendable () async -> Void = {
    try? await Task.sleep(nanoseconds: 1_500_000_000)
  }

  func add(to router: inout Router) {
    router.on(Self.path, ("GET", { page($0) }))
    router.otherwise([Self.path + "/{id}"], lookUp)
  }

  @Sendable private func lookUp(_ path: String) -> Router.Endpoint? {
    guard path.hasPrefix(Self.path + "/"), let id = Int(path.dropFirst(Self.path.count + 1)),
      (1...count).contains(id)
    else { return nil }
    return Router.Endpoint(
      Route("/api/v1/posts/{id}"), [("GET", { request in one(id, request) })])
  }

  private func one(_ id: Int, _ request: HTTPRequest) -> Reply {
    let words = PostWords.words(for: request)
    var writer = JSONWriter()
    write(id, words, &writer, withText: true)
    return Self.reply(writer.bytes, words, to: request)
  }

  private func page(_ request: HTTPRequest) -> Reply {
    let scenario = request.parameter("scenario") ?? ""
    guard let cursor = Cursor(request.parameter("cursor")) else {
      return .response(
        Problem(400, "bad-cursor", "Bad cursor", detail: "Take `next` of the page before.").response
      )
    }
    let words = PostWords.words(for: request)
    switch scenario {
    case "broken":
      return Self.broken(500, words)
    case "halfway" where cursor.start > 0:
      return Self.broken(503, words)
    case "wrong":
      let html = Array("<!doctype html><title>proxy</title>".utf8)
      return .response(HTTPResponse(status: 200, contentType: "text/html", body: html))
    case "empty":
      return Self.reply(Array(#"{"posts": [], "next": null, "total": 0}"#.utf8), words, to: request)
    case "slow":
      let bytes = bytes(from: cursor, words, request.parameter("q"))
      return .pending {
        await wait()
        return await Self.reply(bytes, words, to: request).response()
      }
    default:
      return Self.reply(bytes(from: cursor, words, request.parameter("q")), words, to: request)
    }
  }

  private static func broken(_ status: Int, _ words: PostWords) -> Reply {
    .response(
      Problem(
        status, "posts-broken", words.broken,
        headers: HTTPFields([("Content-Language", words.language)])
      ).response)
  }

  /// Where a page starts and how long it is: `50.100`. Opaque to clients.
  private struct Cursor {
    let start: Int
    let size: Int

    init?(_ text: String?) {
      guard let text else {
        start = 0
        size = firstPage
        return
      }
      let parts = text.split(separator: ".").map { Int($0) }
      guard parts.count == 2, let start = parts[0], let size = parts[1], start >= 0,
        (1...largestPage).contains(size)
      else { return nil }
      self.start = start
      self.size = size
    }
  }

  private func bytes(from cursor: Cursor, _ words: PostWords, _ query: String?) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("posts")
    writer.beginArray()
    var place = cursor.start
    var found = 0
    let matches = words.matches(query ?? "")
    // The newest first. A search looks through the rest of the list for one page at most.
    while place < count, found < cursor.size {
      let id = count - place
      place += 1
      guard matches[id % matches.count] else { continue }
      found += 1
      write(id, words, &writer, withText: false)
    }
    writer.endArray()
    writer.key("next")
    if place < count {
      writer.string("\(place).\(min(cursor.size * 2, Self.largestPage))")
    } else {
      writer.null()
    }
    writer.key("total")
    writer.int(Int64(count))
    writer.endObject()
    return writer.bytes
  }

  private func write(
    _ id: Int, _ words: PostWords, _ writer: inout JSONWriter, withText: Bool
  ) {
    writer.beginObject()
    writer.key("id")
    writer.int(Int64(id))
    writer.key("title")
    writer.string(words.title(id))
    writer.key("author")
    writer.string(words.authors[id / 3 % words.authors.count])
    writer.key("date")
    // One post in ten minutes, the newest on the day of the demo.
    let newest = CalendarDay(year: 2026, month: 11, day: 30)
    writer.string(newest?.adding(days: -(count - id) / 144)?.text ?? "2026-11-30")
    writer.key("likes")
    writer.int(Int64((id * 7_919) % 240))
    if withText {
      writer.key("text")
      writer.string(words.text(id))
    }
    writer.endObject()
  }

  private static func reply(_ bytes: [UInt8], _ words: PostWords, to request: HTTPRequest) -> Reply
  {
    let tag = EntityTag(of: bytes)
    let fields = [
      ("ETag", tag.text), ("Content-Language", words.language), ("Vary", "Accept-Language"),
      ("Cache-Control", "no-cache"),
    ]
    if let known = request.headers.list("if-none-match"), tag.isNamed(in: known) {
      return .response(HTTPResponse(status: 304, headers: HTTPFields(fields)))
    }
    return .response(
      HTTPResponse(
        status: 200, headers: HTTPFields([("Content-Type", "application/json")] + fields),
        body: bytes))
  }
}

/// What demo posts are made of, in one language.
private struct PostWords: Sendable {
  let language: String
  let subjects: [String]
  let events: [String]
  let authors: [String]
  let sentences: [String]
  let broken: String

  /// By the id of a post modulo the number of titles, for these come round again: whether its title
  /// holds what is looked for. A longer text than any title is in none, and is not looked for.
  func matches(_ query: String) -> [Bool] {
    let titles = (0..<subjects.count * events.count).map { title($0) }
    let longest = titles.map(\.utf8.count).max() ?? 0
    guard query.utf8.count <= 2 * longest else { return [false] }
    let wanted = query.lowercased()
    return titles.map { wanted.isEmpty || $0.lowercased().contains(wanted) }
  }

  func title(_ id: Int) -> String {
    let event = events[id / subjects.count % events.count]
    return subjects[id % subjects.count] + (event.hasPrefix(":") ? "" : " ") + event
  }

  func text(_ id: Int) -> String {
    (0..<3).map { sentences[(id + $0 * 2) % sentences.count] }.joined(separator: " ")
  }

  static func words(for request: HTTPRequest) -> PostWords {
    let choice = LanguageChoice(
      default: uzbek.language,
      [russian.language, english.language, cyrillicUzbek.language])
    switch choice.best(for: ScreenHandler.language(request)) {
    case "ru": return russian
    case "en": return english
    case cyrillicUzbek.language: return cyrillicUzbek
    default: return uzbek
    }
  }

  static let uzbek = PostWords(
    language: "uz",
    subjects: ["Mobil ilova", "Yangi filial", "Muddatli to‘lov", "Valyuta kursi", "Xavfsizlik"],
    events: [
      "yangilandi", "hamma uchun ochildi", "haqida savol-javob", "bo‘yicha eslatma",
      "qanday ishlaydi", "endi kechayu kunduz", "shartlari yumshadi",
    ],
    authors: ["Zuhra Karimova", "Jasur Aliyev", "Nodira Saidova", "Otabek Yusupov"],
    sentences: [
      "O‘zgarish bugundan kuchga kiradi.", "Hech narsa yuklab olish shart emas.",
      "Savollar bo‘lsa, qo‘llab-quvvatlash xizmatiga yozing.",
      "Eski shartnomalar o‘z shartlarida qoladi.", "Kodni hech kimga aytmang.",
    ],
    broken: "Xabarlar xizmatida nosozlik")

  static let cyrillicUzbek = {
    let letters = UzbekCyrillic()
    let write = { (text: String) in letters.text(text) ?? text }
    return PostWords(
      language: Catalogue.cyrillicUzbek, subjects: uzbek.subjects.map(write),
      events: uzbek.events.map(write), authors: uzbek.authors.map(write),
      sentences: uzbek.sentences.map(write), broken: write(uzbek.broken))
  }()

  static let russian = PostWords(
    language: "ru",
    subjects: ["Приложение", "Новое отделение", "Рассрочка", "Курс валют", "Безопасность"],
    events: [
      ": обновление", ": открыто для всех", ": вопросы и ответы", ": напоминание",
      ": как это работает", ": теперь круглосуточно", ": условия стали мягче",
    ],
    authors: ["Зухра Каримова", "Жасур Алиев", "Нодира Саидова", "Отабек Юсупов"],
    sentences: [
      "Изменение действует с сегодняшнего дня.", "Ничего скачивать не нужно.",
      "Если есть вопросы, напишите в поддержку.", "Прежние договоры сохраняют свои условия.",
      "Никому не сообщайте код.",
    ],
    broken: "Сбой в службе сообщений")

  static let english = PostWords(
    language: "en",
    subjects: ["Mobile app", "New branch", "Instalments", "Exchange rates", "Security"],
    events: [
      "updated", "open to everyone", "questions and answers", "a reminder", "how it works",
      "now day and night", "on easier terms",
    ],
    authors: ["Zuhra Karimova", "Jasur Aliyev", "Nodira Saidova", "Otabek Yusupov"],
    sentences: [
      "The change takes effect today.", "There is nothing to download.",
      "If you have questions, write to support.", "Earlier contracts keep their terms.",
      "Never tell anyone the code.",
    ],
    broken: "The posts service has a fault")
}
