import Foundation
import OynaStorage
import Testing

@testable import OynaServer

/// SIGTERM to a serving process with a submission in flight.
@Suite struct DrainTests {
  @Test(.enabled(if: KillTests.isBuilt, "the command oyna is not built beside the tests"))
  func aStopSaysNotReadyFinishesWhatIsInFlightAndEndsWithZero() async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/oyna-drain-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try ServerFixture.write(ServerFixture.screen, directory + "/screens/loan.json")
    let asked = AsyncStream.makeStream(of: Void.self)
    let gate = AsyncStream.makeStream(of: Void.self)
    let backEnd = try HTTPTransport(ListeningSocket(host: "127.0.0.1", port: 0)) { _ in
      .pending {
        asked.continuation.yield()
        for await _ in gate.stream { break }
        return HTTPResponse(
          status: 200, contentType: "application/json", body: Array(#"{"actions":[]}"#.utf8))
      }
    }
    let server = try ServingProcess(
      directory,
      [
        "--forward", "http://127.0.0.1:\(backEnd.port)", "--forward-timeout", "300",
        "--drain-delay", "4",
      ])
    let client = try RawClient(port: server.port)
    let body = #"{"name":"A"}"#
    await client.send(
      "POST /api/v1/loan/apply HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Idempotency-Key: k\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    for await _ in asked.stream { break }
    #expect(try await Self.status("/health/ready", server.port) == "200")
    server.signal(SIGTERM)
    // It goes on serving for a while, so that whoever asks sees that it is going.
    var said = "200"
    while said == "200" { said = try await Self.status("/health/ready", server.port) }
    #expect(said == "503")
    #expect(try await Self.status("/health/live", server.port) == "200")
    // Whoever renews a certificate meanwhile ends nothing.
    server.signal(SIGHUP)
    #expect(try await Self.status("/health/live", server.port) == "200")
    gate.continuation.yield()
    let answer = try #require(await client.readResponse())
    #expect(answer.head.hasPrefix("HTTP/1.1 200") && answer.body == #"{"actions":[]}"#)
    #expect(await server.exitStatus() == 0)
    #expect(throws: RawClient.Failure.self) { _ = try RawClient(port: server.port) }
    await backEnd.stop(drain: 0)
  }

  private static func status(_ path: String, _ port: Int) async throws -> String {
    let client = try RawClient(port: port)
    await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
    let answer = try #require(await client.readResponse())
    return String(answer.head.dropFirst("HTTP/1.1 ".count).prefix(3))
  }
}
