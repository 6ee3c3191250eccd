import OynaValue
import Testing

@testable import oyna

@Suite("Conformance of formats")
struct FormatConformanceTests {
  @Test(
    "every row of the public data passes, but for keywords that no rule stands for",
    .enabled(if: ConformanceData.shouldRun, ConformanceData.message))
  func rows() throws {
    var passed = 0
    for file in try ConformanceData.files("format") {
      for row in try ConformanceData.rows(file) {
        switch FormatConformance.verdict(row) {
        case .passed: passed += 1
        case .failed(let found): Issue.record("\(row["id"]?.string ?? "?"): \(found)")
        case .skipped(let reason): #expect(reason.hasPrefix("no rule of Oyna: "))
        }
      }
    }
    #expect(passed > 1000)
  }

  @Test(
    "a row that expects something else fails",
    arguments: [
      #"{"format": "email", "value": "a@b", "valid": false}"#,
      #"{"format": "date", "value": "2024-02-30", "valid": true}"#,
      #"{"rule": "iban", "value": "x", "compact": "x", "valid": true}"#,
      #"{"rule": "luhn", "value": "18", "compact": "18", "valid": false}"#,
      #"{"rule": "multipleOf", "parameter": 0.1, "value": 0.3, "valid": false}"#,
      #"{"rule": "pattern", "parameter": "^a$", "value": "b", "valid": true}"#,
      #"{"rule": "enum", "parameter": [1], "value": true, "valid": true}"#,
      #"{"e164": "+998901234567", "region": "UZ", "valid": false}"#,
      #"{"e164": "+998901234567", "region": "UZ", "valid": true, "type": "fixedLine"}"#,
      #"{"e164": "+998901234567", "region": "UZ", "valid": true, "national": "901234567"}"#,
    ])
  func failing(row: String) throws {
    let verdict = FormatConformance.verdict(try JSON.parse(row))
    if case .failed = verdict { return }
    Issue.record("\(verdict)")
  }

  @Test("rows of formats and kinds that are not offered are skipped with their reason")
  func skipped() throws {
    let rows = [
      (#"{"format": "colour", "value": "red", "valid": true}"#, "no format colour"),
      (
        #"{"rule": "minItems", "parameter": 1, "value": [], "valid": false}"#,
        "no rule of Oyna: minItems"
      ),
      (#"{"what": 1}"#, "a row of an unknown kind"),
    ]
    for (row, reason) in rows {
      #expect(FormatConformance.verdict(try JSON.parse(row)) == .skipped(reason))
    }
  }
}
