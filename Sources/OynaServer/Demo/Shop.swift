public import OynaEngine
public import OynaValue

/// The demo's shop: its own prices, stock and promo codes.
///
/// What a person pays is worked out from these. A price, a total or a discount that comes in a
/// request is only compared: where it differs, the person saw something else, and is asked again.
public struct Shop: Sendable {
  /// Every price is in it.
  public let currency: Currency
  /// What is sold.
  public let products: [Product]
  /// Codes that lower a total.
  public let promoCodes: [PromoCode]
  /// How long an order that nobody pays keeps its goods from others, in milliseconds. After that it
  /// is cancelled as soon as somebody else orders; one whose payment is under way is not.
  public let reservation: Int64

  /// A shop that sells these.
  public init(
    currency: Currency, products: [Product], promoCodes: [PromoCode],
    reservation: Int64 = 30 * 60_000
  ) {
    self.currency = currency
    self.products = products
    self.promoCodes = promoCodes
    self.reservation = reservation
  }

  /// Why a cart cannot be ordered.
  public enum Refusal: Error, Sendable, Hashable {
    /// The cart is no cart, or has nothing in it.
    case malformed
    /// The shop does not sell it.
    case unknownProduct(String)
    /// The person saw another price.
    case otherPrice(String)
    /// Less is left than was asked for.
    case shortOfStock(String, left: Int64)
    /// The code does not exist, or no longer does.
    case unknownPromoCode(String)
    /// The lines are right and their sum is not.
    case otherTotal
  }

  /// The cart that a submitted value asks for, at the shop's own prices.
  ///
  /// - Parameters:
  ///   - value: `{"lines": [{"product", "quantity", "unitPrice"}], "promoCode", "total"}`.
  ///   - ordered: how many of each product others have ordered, by its name.
  public func cart(
    of value: Value, ordered: [String: Int64] = [:]
  ) throws(Refusal) -> Cart {
    guard case .map(let map) = value, case .list(let lines)? = map["lines"], !lines.isEmpty else {
      throw .malformed
    }
    let cart = Cart(currency: currency)
    for line in lines { try add(line, to: cart, ordered) }
    switch map["promoCode"] {
    case nil, .null?: break
    case .string(let text)?:
      guard let code = promoCodes.first(where: { $0.code == text }) else {
        throw .unknownPromoCode(text)
      }
      guard (try? ChangePromoCodeCommand(to: code, in: cart).execute()) != nil else {
        throw .malformed
      }
    default: throw .malformed
    }
    guard map["total"] == .int(cart.total.minorUnits) else { throw .otherTotal }
    return cart
  }

  /// How many of a product are left; nil when it never ends.
  public func left(of product: Product, ordered: [String: Int64]) -> Int64? {
    product.stock.map { max(0, $0 - (ordered[product.id.name] ?? 0)) }
  }

  private func add(
    _ value: Value, to cart: Cart, _ ordered: [String: Int64]
  ) throws(Refusal) {
    guard case .map(let line) = value, case .string(let id)? = line["product"],
      case .int(let quantity)? = line["quantity"], quantity > 0
    else { throw .malformed }
    guard let product = products.first(where: { $0.id.name == id }) else {
      throw .unknownProduct(id)
    }
    guard line["unitPrice"] == .int(product.unitPrice.minorUnits) else {
      throw .otherPrice(product.title)
    }
    if let left = left(of: product, ordered: ordered), quantity > left {
      throw .shortOfStock(product.title, left: left)
    }
    guard cart.line(of: product.id) == nil, let priced = try? product.line(quantity: quantity),
      (try? AddProductCommand(priced, to: cart).execute()) != nil
    else { throw .malformed }
  }
}
