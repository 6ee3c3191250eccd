import OynaValue
import Testing

@testable import oyna

@Suite("Conformance of regular expressions")
struct RegexConformanceTests {
  @Test(
    "every row of the public data passes",
    .enabled(if: ConformanceData.shouldRun, ConformanceData.message))
  func rows() throws {
    var count = 0
    for file in try ConformanceData.files("regex") {
      for row in try ConformanceData.rows(file) {
        let verdict = RegexConformance.verdict(row)
        #expect(verdict == .passed, "\(row["id"]?.string ?? "?"): \(verdict)")
        count += 1
      }
    }
    #expect(count > 6000)
  }

  @Test(
    "a row that expects something else fails",
    arguments: [
      #"{"pattern": "a", "compiles": false}"#,
      #"{"pattern": "(", "compiles": true}"#,
      #"{"pattern": "a", "input": "ba", "compiles": true, "match": [0, 1]}"#,
      #"{"pattern": "a", "input": "ba", "compiles": true, "match": null}"#,
      #"{"pattern": "a", "input": "ba", "compiles": true, "match": [1, 2], "anchored": true}"#,
      #"{"pattern": "(a)", "input": "a", "compiles": true, "match": [0, 1], "captures": [[0, 1], null]}"#,
      #"{"pattern": "a", "input": "a", "compiles": true, "match": [0, 1], "full": null}"#,
      #"{"pattern": "(a)", "input": "a", "compiles": true, "match": [0, 1], "full": [[0, 1], [0, 0]]}"#,
      #"{"pattern": "a", "input": "A", "compiles": true, "match": null, "ignoreCase": true}"#,
      #"{"pattern": "a+$", "prefix": "", "pump": "a", "suffix": "!", "repeat": 9, "isMatch": true}"#,
      #"{"pattern": "\\d", "valid": true}"#,
      #"{"pattern": "[0-9]", "valid": false}"#,
      #"{"pattern": "[0-9]", "valid": true, "input": "12", "whole": true}"#,
      #"{"pattern": "[0-9]", "valid": true, "input": "12", "whole": false, "part": false}"#,
      #"{"pattern": "a"}"#,
      #"{"text": "a"}"#,
    ])
  func failing(row: String) throws {
    let verdict = RegexConformance.verdict(try JSON.parse(row))
    if case .failed = verdict { return }
    Issue.record("\(verdict)")
  }
}
