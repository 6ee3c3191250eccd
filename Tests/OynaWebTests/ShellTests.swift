import OynaEngine
import OynaValue
import Testing

@testable import OynaWeb

/// The shell's conversation with the engine, as JSON in and JSON out, without a browser.
@Suite struct ShellTests {
  static let context = #"{"language": "en", "today": "2026-12-01", "seed": ["1", "2", "3", "4"]}"#

  static let document = """
    {"oyna": "1", "id": "demo", "title": "Demo", "state": {"size": 1},
     "body": {"id": "form", "type": "form", "children": [
       {"id": "name_field", "type": "text_input", "props": {"label": "Name", "stateKey": "name"},
        "validations": [{"rule": "required", "errorMessage": "Say who"}]},
       {"id": "size_field", "type": "dropdown", "props": {"label": "Size", "stateKey": "size",
        "options": [{"value": "1", "label": "text"}, {"value": 1, "label": "number"}]}},
       {"id": "pin_field", "type": "secure_input", "props": {"label": "PIN", "stateKey": "pin"}},
       {"id": "extra_field", "type": "text_input", "visibleWhen": "name == 'Zuhra'",
        "props": {"label": "Extra", "stateKey": "extra"},
        "validations": [{"rule": "required", "errorMessage": "Say more"}]},
       {"id": "send", "type": "button", "props": {"label": "Send", "style": "primary"},
        "on": {"tap": {"type": "submit", "method": "POST", "url": "/apply"}}}]}}
    """

  /// A shell with the document open, and its handle.
  static func opened(_ document: String = document) -> (shell: Shell, handle: Int) {
    var shell = Shell()
    var handle = 0
    withBytes(context) { context in
      withBytes(document) { handle = shell.open(context: context, document: $0) }
    }
    return (shell, handle)
  }

  static func withBytes(_ text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    Array(text.utf8).withUnsafeBytes(body)
  }

  static func send(_ event: String, to opened: (shell: Shell, handle: Int)) throws -> JSON {
    var message: [UInt8] = []
    withBytes(event) { message = opened.shell.handle(opened.handle, json: $0) }
    return try JSON.parse(message)
  }

  static func start(_ opened: (shell: Shell, handle: Int)) throws -> JSON {
    try JSON.parse(opened.shell.start(opened.handle))
  }

  /// The node with this id in a tree of nodes.
  static func node(_ id: String, in root: JSON?) -> JSON? {
    guard let root else { return nil }
    if root["id"]?.string == id { return root }
    for child in root["children"]?.array.map(Array.init) ?? [] {
      if let found = node(id, in: child) { return found }
    }
    return nil
  }

  @Test func theFirstMessageIsTheWholeScreen() throws {
    let message = try Self.start(Self.opened())
    let screen = message["changes"]?[0]?["screen"]
    #expect(screen?["id"]?.string == "demo")
    #expect(screen?["hasForm"]?.bool == true)
    #expect(screen?["direction"]?.string == "ltr")
    #expect(screen?["words"]?["optional"]?.string == "(optional)")
    #expect(Self.node("name_field", in: screen?["root"])?["field"]?["isRequired"]?.bool == true)
    #expect(Self.node("extra_field", in: screen?["root"]) == nil)
    #expect(message["invalid"]?.int == 1)
  }

  @Test func anOptionIsItsPlaceAndKeepsItsType() throws {
    let opened = Self.opened()
    let root = try Self.start(opened)["changes"]?[0]?["screen"]?["root"]
    let field = Self.node("size_field", in: root)?["field"]
    #expect(field?["selected"]?[0]?.int == 1)
    #expect(field?["options"]?[0]?["label"]?.string == "text")
    #expect(field?["options"]?[0]?["value"] == nil)
    let message = try Self.send(#"{"choose": {"key": "size", "options": [0]}}"#, to: opened)
    #expect(message["changes"]?[0]?["update"]?["field"]?["selected"]?[0]?.int == 0)
    #expect(message["changes"]?[0]?["update"]?["field"]?["selected"]?[1] == nil)
  }

  @Test func aSecretIsNoMemberOfAnyMessage() throws {
    let opened = Self.opened()
    _ = try Self.start(opened)
    let bytes = Array("canary-1".utf8)
    let message = bytes.withUnsafeBufferPointer {
      opened.shell.handle(
        opened.handle, .secretInput(key: "pin", value: Secret(copying: $0)))
    }
    let field = try JSON.parse(message)["changes"]?[0]?["update"]?["field"]
    #expect(field?["secretLength"]?.int == 8)
    #expect(field?["text"] == nil)
    #expect(!String(decoding: message, as: UTF8.self).contains("canary"))
  }

  @Test func aRefusedSubmitListsItsErrorsUntilTheyAreGone() throws {
    let opened = Self.opened()
    _ = try Self.start(opened)
    let refused = try Self.send(#"{"tap": "send"}"#, to: opened)
    #expect(refused["summary"]?["title"]?.string == "Correct 1 field")
    #expect(refused["summary"]?["items"]?[0]?["label"]?.string == "Name")
    #expect(refused["summary"]?["items"]?[0]?["message"]?.string == "Say who")
    let typed = try Self.send(#"{"input": {"key": "name", "text": "Z"}}"#, to: opened)
    #expect(typed["summary"]?.isNull == true)
    let again = try Self.send(#"{"input": {"key": "name", "text": "Zu"}}"#, to: opened)
    #expect(again["summary"] == nil)
  }

  @Test func aFieldThatLeavesThePageLeavesTheSummary() throws {
    let opened = Self.opened()
    _ = try Self.start(opened)
    _ = try Self.send(#"{"input": {"key": "name", "text": "Zuhra"}}"#, to: opened)
    let refused = try Self.send(#"{"tap": "send"}"#, to: opened)
    #expect(refused["summary"]?["items"]?[0]?["key"]?.string == "extra")
    let hidden = try Self.send(#"{"input": {"key": "name", "text": "Anvar"}}"#, to: opened)
    #expect(hidden["summary"]?.isNull == true)
  }

  @Test func aRequestGivesItsBodyApartFromTheMessage() throws {
    let opened = Self.opened()
    _ = try Self.start(opened)
    _ = try Self.send(#"{"input": {"key": "name", "text": "Anvar"}}"#, to: opened)
    let message = try Self.send(#"{"tap": "send"}"#, to: opened)
    let request = try #require(message["effects"]?[0]?["request"])
    #expect(request["hasBody"]?.bool == true)
    #expect(request["body"] == nil)
    let id = Int(try #require(request["id"]?.int))
    let body = try #require(opened.shell.body(opened.handle, request: id))
    #expect(body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }.contains("Anvar"))
    _ = try Self.send(
      #"{"networkError": {"request": \#(id), "kind": "offline"}}"#, to: opened)
    #expect(opened.shell.body(opened.handle, request: id) == nil)
  }

  @Test(arguments: [
    #"{}"#, #"{"input": {"key": "name"}}"#, #"{"choose": {"key": "size", "options": [7]}}"#,
    #"{"input": 1, "tap": "x"}"#, #"{"nothing": 1}"#, "[", "", #"{"choose": {"key": "name"}}"#,
  ])
  func aMistakeOfTheShellIsReportedAndChangesNothing(event: String) throws {
    let opened = Self.opened()
    _ = try Self.start(opened)
    let message = try Self.send(event, to: opened)
    #expect(message["effects"]?[0]?["report"]?["severity"]?.string == "error")
    #expect(message["changes"]?[0] == nil)
  }

  @Test func aRefusedDocumentOpensAsItsExplanation() throws {
    let opened = Self.opened(#"{"oyna": "1", "id": "x", "body": {"type": "text"}, "id": "y"}"#)
    let message = try Self.start(opened)
    #expect(
      message["changes"]?[0]?["screen"]?["title"]?.string == "The screen cannot be shown")
    #expect(message["effects"]?[0]?["report"]?["line"]?.int == 1)
    let retry = try Self.send(#"{"tap": "oyna_retry"}"#, to: opened)
    #expect(retry["effects"]?[0]?["reload"]?.bool == true)
  }

  @Test func aClosedScreenAnswersNothing() throws {
    var opened = Self.opened()
    opened.shell.close(opened.handle)
    #expect(opened.shell.start(opened.handle) == [])
    #expect(opened.shell.start(0) == [])
    #expect(opened.shell.start(99) == [])
  }

  @Test(arguments: [
    ("offline", "No connection"), ("timeout", "The server does not answer"),
    ("404", "There is no such screen"), ("500", "Something broke on the server"),
  ])
  func aFailureScreenSaysWhy(reason: String, title: String) throws {
    let message = try JSON.parse(FailureScreen(reason: reason, language: "en").start)
    #expect(message["changes"]?[0]?["screen"]?["title"]?.string == title)
  }

  @Test func theScriptOfALanguageDecidesItsWordsAndDirection() {
    #expect(HostWords.words(for: "uz-Cyrl-UZ").close == "Ёпиш")
    #expect(HostWords.words(for: "uz-Latn").close == "Yopish")
    #expect(HostWords.words(for: "de").close == "Yopish")
    #expect(HostWords.isRightToLeft("ar"))
    #expect(HostWords.isRightToLeft("uz-Arab"))
    #expect(HostWords.isRightToLeft("AR-eg"))
    #expect(HostWords.isRightToLeft("dv"))
    #expect(!HostWords.isRightToLeft("ar-Latn"))
  }
}
