/// The outcome of a comparison; NaN is unordered with everything.
enum ExpressionOrdering: UInt8 {
  case less, equal, greater, unordered

  init<T: Comparable>(_ left: T, _ right: T) {
    self = left < right ? .less : left == right ? .equal : left > right ? .greater : .unordered
  }

  var reversed: ExpressionOrdering {
    switch self {
    case .less: .greater
    case .greater: .less
    case .equal, .unordered: self
    }
  }

  func satisfies(_ operation: BinaryOperator) -> Bool {
    switch operation {
    case .less: self == .less
    case .lessEqual: self == .less || self == .equal
    case .greater: self == .greater
    case .greaterEqual: self == .greater || self == .equal
    case .equal: self == .equal
    case .notEqual: self != .equal
    default: false
    }
  }
}

/// Numbers of different types compare by their place on one number line (cel-spec, "Equality and
/// Ordering", and its comparisons suite). A JSON decimal compares exactly.
enum NumberComparison {
  /// The order of two numbers; nil if one of the values is no number.
  static func order(_ left: Value, _ right: Value) -> ExpressionOrdering? {
    switch (left, right) {
    case (.int(let a), .int(let b)): ExpressionOrdering(a, b)
    case (.uint(let a), .uint(let b)): ExpressionOrdering(a, b)
    case (.double(let a), .double(let b)): ExpressionOrdering(a, b)
    case (.int(let a), .uint(let b)): order(a, b)
    case (.uint(let a), .int(let b)): order(b, a).reversed
    case (.int(let a), .double(let b)): order(a, b)
    case (.double(let a), .int(let b)): order(b, a).reversed
    case (.uint(let a), .double(let b)): order(a, b)
    case (.double(let a), .uint(let b)): order(b, a).reversed
    case (.decimal(let a), .decimal(let b)): order(a, b)
    case (.decimal(let a), .int(let b)): order(a, DecimalNumber(b))
    case (.int(let a), .decimal(let b)): order(DecimalNumber(a), b)
    case (.decimal(let a), .uint(let b)): order(a, DecimalNumber(uncheckedText: String(b)))
    case (.uint(let a), .decimal(let b)): order(DecimalNumber(uncheckedText: String(a)), b)
    case (.decimal(let a), .double(let b)): order(a, b)
    case (.double(let a), .decimal(let b)): order(b, a).reversed
    default: nil
    }
  }

  private static func order(_ left: Int64, _ right: UInt64) -> ExpressionOrdering {
    left < 0 ? .less : ExpressionOrdering(UInt64(left), right)
  }

  /// As cel-spec's suite has it: within the range of `int`, the int is rounded to a double.
  private static func order(_ left: Int64, _ right: Double) -> ExpressionOrdering {
    if right < -0x1p63 { return .greater }
    if right > 0x1p63 { return .less }
    return ExpressionOrdering(Double(left), right)
  }

  private static func order(_ left: UInt64, _ right: Double) -> ExpressionOrdering {
    if right < 0 { return .greater }
    if right > 0x1p64 { return .less }
    return ExpressionOrdering(Double(left), right)
  }

  private static func order(_ left: DecimalNumber, _ right: DecimalNumber) -> ExpressionOrdering {
    left < right ? .less : left == right ? .equal : .greater
  }

  /// A double stands for the shortest decimal text that reads as it: so a literal `0.1` is
  /// exactly the number 0.1 of a document.
  private static func order(_ left: DecimalNumber, _ right: Double) -> ExpressionOrdering {
    // Rounding keeps the order, so different doubles decide.
    let rounded = ExpressionOrdering(left.double, right)
    guard rounded == .equal, right.isFinite else { return rounded }
    return order(left, DecimalNumber(uncheckedText: ExpressionNumber.text(right)))
  }
}

/// Text compares by its code points, which UTF-8 keeps in order, and never by canonical
/// equivalence as Swift's `==` does.
enum TextComparison {
  @inline(__always)
  static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return order(left, right) == .equal
  }

  static func order(_ left: String, _ right: String) -> ExpressionOrdering {
    var left = left
    var right = right
    return left.withUTF8 { leftBytes in
      right.withUTF8 { rightBytes in
        order(UnsafeRawBufferPointer(leftBytes), UnsafeRawBufferPointer(rightBytes))
      }
    }
  }

  static func order(_ left: [UInt8], _ right: [UInt8]) -> ExpressionOrdering {
    left.withUnsafeBytes { leftBytes in
      right.withUnsafeBytes { rightBytes in order(leftBytes, rightBytes) }
    }
  }

  private static func order(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> ExpressionOrdering {
    let count = min(left.count, right.count)
    var index = 0
    while index &+ 8 <= count {
      let a = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let b = right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if a != b { return a.bigEndian < b.bigEndian ? .less : .greater }
      index &+= 8
    }
    while index < count {
      if left[index] != right[index] { return left[index] < right[index] ? .less : .greater }
      index &+= 1
    }
    return ExpressionOrdering(left.count, right.count)
  }
}

extension ExpressionFrame {
  /// CEL's `==`, which is defined for any two values.
  mutating func areEqual(
    _ left: Value, _ right: Value, at offset: Int32
  ) throws(EvaluationFailure) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)):
      try charge(bytes: min(a.utf8.count, b.utf8.count), at: offset)
      return TextComparison.areEqual(a, b)
    case (.bool(let a), .bool(let b)): return a == b
    case (.null, .null): return true
    case (.bytes(let a), .bytes(let b)):
      try charge(bytes: min(a.count, b.count), at: offset)
      return a == b
    case (.list(let a), .list(let b)): return try areEqual(a, b, at: offset)
    case (.map(let a), .map(let b)): return try areEqual(a, b, at: offset)
    case (.timestamp(let a), .timestamp(let b)): return a == b
    case (.duration(let a), .duration(let b)): return a == b
    case (.type(let a), .type(let b)): return a == b
    case (.optional(let a), .optional(let b)):
      guard let a, let b else { return a == nil && b == nil }
      return try areEqual(a, b, at: offset)
    default:
      return NumberComparison.order(left, right) == .equal
    }
  }

  private mutating func areEqual(
    _ left: [Value], _ right: [Value], at offset: Int32
  ) throws(EvaluationFailure) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices {
      try charge(1, at: offset)
      guard try areEqual(left[index], right[index], at: offset) else { return false }
    }
    return true
  }

  private mutating func areEqual(
    _ left: ValueMap, _ right: ValueMap, at offset: Int32
  ) throws(EvaluationFailure) -> Bool {
    guard left.entries.count == right.entries.count else { return false }
    for entry in left.entries {
      guard let other = try find(entry.key, in: right, at: offset),
        try areEqual(entry.value, other, at: offset)
      else { return false }
    }
    return true
  }

  /// The order of two values; nil when they have none.
  mutating func order(
    _ left: Value, _ right: Value, at offset: Int32
  ) throws(EvaluationFailure) -> ExpressionOrdering? {
    switch (left, right) {
    case (.string(let a), .string(let b)):
      try charge(bytes: min(a.utf8.count, b.utf8.count), at: offset)
      return TextComparison.order(a, b)
    case (.bool(let a), .bool(let b)): return ExpressionOrdering(a ? 1 : 0, b ? 1 : 0)
    case (.bytes(let a), .bytes(let b)):
      try charge(bytes: min(a.count, b.count), at: offset)
      return TextComparison.order(a, b)
    case (.timestamp(let a), .timestamp(let b)): return ExpressionOrdering(a, b)
    case (.duration(let a), .duration(let b)): return ExpressionOrdering(a, b)
    default: return NumberComparison.order(left, right)
    }
  }
}

/// `==`, `!=`, `<`, `<=`, `>`, `>=`.
final class ComparisonNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let operation: BinaryOperator
  private let left: ExpressionNode
  private let right: ExpressionNode

  init(
    _ operation: BinaryOperator, _ left: ExpressionNode, _ right: ExpressionNode, offset: Int32
  ) {
    self.operation = operation
    self.left = left
    self.right = right
    super.init(offset: offset)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    try frame.charge(1, at: offset)
    if let left = try self.left.location(&frame), let right = try self.right.location(&frame) {
      if case .int(let a) = left.pointee, case .int(let b) = right.pointee {
        return ExpressionOrdering(a, b).satisfies(operation)
      }
      return try compare(left.pointee, right.pointee, &frame)
    }
    return try compare(try left.evaluate(&frame), try right.evaluate(&frame), &frame)
  }

  @inline(__always)
  private func compare(
    _ left: Value, _ right: Value, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Bool {
    switch operation {
    case .equal: return try frame.areEqual(left, right, at: offset)
    case .notEqual: return try !frame.areEqual(left, right, at: offset)
    default:
      guard let order = try frame.order(left, right, at: offset) else {
        throw EvaluationFailure(.noSuchOverload, at: offset, name: operation.symbol)
      }
      return order.satisfies(operation)
    }
  }
}
