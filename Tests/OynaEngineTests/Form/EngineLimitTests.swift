import OynaEngine
import OynaValue
import Testing

@Suite struct EngineLimitTests {
  @Test("an event gives at most 1,000 effects, and says that more were asked for")
  func effectLimit() throws {
    let actions = Array(repeating: #"{"type": "haptic", "style": "success"}"#, count: 1_200)
    var form = try OpenForm(
      """
      {"id": "b", "type": "button", "on": {"tap": [\(actions.joined(separator: ", "))]}}
      """)
    form.send(.tap(id: "b"))
    #expect(form.effects.count == 1_001)
    guard case .report(let finding)? = form.effects.last else {
      Issue.record("the limit is not reported")
      return
    }
    #expect(finding.code.name == "effect-limit")
  }

  @Test("requests without an answer are limited too")
  func requestLimit() throws {
    var form = try OpenForm(
      #"{"id": "b", "type": "button", "on": {"tap": {"type": "request", "method": "GET", "url": "/x"}}}"#
    )
    for _ in 0..<1_000 { form.send(.tap(id: "b")) }
    #expect(form.request != nil)
    form.send(.tap(id: "b"))
    #expect(form.request == nil)
    form.answer(204, "", to: 1)
    form.send(.tap(id: "b"))
    #expect(form.request != nil)
  }

  @Test("a masked input shows groups and submits the raw value")
  func maskedInput() throws {
    var form = try OpenForm(
      #"{"id": "p", "type": "text_input", "props": {"mask": "phone"}}"#)
    form.type("+998 90 123", in: "p")
    #expect(form.engine.node("p")?.field?.value == .string("+998 90 123"))
    form.submit()
    #expect(form.sent == #"{"p":"+99890123"}"#)
  }

  @Test("a wizard tells of its pages: change on each, finish after the last")
  func wizardEvents() throws {
    var form = try OpenForm(
      """
      {"id": "flow", "type": "stepper_flow",
       "on": {"change": {"type": "copy", "text": "page"}, "finish": {"type": "copy", "text": "done"}},
       "children": [{"id": "one", "type": "step", "children": [\(text("a", required()))]},
                    {"id": "two", "type": "step", "children": [\(text("b"))]}]}
      """)
    let copied = { (effects: [Effect]) in
      effects.compactMap { effect in
        if case .copy(let text) = effect { text } else { nil }
      }
    }
    #expect(form.shows("one") && !form.shows("two"))
    form.send(.custom(id: "flow", name: "next"))
    #expect(form.error("a") == "required")
    form.type("x", in: "a")
    form.send(.custom(id: "flow", name: "next"))
    #expect(copied(form.effects) == ["page"])
    #expect(!form.shows("one") && form.shows("two"))
    form.send(.custom(id: "flow", name: "next"))
    #expect(copied(form.effects) == ["done"])
    form.send(.custom(id: "flow", name: "back"))
    #expect(form.value("a") == .string("x"))
    #expect(form.shows("one"))
  }

  @Test(
    "a file is held to the limits of its input",
    arguments: [
      (#"{"name": "a.pdf", "size": 10, "type": "application/pdf", "id": "1"}"#, nil),
      (#"{"name": "a.PNG", "size": 10, "type": "image/png", "id": "1"}"#, nil),
      (
        #"{"name": "a.exe", "size": 10, "type": "application/x", "id": "1"}"#,
        "This kind of file is not accepted"
      ),
      (
        #"{"name": "a.pdf", "size": 2097153, "type": "application/pdf", "id": "1"}"#,
        "The file must not be over 2 MB"
      ),
      (#"{"name": "a.pdf", "size": "10"}"#, "This kind of file is not accepted"),
    ] as [(String, String?)])
  func fileLimits(_ file: String, _ message: String?) throws {
    var form = try OpenForm(
      #"{"id": "f", "type": "file_input", "props": {"accept": ["image/*", ".pdf"], "maxBytes": 2097152}}"#
    )
    form.type(try JSON.parse(file).value, in: "f")
    form.send(.blur(key: "f"))
    #expect(form.error("f") == message)
  }

  /// Each level costs its expression nothing and doubles what would be written.
  @Test("a value that doubles and doubles ends as nothing, and is reported")
  func doubling() throws {
    let levels = (1...40).map { #""b\#($0)": "[b\#($0 - 1), b\#($0 - 1)]""# }
    let form = try OpenForm(
      #"{"id": "t", "type": "text", "props": {"text": "{{ b40 }}"}}"#,
      computed: "{\"b0\": \"[1, 2]\", \(levels.joined(separator: ", "))}")
    #expect(form.value("b10")?.hasParts(atMost: 1 << 12) == true)
    #expect(form.value("b16")?.hasParts(atMost: (1 << 18) - 1) == true)
    #expect(form.value("b17") == .null)
    #expect(form.value("b18") == .list([.null, .null]))
  }

  @Test("parts are counted as often as they stand there, and depth is bounded")
  func parts() {
    let pair = Value.list([.int(1), .int(2)])
    #expect(pair.hasParts(atMost: 3) && !pair.hasParts(atMost: 2))
    let twice = Value.list([pair, pair])
    #expect(twice.hasParts(atMost: 7) && !twice.hasParts(atMost: 6))
    var deep = Value.null
    for _ in 0..<63 { deep = .list([deep]) }
    #expect(deep.hasParts(atMost: 64))
    #expect(!Value.list([deep]).hasParts(atMost: 1_000))
  }
}
