import OynaEngine
import OynaValue
import Testing

@testable import oyna

@Suite("oyna schema")
struct SchemaTests {
  static func references(_ json: JSON) -> Set<String> {
    var found: Set<String> = []
    if let object = json.object {
      for (name, value) in object {
        if name == "$ref", let text = value.string { found.insert(text) }
        found.formUnion(references(value))
      }
    }
    if let array = json.array {
      for element in array { found.formUnion(references(element)) }
    }
    return found
  }

  @Test("is one JSON document of draft 2020-12 whose references all lead somewhere")
  func references() throws {
    let schema = try JSON.parse(ScreenSchema.text())
    #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
    let references = Self.references(schema)
    #expect(references.count == 16)
    for reference in references {
      #expect(reference.hasPrefix("#/$defs/"))
      #expect(schema["$defs"]?[String(reference.dropFirst(8))] != nil, "\(reference)")
    }
  }

  @Test(
    "has a case for every component, rule and action",
    arguments: [
      ("component", Vocabulary.components.map(\.type)), ("rule", Vocabulary.rules.map(\.name)),
      ("action", Vocabulary.actions.map(\.name)),
    ])
  func cases(_ definition: String, _ names: [String]) throws {
    let schema = try JSON.parse(ScreenSchema.text())
    let cases = try #require(schema["$defs"]?[definition]?["allOf"]?.array)
    let member = definition == "rule" ? "rule" : "type"
    let found = cases.map { $0["if"]?["properties"]?[member]?["const"]?.string }
    #expect(found == names)
  }

  @Test("asks for what the decoder asks for, and no more")
  func required() throws {
    let schema = try JSON.parse(ScreenSchema.text())
    #expect(schema["required"]?.value == .list([.string("id"), .string("body")]))
    let cases = try #require(schema["$defs"]?["component"]?["allOf"]?.array)
    let needy = cases.compactMap { one in
      one["then"]?["required"] == nil ? nil : one["if"]?["properties"]?["type"]?["const"]?.string
    }
    #expect(needy == ["dropdown", "radio_group", "image", "load"])
  }

  @Test("takes no arguments")
  func usage() {
    #expect(SchemaCommand.run(["x"]) == 2)
  }
}
