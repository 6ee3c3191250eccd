public import OynaValue

/// What a shop offers: the facts that a line of a cart is made from.
public struct Product: Sendable, Hashable {
  /// As the shop numbers it.
  public let id: ProductID
  /// What a person reads.
  public let title: String
  /// The price of one piece, not negative.
  public let unitPrice: Money
  /// How many the shop has, at least 0; nil when it does not count them.
  public let stock: Int64?

  /// Fails when the title is empty or a number is negative.
  public init?(id: ProductID, title: String, unitPrice: Money, stock: Int64? = nil) {
    guard !title.isEmpty, unitPrice.minorUnits >= 0, stock ?? 0 >= 0 else { return nil }
    self.id = id
    self.title = title
    self.unitPrice = unitPrice
    self.stock = stock
  }

  /// A line of so many of it.
  ///
  /// - Throws: why there cannot be such a line: no stock, a total that does not fit.
  public func line(quantity: Int64) throws(CartError) -> CartLine {
    try CartLine(
      product: id, title: title, quantity: quantity, unitPrice: unitPrice, stock: stock)
  }
}
