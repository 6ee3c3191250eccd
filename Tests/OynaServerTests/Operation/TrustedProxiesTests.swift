import Testing

@testable import OynaServer

@Suite struct TrustedProxiesTests {
  private func client(
    _ peer: String, _ forwarded: [String], trusting: [String] = ["10.0.0.0/8", "::1"]
  ) -> String {
    let request = HTTPRequest(
      method: "GET", target: "/",
      headers: HTTPFields(forwarded.map { (name: "X-Forwarded-For", value: $0) }), client: peer)
    return TrustedProxies(ranges: trusting.compactMap { AddressRange($0) }).client(request)
  }

  @Test func onlyATrustedProxyNamesTheClient() {
    #expect(client("10.0.0.1", ["192.0.2.7"]) == "192.0.2.7")
    #expect(client("192.0.2.1", ["192.0.2.7"]) == "192.0.2.1")
    #expect(client("10.0.0.1", ["192.0.2.7"], trusting: []) == "10.0.0.1")
    #expect(client("10.0.0.1", []) == "10.0.0.1")
  }

  @Test func whatTheClientWroteItselfDoesNotCount() {
    // The proxy adds at the end whom it talked to.
    #expect(client("10.0.0.1", ["1.1.1.1, 192.0.2.7"]) == "192.0.2.7")
    #expect(client("10.0.0.1", ["1.1.1.1", "192.0.2.7, 10.9.9.9"]) == "192.0.2.7")
    #expect(client("10.0.0.1", ["1.1.1.1, \"); DROP, 10.2.2.2"]) == "10.2.2.2")
    #expect(client("10.0.0.1", [""]) == "10.0.0.1")
    #expect(client("10.0.0.1", ["unknown"]) == "10.0.0.1")
  }

  @Test func portsAndBothFamiliesAreRead() {
    #expect(client("::1", ["192.0.2.7:4711"]) == "192.0.2.7")
    #expect(client("::1", ["[2001:db8::7]:4711"]) == "2001:db8::7")
    #expect(client("::1", ["2001:db8::7"]) == "2001:db8::7")
    #expect(client("::ffff:10.1.1.1", ["192.0.2.7"]) == "192.0.2.7")
  }

  @Test(arguments: ["", "10.0.0.0/33", "10.0.0/8", "a", "::/129", "10.0.0.0/-1", "10.0.0.0/"])
  func whatIsNoRangeIsRefused(text: String) {
    #expect(AddressRange(text) == nil)
  }

  @Test func rangesEndWhereTheySay() throws {
    let range = try #require(AddressRange("192.0.2.128/25"))
    let inside = try #require(AddressRange.parse("192.0.2.255"))
    let outside = try #require(AddressRange.parse("192.0.2.127"))
    #expect(range.contains(inside) && !range.contains(outside))
  }

  @Test func whoHasOneAddressOfANetworkHasAllOfThem() {
    #expect(ClientKey.text("2001:db8:1:2:3:4:5:6") == ClientKey.text("2001:db8:1:2::9"))
    #expect(ClientKey.text("2001:db8:1:2::") != ClientKey.text("2001:db8:1:3::"))
    #expect(ClientKey.text("::ffff:192.0.2.1") == "192.0.2.1")
    #expect(ClientKey.text("192.0.2.1") == "192.0.2.1")
  }
}
