import Foundation
import OynaClient
import OynaEngine
import OynaValue
import Testing

@Suite("a screen's store") @MainActor struct ScreenStoreTests {
  private let url = URL(string: "http://example.test/screens/loan") ?? URL(fileURLWithPath: "/")
  private static let screen = """
    {"id": "s", "title": "Loan", "body": {"type": "vstack", "children": [
      {"id": "hello", "type": "text", "props": {"text": "Hello"}}]}}
    """

  /// Lets what was resumed run.
  private func settle() async { for _ in 0..<20 { await Task.yield() } }

  @Test("loads: loading, then the tree; the request names the language and nothing is sent twice")
  func loads() async throws {
    let transport = ScriptedTransport()
    let store = ScreenStore(url: url, environment: .scripted(transport))
    let loading = Task { await store.load() }
    let request = await transport.request(1)
    guard case .loading = store.state else { throw Unexpected(state: "\(store.state)") }
    #expect(request.url == url && request.method == "GET" && request.followsRedirects)
    #expect(request.headers.contains { $0.name == "Accept-Language" && $0.value == "en" })
    transport.answer(1, 200, Self.screen)
    await loading.value
    #expect(store.tree?.title == "Loan")
    #expect(store.tree?[NodeID("hello")]?.node.props["text"] == .string("Hello"))
    #expect(transport.requestCount == 1)
  }

  @Test("an empty answer is an empty screen") func empty() async throws {
    let transport = ScriptedTransport()
    let store = ScreenStore(url: url, environment: .scripted(transport))
    let loading = Task { await store.load() }
    _ = await transport.request(1)
    transport.answer(1, 204, "")
    await loading.value
    guard case .empty = store.state else { throw Unexpected(state: "\(store.state)") }
  }

  @Test("says why a screen did not come, in the person's language")
  func failures() async throws {
    let cases: [(Result<TransportAnswer, TransportError>, String)] = [
      (.failure(.offline), "No internet"), (.failure(.timeout), "The server does not answer"),
      (.success(TransportAnswer(status: 404)), "There is no such screen"),
      (.success(TransportAnswer(status: 500)), "Something went wrong"),
      (.success(TransportAnswer(status: 200, body: Array("{".utf8))), ""),
    ]
    for (answer, _) in cases {
      let transport = ScriptedTransport()
      let store = ScreenStore(url: url, environment: .scripted(transport))
      let loading = Task { await store.load() }
      _ = await transport.request(1)
      transport.answer(1, answer)
      await loading.value
      guard case .failed(let message) = store.state else {
        throw Unexpected(state: "\(store.state)")
      }
      #expect(!message.isEmpty && store.failure?.title.isEmpty == false)
    }
  }

  @Test("a late answer to an earlier load is dropped") func lateAnswer() async throws {
    let transport = ScriptedTransport()
    let store = ScreenStore(url: url, environment: .scripted(transport))
    let first = Task { await store.load() }
    _ = await transport.request(1)
    let second = Task { await store.load() }
    _ = await transport.request(2)
    transport.answer(2, 200, Self.screen)
    await second.value
    transport.answer(1, 500, "")
    await first.value
    #expect(store.tree?.title == "Loan")
  }

  @Test("a refresh that fails takes nothing away and says so") func refresh() async throws {
    let transport = ScriptedTransport()
    let store = ScreenStore(url: url, environment: .scripted(transport))
    store.open(Array(Self.screen.utf8))
    let loading = Task { await store.load() }
    _ = await transport.request(1)
    #expect(store.isRefreshing)
    transport.answer(1, .failure(.offline))
    await loading.value
    #expect(store.tree != nil && !store.isRefreshing && store.snackbar != nil)
  }

  @Test("a submit goes with its body; a problem lands on the fields, the retry is the same bytes")
  func submit() async throws {
    let transport = ScriptedTransport()
    let store = try openStore(
      """
      {"type": "form", "children": [
        {"id": "name", "type": "text_input", "props": {"label": "N"}},
        {"id": "go", "type": "button", "props": {"label": "Go"},
         "on": {"tap": {"type": "submit", "url": "/api/apply"}}}]}
      """, transport: transport)
    store.form.setValue(.string("Zuhra"), for: "name")
    store.tap("go")
    let first = await transport.request(1)
    #expect(store.form.isSubmitting)
    #expect(first.url.absoluteString == "http://example.test/api/apply")
    #expect(first.method == "POST" && !first.followsRedirects)
    #expect(text(first.body) == #"{"name":"Zuhra"}"#)
    transport.answer(1, .failure(.offline))
    await settle()
    #expect(!store.form.isSubmitting && store.snackbar?.action == .retry)
    store.closeSnackbar(performing: .retry)
    let second = await transport.request(2)
    let key = { (request: TransportRequest) in
      request.headers.first { $0.name == "Idempotency-Key" }?.value
    }
    #expect(key(first) == key(second) && key(first) != nil)
    transport.answer(2, 422, #"{"errors": {"name": "taken"}}"#)
    await settle()
    #expect(store.form.errors["name"] == "taken" && store.focusedKey == "name")
    #expect(store.form.values["name"] == .string("Zuhra"))
  }

  @Test("a debounced rule asks once the clock has gone on") func debounce() async throws {
    let transport = ScriptedTransport()
    let clock = ManualClock()
    let store = ScreenStore(url: url, environment: .scripted(transport, clock: clock))
    store.open(
      Array(
        """
        {"id": "s", "body": {"type": "form", "children": [
          {"id": "nick", "type": "text_input", "props": {"label": "N"},
           "validations": [{"rule": "remote", "url": "/check", "debounce": 300}]}]}}
        """.utf8))
    store.form.setValue(.string("zuhra"), for: "nick")
    while clock.sleeperCount == 0 { await Task.yield() }
    #expect(transport.requestCount == 0)
    clock.advance(300)
    let request = await transport.request(1)
    #expect(request.url.path == "/check")
  }

  @Test("navigation pushes, replaces, presents and goes back; every screen hears of the network")
  func navigation() async throws {
    let transport = ScriptedTransport()
    let store = try openStore(
      """
      {"type": "vstack", "children": [
        {"id": "push", "type": "button", "props": {"label": "a"},
         "on": {"tap": {"type": "navigate", "url": "next"}}},
        {"id": "present", "type": "button", "props": {"label": "b"},
         "on": {"tap": {"type": "navigate", "mode": "present", "url": "sheet"}}}]}
      """, transport: transport)
    let navigator = ScreenNavigator(store: store)
    store.tap("push")
    #expect(navigator.path.map { $0.url.absoluteString } == ["http://example.test/screens/next"])
    navigator.network(isOnline: false)
    #expect(navigator.allStores.map { $0.isOnline } == [false, false])
    #expect(navigator.back() && navigator.path.isEmpty && !navigator.back())
    store.tap("present")
    let presented = try #require(navigator.presented)
    #expect(presented.current.url.absoluteString == "http://example.test/screens/sheet")
    #expect(!presented.current.isOnline)
    #expect(presented.back() && navigator.presented == nil)
  }

  private struct Unexpected: Error { let state: String }

  private func text(_ body: TransportRequest.Body) -> String {
    switch body {
    case .none: ""
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .erasable(let body): body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
  }
}
