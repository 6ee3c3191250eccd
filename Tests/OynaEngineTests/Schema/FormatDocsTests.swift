import OynaEngine
import OynaValue
import Testing

@Suite("The examples of Docs/Format")
struct FormatDocsTests {
  @Test("decode without a finding", arguments: FormatBlock.blocks("json"))
  func decodes(_ block: FormatBlock) throws {
    let findings = Screen.diagnose(try FormatBlock.document(block.text))
    #expect(findings.map { "\($0.path): \($0.message)" } == [])
  }

  @Test("of unknown things decode with warnings", arguments: FormatBlock.blocks("json unknown"))
  func unknown(_ block: FormatBlock) throws {
    let findings = Screen.diagnose(try FormatBlock.document(block.text))
    #expect(findings.map(\.severity) == [.warning])
  }

  @Test("that are refused name their finding", arguments: FormatBlock.blocks("refused"))
  func refused(_ block: FormatBlock) throws {
    let json = try JSON.parse(block.text)
    let error = try #require(throws: Diagnostic.self) { try Screen(decoding: json) }
    #expect(error.code.name == block.note)
  }

  @Test("cover every component, rule and action of the vocabulary")
  func coverage() throws {
    var names: Set<String> = []
    for block in FormatBlock.blocks("json") {
      names.formUnion(FormatBlock.names(try JSON.parse(block.text)))
    }
    let known =
      Vocabulary.components.map(\.type) + Vocabulary.rules.map(\.name)
      + Vocabulary.actions.map(\.name)
    #expect(known.filter { !names.contains($0) } == [])
    #expect(FormatBlock.all.count > 80)
  }

  @Test("hold only kinds of blocks that a test runs")
  func kinds() {
    let kinds = Set(FormatBlock.all.map(\.kind))
    #expect(
      kinds == ["json", "json unknown", "verdicts", "replay", "refused", "python"])
  }

  /// A line's JSON value, and what stands after it and two or more spaces.
  private static func split(_ line: Substring) -> (value: JSON, expected: Substring)? {
    for gap in line.ranges(of: "  ") {
      guard let value = try? JSON.parse(String(line[..<gap.lowerBound])) else { continue }
      return (value, line[gap.upperBound...].drop { $0 == " " })
    }
    return nil
  }

  @Test("give the verdicts that they state", arguments: FormatBlock.blocks("verdicts"))
  func verdicts(_ block: FormatBlock) throws {
    let component = try JSON.parse(block.example)
    let key = try #require(component["props"]?["stateKey"]?.string ?? component["id"]?.string)
    let document = try FormatBlock.document(block.example)
    for line in block.text.split(separator: "\n") {
      let (value, expected) = try #require(Self.split(line))
      var session = try ReplaySession(document: Array(document.text().utf8))
      _ = session.openingLine()
      // Something else first, so that an empty value is an edit too.
      let other = value.kind == .number ? "7" : value.isNull ? "\"car\"" : "\"#\""
      for event in [
        #"{"input": {"key": "\#(key)", "value": \#(other)}}"#,
        #"{"input": {"key": "\#(key)", "value": \#(value.text())}}"#,
      ] {
        _ = session.line(for: Array(event.utf8))
      }
      let state = try JSON.parse(session.line(for: Array(#"{"blur": "\#(key)"}"#.utf8)))
      #expect(state["error"] == nil, "\(line): \(state.text())")
      #expect((state["errors"]?[key]?.string ?? "ok") == expected, "\(line)")
    }
  }

  @Test("replay to the states that they state", arguments: FormatBlock.blocks("replay"))
  func replay(_ block: FormatBlock) throws {
    let document = try FormatBlock.document(block.example)
    var session = try ReplaySession(document: Array(document.text().utf8))
    var state = try JSON.parse(session.openingLine())
    for line in block.text.split(separator: "\n") {
      if line.hasPrefix("= effect request body ") {
        let wanted = try JSON.parse(String(line.dropFirst(22)))
        let bodies = (state["effects"]?.array).map { $0.compactMap { $0["request"]?["body"] } }
        #expect(bodies?.map { $0.text() } == [wanted.text()], "\(state.text())")
      } else if line.hasPrefix("= ") {
        let wanted = try JSON.parse(String(line.dropFirst(2)))
        for (name, value) in try #require(wanted.object) {
          let found = state[name]
          if name == "values", let object = value.object {
            // The values that matter here; the others are any.
            for (key, value) in object {
              #expect(found?[key]?.value == value.value, "\(line): \(state.text())")
            }
          } else {
            #expect(found?.value == value.value, "\(line): \(state.text())")
          }
        }
      } else {
        state = try JSON.parse(session.line(for: Array(line.utf8)))
        #expect(state["error"] == nil, "\(line): \(state.text())")
      }
    }
  }
}
