import CCrypto
import Foundation
import OynaPayments
import OynaValue

/// A telephone with Apple Pay, and the Apple behind it: makes payment tokens as Apple documents
/// them, by a certificate authority that lives as long as the process. Whoever trusts it trusts the
/// demo.
final class DemoDevice: Sendable {
  /// The merchant of the demo, whose key only this process knows.
  static let merchantID = "merchant.uz.oyna.demo"
  /// Nil when libcrypto makes no keys.
  static let shared = DemoDevice()

  private let root: Certificate
  private let authority: Certificate
  private let signer: Certificate
  private let signerKey: PrivateKey
  private let merchantKey: PrivateKey
  private let merchantPublicKey: [UInt8]

  private init?() {
    guard let rootKey = Self.key(), let authorityKey = Self.key(), let signerKey = Self.key(),
      let merchantKey = Self.key(), let merchantPublicKey = merchantKey.publicKey,
      let root = Self.certificate("Demo root", rootKey, isAuthority: true),
      let authority = Self.certificate(
        "Demo authority", authorityKey, by: (root, rootKey), isAuthority: true,
        mark: ApplePayTokenReader.authorityMark),
      let signer = Self.certificate(
        "Demo signer", signerKey, by: (authority, authorityKey),
        mark: ApplePayTokenReader.leafMark)
    else { return nil }
    self.root = root
    self.authority = authority
    self.signer = signer
    self.signerKey = signerKey
    self.merchantKey = merchantKey
    self.merchantPublicKey = merchantPublicKey
  }

  /// Checks tokens of this device for the demo's merchant.
  var reader: ApplePayTokenReader {
    ApplePayTokenReader(
      merchantID: Self.merchantID, publicKey: merchantPublicKey, key: merchantKey, root: root)
  }

  /// What the sheet was shown with, and what the payer authorised with a look at the device.
  struct Sheet {
    let merchantID: String
    let amount: Int64
    let currency: Currency
    let applicationData: [UInt8]

    init?(_ json: JSON) {
      guard let merchantID = json["merchantID"]?.string, let amount = json["amount"]?.int,
        let currency = json["currency"]?.string.flatMap({ Currency(code: $0) }),
        let data = json["applicationData"]?.string.flatMap({ Base64.decode($0) })
      else { return nil }
      self.merchantID = merchantID
      self.amount = amount
      self.currency = currency
      applicationData = data
    }
  }

  /// A token for a sheet: its JSON, and the number of the payment.
  func token(for sheet: Sheet) -> (json: [UInt8], number: String)? {
    guard let ephemeral = Self.key(), let ephemeralKey = ephemeral.publicKey,
      let secret = ephemeral.sharedSecret(withPublicKey: merchantPublicKey),
      let number = Digest.random(32)
    else { return nil }
    let applicationData =
      sheet.applicationData.isEmpty
      ? [] : sheet.applicationData.withUnsafeBytes { Digest.sha256($0) }
    guard let data = seal(sheet, secret),
      let signature = signature(over: ephemeralKey + data + number + applicationData)
    else { return nil }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("paymentData")
    writer.beginObject()
    for (name, value) in [
      ("version", "EC_v1"), ("data", Base64.encode(data)),
      ("signature", Base64.encode(signature)),
    ] {
      writer.key(name)
      writer.string(value)
    }
    writer.key("header")
    writer.beginObject()
    for (name, value) in [
      ("ephemeralPublicKey", Base64.encode(ephemeralKey)),
      ("publicKeyHash", Base64.encode(merchantPublicKey.withUnsafeBytes { Digest.sha256($0) })),
      ("transactionId", Digest.hex(number)),
    ] {
      writer.key(name)
      writer.string(value)
    }
    if !applicationData.isEmpty {
      writer.key("applicationData")
      writer.string(Digest.hex(applicationData))
    }
    writer.endObject()
    writer.endObject()
    writer.key("transactionIdentifier")
    writer.string(Digest.hex(number))
    writer.endObject()
    return (writer.bytes, Digest.hex(number))
  }

  private func seal(_ sheet: Sheet, _ secret: [UInt8]) -> [UInt8]? {
    let code = String(sheet.currency.numericCode)
    let currency = String(repeating: "0", count: 3 - min(3, code.utf8.count)) + code
    let plain = Array(
      (#"{"applicationPrimaryAccountNumber":"4761120010000492","#
        + #""applicationExpirationDate":"301231","currencyCode":"\#(currency)","#
        + #""transactionAmount":\#(sheet.amount),"deviceManufacturerIdentifier":"000000000000","#
        + #""paymentDataType":"3DSecure","paymentData":{"onlinePaymentCryptogram":"AAAA","#
        + #""eciIndicator":"7"}}"#).utf8)
    let merchant = Array(sheet.merchantID.utf8).withUnsafeBytes { Digest.sha256($0) }
    let derived =
      [0, 0, 0, 1] + secret + [0x0D] + Array("id-aes256-GCMApple".utf8) + merchant
    return plain.withUnsafeBytes { bytes in
      AESGCM.seal(
        bytes, key: derived.withUnsafeBytes { Digest.sha256($0) },
        nonce: [UInt8](repeating: 0, count: 16), authenticating: [])
    }
  }

  private func signature(over content: [UInt8]) -> [UInt8]? {
    guard let source = BIO_new_mem_buf(content, Int32(content.count)) else { return nil }
    defer { BIO_free(source) }
    guard let others = oyna_one_certificate(authority.handle) else { return nil }
    defer { oyna_free_certificates(others) }
    let flags = UInt32(CMS_BINARY) | UInt32(CMS_DETACHED)
    guard let message = CMS_sign(signer.handle, signerKey.handle, others, source, flags) else {
      return nil
    }
    defer { CMS_ContentInfo_free(message) }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_CMS_ContentInfo(message, &bytes)
    guard count > 0, let start = bytes else { return nil }
    defer { CRYPTO_free(start, #file, #line) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private static func key() -> PrivateKey? { oyna_make_p256().map { PrivateKey(owning: $0) } }

  private static func certificate(
    _ name: String, _ key: PrivateKey, by issuer: (Certificate, PrivateKey)? = nil,
    isAuthority: Bool = false, mark: String? = nil
  ) -> Certificate? {
    oyna_issue(
      name, key.handle, issuer?.0.handle, issuer?.1.handle, isAuthority ? 1 : 0, mark
    ).map { Certificate(owning: $0) }
  }
}

extension PrivateKey {
  /// The public key as SubjectPublicKeyInfo, DER.
  fileprivate var publicKey: [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_PUBKEY(handle, &bytes)
    guard count > 0, let start = bytes else { return nil }
    defer { CRYPTO_free(start, #file, #line) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}
