import Foundation
import OynaEngine
import OynaValue
import Testing

@testable import oyna

/// What an import makes of a schema; Scripts/check-import compares its verdicts with jsonschema's.
@Suite struct ImportTests {
  private func imported(
    _ schema: String, ui: String? = nil
  ) throws -> (screen: JSON, findings: [ImportReport.Finding]) {
    let report = ImportReport()
    let source = try JSON.parse(schema).value
    let look = try ui.map { try JSON.parse($0).value }
    let value = try #require(
      ImportCommand.screen(source, look, ScreenImporter.Options(), report))
    var writer = JSONWriter()
    writer.value(value)
    let json = try JSON.parse(writer.bytes)
    _ = try Screen(decoding: json)
    return (json, report.findings)
  }

  private func component(_ key: String, in json: JSON) -> JSON? {
    if json["props"]?["stateKey"]?.string == key { return json }
    for child in json["children"]?.array.map({ Array($0) }) ?? [] {
      if let found = component(key, in: child) { return found }
    }
    return nil
  }

  @Test(
    "a pattern is put into RE2's words",
    arguments: [
      ("^a$", "^a$", ["a"], ["ab", "ba"]),
      ("a", "(?s:.*)(?:a)(?s:.*)", ["a", "bab", "\na\n"], ["b"]),
      ("^a|b$", "(?s:.*)(?:^a|b$)(?s:.*)", ["ax", "xb"], ["xa", "bx"]),
      (#"^\/\d+$"#, #"^/\d+$"#, ["/12"], ["12", "/x"]),
      (#"^\u0041$"#, #"^\x{0041}$"#, ["A"], ["B"]),
      (#"^(?<x>a)$"#, #"^(?P<x>a)$"#, ["a"], ["b"]),
      ("^[^]$", #"^[\x{0}-\x{10ffff}]$"#, ["\n"], [""]),
      ("^.$", #"^[^\n\r\x{2028}\x{2029}]$"#, ["a"], ["\r", "\u{2028}"]),
      (#"^\p{Letter}+$"#, #"^\p{L}+$"#, ["Ўй"], ["1"]),
      ("^[[a]$", #"^[\[a]$"#, ["[", "a"], ["b"]),
    ])
  func patterns(_ source: String, _ whole: String, _ right: [String], _ wrong: [String]) throws {
    let translation = try #require(PatternTranslation(source))
    #expect(translation.whole == whole)
    let expression = try RegularExpression(whole)
    for text in right { #expect(expression.matchesWhole(text), "\(text)") }
    for text in wrong { #expect(!expression.matchesWhole(text), "\(text)") }
    let space = try #require(PatternTranslation(#"^\s$"#))
    #expect(try RegularExpression(space.whole).matchesWhole("\u{a0}"))
  }

  @Test(
    "what RE2 has not is not translated",
    arguments: ["(?=a)b", "(?!a)b", "(?<=a)b", #"(a)\1"#, #"(?<n>a)\k<n>"#, "[", "(", #"[\S]"#])
  func untranslatable(_ pattern: String) { #expect(PatternTranslation(pattern) == nil) }

  @Test func aPropertyOfAnObjectIsAPlaceInTheBody() throws {
    let (screen, findings) = try imported(
      #"""
      {"type": "object", "properties": {"a.b": {"type": "string"}, "o": {"type": "object",
       "properties": {"x/y": {"type": "string"}}}, "/slash": {"type": "string"}}}
      """#)
    #expect(findings.isEmpty)
    let body = try #require(screen["body"])
    #expect(screen["submission"]?.string == "nested")
    for key in ["a.b", "/o/x~1y", "/~1slash"] { #expect(component(key, in: body) != nil, "\(key)") }
  }

  @Test func anOptionalObjectAsksOnlyOnceItIsBegun() throws {
    let (screen, _) = try imported(
      #"""
      {"type": "object", "properties": {"o": {"type": "object", "properties":
       {"x": {"type": "string"}, "n": {"type": "number"}}, "required": ["x"]}}}
      """#)
    let body = try #require(screen["body"])
    let field = try #require(component("/o/x", in: body))
    let rule = try #require(field["validations"]?.array?.first)
    #expect(rule["rule"]?.string == "expression")
    #expect(rule["expression"]?.string?.contains(#"state["/o/n"] != null"#) == true)
  }

  @Test func fieldsThatNeedEachOtherAreNoCycle() throws {
    let (screen, findings) = try imported(
      #"""
      {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
       "dependentRequired": {"a": ["b"], "b": ["a"]}}
      """#)
    #expect(findings.isEmpty)
    let body = try #require(screen["body"])
    let field = try #require(component("a", in: body))
    #expect(field["validations"]?.array?.first?["rule"]?.string == "expression")
  }

  @Test func whatIsLeftOutIsSaidOnceWithItsPlace() throws {
    let (_, findings) = try imported(
      #"""
      {"type": "object", "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}}},
       "properties": {"a": {"$ref": "#/$defs/n"}, "b": {"type": "string", "contentEncoding": "x"}}}
      """#)
    #expect(
      findings.map(\.pointer) == [
        "/$defs/n/properties/n/$ref", "/properties/b/contentEncoding",
      ])
    #expect(findings.allSatisfy { $0.kind == .leftOut })
  }

  @Test(
    "what is no schema of an object is refused",
    arguments: ["[]", "5", #"{"type": "string"}"#, "{}", "true"])
  func refused(_ schema: String) throws {
    let value = try JSON.parse(schema).value
    #expect(ImportCommand.screen(value, nil, ScreenImporter.Options(), ImportReport()) == nil)
  }

  @Test func theTextsOfASchemaAreNoTemplates() throws {
    let (screen, _) = try imported(
      #"{"type": "object", "title": "{{ x }}", "properties": {"a": {"type": "string"}}}"#)
    #expect(screen["title"]?.string == "{{{{ x }}")
  }

  @Test func usageAndBadFilesSayTwo() {
    #expect(ImportCommand.run([]) == 2)
    #expect(ImportCommand.run(["xml", "a"]) == 2)
    #expect(ImportCommand.run(["json-schema", "/nowhere.json"]) == 2)
    #expect(ImportCommand.run(["json-schema", "/nowhere.json", "--ui"]) == 2)
  }
}
