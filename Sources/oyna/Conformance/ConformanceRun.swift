import Foundation
import OynaValue

/// Runs conformance data, one JSON object a line, and prints what a person or a check reads:
/// a line for each failing row, one for each reason to skip rows, and `N passed, N failed` last.
enum ConformanceRun {
  enum Verdict: Equatable {
    case passed
    /// What was found instead.
    case failed(String)
    /// The row asks for what Oyna does not offer.
    case skipped(String)
  }

  /// Exit status 0 when nothing failed, 1 when something did, 2 when there is no file.
  static func run(
    _ files: [String], kind: String, verdict: (JSON) -> Verdict
  ) -> Int32 {
    guard !files.isEmpty else {
      StandardError.write("usage: oyna conformance \(kind) FILE…\n")
      return 2
    }
    var passed = 0
    var failed = 0
    var skipped: [(reason: String, count: Int)] = []
    for file in files {
      guard let data = FileManager.default.contents(atPath: file) else {
        StandardError.write("oyna: no file \(file)\n")
        failed += 1
        continue
      }
      for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
        let (id, result) = judge([UInt8](line), verdict)
        switch result {
        case .passed: passed += 1
        case .failed(let found):
          failed += 1
          StandardOutput.write("FAIL \(id ?? "\(file):\(number + 1)"): \(found)\n")
        case .skipped(let reason):
          if let place = skipped.firstIndex(where: { $0.reason == reason }) {
            skipped[place].count += 1
          } else {
            skipped.append((reason, 1))
          }
        }
      }
    }
    for (reason, count) in skipped { StandardOutput.write("skipped \(count): \(reason)\n") }
    StandardOutput.write("\(passed) passed, \(failed) failed\n")
    return failed == 0 ? 0 : 1
  }

  private static func judge(
    _ line: [UInt8], _ verdict: (JSON) -> Verdict
  ) -> (id: String?, Verdict) {
    do {
      let row = try JSON.parse(line, options: .rfc8259)
      return (row["id"]?.string, verdict(row))
    } catch {
      return (nil, .failed("the row is no JSON: \(error.message)"))
    }
  }
}
