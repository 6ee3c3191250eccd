import Testing

@testable import OynaServer

/// Where a page may send card data.
@Suite struct CardOriginTests {
  private func source(
    _ name: String, _ origins: [String], images: [String] = []
  ) -> String? {
    let headers = SecurityHeaders(cardOrigins: origins, imageOrigins: images)
    let policy = headers.page.first { $0.name == "Content-Security-Policy" }
    return policy?.value.split(separator: ";").first { $0.contains(name) }.map {
      $0.trimmingPrefix(" ").description
    }
  }

  @Test func `a page connects to its own server, and to the providers that the operator names`() {
    #expect(source("connect-src", []) == "connect-src 'self'")
    #expect(
      source("connect-src", ["https://checkout.paycom.uz"])
        == "connect-src 'self' https://checkout.paycom.uz")
  }

  @Test func `a page that takes cards loads images from named origins only`() {
    let card = ["https://checkout.paycom.uz"]
    #expect(source("img-src", []) == "img-src 'self' data: https:")
    #expect(source("img-src", card) == "img-src 'self' data:")
    #expect(
      source("img-src", card, images: ["https://cdn.example"])
        == "img-src 'self' data: https://cdn.example")
  }
}
