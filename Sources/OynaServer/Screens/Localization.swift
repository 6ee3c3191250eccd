import OynaEngine
import OynaValue

/// Translations of the texts of screens into one language: source text to translation.
struct Catalogue: Sendable {
  /// Uzbek in Cyrillic letters, which a screen in Latin ones has without a catalogue.
  static let cyrillicUzbek = "uz-Cyrl"

  let language: String
  private let translations: [String: String]
  private let cyrillic: UzbekCyrillic?

  /// A catalogue is one flat object of strings. Throws with the place of anything else.
  init(language: String, _ json: JSON) throws(Diagnostic) {
    guard let members = json.object else {
      throw Diagnostic(
        .error, Diagnostic.Code("bad-catalogue"),
        "A catalogue is an object {\"source text\": \"translation\"}.", at: json.position)
    }
    var translations: [String: String] = [:]
    for (source, translation) in members {
      guard let text = translation.string else {
        throw Diagnostic(
          .error, Diagnostic.Code("bad-catalogue"), "A translation is a string.",
          at: translation.position, path: translation.path)
      }
      translations[source] = text
    }
    self.init(language: language, translations)
  }

  init(language: String, _ translations: [String: String]) {
    self.language = language
    self.translations = translations
    // An entry that is one word holds for that word in other texts too.
    cyrillic =
      language == Self.cyrillicUzbek
      ? UzbekCyrillic(words: translations.map { ($0.key, $0.value) }) : nil
  }

  func translation(of text: String) -> String? { translations[text] ?? cyrillic?.text(text) }
}

/// A document with its texts in one language.
struct LocalizedDocument {
  private(set) var bytes: [UInt8]
  /// Texts that the catalogue does not have; they stay in the source language.
  private(set) var untranslated: [String] = []

  /// Writes `document` with every text that the catalogue has replaced and `language` set.
  ///
  /// Without a catalogue the texts stay: the document is in its own language already.
  init(_ document: JSON, language: String, _ catalogue: Catalogue?) {
    let texts = catalogue == nil ? [] : Set(DocumentTexts(document).texts.map(\.offset))
    var writer = JSONWriter()
    writer.beginObject()
    var isSet = false
    var untranslated: [String] = []
    for member in document.object.map({ Array($0) }) ?? [] {
      writer.key(member.key)
      if member.key == "language" {
        writer.string(language)
        isSet = true
      } else {
        Self.write(member.value, texts, catalogue, &writer, &untranslated)
      }
    }
    if !isSet {
      writer.key("language")
      writer.string(language)
    }
    writer.endObject()
    bytes = writer.bytes
    self.untranslated = untranslated
  }

  /// - Parameter texts: the offsets of what is text.
  private static func write(
    _ json: JSON, _ texts: Set<Int>, _ catalogue: Catalogue?, _ writer: inout JSONWriter,
    _ untranslated: inout [String]
  ) {
    switch json.kind {
    case .object:
      writer.beginObject()
      for member in json.object.map({ Array($0) }) ?? [] {
        writer.key(member.key)
        write(member.value, texts, catalogue, &writer, &untranslated)
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in json.array.map({ Array($0) }) ?? [] {
        write(element, texts, catalogue, &writer, &untranslated)
      }
      writer.endArray()
    case .string where texts.contains(json.offset):
      let text = json.string ?? ""
      let translation = catalogue?.translation(of: text)
      if translation == nil, Template.hasWords(text) { untranslated.append(text) }
      writer.string(translation ?? text)
    case .null, .bool, .number, .string:
      writer.raw(bytes(json))
    }
  }

  private static func bytes(_ json: JSON) -> [UInt8] {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    return bytes
  }
}
