import OynaEngine
import OynaValue
import Testing

@Suite("A screen document decodes")
struct ScreenDecodingTests {
  static let phone = """
    {"id": "phone_input_field", "type": "text_input",
     "props": {"label": "Telefon raqamingiz", "placeholder": "+998 90 123 45 67", \
    "keyboardType": "phonePad", "stateKey": "user_phone"},
     "validations": [
      {"rule": "required", "errorMessage": "Telefon raqami kiritilishi shart"},
      {"rule": "regex", "pattern": "^\\\\+998[0-9]{9}$", "errorMessage": "Format: +998XXXXXXXXX \
    ko'rinishida bo'lsin"}]}
    """

  @Test("the phone field of DESIGN §3 as it is written")
  func phoneField() throws {
    let screen = try screen(body(Self.phone))
    let index = try #require(screen.field(for: StateKey("user_phone")))
    let component = screen[index]
    #expect(component.id == "phone_input_field")
    #expect(component.type == ComponentType("text_input"))
    #expect(component.kind == .input(.text))
    #expect(component.props["label"] == .string("Telefon raqamingiz"))
    #expect(component.props["keyboardType"] == .string("phonePad"))
    #expect(component.rules.count == 2)
    guard case .required = component.rules[0].check,
      case .regex(let regex) = component.rules[1].check
    else {
      Issue.record("not required and regex")
      return
    }
    #expect(regex.matchesWhole("+998901234567"))
    #expect(!regex.matchesWhole("+99890123456"))
    #expect(component.rules[0].errorMessage?.plainText == "Telefon raqami kiritilishi shart")
    #expect(component.field?.initial == .string(""))
    #expect(screen.diagnostics.isEmpty)
  }

  // MARK: - Versions and unknown things

  @Test("versions 1, 1.x and none are spoken", arguments: [#""1""#, #""1.7""#, "null"])
  func versions(_ version: String) throws {
    let text = #"{"oyna": \#(version), "id": "s", "body": {"type": "divider"}}"#
    #expect(try screen(text).id == "s")
  }

  @Test("other versions are refused", arguments: ["2", "0", "10", "1x", "", ".1"])
  func otherVersions(_ version: String) throws {
    let error = try refusal(#"{"oyna": "\#(version)", "id": "s", "body": {"type": "divider"}}"#)
    #expect(error.code == .unsupportedVersion)
    #expect(error.path == "/oyna")
  }

  @Test("an unknown component keeps its members, has no kind and draws its fallback")
  func unknownComponent() throws {
    let screen = try screen(
      body(
        """
        {"id": "x", "type": "hologram", "props": {"deep": [1, {"a": null}], "stateKey": "k"},
         "children": [{"type": "text_input", "props": {"stateKey": "inside"}}],
         "fallback": {"id": "y", "type": "text_input", "props": {"stateKey": "k"}}},
        {"type": "text", "visibleWhen": "inside == null && k == ''", "props": {"text": "A"}}
        """))
    let unknown = screen[try #require(screen.component("x"))]
    #expect(unknown.kind == nil)
    #expect(unknown.type.name == "hologram")
    #expect(unknown.props["deep"] == .list([.int(1), .map(ValueMap([(.string("a"), .null)]))]))
    #expect(unknown.children.isEmpty)
    #expect(unknown.fallback == screen.component("y"))
    #expect(screen[try #require(unknown.fallback)].role == .fallback)
    #expect(screen.field(for: StateKey("k")) == screen.component("y"))
    #expect(screen.diagnostics.map(\.code) == [.unknownComponent])
    #expect(screen.diagnostics.map(\.path) == ["/body/children/0/type"])
    // A key of an input that nobody draws still has a name, so the rest of the screen stands.
    let inside = try #require(screen.key(StateKey("inside")))
    #expect(screen[inside].origin == .state)
  }

  @Test("an unknown component without a fallback declares its key and breaks nothing")
  func unknownComponentKey() throws {
    let screen = try screen(
      body(
        """
        {"type": "hologram", "props": {"stateKey": "k"}, "sensitive": true},
        {"type": "hologram2", "validations": 5, "on": 6, "children": 7, "enabledWhen": 8}
        """))
    let key = try #require(screen.key(StateKey("k")))
    #expect(screen[key].isSensitive)
    #expect(screen.diagnostics.map(\.code) == [.unknownComponent, .unknownComponent])
  }

  @Test("a fallback of a known component is not read")
  func unusedFallback() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "fallback": {"id": "a", "type": 5}}
        """))
    #expect(screen.components.count == 2)
  }

  @Test("a fallback may keep its component's id")
  func fallbackWithSameID() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "hologram", "fallback": {"id": "a", "type": "divider"}}
        """))
    let index = try #require(screen.component("a"))
    #expect(screen[index].type.name == "divider")
  }

  @Test("an unknown rule is kept, reported and blocks submit")
  func unknownRule() throws {
    let screen = try screen(
      body(#"{"id": "a", "type": "text_input", "validations": [{"rule": "moon", "x": 1}]}"#))
    guard case .unknown("moon") = screen.components[1].rules[0].check else {
      Issue.record("the rule is not kept")
      return
    }
    #expect(screen.hasUnknownRule)
    #expect(screen.diagnostics.map(\.code) == [.unknownRule])
  }

  @Test("an unknown action is kept and reported")
  func unknownAction() throws {
    let screen = try screen(
      body(#"{"type": "button", "props": {"label": "A"}, "on": {"tap": {"type": "teleport"}}}"#))
    guard case .unknown("teleport") = screen.components[1].on[0].actions[0] else {
      Issue.record("the action is not kept")
      return
    }
    #expect(!screen.hasUnknownRule)
    #expect(screen.diagnostics.map(\.code) == [.unknownAction])
  }

  @Test("unknown members are ignored wherever they stand, and null members count as absent")
  func unknownMembers() throws {
    let screen = try screen(
      """
      {"id": "s", "x": 1, "title": null, "state": null, "computed": null, "language": null,
       "body": {"type": "form", "x": {}, "id": null, "props": null, "on": null,
        "visibleWhen": null, "accessibility": {"x": 1, "label": null}, "children": [
         {"id": "a", "type": "text_input", "children": null, "validations": null,
          "props": {"x": [], "label": null, "mask": null, "value": null}},
         {"id": "b", "type": "text_input",
          "validations": [{"rule": "required", "x": 1, "when": null, "errorMessage": null}]}]}}
      """)
    #expect(screen.diagnostics.isEmpty)
    #expect(screen.components.count == 3)
    #expect(screen.components[0].id == "body")
    #expect(screen.components[1].props["x"] == .list([]))
  }

  // MARK: - Identity

  @Test("a component without an id gets one from its place")
  func madeIDs() throws {
    let screen = try screen(
      body(
        """
        {"id": "own", "type": "vstack", "children": [{"type": "divider"}]},
        {"type": "load", "props": {"source": "/posts"},
         "skeleton": {"type": "divider"}, "content": {"type": "vstack", "children": [
           {"type": "divider"}]}},
        {"type": "hologram", "fallback": {"type": "divider"}}
        """))
    #expect(
      screen.components.map(\.id) == [
        "body", "own", "body/0/0", "body/1", "body/1/skeleton", "body/1/content",
        "body/1/content/0", "body/2", "body/2/fallback",
      ])
    #expect(screen.components.map(\.hasOwnID).filter { $0 }.count == 1)
    #expect(screen.components.map(\.subtreeEnd.rawValue) == [9, 3, 3, 7, 5, 7, 7, 9, 9])
  }

  @Test("an input without a stateKey uses its id as its key")
  func keyFromID() throws {
    let screen = try screen(body(#"{"id": "a.b", "type": "checkbox"}"#))
    #expect(screen.field(for: StateKey("a.b")) == ComponentIndex(1))
  }

  @Test("each child of a wizard is its own step, and a form holds what stands in it")
  func stepsAndForms() throws {
    let screen = try screen(
      """
      {"id": "s", "body": {"type": "stepper_flow", "children": [
        {"id": "one", "type": "step", "props": {"title": "1"}, "children": [
          {"id": "a", "type": "text_input"}]},
        {"id": "two", "type": "step", "props": {"title": "2"}, "children": [
          {"id": "f", "type": "form", "children": [{"id": "b", "type": "text_input"}]}]}]}}
      """)
    func component(_ id: String) throws -> Component {
      screen[try #require(screen.component(id))]
    }
    #expect(try component("a").step == screen.component("one"))
    #expect(try component("b").step == screen.component("two"))
    #expect(try component("a").form == nil)
    #expect(try component("b").form == screen.component("f"))
    #expect(screen.fields.map { screen[$0].id } == ["a", "b"])
  }
}
