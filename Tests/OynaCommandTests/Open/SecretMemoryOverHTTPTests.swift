#if os(Linux)
  import Foundation
  import OynaClient
  import OynaEngine
  import SecretScan
  import Testing

  /// The same over the real transport: the server is another process.
  @Suite(
    "secrets after a request over HTTP", .serialized,
    .enabled(if: PseudoTerminal.isBuilt, "the command oyna is not built beside the tests"))
  @MainActor struct SecretMemoryOverHTTPTests {
    @Test("once it was answered and the application is in the background, nothing is left")
    func answered() async throws {
      let server = try DemoServer()
      let url = try #require(URL(string: server.url("x")))
      let store = ScreenStore(
        url: url, environment: ClientEnvironment(transport: HTTPTransport(), language: "en"))
      store.open(
        Array(
          #"""
          {"id": "s", "body": {"type": "form", "children": [
            {"id": "pin", "type": "secure_input", "props": {"label": "P"}},
            {"id": "go", "type": "button", "props": {"label": "Go"},
             "on": {"tap": {"type": "submit", "url": "/api/v1/nowhere"}}}]}}
          """#.utf8))
      let canary = Canary()
      canary.withSecret { store.form.setSecret($0, for: "pin") }
      store.tap("go")
      #expect(store.form.isSubmitting)
      while store.form.isSubmitting { try await Task.sleep(for: .milliseconds(5)) }
      #expect(canary.occurrences().utf8 > 0)
      store.enterBackground()
      // Over a scripted transport this is exact, and held. Over URLSession one copy is sometimes
      // left, and stays: below our transport, by whom is not found out yet.
      withKnownIssue("one copy is sometimes left below our transport", isIntermittent: true) {
        #expect(canary.occurrences() == Canary.Found(utf8: 0, utf16: 0))
      }
      withExtendedLifetime(store) {}
    }
  }
#endif
