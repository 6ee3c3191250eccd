#if os(Linux)
  import Foundation
  import OynaClient
  import OynaEngine
  import SecretScan
  import Testing

  /// A wipe is provable for the stores too: no writable page of this process holds the secret
  /// afterwards.
  @Suite("secrets in the client's memory", .serialized) @MainActor
  struct ClientSecretMemoryTests {
    private static let form = """
      {"type": "form", "children": [
        {"id": "name", "type": "text_input", "props": {"label": "N"}},
        {"id": "pin", "type": "secure_input", "props": {"label": "P"}},
        {"id": "go", "type": "button", "props": {"label": "Go"},
         "on": {"tap": {"type": "submit", "url": "/x"}}}]}
      """
    private static let nothing = Canary.Found(utf8: 0, utf16: 0)

    @Test("after clearSensitiveData nothing is left, of a submit in flight neither")
    func clearing() async throws {
      let transport = ScriptedTransport()
      let store = try openStore(Self.form, transport: transport)
      let canary = Canary()
      canary.withSecret { store.form.setSecret($0, for: "pin") }
      store.tap("go")
      _ = await transport.request(1)
      #expect(canary.occurrences().utf8 > 0)
      store.form.clearSensitiveData()
      #expect(canary.occurrences() == Self.nothing)
      withExtendedLifetime(store) {}
    }

    @Test("after the application went to the background nothing is left")
    func background() throws {
      let store = try openStore(Self.form)
      let canary = Canary()
      canary.withSecret { store.form.setSecret($0, for: "pin") }
      #expect(canary.occurrences().utf8 > 0)
      store.enterBackground()
      #expect(canary.occurrences() == Self.nothing)
      withExtendedLifetime(store) {}
    }

    @Test("a form of the application keeps no secret either")
    func ownForm() throws {
      let form = FormStateStore()
      let canary = Canary()
      canary.withSecret { form.setSecret($0, for: "pin") }
      #expect(form.validate(key: "pin", rules: [.required(), .minLength(4)]))
      #expect(canary.occurrences().utf8 > 0)
      form.clearSensitiveData()
      #expect(canary.occurrences() == Self.nothing)
      withExtendedLifetime(form) {}
    }
  }
#endif
