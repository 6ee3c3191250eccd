import OynaEngine
import OynaValue

/// Translations of the texts of screens into one language: source text to translation.
struct Catalogue: Sendable {
  let language: String
  private let translations: [String: String]

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
    self.language = language
    self.translations = translations
  }

  func translation(of text: String) -> String? { translations[text] }
}

/// A document with its texts in one language.
struct LocalizedDocument {
  private(set) var bytes: [UInt8]
  /// Texts that the catalogue does not have; they stay in the source language.
  private(set) var untranslated: [String] = []

  /// Members whose strings are names, patterns, places or values, never text for people.
  private static let otherMembers: Set<String> = [
    "id", "type", "stateKey", "value", "values", "pattern", "url", "method", "src", "source",
    "rule", "expression", "when", "visibleWhen", "enabledWhen", "name", "icon", "key", "field",
    "fields", "dependsOn", "equals", "in", "keyboardType", "autocomplete", "autocapitalize",
    "mask", "unit", "region", "currency", "atRest", "style", "mode", "event", "role", "align",
    "color", "items", "itemId", "nextCursor", "severity", "language", "oyna", "headers", "policy",
    "component", "initial", "onHide", "format", "parameters", "cache", "direction", "condition",
    "op", "parent", "spacing", "padding", "alignment", "size", "fit", "axis", "autoCapitalize",
    "accept", "uploadUrl", "layout", "lane", "kind", "identifier", "lookUp", "conversation",
    "from", "to", "amount", "command", "cart", "product", "code", "methods",
    "number", "expiry", "token", "demo",
  ]

  /// Writes `document` with every text that the catalogue has replaced and `language` set.
  ///
  /// Without a catalogue the texts stay: the document is in its own language already.
  init(_ document: JSON, language: String, _ catalogue: Catalogue?) {
    var writer = JSONWriter()
    writer.beginObject()
    var isSet = false
    var untranslated: [String] = []
    for member in document.object.map({ Array($0) }) ?? [] {
      let (key, value) = (member.key, member.value)
      writer.key(key)
      switch key {
      case "language":
        writer.string(language)
        isSet = true
      case "state", "computed":
        // Values and expressions of the screen, whatever they look like.
        writer.raw(Self.bytes(value))
      default:
        Self.write(value, in: key, catalogue, &writer, &untranslated)
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

  private static func write(
    _ json: JSON, in member: String, _ catalogue: Catalogue?, _ writer: inout JSONWriter,
    _ untranslated: inout [String]
  ) {
    switch json.kind {
    case .object:
      writer.beginObject()
      for member in json.object.map({ Array($0) }) ?? [] {
        writer.key(member.key)
        write(member.value, in: member.key, catalogue, &writer, &untranslated)
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in json.array.map({ Array($0) }) ?? [] {
        write(element, in: member, catalogue, &writer, &untranslated)
      }
      writer.endArray()
    case .string:
      let text = json.string ?? ""
      if otherMembers.contains(member) || text.isEmpty {
        writer.string(text)
      } else if let translation = catalogue?.translation(of: text) {
        writer.string(translation)
      } else {
        if catalogue != nil, Template.hasWords(text) { untranslated.append(text) }
        writer.string(text)
      }
    case .null, .bool, .number:
      writer.raw(bytes(json))
    }
  }

  private static func bytes(_ json: JSON) -> [UInt8] {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    return bytes
  }
}
