import OynaValue

@testable import OynaEngine

let sum = Currency.uzs

func product(_ name: String) -> ProductID { ProductID(name).unsafelyUnwrapped }

func price(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: sum) }

func line(
  _ name: String, quantity: Int64 = 1, price units: Int64 = 100, stock: Int64? = nil
) throws(CartError) -> CartLine {
  try CartLine(
    product: product(name), title: name, quantity: quantity, unitPrice: price(units), stock: stock)
}

/// Everything of a cart that undo must bring back.
struct CartSnapshot: Equatable {
  let lines: [CartLine]
  let promoCode: PromoCode?
  let subtotal: Money
  let total: Money

  init(_ cart: Cart) {
    lines = cart.lines
    promoCode = cart.promoCode
    subtotal = cart.subtotal
    total = cart.total
  }
}

/// A command made of closures, for failures and re-entrancy.
final class ProbeCommand: Command {
  let name: String
  var onExecute: () throws(CommandError) -> Void
  var onUndo: () throws(CommandError) -> Void
  var isSent = false
  var isObsolete = false
  let onRelease: () -> Void

  init(
    _ name: String = "Probe", execute: @escaping () throws(CommandError) -> Void = {},
    undo: @escaping () throws(CommandError) -> Void = {}, released: @escaping () -> Void = {}
  ) {
    self.name = name
    onExecute = execute
    onUndo = undo
    onRelease = released
  }

  deinit { onRelease() }
  func execute() throws(CommandError) { try onExecute() }
  func undo() throws(CommandError) { try onUndo() }
}

let broken = CommandError.failed(command: "Probe", reason: "broken")
