import OynaValue
import Testing

@testable import OynaEngine

/// Undo in an open screen: what is undone, what is said of it, what survives.
@Suite("One history of a screen") struct ScreenHistoryTests {
  static let cart = """
    {"id": "bar", "type": "undo_bar"},
    {"id": "cart", "type": "cart", "props": {"label": "Cart", "products": [
      {"id": "non", "title": "Non", "unitPrice": 450000, "stock": 3},
      {"id": "asal", "title": "Asal", "unitPrice": 8500000, "stock": 0}]}}
    """

  static func button(_ id: String, _ action: String) -> String {
    #"{"id": "\#(id)", "type": "button", "props": {"label": "B"}, "on": {"tap": \#(action)}}"#
  }

  static func add(_ product: String) -> String {
    #"{"type": "command", "command": "add_product", "cart": "cart", "product": \#(product)}"#
  }

  private func open(
    _ more: String = #"{"id": "a", "type": "text_input", "props": {"label": "Name"}}"#
  )
    throws -> OpenForm
  {
    try OpenForm(
      "\(Self.cart), \(Self.button("add", Self.add(#""non""#))), "
        + "\(Self.button("add_asal", Self.add(#""asal""#))), \(more)")
  }

  private func props(_ id: String, _ form: OpenForm) throws -> ValueMap {
    var copy = form.engine
    return try #require(copy.resolvedScreen().root.node(id)?.props)
  }

  private func quantity(_ form: OpenForm) -> Value? {
    guard case .map(let cart)? = form.value("cart"), case .map(let quantities)? = cart["quantities"]
    else { return nil }
    return quantities["non"]
  }

  private func announced(_ form: OpenForm) -> [String] {
    form.effects.compactMap { if case .announce(let text) = $0 { text } else { nil } }
  }

  @Test("an undo bar names what it would do, and each undo is announced")
  func undoBar() throws {
    var form = try open()
    #expect(try props("bar", form)["undo"] == nil)
    form.send(.tap(id: "add"))
    form.type("Zuhra", in: "a")
    #expect(try props("bar", form)["undo"] == .string("edit of “Name”"))
    _ = form.engine.takeChanges()
    form.type("Zuhra K", in: "a")
    // The same entry: the bar is not drawn again at each letter.
    #expect(form.engine.takeChanges().count == 1)
    form.send(.custom(id: "bar", name: "undo"))
    #expect(announced(form) == ["Undone: edit of “Name”"])
    #expect(try props("bar", form)["undo"] == .string("add “Non”"))
    #expect(try props("bar", form)["redo"] == .string("edit of “Name”"))
    form.send(.redo)
    #expect(announced(form) == ["Redone: edit of “Name”"])
    #expect(form.value("a") == .string("Zuhra K"))
  }

  @Test("without an undo bar nothing is announced")
  func silence() throws {
    var form = try OpenForm(text("a"))
    form.type("x", in: "a")
    form.send(.undo)
    #expect(form.effects.isEmpty)
    #expect(form.value("a") == .string(""))
  }

  @Test("at most fifty steps are kept, the oldest leaves first")
  func fifty() throws {
    var form = try open()
    for step in 0..<60 {
      form.send(.focus(key: "a"))
      form.type("\(step)", in: "a")
    }
    #expect(form.engine.undoCount == 50)
    for _ in 0..<60 { form.send(.undo) }
    #expect(form.value("a") == .string("9"))
    #expect(form.engine.redoCount == 50)
  }

  @Test("a secret is in no step, and undo does not bring it back")
  func secrets() throws {
    var form = try open(#"{"id": "pin", "type": "secure_input", "props": {"label": "PIN"}}"#)
    form.send(.tap(id: "add"))
    form.typeSecret("1234", in: "pin")
    #expect(form.engine.undoCount == 1)
    form.send(.lifecycle(.background))
    form.send(.undo)
    form.send(.redo)
    #expect(try props("bar", form)["undo"] == .string("add “Non”"))
    form.submit()
    #expect(form.sent?.contains("pin") == false)
  }

  @Test("a command that is refused tells the person why and is not kept")
  func refused() throws {
    var form = try open()
    form.send(.tap(id: "add_asal"))
    #expect(form.snackbar == "“Asal” is out of stock")
    for _ in 0..<4 { form.send(.tap(id: "add")) }
    #expect(form.snackbar == "Only 3 left in stock")
    #expect(quantity(form) == .int(3))
    #expect(form.engine.undoCount == 3)
  }

  @Test("a cart with too few in stock is not submitted, an empty one fails required")
  func verdicts() throws {
    var form = try OpenForm(
      """
      {"id": "cart", "type": "cart", "validations": [\(required("Empty"))], "props": {
        "value": {"lines": [{"product": "non", "quantity": 3}]}, "products": [
        {"id": "non", "title": "Non", "unitPrice": 450000, "stock": 1}]}}
      """)
    form.submit()
    #expect(form.request == nil)
    #expect(form.error("cart") == "Some products are short")
    form.send(.cart(key: "cart", .quantity(of: product("non"), to: 1)))
    #expect(form.error("cart") == nil)
    _ = try form.submitAndKeep()
    #expect(
      form.sent
        == #"{"cart":{"lines":[{"product":"non","quantity":1,"unitPrice":450000}],"promoCode":null,"#
        + #""subtotal":450000,"discount":0,"total":450000,"currency":"UZS"}}"#)
    form.lose(.offline)
    form.send(.cart(key: "cart", .quantity(of: product("non"), to: 0)))
    form.submit()
    #expect(form.request == nil)
    #expect(form.error("cart") == "Empty")
  }

  @Test("a patch keeps the cart and its history, takes new stock and drops edits of fields that go")
  func patches() throws {
    let patch = """
      {"type": "patch", "patch": [{"op": "remove", "id": "a"},
        {"op": "set", "id": "cart", "props": {"products": [
          {"id": "non", "title": "Non", "unitPrice": 450000, "stock": 1},
          {"id": "asal", "title": "Asal", "unitPrice": 8500000, "stock": 0}]}}]}
      """
    var form = try open("\(text("a")), \(text("b")), \(Self.button("patch", patch))")
    form.send(.tap(id: "add"))
    form.type("x", in: "a")
    form.type("y", in: "b")
    form.send(.tap(id: "add"))
    #expect(form.engine.undoCount == 4)
    form.send(.tap(id: "patch"))
    #expect(quantity(form) == .int(2))
    #expect(form.engine.undoCount == 3)
    form.submit()
    #expect(form.error("cart") == "Some products are short")
    form.send(.undo)
    #expect(quantity(form) == .int(1))
    form.send(.undo)
    #expect(form.value("b") == .string(""))
    form.send(.undo)
    #expect(quantity(form) == nil)
    form.send(.redo)
    #expect(quantity(form) == .int(1))
  }

  @Test("in another language the cart keeps its lines and its history, and names them anew")
  func languages() throws {
    var form = try open()
    form.send(.tap(id: "add"))
    form.send(.tap(id: "add"))
    form.send(.cart(key: "cart", .quantity(of: product("non"), to: 0)))
    let document = form.engine.screen.source
    var bytes: [UInt8] = []
    document.write(into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self).replacing("\"Non\"", with: "\"Лепёшка\"")
    form.send(.translated(try screen(text)))
    form.send(.undo)
    #expect(quantity(form) == .int(2))
    guard case .map(let cart)? = form.value("cart"), case .list(let lines)? = cart["lines"],
      case .map(let line)? = lines.first
    else {
      Issue.record("no line")
      return
    }
    #expect(line["title"] == .string("Лепёшка"))
    #expect(try props("bar", form)["undo"] == .string("add “Лепёшка”"))
  }

  @Test("another screen and a reset begin an empty history")
  func forgotten() throws {
    var form = try open(Self.button("reset", #"{"type": "reset"}"#))
    form.send(.tap(id: "add"))
    form.send(.undo)
    #expect(form.engine.redoCount == 1)
    form.send(.redo)
    form.send(.tap(id: "reset"))
    #expect([form.engine.undoCount, form.engine.redoCount] == [0, 0])
    #expect(quantity(form) == nil)
  }

  @Test(
    "undo evaluates what reads the value, once, on a screen of any size", arguments: [10, 2000])
  func counts(_ count: Int) throws {
    let fields = (0..<count).map { text("f\($0)", required()) }.joined(separator: ", ")
    var form = try open(
      "\(fields), \(text("sum", more: #""visibleWhen": "cart.total > 400000""#))")
    form.send(.tap(id: "add"))
    #expect(form.engine.evaluated == 1)
    form.send(.undo)
    #expect(form.engine.evaluated == 1)
    form.type("x", in: "f1")
    form.send(.undo)
    #expect(form.engine.evaluated == 1)
  }

  @Test("a queued request stands in the bar once the history is empty, and leaves its snackbar")
  func queued() throws {
    let send = """
      {"type": "request", "method": "POST", "url": "/api/notes",
       "queue": {"lane": "notes", "title": "Note", "undo": {"method": "DELETE", "url": "/api/notes"}}}
      """
    var form = try open(Self.button("send", send))
    form.send(.tap(id: "add"))
    form.send(.tap(id: "send"))
    let number = try #require(OutboxID(1))
    form.send(.queue(.stored(ticket: 1, number)))
    #expect(form.engine.undoCount == 1)
    #expect(try props("bar", form)["undo"] == .string("Note"))
    // What is done after it comes before it, and so does its snackbar.
    form.send(.cart(key: "cart", .quantity(of: product("non"), to: 0)))
    #expect(try props("bar", form)["undo"] == .string("remove “Non”"))
    form.send(.snackbarAction(.undo))
    #expect(quantity(form) == .int(1))
    form.send(.undo)
    let withdrawn = form.effects.contains { effect in
      if case .queue(.withdraw(let id, _, _)) = effect { id == number } else { false }
    }
    #expect(withdrawn)
    form.send(.queue(.withdrawn(number, .cancelled)))
    #expect(try props("bar", form)["undo"] == nil)
    #expect(try props("bar", form)["redo"] == .string("Note"))
  }

  @Test("a body whose cart is not the screen's is refused under the cart")
  func submissions() throws {
    let opened = try screen(body(Self.cart))
    let day = try #require(CalendarDay("2026-12-01"))
    let context = Context(language: "en", today: day, seed: Context.Seed(high: 0, low: 0))
    func refusal(_ cart: String) throws -> [String] {
      let json = try JSON.parse(#"{"cart": \#(cart)}"#)
      do throws(Submission.Refusal) {
        _ = try Submission(validating: json, against: opened, context: context)
        return []
      } catch {
        return error.errors.map(\.key)
      }
    }
    let line = #"{"product": "non", "quantity": 2, "unitPrice": 450000}"#
    #expect(try refusal(#"{"lines": [\#(line)], "total": 900000}"#) == [])
    #expect(try refusal(#"{"lines": []}"#) == [])
    let wrong = [
      "null", "[]", #""cart""#, #"{"lines": {}}"#, #"{"lines": [1]}"#,
      #"{"lines": [\#(line)], "total": 1}"#,
      #"{"lines": [\#(line)], "currency": "USD"}"#,
      #"{"lines": [\#(line), \#(line)]}"#,
      #"{"lines": [\#(line)], "promoCode": "FREE"}"#,
      #"{"lines": [{"product": "non", "quantity": 4}]}"#,
      #"{"lines": [{"product": "non", "quantity": 2, "unitPrice": 1}]}"#,
      #"{"lines": [{"product": "non", "quantity": 0}]}"#,
      #"{"lines": [{"product": "non", "quantity": 100}]}"#,
      #"{"lines": [{"product": "non", "quantity": 1.0e30}]}"#,
      #"{"lines": [{"product": "x", "quantity": 1}]}"#,
      #"{"lines": [{"product": "x", "title": "X", "quantity": 2, "unitPrice": 9223372036854775807}]}"#,
    ]
    for cart in wrong { #expect(try refusal(cart) == ["cart"], "\(cart)") }
  }
}
