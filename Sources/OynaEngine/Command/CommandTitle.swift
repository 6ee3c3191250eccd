/// What an entry of the history did: the engine says it in the person's language.
public enum CommandTitle: Sendable, Hashable {
  /// A product put in a cart: its title.
  case addProduct(String)
  /// A product taken out of a cart: its title.
  case removeProduct(String)
  /// Another quantity of a product: its title.
  case changeQuantity(String)
  /// Another unit price of a product: its title.
  case changePrice(String)
  /// A discount on a cart: the code as the shop writes it.
  case applyPromoCode(String)
  /// The discount taken off a cart.
  case removePromoCode
  /// The label of the group and the number of the row.
  case addRow(String)
  /// The label of the group and the number that the row had.
  case removeRow(String)
  /// The label of the field.
  case edit(String)
  /// An order sent to a shop.
  case placeOrder
  /// A message sent to somebody.
  case sendMessage
  /// Money moved from one account to another.
  case transfer
  /// A command of the application's own: its name as it is.
  case other(String)
}
