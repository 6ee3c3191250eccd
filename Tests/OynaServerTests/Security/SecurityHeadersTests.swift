import Foundation
import OynaValue
import Testing

@testable import OynaServer

@Suite struct SecurityHeadersTests {
  private let server: ServerFixture

  init() throws {
    server = try ServerFixture(
      web: ["index.html": "<!doctype html>", "a.js": "1", "a.css": "a{}"])
  }

  private static let targets = [
    "/", "/a.js", "/a.css", "/screens", "/screens/loan", "/health/live", "/health/ready",
    "/metrics", "/openapi.json", "/problems/not-found", "/nothing", "/screens/none",
  ]

  @Test(arguments: targets)
  func everyAnswerSaysWhatItMayDoAndSetsNoCookie(target: String) async {
    for method in ["GET", "HEAD", "OPTIONS", "DELETE"] {
      let headers = await server.get(target, method: method).headers
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["referrer-policy"] == "same-origin")
      #expect(headers["cross-origin-resource-policy"] == "same-origin")
      let policy = headers["content-security-policy"] ?? ""
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"))
      for name in ["set-cookie", "server", "x-powered-by", "access-control-allow-origin"] {
        #expect(headers[name] == nil, "\(method) \(target): \(name)")
      }
    }
  }

  @Test func anAnswerToAWriteDoesToo() async {
    for (body, key) in [("{}", "k1"), ("{", "k2"), (#"{"name":"A"}"#, "k3")] {
      let headers = await server.post(body, key: key).headers
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["cache-control"] == "no-store")
      #expect(headers["set-cookie"] == nil)
    }
  }

  @Test func onlyNamedOriginsFrameThePage() async throws {
    let open = try ServerFixture(web: ["index.html": "<!doctype html>"]) {
      $0.frameAncestors = ["https://bank.example"]
    }
    let page = await open.get("/").headers["content-security-policy"] ?? ""
    #expect(page.hasSuffix("frame-ancestors https://bank.example"))
    // Data is framed by nobody.
    let data = await open.get("/screens").headers["content-security-policy"] ?? ""
    #expect(data.hasSuffix("frame-ancestors 'none'"))
  }
}
