import Foundation
import OynaValue

/// `oyna conformance json FILE…`: reads rows of JSON conformance data, one JSON object a line, and
/// tells the kinds of row apart by their keys.
enum JSONConformance {
  @Sendable static func run(_ files: [String]) -> Int32 {
    ConformanceRun.run(files, kind: "json", verdict: verdict)
  }

  /// Runs one row.
  static func verdict(_ row: JSON) -> ConformanceRun.Verdict {
    if let bytes = row["bytes"]?.string, let expected = row["expect"]?.string {
      return parsing(bytes, expected)
    }
    if let text = row["text"]?.string, let bits = row["bits"]?.string.flatMap({ Double(hex: $0) }) {
      return row["id"]?.string?.hasPrefix("es6") == true
        ? numberOutput(bits, text) : numberInput(text, bits)
    }
    if let text = row["text"]?.string, let isExact = row["exact"]?.bool {
      return roundTrip(text, isExact: isExact)
    }
    if let input = row["input"]?.string, let canonical = row["canonical"]?.string {
      return canonicalForm(input, canonical)
    }
    return .skipped("a row of an unknown kind")
  }

  private static func parsing(_ base64: String, _ expected: String) -> ConformanceRun.Verdict {
    guard let data = Data(base64Encoded: base64) else { return .failed("bad base64 in the row") }
    let isAccepted = (try? JSON.parse([UInt8](data), options: .rfc8259)) != nil
    switch expected {
    case "accept": return isAccepted ? .passed : .failed("rejected")
    case "reject": return isAccepted ? .failed("accepted") : .passed
    default: return .passed
    }
  }

  private static func numberInput(_ text: String, _ expected: Double) -> ConformanceRun.Verdict {
    guard let json = try? JSON.parse(text, options: .rfc8259), let double = json.double else {
      return expected.isInfinite ? .passed : .failed("rejected")
    }
    return double.bitPattern == expected.bitPattern
      ? .passed : .failed("read as \(double), not \(expected)")
  }

  private static func numberOutput(_ value: Double, _ expected: String) -> ConformanceRun.Verdict {
    var writer = JSONWriter()
    writer.double(value)
    return writer.text == expected ? .passed : .failed("wrote \(writer.text), not \(expected)")
  }

  /// Written back as it was, and again with every double in its shortest spelling: both must be
  /// the same document, and the second the same bytes where the row says so.
  private static func roundTrip(_ text: String, isExact: Bool) -> ConformanceRun.Verdict {
    guard let json = try? JSON.parse(text, options: .rfc8259) else { return .failed("rejected") }
    let kept = json.text()
    guard kept == text else { return .failed("wrote \(kept)") }
    var writer = JSONWriter()
    writeDoubles(json, to: &writer)
    guard let again = try? JSON.parse(writer.text, options: .rfc8259), isSame(json, again) else {
      return .failed("wrote \(writer.text), which is another document")
    }
    return !isExact || writer.text == text ? .passed : .failed("wrote \(writer.text)")
  }

  /// Integers as integers, every other number as a double.
  private static func writeDoubles(_ json: JSON, to writer: inout JSONWriter) {
    switch json.value {
    case .decimal(let number) where number.isZero && json.text().hasPrefix("-"):
      // RFC 8785 writes −0 as 0, so its bits need the text.
      writer.number(number)
    case .decimal(let number): writer.double(number.double)
    case .list:
      writer.beginArray()
      for element in children(json) { writeDoubles(element, to: &writer) }
      writer.endArray()
    case .map:
      writer.beginObject()
      for (key, value) in zip(json.object?.keys ?? [], children(json)) {
        writer.key(key.string ?? "")
        writeDoubles(value, to: &writer)
      }
      writer.endObject()
    case let value: writer.value(value)
    }
  }

  private static func isSame(_ left: JSON, _ right: JSON) -> Bool {
    left.value == right.value && doubles(left) == doubles(right)
  }

  private static func doubles(_ json: JSON) -> [UInt64] {
    if let double = json.double { return [double.bitPattern] }
    return children(json).flatMap(doubles)
  }

  private static func children(_ json: JSON) -> [JSON] {
    if let elements = json.array { return Array(elements) }
    return json.object?.map { $0.value } ?? []
  }

  private static func canonicalForm(_ input: String, _ expected: String) -> ConformanceRun.Verdict {
    guard let input = Data(base64Encoded: input), let expected = Data(base64Encoded: expected),
      let json = try? JSON.parse([UInt8](input), options: .rfc8259)
    else { return .failed("rejected") }
    var bytes: [UInt8] = []
    json.write(into: &bytes, .canonical)
    return Data(bytes) == expected
      ? .passed : .failed("wrote \(String(decoding: bytes, as: UTF8.self))")
  }
}

extension Double {
  /// From its bits in 16 hexadecimal digits.
  fileprivate init?(hex: String) {
    guard let bits = UInt64(hex, radix: 16) else { return nil }
    self.init(bitPattern: bits)
  }
}
