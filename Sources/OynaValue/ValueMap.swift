/// A map of values in the order of insertion: a JSON object, or a map of an expression.
public struct ValueMap: Sendable {
  public private(set) var entries: [(key: Value, value: Value)]

  public init() { entries = [] }

  /// Takes over entries whose keys all differ.
  public init(uniqueEntries: [(key: Value, value: Value)]) { entries = uniqueEntries }

  /// The value under a string key; nil when there is none.
  public subscript(key: String) -> Value? {
    for entry in entries {
      if case .string(let name) = entry.key, name == key { return entry.value }
    }
    return nil
  }
}
