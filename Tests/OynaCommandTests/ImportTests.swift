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
       "properties": {"a": {"$ref": "#/$defs/n"}, "b": {"type": "object", "patternProperties": {"x": {}},
        "properties": {"c": {"type": "string"}}}}}
      """#)
    #expect(
      findings.map(\.pointer) == [
        "/$defs/n/properties/n/$ref", "/properties/b/patternProperties", "/properties/a",
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

  /// The expressions of everything on the screen.
  private func expressions(_ json: JSON) -> [String] {
    let own = (json["validations"]?.array.map { Array($0) } ?? []).compactMap {
      $0["expression"]?.string ?? $0["when"]?.string
    }
    return own + (json["children"]?.array.map { Array($0) } ?? []).flatMap { expressions($0) }
  }

  @Test("a schema that nothing passes forbids what leads to it")
  func never() throws {
    let (screen, findings) = try imported(
      #"{"type":"object","properties":{"a":{"type":"string"}},"dependentSchemas":{"a":false}}"#)
    #expect(expressions(try #require(screen["body"])) == [#"!(a != null && a.trim() != "")"#])
    #expect(findings.isEmpty)
    let none = try imported(
      #"{"type":"object","properties":{"a":{"type":"string","oneOf":[]}}}"#)
    #expect(
      expressions(try #require(none.screen["body"])) == [#"(!(a != null && a.trim() != ""))"#])
  }

  @Test("a value that stands twice is offered once")
  func repeatedValues() throws {
    let (screen, _) = try imported(
      #"{"type":"object","properties":{"a":{"enum":[1,1.0,2]},"b":{"enum":["x","x"]}}}"#)
    let body = try #require(screen["body"])
    #expect(component("a", in: body)?["props"]?["options"]?.array?.count == 2)
    #expect(component("b", in: body)?["props"]?["options"]?.array?.count == 1)
  }

  /// In a condition a fraction is no multiple of a whole number.
  @Test("a condition asks of a value what its keywords are about")
  func subjects() throws {
    func condition(_ type: String, _ keywords: String) throws -> [String] {
      let (screen, _) = try imported(
        #"{"type":"object","properties":{"a":{"type":"\#(type)"},"b":{"type":"string"}},"#
          + #""if":{"required":["a"],"properties":{"a":{\#(keywords)}}},"then":{"required":["b"]}}"#
      )
      return expressions(try #require(screen["body"]))
    }
    #expect(
      try condition("number", #""multipleOf":2"#)
        == ["a != null && a == int(a) && int(a) % 2 == 0"])
    #expect(try condition("number", #""minLength":3,"pattern":"x""#) == ["a != null"])
    #expect(
      try condition("string", #""minimum":3,"minLength":2"#)
        == [#"a != null && a.trim() != "" && size(a) >= 2"#])
  }

  @Test("references that fan out end, and it is told")
  func fanningReferences() throws {
    let definitions = (0..<40).map { number in
      let next = ##"{"$ref":"#/$defs/a\##(number + 1)"}"##
      return #""a\#(number)":{"allOf":[\#(next),\#(next)]}"#
    }
    let schema =
      ##"{"type":"object","properties":{"x":{"type":"string"}},"allOf":[{"$ref":"#/$defs/a0"}],"##
      + #""$defs":{\#(definitions.joined(separator: ",")),"a40":{"type":"object"}}}"#
    let (_, findings) = try imported(schema)
    #expect(findings.contains { $0.message.hasPrefix("References lead to more than") })
  }

  @Test("what is no schema is told, and a screen that would be refused")
  func noSchema() throws {
    let (_, findings) = try imported(
      #"{"type":"object","properties":{"a":5,"b":{"type":"string","not":"x"}}}"#)
    #expect(findings.map(\.pointer) == ["/properties/a", "/properties/b/not"])
    #expect(ImportCommand.refusals(Array(#"{"oyna":"1","id":"x"}"#.utf8)).count == 1)
    #expect(ImportCommand.refusals(Array("{".utf8)).count == 1)
  }
}
