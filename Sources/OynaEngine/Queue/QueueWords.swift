import OynaValue

/// What the queue says to a person, in the four languages of the engine. One table a language, in
/// the order of the cases.
enum QueueWord: Int {
  case queued, queuedOffline, notQueued, full, noSpace, unavailable, setAside, cancelled
  case undoing, undone, undoFailed, irreversible, nothingToUndo, waiting, waitingForNetwork
  case held, sending, sendingSome, retrying, hostSlow, sent, someFailed, conflict
  case outcomeUnknown, refused, forbidden, defect, expired, dependencyFailed, stale
  case retryAction, dropAction, undoAction

  func text(_ language: MoneyLanguage) -> String {
    switch language {
    case .uz: Self.uz[rawValue]
    case .uzCyrl: Self.uzCyrl[rawValue]
    case .ru: Self.ru[rawValue]
    case .en: Self.en[rawValue]
    }
  }

  private static let uz: [String] = [
    "Navbatga qo‘yildi, yuborilmoqda",
    "Saqlandi. Internet paydo bo‘lganda yuboriladi",
    "Navbatga qo‘yib bo‘lmadi. Kiritganlaringiz joyida",
    "Navbat to‘lgan. Avval kutayotganlar yuborilsin",
    "Qurilmada joy qolmadi. Kiritganlaringiz joyida, lekin saqlanmadi",
    "Bu brauzer navbatni saqlay olmaydi",
    "Navbat fayli shikastlangan: u chetga olindi, yangisi ochildi",
    "Bekor qilindi, hech narsa yuborilmadi",
    "Qaytarilmoqda",
    "Qaytarildi",
    "Qaytarib bo‘lmadi",
    "Yuborilgan, endi qaytarib bo‘lmaydi",
    "Qaytaradigan narsa yo‘q",
    "Navbatda",
    "Internet kutilmoqda",
    "Tez orada yuboriladi",
    "Yuborilmoqda",
    "Navbatdagilar yuborilmoqda",
    "Javob bo‘lmadi, qayta yuboriladi",
    "Server band, birozdan keyin yuboriladi",
    "Yuborildi",
    "Qaroringiz kutilmoqda",
    "Ma’lumot serverda o‘zgargan",
    "Natija noma’lum, tekshirib ko‘ring",
    "Server qabul qilmadi",
    "Ruxsat berilmadi",
    "Dasturdagi xato sabab yuborilmadi",
    "Muddati o‘tdi, yuborilmadi",
    "Undan oldingisi bajarilmadi",
    "Bu orada o‘zgartirilgan",
    "Qayta yuborish",
    "Olib tashlash",
    "Bekor qilish",
  ]

  private static let uzCyrl: [String] = [
    "Навбатга қўйилди, юборилмоқда",
    "Сақланди. Интернет пайдо бўлганда юборилади",
    "Навбатга қўйиб бўлмади. Киритганларингиз жойида",
    "Навбат тўлган. Аввал кутаётганлар юборилсин",
    "Қурилмада жой қолмади. Киритганларингиз жойида, лекин сақланмади",
    "Бу браузер навбатни сақлай олмайди",
    "Навбат файли шикастланган: у четга олинди, янгиси очилди",
    "Бекор қилинди, ҳеч нарса юборилмади",
    "Қайтарилмоқда",
    "Қайтарилди",
    "Қайтариб бўлмади",
    "Юборилган, энди қайтариб бўлмайди",
    "Қайтарадиган нарса йўқ",
    "Навбатда",
    "Интернет кутилмоқда",
    "Тез орада юборилади",
    "Юборилмоқда",
    "Навбатдагилар юборилмоқда",
    "Жавоб бўлмади, қайта юборилади",
    "Сервер банд, бироздан кейин юборилади",
    "Юборилди",
    "Қарорингиз кутилмоқда",
    "Маълумот серверда ўзгарган",
    "Натижа номаълум, текшириб кўринг",
    "Сервер қабул қилмади",
    "Рухсат берилмади",
    "Дастурдаги хато сабаб юборилмади",
    "Муддати ўтди, юборилмади",
    "Ундан олдингиси бажарилмади",
    "Бу орада ўзгартирилган",
    "Қайта юбориш",
    "Олиб ташлаш",
    "Бекор қилиш",
  ]

  private static let ru: [String] = [
    "В очереди, отправляется",
    "Сохранено. Отправим, когда появится интернет",
    "Не удалось поставить в очередь. Введённое сохранено",
    "Очередь заполнена. Сначала отправим то, что ждёт",
    "На устройстве нет места. Введённое на экране, но не сохранено",
    "Этот браузер не может хранить очередь",
    "Файл очереди повреждён: он отложен, начат новый",
    "Отменено, ничего не отправлено",
    "Возвращается",
    "Возвращено",
    "Не удалось вернуть",
    "Уже отправлено, вернуть нельзя",
    "Возвращать нечего",
    "В очереди",
    "Ждёт интернета",
    "Скоро отправится",
    "Отправляется",
    "Очередь отправляется",
    "Ответа не было, отправим ещё раз",
    "Сервер занят, отправим чуть позже",
    "Отправлено",
    "Нужно ваше решение",
    "На сервере данные уже другие",
    "Результат неизвестен, проверьте",
    "Сервер не принял",
    "Не разрешено",
    "Не отправлено из-за ошибки программы",
    "Срок вышел, не отправлено",
    "Предыдущее не выполнено",
    "Тем временем изменено",
    "Отправить снова",
    "Убрать",
    "Отменить",
  ]

  private static let en: [String] = [
    "Queued, being sent",
    "Saved. It will be sent when you are online",
    "It could not be queued. What you entered is kept",
    "The queue is full. What waits must be sent first",
    "The device is out of space. What you entered is here but not saved",
    "This browser cannot keep a queue",
    "The queue’s file was damaged: it was set aside and a new one begun",
    "Cancelled, nothing was sent",
    "Being taken back",
    "Taken back",
    "It could not be taken back",
    "Already sent, it cannot be taken back",
    "There is nothing to take back",
    "Waiting",
    "Waiting for the network",
    "Will be sent shortly",
    "Being sent",
    "The queue is being sent",
    "No answer yet, it will be sent again",
    "The server is busy, it will be sent a little later",
    "Sent",
    "Your decision is needed",
    "The data on the server has changed",
    "The outcome is not known, please check",
    "The server refused it",
    "It is not allowed",
    "Not sent because of a fault in the program",
    "Its time ran out, it was not sent",
    "What it depends on failed",
    "It was changed meanwhile",
    "Send again",
    "Drop",
    "Undo",
  ]
}

extension QueueFailure {
  var word: QueueWord {
    switch self {
    case .full: .full
    case .noSpace: .noSpace
    case .refused: .notQueued
    case .unavailable: .unavailable
    case .setAside: .setAside
    }
  }
}
