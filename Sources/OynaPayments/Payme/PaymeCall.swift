public import OynaValue

/// A call of the Payme Merchant API, decoded: JSON-RPC 2.0 whose `jsonrpc` member may be absent.
public enum PaymeCall: Sendable {
  /// CheckPerformTransaction: may the order be paid with this amount, in tiyin?
  case checkPerform(amount: Int64, order: String)
  /// CreateTransaction: a transaction begins and holds the order.
  case create(Create)
  /// PerformTransaction: the money of the transaction is taken.
  case perform(id: String)
  /// CancelTransaction, for one of Payme's reasons: 1 to 5, or 10.
  case cancel(id: String, reason: Int64)
  /// CheckTransaction: where does the transaction stand?
  case check(id: String)
  /// Milliseconds since 1970 UTC, both inclusive.
  case statement(from: Int64, to: Int64)
  /// SetFiscalData: the fiscal receipt of the payment, or of its cancellation.
  case setFiscalData(id: String, isPerform: Bool)

  /// The parameters of CreateTransaction.
  public struct Create: Sendable, Hashable {
    /// Payme's identifier.
    public let id: String
    /// Payme's time in milliseconds since 1970 UTC.
    public let time: Int64
    /// Tiyin.
    public let amount: Int64
    /// The value of the account's field.
    public let order: String

    /// The parameters as Payme sent them.
    public init(id: String, time: Int64, amount: Int64, order: String) {
      self.id = id
      self.time = time
      self.amount = amount
      self.order = order
    }
  }

  /// Decodes `{"method", "params"}`.
  ///
  /// - Throws: -32600 for a missing member or one of another type, -32601 for an unknown method,
  ///   -31001 for an amount that is no positive integer, and the account's error where it has no
  ///   `accountField`.
  public init(_ json: JSON, accountField: String) throws(PaymeError) {
    guard let method = json["method"]?.string, let params = json["params"], params.kind == .object
    else { throw .malformed }
    switch method {
    case "CheckPerformTransaction":
      self = .checkPerform(
        amount: try Self.amount(params), order: try Self.order(params, field: accountField))
    case "CreateTransaction":
      self = .create(
        Create(
          id: try Self.string(params, "id"), time: try Self.time(params, "time"),
          amount: try Self.amount(params), order: try Self.order(params, field: accountField)))
    case "PerformTransaction":
      self = .perform(id: try Self.string(params, "id"))
    case "CancelTransaction":
      self = .cancel(id: try Self.string(params, "id"), reason: try Self.integer(params, "reason"))
    case "CheckTransaction":
      self = .check(id: try Self.string(params, "id"))
    case "GetStatement":
      self = .statement(from: try Self.time(params, "from"), to: try Self.time(params, "to"))
    case "SetFiscalData":
      let kind = try Self.string(params, "type")
      guard kind == "PERFORM" || kind == "CANCEL", params["fiscal_data"]?.kind == .object else {
        throw .malformed
      }
      self = .setFiscalData(id: try Self.string(params, "id"), isPerform: kind == "PERFORM")
    default:
      throw .methodNotFound(method)
    }
  }

  private static func string(_ params: JSON, _ name: String) throws(PaymeError) -> String {
    guard let text = params[name]?.string, !text.isEmpty else { throw .malformed }
    return text
  }

  private static func integer(_ params: JSON, _ name: String) throws(PaymeError) -> Int64 {
    guard let number = params[name]?.int else { throw .malformed }
    return number
  }

  /// A moment in milliseconds: zero and below are no moments.
  private static func time(_ params: JSON, _ name: String) throws(PaymeError) -> Int64 {
    let moment = try integer(params, name)
    guard moment >= 0, moment < 100_000_000_000_000 else { throw .malformed }
    return moment
  }

  /// A fraction or a number under 1 is an amount that no order has.
  private static func amount(_ params: JSON) throws(PaymeError) -> Int64 {
    guard let member = params["amount"], member.kind == .number else { throw .malformed }
    guard let amount = member.int, amount > 0 else { throw .wrongAmount }
    return amount
  }

  /// The account's value is usually a string; a merchant's cash desk may declare a number.
  private static func order(_ params: JSON, field: String) throws(PaymeError) -> String {
    guard let account = params["account"], account.kind == .object else { throw .malformed }
    if let text = account[field]?.string { return text }
    if let number = account[field]?.int { return String(number) }
    throw .orderNotFound(field: field)
  }
}
