import Foundation
import OynaValue

/// `oyna bench regex`: one request a line, `{"pattern", "input"}`; compiles the pattern and a
/// matcher for it five times, searches the input, and answers `{"compile_us", "match_us",
/// "matched"}`: the median of the compilations, and the mean of the searches after the first
/// unless that took 500 µs.
enum RegexBench {
  @Sendable static func run(_ arguments: [String]) -> Int32 {
    var input = StandardInput()
    while let line = input.readLine() {
      StandardOutput.write(answer(line) + "\n")
    }
    return 0
  }

  private static func answer(_ line: [UInt8]) -> String {
    var options = JSON.Options.screen
    options.limits.stringBytes = line.count
    options.limits.bytes = line.count
    guard let request = try? JSON.parse(line, options: options),
      let pattern = request["pattern"]?.string, let text = request["input"]?.string
    else { return #"{"error":"a request is {\"pattern\": text, \"input\": text}"}"# }
    var writer = JSONWriter()
    writer.beginObject()
    do throws(RegularExpressionError) {
      let (compile, match, isMatch) = try measure(pattern, text)
      writer.key("compile_us")
      writer.double(compile)
      writer.key("match_us")
      writer.double(match)
      writer.key("matched")
      writer.bool(isMatch)
    } catch {
      writer.key("error")
      writer.string(error.message)
    }
    writer.endObject()
    return writer.text
  }

  private static func measure(
    _ pattern: String, _ text: String
  ) throws(RegularExpressionError) -> (compile: Double, match: Double, isMatch: Bool) {
    var matcher = try RegularExpression(pattern).makeMatcher()
    var compileTimes: [Double] = []
    for _ in 0..<5 {
      let start = now()
      matcher = try RegularExpression(pattern).makeMatcher()
      compileTimes.append(microseconds(since: start))
    }
    compileTimes.sort()
    let bytes = Array(text.utf8)
    var isMatch = false
    let matchTime = bytes.withUnsafeBufferPointer { bytes in
      let start = now()
      isMatch = matcher.contains(bytes)
      let first = microseconds(since: start)
      guard first < 500 else { return first }
      let count = max(1, Int(2000 / max(first, 0.05)))
      let again = now()
      for _ in 0..<count { isMatch = matcher.contains(bytes) }
      return microseconds(since: again) / Double(count)
    }
    return (compileTimes[compileTimes.count / 2], matchTime, isMatch)
  }

  /// Nanoseconds of a monotonic clock.
  private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static func microseconds(since start: UInt64) -> Double {
    Double(now() - start) / 1000
  }
}
