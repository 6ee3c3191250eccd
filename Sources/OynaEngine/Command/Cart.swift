public import OynaValue

/// A shopping cart: lines by product, exact totals, one promo code. The receiver of every
/// `CartOperationCommand`, which are the only way to change its lines.
///
/// Every total is an integer of minor units and checked: a change whose subtotal would not fit
/// 64 bits is refused. A product is found by its identifier in constant time.
public final class Cart {
  public let currency: Currency
  /// In the order in which products were added.
  public private(set) var lines: [CartLine] = []
  public private(set) var promoCode: PromoCode?
  private var places: [ProductID: Int] = [:]

  public init(currency: Currency) {
    self.currency = currency
    subtotal = Money(minorUnits: 0, currency: currency)
  }

  /// Nil when the product is not in the cart.
  public func line(of product: ProductID) -> CartLine? {
    guard let place = places[product] else { return nil }
    return lines[place]
  }

  /// What the lines cost before the discount, kept up to date by each change.
  public private(set) var subtotal: Money

  /// What the promo code takes off: 0 without a code or under its minimum; never over `subtotal`.
  public var discount: Money {
    promoCode?.discount(on: subtotal) ?? Money(minorUnits: 0, currency: currency)
  }

  /// What is to be paid.
  public var total: Money {
    // The discount is at most the subtotal, so nothing overflows.
    Money(minorUnits: subtotal.minorUnits - discount.minorUnits, currency: currency)
  }

  /// The lines that ask for more than is in stock: nothing can be ordered until they are settled.
  public var shortLines: [CartLine] { lines.filter { $0.shortage > 0 } }

  /// True when there are lines and all of them are in stock.
  public var isReadyToOrder: Bool { !lines.isEmpty && shortLines.isEmpty }

  /// The server said how many of a product are left; nil means it does not count them.
  ///
  /// Not a person's change, so not a command: quantities stay, and a line may become short.
  /// Without such a line nothing happens.
  public func setStock(of product: ProductID, to stock: Int64?) {
    guard let place = places[product] else { return }
    lines[place].stock = stock.map { max(0, $0) }
  }

  // MARK: Changes, made by commands

  /// Puts a new line in at `index`.
  func insert(_ line: CartLine, at index: Int) throws(CartError) {
    guard places[line.product] == nil else { throw .alreadyInCart(line.product) }
    guard line.unitPrice.currency == currency else { throw .otherCurrency(line.product) }
    subtotal = try subtotal(replacing: nil, by: line.total)
    lines.insert(line, at: index)
    for place in index..<lines.count { places[lines[place].product] = place }
  }

  /// Takes a line out and says where it was.
  func remove(_ product: ProductID) throws(CartError) -> (line: CartLine, index: Int) {
    let index = try place(of: product)
    subtotal = try subtotal(replacing: lines[index].total, by: nil)
    let line = lines.remove(at: index)
    places[product] = nil
    for place in index..<lines.count { places[lines[place].product] = place }
    return (line, index)
  }

  /// Changes quantity and price of a line together; returns the line as it was.
  @discardableResult
  func update(
    _ product: ProductID, quantity: Int64? = nil, unitPrice: Money? = nil
  ) throws(CartError) -> CartLine {
    let index = try place(of: product)
    let old = lines[index]
    var new = old
    if let quantity { new.quantity = quantity }
    if let unitPrice {
      guard unitPrice.currency == currency else { throw .otherCurrency(product) }
      new.unitPrice = unitPrice
    }
    subtotal = try subtotal(replacing: old.total, by: try new.checkedTotal())
    lines[index] = new
    return old
  }

  /// Sets or removes the promo code; returns the one before.
  func setPromoCode(_ code: PromoCode?) -> PromoCode? {
    let old = promoCode
    promoCode = code
    return old
  }

  private func place(of product: ProductID) throws(CartError) -> Int {
    guard let place = places[product] else { throw .notInCart(product) }
    return place
  }

  private func subtotal(replacing old: Money?, by new: Money?) throws(CartError) -> Money {
    do throws(Money.ArithmeticError) {
      let rest = try old.map { old throws(Money.ArithmeticError) in try subtotal.subtracting(old) }
      guard let new else { return rest ?? subtotal }
      return try (rest ?? subtotal).adding(new)
    } catch {
      throw .overflow
    }
  }
}
