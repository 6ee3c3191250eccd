import Testing

@testable import OynaServer

@Suite struct HostNamesTests {
  private func allows(_ names: [String], _ host: String?) -> Bool {
    let fields = host.map { [("Host", $0)] } ?? []
    return HostNames(names).allow(
      HTTPRequest(method: "GET", target: "/", headers: HTTPFields(fields)))
  }

  @Test(
    arguments: [
      "pay.example", "pay.example:8443", "PAY.Example", "pay.example.", "[::1]", "[::1]:80",
      "127.0.0.1:8080",
    ])
  func aNameOfThisServerMay(_ host: String) {
    #expect(allows(["Pay.example", "[::1]", "127.0.0.1"], host))
  }

  @Test(
    arguments: [
      "evil.example", "pay.example.evil.example", "evil-pay.example", "",
      "pay.example@evil.example",
      "[::2]", "127.0.0.2", nil,
    ])
  func anotherNameMayNot(_ host: String?) {
    #expect(!allows(["pay.example", "[::1]", "127.0.0.1"], host))
  }

  @Test func withoutNamesAnyWillDo() {
    #expect(allows([], "evil.example"))
    #expect(allows([], nil))
  }

  @Test func aPageOfAnotherNameIsToldToGoElsewhereAndAHealthCheckIsNot() async throws {
    let server = try ServerFixture { $0.hostNames = ["pay.example"] }
    let refused = await server.get("/screens/loan", [("Host", "evil.example")])
    #expect(refused.status == 421)
    #expect(refused.problem == "misdirected-request")
    let posted = await server.post(
      "{}", [("Host", "evil.example"), ("Origin", "http://evil.example")])
    #expect(posted.status == 421)
    #expect(await server.get("/screens/loan", [("Host", "pay.example")]).status == 200)
    #expect(await server.get("/health/live", [("Host", "10.0.0.7:8080")]).status == 200)
  }
}
