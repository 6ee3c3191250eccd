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
  /// The sum of all lines in minor units, kept up to date by each change.
  private var subtotalUnits: Int64 = 0
  private var places: [ProductID: Int] = [:]

  public init(currency: Currency) { self.currency = currency }

  /// Nil when the product is not in the cart.
  public func line(of product: ProductID) -> CartLine? {
    guard let place = places[product] else { return nil }
    return lines[place]
  }

  /// What the lines cost before the discount.
  public var subtotal: Money { Money(minorUnits: subtotalUnits, currency: currency) }

  /// What the promo code takes off: 0 without a code or under its minimum; never over `subtotal`.
  public var discount: Money {
    Money(minorUnits: promoCode?.discount(on: subtotalUnits) ?? 0, currency: currency)
  }

  /// What is to be paid.
  public var total: Money {
    Money(minorUnits: subtotalUnits - discount.minorUnits, currency: currency)
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
    subtotalUnits = try subtotal(replacing: 0, by: try line.totalUnits())
    lines.insert(line, at: index)
    for place in index..<lines.count { places[lines[place].product] = place }
  }

  /// Takes a line out and says where it was.
  func remove(_ product: ProductID) throws(CartError) -> (line: CartLine, index: Int) {
    let index = try place(of: product)
    subtotalUnits = try subtotal(replacing: try lines[index].totalUnits(), by: 0)
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
    subtotalUnits = try subtotal(replacing: try old.totalUnits(), by: try new.totalUnits())
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

  private func subtotal(replacing old: Int64, by new: Int64) throws(CartError) -> Int64 {
    let (sum, overflows) = (subtotalUnits - old).addingReportingOverflow(new)
    guard !overflows else { throw .overflow }
    return sum
  }
}
