public import OynaValue

/// A shopping cart: lines by product, exact totals, one promo code. The receiver of every
/// `CartOperationCommand`, which are the only way to change its lines.
///
/// Every total is an integer of minor units and checked: a change whose subtotal would not fit
/// 64 bits is refused. A product is found by its identifier in constant time.
public final class Cart {
  /// Every price is in it.
  public let currency: Currency
  /// In the order in which products were added.
  public private(set) var lines: [CartLine] = []
  /// The code that lowers the total; nil when none is set.
  public private(set) var promoCode: PromoCode?
  /// The sum of all lines in minor units, kept up to date by each change.
  private var subtotalUnits: Int64 = 0
  private var places: [ProductID: Int] = [:]
  private var lastPlace = 0
  /// Raised by every change, so that whoever shows the cart knows when to look again.
  private(set) var revision = 0

  /// An empty cart.
  public init(currency: Currency) { self.currency = currency }

  /// Nil when the product is not in the cart.
  public func line(of product: ProductID) -> CartLine? {
    findPlace(of: product).map { lines[$0] }
  }

  /// What the lines cost before the discount.
  public var subtotal: Money { Money(minorUnits: subtotalUnits, currency: currency) }

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
    guard let place = findPlace(of: product) else { return }
    lines[place].stock = stock.map { max(0, $0) }
    revision += 1
  }

  /// The product has another name now, such as in another language. No person's change either.
  func setTitle(of product: ProductID, to title: String) {
    guard let place = findPlace(of: product), lines[place].title != title else { return }
    lines[place].title = title
    revision += 1
  }

  // MARK: Changes, made by commands

  /// Puts a new line in at `index`.
  func insert(_ line: CartLine, at index: Int) throws(CartError) {
    guard places[line.product] == nil else { throw .alreadyInCart(line.product) }
    guard line.unitPrice.currency == currency else { throw .otherCurrency(line.product) }
    try changeSubtotal(from: 0, to: line.total.minorUnits)
    lines.insert(line, at: index)
    revision += 1
    for place in index..<lines.count { places[lines[place].product] = place }
  }

  /// Takes a line out and says where it was.
  func remove(_ product: ProductID) throws(CartError) -> (line: CartLine, index: Int) {
    let index = try place(of: product)
    try changeSubtotal(from: lines[index].total.minorUnits, to: 0)
    let line = lines.remove(at: index)
    revision += 1
    places[product] = nil
    for place in index..<lines.count { places[lines[place].product] = place }
    return (line, index)
  }

  /// Changes the quantity of a line; returns the one before.
  @discardableResult
  func setQuantity(_ quantity: Int64, of product: ProductID) throws(CartError) -> Int64 {
    let index = try place(of: product)
    let before = lines[index].quantity
    try changeTotal(at: index, quantity: quantity, unitPrice: lines[index].unitPrice.minorUnits)
    lines[index].quantity = quantity
    revision += 1
    return before
  }

  /// Changes the unit price of a line; returns the one before.
  @discardableResult
  func setUnitPrice(_ unitPrice: Money, of product: ProductID) throws(CartError) -> Money {
    let index = try place(of: product)
    guard unitPrice.currency == currency else { throw .otherCurrency(product) }
    let before = lines[index].unitPrice
    try changeTotal(
      at: index, quantity: lines[index].quantity, unitPrice: unitPrice.minorUnits)
    lines[index].unitPrice = unitPrice
    revision += 1
    return before
  }

  /// Sets or removes the promo code; returns the one before.
  func setPromoCode(_ code: PromoCode?) -> PromoCode? {
    let old = promoCode
    promoCode = code
    revision += 1
    return old
  }

  /// The quantity of a product; 0 when it is not in the cart.
  func quantity(of product: ProductID) -> Int64 {
    findPlace(of: product).map { lines[$0].quantity } ?? 0
  }

  /// How many of a product are left; nil when that is not counted or it is not in the cart.
  func stock(of product: ProductID) -> Int64? {
    findPlace(of: product).flatMap { lines[$0].stock }
  }

  /// The unit price of a product; nil when it is not in the cart.
  func unitPrice(of product: ProductID) -> Money? {
    findPlace(of: product).map { lines[$0].unitPrice }
  }

  /// What a person calls the product; its identifier when it is not in the cart.
  func title(of product: ProductID) -> String {
    findPlace(of: product).map { lines[$0].title } ?? product.name
  }

  private func place(of product: ProductID) throws(CartError) -> Int {
    guard let place = findPlace(of: product) else { throw .notInCart(product) }
    return place
  }

  /// Steps on one line come in rows, so the line found last is tried before the table.
  private func findPlace(of product: ProductID) -> Int? {
    if lastPlace < lines.count, lines[lastPlace].product == product { return lastPlace }
    guard let place = places[product] else { return nil }
    lastPlace = place
    return place
  }

  /// Currencies are the cart's own here, so whole minor units are counted.
  private func changeTotal(at index: Int, quantity: Int64, unitPrice: Int64) throws(CartError) {
    let (total, overflows) = unitPrice.multipliedReportingOverflow(by: quantity)
    guard !overflows else { throw .overflow }
    let old = lines[index].unitPrice.minorUnits &* lines[index].quantity
    try changeSubtotal(from: old, to: total)
  }

  private func changeSubtotal(from old: Int64, to new: Int64) throws(CartError) {
    // The old total is part of the subtotal, so only the sum can overflow.
    let (sum, overflows) = (subtotalUnits - old).addingReportingOverflow(new)
    guard !overflows else { throw .overflow }
    subtotalUnits = sum
  }
}
