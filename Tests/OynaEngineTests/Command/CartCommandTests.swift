import OynaValue
import Testing

@testable import OynaEngine

@Suite("Cart commands") struct CartCommandTests {
  let cart = Cart(currency: sum)
  let history = CommandHistory()
  let tea = product("Tea")

  private func add(_ name: String, quantity: Int64 = 1, price: Int64 = 100, stock: Int64? = nil)
    throws
  {
    try history.execute(
      AddProductCommand(
        try line(name, quantity: quantity, price: price, stock: stock), to: cart))
  }

  @Test("totals are exact integers of minor units") func totals() throws {
    try add("Tea", quantity: 3, price: 12_500_00)
    try add("Pot", quantity: 1, price: 99_999_99)
    #expect(cart.subtotal == price(137_499_99))
    #expect(cart.total == price(137_499_99))
  }

  @Test("adding a product that is there adds to its line, and undo takes only that back")
  func addTwice() throws {
    try add("Tea", quantity: 2)
    try add("Tea", quantity: 3)
    #expect(cart.lines.count == 1 && cart.line(of: tea)?.quantity == 5)
    try history.undo()
    #expect(cart.line(of: tea)?.quantity == 2)
    try history.undo()
    #expect(cart.lines.isEmpty && cart.subtotal == price(0))
  }

  @Test("removing remembers place, quantity and price", arguments: 0..<4) func remove(place: Int)
    throws
  {
    for name in ["a", "b", "c", "d"] { try add(name, quantity: 2, price: 7) }
    let before = CartSnapshot(cart)
    let target = cart.lines[place].product
    try history.execute(RemoveProductCommand(target, from: cart))
    #expect(cart.line(of: target) == nil && cart.subtotal == price(42))
    for line in cart.lines { #expect(cart.line(of: line.product) == line) }
    try history.undo()
    #expect(CartSnapshot(cart) == before)
    for line in cart.lines { #expect(cart.line(of: line.product) == line) }
  }

  @Test("price and quantity go back to what was recorded") func changes() throws {
    try add("Tea", quantity: 2, price: 100)
    try history.execute(ChangePriceCommand(of: tea, to: price(150), in: cart))
    try history.execute(ChangeQuantityCommand(of: tea, to: 4, in: cart))
    #expect(cart.total == price(600))
    try history.undo()
    try history.undo()
    #expect(cart.total == price(200))
    try history.redo()
    #expect(cart.total == price(300))
  }

  @Test("a change made by somebody else makes undo stale and is not overwritten") func stale()
    throws
  {
    try add("Tea")
    try history.execute(ChangePriceCommand(of: tea, to: price(150), in: cart))
    try cart.setUnitPrice(price(175), of: tea)
    #expect(throws: CommandError.stale(command: "Change price")) { try history.undo() }
    #expect(cart.line(of: tea)?.unitPrice == price(175) && history.undoCount == 2)
  }

  @Test("bad input is refused with its reason and changes nothing") func refusals() throws {
    try add("Tea", quantity: 2, stock: 3)
    let before = CartSnapshot(cart)
    let dollar = Money(minorUnits: 1, currency: .usd)
    let ghost = product("Ghost")
    let cases: [(any Command, CartError)] = [
      (RemoveProductCommand(ghost, from: cart), .notInCart(ghost)),
      (ChangePriceCommand(of: ghost, to: price(1), in: cart), .notInCart(ghost)),
      (ChangePriceCommand(of: tea, to: price(-1), in: cart), .negativePrice(tea)),
      (ChangePriceCommand(of: tea, to: dollar, in: cart), .otherCurrency(tea)),
      (ChangePriceCommand(of: tea, to: price(.max), in: cart), .overflow),
      (ChangeQuantityCommand(of: ghost, to: 1, in: cart), .notInCart(ghost)),
      (ChangeQuantityCommand(of: tea, to: 0, in: cart), .quantityNotPositive(tea)),
      (ChangeQuantityCommand(of: tea, to: -4, in: cart), .quantityNotPositive(tea)),
      (ChangeQuantityCommand(of: tea, to: 4, in: cart), .notEnoughInStock(tea, available: 3)),
      (
        AddProductCommand(try line("Tea", quantity: 2), to: cart),
        .notEnoughInStock(tea, available: 3)
      ),
      (
        AddProductCommand(try line("Tea", price: 90), to: cart),
        .otherPrice(tea, inCart: price(100))
      ),
      (
        AddProductCommand(try line("Tea", quantity: .max, price: 0), to: cart),
        .otherPrice(tea, inCart: price(100))
      ),
      (
        AddProductCommand(
          try CartLine(product: ghost, title: "Ghost", unitPrice: dollar), to: cart),
        .otherCurrency(ghost)
      ),
      (AddProductCommand(try line("Ghost", price: .max), to: cart), .overflow),
    ]
    for (command, error) in cases {
      #expect(throws: CommandError.cart(error)) { try history.execute(command) }
      #expect(CartSnapshot(cart) == before)
    }
    #expect(history.undoCount == 1)
  }

  @Test("an illegal line cannot be made") func illegalLines() throws {
    #expect(throws: CartError.quantityNotPositive(tea)) { try line("Tea", quantity: 0) }
    #expect(throws: CartError.outOfStock(tea)) { try line("Tea", stock: 0) }
    #expect(throws: CartError.negativePrice(tea)) { try line("Tea", price: -1) }
    #expect(throws: CartError.overflow) { try line("Tea", quantity: 2, price: .max) }
    #expect(ProductID("") == nil)
  }

  @Test("a line that ran short keeps its quantity, blocks the order and may be reduced")
  func short()
    throws
  {
    try add("Tea", quantity: 5, stock: 5)
    #expect(cart.isReadyToOrder)
    cart.setStock(of: tea, to: 2)
    #expect(cart.line(of: tea)?.shortage == 3 && !cart.isReadyToOrder)
    try history.execute(ChangeQuantityCommand(of: tea, to: 4, in: cart))
    #expect(!cart.isReadyToOrder)
    try history.execute(ChangeQuantityCommand(of: tea, to: 2, in: cart))
    #expect(cart.isReadyToOrder)
    cart.setStock(of: tea, to: 0)
    #expect(cart.line(of: tea)?.isOutOfStock == true && cart.shortLines.count == 1)
  }

  @Test("a promo code takes off exactly its share, rounded down") func promo() throws {
    try add("Tea", quantity: 1, price: 9_999)
    let code = try #require(PromoCode("OYNA15", .basisPoints(1_500), minimumSubtotal: 9_999))
    try history.execute(ChangePromoCodeCommand(to: code, in: cart))
    #expect(cart.discount == price(1_499) && cart.total == price(8_500))
    try history.execute(ChangePriceCommand(of: tea, to: price(9_998), in: cart))
    #expect(cart.discount == price(0))
    try history.undo()
    try history.execute(ChangePromoCodeCommand(to: PromoCode("ALL", .amount(.max)), in: cart))
    #expect(cart.total == price(0))
    try history.undo()
    #expect(cart.promoCode == code)
    try history.undo()
    #expect(cart.promoCode == nil && cart.total == price(9_999))
  }

  @Test("a share of the largest subtotal is exact") func largestShare() {
    let code = PromoCode("P", .basisPoints(3_333))
    let product = Int64.max.multipliedFullWidth(by: 3_333)
    let expected = Int64(10_000).dividingFullWidth(product).quotient
    #expect(code?.discount(on: price(.max)) == price(expected))
    #expect(PromoCode("", .amount(1)) == nil && PromoCode("P", .basisPoints(10_001)) == nil)
    #expect(PromoCode("P", .amount(-1)) == nil)
  }
}
