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
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case decimal(DecimalNumber)
  case string(String)
  case bytes([UInt8])
  case list([Value])
  case map(ValueMap)
  case timestamp(Timestamp)
  case duration(TimeSpan)
  case type(ValueType)
  indirect case optional(Value?)
}
