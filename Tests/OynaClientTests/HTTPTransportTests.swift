#if os(Linux)
  import Foundation
  import OynaClient
  import Testing

  @Suite("HTTP over URLSession") struct HTTPTransportTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

    @Test("headers and body arrive as they are; the answer comes back with its status")
    func roundTrip() async throws {
      let server = LocalServer([
        "HTTP/1.1 422 Unprocessable\r\nX-Note: a\r\nContent-Length: 13\r\n\r\n{\"errors\":{}}"
      ])
      defer { server.stop() }
      let answer = try await HTTPTransport().send(
        TransportRequest(
          method: "POST", url: server.url, headers: [("Idempotency-Key", "\"k\"")],
          body: .bytes(Array("{}".utf8))))
      #expect(
        answer.status == 422 && String(decoding: answer.body, as: UTF8.self) == "{\"errors\":{}}")
      #expect(answer.headers.contains { $0.name.lowercased() == "x-note" && $0.value == "a" })
      let request = try #require(server.requests.first)
      #expect(request.hasPrefix("POST / HTTP/1.1\r\n") && request.hasSuffix("\r\n\r\n{}"))
      #expect(request.contains("Idempotency-Key: \"k\""))
    }

    @Test("what could be cached is asked for again: screens are personal")
    func noCache() async throws {
      let cachable =
        "HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\nETag: \"1\"\r\nContent-Length: 2\r\n\r\nhi"
      let server = LocalServer([cachable, cachable])
      defer { server.stop() }
      let transport = HTTPTransport()
      for _ in 0..<2 { _ = try await transport.send(TransportRequest(url: server.url)) }
      #expect(server.requests.count == 2)
    }

    @Test("values are not carried to another address; a page that is only read is followed")
    func redirects() async throws {
      let moved = "HTTP/1.1 307 Moved\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
      let server = LocalServer([moved, moved, Self.ok])
      defer { server.stop() }
      let transport = HTTPTransport()
      let answer = try await transport.send(
        TransportRequest(method: "POST", url: server.url, body: .bytes([0x7B, 0x7D])))
      #expect(answer.status == 307 && server.requests.count == 1)
      let followed = try await transport.send(
        TransportRequest(url: server.url, followsRedirects: true))
      #expect(followed.status == 200 && server.requests.count == 3)
    }

    @Test("no answer in time is a time-out: the outcome is unknown")
    func timeout() async {
      let server = LocalServer([nil])
      defer { server.stop() }
      var configuration = HTTPTransport.Configuration()
      configuration.timeout = 1
      await #expect(throws: TransportError.timeout) {
        try await HTTPTransport(configuration).send(TransportRequest(url: server.url))
      }
      // It had arrived.
      #expect(server.requests.count == 1)
    }

    @Test("a port where nobody listens is offline: nothing was sent")
    func refused() async {
      let server = LocalServer([])
      let url = server.url
      server.stop()
      await #expect(throws: TransportError.offline) {
        try await HTTPTransport().send(TransportRequest(url: url))
      }
    }

    @Test("a cancelled task ends its request") func cancelled() async {
      let server = LocalServer([nil])
      defer { server.stop() }
      let task = Task { try await HTTPTransport().send(TransportRequest(url: server.url)) }
      while server.requests.isEmpty { await Task.yield() }
      task.cancel()
      await #expect(throws: TransportError.cancelled) { try await task.value }
    }

    @Test("an answer over the limit is refused") func tooLarge() async {
      let server = LocalServer([Self.ok])
      defer { server.stop() }
      var configuration = HTTPTransport.Configuration()
      configuration.answerLimit = 1
      await #expect(throws: TransportError.tooLarge(limit: 1)) {
        try await HTTPTransport(configuration).send(TransportRequest(url: server.url))
      }
    }
  }

  @Suite("the network's monitor") struct NetworkMonitorTests {
    /// Answers one after another, the last one for ever.
    private actor Script {
      private var answers: [Bool]
      init(_ answers: [Bool]) { self.answers = answers }
      func next() -> Bool { answers.count > 1 ? answers.removeFirst() : answers[0] }
    }

    @Test("tells the first state and each change, and nothing between them")
    func changes() async {
      let script = Script([true, true, false, false, true])
      let monitor = NetworkMonitor(every: .milliseconds(1)) { await script.next() }
      var seen: [Bool] = []
      for await isOnline in monitor.changes {
        seen.append(isOnline)
        if seen.count == 3 { break }
      }
      #expect(seen == [true, false, true])
    }

    @Test("a server is there while it listens") func server() async {
      let server = LocalServer([nil])
      for await isThere in NetworkMonitor.server(of: server.url, every: .milliseconds(1)).changes {
        #expect(isThere)
        break
      }
      let url = server.url
      server.stop()
      for await isThere in NetworkMonitor.server(of: url, every: .milliseconds(1)).changes {
        #expect(!isThere)
        break
      }
    }
  }
#endif
