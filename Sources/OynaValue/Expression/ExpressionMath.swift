/// The math extension (cel-go `ext/math`, cel-spec `math_ext`).
extension ExpressionCall {
  func number(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    if function == .greatest || function == .least { return try extreme(&frame) }
    guard arguments.count == 1, let value = arguments.first else { throw noSuchOverload }
    switch value {
    case .int(let value): return try number(value)
    case .uint(let value): return try number(value)
    case .double(let value): return try number(value)
    case .decimal(let value): return try number(value.double)
    default: throw noSuchOverload
    }
  }

  private func number(_ value: Int64) throws(EvaluationFailure) -> Value {
    switch function {
    case .absolute:
      guard value != .min else { throw failure(.overflow) }
      return .int(Swift.abs(value))
    case .sign: return .int(value.signum())
    case .squareRoot: return .double(Double(value).squareRoot())
    default: throw noSuchOverload
    }
  }

  private func number(_ value: UInt64) throws(EvaluationFailure) -> Value {
    switch function {
    case .absolute: return .uint(value)
    case .sign: return .uint(value.signum())
    case .squareRoot: return .double(Double(value).squareRoot())
    default: throw noSuchOverload
    }
  }

  private func number(_ value: Double) throws(EvaluationFailure) -> Value {
    switch function {
    case .ceil: .double(Rounding.up(value))
    case .floor: .double(Rounding.down(value))
    case .round: .double(Rounding.halfAwayFromZero(value))
    case .truncate: .double(Rounding.towardsZero(value))
    case .absolute: .double(value.magnitude)
    case .sign: .double(value.isNaN ? value : value < 0 ? -1 : value > 0 ? 1 : 0)
    case .squareRoot: .double(value.squareRoot())
    case .isNaN: .bool(value.isNaN)
    case .isInfinite: .bool(value.isInfinite)
    case .isFinite: .bool(value.isFinite)
    default: throw noSuchOverload
    }
  }

  /// The first of the greatest, or of the least, numbers; keeps its type.
  private func extreme(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    var candidates = arguments
    if arguments.count == 1, case .list(let elements) = arguments[0] { candidates = elements }
    guard var result = candidates.first, result.isNumber else { throw noSuchOverload }
    for candidate in candidates.dropFirst() {
      try frame.charge(1, at: offset)
      guard let order = NumberComparison.order(candidate, result) else { throw noSuchOverload }
      if order == (function == .greatest ? .greater : .less) { result = candidate }
    }
    return result
  }

  func bits() throws(EvaluationFailure) -> Value {
    switch (function, arguments.first, arguments.count > 1 ? arguments[1] : .null) {
    case (.bitNot, .int(let value), _) where arguments.count == 1: return .int(~value)
    case (.bitNot, .uint(let value), _) where arguments.count == 1: return .uint(~value)
    case (.bitShiftLeft, .int(let value), .int(let count)):
      return .int(value << (try shift(count)))
    case (.bitShiftLeft, .uint(let value), .int(let count)):
      return .uint(value << (try shift(count)))
    case (.bitShiftRight, .int(let value), .int(let count)):
      // Without the sign: cel-spec's suite shifts the bit pattern.
      return .int(Int64(bitPattern: UInt64(bitPattern: value) >> (try shift(count))))
    case (.bitShiftRight, .uint(let value), .int(let count)):
      return .uint(value >> (try shift(count)))
    case (_, .int(let left), .int(let right)) where arguments.count == 2:
      return .int(try combine(left, right))
    case (_, .uint(let left), .uint(let right)) where arguments.count == 2:
      return .uint(try combine(left, right))
    default:
      throw noSuchOverload
    }
  }

  private func shift(_ count: Int64) throws(EvaluationFailure) -> Int64 {
    guard count >= 0 else { throw failure(.negativeShift) }
    return min(count, 64)
  }

  private func combine<T: FixedWidthInteger>(
    _ left: T, _ right: T
  ) throws(EvaluationFailure) -> T {
    switch function {
    case .bitAnd: left & right
    case .bitOr: left | right
    case .bitXor: left ^ right
    default: throw noSuchOverload
    }
  }
}

/// Rounding to whole numbers without the C library's mathematics: beyond 2^52 every double is
/// whole, and below it fits an `Int64`. The sign of zero is kept.
private enum Rounding {
  static func towardsZero(_ value: Double) -> Double {
    guard value.magnitude < 0x1p52 else { return value }
    return Double(signOf: value, magnitudeOf: Double(Int64(value)))
  }

  static func down(_ value: Double) -> Double {
    let whole = towardsZero(value)
    return whole > value ? whole - 1 : whole
  }

  static func up(_ value: Double) -> Double {
    let whole = towardsZero(value)
    return whole < value ? Double(signOf: value, magnitudeOf: (whole + 1).magnitude) : whole
  }

  static func halfAwayFromZero(_ value: Double) -> Double {
    let whole = towardsZero(value)
    guard (value - whole).magnitude >= 0.5 else { return whole }
    return value < 0 ? whole - 1 : whole + 1
  }
}
