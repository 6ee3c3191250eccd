import Foundation
import OynaValue

/// `oyna bench json`: one request a line, `{"file", "iters"}`; reads the file once, decodes it
/// `iters` times and answers `{"median_us", "p95_us", "count"}`, where count is the length of the
/// top-level `fields` array.
enum JSONBench {
  @Sendable static func run(_ arguments: [String]) -> Int32 {
    var input = StandardInput()
    while let line = input.readLine() {
      StandardOutput.write(answer(line) + "\n")
    }
    return 0
  }

  private static func answer(_ line: [UInt8]) -> String {
    guard let request = try? JSON.parse(line), let file = request["file"]?.string,
      let iterations = request["iters"]?.int, iterations > 0,
      let data = FileManager.default.contents(atPath: file)
    else { return #"{"error":"a request is {\"file\": path, \"iters\": 1 or more}"}"# }
    let bytes = [UInt8](data)
    var options = JSON.Options.screen
    options.limits.bytes = max(bytes.count, options.limits.bytes)
    var microseconds: [Double] = []
    var count = 0
    for _ in 0..<iterations {
      let start = DispatchTime.now().uptimeNanoseconds
      guard let json = try? JSON.parse(bytes, options: options) else {
        return #"{"error":"the file is no JSON"}"#
      }
      count = json["fields"]?.array?.count ?? 0
      microseconds.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1000)
    }
    microseconds.sort()
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("median_us")
    writer.double(microseconds[microseconds.count / 2])
    writer.key("p95_us")
    writer.double(microseconds[microseconds.count * 95 / 100])
    writer.key("count")
    writer.int(count)
    writer.endObject()
    return writer.text
  }
}
