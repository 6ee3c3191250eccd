import OynaValue

/// What a person is told of a problem, in their language.
///
/// A problem's `title` and `detail` are written for whoever writes a client. A page shows them to
/// people, so an answer to a request with `Accept-Language` has a sentence for them instead, and
/// says so by `Content-Language`; the developer's sentence stays in `hint`. What may be sent again
/// as it is (408, 429, 5xx) has none: the engine says that in words of its own.
enum ProblemWords {
  private static let languages = LanguageChoice(
    default: "en", ["uz", Catalogue.cyrillicUzbek, "ru"])

  /// The same answer with a sentence for people, if it is a problem that has one and none yet.
  static func said(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
    guard response.status >= 400, let language = ScreenHandler.language(request),
      response.headers["content-language"] == nil,
      response.headers["content-type"] == "application/problem+json",
      let problem = parsed(response.body), let type = problem["type"]?.string,
      type.hasPrefix("/problems/")
    else { return response }
    let tag = languages.best(for: language)
    guard let sentence = sentence(String(type.dropFirst("/problems/".count)), tag) else {
      return response
    }
    var answer = response
    answer.headers.append("Content-Language", tag)
    answer.body = body(problem, sentence)
    return answer
  }

  private static func parsed(_ body: [UInt8]) -> JSON? {
    do throws(Diagnostic) {
      return try JSON.parse(body)
    } catch {
      return nil
    }
  }

  private static func body(_ problem: JSON, _ sentence: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for member in problem.object.map({ Array($0) }) ?? [] {
      writer.key(member.key == "detail" ? "hint" : member.key)
      writer.value(member.value.value)
    }
    writer.key("detail")
    writer.string(sentence)
    writer.endObject()
    return writer.bytes
  }

  private static func sentence(_ name: String, _ language: String) -> String? {
    let words = all[name]
    return switch language {
    case "en": words?.english
    case "ru": words?.russian
    case Catalogue.cyrillicUzbek: cyrillic[name] ?? nil
    default: words?.uzbek
    }
  }

  private static let cyrillic: [String: String?] = {
    let letters = UzbekCyrillic()
    return all.mapValues { letters.text($0.uzbek) }
  }()

  private typealias Words = (uzbek: String, russian: String, english: String)

  private static let all: [String: Words] = {
    let other: Words = (
      "Bu amal boshqa so‘rov bilan bajarilgan. Sahifani yangilang.",
      "Это действие уже выполнено другим запросом. Обновите страницу.",
      "This was done by another request already. Reload the page."
    )
    let paid: Words = (
      "Buyurtma uchun to‘langan.", "Заказ уже оплачен.", "The order is paid already."
    )
    let gone: Words = (
      "Bu yerda hech narsa topilmadi.", "Здесь ничего не найдено.", "There is nothing here."
    )
    let unreadable: Words = (
      "So‘rov to‘liq emas. Sahifani yangilang.", "Запрос неполный. Обновите страницу.",
      "The request is incomplete. Reload the page."
    )
    return [
      "not-found": gone, "unknown-transfer": gone, "unknown-account": gone,
      "idempotency-key-reused": other, "message-id-taken": other, "transfer-id-taken": other,
      "order-is-taken": other, "already-reversed": other, "is-reversal": other,
      "not-asked-for": other,
      "order-is-paid": paid, "already-paid": paid,
      "bad-order": unreadable, "bad-payment": unreadable, "bad-transfer": unreadable,
      "bad-message": unreadable, "bad-json": unreadable, "bad-question": unreadable,
      "cross-origin": (
        "So‘rov boshqa saytdan kelgan va bajarilmadi.",
        "Запрос пришёл с другого сайта и не выполнен.",
        "The request came from another site and was not carried out."
      ),
      "body-too-large": (
        "Yuborilgan ma’lumot juda katta.", "Отправлено слишком много данных.",
        "Too much was sent at once."
      ),
      "unknown-file-kind": (
        "Bunday fayl qabul qilinmaydi: PDF, JPEG, PNG, WebP yoki HEIC yuboring.",
        "Такой файл не принимается: отправьте PDF, JPEG, PNG, WebP или HEIC.",
        "This kind of file is not taken: send PDF, JPEG, PNG, WebP or HEIC."
      ),
      "insufficient-funds": (
        "Hisobda mablag‘ yetarli emas.", "На счёте недостаточно средств.",
        "There is not enough money in the account."
      ),
      "same-account": (
        "Bir hisobning o‘ziga o‘tkazib bo‘lmaydi.", "Нельзя перевести на тот же счёт.",
        "Both sides are the same account."
      ),
      "other-currency": (
        "Hisoblarning valyutasi har xil.", "У счетов разная валюта.",
        "The accounts have different currencies."
      ),
      "amount-not-positive": (
        "Summa noldan katta bo‘lishi kerak.", "Сумма должна быть больше нуля.",
        "The amount has to be over zero."
      ),
      "amount-too-large": (
        "Summa juda katta.", "Сумма слишком велика.", "The amount is too large."
      ),
      "payment-under-way": (
        "To‘lov hali tugamadi. Biroz kuting.", "Оплата ещё идёт. Подождите немного.",
        "A payment is under way. Wait a little."
      ),
      "unknown-method": (
        "Bunday to‘lov usuli yo‘q.", "Такого способа оплаты нет.", "There is no such way to pay."
      ),
      "method-not-possible": (
        "Bu buyurtmani bu usulda to‘lab bo‘lmaydi. Boshqa usulni tanlang.",
        "Этот заказ нельзя оплатить так. Выберите другой способ.",
        "The order cannot be paid this way. Choose another."
      ),
      "not-supported": (
        "Bu to‘lov usulida bunday amal bajarilmaydi.",
        "Для этого способа оплаты такое действие невозможно.",
        "This way to pay cannot do that."
      ),
    ]
  }()
}
