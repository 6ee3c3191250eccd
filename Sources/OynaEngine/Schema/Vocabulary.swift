/// What the format knows: the one table behind the decoder's type checks, the linter's nearest
/// names, `oyna schema` and the tests of `Docs/Format`.
public enum Vocabulary {
  /// The major version of the format that this engine speaks.
  public static let version = "1"

  /// Every component type, in the order of `Docs/Format`.
  public static let components: [ComponentEntry] = inputs + layouts + contents + services

  /// The entry of a type; nil for a type that this engine does not know.
  public static func component(_ type: String) -> ComponentEntry? { componentsByType[type] }

  /// The entry of a rule; nil for a rule that this engine does not know.
  public static func rule(_ name: String) -> RuleEntry? { rulesByName[name] }

  /// The entry of an action; nil for an action that this engine does not know.
  public static func action(_ name: String) -> ActionEntry? { actionsByName[name] }

  private static let componentsByType = table(components) { $0.type }
  private static let rulesByName = table(rules) { $0.name }
  private static let actionsByName = table(actions) { $0.name }
}

/// One member of an object of the format.
public struct MemberEntry: Sendable {
  /// The member's name.
  public let name: String
  /// What it may hold.
  public let type: MemberType
  /// True when the object is refused without it.
  public let isRequired: Bool

  /// A member of an entry.
  public init(_ name: String, _ type: MemberType, required: Bool = false) {
    self.name = name
    self.type = type
    self.isRequired = required
  }

  /// The member that holds the component of a slot.
  public init(slot: Component.Role) { self.init(slot.rawValue, .component) }
}

/// What a member may hold.
public indirect enum MemberType: Sendable {
  /// Text that a person reads; may hold `{{ }}`.
  case text
  /// Text taken as it stands.
  case string
  /// A URL that the host may ask for; may hold `{{ }}`.
  case url
  /// `true` or `false`.
  case bool
  /// A whole number of at least this.
  case int(atLeast: Int64)
  /// Any JSON number.
  case number
  /// A number, or text in a number's form.
  case any
  /// A JSON object with any members.
  case object
  /// A JSON array with any elements.
  case array
  /// One of the engine's own words: anything else is refused.
  case oneOf([String])
  /// A presentational word: the linter knows these, a renderer may know more.
  case name([String])
  /// CEL.
  case expression
  /// A state key.
  case key
  /// A list of state keys.
  case keys
  /// One action or a list of them.
  case actions
  /// One component.
  case component
  /// A list of components.
  case components
  /// A list of validation rules.
  case rules
  /// `props.options`.
  case options
  /// `props.mask`.
  case mask
  /// `props.products` of a `cart`.
  case products
  /// `props.promoCodes` of a `cart`.
  case promoCodes
  /// `"YYYY-MM-DD"` or `"today"`.
  case dateBound
  /// A list of texts.
  case strings
}

/// One component type of the format.
public final class ComponentEntry: Sendable {
  /// The type's name on the wire.
  public let type: String
  /// What the engine does with it.
  public let kind: Component.Kind
  /// The members of its `props`.
  public let props: [MemberEntry]
  /// The components that it holds besides `children`.
  public let slots: [Component.Role]
  /// True when it draws `children`.
  public let hasChildren: Bool
  /// The events that it reports, for `on`.
  public let events: [String]

  let propTypes: [String: MemberType]

  init(
    _ type: String, _ kind: Component.Kind, children: Bool = false, events: [String] = [],
    slots: [Component.Role] = [], _ props: [MemberEntry]
  ) {
    self.type = type
    self.kind = kind
    self.props = props
    self.slots = slots
    self.hasChildren = children
    self.events = events
    self.propTypes = table(props) { $0.name }.mapValues { $0.type }
  }
}

/// One rule of the format.
public struct RuleEntry: Sendable {
  /// The rule's name on the wire.
  public let name: String
  /// Its parameters, besides `Vocabulary.ruleMembers`.
  public let members: [MemberEntry]

  init(_ name: String, _ members: [MemberEntry] = []) {
    self.name = name
    self.members = members
  }
}

/// One action of the format.
public struct ActionEntry: Sendable {
  /// The action's name on the wire.
  public let name: String
  /// Its parameters, besides `type`.
  public let members: [MemberEntry]
  /// True when any other member is a parameter too (`command`, `track`, `pay`).
  public let isOpen: Bool

  init(_ name: String, open: Bool = false, _ members: [MemberEntry] = []) {
    self.name = name
    self.members = members
    self.isOpen = open
  }
}

/// The entries under their names.
private func table<Entry>(
  _ entries: [Entry], _ name: (Entry) -> String
) -> [String: Entry] {
  var table: [String: Entry] = [:]
  for entry in entries { table[name(entry)] = entry }
  return table
}
