public import OynaValue

/// What a `cart` is made of besides what every input has.
public struct CartModel: Sendable {
  /// Every price is in it.
  public let currency: Currency
  /// What the document says of the products, by which commands name them.
  public let products: [Product]
  /// The codes that a person may type here. They are no secret, and the server decides anew.
  public let promoCodes: [PromoCode]
  /// The most pieces of one product.
  public let maxQuantity: Int64

  /// The most pieces of one product when the document does not say.
  public static let standardMaxQuantity: Int64 = 99
  /// Products in a cart, and in a document's list.
  static let lineLimit = 500

  func product(_ id: String) -> Product? { products.first { $0.id.name == id } }

  /// Regardless of case and of the space around it, as codes are copied from messages.
  func promoCode(typed text: String) -> PromoCode? {
    let wanted = CartModel.folded(text)
    return promoCodes.first { CartModel.folded($0.code) == wanted }
  }

  private static func folded(_ code: String) -> [UInt8] {
    code.utf8.filter { $0 > 0x20 }.map { 97...122 ~= $0 ? $0 - 32 : $0 }
  }
}

/// Why a value is no cart; what would be right, in words.
struct CartRefusal: Error {
  let expected: String
  /// The place of the line that is wrong; nil when it is the whole.
  var line: Int?
}

extension CartModel {
  /// The cart of a value as it is submitted or as a document begins with it:
  /// `{"lines": [{"product", "quantity", …}], "promoCode"}`.
  ///
  /// A line of a product that the document does not list says `title` and `unitPrice` itself. What
  /// a value says of a listed product, or of totals, must agree with what comes out.
  func cart(of value: Value) throws(CartRefusal) -> Cart {
    guard case .map(let map) = value else {
      throw CartRefusal(expected: "an object with `lines`")
    }
    let cart = Cart(currency: currency)
    var lines: [Value] = []
    switch map["lines"] {
    case .list(let list)?: lines = list
    case nil: break
    default: throw CartRefusal(expected: "a list in `lines`")
    }
    guard lines.count <= CartModel.lineLimit else {
      throw CartRefusal(expected: "at most \(CartModel.lineLimit) lines")
    }
    for (place, line) in lines.enumerated() {
      do throws(CartRefusal) {
        try insert(line, into: cart)
      } catch {
        throw CartRefusal(expected: error.expected, line: place)
      }
    }
    switch map["promoCode"] {
    case nil, .null?: break
    case .string(let text)?:
      guard let code = promoCode(typed: text) else {
        throw CartRefusal(expected: "one of its promo codes")
      }
      _ = cart.setPromoCode(code)
    default: throw CartRefusal(expected: "a text in `promoCode`")
    }
    if let given = map["total"], given != .int(cart.total.minorUnits) {
      throw CartRefusal(expected: "the total of its lines")
    }
    if let given = map["currency"], given != .string(currency.code) {
      throw CartRefusal(expected: "amounts in \(currency.code)")
    }
    return cart
  }

  private func insert(_ value: Value, into cart: Cart) throws(CartRefusal) {
    guard case .map(let map) = value, case .int(let quantity)? = map["quantity"] else {
      throw CartRefusal(expected: "lines with `product` and a whole `quantity`")
    }
    guard 1...maxQuantity ~= quantity else {
      throw CartRefusal(expected: "a quantity from 1 to \(maxQuantity)")
    }
    let product = try product(of: map)
    do throws(CartError) {
      // What is short of stock is no wrong value: its verdict says so.
      let line = try CartLine(
        product: product.id, title: product.title, quantity: quantity,
        unitPrice: product.unitPrice)
      try cart.insert(line, at: cart.lines.count)
      cart.setStock(of: product.id, to: product.stock)
    } catch {
      throw CartRefusal(expected: error.message)
    }
  }

  private func product(of map: ValueMap) throws(CartRefusal) -> Product {
    guard case .string(let id)? = map["product"] else {
      throw CartRefusal(expected: "lines with `product`, a text")
    }
    guard let known = product(id) else {
      var described = map
      described.set(.string(id), for: "id")
      return try product(described: .map(described))
    }
    if let price = map["unitPrice"], price != .int(known.unitPrice.minorUnits) {
      throw CartRefusal(expected: "the price that the screen lists for `\(id)`")
    }
    return known
  }

  /// A product that is described where it is used: `{"id", "title", "unitPrice", "stock"}`.
  func product(described value: Value) throws(CartRefusal) -> Product {
    guard case .map(let map) = value else {
      throw CartRefusal(expected: "the id of a product, or an object that describes one")
    }
    guard case .string(let name)? = map["id"], let id = ProductID(name) else {
      throw CartRefusal(expected: "a product with an `id`, a text that is not empty")
    }
    guard case .string(let title)? = map["title"], !title.isEmpty else {
      throw CartRefusal(expected: "a product with a `title`, a text that is not empty")
    }
    guard case .int(let units)? = map["unitPrice"], units >= 0 else {
      throw CartRefusal(
        expected: "a product with a `unitPrice` in minor units, a whole number from 0")
    }
    if let given = map["currency"], given != .string(currency.code) {
      throw CartRefusal(expected: "a product whose `currency` is the cart's, \(currency.code)")
    }
    var stock: Int64?
    switch map["stock"] {
    case nil, .null?: break
    case .int(let count)? where count >= 0: stock = count
    default: throw CartRefusal(expected: "a product whose `stock` is a whole number from 0")
    }
    let price = Money(minorUnits: units, currency: currency)
    guard let product = Product(id: id, title: title, unitPrice: price, stock: stock) else {
      throw CartRefusal(expected: "a product with `id`, `title` and `unitPrice`")
    }
    return product
  }
}

extension Cart {
  /// The cart as expressions read it. Amounts are minor units.
  var value: Value {
    var map = ValueMap()
    var quantities = ValueMap()
    var count: Int64 = 0
    map.set(
      .list(
        lines.map { line in
          quantities.set(.int(line.quantity), for: line.product.name)
          // A count that does not fit is no count that anyone asks for.
          count = count.addingReportingOverflow(line.quantity).partialValue
          var fields = line.submittedFields
          fields.set(.string(line.title), for: "title")
          fields.set(.int(line.total.minorUnits), for: "total")
          fields.set(line.stock.map { .int($0) } ?? .null, for: "stock")
          return .map(fields)
        }), for: "lines")
    map.set(.map(quantities), for: "quantities")
    map.set(.int(count), for: "count")
    setTotals(in: &map)
    map.set(.bool(isReadyToOrder), for: "isReady")
    return .map(map)
  }

  /// The cart as it is submitted: what the server needs to work it out anew and to compare.
  var submittedValue: Value {
    var map = ValueMap()
    map.set(.list(lines.map { .map($0.submittedFields) }), for: "lines")
    setTotals(in: &map)
    return .map(map)
  }

  private func setTotals(in map: inout ValueMap) {
    map.set(promoCode.map { .string($0.code) } ?? .null, for: "promoCode")
    map.set(.int(subtotal.minorUnits), for: "subtotal")
    map.set(.int(discount.minorUnits), for: "discount")
    map.set(.int(total.minorUnits), for: "total")
    map.set(.string(currency.code), for: "currency")
  }
}

extension CartLine {
  fileprivate var submittedFields: ValueMap {
    var fields = ValueMap()
    fields.set(.string(product.name), for: "product")
    fields.set(.int(quantity), for: "quantity")
    fields.set(.int(unitPrice.minorUnits), for: "unitPrice")
    return fields
  }
}
