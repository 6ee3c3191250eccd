import Testing

@testable import OynaServer

@Suite struct OriginCheckTests {
  let check = OriginCheck(trusted: ["https://shop.example"])

  private func allows(_ fields: (String, String)...) -> Bool {
    let headers = HTTPFields(
      fields.map { (name: $0.0, value: $0.1) } + [("Host", "bank.example:8080")])
    return check.allows(HTTPRequest(method: "POST", target: "/x", headers: headers))
  }

  @Test func whoIsNoBrowserMay() { #expect(allows()) }

  @Test func aPageOfThisServerMay() {
    #expect(allows(("Origin", "http://bank.example:8080")))
    #expect(allows(("Origin", "https://BANK.example:8080"), ("Sec-Fetch-Site", "same-origin")))
    #expect(allows(("Sec-Fetch-Site", "none")))
  }

  @Test func aTrustedOriginMay() {
    #expect(allows(("Origin", "https://shop.example"), ("Sec-Fetch-Site", "cross-site")))
  }

  @Test func anotherSiteMayNot() {
    for fields in [
      [("Origin", "https://evil.example")], [("Origin", "null")], [("Origin", "")],
      [("Origin", "http://bank.example:8081")], [("Origin", "http://bank.example")],
      [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
      [("Origin", "http://bank.example:8080"), ("Sec-Fetch-Site", "cross-site")],
      [("Origin", "https://shop.example.evil.example")],
    ] {
      let headers = HTTPFields(
        fields.map { (name: $0.0, value: $0.1) } + [("Host", "bank.example:8080")])
      #expect(!check.allows(HTTPRequest(method: "POST", target: "/", headers: headers)))
    }
  }
}
