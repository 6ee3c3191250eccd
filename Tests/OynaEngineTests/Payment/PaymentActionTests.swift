import OynaEngine
import OynaValue
import Testing

/// `pay`, `payment_methods` and `poll`: begun once, asked about until it is known.
@Suite struct PaymentActionTests {
  private static let checkout = """
    {"id": "checkout", "language": "en", "state": {"order": "17"}, "body": {"type": "vstack", "id": "v",
     "children": [
      {"id": "methods", "type": "payment_methods", "props": {"label": "How", "methods": ["payme", "cash"]}},
      {"id": "pay", "type": "button", "props": {"label": "Pay"},
       "on": {"tap": {"type": "pay", "url": "/pay", "order": "{{ order }}"}}}]}}
    """

  private static func waiting(_ poll: String = "/pay/17?seen=a") -> String {
    #"{"id": "wait", "poll": "\#(poll)", "body": {"type": "text", "id": "t", "props": {"text": "…"}}}"#
  }

  private func form() throws -> OpenForm { try OpenForm(document: Self.checkout) }

  /// Answers the request that the last event sent.
  private func answer(_ form: inout OpenForm, _ status: Int, _ body: String) throws {
    form.answer(status, body, to: try #require(form.request).id.number)
  }

  private func wakes(_ form: OpenForm) -> [Int64] {
    form.effects.compactMap { effect in
      if case .wake(let delay) = effect { delay } else { nil }
    }
  }

  private func methods(_ form: OpenForm) throws -> [(String, Bool)] {
    var copy = form.engine
    let node = try #require(copy.resolvedScreen().root.node("methods"))
    guard case .list(let list)? = node.props["methods"] else { return [] }
    return list.compactMap { item in
      guard case .map(let map) = item, case .string(let label)? = map["label"],
        case .bool(let selected)? = map["selected"]
      else { return nil }
      return (label, selected)
    }
  }

  @Test func `the first way is chosen until a person chooses, and names are in the language`()
    throws
  {
    var form = try form()
    #expect(try methods(form).map(\.0) == ["Payme", "cash"])
    #expect(try methods(form).map(\.1) == [true, false])
    form.send(.tap(id: "pay"))
    #expect(form.sent == #"{"order":"17","method":"payme"}"#)
    var other = try self.form()
    other.send(.custom(id: "methods", name: "cash"))
    #expect(try methods(other).map(\.1) == [false, true])
    other.send(.custom(id: "methods", name: "gold"))
    other.send(.tap(id: "pay"))
    #expect(other.sent == #"{"order":"17","method":"cash"}"#)
  }

  @Test func `a second tap does nothing, and the way is not changed meanwhile`() throws {
    var form = try form()
    form.send(.tap(id: "pay"))
    #expect(form.request?.key != nil)
    #expect(try #require(form.engine.node("pay")).isBusy)
    form.send(.tap(id: "pay"))
    #expect(form.request == nil)
    form.send(.custom(id: "methods", name: "cash"))
    #expect(try methods(form).map(\.1) == [true, false])
  }

  @Test func `after a time-out the same bytes go again under the same key, ever more slowly`()
    throws
  {
    var form = try form()
    form.send(.tap(id: "pay"))
    let first = try #require(form.request)
    let bytes = form.sent
    form.send(.networkError(request: first.id, kind: .timeout))
    #expect(form.snackbar == "The payment is being checked")
    var delays = wakes(form)
    for _ in 0..<5 {
      form.send(.advance(milliseconds: delays.last ?? 0))
      let again = try #require(form.request)
      #expect(again.key == first.key)
      #expect(form.sent == bytes)
      form.send(.tap(id: "pay"))
      #expect(form.request == nil)
      // From the second time on "offline" proves nothing: an earlier one may have arrived.
      form.send(.networkError(request: again.id, kind: .offline))
      delays += wakes(form)
    }
    #expect(delays == [1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  }

  @Test(arguments: [500, 503, 409])
  func `a server that failed is asked again`(status: Int) throws {
    var form = try form()
    form.send(.tap(id: "pay"))
    let key = form.request?.key
    try answer(&form, status, #"{"type": "/problems/idempotency-in-progress"}"#)
    form.send(.advance(milliseconds: 1_000))
    #expect(form.request?.key == key)
  }

  @Test func `what was never sent is not begun, and the next tap is a new intention`() throws {
    var form = try form()
    form.send(.tap(id: "pay"))
    let first = try #require(form.request)
    form.send(.networkError(request: first.id, kind: .offline))
    #expect(form.snackbar == "No internet, the payment was not begun")
    form.send(.tap(id: "pay"))
    #expect(form.request?.key != first.key)
  }

  @Test func `a refusal is told and frees the button`() throws {
    var form = try form()
    form.send(.tap(id: "pay"))
    try answer(&form, 422, #"{"title": "No such way"}"#)
    #expect(form.snackbar == "No such way")
    #expect(try !#require(form.engine.node("pay")).isBusy)
  }

  @Test func `a screen that waits is asked for until it is another one`() throws {
    var form = try form()
    form.send(.tap(id: "pay"))
    try answer(&form, 200, #"{"screen": \#(Self.waiting())}"#)
    #expect(form.engine.screen.id == "wait")
    var delays = wakes(form)
    for body in ["{}", "{}", "nonsense"] {
      form.send(.advance(milliseconds: delays.last ?? 0))
      #expect(form.request?.url == "/pay/17?seen=a")
      #expect(form.request?.method == "GET")
      try answer(&form, 200, body)
      delays += wakes(form)
    }
    form.send(.advance(milliseconds: delays.last ?? 0))
    let lost = try #require(form.request)
    form.send(.networkError(request: lost.id, kind: .timeout))
    #expect(form.snackbar == nil)
    delays += wakes(form)
    #expect(delays == [1_000, 2_000, 4_000, 8_000, 15_000])
    form.send(.advance(milliseconds: 15_000))
    try answer(&form, 200, #"{"screen": {"id": "done", "body": {"type": "text", "id": "t"}}}"#)
    #expect(form.engine.screen.id == "done")
    #expect(wakes(form) == [])
    form.send(.advance(milliseconds: 60_000))
    #expect(form.request == nil)
  }

  @Test func `coming back asks at once`() throws {
    var form = try OpenForm(document: Self.waiting())
    #expect(wakes(form) == [1_000])
    form.send(.lifecycle(.foreground))
    #expect(form.request?.url == "/pay/17?seen=a")
    form.send(.lifecycle(.foreground))
    #expect(form.request == nil)
  }

  @Test func `a screen that waits is kept in no store`() throws {
    #expect(try !screen(Self.waiting()).isStorable)
  }

  // MARK: a card

  private static let card = """
    {"id": "card", "language": "en", "body": {"type": "form", "id": "f", "children": [
      {"id": "n", "type": "secure_input", "props": {"label": "N", "stateKey": "number"},
       "validations": [{"rule": "regex", "pattern": "[0-9]{16}", "errorMessage": "16"}]},
      {"id": "e", "type": "secure_input", "props": {"label": "E", "stateKey": "expiry"}},
      {"id": "pay", "type": "button", "props": {"label": "Pay"},
       "on": {"tap": {"type": "pay", "url": "/pay/17/card",
        "card": {"url": "https://provider.example/api", "merchant": "m1", "number": "number", "expiry": "expiry"}}}}]}}
    """

  private func typed(_ number: String = "8600495473316478") throws -> OpenForm {
    var form = try OpenForm(document: Self.card)
    form.typeSecret(number, in: "number")
    form.typeSecret("0399", in: "expiry")
    form.send(.tap(id: "pay"))
    return form
  }

  @Test func `a card goes to its provider and its token to the server`() throws {
    var form = try typed()
    let request = try #require(form.request)
    #expect(request.url == "https://provider.example/api")
    #expect(request.headers.contains { $0.name == "X-Auth" && $0.value == "m1" })
    #expect(request.key == nil)
    let body = request.body?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    #expect(
      body
        == #"{"id":1,"method":"cards.create","params":{"card":{"number":"8600495473316478","expire":"0399"},"save":false}}"#
    )
    #expect(form.sent?.contains("8600") == false)
    try answer(&form, 200, #"{"result": {"card": {"token": "T1"}}}"#)
    let next = try #require(form.request)
    #expect(next.url == "/pay/17/card")
    #expect(
      next.body?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == #"{"token":"T1"}"#)
    #expect(form.sent == #"{"token":"•••"}"#)
    // The card is wiped: a tap asks for it again.
    var copy = form.engine
    #expect(copy.resolvedScreen().root.node("n")?.field?.secretLength == 0)
  }

  @Test func `a card that is not right yet is not sent`() throws {
    let form = try typed("8600")
    #expect(form.request == nil)
    #expect(form.error("number") == "16")
  }

  @Test(arguments: [#"{"error": {"code": -31300}}"#, "{}", "nonsense"])
  func `a provider that gives no token begins nothing`(body: String) throws {
    var form = try typed()
    try answer(&form, 200, body)
    #expect(form.request == nil)
    #expect(form.snackbar == "The card was not accepted, no money was taken")
    #expect(try !#require(form.engine.node("pay")).isBusy)
  }
}
