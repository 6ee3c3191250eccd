import OynaEngine
import OynaPayments
import OynaValue

@testable import OynaServer

/// What a fuzz target does with bytes: reads them as its format and checks what must hold, whatever
/// they are. The fuzzer runs it under sanitizers, the unit tests over the seeds and every find.
public enum FuzzCheck: String, CaseIterable, Sendable {
  case json, regex, cel, screen, request, callback

  /// Something that must hold did not.
  public struct Violation: Error {
    /// What it was.
    public let description: String
  }

  /// Checks one input.
  public func run(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
    switch self {
    case .json: try Self.checkJSON(bytes)
    case .regex: try Self.checkRegex(bytes)
    case .cel: Self.checkCEL(bytes)
    case .screen: try Self.checkScreen(bytes)
    case .request: try Self.checkRequest(bytes)
    case .callback: Self.checkCallback(bytes)
    }
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// What is read is written, read again and the same.
  private static func checkJSON(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
    for options in [JSON.Options.screen, .rfc8259] {
      guard let json = try? JSON.parse(bytes, options: options) else { continue }
      var written: [UInt8] = []
      json.write(into: &written)
      guard let again = try? JSON.parse(written, options: options) else {
        throw Violation(description: "what was written is not read")
      }
      var rewritten: [UInt8] = []
      again.write(into: &rewritten)
      guard written == rewritten, json.value == again.value else {
        throw Violation(description: "what was written is another value")
      }
    }
  }

  /// A pattern, a line feed, a text: a whole match is a match, and spans lie in the text.
  private static func checkRegex(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let subject = parts.count > 1 ? text(parts[1]) : ""
    guard let expression = try? RegularExpression(text(parts.first ?? bytes[...])) else { return }
    let matcher = expression.makeMatcher()
    let isWhole = matcher.matchesWhole(subject)
    let spans = expression.firstMatch(in: subject)
    guard !isWhole || spans != nil, expression.contains(subject) == (spans != nil) else {
      throw Violation(description: "a match is none")
    }
    for span in spans ?? [] {
      guard let span else { continue }
      guard span.lowerBound >= 0, span.upperBound <= subject.utf8.count else {
        throw Violation(description: "a span lies outside")
      }
    }
  }

  /// Over a few values of every kind; the cost bound ends what would not end.
  private static func checkCEL(_ bytes: UnsafeRawBufferPointer) {
    guard let program = try? CELProgram(text(bytes), environment: .screen) else { return }
    let values: [Value] = [
      .null, .int(.max), .string("+998"), .bool(true), .list([.int(1), .string("a")]),
    ]
    for first in values.indices {
      _ = try? program.evaluate(costLimit: 10_000) { values[(first + $0) % values.count] }
    }
  }

  /// A screen that is taken runs: its first tree, a tap on each button, an edit of each field.
  private static func checkScreen(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
    guard let json = try? JSON.parse(bytes) else { return }
    let findings = Screen.diagnose(json)
    guard let screen = try? Screen(decoding: json) else {
      guard findings.contains(where: { $0.severity == .error }) else {
        throw Violation(description: "a screen is refused that lint finds nothing in")
      }
      return
    }
    guard let day = CalendarDay(year: 2026, month: 11, day: 30), screen.components.count < 300
    else { return }
    var engine = Engine(
      screen: screen,
      context: Context(language: "uz", today: day, seed: Context.Seed(high: 1, low: 2)))
    _ = engine.takeChanges()
    for component in screen.components.prefix(40) {
      if let field = component.field {
        let key = screen[field.key].key.name
        _ = engine.handle(.input(key: key, value: .string("a1")))
        _ = engine.handle(.blur(key: key))
      }
      _ = engine.handle(.tap(id: component.id))
      _ = engine.takeChanges()
    }
    _ = engine.handle(.advance(milliseconds: 60_000))
    _ = try? Submission(
      validating: json, against: screen,
      context: Context(language: "uz", today: day, seed: Context.Seed(high: 1, low: 2)))
  }

  /// A target, a line feed, a value that each header is read as.
  private static func checkRequest(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? text(parts[1]) : ""
    let names = [
      "Idempotency-Key", "traceparent", "X-Forwarded-For", "Accept-Language", "Content-Type",
      "Content-Disposition", "Origin", "Host", "Accept", "Authorization", "X-Request-Id",
    ]
    let request = HTTPRequest(
      method: "POST", target: text(parts.first ?? bytes[...]),
      headers: HTTPFields(names.map { ($0, value) }), body: HTTPBody(Array(bytes)),
      client: "127.0.0.1")
    if let path = request.path {
      let segments = path.split(separator: "/")
      guard path.utf8.first == 0x2F, !segments.contains(".."), !segments.contains("."),
        !path.utf8.contains(where: { $0 < 0x20 })
      else { throw Violation(description: "a path climbs") }
    }
    if let key = try? IdempotencyKey(request.headers) {
      let again = try? IdempotencyKey(HTTPFields([("Idempotency-Key", key.header)]))
      guard again == key else { throw Violation(description: "a key changes on its way") }
    }
    if let trace = TraceContext(value) {
      guard TraceContext(trace.header) == trace else {
        throw Violation(description: "a trace changes on its way")
      }
    }
    let proxies = TrustedProxies(ranges: ["127.0.0.0/8"].compactMap { AddressRange($0) })
    guard AddressRange.parse(proxies.client(request)) != nil else {
      throw Violation(description: "a client is no address")
    }
    let name = FileName.text(disposition: value)
    guard !name.contains("/"), !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw Violation(description: "a name has a path in it")
    }
    _ = LanguageChoice(default: "uz", ["ru", "en"]).best(for: value)
    _ = JSONBody.isJSON(request)
    _ = OriginCheck(trusted: []).allows(request)
    _ = PaymeAuthorization.isValid(value, key: "key")
    _ = FileKind(bytes)
  }

  /// What a payment provider posts: Payme's JSON, Click's form.
  private static func checkCallback(_ bytes: UnsafeRawBufferPointer) {
    if let json = try? JSON.parse(bytes, options: .screen) {
      _ = try? PaymeCall(json, accountField: "order_id")
    }
    let form = FormBody(
      HTTPRequest(
        method: "POST", target: "/click/prepare",
        headers: HTTPFields([("Content-Type", "application/x-www-form-urlencoded")]),
        body: HTTPBody(Array(bytes))))
    if let form { _ = ClickCall { form[$0] } }
    _ = ForwardedAnswer.object(
      ForwardAnswer(
        status: 200, headers: HTTPFields([("Content-Type", "application/json")]),
        body: Array(bytes)))
  }
}
