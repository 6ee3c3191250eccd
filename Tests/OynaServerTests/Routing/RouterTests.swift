import OynaValue
import Testing

@testable import OynaServer

@Suite struct RouterTests {
  let router: Router

  init() {
    var router = Router()
    router.on("/a", ("GET", { _ in .response(HTTPResponse(status: 200, body: [1])) }))
    router.on(
      "/b", ("GET", { _ in .response(HTTPResponse(status: 200)) }),
      ("POST", { _ in .response(HTTPResponse(status: 201)) }))
    router.otherwise { path in
      guard path.hasPrefix("/c/") else { return nil }
      return Router.Endpoint(
        Route("/c/{x}"), [("GET", { _ in .response(HTTPResponse(status: 202)) })])
    }
    self.router = router
  }

  private func answer(_ method: String, _ target: String) async -> HTTPResponse {
    await router.reply(to: HTTPRequest(method: method, target: target)).reply.response()
  }

  @Test func aHandlerIsFoundByPathAndMethod() async {
    #expect(await answer("GET", "/a").status == 200)
    #expect(await answer("POST", "/b").status == 201)
    #expect(await answer("GET", "/c/d").status == 202)
    #expect(await answer("HEAD", "/a").status == 200)
  }

  @Test func theRouteIsThePatternNotThePath() {
    let request = HTTPRequest(method: "GET", target: "/c/secret")
    #expect(router.reply(to: request).route == Route("/c/{x}"))
    let unknown = HTTPRequest(method: "GET", target: "/secret")
    #expect(router.reply(to: unknown).route == .unknown)
  }

  @Test func anotherMethodIsRefusedWithWhatIsAllowed() async throws {
    let response = await answer("DELETE", "/b")
    #expect(response.status == 405)
    #expect(response.headers["allow"] == "GET, HEAD, POST, OPTIONS")
    #expect(response.headers["content-type"] == "application/problem+json")
    let body = try JSON.parse(response.body)
    #expect(body["type"]?.string == "/problems/method-not-allowed")
    #expect(body["status"]?.int == 405)
  }

  @Test func optionsTellsWhatIsAllowed() async {
    let response = await answer("OPTIONS", "/a")
    #expect(response.status == 204)
    #expect(response.headers["allow"] == "GET, HEAD, OPTIONS")
  }

  @Test func unknownAndMalformedPathsAreProblems() async throws {
    let unknown = await answer("GET", "/x")
    #expect(unknown.status == 404)
    #expect(try JSON.parse(unknown.body)["type"]?.string == "/problems/not-found")
    let bad = await answer("GET", "/../x")
    #expect(bad.status == 400)
    #expect(try JSON.parse(bad.body)["type"]?.string == "/problems/bad-target")
  }
}
