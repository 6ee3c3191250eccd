/// The one closed type of every value that a screen's state, a rule or an expression holds.
///
/// ```swift
/// let income: Value = .int(1_250_000_00)                       // tiyin
/// let rate: Value = .decimal(DecimalNumber("24.5")!)           // exact as typed
/// let places: Value = .list([.string("uz"), .string("ru")])
/// ```
///
/// A JSON integer that fits 64 bits is `int`; any other JSON number is `decimal` and keeps the
/// digits it was written with. `uint`, `double`, `bytes`, `timestamp`, `duration`, `type` and
/// `optional` exist in expressions (CEL) only and never in a document.
public enum Value: Sendable {
  /// No value: JSON's `null`.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number of 64 bits with a sign; also an amount in minor units.
  case int(Int64)
  /// A whole number of 64 bits without a sign; in expressions only.
  case uint(UInt64)
  /// A binary floating-point number; in expressions only.
  case double(Double)
  /// An exact number, with the digits that it was written with.
  case decimal(DecimalNumber)
  /// A text.
  case string(String)
  /// A sequence of bytes; in expressions only.
  case bytes([UInt8])
  /// Values in an order: a JSON array.
  case list([Value])
  /// Values under keys, in the order of insertion: a JSON object.
  case map(ValueMap)
  /// A moment on the UTC time line; in expressions only.
  case timestamp(Timestamp)
  /// A span of time; in expressions only.
  case duration(TimeSpan)
  /// A type used as a value, such as `int`; in expressions only.
  case type(ValueType)
  /// A value or none, such as `map[?key]` gives; in expressions only.
  indirect case optional(Value?)
}

extension Value {
  /// Whether it has at most this many parts and is at most 64 deep: itself, and all that its lists
  /// and maps hold, counted as often as it stands there. Linear in `limit` at most.
  public func hasParts(atMost limit: Int) -> Bool {
    switch self {
    case .list, .map: break
    default: return limit > 0
    }
    var left = limit
    return count(&left, depth: 64)
  }

  private func count(_ left: inout Int, depth: Int) -> Bool {
    left -= 1
    guard left >= 0, depth > 0 else { return false }
    switch self {
    case .list(let values):
      for value in values where !value.count(&left, depth: depth - 1) { return false }
    case .map(let map):
      for entry in map.entries where !entry.value.count(&left, depth: depth - 1) { return false }
    default: break
    }
    return true
  }
}
