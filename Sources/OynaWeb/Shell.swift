internal import OynaEngine
internal import OynaValue

/// What the exports of the module do, apart from memory: open screens by handle, events in,
/// messages out.
struct Shell {
  private enum Opened {
    case screen(ScreenSession)
    case failure(FailureScreen)
  }

  /// A handle is a place here, from 1; a closed one stays empty, so that a late call finds nothing.
  private var opened: [Opened?] = []
  /// One for the page; most pages never use it.
  private var queue = QueueRelay()

  /// Opens a screen from its document; one that is refused opens as its explanation. 0 when the
  /// context is none: a mistake of the shell.
  mutating func open(context: UnsafeRawBufferPointer, document: UnsafeRawBufferPointer) -> Int {
    guard let setting = Setting(context) else { return 0 }
    do throws(Diagnostic) {
      let json = try JSON.parse(document, options: setting.options)
      let screen = try Screen(
        decoding: json, limits: setting.limits, extensions: setting.extensions())
      let language = screen.language ?? setting.language
      let engine = Engine(screen: screen, context: setting.context)
      return add(.screen(ScreenSession(engine: engine, language: language)))
    } catch {
      return add(.failure(FailureScreen(refused: error, language: setting.language)))
    }
  }

  /// Opens the explanation of why a screen did not arrive.
  mutating func openFailure(context: UnsafeRawBufferPointer, reason: String) -> Int {
    guard let setting = Setting(context) else { return 0 }
    return add(.failure(FailureScreen(reason: reason, language: setting.language)))
  }

  func start(_ handle: Int) -> [UInt8] {
    switch self[handle] {
    case .screen(let session): session.start()
    case .failure(let failure): failure.start
    case nil: []
    }
  }

  func handle(_ handle: Int, json: UnsafeRawBufferPointer) -> [UInt8] {
    switch self[handle] {
    case .screen(let session): return session.handle(json: json)
    case .failure(let failure):
      guard let event = try? JSON.parse(json) else { return [] }
      return failure.answer(to: event)
    case nil: return []
    }
  }

  func handle(_ handle: Int, _ event: Event) -> [UInt8] {
    if case .screen(let session) = self[handle] { return session.handle(event) }
    return []
  }

  mutating func queueAnswer(_ call: UnsafeRawBufferPointer) -> [UInt8] { queue.answer(to: call) }

  func body(_ handle: Int, request: Int) -> RequestBody? {
    if case .screen(let session) = self[handle] { return session.body(of: request) }
    return nil
  }

  /// Releases the screen. Its secrets are overwritten as their buffers are released.
  mutating func close(_ handle: Int) {
    if opened.indices.contains(handle - 1) { opened[handle - 1] = nil }
  }

  /// What `oyna replay` prints for these event lines, byte for byte.
  static func replay(document: [UInt8], events: [UInt8]) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    do throws(Diagnostic) {
      var session = try ReplaySession(document: document)
      var output = session.openingLine() + [lineFeed]
      for line in events.split(separator: lineFeed)
      where line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) {
        output += session.line(for: Array(line)) + [lineFeed]
      }
      return output
    } catch {
      return ReplaySession.errorLine(error) + [lineFeed]
    }
  }

  private mutating func add(_ one: Opened) -> Int {
    opened.append(one)
    return opened.count
  }

  private subscript(handle: Int) -> Opened? {
    opened.indices.contains(handle - 1) ? opened[handle - 1] : nil
  }
}

/// What the shell says of its surroundings when it opens a screen.
private struct Setting {
  let language: String
  let context: Context
  var options = JSON.Options.screen
  var limits = ScreenLimits.standard
  private let schema: JSON?

  /// Nil when there is no day in it; every other part has a usual value.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let json = try? JSON.parse(bytes),
      let today = json["today"]?.string.flatMap({ CalendarDay($0) })
    else { return nil }
    language = json["language"]?.string ?? "uz"
    schema = json["extensions"]
    var words: [UInt64] = [0, 0, 0, 0]
    for (place, word) in (json["seed"]?.array.map { Array($0.prefix(4)) } ?? []).enumerated() {
      words[place] = word.string.flatMap { UInt64($0, radix: 16) } ?? 0
    }
    let seed = Context.Seed(high: words[0] << 32 | words[1], low: words[2] << 32 | words[3])
    context = Context(language: language, today: today, seed: seed)
    // A page may raise the limits for documents that it made itself.
    if let bytes = json["limits"]?["bytes"]?.int { options.limits.bytes = Int(bytes) }
    if let components = json["limits"]?["components"]?.int { limits.components = Int(components) }
  }

  /// What the page added to the format.
  ///
  /// A format is the page's to write, and the page cannot be asked in the middle of a call: the
  /// value is marked with three characters of private use, and written in as the message is read
  /// (`Web/oyna/extensions.js`).
  func extensions() throws(Diagnostic) -> Extensions {
    guard let schema else { return Extensions() }
    return try Extensions(decoding: schema) { name, value, _ in
      let text: String
      switch value {
      case .string(let string): text = string
      default:
        var writer = JSONWriter()
        writer.value(value)
        text = writer.text
      }
      return "\u{E000}" + name + "\u{E001}" + text + "\u{E002}"
    }
  }
}
