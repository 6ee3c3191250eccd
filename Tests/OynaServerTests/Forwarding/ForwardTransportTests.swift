import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// URLSession before a back end of the test's own on a real socket.
@Suite struct ForwardTransportTests {
  private func send(
    attempt: Int64 = 60_000, path: String = "/a",
    _ service: @escaping @Sendable (HTTPRequest) -> Reply
  ) async throws -> ForwardAttempt {
    let backEnd = try HTTPTransport(
      ListeningSocket(host: "127.0.0.1", port: 0), service: service)
    var settings = try ForwardSettings(url: "http://127.0.0.1:\(backEnd.port)")
    settings.attempt = attempt
    let url = try #require(settings.address(target: path))
    let answer = await ForwardTransport(settings).send(
      ForwardRequest(
        method: "POST", url: url,
        headers: [
          ("Content-Type", "application/json"), ("Idempotency-Key", #""k""#),
          ("Accept-Encoding", "identity"),
        ],
        body: HTTPBody(Array("{}".utf8)), timeout: attempt))
    await backEnd.stop(drain: 0)
    return answer
  }

  private static func response(_ status: Int, _ count: Int) -> HTTPResponse {
    HTTPResponse(
      status: status, contentType: "application/json", body: [UInt8](repeating: 32, count: count))
  }

  @Test func aRequestGoesAsItIsAndItsAnswerComesBack() async throws {
    let seen = Locked("")
    let attempt = try await send { request in
      seen.withLock {
        $0 =
          "\(request.method) \(request.path ?? "") \(request.headers["idempotency-key"] ?? "") "
          + "\(request.headers["content-type"] ?? "") \(request.body?.count ?? 0)"
      }
      return .response(Self.response(422, 3))
    }
    #expect(seen.withLock { $0 } == #"POST /a "k" application/json 2"#)
    guard case .answered(let answer) = attempt else {
      Issue.record("no answer")
      return
    }
    #expect(answer.status == 422 && answer.body == [32, 32, 32])
    #expect(answer.headers["content-type"] == "application/json")
  }

  @Test func anAnswerUpToTheLimitIsTakenAndALargerOneIsCut() async throws {
    guard
      case .answered(let answer) = try await send({ _ in .response(Self.response(200, 1 << 20)) })
    else {
      Issue.record("no answer")
      return
    }
    #expect(answer.body.count == 1 << 20)
    let larger = try await send { _ in .response(Self.response(200, (1 << 20) + 1)) }
    guard case .tooLarge = larger else {
      Issue.record("taken")
      return
    }
  }

  @Test func aRedirectIsNotFollowed() async throws {
    let paths = Locked<[String]>([])
    let attempt = try await send { request in
      paths.withLock { $0.append(request.path ?? "") }
      var response = Self.response(307, 0)
      response.headers.append("Location", "/elsewhere")
      return .response(response)
    }
    guard case .answered(let answer) = attempt else {
      Issue.record("no answer")
      return
    }
    #expect(answer.status == 307)
    #expect(paths.withLock { $0 } == ["/a"])
  }

  @Test func nobodyThereIsNotTheSameAsNoAnswer() async throws {
    let silent = try await send(attempt: 300) { _ in
      .pending {
        try? await Task.sleep(for: .seconds(2))
        return Self.response(200, 0)
      }
    }
    guard case .noAnswer = silent else {
      Issue.record("answered")
      return
    }
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    close(socket.descriptor)
    let settings = try ForwardSettings(url: "http://127.0.0.1:\(socket.port)")
    let attempt = await ForwardTransport(settings).send(
      ForwardRequest(
        method: "POST", url: settings.url, headers: [], body: nil, timeout: settings.attempt))
    guard case .unreachable = attempt else {
      Issue.record("reached")
      return
    }
  }

  /// Each byte would begin the session's own times anew.
  @Test func anAnswerThatTricklesInEndsInTime() async throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let isOver = Locked(false)
    let back = Thread {
      var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 20_000)
      let peer = accept(socket.descriptor, nil, nil)
      var text = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".utf8)
      while !isOver.withLock({ $0 }), Foundation.send(peer, text, text.count, 0x4000) > 0 {
        text = [32]
        usleep(50_000)
      }
      close(peer)
      close(socket.descriptor)
    }
    back.start()
    let settings = try ForwardSettings(url: "http://127.0.0.1:\(socket.port)")
    // Whoever waits for an end that does not come stops here.
    let isRescued = Locked(false)
    let rescue = Task {
      try await Task.sleep(for: .seconds(60))
      isRescued.withLock { $0 = true }
      isOver.withLock { $0 = true }
    }
    let attempt = await ForwardTransport(settings).send(
      ForwardRequest(method: "POST", url: settings.url, headers: [], body: nil, timeout: 500))
    rescue.cancel()
    isOver.withLock { $0 = true }
    guard case .noAnswer = attempt else {
      Issue.record("\(attempt)")
      return
    }
    #expect(!isRescued.withLock { $0 })
  }

  /// Refused by what its head says: of twenty kilobytes may come twenty megabytes.
  @Test func aCompressedAnswerIsNotUnpacked() async throws {
    let bomb = HTTPResponse(
      status: 200,
      headers: HTTPFields([("Content-Type", "application/json"), ("Content-Encoding", "gzip")]),
      // `{}`; what would be gigabytes looks the same from here.
      body: [
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 5, 0, 0x43, 0xbf, 0xa6, 0xa3, 2, 0, 0, 0,
      ])
    let attempt = try await send { request in
      request.headers["accept-encoding"] == "identity"
        ? .response(bomb) : .response(Self.response(500, 0))
    }
    guard case .answered(let answer) = attempt else {
      Issue.record("\(attempt)")
      return
    }
    #expect(answer.body.isEmpty)
    let fixture = try ServerFixture()
    let catalog = try ScreenCatalog(
      directory: fixture.directory + "/screens", security: SecurityHeaders())
    guard case .refused(let reason) = ForwardedAnswer.read(answer, "uz", catalog) else {
      Issue.record("kept")
      return
    }
    #expect(reason.contains("Content-Encoding"))
  }

  @Test func aSecretDoesNotTravelInClear() async throws {
    let fixture = try ServerFixture {
      $0.forward = try? ForwardSettings(url: "http://backend.example")
    }
    let answer = await fixture.post(#"{"name":"A","passport":"AA1234567"}"#)
    #expect(answer.status == 502 && answer.problem == "back-end-not-private")
    #expect(try await fixture.rows().isEmpty)
  }
}
