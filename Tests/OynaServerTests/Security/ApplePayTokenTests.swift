import Foundation
import OynaPayments
import OynaValue
import Testing

@testable import OynaServer

/// Tokens of a certificate authority that the test makes, with `openssl`: opened when everything is
/// right, refused when one thing is not.
@Suite(.enabled(if: ApplePayWorld.isPossible, "the command openssl is not installed"))
struct ApplePayTokenTests {
  let world: ApplePayWorld
  private static let amount = Money(minorUnits: 100_000, currency: .uzs)

  init() throws { world = try ApplePayWorld() }

  private func reader(root: String? = nil, merchant: String = "merchant.uz.test") throws
    -> ApplePayTokenReader
  {
    try ApplePayTokenReader(
      merchantID: merchant, certificate: world.text("merchant.pem"),
      key: world.text("merchant.key"), root: root ?? world.text("root.pem"))
  }

  private func refusal(
    _ token: JSON, amount: Money = Self.amount, data: String = "attempt", later: Int64 = 0,
    reader: ApplePayTokenReader? = nil
  ) throws -> ApplePayTokenReader.Refusal? {
    do throws(ApplePayTokenReader.Refusal) {
      let reader = try? reader ?? self.reader()
      _ = try reader?.open(
        token, paying: amount, applicationData: Array(data.utf8), now: Server.now() + later)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a token for this order opens`() throws {
    let payment = try reader().open(
      world.token(), paying: Self.amount, applicationData: Array("attempt".utf8),
      now: Server.now())
    #expect(payment.transactionID == "00ff17")
    #expect(payment.expires == "301231")
    #expect(payment.indicator == "7")
    var text = "\(payment)"
    dump(payment, to: &text)
    #expect(!text.contains("4111"))
  }

  @Test func `another amount, currency or order is refused`() throws {
    let token = try world.token()
    #expect(try refusal(token, amount: Money(minorUnits: 100_001, currency: .uzs)) == .otherAmount)
    #expect(try refusal(token, amount: Money(minorUnits: 100_000, currency: .usd)) == .otherAmount)
    #expect(try refusal(token, data: "another attempt") == .otherOrder)
    #expect(try refusal(token, data: "") == .otherOrder)
  }

  @Test func `another merchant cannot open it`() throws {
    let token = try world.token()
    #expect(try refusal(token, reader: reader(merchant: "merchant.uz.other")) == .decryption)
    let other = try ApplePayTokenReader(
      merchantID: "merchant.uz.test", certificate: world.text("other.pem"),
      key: world.text("other.key"), root: world.text("root.pem"))
    #expect(try refusal(token, reader: other) == .otherMerchant)
  }

  @Test func `an authority that is not Apple's is refused`() throws {
    #expect(
      try refusal(world.token(), reader: reader(root: world.text("stranger.pem")))
        == .certificates)
    // Signed by a certificate of the right authority that is not marked as Apple's signer.
    #expect(try refusal(world.token(signer: "plain")) == .certificates)
  }

  @Test func `what was changed after it was signed is refused`() throws {
    let good = try world.members()
    for name in ["data", "ephemeralPublicKey", "transactionId", "applicationData"] {
      var members = good
      switch name {
      case "transactionId": members.transactionID[0] ^= 1
      case "applicationData": members.applicationData[0] ^= 1
      case "data": members.data[0] ^= 1
      default: members.ephemeralKey[members.ephemeralKey.count - 1] ^= 1
      }
      #expect(try refusal(members.json()) == .signature, "\(name)")
    }
    var cut = good
    cut.signature.removeLast(20)
    #expect(try refusal(cut.json()) == .malformed)
  }

  @Test(
    arguments: [
      (240_000, nil), (360_000, .signingTime),
      // The certificates are as young as the token, so that before it they are not valid yet.
      (-360_000, .certificates),
    ] as [(Int64, ApplePayTokenReader.Refusal?)])
  func `a token is good for five minutes`(
    later: Int64, refusal wanted: ApplePayTokenReader.Refusal?
  ) throws {
    #expect(try refusal(world.token(), later: later) == wanted)
  }

  @Test(arguments: [
    "{}", #"{"version":"EC_v1"}"#, #"{"version":"EC_v1","header":{}}"#,
    #"{"version":"EC_v1","data":"!","signature":"","header":{"ephemeralPublicKey":"","publicKeyHash":"","transactionId":"00"}}"#,
  ])
  func `a token without its members is malformed`(text: String) throws {
    #expect(try refusal(JSON.parse(text)) == .malformed)
  }

  @Test func `another version is named`() throws {
    #expect(try refusal(JSON.parse(#"{"version":"RSA_v1"}"#)) == .version("RSA_v1"))
  }

  @Test func `what is no certificate or key makes no reader`() {
    #expect(throws: ApplePayTokenReader.SetUpFailure.self) {
      try ApplePayTokenReader(
        merchantID: "m", certificate: "no", key: world.text("merchant.key"),
        root: world.text("root.pem"))
    }
    #expect(throws: ApplePayTokenReader.SetUpFailure.self) {
      try ApplePayTokenReader(
        merchantID: "m", certificate: world.text("merchant.pem"), key: "no",
        root: world.text("root.pem"))
    }
  }
}

/// A certificate authority like Apple's, and a device that makes tokens.
final class ApplePayWorld: Sendable {
  static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
  let directory: String

  init() throws {
    directory = FileManager.default.temporaryDirectory.path + "/oyna-apple-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    for name in ["root", "middle", "leaf", "plain", "merchant", "other", "stranger"] {
      try openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", name + ".key")
    }
    let authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n"
    for name in ["root", "stranger", "merchant", "other"] {
      try openssl(
        "req", "-x509", "-new", "-key", name + ".key", "-subj", "/CN=\(name)", "-days", "30",
        "-out", name + ".pem")
    }
    let signing = "keyUsage=critical,digitalSignature\n"
    try issue("middle", by: "root", authority + "1.2.840.113635.100.6.2.14=ASN1:NULL\n")
    try issue("leaf", by: "middle", signing + "1.2.840.113635.100.6.29=ASN1:NULL\n")
    try issue("plain", by: "middle", signing)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func issue(_ name: String, by issuer: String, _ extensions: String) throws {
    try Data(extensions.utf8).write(to: url(name + ".ext"))
    try openssl(
      "req", "-new", "-key", name + ".key", "-subj", "/CN=\(name)", "-out", name + ".csr")
    try openssl(
      "x509", "-req", "-in", name + ".csr", "-CA", issuer + ".pem", "-CAkey", issuer + ".key",
      "-CAcreateserial", "-days", "30", "-extfile", name + ".ext", "-out", name + ".pem")
  }

  func text(_ name: String) -> String {
    (try? String(contentsOf: url(name), encoding: .utf8)) ?? ""
  }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: directory + "/" + name) }

  private func openssl(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl \(arguments)")
  }

  struct Members {
    var data: [UInt8]
    var signature: [UInt8]
    var ephemeralKey: [UInt8]
    var publicKeyHash: [UInt8]
    var transactionID: [UInt8]
    var applicationData: [UInt8]

    func json() throws -> JSON {
      func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
      return try JSON.parse(
        #"{"version":"EC_v1","data":"\#(base64(data))","signature":"\#(base64(signature))","header":{"ephemeralPublicKey":"\#(base64(ephemeralKey))","publicKeyHash":"\#(base64(publicKeyHash))","transactionId":"\#(Digest.hex(transactionID))","applicationData":"\#(Digest.hex(applicationData))"}}"#
      )
    }
  }

  func token(signer: String = "leaf") throws -> JSON { try members(signer: signer).json() }

  /// What a device makes for an order of 1000.00 so'm; `attempt` is what the sheet was shown with.
  func members(
    signer: String = "leaf", attempt: String = "attempt", amount: Int64 = 100_000,
    merchant id: String = "merchant.uz.test", certificate: String = "merchant"
  ) throws -> Members {
    let plain = Array(
      #"{"applicationPrimaryAccountNumber":"4111111111111111","applicationExpirationDate":"301231","currencyCode":"860","transactionAmount":\#(amount),"deviceManufacturerIdentifier":"040010030273","paymentDataType":"3DSecure","paymentData":{"onlinePaymentCryptogram":"AAAA","eciIndicator":"7"}}"#
        .utf8)
    try openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "device.key")
    try openssl("ec", "-in", "device.key", "-pubout", "-outform", "DER", "-out", "device.der")
    let ephemeral = Array(try Data(contentsOf: url("device.der")))
    let merchant = try #require(Certificate(pem: text(certificate + ".pem"))?.publicKey)
    let device = try #require(PrivateKey(pem: text("device.key")))
    let secret = try #require(device.sharedSecret(withPublicKey: merchant))
    let hash = Array(id.utf8).withUnsafeBytes { Digest.sha256($0) }
    let derived =
      [0, 0, 0, 1] + secret + [0x0D] + Array("id-aes256-GCM".utf8) + Array("Apple".utf8) + hash
    let sealed = try #require(
      plain.withUnsafeBytes { bytes in
        AESGCM.seal(
          bytes, key: derived.withUnsafeBytes { Digest.sha256($0) },
          nonce: [UInt8](repeating: 0, count: 16), authenticating: [])
      })
    var members = Members(
      data: sealed, signature: [], ephemeralKey: ephemeral,
      publicKeyHash: merchant.withUnsafeBytes { Digest.sha256($0) },
      transactionID: [0x00, 0xFF, 0x17],
      applicationData: Array(attempt.utf8).withUnsafeBytes { Digest.sha256($0) })
    let signed =
      ephemeral + sealed + members.transactionID + members.applicationData
    try Data(signed).write(to: url("signed"))
    try openssl(
      "cms", "-sign", "-binary", "-in", "signed", "-signer", signer + ".pem", "-inkey",
      signer + ".key", "-certfile", "middle.pem", "-md", "sha256", "-outform", "DER", "-out",
      "signature")
    members.signature = Array(try Data(contentsOf: url("signature")))
    return members
  }
}
