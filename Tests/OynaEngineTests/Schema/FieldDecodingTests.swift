import OynaEngine
import OynaValue
import Testing

@Suite("An input decodes to its field")
struct FieldDecodingTests {
  static let options = #""options": [{"value": 1, "label": "I"}, {"value": "1", "label": "T"}]"#

  /// Each input with its value type and the value of a field that nothing has filled.
  static let inputs: [(InputKind, String, FieldModel.ValueType, Value)] = [
    (.text, "", .text, .string("")), (.secure, "", .text, .null),
    (.textArea, "", .text, .string("")), (.number, "", .number, .null),
    (.money, "", .money, .null), (.date, "", .date, .null),
    (.dropdown, options, .choice, .null),
    (.dropdown, options + #", "multiple": true"#, .choices, .list([])),
    (.radioGroup, options, .choice, .null), (.checkbox, "", .bool, .bool(false)),
    (.checkbox, options, .choices, .list([])), (.toggle, "", .bool, .bool(false)),
    (.stepper, "", .number, .null), (.slider, "", .number, .null),
    (.otp, "", .text, .string("")), (.file, "", .file, .null),
    (.repeatingGroup, "", .rows, .list([])), (.cart, "", .cart, .null),
  ]

  @Test("with the value type and the empty value of its kind", arguments: inputs)
  func kinds(_ kind: InputKind, _ props: String, _ type: FieldModel.ValueType, _ empty: Value)
    throws
  {
    let screen = try screen(
      body(#"{"id": "a", "type": "\#(kind.rawValue)", "props": {\#(props)}}"#))
    let field = try #require(screen.components[1].field)
    #expect(screen.components[1].kind == .input(kind))
    #expect(field.valueType == type)
    #expect(field.initial == empty)
    #expect(field.isSensitive == (kind == .secure))
    #expect(field.clearsOnHide == (kind == .secure))
    #expect(field.atRest == (kind == .secure ? .mask : .clear))
  }

  @Test("every kind of input is tested above")
  func allKinds() {
    #expect(Set(Self.inputs.map(\.0)) == Set(InputKind.allCases))
  }

  @Test("options keep the JSON type of their values")
  func optionTypes() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "dropdown", "props": {"value": "1", "options": [
          {"value": 1, "label": "int"}, {"value": "1", "label": "text"},
          {"value": 1.5, "label": "decimal"}, {"value": true, "label": "bool", "disabled": true}]}}
        """))
    let field = try #require(screen.components[1].field)
    guard case .fixed(let options)? = field.options else {
      Issue.record("not fixed")
      return
    }
    #expect(
      options.map(\.value) == [
        .int(1), .string("1"), .decimal(try #require(DecimalNumber("1.5"))), .bool(true),
      ])
    #expect(options.map(\.isEnabled) == [true, true, true, false])
    #expect(field.initial == .string("1"))
  }

  @Test("dependent options name their key and keep the types of the cases")
  func dependentOptions() throws {
    let screen = try screen(
      body(
        """
        {"id": "district", "type": "dropdown", "props": {"options": {"dependsOn": "region",
          "cases": [{"equals": 1, "options": [{"value": "a", "label": "A"}]},
                    {"in": ["1", null], "options": []}],
          "otherwise": [{"value": "z", "label": "Z"}]}}},
        {"id": "region", "type": "dropdown", "props": {"options": []}}
        """))
    guard case .dependent(let key, let cases, let otherwise)? = screen.components[1].field?.options
    else {
      Issue.record("not dependent")
      return
    }
    #expect(screen[key].key.name == "region")
    #expect(cases.map(\.values) == [[.int(1)], [.string("1"), .null]])
    #expect(otherwise.map(\.value) == [.string("z")])
    #expect(screen.graph.readers == [.options(ComponentIndex(1))])
    #expect(screen.graph.readers(of: key).map { $0 } == [0])
  }

  @Test("remote options know the keys that their URL reads")
  func remoteOptions() throws {
    let screen = try screen(
      body(
        """
        {"id": "b", "type": "dropdown", "props": {
          "options": {"url": "/d?r={{ r }}&c={{ c }}&r2={{ r }}"}}}
        """, state: #"{"c": "uz", "r": 1}"#))
    guard case .remote(let remote)? = screen.components[1].field?.options else {
      Issue.record("not remote")
      return
    }
    #expect(Set(remote.reads.map { screen[$0].key.name }) == ["r", "c"])
    #expect(remote.reads == remote.reads.sorted())
  }

  @Test("state wins over props.value, and null in state counts as absent")
  func initialValues() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "props": {"value": "props"}},
        {"id": "b", "type": "text_input", "props": {"value": "props"}},
        {"id": "c", "type": "money_input", "props": {"value": 1.5e2}},
        {"id": "d", "type": "number_input", "props": {"value": 0.10}}
        """, state: #"{"a": "state", "b": null}"#))
    #expect(
      screen.components.dropFirst().map { $0.field?.initial } == [
        .string("state"), .string("props"), .int(150),
        .decimal(try #require(DecimalNumber("0.10"))),
      ])
  }

  @Test(
    "masks are read in their short and their long form",
    arguments: [
      (#""phone""#, InputMask.phone(region: "UZ")), (#""card""#, .card), (#""date""#, .date),
      (###""##-AA""###, .custom(pattern: "##-AA")), (#"{"type": "card"}"#, .card),
      (#"{"type": "phone", "region": "KZ"}"#, .phone(region: "KZ")),
      (##"{"pattern": "***"}"##, .custom(pattern: "***")),
    ])
  func masks(_ json: String, _ mask: InputMask) throws {
    let screen = try screen(
      body(#"{"id": "a", "type": "text_input", "props": {"mask": \#(json)}}"#))
    #expect(screen.components[1].field?.mask == mask)
  }

  @Test("sensitive may stand on the component and in props; so may atRest")
  func sensitivity() throws {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input", "sensitive": true, "atRest": "encrypted"},
        {"id": "b", "type": "text_input", "props": {"sensitive": true, "onHide": "keep"}},
        {"id": "c", "type": "text_input", "sensitive": false, "props": {"onHide": "clear"}}
        """, state: #"{"a": "", "b": null}"#))
    let fields = screen.components.compactMap(\.field)
    #expect(fields.map(\.isSensitive) == [true, true, false])
    #expect(fields.map(\.atRest) == [.encrypted, .mask, .clear])
    #expect(fields.map(\.clearsOnHide) == [true, false, true])
    #expect(fields.map(\.initial) == [.null, .null, .string("")])
    #expect(screen.initialState.count == 0)
  }

  @Test("a row reads its own keys first, then the screen's, then nothing")
  func rowScope() throws {
    let screen = try screen(
      body(
        """
        {"id": "name", "type": "text_input"},
        {"id": "people", "type": "repeating_group", "props": {"minRows": 1, "maxRows": 3},
         "children": [
          {"id": "row_name", "type": "text_input", "props": {"stateKey": "name"},
           "visibleWhen": "limit > index"},
          {"type": "text", "props": {"text": "{{ name }}"}}]},
        {"id": "after", "type": "text_input", "visibleWhen": "people.size() > 0"}
        """, state: #"{"limit": 2}"#))
    let group = try #require(screen.components[2].field?.group)
    let own = try #require(screen.key(StateKey("name"), in: group))
    #expect(group.rowKeys == [own])
    #expect(screen.key(StateKey("name")) != own)
    #expect((group.minRows, group.maxRows) == (1, 3))
    guard case .parts(let parts) = screen.components[4].templates[0].template,
      case .expression(let text, nil) = parts[0]
    else {
      Issue.record("no template")
      return
    }
    #expect(text.reads == [own])
    let visible = try #require(screen.components[3].visibleWhen)
    #expect(visible.reads.map { screen[$0].key.name } == ["limit", "index"])
    #expect(visible.reads.map { screen[$0].scope } == [.screen, group.scope])
    // Outside of the row its keys have no name.
    let error = try refusal(
      body(
        """
        {"id": "g", "type": "repeating_group", "children": [{"id": "inner", "type": "checkbox"}]},
        {"type": "divider", "visibleWhen": "inner"}
        """))
    #expect(error.code == .unknownKey)
  }

  @Test("an item of a load reads data, item and index")
  func loadScope() throws {
    let screen = try screen(
      body(
        """
        {"id": "posts", "type": "load", "props": {"source": "/posts?q={{ q }}",
          "policy": "stale_while_revalidate", "items": "data.posts", "itemId": "item.id",
          "nextCursor": "data.next"},
         "content": {"type": "text", "props": {"text": "{{ index + 1 }}. {{ item.title }} {{ q }}"}},
         "empty": {"type": "text", "props": {"text": "Hech narsa yo'q"}}}
        """, state: #"{"q": "x"}"#))
    let load = try #require(screen.components[1].load)
    #expect(load.policy == .staleWhileRevalidate)
    #expect(load.content == ComponentIndex(2))
    #expect(load.empty == ComponentIndex(3))
    #expect(load.skeleton == nil)
    #expect(load.items?.program.source == "data.posts")
    #expect(screen.components[2].scope == load.scope)
    #expect(
      screen.graph.readers == [.load(ComponentIndex(1)), .text(ComponentIndex(2))])
  }
}
