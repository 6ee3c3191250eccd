import OynaEngine
import OynaValue
import Testing

@Suite("An action decodes")
struct ActionDecodingTests {
  static func actions(_ json: String) throws -> ([Action], Screen) {
    let screen = try screen(
      body(
        """
        {"id": "a", "type": "text_input"}, {"id": "pin", "type": "secure_input"},
        {"type": "button", "props": {"label": "A"}, "on": {"tap": \(json)}},
        {"id": "c", "type": "cart", "props": {"products": [
          {"id": "non", "title": "Non", "unitPrice": 450000}], "promoCodes": [
          {"code": "TEN", "basisPoints": 1000}]}}
        """, state: #"{"n": 1}"#))
    return (screen.components[3].on[0].actions, screen)
  }

  @Test("submit, with its method, headers and answers")
  func submit() throws {
    let (actions, _) = try Self.actions(
      """
      {"type": "submit", "method": "PUT", "url": "/loans/{{ n }}", "headers": {"X-A": "{{ n }}"},
       "on": {"success": {"type": "undo"}, "409": [{"type": "redo"}, {"type": "undo"}],
              "5xx": [], "offline": null, "error": {"type": "undo"}}}
      """)
    guard actions.count == 1, case .submit(let submit) = actions[0] else {
      Issue.record("not one submit")
      return
    }
    #expect(submit.method == "PUT")
    #expect(submit.url.plainText == nil)
    #expect(submit.headers.map(\.name) == ["X-A"])
    #expect(submit.outcomes.map(\.match) == [.success, .status(409), .statusClass(5), .error])
    #expect(submit.outcomes.map(\.actions.count) == [1, 2, 0, 1])
  }

  @Test("a request's body keeps the types of what is computed")
  func requestBody() throws {
    let (actions, screen) = try Self.actions(
      """
      {"type": "request", "url": "/r", "body":
        {"whole": "{{ n }}", "text": "n = {{ n }}", "money": "{{ n | money }}", "list": [1, null]}}
      """)
    guard case .request(let request) = actions[0], case .map(let map)? = request.body,
      case .expression(let whole) = map[0].value, case .text = map[1].value,
      case .text = map[2].value, case .list(let list) = map[3].value
    else {
      Issue.record("another body")
      return
    }
    #expect(request.method == "GET")
    #expect(whole.reads.map { screen[$0].key.name } == ["n"])
    #expect(list.count == 2)
  }

  @Test("set_value takes a value, a computed value or an expression; null clears")
  func setValue() throws {
    let (actions, screen) = try Self.actions(
      """
      [{"type": "set_value", "key": "a", "value": "x"}, {"type": "set_value", "key": "n", "value": null},
       {"type": "set_value", "key": "n", "expression": "n + 1"},
       {"type": "set_value", "key": "pin", "value": ""}]
      """)
    var written: [String] = []
    for action in actions {
      guard case .setValue(let key, let value) = action else { continue }
      let name = screen[key].key.name
      switch value {
      case .literal(let value): written.append("\(name) = \(value == .null ? "null" : "value")")
      case .expression(let bound): written.append("\(name) = \(bound.program.source)")
      default: written.append("?")
      }
    }
    #expect(written == ["a = value", "n = null", "n = n + 1", "pin = value"])
  }

  /// Each other action as it is written, and what it becomes in words.
  static let others: [(String, String)] = [
    (#"{"type": "navigate", "url": "/a"}"#, "push"),
    (#"{"type": "navigate", "mode": "replace", "url": "/a"}"#, "replace"),
    (#"{"type": "navigate", "mode": "present", "url": "/a"}"#, "present"),
    (#"{"type": "navigate", "mode": "dismiss"}"#, "dismiss"),
    (#"{"type": "navigate", "mode": "back"}"#, "back"),
    (#"{"type": "navigate", "mode": "root"}"#, "root"),
    (#"{"type": "open_url", "url": "tel:+998901234567"}"#, "open tel:+998901234567"),
    (#"{"type": "reset"}"#, "reset all"), (#"{"type": "reset", "fields": ["a"]}"#, "reset 1"),
    (#"{"type": "validate"}"#, "validate all"),
    (#"{"type": "validate", "fields": []}"#, "validate 0"),
    (#"{"type": "focus", "field": "pin"}"#, "focus pin"),
    (#"{"type": "alert", "title": "T", "message": "M"}"#, "alert T M"),
    (#"{"type": "alert", "message": "M"}"#, "alert - M"),
    (#"{"type": "snackbar", "message": "M"}"#, "snackbar M"),
    (#"{"type": "reload"}"#, "reload screen"),
    (#"{"type": "reload", "component": "posts"}"#, "reload posts"),
    (
      """
      {"type": "patch", "patch": [{"op": "insert", "parent": "p", "index": 0, "component": {}},
       {"op": "remove", "id": "i"}, {"op": "replace", "id": "i", "component": {}},
       {"op": "move", "id": "i", "parent": "p"}, {"op": "set", "id": "i", "props": {"a": 1}}]}
      """, "patch 5"
    ),
    (
      #"{"type": "request", "method": "POST", "url": "/o", "queue": {"lane": "o", "kind": "order"}}"#,
      "enqueue POST order"
    ),
    (
      #"{"type": "command", "command": "send_message", "conversation": "c", "text": "t"}"#,
      "enqueue POST message"
    ),
    (
      #"{"type": "command", "command": "add_product", "cart": "c", "product": "non"}"#,
      "command add_product c product"
    ),
    (
      """
      {"type": "command", "command": "add_product", "cart": "c", "quantity": "{{ n }}",
       "product": {"id": "choy", "title": "Choy", "unitPrice": 1, "currency": "UZS", "stock": 2}}
      """, "command add_product c product argument"
    ),
    (
      #"{"type": "command", "command": "remove_product", "cart": "c", "product": "non"}"#,
      "command remove_product c product"
    ),
    (
      """
      {"type": "command", "command": "change_quantity", "cart": "c", "product": "non",
       "quantity": 3}
      """, "command change_quantity c product argument"
    ),
    (
      """
      {"type": "command", "command": "change_price", "cart": "c", "product": "non",
       "unitPrice": "{{ n * 100 }}"}
      """, "command change_price c product argument"
    ),
    (
      #"{"type": "command", "command": "apply_promo_code", "cart": "c", "code": "ten"}"#,
      "command apply_promo_code c argument"
    ),
    (
      #"{"type": "command", "command": "remove_promo_code", "cart": "c"}"#,
      "command remove_promo_code c"
    ),
    (
      #"{"type": "command", "command": "append_text", "field": "a", "text": "!"}"#,
      "command append_text a argument"
    ),
    (#"{"type": "undo"}"#, "undo"), (#"{"type": "redo"}"#, "redo"),
    (#"{"type": "pay", "url": "/pay", "method": "payme", "note": 1}"#, "pay 1"),
    (#"{"type": "sequence", "actions": [{"type": "undo"}, {"type": "redo"}]}"#, "sequence 2"),
    (
      #"{"type": "when", "condition": "n > 1", "then": {"type": "undo"}, "else": []}"#, "when 1 0"
    ),
    (#"{"type": "haptic"}"#, "haptic light"),
    (#"{"type": "haptic", "style": "heavy"}"#, "haptic heavy"),
    (#"{"type": "copy", "text": "T"}"#, "copy T"),
    (#"{"type": "share", "text": "T", "url": "/u"}"#, "share T /u"),
    (#"{"type": "share"}"#, "share - -"),
    (#"{"type": "track", "name": "opened", "screen": "s", "n": 1}"#, "track opened 2"),
    (#"{"type": "teleport"}"#, "unknown teleport"),
  ]

  static func words(_ action: Action, _ screen: Screen) -> String {
    func text(_ template: Template?) -> String { template?.plainText ?? "-" }
    func count(_ keys: [KeyIndex]?) -> String { keys.map { String($0.count) } ?? "all" }
    func members(_ value: ValueTemplate) -> Int {
      if case .map(let map) = value { map.count } else { -1 }
    }
    switch action {
    case .submit, .request, .setValue: return "tested above"
    case .navigate(let navigate): return navigate.mode.rawValue
    case .openURL(let url): return "open \(text(url))"
    case .reset(let fields): return "reset \(count(fields))"
    case .validate(let fields): return "validate \(count(fields))"
    case .focus(let key): return "focus \(screen[key].key.name)"
    case .alert(let title, let message): return "alert \(text(title)) \(text(message))"
    case .snackbar(let message): return "snackbar \(text(message))"
    case .reload(let component): return "reload \(component ?? "screen")"
    case .patch(let operations): return "patch \(operations.count)"
    case .command(let command):
      return "command \(command.operation.rawValue) \(screen[command.target].key.name)"
        + (command.product == nil ? "" : " product")
        + (command.argument == nil ? "" : " argument")
    case .enqueue(let queued): return "enqueue \(queued.method) \(queued.queue.kind.name)"
    case .undo: return "undo"
    case .redo: return "redo"
    case .pay(let pay): return "pay \(members(pay.members))"
    case .sequence(let actions): return "sequence \(actions.count)"
    case .when(_, let then, let otherwise): return "when \(then.count) \(otherwise.count)"
    case .haptic(let style): return "haptic \(style)"
    case .copy(let copied): return "copy \(text(copied))"
    case .share(let shared, let url): return "share \(text(shared)) \(text(url))"
    case .track(let name, let values): return "track \(name) \(members(values))"
    case .custom(let name, _): return "custom \(name)"
    case .unknown(let name): return "unknown \(name)"
    }
  }

  @Test("with its parameters", arguments: others)
  func parameters(_ json: String, _ words: String) throws {
    let (actions, screen) = try Self.actions(json)
    #expect(actions.map { Self.words($0, screen) } == [words])
  }

  @Test("every action of the vocabulary is tested in this file")
  func allActions() {
    let tested = Self.others.map(\.0).joined() + "\"submit\" \"request\" \"set_value\""
    for action in Vocabulary.actions { #expect(tested.contains("\"\(action.name)\"")) }
  }

  @Test("actions of an answer are decoded with the keys of the screen")
  func actionsOfAnswer() throws {
    let screen = try screen(body(#"{"id": "a", "type": "text_input"}"#))
    let actions = try screen.actions(
      decoding: JSON.parse(#"[{"type": "focus", "field": "a"}, {"type": "undo"}]"#))
    #expect(actions.count == 2)
    let error = try #require(throws: Diagnostic.self) {
      try screen.actions(decoding: JSON.parse(#"[{"type": "focus", "field": "b"}]"#))
    }
    #expect(error.code == .unknownKey)
    #expect(error.path == "/0/field")
  }
}
