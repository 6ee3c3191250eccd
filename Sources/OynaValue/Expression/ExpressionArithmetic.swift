/// `+`, `-`, `*`, `/`, `%` of two values of one type, checked for overflow; no type is converted
/// (cel-spec, langdef.md, "Numeric Values"). A JSON decimal counts as a double.
final class ArithmeticNode: ExpressionNode, @unchecked Sendable {
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

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    let left = try self.left.evaluate(&frame)
    let right = try self.right.evaluate(&frame)
    try frame.charge(1, at: offset)
    if case .int(let a) = left, case .int(let b) = right { return .int(try integer(a, b)) }
    return try result(left, right, &frame)
  }

  private func result(
    _ left: Value, _ right: Value, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Value {
    switch (left, right) {
    case (.int(let a), .int(let b)): return .int(try integer(a, b))
    case (.uint(let a), .uint(let b)): return .uint(try integer(a, b))
    case (.double(let a), .double(let b)): return .double(try double(a, b))
    case (.string(let a), .string(let b)) where operation == .add:
      try frame.charge(bytes: a.utf8.count + b.utf8.count, at: offset)
      return .string(a + b)
    case (.bytes(let a), .bytes(let b)) where operation == .add:
      try frame.charge(bytes: a.count + b.count, at: offset)
      return .bytes(a + b)
    case (.list(let a), .list(let b)) where operation == .add:
      try frame.charge(a.count + b.count, at: offset)
      return .list(a + b)
    case (.decimal(let a), _): return try result(.double(a.double), right, &frame)
    case (_, .decimal(let b)): return try result(left, .double(b.double), &frame)
    default:
      return try time(left, right)
    }
  }

  private func integer<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationFailure) -> T {
    let result: (partialValue: T, overflow: Bool)
    switch operation {
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide:
      if b == 0 { throw EvaluationFailure(.divisionByZero, at: offset) }
      result = a.dividedReportingOverflow(by: b)
    default:
      if b == 0 { throw EvaluationFailure(.divisionByZero, at: offset) }
      result = a.remainderReportingOverflow(dividingBy: b)
    }
    if result.overflow { throw EvaluationFailure(.overflow, at: offset) }
    return result.partialValue
  }

  private func double(_ a: Double, _ b: Double) throws(EvaluationFailure) -> Double {
    switch operation {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    default: throw EvaluationFailure(.noSuchOverload, at: offset, name: operation.symbol)
    }
  }

  private func time(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Value {
    let result: Value?
    switch (left, right, operation) {
    case (.timestamp(let a), .duration(let b), .add), (.duration(let b), .timestamp(let a), .add):
      result = a.adding(b).map { .timestamp($0) }
    case (.timestamp(let a), .duration(let b), .subtract):
      result = a.adding(b.negated).map { .timestamp($0) }
    case (.timestamp(let a), .timestamp(let b), .subtract):
      result = a.since(b).map { .duration($0) }
    case (.duration(let a), .duration(let b), .add):
      result = a.adding(b).map { .duration($0) }
    case (.duration(let a), .duration(let b), .subtract):
      result = a.adding(b.negated).map { .duration($0) }
    default:
      throw EvaluationFailure(.noSuchOverload, at: offset, name: operation.symbol)
    }
    guard let result else { throw EvaluationFailure(.timeRange, at: offset) }
    return result
  }
}

/// `-x`
final class NegationNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let operand: ExpressionNode

  init(_ operand: ExpressionNode, offset: Int32) {
    self.operand = operand
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1, at: offset)
    switch try operand.evaluate(&frame) {
    case .int(let value):
      guard value != .min else { throw EvaluationFailure(.overflow, at: offset) }
      return .int(-value)
    case .double(let value): return .double(-value)
    case .decimal(let value): return .double(-value.double)
    default: throw EvaluationFailure(.noSuchOverload, at: offset, name: "-")
    }
  }
}
