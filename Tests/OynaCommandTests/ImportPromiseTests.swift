import OynaEngine
import OynaValue
import Testing

@testable import oyna

/// The import's promise: a form sends nothing that the schema refuses, or the import says what it
/// left out; Scripts/check-import holds it over random schemas.
@Suite struct ImportPromiseTests {
  private func imported(
    _ schema: String
  ) throws -> (screen: JSON, findings: [ImportReport.Finding]) {
    let report = ImportReport()
    let source = try JSON.parse(schema).value
    let value = try #require(
      ImportCommand.screen(source, nil, ScreenImporter.Options(), report))
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

  private func field(_ key: String, _ screen: JSON) throws -> JSON {
    let body = try #require(screen["body"])
    return try #require(component(key, in: body))
  }

  /// Drives the screen as `oyna replay` does; the state after the last event.
  private func replayed(_ screen: JSON, _ events: [String]) throws -> JSON {
    var writer = JSONWriter()
    writer.value(screen.value)
    var session = try ReplaySession(document: writer.bytes)
    var state = session.openingLine()
    for event in events { state = session.line(for: Array(event.utf8)) }
    return try JSON.parse(state)
  }

  // MARK: - Branches

  @Test("options follow the branch that the other field chose")
  func branchesOfOptions() throws {
    let branch = { (animal: String, foods: String) in
      #"{"if":{"properties":{"animal":{"const":"\#(animal)"}}},"then":{"properties":{"food":"#
        + #"{"type":"string","enum":[\#(foods)]}},"required":["food"]}}"#
    }
    let (screen, findings) = try imported(
      #"{"type":"object","properties":{"animal":{"enum":["Cat","Fish"]}},"required":["animal"],"#
        + #""allOf":[\#(branch("Cat", #""meat","grass""#)),\#(branch("Fish", #""worms""#))]}"#)
    #expect(findings.isEmpty)
    let options = try field("food", screen)["props"]?["options"]
    #expect(options?["dependsOn"]?.string == "animal")
    let cases = options?["cases"]?.array.map { Array($0) } ?? []
    #expect(cases.map { $0["equals"]?.string } == ["Cat", "Fish"])
    #expect(cases.map { $0["options"]?.array?.count } == [2, 1])
  }

  @Test("a branch that gives a property another type is told, and nothing wrong is sent there")
  func branchesOfTypes() throws {
    let (screen, findings) = try imported(
      #"""
      {"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"],
       "if":{"properties":{"k":{"const":"a"}},"required":["k"]},
       "then":{"properties":{"v":{"type":"string","title":"Passport","default":"P"}}},
       "else":{"properties":{"v":{"type":"number","title":"Number","default":7}}}}
      """#)
    #expect(
      findings.map { [$0.kind.rawValue, $0.pointer] } == [
        ["narrower", "/else/properties/v/title"], ["narrower", "/else/properties/v/default"],
        ["narrower", "/else/properties/v/type"],
      ])
    let rules = try field("v", screen)["validations"]?.array.map { Array($0) } ?? []
    #expect(
      rules.map { $0["expression"]?.string } == [
        #"!(!(k == "a")) || (!(v != null && v.trim() != ""))"#
      ])
  }

  @Test("a constant that a branch requires is there while its field is shown")
  func conditionalConstant() throws {
    let (screen, findings) = try imported(
      #"""
      {"type":"object","properties":{"k":{"enum":["a","b"]}},"if":{"properties":{"k":{"const":"a"}},
       "required":["k"]},"then":{"properties":{"v":{"const":"x"}},"required":["v"]}}
      """#)
    #expect(findings.isEmpty)
    let props = try field("v", screen)["props"]
    #expect(props?["value"]?.string == "x")
    #expect(props?["readOnly"]?.bool == true)
  }

  @Test("a constant that may stay away is chosen by a person")
  func optionalConstant() throws {
    let (screen, _) = try imported(#"{"type":"object","properties":{"v":{"const":"x"}}}"#)
    let props = try field("v", screen)["props"]
    #expect(props?["value"] == nil)
    #expect(props?["readOnly"] == nil)
  }

  // MARK: - Objects that may stay empty

  @Test(
    "an optional object is not begun by a box, a constant, a default or a list",
    arguments: [
      #""tab":{"type":"boolean"}"#, #""tab":{"const":"k"}"#,
      #""tab":{"type":"string","default":"d"}"#,
      #""tab":{"type":"array","minItems":1,"items":{"type":"object","properties":"#
        + #"{"app":{"type":"string"}},"required":["app"]}}"#,
    ])
  func optionalObject(_ member: String) throws {
    let (screen, _) = try imported(
      #"{"type":"object","properties":{"name":{"type":"string"},"ui":{"type":"object","properties":"#
        + #"{"page":{"type":"string"},\#(member)},"required":["page","tab"]}}}"#)
    let state = try replayed(screen, [#"{"tap":"submit"}"#])
    #expect(state["errors"]?.object?.count == 0)
    #expect(state["effects"]?.array?.first?["request"]?["body"]?.object?.count == 0)
  }

  @Test("a default that would begin an optional object is told")
  func optionalDefault() throws {
    let (_, findings) = try imported(
      #"""
      {"type":"object","properties":{"o":{"type":"object","properties":{"x":{"type":"string"},
       "d":{"type":"string","default":"d"}},"required":["x"]}}}
      """#)
    #expect(findings.map(\.pointer) == ["/properties/o/properties/d/default"])
    #expect(findings.map(\.kind) == [.narrower])
  }

  // MARK: - What is asked not to be there

  @Test(
    "a box whose absence something asks for is a choice that may stay without an answer",
    arguments: [
      #""not":{"required":["box"]}"#, #""oneOf":[{"required":["a"]},{"required":["box"]}]"#,
      #""dependentRequired":{"box":["a"]}"#,
    ])
  func absentBox(_ asking: String) throws {
    let (screen, findings) = try imported(
      #"{"type":"object","properties":{"a":{"type":"string"},"box":{"type":"boolean"}},\#(asking)}"#
    )
    #expect(findings.isEmpty)
    #expect(try field("box", screen)["type"]?.string == "dropdown")
    let state = try replayed(
      screen, [#"{"input":{"key":"a","value":"x"}}"#, #"{"tap":"submit"}"#])
    #expect(state["effects"]?.array?.first?["request"]?["body"]?["a"]?.string == "x")
  }

  @Test("a schema that accepts nothing hides its field, however it says so")
  func forbidden() throws {
    for schema in ["false", #"{"not":{}}"#, #"{"not":true}"#] {
      let (screen, findings) = try imported(
        #"{"type":"object","properties":{"k":{"enum":["a","b"]},"box":{"type":"boolean"}},"#
          + #""required":["k"],"if":{"properties":{"k":{"const":"a"}},"required":["k"]},"#
          + #""then":{"properties":{"box":\#(schema)}}}"#)
      #expect(findings.isEmpty)
      #expect(try field("box", screen)["visibleWhen"]?.string == #"!(k == "a")"#)
    }
  }

  @Test("what is required and refused at once cannot be sent")
  func requiredAndForbidden() throws {
    let (screen, _) = try imported(
      #"""
      {"type":"object","properties":{"k":{"enum":["a","b"]},"v":{"type":"string"}},
       "required":["k","v"],"if":{"properties":{"k":{"const":"a"}}},"then":{"properties":{"v":false}}}
      """#)
    let state = try replayed(
      screen,
      [
        #"{"input":{"key":"v","value":"x"}}"#, #"{"input":{"key":"k","value":"a"}}"#,
        #"{"tap":"submit"}"#,
      ])
    #expect(state["effects"]?.array.map { $0.contains { $0["request"] != nil } } == false)
  }

  @Test("a part that knows its members only hides those that other parts describe")
  func closedPart() throws {
    let (screen, findings) = try imported(
      #"""
      {"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false,
       "if":{"required":["a"]},"then":{"properties":{"b":{"type":"string"}}}}
      """#)
    #expect(findings.map(\.pointer) == ["/additionalProperties"])
    #expect(try field("b", screen)["visibleWhen"]?.string?.contains("!(true)") == false)
    #expect(try field("b", screen)["visibleWhen"]?.string == "false")
  }

  // MARK: - What has no field

  @Test(
    "an object of free members, and a constant that is one, are told",
    arguments: [
      #"{"type":"object"}"#, #"{"const":{"a":1}}"#, #"{"enum":[[1],[2]]}"#,
      #"{"type":"array","items":{"type":"object"}}"#,
    ])
  func freeObject(_ schema: String) throws {
    let (screen, findings) = try imported(
      #"{"type":"object","properties":{"a":{"type":"string"},"o":\#(schema)}}"#)
    #expect(findings.map { [$0.kind.rawValue, $0.pointer] } == [["left out", "/properties/o"]])
    let body = try #require(screen["body"])
    #expect(component("o", in: body) == nil)
  }

  @Test("a name that is asked for and described nowhere is told")
  func undescribed() throws {
    let (_, findings) = try imported(
      #"{"type":"object","oneOf":[{"required":["foo","bar"]},{"required":["foo","baz"]}]}"#)
    #expect(findings.map(\.kind) == [.narrower, .narrower, .narrower, .narrower])
  }

  // MARK: - Keywords

  @Test(
    "of whole numbers and another type only whole numbers are taken",
    arguments: [#"["integer","string"]"#, #"["integer","null"]"#, #""integer""#])
  func wholeNumbers(_ type: String) throws {
    let (screen, _) = try imported(
      #"{"type":"object","properties":{"v":{"type":\#(type)}}}"#)
    #expect(try field("v", screen)["validations"]?.array?.first?["rule"]?.string == "step")
  }

  @Test func ofWholeNumbersAndNumbersAnyNumberIsTaken() throws {
    let (screen, findings) = try imported(
      #"{"type":"object","properties":{"v":{"type":["integer","number"]}}}"#)
    #expect(try field("v", screen)["validations"] == nil)
    #expect(findings.isEmpty)
  }

  @Test("unknown keywords are annotations")
  func annotations() throws {
    let (_, findings) = try imported(
      #"""
      {"type":"object","x-root":1,"properties":{"a":{"type":"string","markdownDescription":"x",
       "x-order":1,"example":"y","nullable":true,"contentEncoding":"base64"}}}
      """#)
    #expect(findings.isEmpty)
  }

  @Test(
    "a keyword of another type says nothing and is told",
    arguments: [
      (#""type":"string","minLength":"2""#, "minLength"),
      (#""type":"number","minimum":"0""#, "minimum"),
      (#""type":"string","maxLength":-1"#, "maxLength"), (#""type":"string","format":5"#, "format"),
    ])
  func wrongKeyword(_ members: String, _ keyword: String) throws {
    let (_, findings) = try imported(#"{"type":"object","properties":{"v":{\#(members)}}}"#)
    #expect(findings.map(\.pointer) == ["/properties/v/\(keyword)"])
  }

  @Test("a bound that draft-04 excludes is excluded")
  func exclusiveBox() throws {
    let schema = { (draft: String) in
      #"{\#(draft)"type":"object","properties":{"n":{"type":"number","minimum":0,"#
        + #""exclusiveMinimum":true}}}"#
    }
    let (screen, findings) = try imported(schema(""))
    #expect(findings.map(\.kind) == [.narrower])
    let rules = try field("n", screen)["validations"]?.array.map { Array($0) } ?? []
    #expect(rules.compactMap { $0["expression"]?.string } == ["!(n != null) || n > 0"])
    let draft4 = #""$schema":"http://json-schema.org/draft-04/schema#","#
    #expect(try imported(schema(draft4)).findings.isEmpty)
  }

  @Test("the texts beside a reference are about this place")
  func textsBesideReferences() throws {
    let (screen, _) = try imported(
      ##"""
      {"$defs":{"c":{"type":"string","title":"Address","description":"D0","default":"x"}},
       "type":"object","properties":{
       "ship":{"$ref":"#/$defs/c","title":"Ship to","description":"D1","default":"y"},
       "bill":{"allOf":[{"$ref":"#/$defs/c"}],"title":"Bill to"}}}
      """##)
    let ship = try field("ship", screen)["props"]
    #expect(ship?["label"]?.string == "Ship to")
    #expect(ship?["hint"]?.string == "D1")
    #expect(ship?["value"]?.string == "y")
    let bill = try field("bill", screen)["props"]
    #expect(bill?["label"]?.string == "Bill to")
    #expect(bill?["hint"]?.string == "D0")
  }

  // MARK: - The document

  @Test func alternativesOfObjectsAtTheRootNeedNoType() throws {
    let (screen, findings) = try imported(
      #"""
      {"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"type":"string"}},
       "required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"y":{"type":"number"}},
       "required":["k"]}]}
      """#)
    #expect(findings.isEmpty)
    #expect(try field("x", screen)["visibleWhen"]?.string == #"k == "a""#)
  }

  @Test(
    "a recursion inside a condition ends, and is told",
    arguments: [
      ##""not":{"$ref":"#"}"##, ##""anyOf":[{"$ref":"#"},{"required":["x"]}]"##,
      ##""oneOf":[{"$ref":"#"},{"required":["x"]}]"##,
      ##""if":{"$ref":"#"},"then":{"required":["x"]}"##,
    ])
  func recursion(_ member: String) throws {
    let (_, findings) = try imported(
      #"{"type":"object","properties":{"x":{"type":"string"}},\#(member)}"#)
    #expect(findings.contains { $0.message == "`#` contains itself: a form ends somewhere." })
  }

  @Test func aSchemaOfMoreFieldsThanAScreenHasIsRefusedAtTheLimit() throws {
    let members = (0...10_000).map { #""p\#($0)":{"type":"string"}"# }.joined(separator: ",")
    let report = ImportReport()
    let schema = try JSON.parse(#"{"type":"object","properties":{\#(members)}}"#).value
    #expect(ImportCommand.screen(schema, nil, ScreenImporter.Options(), report) == nil)
    #expect(report.refusal == "A screen has at most 10000 components.")
  }

  @Test func aReferenceAtTheRootThatLeadsElsewhereIsNamed() throws {
    let report = ImportReport()
    let schema = try JSON.parse(#"{"$ref":"https://example.org/x.json"}"#).value
    #expect(ImportCommand.screen(schema, nil, ScreenImporter.Options(), report) == nil)
    #expect(report.findings.map(\.pointer) == ["/$ref"])
    #expect(report.refusal == "The schema of the object could not be read.")
  }
}
