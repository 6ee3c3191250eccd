public import OynaValue

// The findings of the decoder and the linter. Names are stable: programs test them.
extension Diagnostic.Code {
  /// A known member holds a value of another type.
  public static let wrongType = Diagnostic.Code("wrong-type")
  /// A member that must be there is not.
  public static let missingMember = Diagnostic.Code("missing-member")
  /// A value of the right type that cannot be meant: a word outside its list, a negative length.
  public static let badValue = Diagnostic.Code("bad-value")
  /// The document speaks another major version of the format.
  public static let unsupportedVersion = Diagnostic.Code("unsupported-version")
  /// A component asks for more than this engine speaks.
  public static let unmetRequirement = Diagnostic.Code("unmet-requirement")
  /// Two components with one id.
  public static let duplicateID = Diagnostic.Code("duplicate-id")
  /// Two owners of one state key.
  public static let duplicateKey = Diagnostic.Code("duplicate-key")
  /// A name that cannot be a key: empty or `__proto__`.
  public static let badKey = Diagnostic.Code("bad-key")
  /// A name that no input, no `computed` and no `state` gives.
  public static let unknownKey = Diagnostic.Code("unknown-key")
  /// Keys that need each other's values.
  public static let dependencyCycle = Diagnostic.Code("dependency-cycle")
  /// A pattern that RE2 syntax does not have, or that is too large.
  public static let badPattern = Diagnostic.Code("bad-pattern")
  /// An expression that CEL does not have.
  public static let badExpression = Diagnostic.Code("bad-expression")
  /// A `{{ }}` that cannot be read.
  public static let badTemplate = Diagnostic.Code("bad-template")
  /// Something outside its own field reads a secret.
  public static let sensitiveRead = Diagnostic.Code("sensitive-read")
  /// The document holds the value of a secret.
  public static let sensitiveValue = Diagnostic.Code("sensitive-value")
  /// A URL whose scheme could run code or read local files.
  public static let badURL = Diagnostic.Code("bad-url")
  /// A limit of the format (DESIGN §9).
  public static let limit = Diagnostic.Code("limit")
  /// A component where its type cannot stand: a form in a form, a group in a group.
  public static let misplaced = Diagnostic.Code("misplaced")
  /// A type that this engine does not know; its fallback is drawn.
  public static let unknownComponent = Diagnostic.Code("unknown-component")
  /// A rule that this engine does not know; submit is blocked.
  public static let unknownRule = Diagnostic.Code("unknown-rule")
  /// An action that this engine does not know; it does nothing.
  public static let unknownAction = Diagnostic.Code("unknown-action")
  /// A condition whose value is never true or false: it counts as false.
  public static let notBool = Diagnostic.Code("not-bool")
}
