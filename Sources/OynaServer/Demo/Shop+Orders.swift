import OynaEngine
public import OynaStorage
import OynaValue

extension Shop {
  /// Takes the submission of a checkout: keeps the order in the submission's own transaction and
  /// answers with its receipt, or says under the cart what has changed.
  func placeOrder(
    _ submission: AcceptedSubmission, _ transaction: any StorageTransaction
  ) throws(StorageError) -> BackEndAnswer {
    let values = submission.values
    let recipient = OrderRecipient(
      name: Self.text(values, "customer_name"), phone: Self.text(values, "customer_phone"),
      address: Self.text(values, "delivery_address"))
    let placed = try place(
      values.value(for: "cart") ?? .null, id: submission.id, for: recipient,
      at: submission.time, transaction)
    switch placed {
    case .failure(let refusal):
      let message = Self.message(for: refusal, submission.language)
      return .problem(.invalidSubmission([("cart", message)]))
    case .success(let order):
      return .screen(
        id: "order_success",
        state: [
          ("order_id", .string(order.id)), ("order_number", .string(order.number)),
          ("order_total", .int(order.total)),
        ])
    }
  }

  /// Places an order at the shop's own prices, out of what is left.
  ///
  /// - Parameter value: see ``cart(of:ordered:)``.
  func place(
    _ value: Value, id: String, for recipient: OrderRecipient, at time: Int64,
    _ transaction: any StorageTransaction
  ) throws(StorageError) -> Result<Order, Refusal> {
    try endReservations(before: time - reservation, transaction)
    let ordered = try transaction.orderedQuantities(tenant: IdempotentEndpoint.tenant)
    let cart: Cart
    do throws(Refusal) {
      cart = try self.cart(of: value, ordered: ordered)
    } catch {
      return .failure(error)
    }
    let discount = cart.discount.minorUnits
    guard
      let order = Order(
        id: id, tenant: IdempotentEndpoint.tenant, created: time, currency: currency.code,
        lines: cart.lines.map {
          OrderLine(
            product: $0.product.name, title: $0.title, quantity: $0.quantity,
            unitPrice: $0.unitPrice.minorUnits)
        },
        promoCode: discount > 0 ? cart.promoCode?.code : nil, discount: discount,
        recipient: recipient)
    else { return .failure(.malformed) }
    try transaction.insert(order)
    if order.total > 0 {
      try transaction.open(
        PayableOrder(
          id: order.id, amount: order.total, currency: order.currency, created: order.created))
    }
    return .success(order)
  }

  /// Cancels the orders that nobody paid in time: their goods are for others again.
  private func endReservations(
    before time: Int64, _ transaction: any StorageTransaction
  ) throws(StorageError) {
    let tenant = IdempotentEndpoint.tenant
    for id in try transaction.unpaidOrders(tenant: tenant, before: time) {
      if let payable = try transaction.payableOrder(id: id) {
        guard payable.state == .available,
          try transaction.move(payable, to: .cancelled, holder: nil)
        else { continue }
      }
      _ = try transaction.switchOrder(id: id, to: .cancelled, tenant: tenant)
    }
  }

  private static func text(_ values: Submission, _ key: String) -> String {
    if case .string(let text)? = values.value(for: key) { text } else { "" }
  }

  static func message(for refusal: Refusal, _ language: String) -> String {
    let words = RefusalWords(language)
    return switch refusal {
    case .malformed, .otherTotal: words.changed
    case .unknownProduct: words.gone
    case .otherPrice(let title): words.price + title
    case .shortOfStock(let title, let left): words.left(title, left)
    case .unknownPromoCode(let code): words.code + code
    }
  }
}

extension Order {
  /// What is said over the phone: the end of the id, which a search finds.
  public var number: String { String(id.suffix(8)).uppercased() }
}

/// What a buyer reads when the shop's facts are no longer those of their screen.
private struct RefusalWords {
  let changed: String
  let gone: String
  let price: String
  let code: String
  let left: (String, Int64) -> String

  init(_ language: String) {
    switch language {
    case "ru":
      changed = "Корзина изменилась. Проверьте её и отправьте ещё раз"
      gone = "Одного из товаров больше нет. Обновите страницу"
      price = "Изменилась цена, обновите страницу: "
      code = "Этот промокод больше не действует: "
      left = { "\($0): осталось \($1)" }
    case "en":
      changed = "The cart has changed. Check it and send it again"
      gone = "One of the products is no longer sold. Reload the page"
      price = "The price has changed, reload the page: "
      code = "This promo code is no longer valid: "
      left = { "\($0): only \($1) left" }
    case "uz-Cyrl":
      changed = "Сават ўзгарди. Текшириб, қайта юборинг"
      gone = "Маҳсулотлардан бири сотувда йўқ. Саҳифани янгиланг"
      price = "Нарх ўзгарди, саҳифани янгиланг: "
      code = "Бу промокод энди амал қилмайди: "
      left = { "\($0): \($1) та қолди" }
    default:
      changed = "Savat o‘zgardi. Tekshirib, qayta yuboring"
      gone = "Mahsulotlardan biri sotuvda yo‘q. Sahifani yangilang"
      price = "Narx o‘zgardi, sahifani yangilang: "
      code = "Bu promokod endi amal qilmaydi: "
      left = { "\($0): \($1) ta qoldi" }
    }
  }
}
