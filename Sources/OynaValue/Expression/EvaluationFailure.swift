/// A runtime error of CEL on its way up: small, because `&&`, `||` and the macros throw many away.
struct EvaluationFailure: Error {
  enum Reason: UInt8 {
    case noSuchOverload, noSuchKey, unknownName, unknownFunction
    case divisionByZero, overflow, indexOutOfRange, negativeShift
    case duplicateKey, keyType, conversion, invalidUTF8
    case emptyOptional, optionalExpected, notBool
    case timestampFormat, durationFormat, timeRange, timeZone, timeZoneHistory
    case pattern, format, formatArgument, base64, notUnique
    case costLimit
  }

  let reason: Reason
  let offset: Int32
  /// The name or word that the reason is about; never a value.
  let name: String

  init(_ reason: Reason, at offset: Int32, name: String = "") {
    self.reason = reason
    self.offset = offset
    self.name = name
  }

  /// Whether `&&`, `||`, `all()` and `exists()` may absorb it.
  var isAbsorbable: Bool { reason != .costLimit }

  func error(costLimit: Int) -> CELError {
    let kind: CELError.Kind = reason == .costLimit ? .costLimit : .evaluation
    return CELError(kind, message(costLimit: costLimit), offset: Int(offset))
  }

  private func message(costLimit: Int) -> String {
    switch reason {
    case .noSuchOverload:
      "No such overload: '\(name)' is not defined for values of these types."
    case .noSuchKey: name.isEmpty ? "No such key." : "No such key: '\(name)'."
    case .unknownName: "Unknown name: '\(name)'."
    case .unknownFunction: "Unknown function: '\(name)'."
    case .divisionByZero: "Division by zero."
    case .overflow: "The result is out of range."
    case .indexOutOfRange: "The index is out of range."
    case .negativeShift: "A shift by a negative number."
    case .duplicateKey: "A map has the same key twice."
    case .keyType: "A map's key is an int, uint, bool or string."
    case .conversion: "The value cannot be converted by '\(name)'."
    case .invalidUTF8: "The bytes are no UTF-8 text."
    case .emptyOptional: "The optional has no value."
    case .optionalExpected: "An optional is expected here."
    case .notBool: "A condition is neither true nor false."
    case .timestampFormat: "This is no RFC 3339 timestamp."
    case .durationFormat: "This is no duration such as '1h30m' or '1.5s'."
    case .timeRange: "The timestamp or duration is out of range."
    case .timeZone:
      "Unknown time zone: give an offset such as '+05:00' or one of the zones offered."
    case .timeZoneHistory: "The time zone's rules are not known so far back."
    case .pattern: "The pattern is no regular expression: \(name)"
    case .format: "The format string is wrong: \(name)"
    case .formatArgument: "An argument does not fit its clause: \(name)"
    case .base64: "The text is no base64."
    case .notUnique: "The list has more than one element."
    case .costLimit:
      "Evaluation was stopped: it costs more than the limit of \(costLimit)."
    }
  }
}
