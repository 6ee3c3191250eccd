import Foundation
import OynaValue
import Testing

@testable import OynaServer

@Suite struct RequestSignatureTests {
  private func signature(
    target: String = "/api/v1/loan/apply", key: String = #""k""#, seconds: Int64 = 1_700_000_000,
    body: String = "{}", secrets: [String] = ["s"]
  ) -> String? {
    RequestSignature(
      method: "POST", target: target, key: key, seconds: seconds,
      body: HTTPBody(Array(body.utf8)), secrets: secrets.map { Array($0.utf8) }
    ).header
  }

  /// The vector of Docs/Forwarding.md, computed there by another program.
  @Test func theDocumentedVectorIsMet() {
    let header = signature(
      key: #""8e03978e-40d5-43e8-bc93-6894a57f9324""#, body: #"{"user_phone":"+998901234567"}"#,
      secrets: ["oyna-test-secret"])
    #expect(
      header
        == "t=1700000000,v1=dfceb639b448efd42b87bc1343edfe4e07b629c9236d0135c895ebf228dcd3a8")
  }

  @Test func everyPartIsSigned() {
    let all = [
      signature(), signature(target: "/b"), signature(key: #""l""#), signature(seconds: 1),
      signature(body: "{ }"), signature(secrets: ["t"]),
    ].compactMap { $0?.split(separator: ",").last }
    #expect(Set(all).count == 6)
  }

  @Test func eachSecretMakesASignatureAndNoneMakesNone() throws {
    let both = try #require(signature(secrets: ["s", "t"]))
    #expect(both.split(separator: ",").count == 3)
    #expect(both.hasPrefix(try #require(signature())))
    #expect(signature(secrets: []) == nil)
  }
}

@Suite struct ForwardSettingsTests {
  @Test(arguments: [
    "", "backend", "ftp://a", "http://", "https://a?b=1", "https://a#b", "https://u:p@a", "//a",
    "http:///path",
  ])
  func whatIsNoAddressIsRefused(text: String) {
    #expect(throws: ForwardSettings.Failure.self) { _ = try ForwardSettings(url: text) }
  }

  @Test func pathsAreAppendedAndEscaped() throws {
    let settings = try ForwardSettings(url: "http://127.0.0.1:9000/oyna/")
    #expect(settings.target("/a b/ж%") == "/oyna/a%20b/%D0%B6%25")
    #expect(
      settings.address(target: settings.target("/a b"))?.absoluteString
        == "http://127.0.0.1:9000/oyna/a%20b")
    #expect(try ForwardSettings(url: "https://a").target("/x") == "/x")
  }

  @Test(arguments: [
    ("https://backend", true), ("http://127.0.0.1:1", true), ("http://localhost", true),
    ("http://[::1]:1", true), ("http://backend", false), ("http://127.0.0.1.example", false),
  ])
  func secretsTravelOverTLSOrNotAtAll(url: String, isPrivate: Bool) throws {
    #expect(try ForwardSettings(url: url).isPrivate == isPrivate)
  }
}
