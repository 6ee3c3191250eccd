public import OynaValue

/// A screen document, decoded, compiled and checked: the only way in is `init(decoding:)`.
///
/// ```swift
/// let screen = try Screen(decoding: JSON.parse(bytes))
/// for finding in screen.diagnostics { print(finding.message) }
/// let phone = screen.field(for: StateKey("user_phone"))
/// ```
///
/// Components stand in one flat array in document order. Keys, scopes and readers are dense
/// numbers, so a store over a screen needs no dictionary on the way of a keystroke.
public struct Screen: Sendable {
  /// Names the screen for the server; never empty.
  public let id: String
  /// What the window or the bar shows.
  public let title: Template
  /// BCP 47 tag of the document's texts; nil: the host's choice.
  public let language: String?
  /// ISO 4217 of amounts whose place names none.
  public let currency: String
  /// False keeps the screen out of every store: `"cache": "never"`, and every screen with a
  /// sensitive field.
  public let isStorable: Bool
  /// True when keys are places in the body that a submit sends: see `BodyPlace`.
  public let nestsSubmission: Bool
  /// Where to ask for this screen again until it is another one; nil for a screen that stays.
  public let poll: String?
  /// `state` as written; a key of a sensitive field never has a value here.
  public let initialState: ValueMap
  /// In document order; `graph` knows the order of evaluation.
  public let computed: [Computed]
  /// In document order, parents before children.
  public let components: [Component]
  /// The body.
  public let root: ComponentIndex
  /// Every key; a `KeyIndex` is a place here.
  public let keys: [KeyDeclaration]
  /// Every set of names; a `ScopeIndex` is a place here.
  public let scopes: [KeyScope]
  /// Who reads which key.
  public let graph: DependencyGraph
  /// The fields in document order: what submit visits.
  public let fields: [ComponentIndex]
  /// What was wrong but does not refuse the screen: unknown components, rules and actions.
  public let diagnostics: [Diagnostic]
  /// True when a rule of the screen is unknown: submit fails closed (DESIGN §4).
  public let hasUnknownRule: Bool
  /// True when something on the screen queues, or shows the queue.
  public let usesQueue: Bool
  /// The document itself: places are computed from it on demand, patches are applied to it.
  public let source: JSON
  /// What the host added to the format; patches and answers are decoded with it too.
  public let extensions: Extensions

  let componentsByID: [String: ComponentIndex]
  let keysByName: [StateKey: KeyIndex]

  /// One entry of `computed`: a key whose value is an expression's.
  public struct Computed: Sendable {
    /// The key that gets the value.
    public let key: KeyIndex
    /// Gives the value.
    public let expression: BoundExpression
  }

  /// The component at a place.
  public subscript(index: ComponentIndex) -> Component { components[index.rawValue] }
  /// The key at a place.
  public subscript(index: KeyIndex) -> KeyDeclaration { keys[index.rawValue] }

  /// The component with this `id`, given or made from its place.
  public func component(_ id: String) -> ComponentIndex? { componentsByID[id] }

  /// A key of the screen's own scope; keys of rows are found through their group.
  public func key(_ key: StateKey) -> KeyIndex? { keysByName[key] }

  /// A key of a row of `group`.
  public func key(_ key: StateKey, in group: GroupModel) -> KeyIndex? {
    scopes[group.scope.rawValue].keys.first { keys[$0.rawValue].key == key }
  }

  /// The input that writes a key of the screen's own scope.
  public func field(for key: StateKey) -> ComponentIndex? {
    guard let index = keysByName[key] else { return nil }
    if case .field(let component) = keys[index.rawValue].origin { return component }
    return nil
  }
}

/// What a screen may hold (DESIGN §9).
public struct ScreenLimits: Sendable {
  /// Components in a document.
  public var components = 10_000
  /// Components inside one another.
  public var depth = 64
  /// Instructions of one compiled pattern.
  public var regexProgram = 10_000
  /// The limits of DESIGN §9.
  public init() {}
  /// The limits of DESIGN §9.
  public static let standard = ScreenLimits()
}
