#if os(Linux)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SecretScan
  import Testing

  /// The same over the real transport: the server is another process.
  @Suite(
    "secrets after a request over HTTP", .serialized,
    .enabled(if: PseudoTerminal.isBuilt, "the command oyna is not built beside the tests"))
  @MainActor struct SecretMemoryOverHTTPTests {
    /// The letters before the secret in the body: allocators write over the first bytes of what is
    /// freed, which would hide a copy of a short body.
    @Test(
      "once it was answered and the application is in the background, nothing is left",
      arguments: [0, 4_000, 200_000])
    func answered(clearLength: Int) async throws {
      let server = try DemoServer()
      let url = try #require(URL(string: server.url("x")))
      let store = ScreenStore(
        url: url, environment: ClientEnvironment(transport: HTTPTransport(), language: "en"))
      store.open(
        Array(
          #"""
          {"id": "s", "body": {"type": "form", "children": [
            {"id": "clear", "type": "text_input", "props": {"label": "C"}},
            {"id": "pin", "type": "secure_input", "props": {"label": "P"}},
            {"id": "go", "type": "button", "props": {"label": "Go"},
             "on": {"tap": {"type": "submit", "url": "/api/v1/nowhere"}}}]}}
          """#.utf8))
      let canary = Canary()
      store.form.setValue(.string(String(repeating: "c", count: clearLength)), for: "clear")
      canary.withSecret { store.form.setSecret($0, for: "pin") }
      store.tap("go")
      #expect(store.form.isSubmitting)
      while store.form.isSubmitting { try await Task.sleep(for: .milliseconds(5)) }
      #expect(canary.occurrences().utf8 > 0)
      store.enterBackground()
      #expect(canary.occurrences() == Canary.Found(utf8: 0, utf16: 0))
      withExtendedLifetime(store) {}
    }
  }
#endif
