import OynaEngine
import OynaServer
import OynaValue

extension ScreenLinter {
  /// Missing labels and translations.
  mutating func lintTexts(_ parts: DocumentParts, _ catalogues: Catalogues) {
    for component in parts.components {
      guard let entry = component.entry else { continue }
      labels(component.json, entry)
    }
    guard !catalogues.texts.isEmpty else { return }
    let language = root["language"]?.string ?? "uz"
    for text in DocumentTexts(root, extensions: parts.extensions).texts {
      translations(text, catalogues, from: language)
    }
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

  private mutating func translations(
    _ json: JSON, _ catalogues: Catalogues, from language: String
  ) {
    guard let text = json.string, Template.hasWords(text) else { return }
    var missing = catalogues.texts.filter {
      $0.language != language && !$0.sources.contains(text)
    }.map(\.language)
    // The letters of Uzbek are exchanged by the server; a text that it cannot needs a translation.
    missing.removeAll { $0 == "uz-Cyrl" }
    let cyrillic = catalogues.texts.first { $0.language == "uz-Cyrl" }?.sources ?? []
    if language == "uz", UzbekCyrillic().text(text) == nil, !cyrillic.contains(text) {
      missing.append("uz-Cyrl")
    }
    guard !missing.isEmpty else { return }
    let sources = Set(catalogues.texts.flatMap(\.sources))
    warn(
      .missingTranslation,
      "This text has no translation in \(missing.map { "`\($0)`" }.joined(separator: ", ")).",
      at: json, correction: NearestName.find(text, among: sources.sorted()))
  }
}
