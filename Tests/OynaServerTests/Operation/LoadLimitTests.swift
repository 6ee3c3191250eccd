import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

@Suite struct LoadLimitTests {
  /// A service whose `/slow` waits until the test lets it go.
  private struct World {
    let service: Service
    let metrics = Metrics()
    let gate = AsyncStream.makeStream(of: Void.self)

    init(requests: Int) {
      var router = Router()
      let stream = gate.stream
      let wait: Router.Handler = { _ in
        .pending {
          for await _ in stream { break }
          return HTTPResponse(status: 200)
        }
      }
      router.on("/slow", ("GET", wait))
      router.on("/quick", ("GET", { _ in .response(HTTPResponse(status: 200)) }))
      router.on("/health/ready", ("GET", { _ in .pending { HTTPResponse(status: 200) } }))
      service = Service(
        router: router, requests: requests, metrics: metrics,
        log: Log(level: .error, clock: { 0 }, write: { _ in }))
    }

    func get(_ path: String) -> Reply {
      service.reply(to: HTTPRequest(method: "GET", target: path))
    }
  }

  @Test func whoComesOnTopIsToldToComeLaterAndHealthIsAlwaysAnswered() async {
    let world = World(requests: 2)
    let first = world.get("/slow")
    let second = world.get("/slow")
    let third = await world.get("/slow").response()
    #expect(third.status == 503 && third.headers["retry-after"] == "2")
    #expect(third.problem == "overloaded")
    #expect(await world.get("/health/ready").response().status == 200)
    // What does not wait takes no place.
    #expect(await world.get("/quick").response().status == 200)
    world.gate.continuation.yield()
    #expect(await first.response().status == 200)
    // One place is free again.
    let fourth = world.get("/slow")
    world.gate.continuation.yield()
    #expect(await fourth.response().status == 200)
    world.gate.continuation.finish()
    #expect(await second.response().status == 200)
    #expect(world.metrics.text().contains("oyna_requests_shed_total 1\n"))
  }
}
