/// One command of the action `command`: what it changes, and its parameters.
public struct CommandAction: Sendable {
  /// What is done.
  public let operation: Operation
  /// The cart or the text field that changes.
  public let target: KeyIndex
  /// The product: its id in the cart's `products`, or an object that describes one. Nil for the
  /// commands that are about none.
  public let product: ValueTemplate?
  /// `quantity`, `unitPrice`, `code` or `text`; nil where the command has no such parameter, and
  /// for an `add_product` of one piece.
  public let argument: ValueTemplate?

  /// The commands by their names on the wire.
  public enum Operation: String, Sendable, CaseIterable {
    /// A new line in a cart, or more of the line that the product has; 1 piece by default.
    case addProduct = "add_product"
    /// Takes the product's line out of a cart; a snackbar offers to undo it.
    case removeProduct = "remove_product"
    /// Gives the product's line another quantity, 1 or more.
    case changeQuantity = "change_quantity"
    /// Gives the product's line another price of one piece, in minor units.
    case changePrice = "change_price"
    /// Sets one of the cart's promo codes, in capitals or not.
    case applyPromoCode = "apply_promo_code"
    /// Takes the promo code off a cart; does nothing where there is none.
    case removePromoCode = "remove_promo_code"
    /// Adds a text to the end of a `text_input` or a `text_area`.
    case appendText = "append_text"

    /// The member that names what changes.
    var targetMember: String { self == .appendText ? "field" : "cart" }

    /// Whether `product` says which product it is about.
    var hasProduct: Bool {
      switch self {
      case .addProduct, .removeProduct, .changeQuantity, .changePrice: true
      case .applyPromoCode, .removePromoCode, .appendText: false
      }
    }

    /// The member of the parameter, if there is one; that of `add_product` may be left out.
    var argumentMember: String? {
      switch self {
      case .addProduct, .changeQuantity: "quantity"
      case .changePrice: "unitPrice"
      case .applyPromoCode: "code"
      case .appendText: "text"
      case .removeProduct, .removePromoCode: nil
      }
    }
  }
}
