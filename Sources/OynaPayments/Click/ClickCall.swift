/// A call of the Click SHOP API as it arrived: `application/x-www-form-urlencoded` texts, never
/// re-formatted, since the signature is over the texts.
///
/// Source: docs.click.uz, "SHOP API requests".
public struct ClickCall: Sendable, Hashable {
  /// Prepare (0) or Complete (1).
  public enum Action: String, Sendable {
    /// Prepare: may this order be paid with this amount?
    case prepare = "0"
    /// Complete: the money was taken, or `error` says that it was not.
    case complete = "1"
  }

  /// Click's own number of the payment.
  public let transactionID: String
  /// The merchant's service at Click.
  public let serviceID: String
  /// The order or account.
  public let merchantTransactionID: String
  /// The merchant's number from the answer to Prepare; nil in Prepare.
  public let merchantPrepareID: String?
  /// So'm as Click wrote it: `1000`, `1000.00`.
  public let amount: String
  /// The action's text as Click wrote it; `Action` reads it.
  public let action: String
  /// 0, or under 0 when the payment failed at Click's side.
  public let error: Int64
  /// `YYYY-MM-DD HH:mm:ss`.
  public let signTime: String
  /// MD5 in lower-case hexadecimal digits.
  public let signature: String

  /// Reads the fields; nil where one is missing or has another shape (-8).
  public init?(_ field: (String) -> String?) {
    guard let transactionID = field("click_trans_id"), Int64(transactionID) != nil,
      let serviceID = field("service_id"), Int64(serviceID) != nil,
      let merchantTransactionID = field("merchant_trans_id"), !merchantTransactionID.isEmpty,
      let amount = field("amount"), let action = field("action"),
      let error = field("error").flatMap({ Int64($0) }),
      let signTime = field("sign_time"), let signature = field("sign_string")
    else { return nil }
    let merchantPrepareID = field("merchant_prepare_id")
    guard action != Action.complete.rawValue || merchantPrepareID != nil else { return nil }
    self.transactionID = transactionID
    self.serviceID = serviceID
    self.merchantTransactionID = merchantTransactionID
    self.merchantPrepareID = merchantPrepareID
    self.amount = amount
    self.action = action
    self.error = error
    self.signTime = signTime
    self.signature = signature
  }

  /// The text whose MD5 Click sends: the values without a separator, exactly as received.
  public func signedText(secret: String) -> String {
    let prepareID = action == Action.complete.rawValue ? merchantPrepareID ?? "" : ""
    return transactionID + serviceID + secret + merchantTransactionID + prepareID + amount + action
      + signTime
  }

  /// Whether the call carries the signature that `secret` makes.
  public func isSigned(secret: String, md5: ([UInt8]) -> [UInt8]) -> Bool {
    let digest = Hexadecimal.encode(md5(Array(signedText(secret: secret).utf8)))
    return ConstantTime.areEqual(Array(digest.utf8), Array(signature.utf8))
  }

  /// The amount in tiyin; nil for a text that is no exact amount of so'm with at most two decimals.
  public var amountInTiyin: Int64? {
    let parts = amount.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.utf8.allSatisfy(isDigit) else {
      return nil
    }
    var fraction = parts.count == 2 ? String(parts[1]) : ""
    guard fraction.utf8.allSatisfy(isDigit), parts.count == 1 || !fraction.isEmpty else {
      return nil
    }
    // "1000.000" is 1000.00: zeros after the second decimal change nothing, other digits do.
    guard fraction.utf8.dropFirst(2).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
    fraction = String(fraction.prefix(2))
    while fraction.utf8.count < 2 { fraction += "0" }
    return Int64(whole + fraction)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
