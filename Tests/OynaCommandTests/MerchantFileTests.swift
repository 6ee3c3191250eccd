import Foundation
import OynaPayments
import OynaServer
import OynaValue
import Testing

@testable import oyna

/// `oyna serve --payments FILE`: a merchant's real keys and its providers' addresses.
@Suite struct MerchantFileTests {
  private static let full = #"""
    {"payme": {"merchantID": "587f72c72cac0d162c722ae2", "key": "SECRET-key-of-payme", "sandbox": true},
     "click": {"serviceID": "77", "merchantID": "7", "userID": "9", "secret": "SECRET-of-click"},
     "installments": {"lender": "https://lender.example", "token": "SECRET-of-lender",
       "rates": {"3": 0, "12": 2400}, "least": 100, "most": 5000000000},
     "merchantToken": "SECRET-of-back-office"}
    """#

  /// The options of a file with this text; its mode is 0600 unless another is given.
  private func options(
    _ text: String, mode: Int = 0o600, environment: [String: String] = [:]
  ) throws -> MerchantOptions {
    let path = FileManager.default.temporaryDirectory.path + "/oyna-merchant-\(UUID()).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let isMade = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
    try #require(isMade)
    return try MerchantOptions(
      ServeConfiguration(["--payments", path], environment: environment), hasDemo: true)
  }

  private func failure(
    _ text: String, mode: Int = 0o600, environment: [String: String] = [:]
  ) -> String {
    do {
      _ = try options(text, mode: mode, environment: environment)
      return ""
    } catch {
      return (error as? ServeOptions.Failure)?.description ?? "\(error)"
    }
  }

  @Test func `a whole file makes the ways to pay, at the providers' own addresses`() throws {
    let options = try options(Self.full)
    let settings = try #require(options.settings)
    #expect(settings.strategies.map(\.name) == ["payme", "card", "click", "installment"])
    #expect(settings.payme?.accountField == "order_id")
    #expect(settings.click?.serviceID == "77")
    #expect(settings.send != nil)
    #expect(!settings.isDemo && !options.isDemo)
    #expect(options.cardOrigins == ["https://checkout.test.paycom.uz"])
    let order = try #require(
      PaymentOrder(number: "1", amount: Money(minorUnits: 100_000, currency: .uzs)))
    var checkout = try #require(CheckoutContext(order: order, strategies: settings.strategies))
    _ = try checkout.start(key: "k", now: 0)
    guard case .openLink(let url)? = checkout.attempt?.next else {
      Issue.record("no link")
      return
    }
    #expect(url.hasPrefix("https://test.paycom.uz/"))
  }

  @Test func `real money goes to Payme's own addresses`() throws {
    let text = #"{"payme": {"merchantID": "m", "key": "k"}}"#
    #expect(try options(text).cardOrigins == ["https://checkout.paycom.uz"])
    let link = #"{"payme": {"merchantID": "m", "key": "k", "methods": ["payme"]}}"#
    #expect(try options(link).cardOrigins == [])
    #expect(try options(link).settings?.strategies.map(\.name) == ["payme"])
  }

  @Test func `a hold is a capability of its strategy`() throws {
    let text =
      #"{"payme": {"merchantID": "m", "key": "k", "methods": ["card"], "hold": true}}"#
    let strategy = try #require(try options(text).settings?.strategies.first)
    #expect(strategy.capabilities.contains(.hold))
  }

  @Test func `keys are in no description`() throws {
    let settings = try #require(try options(Self.full).settings)
    var text = "\(settings)"
    dump(settings, to: &text)
    #expect(!text.contains("SECRET"))
  }

  @Test(
    arguments: [
      ("{", "this is no JSON."), ("[]", "the file is a JSON object."),
      (#"{"payMe": {}}"#, "payMe is no member; there are payme, click,"),
      (#"{"payme": {"key": "SECRET"}}"#, "payme.merchantID is needed, as text."),
      (#"{"payme": {"merchantID": "m", "key": 7}}"#, "payme.key is text."),
      (#"{"payme": {"merchantID": "m", "key": "SECRET", "keys": ""}}"#, "payme.keys is no member;"),
      (
        #"{"payme": {"merchantID": "m", "key": "SECRET", "methods": ["cash"]}}"#,
        "payme.methods is a list of payme and card."
      ),
      (
        #"{"payme": {"merchantID": "m", "key": "SECRET", "sandbox": 1}}"#,
        "payme.sandbox is true or false."
      ),
      (
        #"{"payme": {"merchantID": "m", "key": "SECRET", "api": "http://pay.example/api"}}"#,
        "payme.api is an https address, or http on this machine."
      ),
      (
        #"{"payme": {"merchantID": "m", "key": "SECRET", "api": "http://127.0.0.1.evil.example"}}"#,
        "payme.api is an https address, or http on this machine."
      ),
      (
        #"{"click": {"serviceID": "x", "merchantID": "7", "userID": "9", "secret": "SECRET"}}"#,
        "click.serviceID is a number as text."
      ),
      (
        #"{"installments": {"lender": "https://l", "token": "SECRET", "rates": {"5": 0}}}"#,
        "installments.rates is months (3, 6, 9, 12 or 24)"
      ),
      (
        #"{"installments": {"lender": "https://l", "token": "SECRET", "rates": {}}}"#,
        "installments.rates is needed, as an object."
      ),
      (
        #"{"applePay": {"merchantID": "m", "payee": "p", "acquirer": "https://a", "certificate": "no"}}"#,
        "applePay.certificate is the name of a PEM file that can be read."
      ),
      (#"{"merchantToken": "SECRET"}"#, "merchantToken is 16 characters or more."),
    ])
  func `what is wrong is named, and no key is`(text: String, message: String) {
    let failure = failure(text)
    #expect(failure.contains(message), "\(failure)")
    #expect(!failure.contains("SECRET"))
  }

  @Test func `a file that others may read is refused`() {
    #expect(failure(Self.full, mode: 0o644).contains("can be read by others. Run: chmod 600"))
    #expect(failure(Self.full, mode: 0o640).contains("chmod 600"))
  }

  @Test func `two places for keys are one too many`() {
    #expect(
      failure(Self.full, environment: ["OYNA_PAYME_KEY": "SECRET"])
        .hasPrefix("payme-key are set beside a file of payments"))
  }

  @Test func `doubles stand in only where the demo was asked for and no key is given`() throws {
    func options(
      _ environment: [String: String], hasDemo: Bool
    ) throws -> MerchantOptions {
      try MerchantOptions(
        ServeConfiguration([], environment: environment), hasDemo: hasDemo)
    }
    let demo = try options([:], hasDemo: true)
    #expect(demo.settings?.isDemo == true && demo.isDemo)
    let open = try options([:], hasDemo: false)
    #expect(open.settings == nil)
    let real = try options(
      ["OYNA_PAYME_MERCHANT": "m", "OYNA_PAYME_KEY": "k"], hasDemo: true)
    #expect(real.settings?.isDemo == false && real.settings?.click == nil)
  }
}
