import Foundation
import OynaClient
import OynaEngine
import OynaValue
import Testing

/// A server that answers at once by path and language, until the network goes.
private final class ServedTransport: Transport, @unchecked Sendable {
  // Everything is used under `lock`.
  private let lock = NSLock()
  private var answers: [String: TransportAnswer] = [:]
  private var seen: [TransportRequest] = []
  private var failure: TransportError?

  var requests: [TransportRequest] { lock.withLock { seen } }

  func serve(
    _ path: String, _ body: String, status: Int = 200, headers: [(name: String, value: String)] = []
  ) {
    lock.withLock {
      answers[path] = TransportAnswer(status: status, headers: headers, body: Array(body.utf8))
    }
  }

  func fail(_ error: TransportError?) { lock.withLock { failure = error } }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
    try answer(request)
  }

  private func answer(_ request: TransportRequest) throws(TransportError) -> TransportAnswer {
    let language = request.headers.first { $0.name == "Accept-Language" }?.value ?? ""
    lock.lock()
    seen.append(request)
    let answer = answers[request.url.path + "@" + language] ?? answers[request.url.path]
    let failure = self.failure
    lock.unlock()
    if let failure { throw failure }
    return answer ?? TransportAnswer(status: 404)
  }
}

@MainActor
private func until(_ what: String, _ isThere: () -> Bool) async throws {
  for _ in 0..<10_000 {
    if isThere() { return }
    await Task.yield()
  }
  Issue.record("never: \(what)")
}

@Suite("copies for a time without a network") @MainActor struct CopiesTests {
  private let url = URL(string: "http://example.test/screens/s") ?? URL(fileURLWithPath: "/")

  private func environment(
    _ transport: ServedTransport, _ copies: KeptCopies?, clock: ManualClock = ManualClock()
  ) -> ClientEnvironment {
    var environment = ClientEnvironment.scripted(transport, clock: clock)
    environment.copies = copies
    return environment
  }

  private func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("oyna-copies-\(UUID())")
  }

  private static func screen(_ text: String, more: String = "", fields: String = "") -> String {
    """
    {"id": "s", "title": "S"\(more), "body": {"id": "b", "type": "vstack", "children": [
      {"id": "hello", "type": "text", "props": {"text": "\(text)"}}\(fields)]}}
    """
  }

  private func shown(_ store: ScreenStore) -> Value? {
    store.tree?[NodeID("hello")]?.node.props["text"]
  }

  @Test("a screen of an earlier run is shown without a network, says so, and is loaded anew")
  func screenFromCopy() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let transport = ServedTransport()
    transport.serve("/screens/s", Self.screen("one"))
    let first = ScreenStore(
      url: url, environment: environment(transport, KeptCopies(folder: folder)))
    await first.load()
    #expect(shown(first) == .string("one") && !first.isCopy)
    // Another run of the application.
    transport.fail(.offline)
    let second = ScreenStore(
      url: url, environment: environment(transport, KeptCopies(folder: folder)))
    await second.load()
    #expect(shown(second) == .string("one") && second.isCopy)
    transport.fail(nil)
    transport.serve("/screens/s", Self.screen("two"))
    await second.load()
    #expect(shown(second) == .string("two") && !second.isCopy)
    // A refresh without a network takes nothing away, and puts no older copy in its place.
    transport.fail(.timeout)
    await second.load()
    #expect(shown(second) == .string("two") && !second.isCopy && second.snackbar != nil)
  }

  @Test(
    "a copy belongs to one language; a server that does not answer is no network; a 404 is none")
  func copyOfOneLanguage() async throws {
    let copies = KeptCopies()
    let transport = ServedTransport()
    transport.serve("/screens/s", Self.screen("one"))
    let first = ScreenStore(url: url, environment: environment(transport, copies))
    await first.load()
    transport.fail(.timeout)
    var other = environment(transport, copies)
    other.language = "ru"
    let russian = ScreenStore(url: url, environment: other)
    await russian.load()
    #expect(russian.tree == nil)
    let english = ScreenStore(url: url, environment: environment(transport, copies))
    await english.load()
    #expect(english.isCopy)
    transport.fail(nil)
    transport.serve("/screens/s", "", status: 404)
    let gone = ScreenStore(url: url, environment: environment(transport, copies))
    await gone.load()
    #expect(gone.tree == nil)
  }

  @Test(
    "nothing is kept of what may not be, and what was kept before goes",
    arguments: [
      (#", "cache": "never""#, "", []),
      ("", #", {"id": "pin", "type": "secure_input", "props": {"label": "P"}}"#, []),
      ("", "", [("Cache-Control", "private, no-store")]),
    ] as [(String, String, [(String, String)])])
  func notKept(more: String, fields: String, headers: [(String, String)]) async throws {
    let copies = KeptCopies()
    let transport = ServedTransport()
    transport.serve("/screens/s", Self.screen("one"))
    await ScreenStore(url: url, environment: environment(transport, copies)).load()
    transport.serve(
      "/screens/s", Self.screen("two", more: more, fields: fields),
      headers: headers.map { (name: $0.0, value: $0.1) })
    await ScreenStore(url: url, environment: environment(transport, copies)).load()
    transport.fail(.offline)
    let store = ScreenStore(url: url, environment: environment(transport, copies))
    await store.load()
    #expect(store.tree == nil)
  }

  @Test("a damaged, foreign or truncated file is no copy; the oldest leave; a sign-out leaves none")
  func files() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let transport = ServedTransport()
    let copies = KeptCopies(folder: folder, limit: 2)
    for name in ["a", "b", "c"] {
      transport.serve("/screens/\(name)", Self.screen(name))
      let url = try #require(URL(string: "http://example.test/screens/\(name)"))
      await ScreenStore(url: url, environment: environment(transport, copies)).load()
    }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
    #expect(try names().count == 2)
    for name in try names() {
      let file = folder.appendingPathComponent(name)
      let whole = try Data(contentsOf: file)
      for bytes in [whole.prefix(10), Data(), Data("screen en http://other/\n\n{}".utf8)] {
        try bytes.write(to: file)
        transport.fail(.offline)
        for path in ["a", "b", "c"] {
          let url = try #require(URL(string: "http://example.test/screens/\(path)"))
          let store = ScreenStore(url: url, environment: environment(transport, copies))
          await store.load()
          if store.tree != nil { #expect(try whole != Data(contentsOf: file)) }
        }
      }
    }
    await copies.removeAll()
    #expect(try names().isEmpty)
  }

  // MARK: - What lists load

  private static func list(_ policy: String) -> String {
    """
    {"id": "s", "title": "S", "body": {"id": "l", "type": "load",
      "props": {"source": "/data", "policy": "\(policy)"},
      "content": {"type": "text", "id": "t", "props": {"text": "{{ data.name }}"}}}}
    """
  }

  private func loaded(_ store: ScreenStore) -> String? {
    store.tree?.allNodes.first { $0.node.type == "text" }?.node.text("text")
  }

  private func opened(
    _ policy: String, _ transport: ServedTransport, _ copies: KeptCopies
  ) -> ScreenStore {
    let store = ScreenStore(url: url, environment: environment(transport, copies))
    store.open(Array(Self.list(policy).utf8))
    return store
  }

  @Test("network first: the network's answer; without a network the copy, which says what it is")
  func networkFirst() async throws {
    let copies = KeptCopies()
    let transport = ServedTransport()
    transport.serve("/data", #"{"name": "one"}"#)
    let first = opened("network_first", transport, copies)
    try await until("one") { loaded(first) == "one" }
    transport.fail(.offline)
    let second = opened("network_first", transport, copies)
    try await until("the copy") { loaded(second) == "one" }
    #expect(second.tree?.root.node.text("notice") == "No connection. Showing a saved copy")
  }

  @Test("the page of a network that asks to sign in takes the place of no good copy")
  func signInPage() async throws {
    let copies = KeptCopies()
    let transport = ServedTransport()
    transport.serve("/data", #"{"name": "one"}"#)
    let first = opened("network_first", transport, copies)
    try await until("one") { loaded(first) == "one" }
    transport.serve("/data", "<html>Sign in</html>")
    let second = opened("network_first", transport, copies)
    try await until("a failure") { second.tree?.root.node.text("state") == "failed" }
    transport.fail(.offline)
    let third = opened("network_first", transport, copies)
    try await until("the copy") { loaded(third) == "one" }
  }

  @Test("cache first: the copy, and the network is not asked")
  func cacheFirst() async throws {
    let copies = KeptCopies()
    let transport = ServedTransport()
    transport.serve("/data", #"{"name": "one"}"#)
    let first = opened("cache_first", transport, copies)
    try await until("one") { loaded(first) == "one" }
    transport.serve("/data", #"{"name": "two"}"#)
    let second = opened("cache_first", transport, copies)
    try await until("the copy") { loaded(second) == "one" }
    #expect(transport.requests.count == 1)
  }

  @Test("stale while revalidate: the copy at once, then what the network says; 304 confirms it")
  func staleWhileRevalidate() async throws {
    let copies = KeptCopies()
    let transport = ServedTransport()
    transport.serve("/data", #"{"name": "one"}"#, headers: [(name: "ETag", value: "\"1\"")])
    let first = opened("stale_while_revalidate", transport, copies)
    try await until("one") { loaded(first) == "one" }
    transport.serve("/data", #"{"name": "two"}"#, headers: [(name: "ETag", value: "\"2\"")])
    let second = opened("stale_while_revalidate", transport, copies)
    try await until("two") { loaded(second) == "two" }
    #expect(
      transport.requests.last?.headers.contains {
        $0.name == "If-None-Match" && $0.value == "\"1\""
      } == true)
    transport.serve("/data", "", status: 304)
    let third = opened("stale_while_revalidate", transport, copies)
    try await until("the copy") { loaded(third) == "two" && transport.requests.count == 3 }
  }

  @Test("never: without a network there is nothing, and a server cannot pretend to be a copy")
  func never() async throws {
    let copies = KeptCopies()
    let transport = ServedTransport()
    transport.serve(
      "/data", #"{"name": "one"}"#, headers: [(name: "Oyna-Cache", value: "revalidating")])
    let first = opened("network_first", transport, copies)
    try await until("one") { loaded(first) == "one" }
    #expect(first.tree?.root.node.text("notice") == nil)
    transport.fail(.offline)
    let second = opened("never", transport, copies)
    try await until("an answer") { transport.requests.count == 2 }
    try await until("a message") { second.tree?.root.node.text("message") != nil }
    #expect(loaded(second) == nil)
  }

  // MARK: - In advance, and in another language

  private static let start = """
    {"id": "s", "title": "S", "body": {"type": "vstack", "children": [
      {"id": "go", "type": "button", "props": {"label": "Go"},
       "on": {"tap": {"type": "navigate", "url": "next", "prefetch": true}}}]}}
    """

  @Test("a screen asked for in advance is there at the tap, once, and not after a minute")
  func prefetch() async throws {
    let clock = ManualClock()
    let transport = ServedTransport()
    transport.serve("/screens/next", Self.screen("next"))
    let store = ScreenStore(url: url, environment: environment(transport, nil, clock: clock))
    let navigator = ScreenNavigator(store: store)
    store.open(Array(Self.start.utf8))
    try await until("the request in advance") { transport.requests.count == 1 }
    transport.fail(.offline)
    store.tap("go")
    try await until("the screen") { shown(navigator.current) == .string("next") }
    #expect(transport.requests.count == 1)
    // The second time it is asked for.
    navigator.back()
    store.tap("go")
    try await until("a failure") { navigator.current.failure != nil }
    #expect(transport.requests.count == 2)
    navigator.back()
    transport.fail(nil)
    store.open(Array(Self.start.utf8))
    try await until("the request in advance") { transport.requests.count == 3 }
    try await until("its minute") { clock.sleeperCount == 2 }
    clock.advance(60_000)
    for _ in 0..<50 { await Task.yield() }
    store.tap("go")
    try await until("the screen") { shown(navigator.current) == .string("next") }
    #expect(transport.requests.count == 4)
  }

  @Test("without a network nothing is asked for in advance; a failure is asked for again")
  func prefetchFails() async throws {
    let transport = ServedTransport()
    transport.serve("/screens/next", Self.screen("next"))
    transport.fail(.timeout)
    let store = ScreenStore(url: url, environment: environment(transport, nil))
    let navigator = ScreenNavigator(store: store)
    store.open(Array(Self.start.utf8))
    try await until("the request in advance") { transport.requests.count == 1 }
    for _ in 0..<50 { await Task.yield() }
    transport.fail(nil)
    store.tap("go")
    try await until("the screen") { shown(navigator.current) == .string("next") }
    #expect(transport.requests.count == 2)
    navigator.back()
    navigator.network(isOnline: false)
    store.open(Array(Self.start.utf8))
    for _ in 0..<50 { await Task.yield() }
    #expect(transport.requests.count == 2)
  }

  @Test("another language changes the words of every open screen, and nothing that was typed")
  func language() async throws {
    let field = #", {"id": "name", "type": "text_input", "props": {"label": "%"}}"#
    func document(_ text: String, _ label: String) -> String {
      Self.screen(
        text, more: #", "language": "\#(text)""#,
        fields: field.replacingOccurrences(of: "%", with: label))
    }
    let transport = ServedTransport()
    transport.serve("/screens/s@en", document("en", "Name"))
    transport.serve("/screens/s@ru", document("ru", "Имя"))
    let store = ScreenStore(url: url, environment: environment(transport, nil))
    let navigator = ScreenNavigator(store: store)
    await store.load()
    store.form.setValue(.string("Zuhra"), for: "name")
    #expect(await navigator.setLanguage("ru"))
    #expect(store.tree?[NodeID("name")]?.node.label == "Имя")
    #expect(store.form.values["name"] == .string("Zuhra") && store.words.retry == "Повторить")
    transport.fail(.offline)
    #expect(await !navigator.setLanguage("en"))
    #expect(store.tree?[NodeID("name")]?.node.label == "Имя")
    // A document of another screen is no translation.
    transport.fail(nil)
    transport.serve(
      "/screens/s@en", document("en", "Name").replacingOccurrences(of: #""s""#, with: #""x""#))
    #expect(await !navigator.setLanguage("en"))
    #expect(store.tree?[NodeID("name")]?.node.label == "Имя")
  }
}
