public import OynaValue

/// A change of a cart. Undo restores the recorded quantity, price or place, by product, and is
/// refused as stale when the line has been changed by anything but the history since.
public protocol CartOperationCommand: Command {
  /// The cart that is changed.
  var cart: Cart { get }
}

/// Runs a change of a cart with its error as a command's error.
@discardableResult
private func changing<Result>(
  _ body: () throws(CartError) -> Result
) throws(CommandError) -> Result {
  do throws(CartError) { return try body() } catch { throw .cart(error) }
}

/// Adds a product: a new line at the end, or more of the line that the product has.
public final class AddProductCommand: CartOperationCommand {
  /// The cart that changes.
  public let cart: Cart
  /// The product, its price and how many to add.
  public let line: CartLine
  /// The quantity before; 0 when the product had no line. Nil until executed.
  private var quantityBefore: Int64?

  /// Adds a line, or its quantity to the line that is there.
  public init(_ line: CartLine, to cart: Cart) {
    self.line = line
    self.cart = cart
  }

  public var name: String { "Add \(line.title)" }
  public var title: CommandTitle {
    .addProduct(cart.line(of: line.product)?.title ?? line.title)
  }

  /// A product that is in the cart at another price is refused: no price rises unseen.
  public func execute() throws(CommandError) {
    guard let present = cart.line(of: line.product) else {
      try changing { () throws(CartError) in try cart.insert(line, at: cart.lines.count) }
      quantityBefore = 0
      return
    }
    try changing { () throws(CartError) in
      guard present.unitPrice == line.unitPrice else {
        throw .otherPrice(line.product, inCart: present.unitPrice)
      }
      let quantity = try sum(present.quantity, line.quantity)
      try CartLine.check(quantity: quantity, of: line.product, stock: present.stock)
      try cart.setQuantity(quantity, of: line.product)
    }
    quantityBefore = present.quantity
  }

  public func undo() throws(CommandError) {
    guard let quantityBefore, cart.quantity(of: line.product) == quantityBefore + line.quantity,
      cart.unitPrice(of: line.product) == line.unitPrice
    else { throw .stale(command: name) }
    try changing { () throws(CartError) in
      if quantityBefore == 0 {
        _ = try cart.remove(line.product)
      } else {
        try cart.setQuantity(quantityBefore, of: line.product)
      }
    }
  }

  private func sum(_ present: Int64, _ added: Int64) throws(CartError) -> Int64 {
    let (sum, overflows) = present.addingReportingOverflow(added)
    guard !overflows else { throw .overflow }
    return sum
  }
}

/// Removes a product's line; undo puts it back in its place.
public final class RemoveProductCommand: CartOperationCommand {
  /// The cart that changes.
  public let cart: Cart
  /// The line that changes.
  public let product: ProductID
  private var removed: (line: CartLine, index: Int)?

  /// Removes the line of a product.
  public init(_ product: ProductID, from cart: Cart) {
    self.product = product
    self.cart = cart
  }

  public var name: String {
    guard let title = removed?.line.title ?? cart.line(of: product)?.title else {
      return "Remove product"
    }
    return "Remove \(title)"
  }

  public var title: CommandTitle {
    .removeProduct(removed?.line.title ?? cart.line(of: product)?.title ?? product.name)
  }

  /// The line that was taken out; nil before it was.
  var removedLine: CartLine? { removed?.line }

  public func execute() throws(CommandError) {
    removed = try changing { () throws(CartError) in try cart.remove(product) }
  }

  public func undo() throws(CommandError) {
    guard let removed, removed.index <= cart.lines.count, cart.line(of: product) == nil else {
      throw .stale(command: name)
    }
    try changing { () throws(CartError) in try cart.insert(removed.line, at: removed.index) }
  }
}

/// Changes the unit price of a line.
public final class ChangePriceCommand: CartOperationCommand {
  /// The cart that changes.
  public let cart: Cart
  /// The line that changes.
  public let product: ProductID
  /// The new price of one piece.
  public let price: Money
  private var priceBefore: Money?

  /// Sets the price of one piece.
  public init(of product: ProductID, to price: Money, in cart: Cart) {
    self.product = product
    self.price = price
    self.cart = cart
  }

  public var name: String { "Change price" }
  public var title: CommandTitle { .changePrice(cart.title(of: product)) }

  public func execute() throws(CommandError) {
    priceBefore = try changing { () throws(CartError) in
      try CartLine.check(price: price, of: product)
      return try cart.setUnitPrice(price, of: product)
    }
  }

  public func undo() throws(CommandError) {
    guard let priceBefore, cart.unitPrice(of: product) == price else {
      throw .stale(command: name)
    }
    try changing { () throws(CartError) in try cart.setUnitPrice(priceBefore, of: product) }
  }
}

/// Changes the quantity of a line.
public final class ChangeQuantityCommand: CartOperationCommand {
  /// The cart that changes.
  public let cart: Cart
  /// The line that changes.
  public let product: ProductID
  /// The new quantity; that of the last command after merging.
  public private(set) var quantity: Int64
  /// Whether the next change of the same line joins this one.
  public let coalesces: Bool
  private var quantityBefore: Int64?

  /// Changes the quantity of a line. With `coalesces`, for the taps on a stepper, those on one line
  /// become one entry.
  public init(of product: ProductID, to quantity: Int64, in cart: Cart, coalesces: Bool = false) {
    self.product = product
    self.quantity = quantity
    self.cart = cart
    self.coalesces = coalesces
  }

  public var name: String { "Change quantity" }
  public var title: CommandTitle { .changeQuantity(cart.title(of: product)) }

  /// A quantity over the stock is refused, unless it is less than the cart has now: a person may
  /// always take fewer.
  public func execute() throws(CommandError) {
    quantityBefore = try changing { () throws(CartError) in
      let isFewer = quantity < cart.quantity(of: product)
      let stock = isFewer ? nil : cart.stock(of: product)
      try CartLine.check(quantity: quantity, of: product, stock: stock)
      return try cart.setQuantity(quantity, of: product)
    }
  }

  public func undo() throws(CommandError) {
    guard let quantityBefore, cart.quantity(of: product) == quantity else {
      throw .stale(command: name)
    }
    try changing { () throws(CartError) in try cart.setQuantity(quantityBefore, of: product) }
  }

  public func merge(_ next: any Command) -> Bool {
    guard coalesces, let next = next as? ChangeQuantityCommand, next.coalesces,
      next.cart === cart, next.product == product
    else { return false }
    quantity = next.quantity
    return true
  }
}

/// Sets the promo code of a cart, or removes it.
public final class ChangePromoCodeCommand: CartOperationCommand {
  /// The cart that changes.
  public let cart: Cart
  /// Nil removes the code.
  public let promoCode: PromoCode?
  private var codeBefore: PromoCode?
  private var isExecuted = false

  /// Sets the code; nil removes it.
  public init(to promoCode: PromoCode?, in cart: Cart) {
    self.promoCode = promoCode
    self.cart = cart
  }

  public var name: String { promoCode == nil ? "Remove promo code" : "Apply promo code" }
  public var title: CommandTitle {
    promoCode.map { .applyPromoCode($0.code) } ?? .removePromoCode
  }

  public func execute() throws(CommandError) {
    codeBefore = cart.setPromoCode(promoCode)
    isExecuted = true
  }

  public func undo() throws(CommandError) {
    guard isExecuted, cart.promoCode == promoCode else { throw .stale(command: name) }
    _ = cart.setPromoCode(codeBefore)
  }
}
