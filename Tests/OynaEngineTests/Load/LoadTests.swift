import OynaEngine
import OynaValue
import Testing

/// The `load` component: what it asks for, what it shows, what it drops.
@Suite struct LoadTests {
  static let document = """
    {"oyna": "1", "id": "s", "title": "s", "state": {"chosen": 0}, "body": {"type": "vstack",
     "children": [
      {"id": "show", "type": "checkbox", "props": {"label": "Show", "stateKey": "on", "value": true}},
      {"id": "q", "type": "text_input", "props": {"label": "Q"}},
      {"id": "list", "type": "load", "visibleWhen": "on",
       "props": {"source": "/l?q={{ q }}", "items": "data.rows", "itemId": "item.id",
                 "nextCursor": "data.next", "retries": 2},
       "content": {"id": "card", "type": "card",
         "on": {"tap": {"type": "set_value", "key": "chosen", "value": "{{ item.id }}"}},
         "children": [
          {"id": "name", "type": "text", "props": {"text": "{{ item.name }} of {{ q }}"}},
          {"id": "mark", "type": "text", "visibleWhen": "chosen == item.id",
           "props": {"text": "chosen"}}]}}]}}
    """

  static func page(_ ids: some Sequence<Int>, next: String? = nil, name: String = "n") -> String {
    let rows = ids.map { #"{"id": \#($0), "name": "\#(name)\#($0)"}"# }.joined(separator: ",")
    return #"{"rows": [\#(rows)], "next": \#(next.map { "\"\($0)\"" } ?? "null")}"#
  }

  /// An open list, its renderer in step.
  struct OpenList {
    var form: OpenForm
    var drawn = DrawnTree()
    private(set) var lastRequest = 1

    init(_ document: String = LoadTests.document) throws {
      form = try OpenForm(document: document)
      draw()
    }

    mutating func draw() {
      drawn.apply(form.engine.takeChanges())
      lastRequest = form.request?.id.number ?? lastRequest
    }

    mutating func send(_ event: Event) {
      form.send(event)
      draw()
    }

    mutating func answer(_ status: Int, _ body: String, to request: Int? = nil) {
      form.answer(status, body, to: request ?? lastRequest)
      draw()
    }

    /// The renderer has exactly what it would have if it were told everything anew.
    mutating func expectInStep(_ place: SourceLocation = #_sourceLocation) {
      let whole = DrawnTree(form.engine.resolvedScreen())
      #expect(drawn.outline == whole.outline, sourceLocation: place)
    }
  }

  @Test("a load asks once, shows its rows and asks for the next page near the end")
  func pages() throws {
    var list = try OpenList()
    #expect(list.form.request?.url == "/l?q=")
    list.answer(200, Self.page(1...60, next: "c/1"))
    #expect(list.drawn.count(ofType: "item") == 20)
    #expect(list.form.request == nil)
    list.send(.rows(id: "list", first: 25, count: 20))
    #expect(list.form.request?.url == "/l?q=&cursor=c%2F1")
    list.answer(200, Self.page(61...70))
    list.send(.rows(id: "list", first: 50, count: 40))
    #expect(list.form.request == nil)
    #expect(list.drawn.count(ofType: "item") == 20)
    list.expectInStep()
  }

  @Test("a window of rows costs what it shows, whatever the list holds")
  func windowCost() throws {
    var list = try OpenList()
    var next = 1
    list.answer(200, Self.page(next..<next + 1000, next: "c"))
    for _ in 0..<99 {
      next += 1000
      list.send(.rows(id: "list", first: next - 20, count: 10))
      list.answer(200, Self.page(next..<next + 1000, next: "c\(next)"))
    }
    list.send(.rows(id: "list", first: 50_000, count: 10))
    #expect(list.drawn.count(ofType: "item") == 10)
    // Two rows come and two go: each that comes has a text of two expressions and a condition.
    list.send(.rows(id: "list", first: 50_002, count: 10))
    #expect(list.form.engine.evaluated == 6)
    list.expectInStep()
    list.send(.rows(id: "list", first: 99_990, count: 10))
    // The limit of DESIGN §9 is reached: no more is asked for.
    list.answer(200, Self.page(200_000..<200_010, next: "more"))
    #expect(
      list.form.effects.contains { effect in
        if case .report(let finding) = effect { return finding.code.name == "row-limit" }
        return false
      })
    #expect(list.form.request == nil)
    list.expectInStep()
  }

  @Test("a late answer to an older request changes nothing")
  func lateAnswer() throws {
    var list = try OpenList()
    list.send(.custom(id: "list", name: "refresh"))
    #expect(list.form.request?.id == RequestID(2))
    let before = list.drawn.outline
    list.answer(200, Self.page([1]), to: 1)
    #expect(list.drawn.outline == before)
    list.answer(200, Self.page([2]), to: 2)
    #expect(list.drawn.count(ofType: "item") == 1)
  }

  @Test("what is shown stays while it is asked for again, and when that fails")
  func reloadKeepsContent() throws {
    var list = try OpenList()
    list.answer(200, Self.page(1...3))
    list.send(.custom(id: "list", name: "refresh"))
    #expect(list.drawn.count(ofType: "item") == 3)
    #expect(list.drawn.outline.contains("isReloading"))
    list.answer(404, #"{"title": "Gone"}"#)
    #expect(list.drawn.count(ofType: "item") == 3)
    #expect(list.drawn.outline.contains("Gone"))
    list.expectInStep()
  }

  @Test("failures that may pass are tried again as often as the document says, and no others")
  func retries() throws {
    var list = try OpenList()
    list.answer(503, "{}")
    #expect(list.form.request == nil)
    list.send(.advance(milliseconds: 499))
    #expect(list.form.request == nil)
    list.send(.advance(milliseconds: 501))
    #expect(list.form.request?.id == RequestID(2))
    list.answer(503, "{}")
    list.send(.advance(milliseconds: 2_000))
    #expect(list.form.request?.id == RequestID(3))
    list.answer(503, "{}")
    list.send(.advance(milliseconds: 60_000))
    #expect(list.form.request == nil)
    #expect(list.drawn.outline.contains("failed"))
    list.send(.custom(id: "list", name: "retry"))
    list.answer(403, "{}")
    list.send(.advance(milliseconds: 60_000))
    #expect(list.form.request == nil)
  }

  @Test("leaving cancels, coming back asks again")
  func leaving() throws {
    var list = try OpenList()
    list.send(.input(key: "on", value: .bool(false)))
    #expect(
      list.form.effects.contains { effect in
        if case .cancel(let id) = effect { return id == RequestID(1) }
        return false
      })
    list.answer(200, Self.page([1]), to: 1)
    list.send(.input(key: "on", value: .bool(true)))
    #expect(list.form.request?.id == RequestID(2))
    list.answer(200, Self.page([5]))
    list.expectInStep()
    // What has come stays: there is nothing to ask for.
    list.send(.input(key: "on", value: .bool(false)))
    list.send(.input(key: "on", value: .bool(true)))
    #expect(list.form.request == nil)
    #expect(list.drawn.count(ofType: "item") == 1)
    list.expectInStep()
  }

  @Test(
    "an answer that is no list is a failure, told and reported",
    arguments: [
      "", "null", "<html>", "[]", #"{"rows": 1}"#, #"{"rows": [{"name": "no id"}]}"#,
      #"{"rows": [1, 2]}"#, #"{"rows": [{"id": {}}]}"#, #"{"rows": [{"id": 1}"#,
    ])
  func wrongAnswers(_ body: String) throws {
    var list = try OpenList()
    list.answer(200, body)
    #expect(list.drawn.count(ofType: "item") == 0)
    let isNothing = body.isEmpty || body == "null"
    #expect(list.drawn.outline.contains(isNothing ? "empty" : "failed"))
    list.expectInStep()
  }

  @Test("a patch keeps the rows of a load that stays")
  func patch() throws {
    var list = try OpenList(
      Self.document.replacing(
        #"{"id": "q", "type""#,
        with: """
          {"id": "b", "type": "button", "props": {"label": "B"}, "on": {"tap": {"type": "patch",
           "patch": [{"op": "insert", "parent": "body", "index": 0,
            "component": {"id": "new", "type": "load", "props": {"source": "/other"}}},
            {"op": "set", "id": "q", "props": {"label": "Other"}}]}}},
          {"id": "q", "type"
          """))
    list.answer(200, Self.page(1...3, next: "c"))
    list.send(.tap(id: "b"))
    #expect(list.drawn.count(ofType: "item") == 3)
    #expect(list.drawn.outline.contains("Other"))
    list.expectInStep()
    // The page that was on its way lands in the list, not in the load that is new.
    list.answer(200, Self.page(4...5), to: 2)
    #expect(list.drawn.count(ofType: "item") == 5)
    list.expectInStep()
  }

  @Test("an input in a load is refused with its place")
  func noInputs() throws {
    let error = try #require(throws: Diagnostic.self) {
      try screen(
        body(
          """
          {"type": "load", "props": {"source": "/p"},
           "content": {"type": "text_input", "id": "x", "props": {"label": "X"}}}
          """))
    }
    #expect(error.code == .misplaced)
    #expect(error.path.hasSuffix("/content"))
  }

  @Test("whatever happens, the renderer has what it would be told anew", arguments: 0..<40)
  func inStep(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var list = try OpenList()
    for _ in 0..<60 {
      let pick = Int.random(in: 0..<10, using: &random)
      switch pick {
      case 0...2:
        let ids = (0..<30).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        let next = Bool.random(using: &random) ? "c\(ids.count)" : nil
        let request = list.lastRequest
        list.answer(
          [200, 200, 200, 304, 503, 404].randomElement(using: &random) ?? 200,
          Self.page(ids, next: next, name: "\(seed)-\(pick)"), to: request)
      case 3...5:
        list.send(
          .rows(
            id: "list", first: Int.random(in: -2..<40, using: &random),
            count: Int.random(in: 0..<30, using: &random)))
      case 6:
        list.send(.tap(id: "list[\(Int.random(in: 0..<30, using: &random))].card"))
      case 7:
        let names = ["refresh", "retry", "more"]
        list.send(.custom(id: "list", name: names.randomElement(using: &random) ?? "more"))
      case 8:
        list.send(.input(key: "q", value: .string("\(Int.random(in: 0..<3, using: &random))")))
      default:
        list.send(.input(key: "on", value: .bool(Bool.random(using: &random))))
        list.send(.advance(milliseconds: Int64.random(in: 0..<3_000, using: &random)))
      }
      list.expectInStep()
    }
  }
}
