/// A function that expressions may call. Which values it takes is said by its signatures.
enum ExpressionFunction: UInt8 {
  case size, contains, startsWith, endsWith, matches
  case toBool, toInt, toUint, toDouble, toString, toBytes, toTimestamp, toDuration
  case toDyn, typeOf
  case getFullYear, getMonth, getDate, getDayOfMonth, getDayOfWeek, getDayOfYear
  case getHours, getMinutes, getSeconds, getMilliseconds
  case charAt, indexOf, lastIndexOf, join, lowerAscii, upperAscii, replace, split, substring
  case trim, reverse, format, quote
  case greatest, least, ceil, floor, round, truncate, absolute, sign, squareRoot
  case isNaN, isInfinite, isFinite
  case bitAnd, bitOr, bitXor, bitNot, bitShiftLeft, bitShiftRight
  case optionalOf, optionalOfNonZeroValue, optionalNone
  case optionalUnwrap, first, last
  case hasValue, optionalValue, optionalOr, optionalOrValue
  case base64Encode, base64Decode
}

/// One overload of a function: `string.charAt(int) -> string`.
struct ExpressionSignature: Sendable {
  let function: ExpressionFunction
  /// The receiver first, if there is one.
  let parameters: [CELType]
  let result: CELType
}

/// The signatures of every function, by name and by the way of calling.
struct ExpressionFunctions: Sendable {
  private(set) var global: [String: [ExpressionSignature]] = [:]
  private(set) var member: [String: [ExpressionSignature]] = [:]

  static let all = ExpressionFunctions()

  private init() {
    for (function, lines) in Self.standard + Self.extensions {
      for line in lines {
        if let (name, isMember, signature) = Self.read(line, function) {
          if isMember {
            member[name, default: []].append(signature)
          } else {
            global[name, default: []].append(signature)
          }
        }
      }
    }
  }

  /// Reads `receiver.name(parameters) -> result`, with ':' before a global function's name so that
  /// its dots belong to the name.
  private static func read(
    _ line: String, _ function: ExpressionFunction
  ) -> (name: String, isMember: Bool, ExpressionSignature)? {
    var reader = CELTypeReader(bytes: Array(line.utf8))
    var parameters: [CELType] = []
    let isMember = !reader.take(UInt8(ascii: ":"))
    if isMember {
      guard let receiver = reader.type() else { return nil }
      parameters.append(receiver)
    }
    let name = reader.word()
    guard reader.take(UInt8(ascii: "(")) else { return nil }
    while !reader.take(UInt8(ascii: ")")) {
      guard let parameter = reader.type() else { return nil }
      parameters.append(parameter)
      _ = reader.take(UInt8(ascii: ","))
    }
    guard reader.take(UInt8(ascii: "-")), reader.take(UInt8(ascii: ">")), let result = reader.type()
    else { return nil }
    return (
      name, isMember,
      ExpressionSignature(function: function, parameters: parameters, result: result)
    )
  }

  /// cel-spec, langdef.md, "List of Standard Definitions".
  private static let standard: [(ExpressionFunction, [String])] = [
    (
      .size,
      [
        ":size(string) -> int", ":size(bytes) -> int", ":size(list(A)) -> int",
        ":size(map(A, B)) -> int", "string size() -> int", "bytes size() -> int",
        "list(A) size() -> int", "map(A, B) size() -> int",
      ]
    ),
    (.contains, ["string contains(string) -> bool"]),
    (.startsWith, ["string startsWith(string) -> bool"]),
    (.endsWith, ["string endsWith(string) -> bool"]),
    (.matches, [":matches(string, string) -> bool", "string matches(string) -> bool"]),
    (.toBool, [":bool(bool) -> bool", ":bool(string) -> bool"]),
    (
      .toInt,
      [
        ":int(int) -> int", ":int(uint) -> int", ":int(double) -> int", ":int(string) -> int",
        ":int(timestamp) -> int",
      ]
    ),
    (
      .toUint,
      [
        ":uint(uint) -> uint", ":uint(int) -> uint", ":uint(double) -> uint",
        ":uint(string) -> uint",
      ]
    ),
    (
      .toDouble,
      [
        ":double(double) -> double", ":double(int) -> double", ":double(uint) -> double",
        ":double(string) -> double",
      ]
    ),
    (
      .toString,
      [
        ":string(string) -> string", ":string(bool) -> string", ":string(int) -> string",
        ":string(uint) -> string", ":string(double) -> string", ":string(bytes) -> string",
        ":string(timestamp) -> string", ":string(duration) -> string",
      ]
    ),
    (.toBytes, [":bytes(bytes) -> bytes", ":bytes(string) -> bytes"]),
    (
      .toTimestamp,
      [
        ":timestamp(timestamp) -> timestamp", ":timestamp(string) -> timestamp",
        ":timestamp(int) -> timestamp",
      ]
    ),
    (
      .toDuration,
      [
        ":duration(duration) -> duration", ":duration(string) -> duration",
      ]
    ),
    (.toDyn, [":dyn(A) -> dyn"]),
    (.typeOf, [":type(A) -> type"]),
    (.getFullYear, dateAccessor("getFullYear")),
    (.getMonth, dateAccessor("getMonth")),
    (.getDate, dateAccessor("getDate")),
    (.getDayOfMonth, dateAccessor("getDayOfMonth")),
    (.getDayOfWeek, dateAccessor("getDayOfWeek")),
    (.getDayOfYear, dateAccessor("getDayOfYear")),
    (.getHours, dateAccessor("getHours") + ["duration getHours() -> int"]),
    (.getMinutes, dateAccessor("getMinutes") + ["duration getMinutes() -> int"]),
    (.getSeconds, dateAccessor("getSeconds") + ["duration getSeconds() -> int"]),
    (.getMilliseconds, dateAccessor("getMilliseconds") + ["duration getMilliseconds() -> int"]),
  ]

  private static func dateAccessor(_ name: String) -> [String] {
    ["timestamp \(name)() -> int", "timestamp \(name)(string) -> int"]
  }
}
