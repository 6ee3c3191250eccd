extension ExpressionFrame {
  /// The value under `key`: numbers are the same key when they are equal, whatever their type.
  mutating func find(
    _ key: Value, in map: ValueMap, at offset: Int32
  ) throws(EvaluationFailure) -> Value? {
    if case .string(let name) = key { return map.field(name) }
    guard map.count <= ValueMap.scanLimit else { return map[key: key] }
    for entry in map.entries {
      try charge(1, at: offset)
      switch (entry.key, key) {
      case (.string, _): continue
      case (.bool(let a), .bool(let b)): if a == b { return entry.value }
      default: if NumberComparison.order(entry.key, key) == .equal { return entry.value }
      }
    }
    return nil
  }
}

extension ValueMap {
  // MARK: Fields

  /// Up to so many entries, to compare keys is quicker than to hash one.
  fileprivate static let scanLimit = 32

  /// The value under a string key, compared by code points.
  func field(_ name: String) -> Value? {
    guard count <= Self.scanLimit else { return self[key: .string(name)] }
    return location(ofField: name)?.pointee
  }

  /// Where the value under a string key lies, as long as this map or a copy of it is kept; nil if
  /// there is none, or if the map is large and has to be asked by `field`.
  func location(ofField name: String) -> UnsafePointer<Value>? {
    Self.location(ofField: name, in: storage)
  }

  /// The entries. The pointer leaves the closure: the storage of an array of enums is one block
  /// that stays where it is until the array is changed, and evaluation changes no value.
  @inline(__always)
  var storage: UnsafeBufferPointer<Entry> { entries.withUnsafeBufferPointer { $0 } }

  /// Takes the bare storage, because a map passed to a function is first retained.
  static func location(
    ofField name: String, in entries: UnsafeBufferPointer<Entry>
  ) -> UnsafePointer<Value>? {
    guard entries.count <= scanLimit, let base = entries.baseAddress else { return nil }
    let length = name.utf8.count
    for place in 0..<entries.count {
      // Only a key of the right length is copied out of its entry.
      guard Self.length(ofKey: base + place) == length,
        case .string(let key) = base[place].key, TextComparison.areEqual(key, name)
      else { continue }
      // An entry is a pair of values: the second follows the first.
      return UnsafeRawPointer(base + place).assumingMemoryBound(to: Value.self) + 1
    }
    return nil
  }

  /// Bytes of a string key; -1 for any other.
  @inline(__always)
  private static func length(ofKey entry: UnsafePointer<Entry>) -> Int {
    if case .string(let key) = entry.pointee.key { key.utf8.count } else { -1 }
  }
}

/// `a.b`, `a.?b`, and `a["b"]` with a constant key on a map.
final class FieldNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let operand: ExpressionNode
  private let field: String
  private let isOptional: Bool
  private let isFound: Bool

  init(_ operand: ExpressionNode, _ field: String, isOptional: Bool, offset: Int32) {
    self.operand = operand
    self.field = field
    self.isOptional = isOptional
    isFound = !isOptional && operand.isLocated
    super.init(offset: offset)
  }

  override var isLocated: Bool { isFound }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    if isLocated, let location = try location(&frame) { return location.pointee }
    try frame.charge(1, at: offset)
    let value = try operand.evaluate(&frame)
    switch value {
    case .map(let map):
      let found = map.field(field)
      if isOptional { return .optional(found) }
      if let found { return found }
      throw EvaluationFailure(.noSuchKey, at: offset, name: field)
    case .optional(nil):
      return value
    case .optional(.some(.map(let map))):
      return .optional(map.field(field))
    default:
      throw EvaluationFailure(.noSuchOverload, at: offset, name: ".\(field)")
    }
  }

  override func location(
    _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> UnsafePointer<Value>? {
    try frame.charge(1, at: offset)
    guard let operand = try operand.location(&frame),
      case .map(let map) = operand.pointee
    else { return nil }
    let storage = map.storage
    return ValueMap.location(ofField: field, in: storage)
  }
}

/// `has(a.b)`
final class PresenceNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let operand: ExpressionNode
  private let field: String

  init(_ operand: ExpressionNode, _ field: String, offset: Int32) {
    self.operand = operand
    self.field = field
    super.init(offset: offset)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    try frame.charge(1, at: offset)
    if let location = try operand.location(&frame) { return try isPresent(location.pointee) }
    return try isPresent(try operand.evaluate(&frame))
  }

  @inline(__always)
  private func isPresent(_ value: Value) throws(EvaluationFailure) -> Bool {
    switch value {
    case .map(let map), .optional(.some(.map(let map))):
      return map.location(ofField: field) != nil || map.field(field) != nil
    case .optional(nil): return false
    default: throw EvaluationFailure(.noSuchOverload, at: offset, name: "has")
    }
  }
}

/// `a[i]` and `a[?i]`
final class IndexNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let operand: ExpressionNode
  private let index: ExpressionNode
  private let isOptional: Bool

  init(
    _ operand: ExpressionNode, _ index: ExpressionNode, isOptional: Bool, offset: Int32
  ) {
    self.operand = operand
    self.index = index
    self.isOptional = isOptional
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1, at: offset)
    let container = try operand.evaluate(&frame)
    let key = try index.evaluate(&frame)
    guard case .optional(let wrapped) = container else {
      let found = try member(key, of: container, &frame)
      if isOptional { return .optional(found) }
      if let found { return found }
      throw absence(of: key, in: container)
    }
    guard let wrapped else { return container }
    return .optional(try member(key, of: wrapped, &frame))
  }

  private func member(
    _ key: Value, of container: Value, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Value? {
    switch container {
    case .map(let map):
      return try frame.find(key, in: map, at: offset)
    case .list(let elements):
      guard let position = ExpressionNumber.integer(key) else {
        throw EvaluationFailure(.noSuchOverload, at: offset, name: "[]")
      }
      return position >= 0 && position < elements.count ? elements[Int(position)] : nil
    default:
      throw EvaluationFailure(.noSuchOverload, at: offset, name: "[]")
    }
  }

  private func absence(of key: Value, in container: Value) -> EvaluationFailure {
    if case .list = container { return EvaluationFailure(.indexOutOfRange, at: offset) }
    return EvaluationFailure(.noSuchKey, at: offset)
  }
}

/// `x in list` and `key in map`
final class MembershipNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let element: ExpressionNode
  private let container: ExpressionNode

  init(_ element: ExpressionNode, _ container: ExpressionNode, offset: Int32) {
    self.element = element
    self.container = container
    super.init(offset: offset)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    let element = try self.element.evaluate(&frame)
    if let location = try container.location(&frame) {
      return try contains(location.pointee, element, &frame)
    }
    return try contains(try container.evaluate(&frame), element, &frame)
  }

  @inline(__always)
  private func contains(
    _ container: Value, _ element: Value, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Bool {
    switch container {
    case .list(let elements):
      for index in 0..<elements.count {
        try frame.charge(1, at: offset)
        if try frame.areEqual(element, elements[index], at: offset) { return true }
      }
      return false
    case .map(let map):
      try frame.charge(1, at: offset)
      return try frame.find(element, in: map, at: offset) != nil
    default:
      throw EvaluationFailure(.noSuchOverload, at: offset, name: "in")
    }
  }
}

/// `[a, b, ?c]`
final class ListNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  struct Element: Sendable {
    let node: ExpressionNode
    let isOptional: Bool
  }

  private let elements: [Element]

  init(_ elements: [Element], offset: Int32) {
    self.elements = elements
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1 + elements.count, at: offset)
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      let value = try element.node.evaluate(&frame)
      guard element.isOptional else {
        values.append(value)
        continue
      }
      guard case .optional(let wrapped) = value else {
        throw EvaluationFailure(.optionalExpected, at: element.node.offset)
      }
      if let wrapped { values.append(wrapped) }
    }
    return .list(values)
  }
}

/// `{k: v, ?k: w}`
final class MapNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  struct Entry: Sendable {
    let key: ExpressionNode
    let value: ExpressionNode
    let isOptional: Bool
  }

  private let entries: [Entry]

  init(_ entries: [Entry], offset: Int32) {
    self.entries = entries
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1 + entries.count, at: offset)
    var builder = ExpressionMapBuilder(capacity: entries.count)
    for entry in entries {
      let key = try entry.key.evaluate(&frame)
      var value = try entry.value.evaluate(&frame)
      if entry.isOptional {
        guard case .optional(let wrapped) = value else {
          throw EvaluationFailure(.optionalExpected, at: entry.value.offset)
        }
        guard let wrapped else {
          try builder.check(key, &frame, at: entry.key.offset)
          continue
        }
        value = wrapped
      }
      try builder.add(key, value, &frame, at: entry.key.offset)
    }
    return .map(builder.map)
  }
}

/// Gathers the entries of a new map: keys of the four types, none twice.
struct ExpressionMapBuilder {
  private(set) var map = ValueMap()

  init(capacity: Int) {
    map.reserveCapacity(capacity)
  }

  mutating func check(
    _ key: Value, _ frame: inout ExpressionFrame, at offset: Int32
  ) throws(EvaluationFailure) {
    switch key {
    case .int, .uint, .bool, .string: break
    default: throw EvaluationFailure(.keyType, at: offset)
    }
  }

  mutating func add(
    _ key: Value, _ value: Value, _ frame: inout ExpressionFrame, at offset: Int32
  ) throws(EvaluationFailure) {
    try check(key, &frame, at: offset)
    if map.contains(key: key) { throw EvaluationFailure(.duplicateKey, at: offset) }
    map.set(value, for: key)
  }
}
