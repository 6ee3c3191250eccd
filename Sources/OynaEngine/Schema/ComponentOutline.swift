import OynaValue

/// What the first pass knows of a component: its members as views, its place and its names.
struct ComponentOutline {
  let json: JSON
  let type: String
  /// Nil for an unknown type.
  let entry: ComponentEntry?
  let parent: Int
  let role: Component.Role
  /// Its place among its siblings.
  let place: Int
  let scope: ScopeIndex
  let form: Int
  let step: Int
  let members: ComponentMembers
  var id = ""
  var hasOwnID = false
  var key: KeyIndex?
  var stateKey = ""
  var isSensitive = false
  var children: [ComponentIndex] = []
  var slots: [(role: Component.Role, component: ComponentIndex)] = []
  var subtreeEnd = 0
  /// The scope that it opens for what it holds: rows or items.
  var innerScope: ScopeIndex?

  func slot(_ role: Component.Role) -> ComponentIndex? {
    slots.first { $0.role == role }?.component
  }

}

/// The members of a component that the format knows, found in one reading of the object.
struct ComponentMembers {
  var id: JSON?
  var type: JSON?
  var props: JSON?
  var children: JSON?
  var validations: JSON?
  var visibleWhen: JSON?
  var enabledWhen: JSON?
  var hidden: JSON?
  var disabled: JSON?
  var sensitive: JSON?
  var atRest: JSON?
  var on: JSON?
  var accessibility: JSON?
  var fallback: JSON?
  var requires: JSON?
  var slots: [(role: Component.Role, json: JSON)] = []

  init(_ object: JSON.Members) {
    for (name, value) in object where !value.isNull {
      switch name {
      case "id": id = value
      case "type": type = value
      case "props": props = value
      case "children": children = value
      case "validations": validations = value
      case "visibleWhen": visibleWhen = value
      case "enabledWhen": enabledWhen = value
      case "hidden": hidden = value
      case "disabled": disabled = value
      case "sensitive": sensitive = value
      case "atRest": atRest = value
      case "on": on = value
      case "accessibility": accessibility = value
      case "fallback": fallback = value
      case "requires": requires = value
      case "skeleton": slots.append((.skeleton, value))
      case "content": slots.append((.content, value))
      case "empty": slots.append((.empty, value))
      case "error": slots.append((.error, value))
      default: break
      }
    }
  }

  static let names = Vocabulary.componentMembers.map { $0.name }
}
