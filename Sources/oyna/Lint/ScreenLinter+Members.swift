import OynaEngine
import OynaValue

extension ScreenLinter {
  /// Members, events and words that the format does not know.
  mutating func lintMembers(_ parts: DocumentParts) {
    members(of: root, Vocabulary.screenMembers, "A screen")
    for component in parts.components {
      guard let entry = component.entry else { continue }
      let slots = entry.slots.map { MemberEntry(slot: $0) }
      members(
        of: component.json, Vocabulary.componentMembers + slots, DocumentParts.article(entry.type)
      ) { name in
        entry.props.contains { $0.name == name }
          ? "\(name), in `props`" : FamiliarName.member(name, of: entry)
      }
      if let props = component.json["props"] {
        members(of: props, entry.props + slots, "`props` of `\(entry.type)`") { name in
          Vocabulary.componentMembers.contains { $0.name == name }
            ? "\(name), beside `props`" : FamiliarName.member(name, of: entry)
        }
      }
      if let accessibility = component.json["accessibility"] {
        members(of: accessibility, Vocabulary.accessibilityMembers, "`accessibility`")
      }
      events(component.json["on"], entry)
      placement(component, entry)
    }
    for rule in parts.rules {
      guard let entry = rule["rule"]?.string.flatMap({ Vocabulary.rule($0) }) else { continue }
      members(of: rule, Vocabulary.ruleMembers + entry.members, "The rule `\(entry.name)`")
    }
    for action in parts.actions {
      guard let entry = action["type"]?.string.flatMap({ Vocabulary.action($0) }), !entry.isOpen
      else { continue }
      let type = MemberEntry("type", .string)
      // Of a command only its own parameters count.
      if let name = action["command"]?.string,
        let parameters = Vocabulary.parameters(ofCommand: name)
      {
        let known = [type, MemberEntry("command", .string)] + parameters
        members(of: action, known, "The command `\(name)`")
      } else {
        members(of: action, [type] + entry.members, "The action `\(entry.name)`")
      }
    }
    for product in parts.products {
      members(of: product, Vocabulary.productMembers, "A product")
    }
    for code in parts.promoCodes {
      members(of: code, Vocabulary.promoCodeMembers, "A promo code")
    }
    for option in parts.options {
      members(of: option, Vocabulary.optionMembers, "An option")
    }
  }

  /// - Parameter familiar: what is meant by a name that is not known here, if somebody else's is.
  private mutating func members(
    of json: JSON, _ known: [MemberEntry], _ owner: String,
    familiar: (String) -> String? = { _ in nil }
  ) {
    guard let object = json.object else { return }
    for (name, value) in object where !name.hasPrefix("$") {
      guard let member = known.first(where: { $0.name == name }) else {
        warn(
          .unknownMember, "\(owner) has no member `\(name)`: it is ignored.", at: value,
          correction: familiar(name) ?? NearestName.find(name, among: known.lazy.map(\.name)))
        continue
      }
      if case .name(let words) = member.type, let word = value.string, !words.contains(word) {
        warn(
          .unknownWord, "`\(name)` is `\(word)`, a word that renderers may not know.", at: value,
          correction: NearestName.find(word, among: words))
      }
    }
  }

  private mutating func events(_ json: JSON?, _ entry: ComponentEntry) {
    guard let object = json?.object else { return }
    for (name, value) in object where !entry.events.contains(name) {
      warn(
        .unknownMember,
        "\(DocumentParts.article(entry.type)) reports no event `\(name)`: its actions never run.",
        at: value,
        correction: NearestName.find(name, among: entry.events) ?? entry.events.first)
    }
  }

  private mutating func placement(_ component: DocumentParts.Component, _ entry: ComponentEntry) {
    let wanted: String
    switch entry.type {
    case "tab": wanted = "tabs"
    case "step": wanted = "stepper_flow"
    default: return
    }
    guard component.parent != wanted else { return }
    warn(
      .misplaced, "\(DocumentParts.article(entry.type)) stands in a `\(wanted)` only.",
      at: component.json["type"] ?? component.json)
  }
}
