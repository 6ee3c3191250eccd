/// An error of the Payme Merchant API: always sent with HTTP status 200.
///
/// Source: developer.help.paycom.uz, "Errors of the Merchant API".
public struct PaymeError: Error, Sendable, Hashable {
  /// The number that Payme decides by.
  public let code: Int64
  /// For a person, in the three languages that Payme shows.
  public let message: PaymeMessage
  /// The account's field or the method that is meant; nil when neither is.
  public let data: String?

  /// Not a POST.
  public static let notPost = PaymeError(
    -32300, "So'rov POST bo'lishi kerak", "Запрос должен быть POST", "The request must be a POST")
  /// No JSON.
  public static let parse = PaymeError(
    -32700, "JSON o'qilmadi", "Ошибка разбора JSON", "The JSON could not be read")
  /// A member of the call is missing or has another type.
  public static let malformed = PaymeError(
    -32600, "So'rovda kerakli maydon yo'q yoki turi noto'g'ri",
    "В запросе нет нужного поля или его тип неверен",
    "A member of the request is missing or has another type")
  /// The authorisation is missing or wrong: checked before anything else is looked at.
  public static let unauthorized = PaymeError(
    -32504, "Ruxsat yetarli emas", "Недостаточно прав", "Insufficient privilege")
  /// Something of ours is down.
  public static let system = PaymeError(
    -32400, "Ichki xato", "Внутренняя ошибка", "Internal error")
  /// The amount is not the order's.
  public static let wrongAmount = PaymeError(
    -31001, "Summa noto'g'ri", "Неверная сумма", "Wrong amount")
  /// No transaction has this id.
  public static let transactionNotFound = PaymeError(
    -31003, "Tranzaksiya topilmadi", "Транзакция не найдена", "The transaction was not found")
  /// No receipt belongs to the transaction (SetFiscalData).
  public static let receiptNotFound = PaymeError(
    -32001, "Chek topilmadi", "Чек не найден", "The receipt was not found")
  /// The order was handed over in full.
  public static let cannotCancel = PaymeError(
    -31007, "Buyurtma to'liq bajarilgan, bekor qilib bo'lmaydi",
    "Заказ полностью выполнен, отменить нельзя", "The order is complete and cannot be cancelled")
  /// The transaction's state forbids the call.
  public static let wrongState = PaymeError(
    -31008, "Bu holatda amalni bajarib bo'lmaydi", "Операция невозможна в этом состоянии",
    "The operation is impossible in this state")

  /// No method has this name.
  public static func methodNotFound(_ name: String) -> PaymeError {
    PaymeError(
      -32601, "Usul topilmadi", "Метод не найден", "The method was not found", data: name)
  }

  /// The account names no order. `field` is the name of the account's field.
  public static func orderNotFound(field: String) -> PaymeError {
    PaymeError(
      -31050, "Buyurtma topilmadi", "Заказ не найден", "The order was not found", data: field)
  }

  /// The order is being paid, is paid or is cancelled.
  ///
  /// The sources differ (-31008, -31050, -31099): `code` is the merchant's choice, within
  /// -31099…-31050 or -31008.
  public static func orderUnavailable(field: String, code: Int64) -> PaymeError {
    PaymeError(
      code, "Buyurtma band, to'langan yoki bekor qilingan", "Заказ занят, оплачен или отменён",
      "The order is busy, paid or cancelled", data: field)
  }

  private init(_ code: Int64, _ uz: String, _ ru: String, _ en: String, data: String? = nil) {
    self.code = code
    self.message = PaymeMessage(uz: uz, ru: ru, en: en)
    self.data = data
  }
}

/// A text in the languages that Payme shows to a payer.
public struct PaymeMessage: Sendable, Hashable {
  /// Uzbek, Latin script.
  public let uz: String
  /// Russian.
  public let ru: String
  /// English.
  public let en: String
}
