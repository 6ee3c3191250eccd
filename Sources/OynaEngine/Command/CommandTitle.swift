/// What an entry of the history did: the engine says it in the person's language.
public enum CommandTitle: Sendable, Hashable {
  case addProduct(String)
  case removeProduct(String)
  case changeQuantity(String)
  case changePrice(String)
  case applyPromoCode(String)
  case removePromoCode
  /// The label of the group and the number of the row.
  case addRow(String)
  case removeRow(String)
  /// The label of the field.
  case edit(String)
  case placeOrder
  case sendMessage
  case transfer
  /// A command of the application's own: its name as it is.
  case other(String)
}
