/// `"%d of %s".format([1, "two"])` (cel-go `ext/strings`, cel-spec `string_ext`).
///
/// Clauses: `%s`, `%d`, `%f`, `%e`, `%b`, `%o`, `%x`, `%X`, `%%`; `%f` and `%e` take a precision.
extension ExpressionCall {
  func format(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    guard arguments.count == 2, case .string(let pattern) = arguments[0],
      case .list(let values) = arguments[1]
    else { throw noSuchOverload }
    try frame.charge(bytes: pattern.utf8.count, at: offset)
    var writer = FormatWriter(offset: offset)
    var bytes = Array(pattern.utf8)[...]
    var used = 0
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        writer.bytes.append(byte)
        continue
      }
      if bytes.first == UInt8(ascii: "%") {
        writer.bytes.append(byte)
        bytes.removeFirst()
        continue
      }
      let precision = try precision(&bytes)
      guard let clause = bytes.popFirst() else { throw wrong("it ends in a clause.") }
      guard used < values.count else { throw wrong("there are too few arguments.") }
      let before = writer.bytes.count
      try writer.write(values[used], clause, precision, &frame)
      try frame.charge(bytes: writer.bytes.count - before, at: offset)
      used += 1
    }
    return .string(String(decoding: writer.bytes, as: UTF8.self))
  }

  private func wrong(_ what: String) -> EvaluationFailure {
    EvaluationFailure(.format, at: offset, name: what)
  }

  private func precision(_ bytes: inout ArraySlice<UInt8>) throws(EvaluationFailure) -> Int? {
    guard bytes.first == UInt8(ascii: ".") else { return nil }
    bytes.removeFirst()
    var precision = 0
    var digits = 0
    while let byte = bytes.first, byte.isDigit {
      precision = precision * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      guard precision <= FormatWriter.greatestPrecision else {
        throw wrong("the precision is over \(FormatWriter.greatestPrecision).")
      }
      bytes.removeFirst()
    }
    guard digits > 0 else { throw wrong("a precision has no digits.") }
    return precision
  }
}

/// Writes values by the clauses of a format string.
private struct FormatWriter {
  static let greatestPrecision = 1000
  private static let greatestDepth = 100

  let offset: Int32
  var bytes: [UInt8] = []

  func wrong(_ what: String) -> EvaluationFailure {
    EvaluationFailure(.formatArgument, at: offset, name: what)
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(
    _ value: Value, _ clause: UInt8, _ precision: Int?, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) {
    switch clause {
    case UInt8(ascii: "s"): try writeText(value, depth: 0, &frame)
    case UInt8(ascii: "d"): try writeDecimal(value)
    case UInt8(ascii: "f"): try writeDouble(value, precision ?? 6, isScientific: false)
    case UInt8(ascii: "e"): try writeDouble(value, precision ?? 6, isScientific: true)
    case UInt8(ascii: "b"): try writeInteger(value, radix: 2, isUppercase: false)
    case UInt8(ascii: "o"): try writeInteger(value, radix: 8, isUppercase: false)
    case UInt8(ascii: "x"): try writeInteger(value, radix: 16, isUppercase: false)
    case UInt8(ascii: "X"): try writeInteger(value, radix: 16, isUppercase: true)
    default: throw EvaluationFailure(.format, at: offset, name: "a clause is unknown.")
    }
  }

  private mutating func writeDecimal(_ value: Value) throws(EvaluationFailure) {
    switch value {
    case .int(let value): append(String(value))
    case .uint(let value): append(String(value))
    case .double(let value) where !value.isFinite: append(ExpressionNumber.text(value))
    case .double(let value): DoubleWriter.append(value, to: &bytes)
    case .decimal(let value): append(value.text)
    default: throw wrong("%d takes a number.")
    }
  }

  private mutating func writeInteger(
    _ value: Value, radix: Int, isUppercase: Bool
  ) throws(EvaluationFailure) {
    switch value {
    case .int(let value): append(String(value, radix: radix, uppercase: isUppercase))
    case .uint(let value): append(String(value, radix: radix, uppercase: isUppercase))
    case .bool(let value) where radix == 2: append(value ? "1" : "0")
    case .string(let text) where radix == 16: writeHexadecimal(Array(text.utf8), isUppercase)
    case .bytes(let bytes) where radix == 16: writeHexadecimal(bytes, isUppercase)
    default: throw wrong("a value cannot be written in this base.")
    }
  }

  private mutating func writeHexadecimal(_ octets: [UInt8], _ isUppercase: Bool) {
    let digits = Array((isUppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    for octet in octets {
      bytes.append(digits[Int(octet >> 4)])
      bytes.append(digits[Int(octet & 15)])
    }
  }

  private mutating func writeDouble(
    _ value: Value, _ precision: Int, isScientific: Bool
  ) throws(EvaluationFailure) {
    let double: Double
    switch value {
    case .double(let value): double = value
    case .decimal(let value): double = value.double
    case .int(let value): double = Double(value)
    case .uint(let value): double = Double(value)
    default: throw wrong("%f and %e take a number.")
    }
    guard double.isFinite else { return append(ExpressionNumber.text(double)) }
    if double.sign == .minus { bytes.append(UInt8(ascii: "-")) }
    let digits = ExactDigits(double.magnitude)
    bytes += isScientific ? digits.scientific(precision) : digits.fixed(precision)
  }

  /// `%s`: any value, lists and maps included, the entries of a map in the order of their texts.
  private mutating func writeText(
    _ value: Value, depth: Int, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) {
    guard depth < Self.greatestDepth else { throw wrong("it nests too deep.") }
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .int(let value): append(String(value))
    case .uint(let value): append(String(value))
    case .double(let value): append(ExpressionNumber.text(value))
    case .decimal(let value): append(value.text)
    case .string(let text): append(text)
    case .bytes(let octets): append(String(decoding: octets, as: UTF8.self))
    case .timestamp(let value): append(value.text)
    case .duration(let value): append(value.text)
    case .type(let type): append(type.name)
    case .list(let elements):
      append("[")
      for (index, element) in elements.enumerated() {
        try frame.charge(1, at: offset)
        if index > 0 { append(", ") }
        try writeText(element, depth: depth + 1, &frame)
      }
      append("]")
    case .map(let map): try writeMap(map, depth: depth, &frame)
    case .optional: throw wrong("%s does not take an optional.")
    }
  }

  private mutating func writeMap(
    _ map: ValueMap, depth: Int, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) {
    var texts: [(key: [UInt8], value: [UInt8])] = []
    for entry in map.entries {
      try frame.charge(1, at: offset)
      var key = FormatWriter(offset: offset)
      try key.writeText(entry.key, depth: depth + 1, &frame)
      var value = FormatWriter(offset: offset)
      try value.writeText(entry.value, depth: depth + 1, &frame)
      texts.append((key.bytes, value.bytes))
    }
    texts.sort { $0.key.lexicographicallyPrecedes($1.key) }
    append("{")
    for (index, text) in texts.enumerated() {
      if index > 0 { append(", ") }
      bytes += text.key
      append(": ")
      bytes += text.value
    }
    append("}")
  }
}

/// All decimal digits of a double, of which there are finitely many, so that rounding is exact.
private struct ExactDigits {
  /// Digits 0…9, the first not zero unless there is only it.
  private let digits: [UInt8]
  /// How many of them stand before the point; 0 or less if there are zeros after it.
  private let point: Int

  init(_ magnitude: Double) {
    var digits: [UInt8] = []
    var point: Int?
    for byte in DoubleWriter.exactText(magnitude).utf8 {
      if byte == UInt8(ascii: ".") {
        point = digits.count
      } else {
        digits.append(byte - UInt8(ascii: "0"))
      }
    }
    var whole = point ?? digits.count
    while digits.count > 1, digits[0] == 0 {
      digits.removeFirst()
      whole -= 1
    }
    self.digits = digits
    self.point = whole
  }

  /// The first `count` digits, rounded half to even; one more when rounding carries over.
  private func rounded(to count: Int) -> (digits: [UInt8], carried: Bool) {
    guard count >= 0 else { return ([], false) }
    guard count < digits.count else {
      return (digits + [UInt8](repeating: 0, count: count - digits.count), false)
    }
    var kept = Array(digits[..<count])
    let rest = digits[count...]
    let isHalf = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
    let isOdd = (kept.last ?? 0) & 1 == 1
    guard isHalf ? isOdd : (rest.first ?? 0) >= 5 else { return (kept, false) }
    var index = count - 1
    while index >= 0, kept[index] == 9 {
      kept[index] = 0
      index -= 1
    }
    if index >= 0 {
      kept[index] += 1
      return (kept, false)
    }
    return ([1] + kept, true)
  }

  func fixed(_ precision: Int) -> [UInt8] {
    var (kept, carried) = rounded(to: point + precision)
    var whole = point + (carried ? 1 : 0)
    if kept.isEmpty { whole = 0 }
    if whole <= 0 {
      // Zeros between the point and the first digit, and one before the point.
      let zeros = min(-whole, precision) + 1
      kept = [UInt8](repeating: 0, count: zeros) + kept
      whole = 1
    }
    kept += [UInt8](repeating: 0, count: max(0, whole + precision - kept.count))
    return text(kept[..<whole], kept[whole..<(whole + precision)])
  }

  func scientific(_ precision: Int) -> [UInt8] {
    let (kept, carried) = rounded(to: precision + 1)
    var exponent = point - 1 + (carried ? 1 : 0)
    if digits == [0] { exponent = 0 }
    var bytes = text(kept[..<1], kept[1...].prefix(precision))
    bytes.append(UInt8(ascii: "e"))
    bytes.append(UInt8(ascii: exponent < 0 ? "-" : "+"))
    let magnitude = exponent.magnitude
    if magnitude < 10 { bytes.append(UInt8(ascii: "0")) }
    bytes += String(magnitude).utf8
    return bytes
  }

  private func text(_ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = whole.map { $0 + UInt8(ascii: "0") }
    guard !fraction.isEmpty else { return bytes }
    bytes.append(UInt8(ascii: "."))
    bytes += fraction.map { $0 + UInt8(ascii: "0") }
    return bytes
  }
}
