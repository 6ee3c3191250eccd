/// A call of a function; its overload is found by the values.
final class CallNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let function: ExpressionFunction
  private let name: String
  private let arguments: [ExpressionNode]

  init(
    _ function: ExpressionFunction, _ name: String, _ arguments: [ExpressionNode], offset: Int32
  ) {
    self.function = function
    self.name = name
    self.arguments = arguments
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1, at: offset)
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for argument in arguments { values.append(try argument.evaluate(&frame)) }
    let call = ExpressionCall(function: function, name: name, arguments: values, offset: offset)
    return try call.result(&frame)
  }
}

/// `a.or(b)` and `a.orValue(b)`: `b` is evaluated only when `a` has no value.
final class OptionalAlternativeNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let optional: ExpressionNode
  private let alternative: ExpressionNode
  private let unwraps: Bool

  init(
    _ optional: ExpressionNode, _ alternative: ExpressionNode, unwraps: Bool, offset: Int32
  ) {
    self.optional = optional
    self.alternative = alternative
    self.unwraps = unwraps
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1, at: offset)
    let value = try optional.evaluate(&frame)
    guard case .optional(let wrapped) = value else {
      throw EvaluationFailure(.noSuchOverload, at: offset, name: unwraps ? "orValue" : "or")
    }
    if let wrapped { return unwraps ? wrapped : value }
    let other = try alternative.evaluate(&frame)
    if unwraps { return other }
    guard case .optional = other else {
      throw EvaluationFailure(.noSuchOverload, at: offset, name: "or")
    }
    return other
  }
}

/// A function with the values it is called with.
struct ExpressionCall {
  let function: ExpressionFunction
  let name: String
  let arguments: [Value]
  let offset: Int32

  var noSuchOverload: EvaluationFailure {
    EvaluationFailure(.noSuchOverload, at: offset, name: name)
  }

  func failure(_ reason: EvaluationFailure.Reason) -> EvaluationFailure {
    EvaluationFailure(reason, at: offset, name: name)
  }

  func result(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    switch function {
    case .size, .contains, .startsWith, .endsWith, .matches, .typeOf, .toDyn:
      try standard(&frame)
    case .toBool, .toInt, .toUint, .toDouble, .toString, .toBytes, .toTimestamp, .toDuration:
      try conversion(&frame)
    case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear,
      .getHours, .getMinutes, .getSeconds, .getMilliseconds:
      try timePart()
    case .charAt, .indexOf, .lastIndexOf, .join, .lowerAscii, .upperAscii, .replace, .split,
      .substring, .trim, .reverse, .quote:
      try text(&frame)
    case .format:
      try format(&frame)
    case .greatest, .least, .ceil, .floor, .round, .truncate, .absolute, .sign, .squareRoot,
      .isNaN, .isInfinite, .isFinite:
      try number(&frame)
    case .bitAnd, .bitOr, .bitXor, .bitNot, .bitShiftLeft, .bitShiftRight:
      try bits()
    case .optionalOf, .optionalOfNonZeroValue, .optionalNone, .hasValue, .optionalValue,
      .optionalOr, .optionalOrValue, .optionalUnwrap, .first, .last:
      try optional(&frame)
    case .base64Encode, .base64Decode:
      try base64(&frame)
    }
  }

  private func standard(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    switch (function, arguments.count) {
    case (.typeOf, 1): return .type(ValueType(of: arguments[0]))
    case (.toDyn, 1): return arguments[0]
    case (.matches, 2):
      guard case .string(let text) = arguments[0], case .string(let pattern) = arguments[1] else {
        throw noSuchOverload
      }
      return .bool(try matches(text, pattern, &frame))
    default: throw noSuchOverload
    }
  }

  /// With a pattern known only now: compiling it is charged as well.
  private func matches(
    _ text: String, _ pattern: String, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Bool {
    try frame.charge(10 + pattern.utf8.count, at: offset)
    let expression: RegularExpression
    do throws(RegularExpressionError) {
      expression = try RegularExpression(pattern)
    } catch {
      throw EvaluationFailure(.pattern, at: offset, name: error.message)
    }
    try frame.charge(expression.programSize, at: offset)
    try frame.charge(bytes: text.utf8.count, at: offset)
    return expression.contains(text)
  }

  private func optional(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    switch (function, arguments.count) {
    case (.optionalNone, 0): return .optional(nil)
    case (.optionalOf, 1): return .optional(arguments[0])
    case (.optionalOfNonZeroValue, 1):
      return .optional(arguments[0].isZeroValue ? nil : arguments[0])
    case (.hasValue, 1):
      guard case .optional(let wrapped) = arguments[0] else { throw noSuchOverload }
      return .bool(wrapped != nil)
    case (.optionalValue, 1):
      guard case .optional(let wrapped) = arguments[0] else { throw noSuchOverload }
      guard let wrapped else { throw failure(.emptyOptional) }
      return wrapped
    case (.first, 1), (.last, 1):
      guard case .list(let elements) = arguments[0] else { throw noSuchOverload }
      return .optional(function == .first ? elements.first : elements.last)
    case (.optionalUnwrap, 1):
      guard case .list(let elements) = arguments[0] else { throw noSuchOverload }
      return .list(try unwrapped(elements, &frame))
    default: throw noSuchOverload
    }
  }

  /// The values of the optionals that have one.
  private func unwrapped(
    _ elements: [Value], _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> [Value] {
    var values: [Value] = []
    for element in elements {
      try frame.charge(1, at: offset)
      guard case .optional(let wrapped) = element else { throw failure(.optionalExpected) }
      if let wrapped { values.append(wrapped) }
    }
    return values
  }

  private func base64(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    guard arguments.count == 1 else { throw noSuchOverload }
    switch (function, arguments[0]) {
    case (.base64Encode, .bytes(let bytes)):
      try frame.charge(bytes: bytes.count * 2, at: offset)
      return .string(ExpressionBase64.encode(bytes))
    case (.base64Decode, .string(let text)):
      try frame.charge(bytes: text.utf8.count, at: offset)
      guard let bytes = ExpressionBase64.decode(text) else { throw failure(.base64) }
      return .bytes(bytes)
    default: throw noSuchOverload
    }
  }
}

extension Value {
  /// What `optional.ofNonZeroValue` takes for no value: zero, empty, false, null.
  fileprivate var isZeroValue: Bool {
    switch self {
    case .null: true
    case .bool(let value): !value
    case .int(let value): value == 0
    case .uint(let value): value == 0
    case .double(let value): value == 0
    case .decimal(let value): value.double == 0
    case .string(let value): value.isEmpty
    case .bytes(let value): value.isEmpty
    case .list(let value): value.isEmpty
    case .map(let value): value.entries.isEmpty
    case .timestamp(let value): value.seconds == 0 && value.nanoseconds == 0
    case .duration(let value): value.seconds == 0 && value.nanoseconds == 0
    case .type: false
    case .optional(let value): value == nil
    }
  }
}

extension ValueType {
  /// What `type(value)` gives.
  init(of value: Value) {
    let name =
      switch value {
      case .null: "null_type"
      case .bool: "bool"
      case .int: "int"
      case .uint: "uint"
      case .double, .decimal: "double"
      case .string: "string"
      case .bytes: "bytes"
      case .list: "list"
      case .map: "map"
      case .timestamp: "google.protobuf.Timestamp"
      case .duration: "google.protobuf.Duration"
      case .type: "type"
      case .optional: "optional_type"
      }
    self.init(name: name)
  }
}

/// RFC 4648 §4. Decoding accepts missing padding, as cel-go does.
enum ExpressionBase64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for place in 0..<3 {
        group = group << 8 | (place < count ? UInt32(bytes[index + place]) : 0)
      }
      for place in 0..<4 {
        let sextet = Int(group >> UInt32(18 - 6 * place) & 63)
        result.append(place <= count ? alphabet[sextet] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func decode(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2, padding == 0 || digits.count % 4 == 0 else { return nil }
    digits.removeLast(padding)
    guard digits.count % 4 != 1 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(digits.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for digit in digits {
      guard let sextet = value(digit) else { return nil }
      buffer = buffer << 6 | sextet
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    return result
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
