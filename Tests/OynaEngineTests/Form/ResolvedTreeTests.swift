import OynaEngine
import OynaValue
import Testing

/// The tree that a renderer draws, and its changes: applied in order they give the tree anew.
@Suite struct ResolvedTreeTests {
  private func describe(_ change: NodeChange) -> String {
    switch change {
    case .screen(let screen): "screen \(screen.id)"
    case .heading(let title, let language): "heading \(title) in \(language)"
    case .insert(let node, let parent, let index):
      "insert \(node.id.name) in \(parent.name) at \(index)"
    case .remove(let id): "remove \(id.name)"
    case .move(let id, let parent, let index): "move \(id.name) to \(parent.name) at \(index)"
    case .update(let node): "update \(node.id.name)"
    }
  }

  @Test("a field that comes into view is inserted at its place among the visible")
  func insertAndRemove() throws {
    var form = try OpenForm(
      document: body(
        """
        \(text("a")), \(text("b", more: #""visibleWhen": "a == 'x'""#)), \(text("c")),
        \(text("d", more: #""visibleWhen": "a == 'x'""#))
        """))
    #expect(form.engine.takeChanges().map(describe) == ["screen s"])
    form.type("x", in: "a")
    #expect(
      form.engine.takeChanges().map(describe) == [
        "insert b in body at 1", "insert d in body at 3", "update a",
      ])
    form.type("y", in: "a")
    #expect(form.engine.takeChanges().map(describe) == ["remove b", "remove d", "update a"])
  }

  @Test("an unknown component draws its fallback, which works as a field")
  func fallback() throws {
    var form = try OpenForm(
      #"{"id": "x", "type": "hologram", "fallback": \#(text("plain", required()))}, {"id": "y", "type": "hologram"}"#
    )
    #expect(form.shows("plain"))
    #expect(!form.shows("x"))
    #expect(!form.shows("y"))
    form.submit()
    #expect(form.error("plain") == "required")
  }

  @Test("text is computed in the screen's language")
  func templates() throws {
    var form = try OpenForm(
      document: #"""
        {"oyna": "1", "id": "s", "language": "uz", "title": "{{ n | number }}", "state": {"d": "2026-12-31", "m": 125000050},
         "body": {"type": "vstack", "children": [
          {"id": "n", "type": "number_input"},
          {"id": "t", "type": "text", "props": {"text": "{{ n | number }}; {{ m | money }}; {{ d | date }}"}}]}}
        """#)
    form.type("1250000", in: "n")
    #expect(
      form.engine.node("t")?.props["text"]
        == .string("1\u{A0}250\u{A0}000; 1\u{A0}250\u{A0}000,50\u{A0}so'm; 31.12.2026"))
  }

  @Test("a patch keeps what stays: values, errors, the native control")
  func patch() throws {
    var form = try OpenForm(
      """
      \(text("a")), \(text("b", #"{"rule": "minLength", "value": 3, "errorMessage": "short"}"#)),
      {"id": "box", "type": "section", "children": []},
      {"id": "ask", "type": "button", "on": {"tap": {"type": "request", "method": "GET", "url": "/p"}}}
      """)
    _ = form.engine.takeChanges()
    form.type("kept", in: "a")
    form.fill("b", "x")
    _ = form.engine.takeChanges()
    form.send(.tap(id: "ask"))
    form.answer(
      200,
      #"{"patch": [{"op": "move", "id": "b", "parent": "box", "index": 0}, {"op": "insert", "parent": "box", "component": {"id": "c", "type": "text"}}, {"op": "set", "id": "a", "props": {"label": "A"}}]}"#,
      to: 1)
    #expect(form.value("a") == .string("kept"))
    #expect(form.error("b") == "short")
    #expect(
      form.engine.takeChanges().map(describe) == [
        "update a", "move b to box at 0", "insert c in box at 1",
      ])
    form.send(.undo)
    #expect(form.value("b") == .string(""))
  }

  @Test("a patch that cannot be applied whole changes nothing")
  func badPatch() throws {
    var form = try OpenForm(
      """
      \(text("a")),
      {"id": "ask", "type": "button", "on": {"tap": {"type": "request", "method": "GET", "url": "/p"}}}
      """)
    form.type("kept", in: "a")
    _ = form.engine.takeChanges()
    for patch in [
      #"[{"op": "remove", "id": "a"}, {"op": "remove", "id": "nobody"}]"#,
      #"[{"op": "insert", "parent": "body", "component": {"id": "a", "type": "text"}}]"#,
      #"[{"op": "insert", "parent": "body", "index": 9, "component": {"id": "z", "type": "text"}}]"#,
      #"[{"op": "explode"}]"#, #"{}"#,
    ] {
      form.send(.tap(id: "ask"))
      form.answer(200, #"{"patch": \#(patch)}"#, to: form.request?.id.number ?? 0)
      #expect(form.value("a") == .string("kept"))
      #expect(form.shows("a"))
      #expect(form.snackbar != nil)
    }
  }

  @Test("what assistive technology is told follows the state; drawing evaluates nothing")
  func accessibility() throws {
    var form = try OpenForm(
      #"""
      {"id": "n", "type": "number_input"},
      {"id": "t", "type": "text", "accessibility": {"label": "{{ n }} items", "hint": "plain"}}
      """#)
    _ = form.engine.takeChanges()
    form.type(.int(3), in: "n")
    let evaluated = form.engine.evaluated
    #expect(form.engine.takeChanges().map(describe).sorted() == ["update n", "update t"])
    #expect(form.engine.evaluated == evaluated)
    #expect(form.engine.node("t")?.accessibility.label == "3 items")
    #expect(form.engine.node("t")?.accessibility.hint == "plain")
  }
}
