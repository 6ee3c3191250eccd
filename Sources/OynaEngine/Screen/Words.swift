import OynaValue

/// What the engine itself says to a person, in the screen's language.
struct Words: Sendable {
  let language: MoneyLanguage

  /// From a BCP 47 tag; a language that the engine does not speak is taken as Uzbek.
  init(language tag: String) { language = MoneyLanguage(tag: tag) }

  /// True where a comma is the decimal sign.
  var hasDecimalComma: Bool { language != .en }

  subscript(word: Word) -> String {
    switch language {
    case .uz: word.uz
    case .uzCyrl: word.uzCyrl
    case .ru: word.ru
    case .en: word.en
    }
  }

  /// The announcement after a submit that found errors.
  func errorCount(_ count: Int) -> String {
    switch language {
    case .uz: "\(count) ta maydonni tuzating"
    case .uzCyrl: "\(count) та майдонни тузатинг"
    case .ru:
      switch pluralCategory(of: .int(Int64(count))) {
      case "one": "Исправьте \(count) поле"
      case "few": "Исправьте \(count) поля"
      default: "Исправьте \(count) полей"
      }
    case .en: count == 1 ? "Correct 1 field" : "Correct \(count) fields"
    }
  }

  /// Where a rule has no `errorMessage` of its own.
  func message(for check: Rule.Check, valueType: FieldModel.ValueType?) -> String {
    switch check {
    case .required: self[valueType == .bool ? .mustBeOn : .required]
    case .regex: self[.wrongFormat]
    case .minLength(let count, _): named(.tooShort, String(count))
    case .maxLength(let count, _): named(.tooLong, String(count))
    case .min(let bound): named(.tooSmall, text(of: bound))
    case .max(let bound): named(.tooLarge, text(of: bound))
    case .step(let step): named(.notAStep, text(of: step))
    case .email: self[.notAnEmail]
    case .url: self[.notAURL]
    case .phone: self[.notAPhone]
    case .date: self[.notADate]
    case .minDate(let bound): named(.tooEarly, text(of: bound))
    case .maxDate(let bound): named(.tooLate, text(of: bound))
    case .age(let years): named(.tooYoung, String(years))
    case .oneOf: self[.notAnOption]
    case .equalsField: self[.notEqual]
    case .requireOne: self[.requireOne]
    case .luhn, .iban, .inn, .pinfl: self[.wrongNumber]
    case .expression, .remote, .dependent: self[.notAccepted]
    case .unknown(let name): unknownRule(name)
    }
  }

  /// The value is not of the field's type.
  func mistyped(_ type: FieldModel.ValueType?) -> String {
    switch type {
    case .number, .money: self[.notANumber]
    case .date: self[.notADate]
    case .cart: self[.shortInStock]
    default: self[.notAnOption]
    }
  }

  /// The screen has a rule that this version does not know: nothing can be submitted.
  func unknownRule(_ name: String) -> String { named(.unknownRule, name) }

  /// The sentence with `%` replaced.
  func named(_ word: Word, _ name: String) -> String {
    var result = ""
    for character in self[word] {
      if character == "%" { result += name } else { result.append(character) }
    }
    return result
  }

  private func text(of bound: Value) -> String {
    bound.exactNumber.map { NumberText.format($0, language) } ?? ""
  }

  private func text(of bound: DateBound) -> String {
    switch bound {
    case .today: self[.today]
    case .day(let text): CalendarDay(text).map { self.text(of: $0) } ?? text
    }
  }

  /// A day in figures, as people of the language write it.
  func text(of day: CalendarDay) -> String {
    let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
    return language == .en
      ? "\(two(day.day))/\(two(day.month))/\(day.year)"
      : "\(two(day.day)).\(two(day.month)).\(day.year)"
  }

  /// The plural category of Unicode CLDR for a whole number; `other` for any other value.
  func pluralCategory(of value: Value) -> String {
    guard case .int(let number) = value else { return "other" }
    let last = number.magnitude % 10
    let lastTwo = number.magnitude % 100
    if language != .ru { return number.magnitude == 1 ? "one" : "other" }
    if last == 1 && lastTwo != 11 { return "one" }
    if (2...4).contains(last) && !(12...14).contains(lastTwo) { return "few" }
    return "many"
  }
}

/// The sentences of the engine.
enum Word {
  case required, mustBeOn, wrongFormat, tooShort, tooLong, tooSmall, tooLarge, notAStep
  case notAnEmail, notAURL, notAPhone, notADate, notANumber, tooEarly, tooLate, tooYoung
  case notAnOption, notEqual, requireOne, wrongNumber, notAccepted, unknownRule, today
  case secretWiped, offline, timedOut, mayHaveArrived, unreadableAnswer, serverFailed, refused
  case sent, unknownField, stillRunning, notShown, wrongType, notSupported, tooManyRequests
  case tooManyFiles, fileTooLarge, wrongFileType, fileNotUploaded
  case undo, redo, undone, redone, titleAdd, titleRemove, titleQuantity, titlePrice, titlePromoCode
  case titleNoPromoCode, titleEdit, titleOrder, titleMessage, titleTransfer, titleRequest
  case removedFromCart, removedRow, tooManyInCart, unknownPromoCode, outOfStock, fewInStock
  case amountTooLarge
  case notDone, shortInStock, emptyCart, promoCode, apply, products, discount, total, noneLeft
  case left, quantity, promoFrom
  case loading, loaded, nothingHere, retry, refresh, noNetwork, noAnswer, unreadableData, savedData
}
