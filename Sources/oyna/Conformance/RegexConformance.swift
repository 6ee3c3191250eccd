import Foundation
import OynaValue

/// `oyna conformance regex FILE…`: runs rows of regular expression conformance data, one JSON
/// object a line, and tells the kinds of row apart by their members: `valid` is an I-Regexp, `pump`
/// a hostile text, `compiles` a pattern and perhaps a search with it.
enum RegexConformance {
  typealias Verdict = ConformanceRun.Verdict

  @Sendable static func run(_ files: [String]) -> Int32 {
    ConformanceRun.run(files, kind: "regex", verdict: verdict)
  }

  /// Runs one row.
  static func verdict(_ row: JSON) -> Verdict {
    guard let pattern = row["pattern"]?.string else { return .failed("a row without pattern") }
    let finding =
      if let isValid = row["valid"]?.bool {
        iRegexp(pattern, isValid, row)
      } else if let hostile = HostileText(row) {
        hostile.finding(pattern)
      } else if let compiles = row["compiles"]?.bool {
        search(pattern, compiles, row)
      } else {
        "a row of an unknown kind"
      }
    return finding.map { .failed("\(pattern.debugDescription): \($0)") } ?? .passed
  }

  // MARK: Search

  private static func search(_ pattern: String, _ compiles: Bool, _ row: JSON) -> String? {
    let expression: RegularExpression
    do throws(RegularExpressionError) {
      expression = try RegularExpression(
        pattern, options: row["ignoreCase"]?.bool == true ? .caseInsensitive : [])
    } catch {
      return compiles ? "refused: \(error.message)" : nil
    }
    guard compiles else { return "not refused" }
    guard let input = row["input"]?.string, let expected = row["match"] else { return nil }
    let matcher = expression.makeMatcher()
    let isAnchored = row["anchored"]?.bool == true
    let groups = matcher.firstMatch(input, anchored: isAnchored)
    let found = groups?.first ?? nil
    let wanted = span(expected)
    if found != wanted { return "matches \(describe(found)), not \(describe(wanted))" }
    if !isAnchored && matcher.contains(input) != (wanted != nil) {
      return "contains is \(wanted == nil)"
    }
    return difference(of: groups, from: row["captures"], "groups")
      ?? row["full"].flatMap { full($0, matcher, input) }
  }

  private static func full(
    _ expected: JSON, _ matcher: RegularExpression.Matcher, _ input: String
  ) -> String? {
    let groups = matcher.wholeMatch(input)
    if matcher.matchesWhole(input) == expected.isNull { return "whole is \(expected.isNull)" }
    return difference(of: groups, from: expected, "groups of the whole")
  }

  /// Compares as many groups as the row gives.
  private static func difference(
    of groups: [Range<Int>?]?, from expected: JSON?, _ name: String
  ) -> String? {
    guard let spans = expected?.array else { return nil }
    guard let groups, groups.count >= spans.count else { return "no \(name)" }
    for (number, wanted) in spans.enumerated() where groups[number] != span(wanted) {
      return "\(name): \(number) is \(describe(groups[number])), not \(describe(span(wanted)))"
    }
    return nil
  }

  private static func span(_ json: JSON) -> Range<Int>? {
    guard let ends = json.array?.compactMap({ $0.int.map(Int.init) }), ends.count == 2 else {
      return nil
    }
    return ends[0]..<ends[1]
  }

  private static func describe(_ span: Range<Int>?) -> String {
    span.map { "\($0)" } ?? "none"
  }

  // MARK: I-Regexp

  private static func iRegexp(_ pattern: String, _ isValid: Bool, _ row: JSON) -> String? {
    guard RegularExpression.isIRegexp(pattern) == isValid else { return "valid is \(!isValid)" }
    guard let input = row["input"]?.string else { return nil }
    do throws(RegularExpressionError) {
      let matcher = try RegularExpression(iRegexp: pattern).makeMatcher()
      if let whole = row["whole"]?.bool, matcher.matchesWhole(input) != whole {
        return "whole is \(!whole)"
      }
      if let part = row["part"]?.bool, matcher.contains(input) != part {
        return "part is \(!part)"
      }
      return nil
    } catch {
      return "refused: \(error.message)"
    }
  }
}

/// A text on which backtracking explodes: `prefix`, `pump` many times, `suffix`.
private struct HostileText {
  let prefix: String
  let pump: String
  let suffix: String
  let times: Int
  let isMatch: Bool

  init?(_ row: JSON) {
    guard let prefix = row["prefix"]?.string, let pump = row["pump"]?.string,
      let suffix = row["suffix"]?.string, let times = row["repeat"]?.int,
      let isMatch = row["isMatch"]?.bool
    else { return nil }
    self.prefix = prefix
    self.pump = pump
    self.suffix = suffix
    self.times = Int(times)
    self.isMatch = isMatch
  }

  func finding(_ pattern: String) -> String? {
    let expression: RegularExpression
    do throws(RegularExpressionError) {
      expression = try RegularExpression(pattern)
    } catch {
      // A matcher with a program limit may refuse the largest.
      return error.kind == .programSize ? nil : "refused: \(error.message)"
    }
    let matcher = expression.makeMatcher()
    var (short, found) = match(matcher, times)
    if found != isMatch { return "contains is \(found)" }
    var (long, _) = match(matcher, 4 * times)
    // Linear growth is 4 times, quadratic 16. One time alone says little: the shortest of many
    // count.
    for _ in 0..<20 where long > short * 10 {
      short = min(short, match(matcher, times).0)
      long = min(long, match(matcher, 4 * times).0)
    }
    return long > short * 10 ? "\(short) s for \(times) times, \(long) s for \(4 * times)" : nil
  }

  private func match(_ matcher: RegularExpression.Matcher, _ times: Int) -> (Double, Bool) {
    let text = Array((prefix + String(repeating: pump, count: times) + suffix).utf8)
    let start = Self.threadSeconds()
    let isMatch = text.withUnsafeBufferPointer { matcher.contains($0) }
    return (Self.threadSeconds() - start, isMatch)
  }

  /// Seconds this thread has run: on a busy machine the clock counts the time of others too.
  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}
