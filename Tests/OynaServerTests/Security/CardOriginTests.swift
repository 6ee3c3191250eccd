import Testing

@testable import OynaServer

/// Where a page may send card data.
@Suite struct CardOriginTests {
  private func connect(_ origins: [String]) -> String? {
    let policy = SecurityHeaders(cardOrigins: origins).page.first {
      $0.name == "Content-Security-Policy"
    }
    return policy?.value.split(separator: ";").first { $0.contains("connect-src") }.map {
      $0.trimmingPrefix(" ").description
    }
  }

  @Test func `a page connects to its own server, and to the providers that the operator names`() {
    #expect(connect([]) == "connect-src 'self'")
    #expect(
      connect(["https://checkout.paycom.uz"]) == "connect-src 'self' https://checkout.paycom.uz")
  }
}
