/// A map of values in the order of insertion: a JSON object, or a map of an expression.
///
/// Keys are compared as values are (`Value ==`): strings by their scalars, numbers by number.
/// Small maps are searched entry by entry; a map with more entries than `indexThreshold` keeps an
/// index, so that a lookup takes constant time.
public struct ValueMap: Sendable {
  /// A key and its value.
  public typealias Entry = (key: Value, value: Value)

  /// In the order of insertion.
  public private(set) var entries: [Entry] = []
  /// Where each key stands in `entries`; nil while the map is small.
  private var index: [Value: Int]?

  static let indexThreshold = 8

  /// An empty map.
  public init() {}

  /// Keeps the first place and the last value of a key that comes twice.
  public init(_ entries: some Sequence<Entry>) {
    for entry in entries { set(entry.value, for: entry.key) }
  }

  /// Fails when a key comes twice.
  public init?(uniqueEntries entries: [Entry]) {
    self.init(entries)
    guard count == entries.count else { return nil }
  }

  /// How many entries.
  public var count: Int { entries.count }
  /// Whether there is none.
  public var isEmpty: Bool { entries.isEmpty }

  /// Makes room for as many entries.
  public mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// The value under a string key; nil when there is none.
  public subscript(key: String) -> Value? {
    if index != nil { return self[key: .string(key)] }
    for entry in entries {
      if case .string(let name) = entry.key, Value.areEqual(name, key) { return entry.value }
    }
    return nil
  }

  /// The value under a key; nil when there is none.
  public subscript(key key: Value) -> Value? { place(of: key).map { entries[$0].value } }

  /// Whether there is a value under a key.
  public func contains(key: Value) -> Bool { place(of: key) != nil }

  /// Replaces the value in its place, or appends a new entry.
  public mutating func set(_ value: Value, for key: Value) {
    if let place = place(of: key) {
      entries[place].value = value
      return
    }
    entries.append((key, value))
    if index != nil {
      index?[key] = entries.count - 1
    } else if entries.count > Self.indexThreshold {
      makeIndex()
    }
  }

  /// Replaces the value in its place, or appends a new entry.
  public mutating func set(_ value: Value, for key: String) { set(value, for: .string(key)) }

  /// Removes an entry and returns its value. O(n): the order is kept.
  @discardableResult
  public mutating func removeValue(for key: Value) -> Value? {
    guard let place = place(of: key) else { return nil }
    let value = entries.remove(at: place).value
    index = nil
    if entries.count > Self.indexThreshold { makeIndex() }
    return value
  }

  private mutating func makeIndex() {
    var index: [Value: Int] = [:]
    index.reserveCapacity(entries.count * 2)
    for (place, entry) in entries.enumerated() { index[entry.key] = place }
    self.index = index
  }

  private func place(of key: Value) -> Int? {
    if let index { return index[key] }
    return entries.firstIndex { $0.key == key }
  }
}

extension ValueMap: Hashable {
  /// The same keys with equal values; the order does not count.
  public static func == (left: ValueMap, right: ValueMap) -> Bool {
    guard left.count == right.count else { return false }
    for (key, value) in left.entries {
      guard let other = right[key: key], other == value else { return false }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    // Equal maps may differ in order: only what does not depend on it.
    hasher.combine(count)
  }
}
