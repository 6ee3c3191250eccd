import OynaEngine
import OynaValue
import Testing

@testable import OynaServer

/// Every text member of the format is translated: made from the format's own table, so that a text
/// that is added to it fails here unless it is translated too.
@Suite("Localization")
struct LocalizationTests {
  /// Turns each text of a document around; answers with the texts that it was asked for.
  private func translated(_ document: Value) throws -> (json: JSON, sources: Set<String>) {
    let json = try parsed(document)
    let texts = Set(DocumentTexts(json).texts.compactMap(\.string))
    let catalogue = Catalogue(
      language: "ru",
      Dictionary(uniqueKeysWithValues: texts.map { ($0, String($0.reversed())) }))
    let localized = LocalizedDocument(json, language: "ru", catalogue)
    #expect(localized.untranslated.isEmpty)
    return (try JSON.parse(localized.bytes), texts)
  }

  private func parsed(_ value: Value) throws -> JSON {
    var writer = JSONWriter()
    writer.value(value)
    return try JSON.parse(writer.bytes)
  }

  private func map(_ members: [(String, Value)]) -> Value {
    .map(ValueMap(members.map { (.string($0.0), $0.1) }))
  }

  /// An object with a text of its own in each text member, and those texts.
  private func filled(_ members: [MemberEntry], _ place: String) -> (Value, Set<String>) {
    var texts: Set<String> = []
    let object = members.compactMap { member -> (String, Value)? in
      switch member.type {
      case .text:
        texts.insert("\(place) \(member.name)")
        return (member.name, .string("\(place) \(member.name)"))
      case .string, .name, .key, .any, .url, .oneOf, .expression, .dateBound:
        return (member.name, .string("not \(member.name)"))
      default: return nil
      }
    }
    return (map(object), texts)
  }

  private func screen(_ members: [(String, Value)]) -> Value {
    map([("id", .string("s")), ("body", map(members))])
  }

  @Test(
    "every text of every component, and no other of its strings", arguments: Vocabulary.components)
  func component(entry: ComponentEntry) throws {
    let (props, texts) = filled(entry.props, entry.type)
    let (accessibility, more) = filled(Vocabulary.accessibilityMembers, "accessibility")
    let document = screen([
      ("type", .string(entry.type)), ("props", props), ("accessibility", accessibility),
    ])
    let (json, sources) = try translated(document)
    #expect(sources == texts.union(more))
    for member in entry.props {
      guard case .text = member.type else { continue }
      let text = json["body"]?["props"]?[member.name]?.string
      #expect(text == String("\(entry.type) \(member.name)".reversed()))
    }
  }

  @Test("every text of every rule", arguments: Vocabulary.rules)
  func rule(entry: RuleEntry) throws {
    let (members, texts) = filled(Vocabulary.ruleMembers + entry.members, entry.name)
    guard case .map(var rule) = members else { return }
    rule.set(.string(entry.name), for: .string("rule"))
    let document = screen([
      ("type", .string("text_input")), ("validations", .list([.map(rule)])),
    ])
    #expect(try translated(document).sources == texts)
  }

  @Test("every text of every action", arguments: Vocabulary.actions)
  func action(entry: ActionEntry) throws {
    let (members, texts) = filled(entry.members, entry.name)
    guard case .map(var action) = members else { return }
    action.set(.string(entry.name), for: .string("type"))
    let document = screen([
      ("type", .string("button")), ("on", map([("tap", .list([.map(action)]))])),
    ])
    #expect(try translated(document).sources == texts)
  }

  @Test("objects whose members the format names by themselves are all known")
  func objects() {
    let known: Set<String> = [
      "props", "on", "accessibility", "requires", "headers", "queue", "state", "computed", "undo",
    ]
    var found: Set<String> = []
    let lists =
      [
        Vocabulary.screenMembers, Vocabulary.componentMembers, Vocabulary.queueMembers,
        Vocabulary.accessibilityMembers, Vocabulary.optionMembers, Vocabulary.productMembers,
      ] + Vocabulary.components.map(\.props) + Vocabulary.rules.map(\.members)
      + Vocabulary.actions.map(\.members)
    for member in lists.joined() {
      if case .object = member.type { found.insert(member.name) }
    }
    #expect(found == known, "an object that is new may hold texts: DocumentTexts.object")
  }

  @Test("texts that lie deeper: slots, fallbacks, options, products, queues, patches, rows")
  func places() throws {
    let json = try JSON.parse(
      Array(
        """
        {"id": "s", "title": "T0", "state": {"label": "not"}, "computed": {"title": "not"},
         "body": {"type": "load", "props": {"source": "/not", "skeleton": {"type": "text",
           "props": {"text": "T1"}}},
          "content": {"type": "unknown_box", "props": {"title": "T2", "slug": "not",
            "parts": [{"label": "T3", "url": "not"}]},
           "fallback": {"type": "text", "props": {"text": "T4"}}},
          "empty": {"type": "repeating_group", "props": {"addLabel": "T5"}, "children": [
            {"type": "dropdown", "props": {"label": "T6", "options": {"dependsOn": "not",
              "cases": [{"equals": "not", "options": [{"value": "not", "label": "T7"}]}],
              "otherwise": [{"value": "not", "label": "T8"}]}},
             "validations": [{"rule": "dependent_validation", "dependsOn": "not", "equals": "not",
               "rules": [{"rule": "required", "errorMessage": "T9"}]}]}]},
          "error": {"type": "cart", "props": {"products": [{"id": "not", "title": "T10"}],
             "promoCodes": [{"code": "NOT"}]},
           "on": {"change": [{"type": "sequence", "actions": [{"type": "when", "condition": "not",
             "then": {"type": "snackbar", "message": "T11"},
             "else": {"type": "submit", "url": "/not", "queue": {"lane": "not", "title": "T12",
               "message": "T13"}, "on": {"success": {"type": "alert", "message": "T14"}}}}]},
            {"type": "patch", "patch": [
              {"op": "insert", "parent": "not", "component": {"type": "text", "props": {"text": "T15"}}},
              {"op": "set", "id": "not", "props": {"label": "T16", "icon": "not"}}]},
            {"type": "unknown_action", "message": "T17", "style": "not"},
            {"type": "track", "name": "not", "screen": "not"}]}}}}
        """.utf8))
    let texts = DocumentTexts(json).texts.compactMap(\.string)
    #expect(Set(texts) == Set((0...17).map { "T\($0)" }))
    #expect(texts.count == 18)
  }

  @Test("a screen in Latin Uzbek is there in Cyrillic, with or without a catalogue")
  func cyrillic() async throws {
    let server = try ServerFixture()
    let cyrillic = await server.get("/screens/loan", [("Accept-Language", "uz-Cyrl-UZ, ru;q=0.9")])
    #expect(cyrillic.headers["content-language"] == "uz-Cyrl")
    #expect(cyrillic.json?["title"]?.string == "Ариза")
    let other = try ServerFixture(
      files: ["strings/uz-Cyrl.json": #"{"Ariza": "Кредит учун ариза"}"#])
    let given = await other.get("/screens/loan", [("Accept-Language", "uz-Cyrl")])
    #expect(given.json?["title"]?.string == "Кредит учун ариза")
  }
}
