import OynaEngine
import OynaValue
import Testing

/// Patches of any shape: the renderer, told of the changes, has what it would be told anew.
@Suite struct PatchTests {
  private static let ask =
    #"{"id": "ask", "type": "button", "on": {"tap": {"type": "request", "url": "/p"}}}"#

  private static func replaced(_ component: String) -> String {
    #"{"patch": [{"op": "replace", "id": "box", "component": \#(component)}]}"#
  }

  @Test("what stays is taken out of a container of another type before that goes")
  func replacedContainer() throws {
    var form = try OpenForm(
      """
      {"id": "box", "type": "vstack", "children": [
        {"id": "inner", "type": "vstack", "children": [\(text("name"))]}, \(text("phone"))]},
      \(Self.ask)
      """)
    var drawn = DrawnTree()
    drawn.apply(form.engine.takeChanges())
    form.type("Zuhra", in: "name")
    form.send(.tap(id: "ask"))
    form.answer(
      200, Self.replaced(#"{"id": "box", "type": "card", "children": [\#(text("name"))]}"#), to: 1)
    let changes = form.engine.takeChanges()
    drawn.apply(changes)
    #expect(drawn.outline == DrawnTree(form.engine.resolvedScreen()).outline)
    #expect(form.value("name") == .string("Zuhra"))
    // The control itself stays, and with it the caret.
    #expect(
      !changes.contains { change in
        if case .insert(let node, _, _) = change { node.contains("name") } else { false }
      })
  }

  /// A tree of so many containers and leaves, each of a type at random.
  private static func tree(_ ids: inout [String], _ random: inout SeededGenerator, depth: Int)
    -> String
  {
    guard let id = ids.popLast() else { return #"{"type": "divider"}"# }
    guard depth < 4, Int.random(in: 0..<3, using: &random) > 0 else {
      return Bool.random(using: &random)
        ? text(id) : #"{"id": "\#(id)", "type": "text", "props": {"text": "\#(id)"}}"#
    }
    let type = ["vstack", "card", "section", "list"].randomElement(using: &random) ?? "vstack"
    var children: [String] = []
    for _ in 0..<Int.random(in: 0..<4, using: &random) where !ids.isEmpty {
      children.append(tree(&ids, &random, depth: depth + 1))
    }
    return container(id, type, children)
  }

  private static func container(_ id: String, _ type: String, _ children: [String]) -> String {
    let list = children.joined(separator: ",")
    return #"{"id": "\#(id)", "type": "\#(type)", "children": [\#(list)]}"#
  }

  @Test("whatever a patch puts in the place of what, the renderer is in step", arguments: 0..<200)
  func inStep(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func child() -> String {
      var ids = (0..<12).map { "n\($0)" }.shuffled(using: &random)
      let children = (0..<3).map { _ in Self.tree(&ids, &random, depth: 0) }
      let type = Bool.random(using: &random) ? "vstack" : "card"
      return Self.container("box", type, children)
    }
    var form = try OpenForm("\(child()), \(Self.ask)")
    var drawn = DrawnTree()
    drawn.apply(form.engine.takeChanges())
    for request in 1...6 {
      form.send(.tap(id: "ask"))
      form.answer(200, Self.replaced(child()), to: request)
      #expect(form.snackbar == nil)
      drawn.apply(form.engine.takeChanges())
      #expect(drawn.outline == DrawnTree(form.engine.resolvedScreen()).outline)
    }
  }
}
