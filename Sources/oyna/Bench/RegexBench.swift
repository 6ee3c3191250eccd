import Foundation
import OynaValue

/// `oyna bench regex`: a pattern and an input a line, the times of compiling and matching a line.
enum RegexBench {
  static func run() -> Int32 {
    var input = StandardInput()
    while let line = input.readLine() {
      guard
        let row = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let pattern = row["pattern"] as? String, let text = row["input"] as? String
      else {
        StandardOutput.write("{\"error\":\"no pattern and input\"}\n")
        continue
      }
      StandardOutput.write(measure(pattern, text) + "\n")
    }
    return 0
  }

  private static func measure(_ pattern: String, _ text: String) -> String {
    do throws(RegularExpressionError) {
      var matcher = try RegularExpression(pattern).makeMatcher()
      var compileTimes: [Double] = []
      for _ in 0..<5 {
        let start = now()
        matcher = try RegularExpression(pattern).makeMatcher()
        compileTimes.append(Double(now() - start) / 1000)
      }
      compileTimes.sort()
      let bytes = Array(text.utf8)
      var isMatch = false
      let matchTime = bytes.withUnsafeBufferPointer { bytes in
        let start = now()
        isMatch = matcher.contains(bytes)
        let first = Double(now() - start) / 1000
        guard first < 500 else { return first }
        let count = max(1, Int(2000 / max(first, 0.05)))
        let again = now()
        for _ in 0..<count { isMatch = matcher.contains(bytes) }
        return Double(now() - again) / 1000 / Double(count)
      }
      return "{\"compile_us\":\(compileTimes[2]),\"match_us\":\(matchTime),\"matched\":\(isMatch)}"
    } catch {
      return "{\"error\":\"compile\"}"
    }
  }

  /// Nanoseconds of a monotonic clock.
  private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}
