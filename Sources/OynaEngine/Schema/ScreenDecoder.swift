import OynaValue

/// Reads a document in three passes, each linear: `walk` finds the components and declares the
/// keys, `compile` reads members and binds names to keys, `DependencyGraph` orders what was bound.
///
/// It goes on after an error, so that the linter sees every finding of one run; a screen is made
/// only when there was none.
final class ScreenDecoder {
  let root: JSON
  let limits: ScreenLimits
  let environment: CELEnvironment
  let extensions: Extensions

  var outlines: [ComponentOutline] = []
  var keys: [KeyDeclaration] = []
  var scopes: [KeyScope] = [KeyScope(owner: nil, parent: nil, keys: [])]
  /// By scope: its own names.
  var names: [[String: KeyIndex]] = [[:]]
  /// By key: where it is declared; nil for what the runtime gives.
  var keyPlaces: [JSON?] = []
  var componentsByID: [String: ComponentIndex] = [:]
  /// Keys of inputs inside unknown components: declared last, if nobody else declares them, so
  /// that an unknown component never makes the rest of the screen unreadable.
  var phantomKeys: [(name: String, isSensitive: Bool, place: JSON, scope: ScopeIndex)] = []
  var state: JSON?
  var screenCurrency = "UZS"
  /// By component: the carts that were read so far.
  var carts: [Int: CartModel] = [:]
  /// The screen whose keys a part names; nil while a whole document is decoded.
  var openScreen: Screen?
  var hasUnknownRule = false
  /// An action queues, or `queue_status` shows what waits.
  var usesQueue = false
  var reachedComponentLimit = false

  /// By scope: each expression is compiled once, however often it is written.
  var expressions: [[String: BoundExpression]] = [[:]]
  var patterns: [String: RegularExpression] = [:]

  private(set) var findings: [Finding] = []
  private(set) var hasErrors = false
  /// What was said of which place: nothing is said twice.
  private var said: Set<Said> = []

  private struct Said: Hashable {
    let offset: Int
    let message: String
  }

  /// A finding before its place is worked out.
  struct Finding {
    let severity: Diagnostic.Severity
    let code: Diagnostic.Code
    let message: String
    let place: JSON
    /// Distance of the place from the start of the text.
    let offset: Int
    let correction: String?
  }

  /// More findings than this help nobody, and each costs a search of its place.
  static let findingLimit = 200

  /// Names that may still be compared to find a nearest one: a document of thousands of faults in
  /// thousands of names would take that many times that many comparisons.
  private var comparisons = 20_000

  /// The candidate that a mistyped name was meant to be, while the budget lasts.
  func nearest(_ name: String, among candidates: [String]) -> String? {
    guard comparisons >= candidates.count else { return nil }
    comparisons -= candidates.count
    return NearestName.find(name, among: candidates)
  }

  /// True when another finding would not be kept: then its message need not be made.
  var isFull: Bool { hasErrors && findings.count >= Self.findingLimit }

  init(
    _ root: JSON, limits: ScreenLimits, environment: CELEnvironment, extensions: Extensions
  ) {
    self.extensions = extensions
    self.root = root
    self.limits = limits
    self.environment = environment
  }

  // MARK: - Findings

  func error(
    _ code: Diagnostic.Code, _ message: String, at place: JSON, inString: Int? = nil,
    correction: String? = nil
  ) {
    record(.error, code, message, at: place, inString: inString, correction: correction)
  }

  func warn(
    _ code: Diagnostic.Code, _ message: String, at place: JSON, inString: Int? = nil,
    correction: String? = nil
  ) {
    record(.warning, code, message, at: place, inString: inString, correction: correction)
  }

  private func record(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, at place: JSON,
    inString: Int?, correction: String?
  ) {
    let offset = inString.map { place.offset(inString: $0) } ?? place.offset
    // A member is read once as one of the type's and perhaps once more for what it means.
    guard said.insert(Said(offset: offset, message: message)).inserted else { return }
    let isFirstError = severity == .error && !hasErrors
    if severity == .error { hasErrors = true }
    guard findings.count < Self.findingLimit || isFirstError else { return }
    findings.append(
      Finding(
        severity: severity, code: code, message: message, place: place,
        offset: offset, correction: correction))
  }

  /// Every finding in the order of the document.
  func diagnostics() -> [Diagnostic] {
    guard !findings.isEmpty else { return [] }
    let sorted = findings.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    let positions = root.document.positions(ofAscending: sorted.map { $0.element.offset })
    return zip(sorted, positions).map { entry, position in
      let finding = entry.element
      return Diagnostic(
        finding.severity, finding.code, finding.message, at: position, path: finding.place.path,
        correction: finding.correction)
    }
  }

  // MARK: - Types of members

  /// What a value is, in the words of a message.
  static func describe(_ json: JSON) -> String {
    switch json.kind {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  func wrongType(_ name: String, _ expected: String, _ json: JSON) {
    error(
      .wrongType, "`\(name)` must be \(expected), not \(Self.describe(json)).", at: json)
  }

  func string(_ json: JSON?, _ name: String) -> String? {
    guard let json else { return nil }
    if let string = json.string { return string }
    wrongType(name, "text", json)
    return nil
  }

  func bool(_ json: JSON?, _ name: String) -> Bool? {
    guard let json else { return nil }
    if let bool = json.bool { return bool }
    wrongType(name, "true or false", json)
    return nil
  }

  /// A whole number of at least `minimum` that fits `Int` on every platform.
  func int(_ json: JSON?, _ name: String, atLeast minimum: Int64 = 0) -> Int? {
    guard let json else { return nil }
    guard json.kind == .number else {
      wrongType(name, "a whole number", json)
      return nil
    }
    guard let int = json.int, int >= minimum, int <= Int64(Int32.max) else {
      error(
        .badValue, "`\(name)` must be a whole number from \(minimum) to \(Int32.max).", at: json)
      return nil
    }
    return Int(int)
  }

  /// `.int` or `.decimal`, exact.
  func number(_ json: JSON?, _ name: String) -> Value? {
    guard let json else { return nil }
    guard json.kind == .number else {
      wrongType(name, "a number", json)
      return nil
    }
    return json.int.map { .int($0) } ?? json.value
  }

  func object(_ json: JSON?, _ name: String) -> JSON.Members? {
    guard let json else { return nil }
    if let object = json.object { return object }
    wrongType(name, "an object", json)
    return nil
  }

  func array(_ json: JSON?, _ name: String) -> JSON.Elements? {
    guard let json else { return nil }
    if let array = json.array { return array }
    wrongType(name, "a list", json)
    return nil
  }

  func word(_ json: JSON?, _ name: String, among words: [String]) -> String? {
    guard let json, let word = string(json, name) else { return nil }
    if words.contains(word) { return word }
    error(
      .badValue, "`\(name)` must be \(Self.list(words)), not `\(word)`.", at: json,
      correction: nearest(word, among: words))
    return nil
  }

  /// `` `a`, `b` or `c` ``.
  static func list(_ words: [String]) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0 { text += index == words.count - 1 ? " or " : ", " }
      text += "`\(word)`"
    }
    return text
  }

  /// A member that must be there: the finding names a member that may be meant instead.
  func missing(_ name: String, of owner: String, in json: JSON, known: [String]) {
    let strangers = (json.object?.map { $0.key } ?? []).filter { !known.contains($0) }
    let meant = nearest(name, among: strangers)
    error(
      .missingMember, "\(owner) needs `\(name)`.", at: meant.flatMap { json[$0] } ?? json,
      correction: meant.map { "Rename `\($0)` to `\(name)`." })
  }

  /// ``A `text` `` or ``An `image` ``.
  static func article(_ type: String) -> String {
    let isVowel = type.utf8.first.map { "aeiou".utf8.contains($0) } ?? false
    return (isVowel ? "An" : "A") + " `\(type)`"
  }
}

extension JSON {
  /// The member, where `null` counts as absent.
  func member(_ name: String) -> JSON? {
    guard let json = self[name], !json.isNull else { return nil }
    return json
  }

  /// The members of an object; none for any other value.
  var members: [(key: String, value: JSON)] { object.map { Array($0) } ?? [] }

  /// The elements of a list; none for any other value.
  var elements: [JSON] { array.map { Array($0) } ?? [] }
}
