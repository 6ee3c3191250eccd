public import OynaValue

/// Drives an engine from lines of text: one event a line in, one state a line out (DESIGN §11).
///
/// ```swift
/// var session = try ReplaySession(document: bytes)
/// print(session.openingLine())
/// print(session.line(for: Array(#"{"input": {"key": "name", "value": "Zuhra"}}"#.utf8)))
/// ```
///
/// Seed and day are fixed, so the same lines give the same bytes on every host.
public struct ReplaySession {
  private var engine: Engine
  /// Made when the screen uses one.
  private var queue: ReplayQueue?

  /// Keys of a replay repeat; a host of real people gives a random seed.
  static let seed = Context.Seed(high: 0x4F79_6E61, low: 1)
  /// The day that `today` means until a `day` event says another: 1 December 2026.
  static let day = "2026-12-01"

  /// Reads and opens a screen document.
  ///
  /// - Throws: why the screen is refused, with its place.
  public init(document: [UInt8], today: CalendarDay? = nil) throws(Diagnostic) {
    let json = try JSON.parse(document)
    try ReplaySession.refuseBareComponent(json)
    let screen = try Screen(decoding: json)
    guard let day = today ?? CalendarDay(ReplaySession.day) else {
      throw Diagnostic(.error, Diagnostic.Code("no-day"), "The replay has no day to begin with.")
    }
    engine = Engine(screen: screen, context: Context(today: day, seed: ReplaySession.seed))
  }

  private static func refuseBareComponent(_ json: JSON) throws(Diagnostic) {
    guard json["body"] == nil, let type = json["type"]?.string else { return }
    throw Diagnostic(
      .error, Diagnostic.Code("component-not-screen"),
      "This is a component (“\(type)”), not a screen.", at: json.position,
      correction: #"{"oyna": "1", "id": "…", "body": <this component>}"#)
  }

  /// The whole tree as a renderer would draw it now.
  public mutating func resolvedScreen() -> ResolvedScreen { engine.resolvedScreen() }

  /// The state after loading; ends without a line feed.
  public mutating func openingLine() -> [UInt8] {
    line(after: engine.takeOpeningEffects())
  }

  /// The state after the event, or `{"error": …}`, which changes nothing.
  public mutating func line(for event: [UInt8]) -> [UInt8] {
    do throws(Diagnostic) {
      let json = try JSON.parse(event)
      let event = try ReplayEvent(engine).event(json)
      return line(after: handle(event))
    } catch {
      return ReplaySession.errorLine(error)
    }
  }

  /// The queue hears of time and network too, and answers to its requests are its own.
  private mutating func handle(_ event: Event) -> [Effect] {
    guard queue != nil else { return engine.handle(event) }
    switch event {
    case .response(let response):
      if queue?.receive(response, &engine.nextRequest) == true { return [] }
    case .networkError(let request, let kind):
      if queue?.fail(request, kind, &engine.nextRequest) == true { return [] }
    case .network(let isOnline):
      let effects = engine.handle(event)
      queue?.network(isOnline: isOnline, &engine.nextRequest)
      return effects
    case .advance(let milliseconds):
      let effects = engine.handle(event)
      queue?.advance(milliseconds, &engine.nextRequest)
      return effects
    default: break
    }
    return engine.handle(event)
  }

  /// Does what the screen asks of the queue and tells it what came of that, until both rest.
  private mutating func line(after effects: [Effect]) -> [UInt8] {
    var due = effects
    var shown: [Effect] = []
    var evaluated = engine.evaluated
    while true {
      for effect in due {
        guard case .queue(let request) = effect else {
          shown.append(effect)
          continue
        }
        if queue == nil { queue = ReplayQueue() }
        queue?.perform(request, &engine.nextRequest)
      }
      due = []
      guard queue != nil else { break }
      shown += queue?.effects ?? []
      queue?.effects = []
      let notices = queue?.notices ?? []
      queue?.notices = []
      if notices.isEmpty { break }
      for notice in notices {
        due += engine.handle(.queue(notice))
        evaluated += engine.evaluated
      }
    }
    return ReplayState(engine, shown, evaluated: evaluated, queue: queue).bytes
  }

  /// `{"error": {"message", "line", "column", "path"}}`: a refused screen, a bad event.
  public static func errorLine(_ diagnostic: Diagnostic) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("error")
    writer.beginObject()
    writer.key("message")
    writer.string(diagnostic.message)
    writer.key("line")
    writer.int(diagnostic.position?.line ?? 1)
    writer.key("column")
    writer.int(diagnostic.position?.column ?? 1)
    writer.key("path")
    writer.string(diagnostic.path)
    if let correction = diagnostic.correction {
      writer.key("correction")
      writer.string(correction)
    }
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}
