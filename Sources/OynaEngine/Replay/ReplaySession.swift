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

  /// The state after loading; ends without a line feed.
  public mutating func openingLine() -> [UInt8] {
    let effects = engine.takeOpeningEffects()
    return ReplayState(engine, effects).bytes
  }

  /// The state after the event, or `{"error": …}`, which changes nothing.
  public mutating func line(for event: [UInt8]) -> [UInt8] {
    do throws(Diagnostic) {
      let json = try JSON.parse(event)
      let event = try ReplayEvent(engine).event(json)
      let effects = engine.handle(event)
      return ReplayState(engine, effects).bytes
    } catch {
      return ReplaySession.errorLine(error)
    }
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
