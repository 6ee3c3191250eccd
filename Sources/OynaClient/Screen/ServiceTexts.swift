public import OynaEngine
import OynaValue

/// A way to pay, as the engine words it.
public struct PaymentMethodText: Sendable, Identifiable {
  /// What `custom` is sent with to choose it.
  public let id: String
  /// What a person reads.
  public let label: String
  /// Below the label; empty for none.
  public let hint: String
  /// The one that is chosen.
  public let isSelected: Bool

  init?(_ map: ValueMap) {
    guard let id = map.text("value") else { return nil }
    self.id = id
    label = map.text("label") ?? id
    hint = map.text("hint") ?? ""
    isSelected = map["selected"] == .bool(true)
  }
}

/// One line of `queue_status`, as the engine words it.
public struct QueueLineText: Sendable, Identifiable {
  /// The number of the request.
  public let id: Int64
  /// What a person knows it by.
  public let title: String
  /// Where it stands, in words.
  public let text: String
  /// `waiting`, `sent`, `failed`, …: for a mark beside the words.
  public let state: String
  /// What may be done about it: the event for `queue_status[id]`, and the button's label.
  public let actions: [(event: String, label: String)]

  init?(_ map: ValueMap) {
    guard case .int(let id)? = map["id"] else { return nil }
    self.id = id
    title = map.text("title") ?? ""
    text = map.text("text") ?? ""
    state = map.text("state") ?? ""
    actions = (map["actions"]?.maps ?? []).compactMap { action in
      guard let event = action.text("event"), let label = action.text("label") else { return nil }
      return (event: event, label: label)
    }
  }
}

/// One line of a `cart`, as the engine words it.
public struct CartLineText: Sendable, Identifiable {
  /// The product.
  public let id: String
  /// What a person knows the product by.
  public let title: String
  /// The price of one, in words.
  public let unitPrice: String
  /// The price of the line, in words.
  public let total: String
  /// What is worth saying of the line, such as what is left in stock.
  public let note: String?
  /// How many are in the cart.
  public let quantity: Int64
  /// Whether one more may be taken.
  public let canAdd: Bool

  init?(_ map: ValueMap) {
    guard let id = map.text("product"), case .int(let quantity)? = map["quantity"] else {
      return nil
    }
    self.id = id
    self.quantity = quantity
    title = map.text("title") ?? ""
    unitPrice = map.text("unitPrice") ?? ""
    total = map.text("total") ?? ""
    note = map.text("note")
    canAdd = map["canAdd"] == .bool(true)
  }
}

extension ResolvedNode {
  /// The ways to pay of `payment_methods`.
  public var paymentMethods: [PaymentMethodText] {
    maps("methods").compactMap { PaymentMethodText($0) }
  }

  /// The lines of `queue_status`.
  public var queueLines: [QueueLineText] { maps("items").compactMap { QueueLineText($0) } }

  /// The lines of a `cart`.
  public var cartLines: [CartLineText] { maps("lines").compactMap { CartLineText($0) } }

  /// The labels and amounts below a `cart`, in words.
  public var cartTotals: [(label: String, amount: String)] {
    maps("totals").map { (label: $0.text("label") ?? "", amount: $0.text("amount") ?? "") }
  }

  /// A label of a `cart`'s own controls; nil where it has no such control.
  public func cartLabel(_ name: String) -> String? {
    if case .map(let labels)? = props["labels"] { return labels.text(name) }
    return nil
  }
}
