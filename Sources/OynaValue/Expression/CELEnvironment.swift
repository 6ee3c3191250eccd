/// What an expression may name, and how strictly it is read.
///
/// ```swift
/// var environment = CELEnvironment.standard
/// environment.declarations = ["age": .int, "name": .string]
/// let program = try CELProgram("age >= 18 && size(name) > 1", environment: environment)
/// ```
public struct CELEnvironment: Sendable {
  /// The variables and their types. Names may be qualified: `"com.example.x"`.
  public var declarations: [String: CELType] = [:] {
    didSet {
      declaresQualifiedNames = declarations.keys.contains { $0.utf8.contains(UInt8(ascii: ".")) }
    }
  }

  /// Whether `a.b` may be one name: else the compiler need not put names together.
  private(set) var declaresQualifiedNames = false

  /// The namespace in which names are looked up first: in `a.b`, the name `x` means `a.b.x`, else
  /// `a.x`, else `x`.
  public var container = ""

  /// Whether types and names are checked before an expression may run. Without it, a wrong name
  /// or type is an error of the evaluation.
  public var checksTypes = true

  /// Whether `has()`, `all()` and the other macros are expanded.
  public var expandsMacros = true

  /// Whether a name that is not declared is a variable of type `dyn`: a screen's state key.
  public var declaresUnknownNames = false

  /// The name through which a variable whose name is no identifier is read:
  /// with `"state"`, `state["user.email"]` reads the variable `user.email`.
  public var stateName: String?

  /// No variables; types are checked.
  public static let standard = CELEnvironment()

  /// An expression of a screen: every name is a state key and `dyn`.
  public static let screen: CELEnvironment = {
    var environment = CELEnvironment()
    environment.declaresUnknownNames = true
    environment.stateName = "state"
    return environment
  }()

  /// The names of the time zones that `getHours("…")` and its kin know, besides `UTC` and offsets
  /// such as `+05:00`. Each is known by the rule now in force, for the years in which it holds.
  public static var timeZoneNames: [String] { TimeZoneRule.names }

  /// The standard environment, to be changed.
  public init() {}

  /// The candidates for `name` from the innermost namespace outwards.
  func candidates(_ name: String) -> [String] {
    guard !container.isEmpty else { return [name] }
    var result: [String] = []
    var prefix = container[...]
    while true {
      result.append("\(prefix).\(name)")
      guard let dot = prefix.lastIndex(of: ".") else { break }
      prefix = prefix[..<dot]
    }
    result.append(name)
    return result
  }
}
