import OynaEngine
import OynaValue
import Testing

/// DESIGN §4, "Secrets"; FORMS §4, "Secure data, undo, drafts".
@Suite struct SecretTests {
  private let components = """
    {"id": "pin", "type": "secure_input", "validations": [
      \(required()), {"rule": "regex", "pattern": "[0-9]{4}", "errorMessage": "four digits"}]},
    {"id": "a", "type": "text_input"}
    """

  @Test("rules run over the bytes of a secret")
  func rules() throws {
    var form = try OpenForm(components)
    form.typeSecret("12", in: "pin")
    form.send(.blur(key: "pin"))
    #expect(form.error("pin") == "four digits")
    form.typeSecret("1234", in: "pin")
    #expect(form.error("pin") == nil)
    #expect(form.engine.node("pin")?.field?.secretLength == 4)
    #expect(form.engine.node("pin")?.field?.value == .null)
  }

  @Test("the body holds the secret; everything that prints it shows dots")
  func body() throws {
    // Long: a dump is full of addresses and random keys, which four digits are soon part of.
    var form = try OpenForm(#"{"id": "pin", "type": "secure_input"}"#)
    form.typeSecret("correct-horse", in: "pin")
    let request = try form.submitAndKeep()
    let body = try #require(request.body)
    #expect(
      body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == #"{"pin":"correct-horse"}"#)
    #expect(form.sent == #"{"pin":"•••"}"#)
    #expect(body.hasSecret)
    for text in [
      "\(body)", "\(request)", "\(form.effects)", "\(form.engine)", String(reflecting: body),
    ] {
      #expect(!text.contains("correct-horse"))
    }
    var dumped = ""
    dump(form.engine, to: &dumped)
    dump(form.effects, to: &dumped)
    #expect(!dumped.contains("correct-horse"))
  }

  @Test(
    "a secret is escaped as JSON", arguments: ["a\"b", "back\\slash", "line\nfeed\u{1}", "✓ é"])
  func escaping(_ secret: String) throws {
    var form = try OpenForm(#"{"id": "pin", "type": "secure_input"}"#)
    form.typeSecret(secret, in: "pin")
    let body = try #require(try form.submitAndKeep().body)
    let json = try JSON.parse(body.withUnsafeBytes { Array($0) })
    #expect(json["pin"]?.string == secret)
  }

  @Test("a success wipes the secret and the body")
  func wipedOnSuccess() throws {
    var form = try OpenForm(components)
    form.typeSecret("1234", in: "pin")
    let body = try #require(try form.submitAndKeep().body)
    form.answer(200, #"{"actions": []}"#)
    #expect(body.isWiped)
    #expect(form.engine.node("pin")?.field?.secretLength == 0)
  }

  @Test("the background wipes secrets and keeps the rest; the body in flight once it settles")
  func background() throws {
    var form = try OpenForm(components)
    form.type("kept", in: "a")
    form.typeSecret("1234", in: "pin")
    let body = try #require(try form.submitAndKeep().body)
    form.send(.lifecycle(.background))
    #expect(form.engine.node("pin")?.field?.secretLength == 0)
    #expect(!body.isWiped)
    #expect(form.engine.isSubmitting)
    #expect(form.value("a") == .string("kept"))
    form.lose(.offline)
    #expect(body.isWiped)
  }

  @Test("a body whose secret was wiped is not sent again: the secret is asked for, then a new key")
  func askedAgain() throws {
    var form = try OpenForm(components)
    form.typeSecret("1234", in: "pin")
    let first = try form.submitAndKeep()
    form.lose(.timeout)
    form.send(.lifecycle(.background))
    #expect(try #require(first.body).isWiped)
    form.send(.snackbarAction(.retry))
    #expect(form.request == nil)
    #expect(form.error("pin") == "Erased for safety, enter it again")
    #expect(form.focused == "pin")
    form.typeSecret("1234", in: "pin")
    #expect(form.error("pin") == nil)
    let second = try form.submitAndKeep()
    #expect(second.key != first.key)
    #expect(form.snackbar?.contains("may have arrived") == true)
  }

  @Test("clearSensitiveData empties every value and error, and drops what is in flight")
  func clear() throws {
    var form = try OpenForm(components)
    form.submit()
    #expect(form.error("pin") == "required")
    form.type("x", in: "a")
    form.typeSecret("1234", in: "pin")
    let body = try #require(try form.submitAndKeep().body)
    form.send(.clearSensitiveData)
    #expect(body.isWiped)
    #expect(form.value("a") == .string(""))
    #expect(form.error("pin") == nil)
    #expect(form.engine.node("pin")?.field?.secretLength == 0)
    #expect(form.engine.undoCount == 0)
  }

  @Test("F-71: a secret replaced by its first new key is an ordinary edit")
  func replacedByOneKey() throws {
    var form = try OpenForm(components)
    form.typeSecret("abc", in: "pin")
    form.send(.blur(key: "pin"))
    #expect(form.error("pin") == "four digits")
    form.typeSecret("d", in: "pin")
    #expect(form.error("pin") == nil)
    #expect(form.engine.node("pin")?.field?.secretLength == 1)
  }

  @Test("undo never holds a secret")
  func undo() throws {
    var form = try OpenForm(components)
    form.typeSecret("1234", in: "pin")
    #expect(form.engine.undoCount == 0)
    form.type("x", in: "a")
    form.send(.undo)
    #expect(form.value("a") == .string(""))
    #expect(form.engine.node("pin")?.field?.secretLength == 4)
  }

  @Test("a secret has no text form")
  func noText() {
    let secret = Array("1234".utf8).withUnsafeBufferPointer { Secret(copying: $0) }
    #expect("\(secret)" == "•••")
    #expect(String(reflecting: secret) == "•••")
    #expect(Mirror(reflecting: secret).children.isEmpty)
    secret.wipe()
    #expect(secret.isEmpty)
  }

  @Test(
    "a secret counts grapheme clusters as String does",
    arguments: [
      "", "abc", "a\u{301}", "👩‍👩‍👧", "\r\n", "🇺🇿🇺🇿", "ў", "1️⃣", "한글", "e\u{301}\u{302}x",
    ])
  func graphemes(_ text: String) {
    let secret = Array(text.utf8).withUnsafeBufferPointer { Secret(copying: $0) }
    #expect(secret.characterCount == text.count)
  }
}
