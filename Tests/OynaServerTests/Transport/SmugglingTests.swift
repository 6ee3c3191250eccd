import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// Requests whose end another server might see elsewhere, byte for byte over a socket. Behind each
/// comes a second request: it must be answered as the second request, or not at all.
@Suite struct SmugglingTests {
  private func serve() throws -> HTTPTransport {
    var settings = TransportSettings()
    settings.timeouts.idle = 1_000
    return try HTTPTransport(
      ListeningSocket(host: "127.0.0.1", port: 0), settings: settings
    ) { request in
      let text = "[\(request.method) \(request.path ?? "bad") \(request.body?.count ?? 0)]"
      return .response(
        HTTPResponse(status: 200, contentType: "text/plain", body: Array(text.utf8)))
    }
  }

  private static let second = "GET /second HTTP/1.1\r\nHost: x\r\n\r\n"

  private func answers(_ first: String) async throws -> String {
    let transport = try serve()
    let client = try RawClient(port: transport.port)
    await client.send(first + Self.second)
    let all = await client.readAll()
    await transport.stop(drain: 0)
    return all
  }

  @Test(arguments: [
    "Content-Length : 3\r\n\r\nabc", "Content-Length\t: 3\r\n\r\nabc",
    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "X: y\rContent-Length: 3\r\n\r\nabc",
    "X: \u{1}\r\n\r\n", "X: \u{7F}\r\n\r\n", "X Y: z\r\n\r\n", "X\u{1}: y\r\n\r\n",
    "Host: y\r\n\r\n",
  ])
  func aHeaderThatCanBeReadInTwoWaysEndsTheConnection(rest: String) async throws {
    let all = try await answers("POST /first HTTP/1.1\r\nHost: x\r\n" + rest)
    #expect(all.hasPrefix("HTTP/1.1 400"))
    #expect(all.contains("/problems/bad-header"))
    #expect(all.components(separatedBy: "HTTP/1.1 ").count == 2, "a second answer: \(all)")
  }

  @Test(arguments: [
    "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    "Content-Length: 3,3\r\n\r\nabc", "Content-Length:\t3\t\r\n\r\nabc",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n+3\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0x3\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n 3\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n3\r\nabcX\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n10000000000000003\r\nabc\r\n0\r\n\r\n",
  ])
  func aLengthThatCanBeReadInTwoWaysGetsNoAnswerButARefusal(rest: String) async throws {
    let all = try await answers("POST /first HTTP/1.1\r\nHost: x\r\n" + rest)
    #expect(!all.contains("HTTP/1.1 200"), "\(all)")
    #expect(!all.contains("/second"))
  }

  /// What the recommendation lets a server read in one way only, it may read.
  @Test(arguments: [
    // A folded line is one with a space (RFC 9112 §5.2).
    ("X: a\r\n b\r\nContent-Length: 3\r\n\r\nabc", 3),
    // A line may end with a line feed alone (§2.2).
    ("X: a\nContent-Length: 3\r\n\r\nabc", 3),
    ("Transfer-Encoding: CHUNKED\r\n\r\n3;a=b\r\nabc\r\n0\r\nContent-Length: 5\r\n\r\n", 3),
  ])
  func whatIsReadIsReadToItsOwnEnd(rest: String, count: Int) async throws {
    let all = try await answers("POST /first HTTP/1.1\r\nHost: x\r\n" + rest)
    #expect(all.contains("[POST /first \(count)]"))
    #expect(all.contains("[GET /second 0]"))
    #expect(all.components(separatedBy: "HTTP/1.1 ").count == 3)
  }

  /// A peer that reads its answer a byte at a time does not hold it for ever.
  @Test func aSlowReaderIsGivenUpOn() async throws {
    var settings = TransportSettings()
    settings.timeouts.send = 200
    let transport = try HTTPTransport(
      ListeningSocket(host: "127.0.0.1", port: 0), settings: settings
    ) { _ in .response(HTTPResponse(status: 200, body: [UInt8](repeating: 65, count: 64 << 20))) }
    let client = try RawClient(port: transport.port)
    await client.send(Self.second)
    // It does not read at all meanwhile: what the system buffers is all that comes.
    while transport.openConnections == 0 { try await Task.sleep(for: .milliseconds(1)) }
    while transport.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await client.readAll().utf8.count < 64 << 20)
    await transport.stop(drain: 0)
  }
}
