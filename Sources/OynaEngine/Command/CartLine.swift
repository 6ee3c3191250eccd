public import OynaValue

/// A product's identifier in its shop.
public struct ProductID: Sendable, Hashable {
  /// As the shop numbers it.
  public let name: String

  /// Fails when `name` is empty.
  public init?(_ name: String) {
    guard !name.isEmpty else { return nil }
    self.name = name
  }
}

/// One product in a cart.
public struct CartLine: Sendable, Hashable {
  /// Unique in a cart.
  public let product: ProductID
  /// What a person reads.
  public internal(set) var title: String
  /// At least 1.
  public internal(set) var quantity: Int64
  /// Not negative.
  public internal(set) var unitPrice: Money
  /// How many the shop has, at least 0; nil when it does not count them.
  public internal(set) var stock: Int64?

  /// Refused unless the quantity is positive, in stock, the price not negative and the line's total
  /// fits 64 bits.
  public init(
    product: ProductID, title: String, quantity: Int64 = 1, unitPrice: Money, stock: Int64? = nil
  ) throws(CartError) {
    self.product = product
    self.title = title
    self.quantity = quantity
    self.unitPrice = unitPrice
    self.stock = stock
    try CartLine.check(quantity: quantity, of: product, stock: stock)
    try CartLine.check(price: unitPrice, of: product)
    _ = try checkedTotal()
  }

  /// Quantity times unit price.
  public var total: Money {
    // A line is only made with a product that fits, and every change is checked again.
    Money(minorUnits: unitPrice.minorUnits &* quantity, currency: unitPrice.currency)
  }

  /// How many are asked for beyond what is in stock; 0 when none.
  public var shortage: Int64 { max(0, quantity - (stock ?? quantity)) }

  /// Whether none is left.
  public var isOutOfStock: Bool { stock == 0 }

  func checkedTotal() throws(CartError) -> Money {
    do throws(Money.ArithmeticError) {
      return try unitPrice.multiplied(by: quantity)
    } catch {
      throw .overflow
    }
  }

  static func check(quantity: Int64, of product: ProductID, stock: Int64?) throws(CartError) {
    guard quantity > 0 else { throw .quantityNotPositive(product) }
    guard let stock, quantity > stock else { return }
    throw stock == 0 ? .outOfStock(product) : .notEnoughInStock(product, available: stock)
  }

  static func check(price: Money, of product: ProductID) throws(CartError) {
    guard price.minorUnits >= 0 else { throw .negativePrice(product) }
  }
}

/// A discount on a whole cart.
public struct PromoCode: Sendable, Hashable {
  /// What a code takes off.
  public enum Discount: Sendable, Hashable {
    /// Hundredths of a percent of the subtotal, 0…10,000; a part of a minor unit is not given.
    case basisPoints(Int64)
    /// Minor units of the cart's currency.
    case amount(Int64)
  }

  /// As a person types it.
  public let code: String
  /// What it takes off.
  public let discount: Discount
  /// The subtotal in minor units from which the code counts.
  public let minimumSubtotal: Int64

  /// Fails when the code is empty, a number is negative or the share is over 10,000.
  public init?(_ code: String, _ discount: Discount, minimumSubtotal: Int64 = 0) {
    guard !code.isEmpty, minimumSubtotal >= 0 else { return nil }
    switch discount {
    case .basisPoints(let share): guard 0...10_000 ~= share else { return nil }
    case .amount(let units): guard units >= 0 else { return nil }
    }
    self.code = code
    self.discount = discount
    self.minimumSubtotal = minimumSubtotal
  }

  /// What it takes off a subtotal that is not negative; never more than it.
  func discount(on subtotal: Money) -> Money {
    let none = Money(minorUnits: 0, currency: subtotal.currency)
    guard subtotal.minorUnits >= minimumSubtotal else { return none }
    switch discount {
    case .amount(let units):
      return Money(minorUnits: min(units, subtotal.minorUnits), currency: subtotal.currency)
    case .basisPoints(let share):
      // A share of at most the whole has a place where the whole has one.
      return (try? subtotal.multiplied(by: share, over: 10_000, .towardZero)) ?? none
    }
  }
}

/// Why a change of a cart was refused; the cart is as it was.
public enum CartError: Error, Sendable, Hashable {
  /// No line of the cart has this product.
  case notInCart(ProductID)
  /// A line of the cart has this product: change its quantity.
  case alreadyInCart(ProductID)
  /// The quantity asked for is 0 or under.
  case quantityNotPositive(ProductID)
  /// The shop counts this product and has none left.
  case outOfStock(ProductID)
  /// More than the shop has; `available` is how many it has, 1 or more.
  case notEnoughInStock(ProductID, available: Int64)
  /// The unit price is under 0.
  case negativePrice(ProductID)
  /// The unit price is in another currency than the cart.
  case otherCurrency(ProductID)
  /// The product is in the cart at another price: change the price first.
  case otherPrice(ProductID, inCart: Money)
  /// A line's total or the subtotal would not fit 64 bits.
  case overflow
}

extension CartError {
  /// A whole sentence for a developer.
  public var message: String {
    switch self {
    case .notInCart(let product): "“\(product.name)” is not in the cart."
    case .alreadyInCart(let product): "“\(product.name)” is in the cart already."
    case .quantityNotPositive(let product): "The quantity of “\(product.name)” must be 1 or more."
    case .outOfStock(let product): "“\(product.name)” is out of stock."
    case .notEnoughInStock(let product, let available):
      "Only \(available) of “\(product.name)” are in stock."
    case .negativePrice(let product): "The price of “\(product.name)” must not be negative."
    case .otherCurrency(let product): "“\(product.name)” has another currency than the cart."
    case .otherPrice(let product, let price):
      "“\(product.name)” is in the cart at \(price.minorUnits) minor units; change that first."
    case .overflow: "The total would not fit 64 bits of minor units."
    }
  }
}
