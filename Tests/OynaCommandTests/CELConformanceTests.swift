import OynaValue
import Testing

@testable import oyna

@Suite("Conformance of CEL")
struct CELConformanceTests {
  @Test(
    "every row of the public data passes, and none is skipped",
    .enabled(if: ConformanceData.shouldRun, ConformanceData.message))
  func rows() throws {
    var count = 0
    for file in try ConformanceData.files("cel") {
      for row in try ConformanceData.rows(file) {
        let verdict = CELConformance.verdict(row)
        #expect(verdict == .passed, "\(row["id"]?.string ?? "?"): \(verdict)")
        count += 1
      }
    }
    #expect(count > 700)
  }

  @Test(
    "a row that expects something else fails",
    arguments: [
      #"{"expr": "1", "value": {"int": "2"}}"#, #"{"expr": "1", "value": {"uint": "1"}}"#,
      #"{"expr": "1.0", "value": {"int": "1"}}"#, #"{"expr": "-0.0", "value": {"double": "0.0"}}"#,
      #"{"expr": "1", "error": true}"#, #"{"expr": "1 / 0", "value": {"int": "1"}}"#,
      #"{"expr": "1 +", "value": {"int": "1"}}"#, #"{"expr": "[1]", "value": {"list": []}}"#,
      #"{"expr": "{1: 2}", "value": {"map": [[{"int": "1"}, {"int": "3"}]]}}"#,
      #"{"expr": "[]", "type": "list(int)"}"#, #"{"expr": "type(1)", "value": {"type": "uint"}}"#,
      #"{"expr": "x", "bindings": {"x": {"int": "1"}}, "value": {"int": "2"}}"#, "{}",
    ])
  func failing(row: String) throws {
    let verdict = CELConformance.verdict(try JSON.parse(row))
    if case .failed = verdict { return }
    Issue.record("\(verdict)")
  }

  @Test("a row with a type or value that Oyna lacks is skipped with its reason")
  func skipped() throws {
    let value = #"{"expr": "1", "value": {"object": {}}}"#
    #expect(
      CELConformance.verdict(try JSON.parse(value)) == .skipped("a value Oyna lacks: object"))
    let type = #"{"expr": "x", "declarations": {"x": "pkg.Message"}, "value": {"int": "1"}}"#
    #expect(
      CELConformance.verdict(try JSON.parse(type)) == .skipped("a declared type Oyna lacks"))
  }
}
