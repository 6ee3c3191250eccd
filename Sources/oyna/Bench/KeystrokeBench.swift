import Foundation
import OynaEngine
import OynaValue

/// `oyna bench keystroke`: answers `{"op": "load", "form", …}` and
/// `{"op": "type", "field", "values": [a, b], "count"}` by the line protocol of the peer benches.
///
/// The neutral form becomes a screen document, which goes through the same decoder and engine as
/// any other. A measured keystroke is all of it: the value in, its rules and dependents evaluated,
/// the changes for a renderer out. `{"op": "undo", "field", "value", "count"}` measures undo and
/// redo of one edit of the form, all of it, and of one command on a cart, the history alone.
enum KeystrokeBench {
  @Sendable static func run(_ arguments: [String]) -> Int32 {
    var input = StandardInput()
    var session = KeystrokeSession()
    while let line = input.readLine() {
      StandardOutput.write(session.answer(line) + [UInt8(ascii: "\n")])
    }
    return 0
  }
}

private struct KeystrokeSession {
  private var engine: Engine?

  mutating func answer(_ line: [UInt8]) -> [UInt8] {
    var options = JSON.Options.rfc8259
    options.limits.bytes = max(options.limits.bytes, line.count)
    do throws(Diagnostic) {
      let request = try JSON.parse(line, options: options)
      switch request["op"]?.string {
      case "load": return try load(request["form"])
      case "type": return try type(request)
      case "undo": return try undo(request)
      default: throw Self.refused("op is load, type or undo")
      }
    } catch {
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("error")
      writer.string(error.message)
      writer.endObject()
      return writer.bytes
    }
  }

  private static func refused(_ message: String) -> Diagnostic {
    Diagnostic(.error, Diagnostic.Code("bad-request"), message)
  }

  private mutating func load(_ form: JSON?) throws(Diagnostic) -> [UInt8] {
    guard let fields = form?["fields"]?.array else { throw Self.refused("load needs form.fields") }
    let document = Self.screen(fields)
    var options = JSON.Options.screen
    options.limits.bytes = max(options.limits.bytes, document.count)
    var limits = ScreenLimits.standard
    limits.components = max(limits.components, fields.count + 2)
    let start = DispatchTime.now().uptimeNanoseconds
    let screen = try Screen(decoding: try JSON.parse(document, options: options), limits: limits)
    guard let today = CalendarDay(year: 2026, month: 12, day: 1) else {
      throw Self.refused("no such day")
    }
    var engine = Engine(
      screen: screen, context: Context(today: today, seed: Context.Seed(high: 1, low: 1)))
    _ = engine.takeChanges()
    let microseconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1000
    self.engine = engine
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("us")
    writer.double(microseconds)
    writer.key("invalid")
    writer.int(engine.invalidFieldCount)
    writer.endObject()
    return writer.bytes
  }

  private mutating func type(_ request: JSON) throws(Diagnostic) -> [UInt8] {
    guard engine != nil, let key = request["field"]?.string, let count = request["count"]?.int,
      let values = request["values"]?.array, values.count == 2
    else { throw Self.refused("type needs field, two values, count, and a form loaded before") }
    let texts = values.map { $0.value }
    var invalid = [0, 0]
    var microseconds: [Double] = []
    microseconds.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let start = DispatchTime.now().uptimeNanoseconds
      _ = engine?.handle(.input(key: key, value: texts[index % 2]))
      let changes = engine?.takeChanges()
      microseconds.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1000)
      withExtendedLifetime(changes) {}
      invalid[index % 2] = engine?.invalidFieldCount ?? 0
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("us")
    writer.beginArray()
    for time in microseconds { writer.double(time) }
    writer.endArray()
    writer.key("invalid")
    writer.beginArray()
    for count in invalid { writer.int(count) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  /// Nanoseconds of a pair of undo and redo, over `count` pairs.
  private mutating func undo(_ request: JSON) throws(Diagnostic) -> [UInt8] {
    guard engine != nil, let key = request["field"]?.string, let value = request["value"]?.value,
      let count = request["count"]?.int, count > 0, let cart = CartPair()
    else { throw Self.refused("undo needs field, value, count, and a form loaded before") }
    _ = engine?.handle(.input(key: key, value: value))
    let edit = Self.nanoseconds(count) {
      _ = engine?.handle(.undo)
      _ = engine?.handle(.redo)
      withExtendedLifetime(engine?.takeChanges()) {}
    }
    let command = Self.nanoseconds(count) { cart.undoAndRedo() }
    var writer = JSONWriter()
    writer.beginObject()
    for (name, time) in [("editPairNs", edit), ("commandPairNs", command)] {
      writer.key(name)
      writer.double(time)
    }
    writer.endObject()
    return writer.bytes
  }

  /// The median of blocks of a hundred: whoever else has the processor counts in few of them.
  private static func nanoseconds(_ count: Int64, _ pair: () -> Void) -> Double {
    let block: Int64 = 100
    var times: [Double] = []
    for _ in 0...count / block {
      let start = DispatchTime.now().uptimeNanoseconds
      for _ in 0..<block { pair() }
      times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / Double(block))
    }
    times.sort()
    return times[times.count / 2]
  }

  /// The neutral form as a screen document, each field filled with its valid value.
  private static func screen(_ fields: JSON.Elements) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("oyna")
    writer.string("1")
    writer.key("id")
    writer.string("keystroke")
    writer.key("body")
    writer.beginObject()
    writer.key("type")
    writer.string("form")
    writer.key("id")
    writer.string("form")
    writer.key("children")
    writer.beginArray()
    for field in fields { write(field, &writer) }
    writer.endArray()
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }

  private static func write(_ field: JSON, _ writer: inout JSONWriter) {
    let name = field["name"]?.string ?? ""
    writer.beginObject()
    writer.key("type")
    writer.string("text_input")
    writer.key("id")
    writer.string("\(name)_field")
    writer.key("props")
    writer.beginObject()
    writer.key("label")
    writer.string(field["label"]?.string ?? name)
    writer.key("stateKey")
    writer.string(name)
    writer.key("value")
    writer.string(field["valid"]?.string ?? "")
    writer.endObject()
    if let when = field["when"], let other = when["field"]?.string {
      var equals = JSONWriter()
      equals.value(when["equals"]?.value ?? .null)
      writer.key("visibleWhen")
      writer.string("\(other) == \(equals.text)")
    }
    writer.key("validations")
    writer.beginArray()
    writeRules(field, &writer)
    writer.endArray()
    writer.endObject()
  }

  private static func writeRules(_ field: JSON, _ writer: inout JSONWriter) {
    if field["required"]?.bool == true {
      writer.beginObject()
      writer.key("rule")
      writer.string("required")
      writer.endObject()
    }
    if let least = field["minLength"]?.int {
      writer.beginObject()
      writer.key("rule")
      writer.string("minLength")
      writer.key("value")
      writer.int(least)
      writer.endObject()
    }
    if let pattern = field["pattern"]?.string {
      writer.beginObject()
      writer.key("rule")
      writer.string("regex")
      writer.key("pattern")
      writer.string(pattern)
      writer.endObject()
    }
  }
}

/// A cart of ten lines whose middle one was changed.
private final class CartPair {
  private let history = CommandHistory()

  init?() {
    let cart = Cart(currency: .uzs)
    guard let product = ProductID("5") else { return nil }
    do {
      for number in 0..<10 {
        guard let id = ProductID(String(number)) else { return nil }
        let price = Money(minorUnits: 450_000, currency: .uzs)
        let line = try CartLine(product: id, title: "Non", unitPrice: price)
        try history.execute(AddProductCommand(line, to: cart))
      }
      try history.execute(ChangeQuantityCommand(of: product, to: 3, in: cart))
    } catch {
      return nil
    }
  }

  func undoAndRedo() {
    _ = try? history.undo()
    _ = try? history.redo()
  }
}
