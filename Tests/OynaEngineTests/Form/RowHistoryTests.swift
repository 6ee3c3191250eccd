import OynaEngine
import OynaValue
import Testing

@Suite("undo of rows") struct RowHistoryTests {
  private static let group = #"""
    {"id": "box", "type": "vstack", "children": [
    {"id": "people", "type": "repeating_group", "props": {"label": "Kafillar", "minRows": 0, "maxRows": 4},
     "children": [
       {"id": "name", "type": "text_input", "props": {"value": "Ali"}},
       {"id": "share", "type": "number_input"},
       {"id": "pin", "type": "secure_input"}]}]},
    {"id": "bar", "type": "undo_bar"}
    """#

  private func open() throws -> OpenForm { try OpenForm(Self.group) }

  @Test("a removed row comes back in its place, with what it held and the way back before it")
  func removed() throws {
    var form = try open()
    for _ in 0..<3 { form.send(.custom(id: "people", name: "add")) }
    form.type("Vali", in: "people[r2].name")
    form.typeSecret("1234", in: "people[r2].pin")
    form.type("60,", in: "people[r2].share")
    form.send(.custom(id: "people[r2]", name: "remove"))
    #expect(form.snackbar == "“Kafillar 2” was removed")
    #expect(form.value("people[r2].name") == nil)

    form.send(.snackbarAction(.undo))
    #expect(form.engine.rowIDs("people") == ["r1", "r2", "r3"])
    #expect(form.value("people[r2].name") == .string("Vali"))
    #expect(form.engine.node("people[r2].share")?.field?.value == .string("60,"))
    #expect(form.engine.node("people[r2].pin")?.field?.secretLength == 0)

    form.send(.undo)
    #expect(form.value("people[r2].share") == .null)
    form.send(.undo)
    #expect(form.value("people[r2].name") == .string("Ali"))
    for _ in 0..<3 { form.send(.undo) }
    #expect(form.engine.rowIDs("people") == [])
    for _ in 0..<5 { form.send(.redo) }
    #expect(form.engine.rowIDs("people") == ["r1", "r2", "r3"])
    #expect(form.engine.node("people[r2].share")?.field?.value == .string("60,"))
    form.send(.redo)
    #expect(form.engine.rowIDs("people") == ["r1", "r3"])
  }

  @Test("the undo bar calls a row by its group and number")
  func titles() throws {
    var form = try open()
    form.send(.custom(id: "people", name: "add"))
    #expect(form.engine.node("bar")?.props["undo"] == .string("add “Kafillar 1”"))
    form.send(.custom(id: "people[r1]", name: "remove"))
    #expect(form.engine.node("bar")?.props["undo"] == .string("remove “Kafillar 1”"))
  }

  @Test("the snackbar brings its row back although something else was done since")
  func lateSnackbar() throws {
    var form = try open()
    for _ in 0..<2 { form.send(.custom(id: "people", name: "add")) }
    form.type("Vali", in: "people[r1].name")
    form.send(.custom(id: "people[r1]", name: "remove"))
    form.send(.custom(id: "people", name: "add"))
    form.type("Guli", in: "people[r3].name")
    form.send(.snackbarAction(.undo))
    #expect(form.engine.rowIDs("people") == ["r1", "r2", "r3"])
    #expect(form.value("people[r1].name") == .string("Vali"))
    #expect(form.value("people[r3].name") == .string("Guli"))
  }

  @Test("after a patch a removed row comes back as far as its fields still take what it held")
  func patched() throws {
    var form = try open()
    form.send(.custom(id: "people", name: "add"))
    form.type("Vali", in: "people[r1].name")
    form.type("60", in: "people[r1].share")
    form.send(.custom(id: "people[r1]", name: "remove"))
    let patch = #"""
      {"patch": [{"op": "insert", "parent": "box", "index": 0, "component":
        {"id": "first", "type": "repeating_group", "children": [{"id": "x", "type": "text_input"}]}},
       {"op": "replace", "id": "share", "component": {"id": "share", "type": "toggle_switch"}}]}
      """#
    _ = try form.submitAndKeep()
    form.answer(200, patch)
    try #require(form.shows("first"))
    form.send(.undo)
    #expect(form.engine.rowIDs("people") == ["r1"])
    #expect(form.value("people[r1].name") == .string("Vali"))
    #expect(form.value("people[r1].share") == .bool(false))
  }

  @Test(
    "whatever is done, undo leads back through every state, and redo forward", arguments: 0..<40)
  func model(_ seed: UInt64) throws {
    var random = SeededBits(seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    var form = try open()
    var past: [String] = []
    var future: [String] = []
    for _ in 0..<120 {
      let now = form.engine.rowText("people")
      let rows = form.engine.rowIDs("people")
      switch random.next() % 6 {
      case 0, 1:
        form.send(.custom(id: "people", name: "add"))
      case 2:
        guard let row = rows.pick(&random) else { continue }
        form.send(.custom(id: "people[\(row)]", name: "remove"))
      case 3:
        guard let row = rows.pick(&random) else { continue }
        form.send(.focus(key: "people[\(row)].name"))
        form.type("n\(random.next() % 5)", in: "people[\(row)].name")
      case 4:
        form.send(.undo)
        if let last = past.popLast() {
          #expect(form.engine.rowText("people") == last)
          future.append(now)
        }
        continue
      default:
        form.send(.redo)
        if let next = future.popLast() {
          #expect(form.engine.rowText("people") == next)
          past.append(now)
        }
        continue
      }
      guard form.engine.rowText("people") != now else { continue }
      past.append(now)
      if past.count > 50 { past.removeFirst() }
      future.removeAll()
    }
  }
}

extension Array where Element == String {
  fileprivate func pick(_ random: inout SeededBits) -> String? {
    isEmpty ? nil : self[Int(random.next() % UInt64(count))]
  }
}

extension Engine {
  fileprivate func rowIDs(_ group: String) -> [String] {
    (1...200).map { "r\($0)" }.filter { value(for: "\(group)[\($0)].name") != nil }
  }

  /// The rows with their identities, in order, and what they hold.
  fileprivate func rowText(_ group: String) -> String {
    "\(value(for: group) ?? .null) \(rowIDs(group))"
  }
}
