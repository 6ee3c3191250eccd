public import OynaValue

/// The strings of a document that a person reads, found by what the format says of each member:
/// the ones that a catalogue translates and that lint asks a translation of.
///
/// A component, action or member that the format does not know may come from a newer server or from
/// a host: there a string counts as text when its name holds text elsewhere in the format.
public struct DocumentTexts {
  /// Every text that is not empty, in the order of the walk.
  public private(set) var texts: [JSON] = []
  private let extensions: Extensions

  /// - Complexity: linear in the document.
  public init(_ document: JSON, extensions: Extensions = Extensions()) {
    self.extensions = extensions
    walk(document, Vocabulary.screenMembers)
  }

  /// What a member may hold, by its name, for members of components that the format does not know.
  private static let typesByName: [String: MemberType] = {
    var types: [String: MemberType] = ["accessibility": .object, "on": .object]
    for entry in Vocabulary.components {
      for member in entry.props where holdsText(member.type) { types[member.name] = member.type }
    }
    for entry in Vocabulary.actions {
      for member in entry.members where holdsText(member.type) { types[member.name] = member.type }
    }
    return types
  }()

  private static func holdsText(_ type: MemberType) -> Bool {
    switch type {
    case .text, .options, .products, .component, .components, .actions, .rules: true
    default: false
    }
  }

  // MARK: - Objects

  private mutating func walk(_ json: JSON, _ members: [MemberEntry]) {
    for (name, value) in json.members {
      if let member = members.first(where: { $0.name == name }) {
        walk(value, name, member.type)
      }
    }
  }

  private mutating func walk(_ json: JSON, _ name: String, _ type: MemberType) {
    switch type {
    case .text: add(json)
    case .component: component(json)
    case .components: for child in json.elements { component(child) }
    case .rules: for rule in json.elements { self.rule(rule) }
    case .options: options(json)
    case .products: for product in json.elements { walk(product, Vocabulary.productMembers) }
    case .actions: actions(json)
    case .object: object(json, name)
    case .array where name == "patch": for operation in json.elements { self.operation(operation) }
    default: break
    }
  }

  /// The objects whose members are no list of the format's own, by their name.
  private mutating func object(_ json: JSON, _ name: String) {
    switch name {
    case "accessibility": walk(json, Vocabulary.accessibilityMembers)
    case "queue": walk(json, Vocabulary.queueMembers)
    case "on": for (_, action) in json.members { actions(action) }
    default: break  // `state`, `computed`, `requires`, `headers`: values and names
    }
  }

  private mutating func add(_ json: JSON) {
    if let text = json.string, !text.isEmpty { texts.append(json) }
  }

  // MARK: - Components

  private mutating func component(_ json: JSON) {
    let type = json["type"]?.string ?? ""
    let entry = Vocabulary.component(type) ?? extensions.components[type]
    for (name, value) in json.members {
      if name == "props" {
        props(value, entry)
      } else if let member = Vocabulary.componentMembers.first(where: { $0.name == name }) {
        walk(value, name, member.type)
      } else if Component.Role(rawValue: name) != nil {
        component(value)
      }
    }
  }

  private mutating func props(_ json: JSON, _ entry: ComponentEntry?) {
    for (name, value) in json.members {
      if let type = entry?.propTypes[name] {
        walk(value, name, type)
      } else if Component.Role(rawValue: name) != nil, value.object != nil {
        component(value)
      } else {
        unknown(value, name)
      }
    }
  }

  /// A member that the format does not have: a text by its name, or what holds such members.
  private mutating func unknown(_ json: JSON, _ name: String) {
    if let type = Self.typesByName[name] { return walk(json, name, type) }
    for element in json.elements { unknown(element, "") }
    for (name, value) in json.members { unknown(value, name) }
  }

  private mutating func rule(_ json: JSON) {
    let entry = json["rule"]?.string.flatMap { Vocabulary.rule($0) }
    walk(json, Vocabulary.ruleMembers + (entry?.members ?? []))
  }

  private mutating func options(_ json: JSON) {
    for option in json.elements { walk(option, Vocabulary.optionMembers) }
    for one in json["cases"]?.elements ?? [] {
      if let list = one["options"] { options(list) }
    }
    if let otherwise = json["otherwise"] { options(otherwise) }
  }

  // MARK: - Actions

  private mutating func actions(_ json: JSON) {
    if json.array != nil {
      for action in json.elements { actions(action) }
      return
    }
    let type = json["type"]?.string ?? ""
    if let entry = Vocabulary.action(type) ?? extensions.actions[type] {
      walk(json, entry.members)
    } else {
      for (name, value) in json.members where name != "type" { unknown(value, name) }
    }
  }

  /// One operation of a `patch`: `set` names its component by id only.
  private mutating func operation(_ json: JSON) {
    if let new = json["component"] { component(new) }
    if let new = json["props"] { props(new, nil) }
  }
}
