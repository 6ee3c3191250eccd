import OynaValue

extension ScreenDecoder {
  /// The products, promo codes and bounds of the cart at `index`; read once.
  func cart(_ index: Int) -> CartModel? {
    if let known = carts[index] { return known }
    let props = outlines[index].members.props
    let code = props?.member("currency").flatMap { string($0, "currency") } ?? screenCurrency
    guard let currency = OynaValue.Currency(code: code) else {
      error(
        .badValue, "`\(code)` is no currency that amounts can be counted in.",
        at: props?.member("currency") ?? outlines[index].json,
        correction: nearest(code, among: OynaValue.Currency.all.map { $0.code }))
      return nil
    }
    let most = props?.member("maxQuantity").flatMap {
      int($0, "maxQuantity", atLeast: 1)
    }
    let model = CartModel(
      currency: currency, products: products(props?.member("products"), currency),
      promoCodes: promoCodes(props?.member("promoCodes")),
      maxQuantity: most.map { Int64($0) } ?? CartModel.standardMaxQuantity)
    carts[index] = model
    checkRow(index)
    return model
  }

  private func checkRow(_ index: Int) {
    let outline = outlines[index]
    if outline.scope != .screen {
      error(
        .misplaced, "A `cart` belongs to the screen: it cannot stand in a row or an item.",
        at: outline.json)
    }
    if outline.isSensitive {
      error(
        .badValue, "A `cart` cannot be a secret: its commands are kept for undo.", at: outline.json)
    }
  }

  private func products(_ json: JSON?, _ currency: OynaValue.Currency) -> [Product] {
    guard let list = array(json, "products") else { return [] }
    if let json, list.count > CartModel.lineLimit {
      error(
        .limit, "A cart lists at most \(CartModel.lineLimit) products, not \(list.count).",
        at: json)
      return []
    }
    var products: [Product] = []
    var seen: Set<String> = []
    for element in list {
      guard let product = product(element, currency) else { continue }
      if !seen.insert(product.id.name).inserted {
        error(
          .badValue, "Two products have the id `\(product.id.name)`.",
          at: element.member("id") ?? element)
      }
      products.append(product)
    }
    return products
  }

  private func product(_ json: JSON, _ currency: OynaValue.Currency) -> Product? {
    guard json.kind == .object else {
      wrongType("products", "a list of `{\"id\", \"title\", \"unitPrice\"}`", json)
      return nil
    }
    let known = ["id", "title", "unitPrice", "currency", "stock"]
    for name in ["id", "title", "unitPrice"] where json.member(name) == nil {
      missing(name, of: "A product", in: json, known: known)
      return nil
    }
    if let member = json.member("currency"), let code = string(member, "currency"),
      code != currency.code
    {
      error(
        .badValue, "The product is priced in `\(code)` and the cart in `\(currency.code)`.",
        at: member, correction: currency.code)
      return nil
    }
    guard let idJSON = json.member("id"), let name = string(idJSON, "id"),
      let titleJSON = json.member("title"), let title = string(titleJSON, "title"),
      let units = json.member("unitPrice").flatMap({ amount($0, "unitPrice") })
    else { return nil }
    let stock = json.member("stock").flatMap { count($0, "stock") }
    if let id = ProductID(name),
      let product = Product(
        id: id, title: title, unitPrice: Money(minorUnits: units, currency: currency),
        stock: stock)
    {
      return product
    }
    error(
      .badValue, "The `id` and the `title` of a product must not be empty.",
      at: name.isEmpty ? idJSON : titleJSON)
    return nil
  }

  private func promoCodes(_ json: JSON?) -> [PromoCode] {
    guard let list = array(json, "promoCodes") else { return [] }
    var codes: [PromoCode] = []
    for element in list {
      if let code = promoCode(element) { codes.append(code) }
    }
    return codes
  }

  private func promoCode(_ json: JSON) -> PromoCode? {
    guard json.kind == .object else {
      wrongType("promoCodes", "a list of `{\"code\", \"basisPoints\" or \"amount\"}`", json)
      return nil
    }
    let known = ["code", "basisPoints", "amount", "minimumSubtotal"]
    guard let codeJSON = json.member("code") else {
      missing("code", of: "A promo code", in: json, known: known)
      return nil
    }
    guard let code = string(codeJSON, "code") else { return nil }
    var minimum: Int64 = 0
    if let member = json.member("minimumSubtotal") {
      guard let units = amount(member, "minimumSubtotal") else { return nil }
      minimum = units
    }
    let discount: PromoCode.Discount
    if let member = json.member("basisPoints") {
      guard let share = member.int, 0...10_000 ~= share else {
        error(
          .badValue,
          "`basisPoints` must be a whole number from 0 to 10000: 1000 take off 10 percent.",
          at: member)
        return nil
      }
      discount = .basisPoints(share)
    } else if let member = json.member("amount") {
      guard let units = amount(member, "amount") else { return nil }
      discount = .amount(units)
    } else {
      missing("basisPoints", of: "A promo code", in: json, known: known)
      return nil
    }
    if let made = PromoCode(code, discount, minimumSubtotal: minimum) { return made }
    error(.badValue, "The `code` of a promo code must not be empty.", at: codeJSON)
    return nil
  }

  /// What a cart holds from the start, as the value that expressions read.
  func initialCart(_ json: JSON, _ model: CartModel) -> Value? {
    do throws(CartRefusal) {
      return try model.cart(of: json.value).value
    } catch {
      let place = error.line.flatMap { json["lines"]?[$0] }
      self.error(
        .badValue, "The value of a cart must have \(error.expected).", at: place ?? json)
      return nil
    }
  }
}
