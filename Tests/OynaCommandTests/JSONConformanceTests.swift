import Foundation
import OynaValue
import Testing

@testable import oyna

/// Where the public conformance data lies: `OYNA_CONFORMANCE`, or beside the package.
enum ConformanceData {
  static let folder =
    ProcessInfo.processInfo.environment["OYNA_CONFORMANCE"] ?? "../shared/conformance"

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder) }

  /// Whether its absence is a failure, as under `./test`.
  static let isRequired = ProcessInfo.processInfo.environment["OYNA_REQUIRE_ALL"] != nil

  static var shouldRun: Bool { isThere || isRequired }

  static let message: Comment = "no conformance data: set OYNA_CONFORMANCE"

  /// The files of a folder, in order.
  static func files(_ name: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")
    return names.filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(folder)/\(name)/\($0)" }
  }

  /// The rows of a file.
  static func rows(_ file: String) throws -> [JSON] {
    let data = try #require(FileManager.default.contents(atPath: file), "\(file)")
    return try data.split(separator: UInt8(ascii: "\n")).map { line in
      try JSON.parse([UInt8](line), options: .rfc8259)
    }
  }
}

@Suite("Conformance of JSON")
struct JSONConformanceTests {
  @Test(
    "every row of the public data passes",
    .enabled(if: ConformanceData.shouldRun, ConformanceData.message))
  func rows() throws {
    var count = 0
    for file in try ConformanceData.files("json") {
      for row in try ConformanceData.rows(file) {
        let verdict = JSONConformance.verdict(row)
        #expect(verdict == .passed, "\(row["id"]?.string ?? "?"): \(verdict)")
        count += 1
      }
    }
    #expect(count > 3000)
  }

  @Test(
    "a row that expects something else fails",
    arguments: [
      #"{"id": "x", "bytes": "W10=", "expect": "reject"}"#,
      #"{"id": "x", "bytes": "Ww==", "expect": "accept"}"#,
      #"{"id": "x", "text": "1", "bits": "4000000000000000"}"#,
      #"{"id": "es6:1", "bits": "3ff0000000000000", "text": "1.0"}"#,
      #"{"id": "x", "text": "[1.0]", "exact": true}"#,
      #"{"id": "x", "text": "[ 1]", "exact": false}"#,
      #"{"id": "x", "input": "W10=", "canonical": "e30="}"#,
    ])
  func failing(row: String) throws {
    let verdict = JSONConformance.verdict(try JSON.parse(row))
    if case .failed = verdict { return }
    Issue.record("\(verdict)")
  }

  @Test("a row of an unknown kind is skipped with its reason")
  func unknown() throws {
    let verdict = JSONConformance.verdict(try JSON.parse(#"{"id": "x", "schema": {}}"#))
    #expect(verdict == .skipped("a row of an unknown kind"))
  }
}
