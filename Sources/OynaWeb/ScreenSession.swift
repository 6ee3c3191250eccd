internal import OynaEngine
internal import OynaValue

/// One open screen of the shell: an engine, and what the shell must be told besides its changes.
final class ScreenSession {
  private var engine: Engine
  private var words: HostWords
  private var language: String
  private var summary = ErrorSummary()
  /// What the lists of the page offer, by state key: the shell names an option by its place.
  private var choices: [String: Choices] = [:]
  /// Requests that the shell was told of and whose bytes it may read.
  private var bodies: [Int: RequestBody] = [:]

  private struct Choices {
    let values: [Value]
    let isMultiple: Bool
  }

  init(engine: consuming Engine, language: String) {
    self.engine = engine
    self.language = language
    words = .words(for: language)
  }

  /// The first message: the whole screen and what the engine wants done at once.
  func start() -> [UInt8] {
    message(after: engine.takeOpeningEffects())
  }

  func handle(_ event: Event) -> [UInt8] {
    let effects = engine.handle(event)
    switch event {
    case .response(let response): bodies[response.request.number] = nil
    case .networkError(let request, _): bodies[request.number] = nil
    default: break
    }
    return message(after: effects)
  }

  /// Reads an event of the shell and handles it. A mistake of the shell comes back as a report.
  func handle(json bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let reader = EventReader(
      choices: { key in self.choices[key].map { ($0.values, $0.isMultiple) } },
      extensions: engine.screen.extensions)
    do {
      return handle(try reader.event(from: JSON.parse(bytes)))
    } catch {
      return message(after: [.report(error)])
    }
  }

  /// The bytes of a request's body; nil when it has none or was settled.
  func body(of request: Int) -> RequestBody? { bodies[request] }

  // MARK: - Messages

  private func message(after effects: [Effect]) -> [UInt8] {
    let changes = engine.takeChanges()
    for change in changes { note(change) }
    var writer = MessageWriter(words: words)
    writer.json.beginObject()
    writer.json.key("changes")
    writer.json.beginArray()
    for change in changes { writer.change(change) }
    writer.json.endArray()
    summary.write(to: &writer, after: effects)
    writer.json.key("effects")
    writer.json.beginArray()
    for effect in effects {
      if case .request(let request) = effect { bodies[request.id.number] = request.body }
      writer.effect(effect)
    }
    writer.json.endArray()
    writer.json.key("evaluated")
    writer.json.int(engine.evaluated)
    writer.json.key("invalid")
    writer.json.int(engine.invalidFieldCount)
    writer.json.endObject()
    return writer.json.bytes
  }

  private func note(_ change: NodeChange) {
    switch change {
    case .screen(let screen):
      language = screen.language
      words = .words(for: language)
      choices = [:]
      summary.reset()
      note(screen.root)
    case .heading(_, let language):
      self.language = language
      words = .words(for: language)
      summary.reword()
    case .insert(let node, _, _), .update(let node):
      note(node)
    case .remove:
      summary.keep { engine.error(for: $0) != nil }
    case .move:
      break
    }
  }

  private func note(_ node: ResolvedNode) {
    if let field = node.field {
      summary.note(field, label: Self.label(of: node))
      if !field.options.isEmpty {
        var isMultiple = false
        if case .list = field.value { isMultiple = true }
        choices[field.key] = Choices(
          values: field.options.map { $0.value }, isMultiple: isMultiple)
      }
    }
    for child in node.children { note(child) }
  }

  private static func label(of node: ResolvedNode) -> String {
    if case .string(let label)? = node.props["label"] { return label }
    return node.accessibility.label ?? ""
  }
}
