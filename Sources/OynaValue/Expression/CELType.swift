/// A type as CEL's checker knows it (cel-spec, langdef.md, "Gradual Type Checking").
public indirect enum CELType: Sendable, Hashable {
  /// Any value: checked when the expression runs.
  case dyn
  /// The type of `null` and nothing else: `null_type`.
  case null
  /// `true` or `false`.
  case bool
  /// A whole number of 64 bits with a sign.
  case int
  /// A whole number of 64 bits without a sign, written `1u`.
  case uint
  /// A binary floating-point number of 64 bits (IEEE 754).
  case double
  /// A text: a sequence of Unicode scalars.
  case string
  /// A sequence of bytes, written `b"…"`.
  case bytes
  /// A moment, `google.protobuf.Timestamp`.
  case timestamp
  /// A span of time, `google.protobuf.Duration`.
  case duration
  /// The type of a type, such as `int` used as a value.
  case type
  /// A list whose elements are all of this type.
  case list(CELType)
  /// A map: the type of its keys, then that of its values.
  case map(CELType, CELType)
  /// A value of this type, or none: `optional_type`.
  case optional(CELType)
  /// A type that one call of a function chooses for itself: `A` in `(A, list(A)) -> bool`.
  case parameter(String)

  /// Reads a type as CEL writes it: `map(string, list(int))`; nil if `text` is none.
  /// A single capital letter is a type parameter.
  public init?(_ text: String) {
    var reader = CELTypeReader(bytes: Array(text.utf8))
    guard let type = reader.type(), reader.isAtEnd else { return nil }
    self = type
  }

  /// The type as CEL writes it.
  public var name: String {
    switch self {
    case .dyn: "dyn"
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .type: "type"
    case .list(let element): "list(\(element.name))"
    case .map(let key, let value): "map(\(key.name), \(value.name))"
    case .optional(let wrapped): "optional_type(\(wrapped.name))"
    case .parameter(let name): name
    }
  }
}

/// Reads `name` and `name(type, …)`.
struct CELTypeReader {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { index == bytes.count }

  mutating func take(_ byte: UInt8) -> Bool {
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// A dotted name.
  mutating func word() -> String {
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    let start = index
    while index < bytes.count, bytes[index].isIdentifierPart || bytes[index] == UInt8(ascii: ".") {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  mutating func type() -> CELType? {
    let name = word()
    var parameters: [CELType] = []
    if take(UInt8(ascii: "(")) {
      repeat {
        guard let parameter = type() else { return nil }
        parameters.append(parameter)
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: ")")) else { return nil }
    }
    switch (name, parameters.count) {
    case ("list", 0): return .list(.dyn)
    case ("list", 1): return .list(parameters[0])
    case ("map", 0): return .map(.dyn, .dyn)
    case ("map", 2): return .map(parameters[0], parameters[1])
    case ("optional_type", 1), ("optional", 1): return .optional(parameters[0])
    case ("type", 0), ("type", 1): return .type
    case (_, 0): return Self.simple(name)
    default: return nil
    }
  }

  private static func simple(_ name: String) -> CELType? {
    switch name {
    case "dyn": .dyn
    case "null_type", "null": .null
    case "bool": .bool
    case "int": .int
    case "uint": .uint
    case "double": .double
    case "string": .string
    case "bytes": .bytes
    case "timestamp", "google.protobuf.Timestamp": .timestamp
    case "duration", "google.protobuf.Duration": .duration
    default:
      name.utf8.count == 1 && name.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        ? .parameter(name) : nil
    }
  }
}
