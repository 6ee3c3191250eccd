import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// Real sockets on a random port; each test has a server of its own.
@Suite struct HTTPTransportTests {
  private let started = StartedTransports()

  /// Answers with what it understood: method, path, body length; `/pending` from another thread.
  private func serve(
    _ change: (inout TransportSettings) -> Void = { _ in }
  ) throws -> HTTPTransport {
    var settings = TransportSettings()
    // Whoever tests a time-out sets it; no other test may meet one on a busy machine.
    settings.timeouts.headers = 300_000
    settings.timeouts.body = 300_000
    settings.timeouts.idle = 300_000
    settings.timeouts.send = 300_000
    change(&settings)
    return try serve(settings) { request in
      let text = "\(request.method) \(request.path ?? "bad") \(request.body?.count ?? 0)"
      let response = HTTPResponse(
        status: 200, contentType: "text/plain", body: Array(text.utf8))
      if request.path == "/fixed" { return .fixed(Self.fixed) }
      if request.path == "/pending" {
        return .pending {
          await Task.yield()
          return response
        }
      }
      return .response(response)
    }
  }

  private func serve(
    _ settings: TransportSettings = TransportSettings(),
    _ service: @escaping @Sendable (HTTPRequest) -> Reply
  ) throws -> HTTPTransport {
    let transport = try HTTPTransport(
      ListeningSocket(host: "127.0.0.1", port: 0), settings: settings, service: service)
    started.all.withLock { $0.append(transport) }
    return transport
  }

  private static let fixed = FixedResponse(
    HTTPResponse(status: 200, contentType: "text/plain", body: Array("fixed".utf8)))

  @Test func aConnectionCarriesManyRequests() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    for path in ["/a", "/pending", "/fixed", "/b"] {
      await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
      let response = try #require(await client.readResponse())
      #expect(response.head.hasPrefix("HTTP/1.1 200"))
      #expect(response.body == (path == "/fixed" ? "fixed" : "GET \(path) 0"))
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    let get = { (path: String) in "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }
    let post = "POST /pending HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde"
    await client.send(get("/1") + post + get("/fixed") + get("/2"))
    var bodies: [String?] = []
    for _ in 0..<4 { bodies.append(await client.readResponse()?.body) }
    #expect(bodies == ["GET /1 0", "POST /pending 5", "fixed", "GET /2 0"])
  }

  @Test func aBodyMayComeInChunks() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    await client.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    await client.send("5\r\nabcde\r\n")
    await client.send("3\r\nfgh\r\n0\r\n\r\n")
    #expect(await client.readResponse()?.body == "POST /a 8")
  }

  @Test func aBodyByteByByteIsWhole() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    for byte in "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc".utf8 {
      await client.send([byte])
    }
    #expect(await client.readResponse()?.body == "POST /a 3")
  }

  // MARK: limits

  @Test func a10MBBodyIsRefusedAndTheConnectionIsNot() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    let length = 10 << 20
    await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
    #expect(await client.send([UInt8](repeating: 65, count: length)))
    let response = try #require(await client.readResponse())
    #expect(response.head.hasPrefix("HTTP/1.1 413"))
    #expect(try JSON.parse(response.body)["type"]?.string == "/problems/body-too-large")
    await client.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await client.readResponse()?.body == "GET /b 0")
  }

  @Test func a10MBChunkedBodyIsRefused() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    await client.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = [UInt8](repeating: 65, count: 1 << 20)
    for _ in 0..<10 {
      await client.send("100000\r\n")
      await client.send(chunk)
      await client.send("\r\n")
    }
    await client.send("0\r\n\r\n")
    #expect(try #require(await client.readResponse()).head.hasPrefix("HTTP/1.1 413"))
  }

  @Test func onePathTakesLargerBodiesUpToItsOwnLimit() async throws {
    let transport = try serve { settings in
      settings.largeBodyPath = "/files"
      settings.largeBody = 2 << 20
    }
    let client = try RawClient(port: transport.port)
    for (path, length, status) in [
      ("/files", 2 << 20, 200), ("/files", (2 << 20) + 1, 413), ("/a", 2 << 20, 413),
    ] {
      await client.send("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
      #expect(await client.send([UInt8](repeating: 65, count: length)))
      let response = try #require(await client.readResponse())
      #expect(response.head.hasPrefix("HTTP/1.1 \(status)"))
      if status == 200 { #expect(response.body == "POST /files \(length)") }
    }
  }

  @Test func largeBodiesAreCountedAndTooManyAtOnceAreRefused() async throws {
    let transport = try serve { settings in
      settings.largeBodyPath = "/files"
      settings.largeBody = 4 << 20
      settings.largeBodies = 1
    }
    let head = "POST /files HTTP/1.1\r\nHost: x\r\nContent-Length: \(2 << 20)\r\n\r\n"
    let first = try RawClient(port: transport.port)
    await first.send(head)
    await first.send([UInt8](repeating: 65, count: 1 << 20))
    let second = try RawClient(port: transport.port)
    await second.send(head)
    #expect(await second.readAll().hasPrefix("HTTP/1.1 503"))
    await first.send([UInt8](repeating: 65, count: 1 << 20))
    #expect(await first.readResponse()?.body == "POST /files \(2 << 20)")
    // The place is free again.
    await first.send(head)
    await first.send([UInt8](repeating: 65, count: 2 << 20))
    #expect(await first.readResponse()?.head.hasPrefix("HTTP/1.1 200") == true)
  }

  @Test func whoAsksFirstIsToldBeforeSending() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    await client.send(
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\nExpect: 100-continue\r\n\r\n")
    #expect(try #require(await client.readResponse()).head.hasPrefix("HTTP/1.1 413"))
    #expect(await client.readAll().isEmpty)
  }

  @Test func anEndlessBodyIsCut() async throws {
    let transport = try serve { settings in
      settings.body = 1_000
      settings.discardedBody = 100_000
    }
    let client = try RawClient(port: transport.port)
    await client.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "1000\r\n" + String(repeating: "a", count: 4096) + "\r\n"
    var sent = 0
    while sent < 10_000, await client.send(chunk) { sent += 1 }
    #expect(sent < 10_000)
  }

  @Test func endlessHeadersAreRefused() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    await client.send("GET /a HTTP/1.1\r\nHost: x\r\n")
    for number in 0..<2_000 {
      guard await client.send("X-\(number): \(String(repeating: "a", count: 100))\r\n") else {
        break
      }
    }
    let status = await client.readAll().prefix(12)
    #expect(status == "HTTP/1.1 431" || status == "HTTP/1.1 413" || status == "")
    #expect(try await RawClient(port: transport.port).answers())
  }

  // MARK: time

  @Test func halfABodyIsToldThatItTookTooLong() async throws {
    let transport = try serve { $0.timeouts.body = 80 }
    let client = try RawClient(port: transport.port)
    await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
    let response = try #require(await client.readResponse())
    #expect(response.head.hasPrefix("HTTP/1.1 408"))
    #expect(try JSON.parse(response.body)["type"]?.string == "/problems/request-timeout")
    #expect(await client.readAll().isEmpty)
    #expect(try await RawClient(port: transport.port).answers())
  }

  @Test func halfAHeadIsToldThatItTookTooLong() async throws {
    let transport = try serve { $0.timeouts.headers = 80 }
    let client = try RawClient(port: transport.port)
    await client.send("GET /a HTTP/1.1\r\nHo")
    #expect(await client.readAll().hasPrefix("HTTP/1.1 408"))
  }

  @Test func aByteNowAndThenDoesNotHelp() async throws {
    let transport = try serve { $0.timeouts.headers = 150 }
    let client = try RawClient(port: transport.port)
    await client.send("GET /a HTTP/1.1\r\n")
    var count = 0
    while count < 4_000, await client.send("X-\(count): y\r\n") {
      count += 1
      try await Task.sleep(for: .milliseconds(5))
    }
    // Cut off long before it would have been done.
    #expect(count < 4_000)
  }

  @Test func aConnectionThatSaysNothingIsClosedSilently() async throws {
    let transport = try serve { $0.timeouts.headers = 80 }
    #expect(try await RawClient(port: transport.port).readAll().isEmpty)
  }

  @Test func anIdleConnectionIsClosedSilently() async throws {
    let transport = try serve { $0.timeouts.idle = 80 }
    let client = try RawClient(port: transport.port)
    #expect(await client.answers())
    #expect(await client.readAll().isEmpty)
  }

  // MARK: hostile requests

  @Test(arguments: [
    "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Content-Length: +3\r\n\r\nabc", "Content-Length: 3, 3\r\n\r\nabc",
    "Content-Length: 99999999999999999999\r\n\r\nabc", "Content-Length: -1\r\n\r\n",
    "Content-Length: 0x10\r\n\r\n", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
  ])
  func anAmbiguousLengthIsRefusedAndTheConnectionClosed(rest: String) async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    await client.send(
      "POST /a HTTP/1.1\r\nHost: x\r\n\(rest)GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
    let answer = await client.readAll()
    #expect(!answer.contains("/smuggled"))
    #expect(!answer.contains(" 200 "))
    #expect(try await RawClient(port: transport.port).answers())
  }

  @Test(arguments: [
    "\u{16}\u{3}\u{1}\u{2}", "GET\r\n\r\n", "GET /a\r\n\r\n", "GET /a HTTP/9.9\r\n\r\n",
    "GET /a HTTP/1.1\r\n\r\n", "GET /a HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
    "GET /a\u{0}b HTTP/1.1\r\nHost: x\r\n\r\n", "\r\n\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
  func nonsenseDoesNoHarm(text: String) async throws {
    let transport = try serve { settings in
      settings.timeouts.headers = 100
      settings.timeouts.idle = 100
    }
    let client = try RawClient(port: transport.port)
    await client.send(text)
    _ = await client.readAll()
    #expect(try await RawClient(port: transport.port).answers())
  }

  @Test func aHeaderThatWouldSplitTheAnswerIsNotSent() async throws {
    let transport = try serve { _ in
      .response(HTTPResponse(status: 200, headers: HTTPFields([("X-A", "b\r\nX-Evil: 1")])))
    }
    let client = try RawClient(port: transport.port)
    await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await !client.readAll().contains("X-Evil"))
  }

  // MARK: start and stop

  @Test func aPortInUseIsToldClearly() async throws {
    let transport = try serve()
    let error = #expect(throws: ListeningSocket.Failure.self) {
      _ = try ListeningSocket(host: "127.0.0.1", port: transport.port)
    }
    #expect(
      error?.description == "Port \(transport.port) on 127.0.0.1 is in use by another program. "
        + "Stop it, or choose another with --port.")
  }

  @Test func noAddressIsToldClearly() {
    let error = #expect(throws: ListeningSocket.Failure.self) {
      _ = try ListeningSocket(host: "nowhere", port: 0)
    }
    #expect(error?.description == "\"nowhere\" is no IP address to listen on.")
  }

  @Test func stoppingAnswersWhatIsInFlightAndTakesNoMore() async throws {
    let mayAnswer = AsyncStream.makeStream(of: Void.self)
    let isAsked = AsyncStream.makeStream(of: Void.self)
    let transport = try serve { _ in
      .pending {
        isAsked.continuation.yield()
        for await _ in mayAnswer.stream { break }
        return HTTPResponse(status: 200, contentType: "text/plain", body: Array("done".utf8))
      }
    }
    let port = transport.port
    let client = try RawClient(port: port)
    await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
    for await _ in isAsked.stream { break }
    let stopped = Locked(false)
    let stopping = Task.detached {
      await transport.stop()
      stopped.withLock { $0 = true }
    }
    while !transport.isDraining { await Task.yield() }
    #expect(!stopped.withLock { $0 })
    mayAnswer.continuation.yield()
    let response = try #require(await client.readResponse())
    #expect(response.body == "done")
    #expect(response.head.contains("Connection: close"))
    await stopping.value
    #expect(throws: RawClient.Failure.self) { _ = try RawClient(port: port) }
  }

  @Test func stoppingDoesNotWaitForHalfARequest() async throws {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
    let start = ContinuousClock.now
    await transport.stop(drain: 100)
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(await client.readAll().isEmpty)
  }
}

/// Stops the servers of a test when it is over.
private final class StartedTransports: Sendable {
  let all = Locked<[HTTPTransport]>([])

  deinit {
    let transports = all.withLock { $0 }
    Task.detached {
      for transport in transports { await transport.stop(drain: 0) }
    }
  }
}

extension RawClient {
  /// Whether the server behind answers at all.
  func answers() async -> Bool {
    await send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
    return await readResponse()?.body == "GET /b 0"
  }
}
