public import OynaValue

/// Checks a payment token of Apple Pay before it is charged. The server's is
/// `ApplePayTokenReader`, over libcrypto.
public protocol ApplePayTokenVerifier: Sendable {
  /// Checks that a token was made on a device, for this merchant, for the attempt's order and
  /// amount, and a moment ago.
  ///
  /// - Parameters:
  ///   - token: what the sheet gave: `{"paymentData", "paymentMethod", "transactionIdentifier"}`.
  ///   - now: milliseconds since 1970 UTC.
  /// - Returns: the number of the payment, by which a token is taken once.
  func verify(
    _ token: JSON, for attempt: PaymentAttempt, now: Int64
  ) throws(ApplePayTokenRefusal) -> String
}

/// Why a token is refused. None holds a part of a card.
public enum ApplePayTokenRefusal: Error, Sendable, Hashable {
  /// A member is missing or is no base64 or hexadecimal.
  case malformed
  /// Another version than EC_v1.
  case version(String)
  /// The certificates are not Apple's or do not lead to the root.
  case certificates
  /// The signature is not over these bytes.
  case signature
  /// It was signed too long ago, or in the future.
  case signingTime
  /// It was made for another merchant's key.
  case otherMerchant
  /// It does not open with our key.
  case decryption
  /// The decrypted amount or currency is not the order's.
  case otherAmount
  /// The order's data are not the ones that the sheet was shown with.
  case otherOrder
  /// It was used before.
  case replayed

  /// The refusal as a word of logs and stored facts.
  public var name: String {
    switch self {
    case .malformed: "malformed"
    case .version: "version"
    case .certificates: "certificates"
    case .signature: "signature"
    case .signingTime: "signingTime"
    case .otherMerchant: "otherMerchant"
    case .decryption: "decryption"
    case .otherAmount: "otherAmount"
    case .otherOrder: "otherOrder"
    case .replayed: "replayed"
    }
  }
}
