import Foundation
import OynaValue

/// `oyna conformance regex FILE…`: runs rows of regular expression conformance data.
///
/// What a row asks for shows by its members: `valid` (I-Regexp), `pump` (hostile texts), `match`
/// (search), else only whether the pattern compiles.
enum RegexConformance {
  static func run(_ files: [String]) -> Int32 {
    guard !files.isEmpty else {
      StandardError.write("usage: oyna conformance regex FILE…\n")
      return 2
    }
    var passed = 0
    var failed = 0
    for file in files {
      guard let data = FileManager.default.contents(atPath: file) else {
        StandardError.write("oyna: cannot read \(file)\n")
        return 2
      }
      for line in data.split(separator: UInt8(ascii: "\n")) {
        let finding = Row(line).map(finding(in:)) ?? "not a row: \(String(decoding: line, as: UTF8.self))"
        if let finding {
          failed += 1
          StandardOutput.write(finding + "\n")
        } else {
          passed += 1
        }
      }
    }
    StandardOutput.write("\(passed) passed, \(failed) failed\n")
    return failed == 0 ? 0 : 1
  }

  struct Row {
    let members: [String: Any]
    init?(_ line: Data) {
      guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else {
        return nil
      }
      members = object
    }
    subscript(text name: String) -> String? { members[name] as? String }
    subscript(flag name: String) -> Bool? { members[name] as? Bool }
    func has(_ name: String) -> Bool { members[name] != nil }
  }

  /// nil when the row passes; otherwise its id and what differs.
  private static func finding(in row: Row) -> String? {
    guard let id = row[text: "id"], let pattern = row[text: "pattern"] else {
      return "a row without id or pattern"
    }
    let difference =
      if row.has("valid") {
        iRegexp(pattern, row)
      } else if row.has("pump") {
        hostile(pattern, row)
      } else {
        search(pattern, row)
      }
    return difference.map { "\(id): \($0)" }
  }

  private static func search(_ pattern: String, _ row: Row) -> String? {
    let expression: RegularExpression
    do throws(RegularExpressionError) {
      let options: RegularExpression.Options =
        row[flag: "ignoreCase"] == true ? .caseInsensitive : []
      expression = try RegularExpression(pattern, options: options)
    } catch {
      return row[flag: "compiles"] == false ? nil : "\(pattern): refused: \(error.message)"
    }
    guard row[flag: "compiles"] != false else { return "\(pattern): not refused" }
    guard let input = row[text: "input"] else { return nil }
    let anchored = row[flag: "anchored"] == true
    let matcher = expression.makeMatcher()
    let spans = matcher.firstMatch(input, anchored: anchored)
    let found = "\(pattern) on \(input.debugDescription)"
    let expected = row.members["match"] as? [Int]
    if describe(spans?.first ?? nil) != describe(expected) {
      return "\(found): \(describe(spans?.first ?? nil)), not \(describe(expected))"
    }
    if !anchored && matcher.contains(input) != (expected != nil) {
      return "\(found): contains is \(expected == nil)"
    }
    if let captures = row.members["captures"] as? [Any] {
      let expected = captures.map { describe($0 as? [Int]) }
      let actual = (spans ?? []).map { describe($0) }
      if actual != expected { return "\(found): groups \(actual), not \(expected)" }
    }
    guard row.has("full") else { return nil }
    let whole = matcher.wholeMatch(input)
    let full = row.members["full"] as? [Any]
    if (whole != nil) != (full != nil) { return "\(found): whole is \(full == nil)" }
    for (index, span) in (full ?? []).enumerated() {
      let actual = describe(whole?[index])
      if actual != describe(span as? [Int]) {
        return "\(found): whole group \(index) \(actual), not \(describe(span as? [Int]))"
      }
    }
    return nil
  }

  private static func describe(_ span: Range<Int>?) -> String {
    span.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "none"
  }

  private static func describe(_ span: [Int]?) -> String {
    span.flatMap { $0.count == 2 ? "\($0[0])-\($0[1])" : nil } ?? "none"
  }

  private static func hostile(_ pattern: String, _ row: Row) -> String? {
    guard let prefix = row[text: "prefix"], let pump = row[text: "pump"],
      let suffix = row[text: "suffix"], let times = row.members["repeat"] as? Int,
      let expected = row[flag: "isMatch"]
    else { return "not a whole row" }
    let expression: RegularExpression
    do throws(RegularExpressionError) {
      expression = try RegularExpression(pattern)
    } catch {
      // A program limit may refuse the largest.
      return error.kind == .programSize ? nil : "\(pattern): refused: \(error.message)"
    }
    let matcher = expression.makeMatcher()
    func time(_ times: Int) -> (Duration, Bool) {
      var text = Array((prefix + String(repeating: pump, count: times) + suffix).utf8)
      text.reserveCapacity(text.count)
      var isMatch = false
      let duration = ContinuousClock().measure {
        isMatch = text.withUnsafeBufferPointer { matcher.contains($0) }
      }
      return (duration, isMatch)
    }
    let (short, _) = time(times)
    let (_, isMatch) = time(times)
    if isMatch != expected { return "\(pattern): contains is \(isMatch)" }
    let (long, _) = time(4 * times)
    // Linear is 4 times; 16 would be quadratic. Short times are noise.
    if long > .milliseconds(40) && long > short * 10 {
      return "\(pattern): \(short) for \(times) and \(long) for \(4 * times)"
    }
    return nil
  }

  private static func iRegexp(_ pattern: String, _ row: Row) -> String? {
    let isValid = RegularExpression.isIRegexp(pattern)
    guard isValid == row[flag: "valid"] else { return "\(pattern): valid is \(isValid)" }
    guard let input = row[text: "input"] else { return nil }
    do throws(RegularExpressionError) {
      let matcher = try RegularExpression(iRegexp: pattern).makeMatcher()
      if let whole = row[flag: "whole"], matcher.matchesWhole(input) != whole {
        return "\(pattern): whole is \(!whole)"
      }
      if let part = row[flag: "part"], matcher.contains(input) != part {
        return "\(pattern): part is \(!part)"
      }
      return nil
    } catch {
      return "\(pattern): refused: \(error.message)"
    }
  }
}
