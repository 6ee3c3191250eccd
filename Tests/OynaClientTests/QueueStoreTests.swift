import Foundation
import OynaClient
import OynaEngine
import OynaStorage
import OynaValue
import Testing

/// A screen that queues, over the real file and a scripted network.
@Suite("the application's queue") @MainActor struct QueueStoreTests {
  private static let form = """
    {"type": "form", "children": [
      {"id": "waiting", "type": "queue_status", "props": {"title": "Q", "sent": 5}},
      {"id": "text", "type": "text_input", "props": {"label": "T", "stateKey": "text"}},
      {"id": "go", "type": "button", "props": {"label": "Go"},
       "on": {"tap": {"type": "submit", "url": "/api/v1/messages",
              "queue": {"lane": "chat/a", "title": "{{ text }}"}}}}]}
    """

  private func makePath() -> String {
    FileManager.default.temporaryDirectory.path + "/oyna-queue-store-" + UUID().uuidString
  }

  private func open(
    _ path: String, _ transport: ScriptedTransport, isOnline: Bool
  ) throws -> (ScreenStore, ScreenNavigator) {
    let store = try openStore(Self.form, transport: transport)
    let queue = try QueueStore(
      path: path, server: store.url, environment: .scripted(transport), isOnline: isOnline)
    // What the screen asked for when it was opened is handed over now.
    return (store, ScreenNavigator(store: store, queue: queue))
  }

  private func lines(_ store: ScreenStore) -> [String] {
    guard case .list(let items)? = store.tree?[NodeID("waiting")]?.node.props["items"] else {
      return []
    }
    return items.compactMap { item in
      guard case .map(let map) = item, case .string(let title)? = map["title"],
        case .string(let state)? = map["state"]
      else { return nil }
      return "\(title) \(state)"
    }
  }

  private func wait(_ isTrue: () -> Bool) async {
    for _ in 0..<100_000 where !isTrue() { await Task.yield() }
  }

  @Test("queued without a network, kept by the file, sent by the next run under its key")
  func restart() async throws {
    let path = makePath()
    defer {
      for suffix in ["", "-wal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    let silent = ScriptedTransport()
    let (store, navigator) = try open(path, silent, isOnline: false)
    navigator.network(isOnline: false)
    store.form.setValue(.string("hello"), for: "text")
    store.tap("go")
    await wait { lines(store) == ["hello waiting"] }
    #expect(lines(store) == ["hello waiting"])
    #expect(silent.requestCount == 0)
    await navigator.queue?.close()

    let transport = ScriptedTransport()
    let (second, _) = try open(path, transport, isOnline: true)
    let request = await transport.request(1)
    #expect(request.url.absoluteString == "http://example.test/api/v1/messages")
    let key = try #require(request.headers.first { $0.name == "Idempotency-Key" }?.value)
    transport.answer(
      1,
      .success(
        TransportAnswer(
          status: 200, headers: [("Idempotency-Key", key)], body: Array("{}".utf8))))
    await wait { lines(second) == ["hello sent"] }
    #expect(lines(second) == ["hello sent"])
    #expect(transport.requestCount == 1)
  }

  @Test("taken back before it was sent, it never goes") func withdrawn() async throws {
    let path = makePath()
    defer {
      for suffix in ["", "-wal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    let transport = ScriptedTransport()
    let (store, navigator) = try open(path, transport, isOnline: false)
    navigator.network(isOnline: false)
    store.form.setValue(.string("oops"), for: "text")
    store.tap("go")
    await wait { store.snackbar?.action == .undo }
    store.closeSnackbar(performing: .undo)
    await wait { lines(store).isEmpty && store.snackbar != nil }
    #expect(lines(store).isEmpty)
    navigator.network(isOnline: true)
    #expect(await navigator.queue?.drain() == 0)
    #expect(transport.requestCount == 0)
  }

  @Test("without a queue the screen is told that nothing was kept") func noQueue() async throws {
    let store = try openStore(Self.form)
    let navigator = ScreenNavigator(store: store)
    store.form.setValue(.string("x"), for: "text")
    store.tap("go")
    #expect(store.snackbar != nil && store.form.values["text"] == .string("x"))
    withExtendedLifetime(navigator) {}
  }
}
