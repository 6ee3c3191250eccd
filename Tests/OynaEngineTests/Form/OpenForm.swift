import OynaEngine
import OynaValue
import Testing

/// A screen in a test: an engine, and what its last event asked for.
struct OpenForm {
  var engine: Engine
  var effects: [Effect]

  /// Opens the components inside a `form`, with a button `submit` that posts to `/submit`.
  init(_ components: String, state: String = "{}", computed: String = "{}") throws {
    let button = """
      {"id": "submit", "type": "button", "props": {"label": "Send"},
       "on": {"tap": {"type": "submit", "method": "POST", "url": "/submit"}}}
      """
    try self.init(document: body("\(components), \(button)", state: state, computed: computed))
  }

  init(document: String, language: String = "en") throws {
    let day = try #require(CalendarDay("2026-12-01"))
    engine = Engine(
      screen: try screen(document),
      context: Context(language: language, today: day, seed: Context.Seed(high: 1, low: 2)))
    effects = engine.takeOpeningEffects()
  }

  mutating func send(_ event: Event) { effects = engine.handle(event) }

  mutating func type(_ value: Value, in key: String) { send(.input(key: key, value: value)) }
  mutating func type(_ text: String, in key: String) { type(.string(text), in: key) }

  /// Types and leaves the field.
  mutating func fill(_ key: String, _ text: String) {
    type(text, in: key)
    send(.blur(key: key))
  }

  mutating func typeSecret(_ text: String, in key: String) {
    let secret = Array(text.utf8).withUnsafeBufferPointer { Secret(copying: $0) }
    send(.secretInput(key: key, value: secret))
  }

  mutating func submit() { send(.tap(id: "submit")) }

  mutating func answer(
    _ status: Int, _ body: String, to request: Int? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    send(
      .response(
        Response(
          request: RequestID(request ?? lastRequest), status: status, headers: headers,
          body: Array(body.utf8))))
  }

  mutating func lose(_ kind: NetworkError) {
    send(.networkError(request: RequestID(lastRequest), kind: kind))
  }

  /// The request that the last event sent.
  var request: Request? {
    for case .request(let request) in effects { return request }
    return nil
  }

  private(set) var lastRequest = 0

  /// Submits and keeps the number of the request.
  mutating func submitAndKeep() throws -> Request {
    submit()
    let request = try #require(self.request)
    lastRequest = request.id.number
    return request
  }

  /// The body that the last event sent, secrets masked; nil when it sent nothing.
  var sent: String? {
    request?.body.map { String(decoding: $0.redacted, as: UTF8.self) }
  }

  var snackbar: String? {
    for case .snackbar(let message, _) in effects { return message }
    return nil
  }

  /// What the last event put over the form; nil when it changed nothing there.
  var banner: [String]? {
    for case .banner(let messages) in effects { return messages }
    return nil
  }

  var offersRetry: Bool {
    effects.contains { effect in
      if case .snackbar(_, .retry) = effect { true } else { false }
    }
  }

  var focused: String? {
    for case .focus(let key) in effects { return key }
    return nil
  }

  func error(_ key: String) -> String? { engine.error(for: key) }
  func value(_ key: String) -> Value? { engine.value(for: key) }

  /// Whether the component is in the tree that a renderer would draw.
  func shows(_ id: String) -> Bool {
    var copy = engine
    return copy.resolvedScreen().root.contains(id)
  }
}

extension ResolvedNode {
  func contains(_ id: String) -> Bool {
    self.id.name == id || children.contains { $0.contains(id) }
  }

  func node(_ id: String) -> ResolvedNode? {
    if self.id.name == id { return self }
    for child in children {
      if let found = child.node(id) { return found }
    }
    return nil
  }
}

extension Request {
  var key: String? { headers.first { $0.name == "Idempotency-Key" }?.value }
}

/// A text input `id` with rules.
func text(_ id: String, _ rules: String = "", more: String = "") -> String {
  """
  {"id": "\(id)", "type": "text_input"\(more.isEmpty ? "" : ", " + more), "validations": [\(rules)]}
  """
}

func required(_ message: String = "required") -> String {
  #"{"rule": "required", "errorMessage": "\#(message)"}"#
}
