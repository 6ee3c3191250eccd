/// What a person ordered and agreed to pay, as the shop worked it out from its own prices.
///
/// Amounts are minor units (tiyin) of `currency`. The parts never change after the order was
/// placed, only its status does.
public struct Order: Sendable, Hashable {
  /// A UUID made by the server.
  public let id: String
  /// Whose order it is.
  public let tenant: String
  /// Milliseconds since 1970 UTC.
  public let created: Int64
  /// Where it stands.
  public let status: OrderStatus
  /// ISO 4217 letters, such as `UZS`.
  public let currency: String
  /// At least one; each product once.
  public let lines: [OrderLine]
  /// The code that lowered the total; nil when none did.
  public let promoCode: String?
  /// What the code took off: 0 to `subtotal`.
  public let discount: Int64
  /// Who gets it.
  public let recipient: OrderRecipient

  /// An order of these parts; nil without lines, with a product twice, with an amount that is
  /// negative or does not fit, or a discount over what the lines cost.
  public init?(
    id: String, tenant: String, created: Int64, status: OrderStatus = .placed, currency: String,
    lines: [OrderLine], promoCode: String? = nil, discount: Int64 = 0, recipient: OrderRecipient
  ) {
    guard let subtotal = Order.subtotal(of: lines), 0...subtotal ~= discount else { return nil }
    self.id = id
    self.tenant = tenant
    self.created = created
    self.status = status
    self.currency = currency
    self.lines = lines
    self.promoCode = promoCode
    self.subtotal = subtotal
    self.discount = discount
    self.recipient = recipient
  }

  /// What the lines cost.
  public let subtotal: Int64

  /// What is to be paid.
  public var total: Int64 { subtotal - discount }

  private static func subtotal(of lines: [OrderLine]) -> Int64? {
    guard !lines.isEmpty, Set(lines.map(\.product)).count == lines.count else { return nil }
    var sum: Int64 = 0
    for line in lines {
      guard line.quantity > 0, line.unitPrice >= 0 else { return nil }
      let (total, overflows) = line.unitPrice.multipliedReportingOverflow(by: line.quantity)
      let (next, alsoOverflows) = sum.addingReportingOverflow(total)
      guard !overflows, !alsoOverflows else { return nil }
      sum = next
    }
    return sum
  }
}

/// One product of an order.
public struct OrderLine: Sendable, Hashable {
  /// As the shop numbers it.
  public let product: String
  /// What the person read.
  public let title: String
  /// At least 1.
  public let quantity: Int64
  /// Minor units, at least 0.
  public let unitPrice: Int64

  /// A line of these parts.
  public init(product: String, title: String, quantity: Int64, unitPrice: Int64) {
    self.product = product
    self.title = title
    self.quantity = quantity
    self.unitPrice = unitPrice
  }
}

/// Who gets an order, and where.
public struct OrderRecipient: Sendable, Hashable {
  /// How the courier addresses the person.
  public let name: String
  /// As it passed the form's rules.
  public let phone: String
  /// Empty when the order is collected.
  public let address: String

  /// A recipient of these parts.
  public init(name: String, phone: String, address: String) {
    self.name = name
    self.phone = phone
    self.address = address
  }
}

/// Where an order stands.
public enum OrderStatus: String, Sendable, CaseIterable {
  /// Accepted; nothing is paid yet.
  case placed
  /// Its whole total was received.
  case paid
  /// Withdrawn before it was paid.
  case cancelled
  /// Paid, and the money was given back.
  case refunded

  /// Whether an order may go from this status to `next`; every other step is refused.
  public func maySwitch(to next: OrderStatus) -> Bool {
    switch (self, next) {
    case (.placed, .paid), (.placed, .cancelled), (.paid, .refunded): true
    default: false
    }
  }
}

/// The statements of orders.
public protocol OrderTransaction: AnyObject {
  /// Adds an order. Throws `constraint` when its id is taken.
  func insert(_ order: Order) throws(StorageError)

  /// The order with this id; nil when the tenant has none.
  func order(id: String, tenant: String) throws(StorageError) -> Order?

  /// The newest orders of a tenant, newest first, at most `limit`.
  func orders(tenant: String, limit: Int) throws(StorageError) -> [Order]

  /// How many of each product are in the tenant's orders that are placed or paid, by the product's
  /// name.
  func orderedQuantities(tenant: String) throws(StorageError) -> [String: Int64]

  /// The ids of orders that are placed, not paid, and were made before a moment; oldest first.
  func unpaidOrders(tenant: String, before: Int64) throws(StorageError) -> [String]

  /// Moves an order to another status, in the same transaction as whatever caused it.
  ///
  /// False, and nothing changes, when there is no such order or its status does not lead there
  /// (``OrderStatus/maySwitch(to:)``): so of two payments of one order one finds it paid.
  func switchOrder(
    id: String, to status: OrderStatus, tenant: String
  ) throws(StorageError) -> Bool
}
