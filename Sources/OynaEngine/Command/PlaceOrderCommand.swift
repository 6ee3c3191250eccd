public import OynaValue

/// Orders what is in a cart at this moment. Undo cancels the order.
public final class PlaceOrderCommand: QueuedCommand {
  /// The lines and the total when the command was made.
  public let lines: [CartLine]
  /// What the person agreed to pay.
  public let total: Money
  /// The code of the cart; nil when none.
  public let promoCode: String?
  /// Where the queued item stands.
  public private(set) var progress = QueuedProgress()
  private let port: any OutboxPort
  private var identifier = ""

  /// Fails when the cart is not ready to order: empty, or a line is not in stock.
  public init?(_ cart: Cart, through port: any OutboxPort) {
    guard cart.isReadyToOrder else { return nil }
    lines = cart.lines
    total = cart.total
    promoCode = cart.promoCode?.code
    self.port = port
  }

  public var name: String { "Place order" }
  public var title: CommandTitle { .placeOrder }

  public func execute() throws(CommandError) {
    let identifier = port.makeIdentifier()
    var body = ValueMap()
    body.set(.string(identifier), for: "id")
    body.set(.list(lines.map { .map($0.body) }), for: "lines")
    body.set(.int(total.minorUnits), for: "total")
    body.set(.string(total.currency.code), for: "currency")
    if let promoCode { body.set(.string(promoCode), for: "promoCode") }
    var draft = try lane.draft(.order, "POST", "/api/v1/orders", body, name)
    draft.lookUpURL = "/api/v1/orders/" + identifier
    try progress.execute(name, through: port, draft)
    self.identifier = identifier
  }

  public func undo() throws(CommandError) {
    let url = "/api/v1/orders/" + identifier + "/cancellation"
    let cancellation = try lane.draft(.orderCancellation, "POST", url, ValueMap(), name)
    try progress.undo(name, through: port, compensation: cancellation)
  }

  private var lane: CommandLane { CommandLane("orders", "") }
}

extension CartLine {
  fileprivate var body: ValueMap {
    var body = ValueMap()
    body.set(.string(product.name), for: "product")
    body.set(.int(quantity), for: "quantity")
    body.set(.int(unitPrice.minorUnits), for: "unitPrice")
    return body
  }
}
