import OynaValue
import Testing

@testable import OynaEngine

@Suite("Queuing from a screen") struct QueueActionTests {
  static func screen(_ action: String, fields: String = "") -> String {
    """
    {"oyna": "1", "id": "q", "language": "en", "body": {"id": "form", "type": "form", "children": [
      \(fields)
      {"id": "name", "type": "text_input", "validations": [{"rule": "required"}]},
      {"id": "status", "type": "queue_status"},
      {"id": "send", "type": "button", "on": {"tap": \(action)}}]}}
    """
  }

  static let submit = """
    {"type": "submit", "url": "/orders", "queue": {"lane": "orders", "identifier": "id",
     "undo": {"method": "DELETE", "url": "/orders/{id}"}, "title": "{{ name }}"}}
    """

  func engine(_ action: String = submit) throws -> Engine {
    let screen = try Screen(decoding: JSON.parse(Self.screen(action)))
    let day = try #require(CalendarDay("2026-12-01"))
    var engine = Engine(
      screen: screen, context: Context(today: day, seed: Context.Seed(high: 1, low: 2)))
    _ = engine.takeOpeningEffects()
    _ = engine.takeChanges()
    return engine
  }

  func enqueued(_ effects: [Effect]) -> [(ticket: Int, request: QueuedRequest)] {
    effects.compactMap {
      if case .queue(.enqueue(let ticket, let request)) = $0 { (ticket, request) } else { nil }
    }
  }

  func findings(_ action: String, fields: String = "") throws -> [String] {
    Screen.diagnose(try JSON.parse(Self.screen(action, fields: fields))).map { $0.code.name }
  }

  @Test("a screen that queues asks for the queue when it opens; another does not")
  func watches() throws {
    let day = try #require(CalendarDay("2026-12-01"))
    let context = Context(today: day, seed: Context.Seed(high: 1, low: 2))
    var used = Engine(
      screen: try Screen(decoding: JSON.parse(Self.screen(Self.submit))), context: context)
    #expect(
      used.takeOpeningEffects().contains { if case .queue(.watch) = $0 { true } else { false } })
    let plain = #"{"oyna": "1", "id": "p", "body": {"type": "text", "props": {"text": "x"}}}"#
    var unused = Engine(screen: try Screen(decoding: JSON.parse(plain)), context: context)
    #expect(unused.takeOpeningEffects().isEmpty)
  }

  @Test("a second tap while the first is on its way to the disk queues nothing")
  func twoTaps() throws {
    var engine = try engine()
    _ = engine.handle(.input(key: "name", value: .string("bread")))
    #expect(enqueued(engine.handle(.tap(id: "send"))).count == 1)
    #expect(enqueued(engine.handle(.tap(id: "send"))).isEmpty)
    #expect(engine.undoCount == 1, "only the edit: what is not on disk cannot be taken back")
  }

  @Test("once it is on disk the form is empty, and undo takes back the request, not the edits")
  func stored() throws {
    var engine = try engine()
    _ = engine.handle(.input(key: "name", value: .string("bread")))
    let (ticket, request) = try #require(enqueued(engine.handle(.tap(id: "send"))).first)
    #expect(request.title == "bread")
    #expect(request.draft.lane.name == "orders")
    let id = try #require(OutboxID(7))
    let effects = engine.handle(.queue(.stored(ticket: ticket, id)))
    #expect(engine.value(for: "name") == .string(""))
    guard case .snackbar(_, .undo)? = effects.first else {
      Issue.record("no way back is offered: \(effects)")
      return
    }
    guard case .queue(.withdraw(id, let key, let compensation))? = engine.handle(.undo).first
    else {
      Issue.record("undo does not take it back")
      return
    }
    #expect(key == request.key)
    #expect(compensation?.draft.target.method == "DELETE")
    #expect(compensation?.key == request.key.undo)
    #expect(engine.undoCount == 0)
  }

  @Test("redo queues the same under a new key and a new identifier")
  func redo() throws {
    var engine = try engine()
    _ = engine.handle(.input(key: "name", value: .string("bread")))
    let (ticket, first) = try #require(enqueued(engine.handle(.tap(id: "send"))).first)
    let id = try #require(OutboxID(1))
    _ = engine.handle(.queue(.stored(ticket: ticket, id)))
    _ = engine.handle(.undo)
    #expect(enqueued(engine.handle(.redo)).isEmpty, "not before it is known to be undone")
    _ = engine.handle(.queue(.withdrawn(id, .cancelled)))
    #expect(engine.redoCount == 1)
    let second = try #require(enqueued(engine.handle(.redo)).first?.request)
    #expect(second.key != first.key)
    let body = { (request: QueuedRequest) in try JSON.parse(request.draft.payload.bytes) }
    #expect(try body(second)["name"]?.string == "bread")
    #expect(try body(second)["id"]?.string != body(first)["id"]?.string)
    #expect(second.undo?.url == "/orders/\(try body(second)["id"]?.string ?? "")")
  }

  @Test(
    "what could not be stored is told, and every value stays",
    arguments: [
      QueueFailure.full, .noSpace, .refused, .unavailable,
    ])
  func notStored(_ failure: QueueFailure) throws {
    var engine = try engine()
    _ = engine.handle(.input(key: "name", value: .string("bread")))
    let (ticket, _) = try #require(enqueued(engine.handle(.tap(id: "send"))).first)
    let effects = engine.handle(.queue(.notStored(ticket: ticket, failure)))
    #expect(effects.count == 1)
    guard case .snackbar(_, nil)? = effects.first else {
      Issue.record("nothing is told: \(effects)")
      return
    }
    #expect(engine.value(for: "name") == .string("bread"))
    #expect(enqueued(engine.handle(.tap(id: "send"))).count == 1, "it may be tried again")
  }

  @Test(
    "a form with a secret is refused when it is loaded",
    arguments: [
      #"{"id": "pin", "type": "secure_input"},"#,
      #"{"id": "x", "type": "text_input", "sensitive": true},"#,
      #"{"id": "x", "type": "text_input", "props": {"stateKey": "card_number"}},"#,
    ])
  func secretForm(_ field: String) throws {
    #expect(try findings(Self.submit, fields: field).contains("sensitive-value"))
  }

  @Test(
    "a queue that cannot work is refused with its place",
    arguments: [
      (#"{"type": "submit", "url": "/a", "queue": {}}"#, "missing-member"),
      (#"{"type": "submit", "url": "a", "queue": {"lane": "l"}}"#, "bad-url"),
      (#"{"type": "submit", "url": "//evil.example/a", "queue": {"lane": "l"}}"#, "bad-url"),
      (#"{"type": "request", "url": "/a", "queue": {"lane": "l"}}"#, "bad-value"),
      (
        #"{"type": "request", "method": "POST", "url": "/a", "headers": {"X": "1"}, "queue": {"lane": "l"}}"#,
        "bad-value"
      ),
      (
        #"{"type": "request", "method": "POST", "url": "/a", "body": {"a": [{"cvv": "{{ name }}"}]}, "queue": {"lane": "l"}}"#,
        "sensitive-value"
      ),
      (
        #"{"type": "submit", "url": "/a", "queue": {"lane": "l", "undo": {"method": "DELETE"}}}"#,
        "missing-member"
      ),
      (#"{"type": "submit", "url": "/a", "queue": {"lane": "l", "hold": -1}}"#, "bad-value"),
      (#"{"type": "submit", "url": "/a", "queue": "yes"}"#, "wrong-type"),
      (
        #"{"type": "command", "command": "transfer_money", "from": "a", "to": "b", "amount": 1}"#,
        "missing-member"
      ),
      (#"{"type": "command", "command": "send_message", "text": "{{ name }}"}"#, "missing-member"),
    ])
  func refused(_ action: String, _ code: String) throws {
    #expect(try findings(action).contains(code), "\(action)")
  }

  @Test("a mistyped member of queue is told and ignored")
  func mistyped() throws {
    let action = #"{"type": "submit", "url": "/a", "queue": {"lane": "l", "indentifier": "id"}}"#
    let json = try JSON.parse(Self.screen(action))
    let finding = try #require(Screen.diagnose(json).first)
    #expect(finding.severity == .warning)
    #expect(finding.correction == "identifier")
  }

  @Test(
    "what looks like a card number is never queued",
    arguments: [
      "4111 1111 1111 1111", "8600123412341234",
    ])
  func cardNumber(_ text: String) throws {
    var engine = try engine()
    _ = engine.handle(.input(key: "name", value: .string(text)))
    let effects = engine.handle(.tap(id: "send"))
    let isCard = SensitiveScan.firstFinding(in: Array("\"\(text)\"".utf8)) == .cardNumber
    #expect(enqueued(effects).isEmpty == isCard)
  }

  @Test("a status line offers what can be done in each state")
  func lines() throws {
    var engine = try engine()
    let wait = OutboxWait(.backoff, deadline: 0, duration: 0)
    let states: [(OutboxState, [String])] = [
      (.ready, ["undo"]), (.waiting(wait), ["undo"]), (.inflight(attempt: 1, epoch: 1), ["undo"]),
      (.conflict(status: 409), ["retry", "drop"]), (.needsReconcile, ["retry", "drop"]),
      (.dead(.refused(status: 422)), ["retry", "drop"]), (.dead(.keyReused), ["drop"]),
    ]
    let items = states.enumerated().compactMap { place, state in
      OutboxID(Int64(place + 1)).map {
        QueueItem(
          id: $0, key: "k\(place)", lane: "orders", title: "t", status: .live(state.0), attempts: 0,
          isUnsent: true, compensates: nil, hasUndo: true, created: 0)
      }
    }
    _ = engine.handle(.queue(.items(items)))
    let lines = try #require(Self.lines(of: engine.takeChanges()))
    #expect(lines.map { Self.actions($0) } == states.map { $0.1 })
  }

  @Test("one that is being taken back says so, once, and then that it is undone")
  func undoing() throws {
    var engine = try engine()
    let (first, second) = (try #require(OutboxID(1)), try #require(OutboxID(2)))
    func item(_ id: OutboxID, _ status: QueueItem.Status, of original: OutboxID?) -> QueueItem {
      QueueItem(
        id: id, key: "k\(id.number)", lane: "a", title: "t", status: status, attempts: 1,
        isUnsent: false, compensates: original, hasUndo: original == nil, created: 0)
    }
    let sent = item(first, .settled(.succeeded(status: 201)), of: nil)
    let cases: [(QueueItem.Status, [String])] = [
      (.live(.ready), ["undoing"]), (.settled(.succeeded(status: 200)), []),
      (.live(.dead(.stale)), ["failed"]),
    ]
    for (status, expected) in cases {
      _ = engine.handle(.queue(.items([sent, item(second, status, of: first)])))
      let lines = try #require(Self.lines(of: engine.takeChanges()))
      #expect(lines.map { Self.text($0, "state") } == expected, "\(status)")
    }
  }

  static func lines(of changes: [NodeChange]) -> [ValueMap]? {
    for change in changes {
      guard case .update(let node) = change, node.type == "queue_status",
        case .list(let items)? = node.props["items"]
      else { continue }
      return items.compactMap { if case .map(let map) = $0 { map } else { nil } }
    }
    return nil
  }

  static func text(_ line: ValueMap, _ name: String) -> String {
    if case .string(let text)? = line[name] { text } else { "" }
  }

  static func actions(_ line: ValueMap) -> [String] {
    guard case .list(let actions)? = line["actions"] else { return [] }
    return actions.compactMap { action in
      if case .map(let map) = action { text(map, "event") } else { nil }
    }
  }
}
