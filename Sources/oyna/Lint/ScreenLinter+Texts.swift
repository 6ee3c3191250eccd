import OynaEngine
import OynaValue

extension ScreenLinter {
  /// Missing labels and translations.
  mutating func lintTexts(_ parts: DocumentParts, _ catalogues: Catalogues) {
    for component in parts.components {
      guard let entry = component.entry else { continue }
      labels(component.json, entry)
    }
    guard !catalogues.texts.isEmpty else { return }
    for text in texts(parts) { translations(text, catalogues) }
  }

  private mutating func labels(_ json: JSON, _ entry: ComponentEntry) {
    let props = json["props"]
    let accessibility = json["accessibility"]
    guard accessibility?["hidden"]?.bool != true,
      !hasText(accessibility?["label"])
    else { return }
    let member: String
    switch entry.kind {
    case .input(.repeatingGroup): return
    case .input, .control: member = "label"
    case .content where entry.type == "image": member = "alt"
    case .content where entry.type == "text" || entry.type == "banner": member = "text"
    case .step: member = "title"
    case .layout where entry.type == "tab": member = "title"
    default: return
    }
    guard !hasText(props?[member]) else { return }
    warn(
      .missingLabel,
      "\(DocumentParts.article(entry.type)) without `\(member)` has no name for a person who "
        + "cannot see it.",
      at: json, correction: "Add `\(member)` to its `props`.")
  }

  private func hasText(_ json: JSON?) -> Bool {
    guard let text = json?.string else { return false }
    return text.unicodeScalars.contains { !$0.properties.isWhitespace }
  }

  // MARK: - Translations

  /// Every text that a person reads.
  private func texts(_ parts: DocumentParts) -> [JSON] {
    var texts: [JSON] = []
    func add(_ json: JSON?, _ members: [MemberEntry]) {
      guard let json else { return }
      for member in members {
        if case .text = member.type, let text = json[member.name] { texts.append(text) }
      }
    }
    add(root, Vocabulary.screenMembers)
    for component in parts.components {
      add(component.json["props"], component.entry?.props ?? [])
      add(component.json["accessibility"], Vocabulary.accessibilityMembers)
    }
    for rule in parts.rules { add(rule, Vocabulary.ruleMembers) }
    for option in parts.options { add(option, Vocabulary.optionMembers) }
    for product in parts.products { add(product, Vocabulary.productMembers) }
    for action in parts.actions {
      let entry = action["type"]?.string.flatMap { Vocabulary.action($0) }
      add(action, entry?.members ?? [])
    }
    return texts
  }

  private mutating func translations(_ json: JSON, _ catalogues: Catalogues) {
    guard let text = json.string, Template.hasWords(text) else { return }
    let missing = catalogues.texts.filter { !$0.sources.contains(text) }.map(\.language)
    guard !missing.isEmpty else { return }
    let sources = Set(catalogues.texts.flatMap(\.sources))
    warn(
      .missingTranslation,
      "This text has no translation in \(missing.map { "`\($0)`" }.joined(separator: ", ")).",
      at: json, correction: NearestName.find(text, among: sources.sorted()))
  }
}
