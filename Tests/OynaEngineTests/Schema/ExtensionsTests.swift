import OynaEngine
import OynaValue
import Testing

/// What a host adds to the format in Swift: a component, an action, a format.
@Suite struct ExtensionsTests {
  static let document = """
    {"id": "s", "body": {"type": "vstack", "children": [
      {"id": "mark", "type": "rating", "requires": {"rating": "1"},
       "props": {"label": "Mark", "stars": 5, "stateKey": "mark"},
       "validations": [{"rule": "min", "value": 2, "errorMessage": "At least two"}]},
      {"id": "said", "type": "text", "props": {"text": "You said {{ mark | stars }}"}},
      {"id": "go", "type": "button", "props": {"label": "Go"}, "on": {"tap": [
        {"type": "validate"}, {"type": "confetti", "count": "{{ mark }}", "colour": "red"}]}}]}}
    """

  static func extensions() throws -> Extensions {
    var extensions = Extensions()
    try extensions.addComponent(
      "rating", like: "number_input", props: [MemberEntry("stars", .int(atLeast: 1))],
      events: ["cleared"])
    try extensions.addAction("confetti", members: [MemberEntry("count", .any, required: true)])
    try extensions.addFormat("stars") { value, language in
      guard case .int(let count) = value else { return "" }
      return String(repeating: "*", count: Int(count)) + " (\(language))"
    }
    return extensions
  }

  private func open() throws -> Engine {
    let screen = try Screen(
      decoding: JSON.parse(Self.document), extensions: try Self.extensions())
    #expect(screen.diagnostics.isEmpty)
    let day = try #require(CalendarDay("2026-12-01"))
    return Engine(
      screen: screen,
      context: Context(language: "en", today: day, seed: Context.Seed(high: 1, low: 2)))
  }

  @Test(
    "a component of the host is an input like the one it is like, and comes out as its own type")
  func component() throws {
    var engine = try open()
    let root = engine.resolvedScreen().root
    #expect(root.children.map(\.type) == ["rating", "text", "button"])
    #expect(root.children[0].props["stars"] == .int(5))
    _ = engine.handle(.input(key: "mark", value: .string("1")))
    _ = engine.handle(.blur(key: "mark"))
    #expect(engine.error(for: "mark") == "At least two")
    #expect(engine.value(for: "mark") == .int(1))
  }

  @Test("a format of the host writes the value, in the language of the screen")
  func format() throws {
    var engine = try open()
    _ = engine.handle(.input(key: "mark", value: .string("3")))
    #expect(engine.resolvedScreen().root.children[1].props["text"] == .string("You said *** (en)"))
  }

  @Test(
    "a schema with a slip in it is refused with its place, and not read as an empty one",
    arguments: [
      (#"{"component": {}}"#, "/component"), (#"{"components": [1]}"#, "/components"),
      (#"{"components": {"a": {"props": ["stars"]}}}"#, "/components/a/props"),
      (#"{"components": {"a": {"properties": {}}}}"#, "/components/a/properties"),
      (#"{"actions": {"a": "any"}}"#, "/actions/a"), (#"{"formats": "stars"}"#, "/formats"),
      (#"{"formats": [1]}"#, "/formats/0"),
    ])
  func slips(_ schema: String, _ path: String) throws {
    let error = try #require(throws: Diagnostic.self) {
      try Extensions(decoding: try JSON.parse(schema)) { _, _, _ in "" }
    }
    #expect(error.path == path)
    #expect(error.position != nil)
  }

  @Test("an action of the host comes out with its members computed")
  func action() throws {
    var engine = try open()
    _ = engine.handle(.input(key: "mark", value: .string("4")))
    let effects = engine.handle(.tap(id: "go"))
    let custom = effects.compactMap { effect -> (String, ValueMap)? in
      if case .custom(let name, let members) = effect { (name, members) } else { nil }
    }
    #expect(custom.map(\.0) == ["confetti"])
    #expect(custom.first?.1["count"] == .int(4))
    #expect(custom.first?.1["colour"] == .string("red"))
  }

  @Test("without the host each is unknown, reported, and the screen is drawn")
  func absent() throws {
    let screen = try Screen(decoding: JSON.parse(Self.document))
    #expect(
      screen.diagnostics.map(\.code)
        == [.unknownComponent, .badTemplate, .unknownAction])
  }

  @Test(
    "what cannot be added is refused with its place",
    arguments: [
      (#"{"components": {"text": {"like": "vstack"}}}"#, "/components/text"),
      (#"{"components": {"x": {"like": "hologram"}}}"#, "/components/x"),
      (#"{"components": {"x": {"like": "secure_input"}}}"#, "/components/x"),
      (#"{"components": {"x": {"props": {"a": "colour"}}}}"#, "/components/x/props/a"),
      (#"{"actions": {"submit": {}}}"#, "/actions/submit"),
      (#"{"formats": ["stars", "money"]}"#, "/formats/1"),
    ])
  func refused(schema: String, path: String) throws {
    let json = try JSON.parse(schema)
    let error = try #require(throws: Diagnostic.self) {
      try Extensions(decoding: json) { _, _, _ in "" }
    }
    #expect(error.path == path)
  }
}
