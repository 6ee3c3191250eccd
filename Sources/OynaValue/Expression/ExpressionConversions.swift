extension ExpressionCall {
  /// `bool`, `int`, `uint`, `double`, `string`, `bytes`, `timestamp`, `duration` of a value.
  func conversion(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    guard arguments.count == 1, let value = arguments.first else { throw noSuchOverload }
    if case .string(let text) = value { try frame.charge(bytes: text.utf8.count, at: offset) }
    switch function {
    case .toBool: return .bool(try bool(value))
    case .toInt: return .int(try int(value))
    case .toUint: return .uint(try uint(value))
    case .toDouble: return .double(try double(value))
    case .toString: return .string(try string(value, &frame))
    case .toBytes: return .bytes(try bytes(value))
    case .toTimestamp: return .timestamp(try timestamp(value))
    default: return .duration(try duration(value))
    }
  }

  private func bool(_ value: Value) throws(EvaluationFailure) -> Bool {
    switch value {
    case .bool(let value): return value
    case .string("true"), .string("True"), .string("TRUE"), .string("t"), .string("1"):
      return true
    case .string("false"), .string("False"), .string("FALSE"), .string("f"), .string("0"):
      return false
    case .string: throw failure(.conversion)
    default: throw noSuchOverload
    }
  }

  private func int(_ value: Value) throws(EvaluationFailure) -> Int64 {
    let result: Int64?
    switch value {
    case .int(let value): result = value
    case .uint(let value): result = Int64(exactly: value)
    case .double(let value): result = int(value)
    case .decimal(let value): result = int(value.double)
    case .string(let text): result = Int64(text, radix: 10)
    case .timestamp(let value): result = value.seconds
    default: throw noSuchOverload
    }
    guard let result else { throw failure(range(value)) }
    return result
  }

  /// Towards zero. Both ends of the range are refused, as cel-spec's suite has it: a double there
  /// may stand for a number outside.
  private func int(_ value: Double) -> Int64? {
    value > -0x1p63 && value < 0x1p63 ? Int64(value) : nil
  }

  private func uint(_ value: Value) throws(EvaluationFailure) -> UInt64 {
    let result: UInt64?
    switch value {
    case .uint(let value): result = value
    case .int(let value): result = UInt64(exactly: value)
    case .double(let value): result = uint(value)
    case .decimal(let value): result = uint(value.double)
    case .string(let text): result = text.utf8.first == UInt8(ascii: "-") ? nil : UInt64(text)
    default: throw noSuchOverload
    }
    guard let result else { throw failure(range(value)) }
    return result
  }

  private func uint(_ value: Double) -> UInt64? {
    value >= 0 && value < 0x1p64 ? UInt64(value) : nil
  }

  private func range(_ value: Value) -> EvaluationFailure.Reason {
    if case .string = value { .conversion } else { .overflow }
  }

  private func double(_ value: Value) throws(EvaluationFailure) -> Double {
    switch value {
    case .double(let value): return value
    case .int(let value): return Double(value)
    case .uint(let value): return Double(value)
    case .decimal(let value): return value.double
    case .string(let text):
      guard let value = ExpressionNumber.double(named: text) else { throw failure(.conversion) }
      return value
    default: throw noSuchOverload
    }
  }

  private func string(
    _ value: Value, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> String {
    switch value {
    case .string(let text): return text
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .uint(let value): return String(value)
    case .double(let value): return ExpressionNumber.text(value)
    case .decimal(let value): return value.text
    case .bytes(let bytes):
      try frame.charge(bytes: bytes.count, at: offset)
      guard let text = String(validUTF8: bytes) else {
        throw failure(.invalidUTF8)
      }
      return text
    case .timestamp(let value): return value.text
    case .duration(let value): return value.text
    case .type(let type): return type.name
    default: throw noSuchOverload
    }
  }

  private func bytes(_ value: Value) throws(EvaluationFailure) -> [UInt8] {
    switch value {
    case .bytes(let bytes): return bytes
    case .string(let text): return Array(text.utf8)
    default: throw noSuchOverload
    }
  }

  private func timestamp(_ value: Value) throws(EvaluationFailure) -> Timestamp {
    switch value {
    case .timestamp(let value): return value
    case .int(let seconds):
      guard let value = Timestamp(seconds: seconds, nanoseconds: 0) else {
        throw failure(.timeRange)
      }
      return value
    case .string(let text):
      guard let value = Timestamp(text) else { throw failure(.timestampFormat) }
      return value
    default: throw noSuchOverload
    }
  }

  private func duration(_ value: Value) throws(EvaluationFailure) -> TimeSpan {
    switch value {
    case .duration(let value): return value
    case .string(let text):
      guard let value = TimeSpan(text) else { throw failure(.durationFormat) }
      return value
    default: throw noSuchOverload
    }
  }
}

/// Doubles as text, and values as numbers.
enum ExpressionNumber {
  /// Reads a literal of CEL: digits with an optional fraction and exponent; nil if they are none.
  static func double(_ digits: ArraySlice<UInt8>) -> Double? {
    // CEL allows zeros in front, and no digit before the point; the reader's grammar does not.
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    var text: [UInt8] = significant.first?.isDigit == true ? [] : [UInt8(ascii: "0")]
    text.append(contentsOf: significant)
    if text.last == UInt8(ascii: ".") { text.append(UInt8(ascii: "0")) }
    let isNumber = DecimalNumber(String(decoding: text, as: UTF8.self)) != nil
    return isNumber ? text.withUnsafeBufferPointer { DoubleReader.read($0) } : nil
  }

  /// What `double("…")` reads: a number, or the name of a special value.
  static func double(named text: String) -> Double? {
    switch text {
    case "NaN", "nan": return .nan
    case "Infinity", "infinity", "Inf", "inf", "+Infinity", "+infinity", "+Inf", "+inf":
      return .infinity
    case "-Infinity", "-infinity", "-Inf", "-inf": return -.infinity
    default: break
    }
    var digits = Array(text.utf8)[...]
    var isNegative = false
    if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      digits = digits.dropFirst()
    }
    guard let first = digits.first, first.isDigit || first == UInt8(ascii: "."),
      digits.allSatisfy({ byte in
        byte.isDigit || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      }),
      let magnitude = double(digits)
    else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// What `string(double)` gives: the shortest digits that read as the same double, with an
  /// exponent below 10⁻⁴ and from 10⁶ on: `1e+06`, `1e-05`. cel-go and cel-cpp write them so.
  static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value == 0 { return value.sign == .minus ? "-0" : "0" }
    let (digits, point) = DoubleWriter.shortest(value.magnitude)
    let zero = UInt8(ascii: "0")
    var bytes: [UInt8] = value < 0 ? [UInt8(ascii: "-")] : []
    if point < -3 || point > 6 {
      bytes += digits[..<1]
      if digits.count > 1 { bytes += [UInt8(ascii: ".")] + digits[1...] }
      bytes += [UInt8(ascii: "e"), UInt8(ascii: point > 0 ? "+" : "-")]
      let exponent = (point - 1).magnitude
      if exponent < 10 { bytes.append(zero) }
      bytes += String(exponent).utf8
    } else if point <= 0 {
      bytes += [zero, UInt8(ascii: ".")] + [UInt8](repeating: zero, count: -point) + digits
    } else if point >= digits.count {
      bytes += digits + [UInt8](repeating: zero, count: point - digits.count)
    } else {
      bytes += digits[..<point] + [UInt8(ascii: ".")] + digits[point...]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A whole number of any numeric type; nil for anything else.
  static func integer(_ value: Value) -> Int64? {
    switch value {
    case .int(let value): value
    case .uint(let value): Int64(exactly: value)
    case .double(let value): integer(value)
    case .decimal(let value): integer(value.double)
    default: nil
    }
  }

  /// The double as a whole number. Without the standard library's `exactly:`, which needs the C
  /// library's mathematics.
  private static func integer(_ value: Double) -> Int64? {
    guard value >= -0x1p63, value < 0x1p63 else { return nil }
    let integer = Int64(value)
    return Double(integer) == value ? integer : nil
  }
}
