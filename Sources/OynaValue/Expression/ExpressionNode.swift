/// What an evaluation in progress has: the values of its variables, and what it may still spend.
struct ExpressionFrame {
  /// The values of `CELProgram.variables`, and those of the macros' variables. They point to
  /// memory that `CELProgram.evaluate` initialised and keeps for the length of the evaluation.
  let variables: UnsafeMutablePointer<Value>
  let locals: UnsafeMutablePointer<Value>
  var budget: Int
  let workspace: CELWorkspace?
  /// The variables of `cel.bind` whose value could not be evaluated: they fail where they are read.
  var failedBindings: [(slot: Int, failure: EvaluationFailure)] = []

  /// Spends `cost` units; a unit is about the work of one operator.
  @inline(__always)
  mutating func charge(_ cost: Int, at offset: Int32) throws(EvaluationFailure) {
    budget -= cost
    if budget < 0 { throw EvaluationFailure(.costLimit, at: offset) }
  }

  /// Spends for the handling of `count` bytes of text.
  mutating func charge(bytes count: Int, at offset: Int32) throws(EvaluationFailure) {
    try charge(1 + count / 16, at: offset)
  }
}

/// One node of a compiled expression.
///
/// A tree of final classes: a call of a method costs less than the decoding of an instruction, and
/// a subclass can hold what was found out when the expression was compiled.
/// A subclass overrides `evaluate`, `evaluateBool`, or both; each calls the other by default.
class ExpressionNode: @unchecked Sendable {
  // Sendable: each subclass has only `let` properties of Sendable types.

  /// The byte of the expression's text that an error about this node points to.
  let offset: Int32

  init(offset: Int32) {
    self.offset = offset
  }

  func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    .bool(try evaluateBool(&frame))
  }

  /// The value where a bool is needed: spares the making of a `Value`.
  func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    guard case .bool(let value) = try evaluate(&frame) else {
      throw EvaluationFailure(.notBool, at: offset)
    }
    return value
  }

  /// The value if it is known without evaluation.
  var constant: Value? { nil }

  /// Whether `location` may find the value in memory.
  var isLocated: Bool { false }

  /// Where the value already lies: in a variable, or in a map that a variable holds. Spares the
  /// reference counting of a copy, which costs more than most of what is done with the value.
  /// Nil when the value has to be made by `evaluate`.
  ///
  /// The pointer is good until the next evaluation of a node outside the scope of the variable:
  /// no variable changes within its scope, so the storage it refers to stays.
  func location(
    _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> UnsafePointer<Value>? { nil }
}

final class ConstantNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  /// The value in memory of its own that never moves or changes: what `location` gives.
  private let cell: UnsafeMutablePointer<Value>

  init(_ value: Value, offset: Int32) {
    cell = UnsafeMutablePointer.allocate(capacity: 1)
    cell.initialize(to: value)
    super.init(offset: offset)
  }

  deinit {
    cell.deinitialize(count: 1)
    cell.deallocate()
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    cell.pointee
  }

  override var constant: Value? { cell.pointee }

  override var isLocated: Bool { true }

  override func location(
    _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> UnsafePointer<Value>? { UnsafePointer(cell) }
}

/// A variable that the expression reads from outside.
final class VariableNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  let slot: Int

  init(_ slot: Int, offset: Int32) {
    self.slot = slot
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    frame.variables[slot]
  }

  override var isLocated: Bool { true }

  override func location(
    _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> UnsafePointer<Value>? { UnsafePointer(frame.variables + slot) }
}

/// A variable of a macro.
final class LocalNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  let slot: Int

  init(_ slot: Int, offset: Int32) {
    self.slot = slot
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    frame.locals[slot]
  }

  override var isLocated: Bool { true }

  override func location(
    _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> UnsafePointer<Value>? { UnsafePointer(frame.locals + slot) }
}

/// A variable of `cel.bind`. Its value may be an error, which counts only where it is read.
final class BoundNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let slot: Int

  init(_ slot: Int, offset: Int32) {
    self.slot = slot
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try check(frame)
    return frame.locals[slot]
  }

  override var isLocated: Bool { true }

  override func location(
    _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> UnsafePointer<Value>? {
    try check(frame)
    return UnsafePointer(frame.locals + slot)
  }

  private func check(_ frame: borrowing ExpressionFrame) throws(EvaluationFailure) {
    guard !frame.failedBindings.isEmpty else { return }
    for binding in frame.failedBindings where binding.slot == slot { throw binding.failure }
  }
}

/// What cannot be evaluated: an unknown name or function in an expression that was not checked.
final class FailureNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let failure: EvaluationFailure

  init(_ reason: EvaluationFailure.Reason, name: String, offset: Int32) {
    failure = EvaluationFailure(reason, at: offset, name: name)
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    throw failure
  }
}
