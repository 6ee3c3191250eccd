#if os(Linux)
  import Foundation
  import OynaClient
  import OynaEngine
  import Testing

  @Suite("HTTP over URLSession") struct HTTPTransportTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

    /// The two ways that a request leaves on Linux: by URLSession, and by libcurl itself when its
    /// body holds a secret.
    enum Way: CaseIterable { case clear, secret }

    /// A request with the body `{"pin":"1234"}`.
    private func request(_ way: Way, _ url: URL) async throws -> TransportRequest {
      let body: TransportRequest.Body =
        switch way {
        case .clear: .bytes(Array(#"{"pin":"1234"}"#.utf8))
        case .secret: try await secretBody()
        }
      return TransportRequest(
        method: "POST", url: url, headers: [("Idempotency-Key", "\"k\"")], body: body)
    }

    /// As the engine makes it.
    @MainActor private func secretBody() async throws -> TransportRequest.Body {
      let transport = ScriptedTransport()
      let store = try openStore(
        """
        {"type": "form", "children": [
          {"id": "pin", "type": "secure_input", "props": {"label": "P"}},
          {"id": "go", "type": "button", "props": {"label": "Go"},
           "on": {"tap": {"type": "submit", "url": "/x"}}}]}
        """, transport: transport)
      Array("1234".utf8).withUnsafeBufferPointer {
        store.form.setSecret(Secret(copying: $0), for: "pin")
      }
      store.tap("go")
      return await transport.request(1).body
    }

    @Test(
      "headers and body arrive as they are; the answer comes back with its status",
      arguments: Way.allCases)
    func roundTrip(_ way: Way) async throws {
      let server = LocalServer([
        "HTTP/1.1 422 Unprocessable\r\nX-Note: a\r\nContent-Length: 13\r\n\r\n{\"errors\":{}}"
      ])
      defer { server.stop() }
      var configuration = HTTPTransport.Configuration()
      configuration.headers = ["X-App": "1"]
      let answer = try await HTTPTransport(configuration).send(request(way, server.url))
      #expect(
        answer.status == 422 && String(decoding: answer.body, as: UTF8.self) == "{\"errors\":{}}")
      #expect(answer.headers.contains { $0.name.lowercased() == "x-note" && $0.value == "a" })
      let request = try #require(server.requests.first)
      #expect(
        request.hasPrefix("POST / HTTP/1.1\r\n") && request.hasSuffix("\r\n\r\n{\"pin\":\"1234\"}"))
      #expect(request.contains("Idempotency-Key: \"k\"") && request.contains("X-App: 1"))
      #expect(request.lowercased().contains("content-length: 14\r\n"))
      #expect(!request.lowercased().contains("expect:"))
    }

    @Test("a cookie comes with the next request, whichever way either goes")
    func cookies() async throws {
      let transport = HTTPTransport()
      for first in Way.allCases {
        let name = "\(first)"
        let server = LocalServer([
          "HTTP/1.1 200 OK\r\nSet-Cookie: \(name)=1; Path=/\r\nContent-Length: 2\r\n\r\nhi",
          Self.ok, Self.ok,
        ])
        defer { server.stop() }
        _ = try await transport.send(request(first, server.url))
        for way in Way.allCases { _ = try await transport.send(request(way, server.url)) }
        #expect(server.requests.count == 3)
        for request in server.requests.dropFirst() { #expect(request.contains("\(name)=1")) }
      }
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

    @Test(
      "values are not carried to another address; a page that is only read is followed",
      arguments: Way.allCases)
    func redirects(_ way: Way) async throws {
      let moved = "HTTP/1.1 307 Moved\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
      let server = LocalServer([moved, moved, Self.ok])
      defer { server.stop() }
      let transport = HTTPTransport()
      let answer = try await transport.send(request(way, server.url))
      #expect(answer.status == 307 && server.requests.count == 1)
      let followed = try await transport.send(
        TransportRequest(url: server.url, followsRedirects: true))
      #expect(followed.status == 200 && server.requests.count == 3)
    }

    @Test("no answer in time is a time-out: the outcome is unknown", arguments: Way.allCases)
    func timeout(_ way: Way) async {
      let server = LocalServer([nil])
      defer { server.stop() }
      var configuration = HTTPTransport.Configuration()
      configuration.timeout = 1
      await #expect(throws: TransportError.timeout) {
        try await HTTPTransport(configuration).send(request(way, server.url))
      }
      // It had arrived.
      #expect(server.requests.count == 1)
    }

    @Test("a port where nobody listens is offline: nothing was sent", arguments: Way.allCases)
    func refused(_ way: Way) async {
      let server = LocalServer([])
      let url = server.url
      server.stop()
      await #expect(throws: TransportError.offline) {
        try await HTTPTransport().send(request(way, url))
      }
    }

    @Test("a cancelled task ends its request", arguments: Way.allCases)
    func cancelled(_ way: Way) async {
      let server = LocalServer([nil])
      defer { server.stop() }
      let task = Task { try await HTTPTransport().send(request(way, server.url)) }
      while server.requests.isEmpty { await Task.yield() }
      task.cancel()
      await #expect(throws: TransportError.cancelled) { try await task.value }
    }

    @Test("an answer over the limit is refused", arguments: Way.allCases)
    func tooLarge(_ way: Way) async {
      let server = LocalServer([Self.ok])
      defer { server.stop() }
      var configuration = HTTPTransport.Configuration()
      configuration.answerLimit = 1
      await #expect(throws: TransportError.tooLarge(limit: 1)) {
        try await HTTPTransport(configuration).send(request(way, server.url))
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
