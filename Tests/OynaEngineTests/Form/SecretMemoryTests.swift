#if os(Linux)
  import Foundation
  import OynaEngine
  import OynaValue
  import SecretScan
  import Testing

  /// A wipe is provable: no writable page of this process holds the secret afterwards.
  @Suite(.serialized) struct SecretMemoryTests {
    @Test("a canary is in memory before the wipe, and nowhere after it")
    func canaryIsGone() throws {
      var form = try OpenForm(
        """
        {"id": "pin", "type": "secure_input", "validations": [\(required()),
         {"rule": "minLength", "value": 4}, {"rule": "regex", "pattern": "[a-p]+"}]},
        \(text("a"))
        """)
      let canary = Canary()
      canary.withSecret { form.send(.secretInput(key: "pin", value: $0)) }
      form.send(.blur(key: "pin"))
      form.type("x", in: "a")
      let request = try form.submitAndKeep()
      try #require(request.body).withUnsafeBytes { #expect($0.count > 32) }
      #expect(canary.occurrences().utf8 > 0)
      form.answer(200, #"{"actions": []}"#)
      let left = canary.occurrences()
      #expect(left.utf8 == 0)
      #expect(left.utf16 == 0)
      withExtendedLifetime(form) {}
    }

    @Test("the background and an offline answer leave nothing either")
    func background() throws {
      var form = try OpenForm(#"{"id": "pin", "type": "secure_input"}"#)
      let canary = Canary()
      canary.withSecret { form.send(.secretInput(key: "pin", value: $0)) }
      _ = try form.submitAndKeep()
      #expect(canary.occurrences().utf8 > 0)
      form.send(.lifecycle(.background))
      form.lose(.offline)
      #expect(canary.occurrences() == Canary.Found(utf8: 0, utf16: 0))
      withExtendedLifetime(form) {}
    }
  }
#endif
