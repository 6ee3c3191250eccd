import Foundation
import OynaValue
import Testing

@testable import OynaServer

/// The playground's part of the server: there only when it was asked for.
@Suite struct PlaygroundHandlerTests {
  private static let web = [
    "index.html": "<head></head>", "dev/playground.html": "<head></head>P", "dev/a.js": "1",
  ]

  private func author() throws -> ServerFixture {
    try ServerFixture(web: Self.web) { settings in
      settings.authoring = AuthoringTools(
        lint: { bytes in
          [
            Diagnostic(
              .warning, Diagnostic.Code("some-code"), "\(bytes.count) bytes",
              at: Position(line: 2, column: 3, offset: 0), path: "/a", correction: "b")
          ]
        }, schema: { "{}" })
    }
  }

  @Test func thePageTheLinterAndTheSchemaAreThere() async throws {
    let server = try author()
    let page = await server.get("/playground")
    #expect(page.status == 200)
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    // Without --reload nothing is added to a page.
    #expect(String(decoding: page.body, as: UTF8.self) == "<head></head>P")
    #expect(await server.get("/").body == Array("<head></head>".utf8))
    #expect(await server.get("/playground/schema.json").body == Array("{}".utf8))
    let request = HTTPRequest(
      method: "POST", target: "/playground/lint", body: HTTPBody(Array("12345".utf8)))
    let answer = await server.service.reply(to: request).response()
    #expect(
      String(decoding: answer.body, as: UTF8.self)
        == #"{"findings":[{"severity":"warning","code":"some-code","message":"5 bytes","#
        + #""path":"/a","line":2,"column":3,"correction":"b"}]}"#)
  }

  @Test func onlyThenMayAPageStandInAFrameOfTheSameServer() async throws {
    let policy = try #require(
      await author().get("/playground").headers["content-security-policy"])
    #expect(policy.contains("frame-src 'self'; "))
    #expect(policy.hasSuffix("frame-ancestors 'self'"))
    let production = try ServerFixture(web: Self.web)
    let strict = try #require(await production.get("/").headers["content-security-policy"])
    #expect(!strict.contains("frame-src"))
    #expect(strict.hasSuffix("frame-ancestors 'none'"))
  }

  @Test func productionHasNoneOfIt() async throws {
    let server = try ServerFixture(web: Self.web)
    for path in ["/playground", "/playground/schema.json", "/dev/playground.html", "/dev/a.js"] {
      #expect(await server.get(path).status == 404)
    }
    let post = HTTPRequest(method: "POST", target: "/playground/lint")
    #expect(await server.service.reply(to: post).response().status == 404)
  }
}
