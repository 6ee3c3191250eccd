import OynaValue

/// What a property becomes.
enum ImportedKind: String {
  case text, secret, number, date, bool, choice, choices, object, rows
  /// Nothing: it was reported.
  case none
}

/// One property of an object, with everything that the schema says about it anywhere.
final class PropertyPlan {
  let name: String
  /// The state key, or the prefix of those inside.
  let key: String
  let ui: UISchema
  var kind = ImportedKind.none
  /// What it must be like, and under which condition (CEL); nil: always.
  var variants: [(schema: ResolvedSchema, condition: String?)] = []
  /// Where it must be there; nil: always.
  var requirements: [String?] = []
  /// Where it must not be there.
  var exclusions: [String] = []
  /// A box that is asked as a choice of yes and no, so that it may stay without an answer.
  var isYesOrNo = false
  /// The properties inside an object, or inside a row of a list of objects.
  var object: ObjectPlan?
  /// The value of a row in a list of texts or numbers.
  var row: PropertyPlan?

  init(_ name: String, key: String, ui: UISchema) {
    self.name = name
    self.key = key
    self.ui = ui
  }

  /// The schema that decides what it looks like.
  var main: ResolvedSchema { variants[0].schema }

  /// Its only value, which is there wherever the property has to be.
  var isConstant: Bool {
    kind == .choice && variants.count == 1 && !requirements.isEmpty
      && main["const"] != nil && main["const"]?.truth == nil
  }

  var isRequired: Bool { requirements.contains { $0 == nil } }

  /// It is there only while a condition holds: what introduces it says when.
  var introduction: String? {
    let conditions = variants.compactMap(\.condition)
    guard conditions.count == variants.count, !conditions.isEmpty else { return nil }
    return CELText.any(conditions)
  }

  /// CEL: whether a value would be sent. Nil for a secret, which no expression reads.
  var isPresent: String? {
    let value = CELText.name(key)
    switch kind {
    case .text: return "\(value) != null && \(value).trim() != \"\""
    case .number, .date, .bool, .choice: return "\(value) != null"
    case .choices, .rows: return "\(value) != null && size(\(value)) > 0"
    case .object: return object?.isPresent
    case .secret, .none: return nil
    }
  }
}

/// The properties of one object.
final class ObjectPlan {
  let schema: ResolvedSchema
  /// Names from the body, or the row, to this object.
  let names: [String]
  let ui: UISchema
  /// Whether what is sent always has it: the body itself, a row, a required object of one of these.
  let isAlwaysThere: Bool
  /// Rows hold no lists of objects, as groups do not nest.
  let isInRow: Bool
  /// The object around it.
  weak var outer: ObjectPlan?
  private(set) var properties: [PropertyPlan] = []
  private var index: [String: Int] = [:]
  /// Expressions (CEL) about several of its values.
  var rules: [String] = []

  init(
    _ schema: ResolvedSchema, names: [String], ui: UISchema, isAlwaysThere: Bool,
    isInRow: Bool = false
  ) {
    self.isInRow = isInRow
    self.schema = schema
    self.names = names
    self.ui = ui
    self.isAlwaysThere = isAlwaysThere
  }

  func property(_ name: String) -> PropertyPlan? { index[name].map { properties[$0] } }

  func add(_ property: PropertyPlan) {
    index[property.name] = properties.count
    properties.append(property)
  }

  /// The state key of a property: its name, or a pointer to it (`"submission": "nested"`).
  func key(_ name: String) -> String {
    let isPlain = names.isEmpty && !name.hasPrefix("/")
    if isPlain { return name }
    return (names + [name]).reduce("") { SchemaPointer.adding($1, to: $0) }
  }

  /// CEL: whether a person put anything in it that would be sent. A constant follows the rest.
  var isPresent: String? {
    let entered = properties.filter { !$0.isConstant }.compactMap(\.isPresent)
    let parts = entered.isEmpty ? properties.compactMap(\.isPresent) : entered
    return parts.isEmpty ? nil : CELText.any(parts)
  }

  /// A box is always sent, and its object with it.
  var hasBox: Bool {
    properties.contains { property in
      property.introduction == nil && property.exclusions.isEmpty
        && (property.kind == .bool || property.object?.hasBox == true)
    }
  }

  /// Whether a constant needs nobody to choose it: it is there with the object around it.
  func fillsIn(_ property: PropertyPlan) -> Bool {
    guard property.isConstant else { return false }
    return isAlwaysThere || properties.contains { !$0.isConstant && $0.isPresent != nil }
  }

  /// Whether something else in it has to be there once anything is.
  func asks(besides property: PropertyPlan) -> Bool {
    if isAlwaysThere { return false }
    let asked = properties.contains { $0 !== property && !$0.requirements.isEmpty }
    return asked || !rules.isEmpty || outer?.asks(besides: property) == true
  }

  /// Members that parts of the schema refuse: those that they do not describe.
  var closures: [(names: Set<String>, pointer: String, condition: String?)] = []
}

/// Texts of CEL.
enum CELText {
  // The grammar's reserved words, the names of types, and what the runtime puts into rows.
  private static let reserved: Set<String> = [
    "true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function",
    "if", "import", "let", "loop", "package", "namespace", "return", "var", "void", "while",
    "state", "index", "item", "data", "int", "uint", "double", "bool", "string", "bytes", "list",
    "map", "type", "null_type", "timestamp", "duration", "dyn", "optional", "math", "strings",
    "base64", "cel", "google",
  ]

  /// How an expression reads a state key.
  static func name(_ key: String) -> String {
    let isIdentifier =
      key.utf8.first.map { !($0 >= 0x30 && $0 <= 0x39) } == true
      && key.utf8.allSatisfy {
        ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x30 && $0 <= 0x39)
          || $0 == 0x5F
      }
    return isIdentifier && !reserved.contains(key) ? key : "state[\(literal(key))]"
  }

  static func literal(_ text: String) -> String { Value.string(text).literal }

  static func all(_ parts: [String]) -> String {
    let kept = unique(parts.filter { $0 != "true" })
    if kept.contains("false") { return "false" }
    return kept.isEmpty ? "true" : kept.map { group($0, inside: "||") }.joined(separator: " && ")
  }

  static func any(_ parts: [String]) -> String {
    let kept = unique(parts.filter { $0 != "false" })
    if kept.contains("true") { return "true" }
    return kept.isEmpty ? "false" : kept.map { group($0, inside: "") }.joined(separator: " || ")
  }

  static func not(_ text: String) -> String {
    text == "true" ? "false" : text == "false" ? "true" : "!(\(text))"
  }

  /// If one then the other.
  static func implies(_ condition: String, _ consequence: String) -> String {
    any([not(condition), consequence])
  }

  private static func unique(_ parts: [String]) -> [String] {
    var seen: Set<String> = []
    return parts.filter { seen.insert($0).inserted }
  }

  private static func group(_ text: String, inside weaker: String) -> String {
    let needsParentheses =
      weaker.isEmpty
      ? text.contains("&&") || text.contains("?")
      : text.contains(weaker)
        || text.contains("?")
    return needsParentheses ? "(\(text))" : text
  }
}

/// The part of a uiSchema (react-jsonschema-form) that belongs to one schema.
struct UISchema {
  private let members: ValueMap
  let pointer: String

  init(_ value: Value?, at pointer: String = "") {
    members = value?.map ?? ValueMap()
    self.pointer = pointer
  }

  /// What `ui:x`, or `ui:options` for `x`, says.
  subscript(name: String) -> Value? { members["ui:\(name)"] ?? members["ui:options"]?.map?[name] }

  func inside(_ name: String) -> UISchema {
    UISchema(members[name], at: SchemaPointer.adding(name, to: pointer))
  }

  private static let known: Set<String> = [
    "ui:widget", "ui:options", "ui:title", "ui:description", "ui:help", "ui:placeholder",
    "ui:order", "ui:autofocus", "ui:autocomplete", "ui:readonly", "ui:disabled", "ui:enumNames",
    "ui:enumDisabled", "ui:submitButtonOptions", "ui:classNames", "ui:style", "ui:rootFieldId",
    "ui:globalOptions", "ui:label",
  ]

  /// Members that mean nothing here.
  var unknown: [String] {
    (Value.map(members).members ?? []).map(\.0).filter {
      $0.hasPrefix("ui:") && !Self.known.contains($0)
    }
  }
}
