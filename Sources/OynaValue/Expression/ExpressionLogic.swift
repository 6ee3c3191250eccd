/// `&&` (and `||`, with the roles of true and false changed) over two or more operands.
///
/// The operand that decides wins over errors of the others, on either side of it: cel-spec,
/// langdef.md, "Logical Operators".
final class LogicNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let first: ExpressionNode
  private let rest: [ExpressionNode]
  /// The value that decides alone: false for `&&`, true for `||`.
  private let deciding: Bool

  init(
    _ first: ExpressionNode, _ rest: [ExpressionNode], deciding: Bool, offset: Int32
  ) {
    self.first = first
    self.rest = rest
    self.deciding = deciding
    super.init(offset: offset)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    try frame.charge(1, at: offset)
    var failure: EvaluationFailure?
    do throws(EvaluationFailure) {
      if try first.evaluateBool(&frame) == deciding { return deciding }
    } catch {
      guard error.isAbsorbable else { throw error }
      failure = error
    }
    for operand in rest {
      do throws(EvaluationFailure) {
        if try operand.evaluateBool(&frame) == deciding { return deciding }
      } catch {
        guard error.isAbsorbable else { throw error }
        if failure == nil { failure = error }
      }
    }
    if let failure { throw failure }
    return !deciding
  }
}

final class NotNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let operand: ExpressionNode

  init(_ operand: ExpressionNode, offset: Int32) {
    self.operand = operand
    super.init(offset: offset)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    try frame.charge(1, at: offset)
    return !(try operand.evaluateBool(&frame))
  }
}

final class ConditionalNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let condition: ExpressionNode
  private let first: ExpressionNode
  private let second: ExpressionNode

  init(
    _ condition: ExpressionNode, _ first: ExpressionNode, _ second: ExpressionNode, offset: Int32
  ) {
    self.condition = condition
    self.first = first
    self.second = second
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1, at: offset)
    return try condition.evaluateBool(&frame)
      ? first.evaluate(&frame) : second.evaluate(&frame)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    try frame.charge(1, at: offset)
    return try condition.evaluateBool(&frame)
      ? first.evaluateBool(&frame) : second.evaluateBool(&frame)
  }
}
