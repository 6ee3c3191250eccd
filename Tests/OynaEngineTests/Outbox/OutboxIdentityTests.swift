import Testing

@testable import OynaEngine

@Suite("Outbox identity") struct OutboxIdentityTests {
  @Test("a key is 1 to 255 visible characters that need no escape") func keys() {
    for text in ["", " ", "a b", "a\"b", "a\\b", "ключ", "a\n", "\u{7F}"] {
      #expect(IdempotencyKey(text) == nil, "\(text)")
    }
    #expect(IdempotencyKey(String(repeating: "k", count: 255)) != nil)
    #expect(IdempotencyKey(String(repeating: "k", count: 256)) == nil)
    #expect(key("a").headerValue == "\"a\"" && key("a").undo == key("a.undo"))
    #expect(key(String(repeating: "k", count: 251)).undo == nil)
  }

  @Test("random bits become a UUID of version 4") func uuids() {
    #expect(
      IdempotencyKey(random: (.max, .max)).text == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(IdempotencyKey(random: (0, 0)).text == "00000000-0000-4000-8000-000000000000")
    #expect(
      IdempotencyKey(random: (0x0123_4567_89ab_cdef, 0x0123_4567_89ab_cdef)).text
        == "01234567-89ab-4def-8123-456789abcdef")
  }

  @Test("a target is a path or an http address; its host is scheme and authority") func targets() {
    let hosts: [(String, String?)] = [
      ("/api", ""), ("/", ""),
      ("https://Api.Example.com:8443/x?y#z", "https://api.example.com:8443"),
      ("http://a", "http://a"), ("//evil.example/x", nil), ("", nil), ("api", nil),
      ("https://", nil), ("https:///x", nil), ("https://user:secret@a/x", nil), ("ftp://a", nil),
      ("/a b", nil), ("/a\r\nX: y", nil), ("/" + String(repeating: "x", count: 2_048), nil),
    ]
    for (url, host) in hosts { #expect(OutboxTarget("POST", url)?.host == host, "\(url)") }
    #expect(OutboxTarget("GET", "/x") == nil && OutboxTarget("post", "/x") == nil)
    #expect(OutboxLane("") == nil && OutboxLane(String(repeating: "l", count: 256)) == nil)
    #expect(OutboxID(0) == nil && OutboxID(-1) == nil && OutboxID(1) != nil)
  }

  @Test("the parts of an HTTP answer, whatever the case of its headers") func responses() {
    func response(
      _ status: Int, _ headers: [(name: String, value: String)], _ body: String = ""
    ) -> OutboxResponse {
      OutboxResponse(status: status, headers: headers, body: Array(body.utf8), key: key("k"))
    }
    let json = (name: "CONTENT-TYPE", value: "application/json; charset=utf-8")
    let problem = (name: "Content-Type", value: "application/problem+json")
    #expect(response(200, [json], "{}").body == .decoded)
    #expect(response(200, [json], "{").body == .undecodable)
    #expect(response(204, [json]).body == .decoded)
    #expect(response(200, [("content-type", "Text/HTML")], "<html>").body == .html)
    let running = response(409, [problem], #"{"type":"https://o/idempotency-in-progress"}"#)
    #expect(OutboxAnswerClass(.response(running), expectsEcho: true) == .inProgress)
    #expect(response(200, [("Idempotency-Key", "\"k\"")]).echoesKey)
    #expect(!response(200, [("Idempotency-Key", "k")]).echoesKey && !response(200, []).echoesKey)
    #expect(response(500, [("idempotency-replayed", "True")]).isReplayed)
    #expect(response(503, [("Retry-After", "2")]).retryAfter == 2_000)
    #expect(response(503, [("Retry-After", "-2")]).retryAfter == nil)
    #expect(response(307, [("location", "/y")]).location == "/y")
    let (one, same, other) = (
      response(500, [], "a"), response(500, [], "a"), response(500, [], "b")
    )
    #expect(one.fingerprint == same.fingerprint && one.fingerprint != other.fingerprint)
  }
}
