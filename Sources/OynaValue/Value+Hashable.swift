extension Value: Hashable {
  /// Strict typed equality, as a document means it: numbers are equal by number whatever holds
  /// them (`1 == 1.0`), and nothing else is equal across types: `"1" != 1`, `true != 1`.
  ///
  /// Strings are equal by their scalars, not by canonical equivalence: a composed and a decomposed
  /// "é" differ, as they do in JSON and CEL. NaN equals nothing. Maps are equal in any order.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.int(let one), .int(let other)): one == other
    case (.string(let one), .string(let other)): areEqual(one, other)
    case (.bytes(let one), .bytes(let other)): one == other
    case (.list(let one), .list(let other)): one == other
    case (.map(let one), .map(let other)): one == other
    case (.timestamp(let one), .timestamp(let other)): one == other
    case (.duration(let one), .duration(let other)): one == other
    case (.type(let one), .type(let other)): one == other
    case (.optional(let one), .optional(let other)): one == other
    default: left.isNumber && right.isNumber && compareNumbers(left, right) == 0
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let value): hasher.combine(value)
    case .int, .uint, .double, .decimal:
      // Equal numbers have the same nearest double; adding 0 makes −0 and 0 one.
      hasher.combine((nearestDouble + 0).bitPattern)
    case .string(let value):
      for byte in value.utf8 { hasher.combine(byte) }
      hasher.combine(0xFF as UInt8)
    case .bytes(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value)
    case .map(let value): hasher.combine(value)
    case .timestamp(let value): hasher.combine(value)
    case .duration(let value): hasher.combine(value)
    case .type(let value): hasher.combine(value)
    case .optional(let value): hasher.combine(value)
    }
  }

  /// Whether two strings have the same scalars.
  @inline(__always)
  static func areEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  /// Whether this is an `int`, `uint`, `double` or `decimal`.
  public var isNumber: Bool {
    switch self {
    case .int, .uint, .double, .decimal: true
    default: false
    }
  }

  private var nearestDouble: Double {
    switch self {
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.double
    default: .nan
    }
  }

  /// Orders two numbers exactly: less than 0, 0, more than 0. Nil when one is no number or NaN.
  public static func compareNumbers(_ left: Value, _ right: Value) -> Int? {
    if case .int(let one) = left, case .int(let other) = right {
      return one < other ? -1 : one == other ? 0 : 1
    }
    if case .double(let one) = left, case .double(let other) = right {
      return one < other ? -1 : one == other ? 0 : one > other ? 1 : nil
    }
    if let order = compareInfinite(left, right) { return order }
    guard let one = left.exactNumber, let other = right.exactNumber else { return nil }
    return one < other ? -1 : one == other ? 0 : 1
  }

  /// The order when exactly one of two numbers is an infinite double.
  private static func compareInfinite(_ left: Value, _ right: Value) -> Int? {
    guard left.isNumber, right.isNumber else { return nil }
    if case .double(let one) = left, one.isInfinite { return one < 0 ? -1 : 1 }
    if case .double(let other) = right, other.isInfinite { return other < 0 ? 1 : -1 }
    return nil
  }

  /// A number without rounding; nil for what is no number, infinite or NaN.
  public var exactNumber: DecimalNumber? {
    switch self {
    case .int(let value): DecimalNumber(value)
    case .uint(let value): DecimalNumber(uncheckedText: String(value))
    case .double(let value): DecimalNumber(exactly: value)
    case .decimal(let value): value
    default: nil
    }
  }
}
