import CCrypto
import Foundation
public import OynaPayments
public import OynaValue

/// Checks and opens payment tokens of Apple Pay (version EC_v1).
///
/// ```swift
/// let reader = try ApplePayTokenReader(
///   merchantID: "merchant.uz.example", certificate: pem, key: keyPEM, root: appleRootG3)
/// let payment = try reader.open(token, paying: amount, applicationData: attempt, now: now)
/// ```
///
/// Source: developer.apple.com, "Payment token format reference". Usually a payment service does
/// this and the merchant hands the token on unopened.
public struct ApplePayTokenReader: Sendable {
  private let merchantHash: [UInt8]
  private let publicKeyHash: [UInt8]
  private let key: PrivateKey
  private let root: Certificate
  private let tolerance: Int64

  /// Why a token is refused.
  public typealias Refusal = ApplePayTokenRefusal

  /// Why there is no reader: a certificate or a key that is none.
  public struct SetUpFailure: Error, Sendable, CustomStringConvertible {
    /// A whole sentence for the operator; never a part of a key.
    public let description: String
  }

  /// - Parameters:
  ///   - certificate: the payment processing certificate, PEM.
  ///   - key: its private key on P-256, PEM.
  ///   - root: Apple Root CA - G3, PEM.
  ///   - tolerance: how far the signing time may be from now, milliseconds.
  public init(
    merchantID: String, certificate: String, key: String, root: String,
    tolerance: Int64 = 5 * 60_000
  ) throws(SetUpFailure) {
    guard let own = Certificate(pem: certificate), let publicKey = own.publicKey else {
      throw SetUpFailure(description: "The payment processing certificate is no PEM certificate.")
    }
    guard let key = PrivateKey(pem: key) else {
      throw SetUpFailure(
        description: "The key of the payment processing certificate is no PEM key.")
    }
    guard let root = Certificate(pem: root) else {
      throw SetUpFailure(description: "The root certificate is no PEM certificate.")
    }
    self.init(
      merchantID: merchantID, publicKey: publicKey, key: key, root: root, tolerance: tolerance)
  }

  /// - Parameter publicKey: of the payment processing certificate, SubjectPublicKeyInfo, DER.
  init(
    merchantID: String, publicKey: [UInt8], key: PrivateKey, root: Certificate,
    tolerance: Int64 = 5 * 60_000
  ) {
    publicKeyHash = publicKey.withUnsafeBytes { Digest.sha256($0) }
    merchantHash = Array(merchantID.utf8).withUnsafeBytes { Digest.sha256($0) }
    self.key = key
    self.root = root
    self.tolerance = tolerance
  }

  /// What a token pays with.
  public struct Payment: Sendable {
    /// Apple's number of the payment, hexadecimal: taken once (``ProviderRequest/once``).
    public let transactionID: String
    /// The number that stands for the card; never stored or logged.
    public let accountNumber: SecretText
    /// `YYMMDD`.
    public let expires: String
    /// The cryptogram of the payment, base64.
    public let cryptogram: SecretText
    /// The indicator of the network, where it gives one.
    public let indicator: String?
  }

  /// Checks a token against an order and opens it.
  ///
  /// - Parameters:
  ///   - token: the member `paymentData` of the token.
  ///   - amount: what the order costs.
  ///   - applicationData: what the sheet was shown with; empty for nothing.
  ///   - now: milliseconds since 1970 UTC.
  public func open(
    _ token: JSON, paying amount: Money, applicationData: [UInt8], now: Int64
  ) throws(Refusal) -> Payment {
    let parts = try Parts(token)
    let isOurs = ConstantTime.areEqual(parts.publicKeyHash, publicKeyHash)
    guard isOurs else { throw .otherMerchant }
    try verify(parts, now: now)
    let expected =
      applicationData.isEmpty ? [] : applicationData.withUnsafeBytes { Digest.sha256($0) }
    guard ConstantTime.areEqual(parts.applicationData, expected) else { throw .otherOrder }
    return try payment(parts, amount)
  }

  /// The members of a token, decoded.
  private struct Parts {
    let data: [UInt8]
    let signature: [UInt8]
    let ephemeralKey: [UInt8]
    let publicKeyHash: [UInt8]
    let transactionID: [UInt8]
    let applicationData: [UInt8]

    init(_ token: JSON) throws(Refusal) {
      guard let version = token["version"]?.string else { throw .malformed }
      guard version == "EC_v1" else { throw .version(version) }
      guard let header = token["header"], header.kind == .object,
        let data = Self.base64(token["data"]), let signature = Self.base64(token["signature"]),
        let ephemeralKey = Self.base64(header["ephemeralPublicKey"]),
        let publicKeyHash = Self.base64(header["publicKeyHash"]),
        let transactionID = header["transactionId"]?.string.flatMap({ Digest.bytes(hex: $0) }),
        !transactionID.isEmpty, data.count > 16
      else { throw .malformed }
      var applicationData: [UInt8] = []
      if let member = header["applicationData"], !member.isNull {
        guard let bytes = member.string.flatMap({ Digest.bytes(hex: $0) }) else {
          throw .malformed
        }
        applicationData = bytes
      }
      self.data = data
      self.signature = signature
      self.ephemeralKey = ephemeralKey
      self.publicKeyHash = publicKeyHash
      self.transactionID = transactionID
      self.applicationData = applicationData
    }

    private static func base64(_ member: JSON?) -> [UInt8]? {
      member?.string.flatMap { Base64.decode($0) }
    }
  }

  private func verify(_ parts: Parts, now: Int64) throws(Refusal) {
    guard let message = SignedMessage(der: parts.signature) else { throw .malformed }
    guard
      let signer = message.certificate(withExtension: Self.leafMark),
      let authority = message.certificate(withExtension: Self.authorityMark),
      signer.isIssued(by: authority, under: root, at: now)
    else { throw .certificates }
    let signed =
      parts.ephemeralKey + parts.data + parts.transactionID + parts.applicationData
    guard message.isSigned(by: signer, over: signed) else { throw .signature }
    guard let time = message.signingTime, abs(time - now / 1_000) * 1_000 <= tolerance else {
      throw .signingTime
    }
  }

  private func payment(_ parts: Parts, _ amount: Money) throws(Refusal) -> Payment {
    guard let secret = key.sharedSecret(withPublicKey: parts.ephemeralKey) else {
      throw .decryption
    }
    let derived =
      [0, 0, 0, 1] + secret + [0x0D] + Array("id-aes256-GCM".utf8) + Array("Apple".utf8)
      + merchantHash
    guard
      let plain = AESGCM.open(
        parts.data, key: derived.withUnsafeBytes { Digest.sha256($0) },
        nonce: [UInt8](repeating: 0, count: 16), authenticating: []),
      let json = try? JSON.parse(plain), json.kind == .object
    else { throw .decryption }
    guard json["transactionAmount"]?.int == amount.minorUnits,
      json["currencyCode"]?.string.flatMap({ Int($0) }) == amount.currency.numericCode
    else { throw .otherAmount }
    guard let number = json["applicationPrimaryAccountNumber"]?.string,
      let expires = json["applicationExpirationDate"]?.string,
      let cryptogram = json["paymentData"]?["onlinePaymentCryptogram"]?.string
    else { throw .malformed }
    return Payment(
      transactionID: Digest.hex(parts.transactionID), accountNumber: SecretText(number),
      expires: expires, cryptogram: SecretText(cryptogram),
      indicator: json["paymentData"]?["eciIndicator"]?.string)
  }

  /// Extensions by which Apple marks the certificate that signs tokens, and its authority.
  static let leafMark = "1.2.840.113635.100.6.29"
  static let authorityMark = "1.2.840.113635.100.6.2.14"
}

extension ApplePayTokenReader: ApplePayTokenVerifier {
  /// See ``ApplePayTokenVerifier``. The sheet is shown with the attempt's key.
  public func verify(
    _ token: JSON, for attempt: PaymentAttempt, now: Int64
  ) throws(ApplePayTokenRefusal) -> String {
    guard let data = token["paymentData"] else { throw .malformed }
    let payment = try open(
      data, paying: attempt.order.amount, applicationData: Array(attempt.key.utf8), now: now)
    return payment.transactionID
  }
}
