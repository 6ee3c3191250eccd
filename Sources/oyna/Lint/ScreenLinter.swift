import OynaEngine
import OynaValue

/// Collects the findings about one document: the decoder's, and what only a person who writes
/// screens wants to hear.
struct ScreenLinter {
  let root: JSON
  /// Findings at most, the decoder's too: nobody reads more, and the path of each costs a walk.
  static let findingLimit = 1_000
  private var found: [(offset: Int, finding: Diagnostic)] = []

  init(_ root: JSON) { self.root = root }

  /// Every finding in the order of the text.
  static func findings(
    _ root: JSON, catalogues: Catalogues, extensions: Extensions = Extensions()
  ) -> [Diagnostic] {
    var linter = ScreenLinter(root)
    let decoded = Screen.diagnose(root, extensions: extensions)
    let parts = DocumentParts(root, extensions)
    for finding in decoded {
      let offset = finding.position?.offset ?? 0
      linter.found.append((offset, linter.corrected(finding, parts.familiar[offset])))
    }
    linter.lintMembers(parts)
    linter.lintTexts(parts, catalogues)
    if let screen = try? Screen(decoding: root, extensions: extensions) {
      linter.lintRules(screen, parts)
      linter.lintExpressions(screen)
    }
    return linter.found.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }.map(\.element.finding)
  }

  /// The decoder knows names that are spelt alike; this knows those of other formats.
  private func corrected(_ finding: Diagnostic, _ familiar: String?) -> Diagnostic {
    guard let familiar, finding.correction == nil else { return finding }
    return Diagnostic(
      finding.severity, finding.code, finding.message, at: finding.position, path: finding.path,
      correction: familiar)
  }

  mutating func warn(
    _ code: Diagnostic.Code, _ message: String, at place: JSON,
    correction: @autoclosure () -> String? = nil
  ) {
    guard found.count < Self.findingLimit else { return }
    let path = place.path
    // A mistyped member that the decoder asks to rename is not unknown besides.
    if code == .unknownMember, found.contains(where: { $0.finding.path == path }) { return }
    let finding = Diagnostic(
      .warning, code, message, at: place.position, path: path, correction: correction())
    found.append((place.offset, finding))
  }
}

/// The components, rules and actions of a document, found by their place in the format.
struct DocumentParts {
  /// A component, and what holds it.
  struct Component {
    let json: JSON
    let entry: ComponentEntry?
    let parent: String?
  }

  private(set) var components: [Component] = []
  private(set) var rules: [JSON] = []
  private(set) var actions: [JSON] = []
  private(set) var options: [JSON] = []
  private(set) var products: [JSON] = []
  private(set) var promoCodes: [JSON] = []
  /// Components and rules by their offset: the model keeps offsets only.
  private(set) var places: [Int: JSON] = [:]
  /// By the offset of a type or a rule that the format does not know: what may be meant.
  private(set) var familiar: [Int: String] = [:]

  /// ``A `text` `` or ``An `image` ``.
  static func article(_ type: String) -> String {
    ("aeiou".contains(type.prefix(1)) ? "An" : "A") + " `\(type)`"
  }

  let extensions: Extensions

  init(_ root: JSON, _ extensions: Extensions) {
    self.extensions = extensions
    if let body = root["body"] { add(component: body, in: nil) }
  }

  private mutating func add(component json: JSON, in parent: String?) {
    guard json.object != nil else { return }
    let type = json["type"]?.string
    let entry = type.flatMap { Vocabulary.component($0) ?? extensions.components[$0] }
    components.append(Component(json: json, entry: entry, parent: parent))
    places[json.offset] = json
    if entry == nil, let type, let place = json["type"] {
      familiar[place.offset] = FamiliarName.component(type)
    }
    // Of an unknown component only the fallback is drawn.
    if entry != nil {
      add(rules: json["validations"])
      for (_, action) in json["on"]?.object.map({ Array($0) }) ?? [] { add(actions: action) }
      if let options = json["props"]?["options"] { add(options: options) }
      if entry?.kind == .input(.cart) {
        products += json["props"]?["products"]?.array.map { Array($0) } ?? []
        promoCodes += json["props"]?["promoCodes"]?.array.map { Array($0) } ?? []
      }
      for child in json["children"]?.array.map({ Array($0) }) ?? [] {
        add(component: child, in: type)
      }
      for slot in entry?.slots ?? [] {
        if let child = json[slot.rawValue] ?? json["props"]?[slot.rawValue] {
          add(component: child, in: type)
        }
      }
    }
    if let fallback = json["fallback"] { add(component: fallback, in: parent) }
  }

  private mutating func add(rules json: JSON?) {
    for rule in json?.array.map({ Array($0) }) ?? [] {
      rules.append(rule)
      places[rule.offset] = rule
      if let place = rule["rule"], let name = place.string, Vocabulary.rule(name) == nil {
        familiar[place.offset] = FamiliarName.rule(name)
      }
      add(rules: rule["rules"])
    }
  }

  private mutating func add(actions json: JSON) {
    if let list = json.array {
      for action in list { add(actions: action) }
      return
    }
    guard json.object != nil else { return }
    actions.append(json)
    if let place = json["type"], let name = place.string, Vocabulary.action(name) == nil {
      familiar[place.offset] = FamiliarName.action(name)
    }
    for name in ["actions", "then", "else"] {
      if let inner = json[name] { add(actions: inner) }
    }
    for (_, inner) in json["on"]?.object.map({ Array($0) }) ?? [] { add(actions: inner) }
  }

  private mutating func add(options json: JSON) {
    if let list = json.array {
      options += Array(list)
    } else {
      for one in json["cases"]?.array.map({ Array($0) }) ?? [] {
        if let list = one["options"] { add(options: list) }
      }
      if let list = json["otherwise"], list.array != nil { add(options: list) }
    }
  }
}

extension Diagnostic.Code {
  /// A member that the format does not know: kept and ignored.
  static let unknownMember = Diagnostic.Code("unknown-member")
  /// A presentational word that the format does not know.
  static let unknownWord = Diagnostic.Code("unknown-word")
  /// A rule or a component that can never take effect.
  static let unreachable = Diagnostic.Code("unreachable")
  /// Rules that no value can satisfy together.
  static let contradiction = Diagnostic.Code("contradiction")
  /// A pattern that no text matches.
  static let impossiblePattern = Diagnostic.Code("impossible-pattern")
  /// Something that a person operates or reads has no name.
  static let missingLabel = Diagnostic.Code("missing-label")
  /// An expression that reads a member of what has none.
  static let noSuchField = Diagnostic.Code("no-such-field")
  /// A text that a catalogue beside the file does not have.
  static let missingTranslation = Diagnostic.Code("missing-translation")
  /// A field whose name says secret and that is none.
  static let unmarkedSecret = Diagnostic.Code("unmarked-secret")
}
