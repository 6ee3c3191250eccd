/// Operators and the conditional.
extension ExpressionCompiler {
  mutating func compileLogic(
    _ operands: ExpressionChildren, deciding: Bool, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    var nodes: [ExpressionNode] = []
    nodes.reserveCapacity(Int(operands.count))
    for operand in tree.ids(operands) {
      let compiled = try compile(operand)
      try require(
        compiled, ExpressionTypes.bool, "An operand of '\(deciding ? "||" : "&&")'", at: operand)
      nodes.append(compiled.node)
    }
    let first = nodes.removeFirst()
    return Typed(
      node: LogicNode(first, nodes, deciding: deciding, offset: offset(id)),
      type: ExpressionTypes.bool)
  }

  mutating func compileConditional(
    _ conditionID: ExpressionNodeID, _ firstID: ExpressionNodeID, _ secondID: ExpressionNodeID,
    at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    let condition = try compile(conditionID)
    try require(condition, ExpressionTypes.bool, "The condition before '?'", at: conditionID)
    let first = try compile(firstID)
    let second = try compile(secondID)
    let node = ConditionalNode(
      condition.node, first.node, second.node, offset: offset(id))
    guard environment.checksTypes else { return Typed(node: node, type: ExpressionTypes.dyn) }
    let type = types.variable()
    guard types.isAssignable(first.type, to: type), types.isAssignable(second.type, to: type)
    else {
      throw mismatch(
        "Both values of '? :' must have one type, but these are \(name(first.type)) and "
          + "\(name(second.type)).", at: id)
    }
    return Typed(node: node, type: types.resolve(type))
  }

  mutating func compileUnary(
    _ operation: UnaryOperator, _ operandID: ExpressionNodeID, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    let operand = try compile(operandID)
    switch operation {
    case .not:
      try require(operand, ExpressionTypes.bool, "The operand of '!'", at: operandID)
      return Typed(
        node: folded(NotNode(operand.node, offset: offset(id)), operand.node),
        type: ExpressionTypes.bool)
    case .negate:
      let node = folded(NegationNode(operand.node, offset: offset(id)), operand.node)
      guard environment.checksTypes else { return Typed(node: node, type: ExpressionTypes.dyn) }
      switch types.shape(operand.type) {
      case .simple(.int), .simple(.double):
        return Typed(node: node, type: operand.type)
      case .simple(.dyn), .variable:
        return Typed(node: node, type: ExpressionTypes.dyn)
      default:
        throw mismatch("'-' cannot negate a value of type \(name(operand.type)).", at: id)
      }
    }
  }

  mutating func compileBinary(
    _ operation: BinaryOperator, _ leftID: ExpressionNodeID, _ rightID: ExpressionNodeID,
    at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    let left = try compile(leftID)
    let right = try compile(rightID)
    let node: ExpressionNode
    switch operation {
    case .multiply, .divide, .remainder, .add, .subtract:
      node = ArithmeticNode(operation, left.node, right.node, offset: offset(id))
    case .membership:
      node = MembershipNode(left.node, right.node, offset: offset(id))
    default:
      node = ComparisonNode(operation, left.node, right.node, offset: offset(id))
    }
    let result = folded(node, left.node, right.node)
    guard environment.checksTypes else { return Typed(node: result, type: ExpressionTypes.dyn) }
    guard let type = resultType(operation, left.type, right.type) else {
      throw mismatch(
        "'\(operation.symbol)' is not defined for \(name(left.type)) and \(name(right.type)).",
        at: id)
    }
    return Typed(node: result, type: type)
  }

  /// A constant in place of a node whose operands are constants, unless it fails: then the error
  /// comes when the expression is evaluated, as the standard has it.
  func folded(_ node: ExpressionNode, _ operands: ExpressionNode...) -> ExpressionNode {
    for operand in operands where operand.constant == nil { return node }
    let none = UnsafeMutablePointer<Value>.allocate(capacity: 0)
    defer { none.deallocate() }
    var frame = ExpressionFrame(variables: none, locals: none, budget: 1000, workspace: nil)
    do throws(EvaluationFailure) {
      return ConstantNode(try node.evaluate(&frame), offset: node.offset)
    } catch {
      return node
    }
  }

  // MARK: Overloads

  private mutating func resultType(
    _ operation: BinaryOperator, _ left: ExpressionTypes.ID, _ right: ExpressionTypes.ID
  ) -> ExpressionTypes.ID? {
    switch operation {
    case .equal, .notEqual:
      return types.isAssignable(right, to: left) ? ExpressionTypes.bool : nil
    case .less, .lessEqual, .greater, .greaterEqual:
      return areOrdered(left, right) ? ExpressionTypes.bool : nil
    case .membership:
      return mayContain(right, left) ? ExpressionTypes.bool : nil
    default:
      return arithmeticType(operation, left, right)
    }
  }

  private func areOrdered(_ left: ExpressionTypes.ID, _ right: ExpressionTypes.ID) -> Bool {
    guard let left = orderedKind(left), let right = orderedKind(right) else { return false }
    return left == 0 || right == 0 || left == right
  }

  /// Types that have an order among themselves share a number: 0 is any, 1 the numbers.
  private func orderedKind(_ type: ExpressionTypes.ID) -> Int? {
    switch types.shape(type) {
    case .simple(.dyn), .variable: 0
    case .simple(.int), .simple(.uint), .simple(.double): 1
    case .simple(.bool): 2
    case .simple(.string): 3
    case .simple(.bytes): 4
    case .simple(.timestamp): 5
    case .simple(.duration): 6
    default: nil
    }
  }

  private mutating func mayContain(
    _ container: ExpressionTypes.ID, _ element: ExpressionTypes.ID
  ) -> Bool {
    switch types.shape(container) {
    case .simple(.dyn), .variable: true
    case .list(let type), .map(let type, _): types.isAssignable(element, to: type)
    default: false
    }
  }

  private mutating func arithmeticType(
    _ operation: BinaryOperator, _ left: ExpressionTypes.ID, _ right: ExpressionTypes.ID
  ) -> ExpressionTypes.ID? {
    if operation == .add, let type = concatenationType(left, right) { return type }
    let candidates: [(ExpressionTypes.ID, ExpressionTypes.ID, ExpressionTypes.ID)] =
      switch operation {
      case .add: Self.additions
      case .subtract: Self.subtractions
      case .remainder: Array(Self.numbers.prefix(2))
      default: Self.numbers
      }
    let left = types.resolve(left)
    let right = types.resolve(right)
    let leftIsOpen = types.isUnknown(left)
    let rightIsOpen = types.isUnknown(right)
    var result: ExpressionTypes.ID?
    for (first, second, type) in candidates
    where (leftIsOpen || left == first) && (rightIsOpen || right == second) {
      if result != nil, result != type { return ExpressionTypes.dyn }
      result = type
    }
    if operation == .add, leftIsOpen, rightIsOpen { return ExpressionTypes.dyn }
    return result
  }

  /// `list + list`, where one may be `dyn`.
  private mutating func concatenationType(
    _ left: ExpressionTypes.ID, _ right: ExpressionTypes.ID
  ) -> ExpressionTypes.ID? {
    switch (types.shape(left), types.shape(right)) {
    case (.list(let first), .list(let second)):
      // `list(A) + list(A)`: A is what both elements can be.
      let element = types.variable()
      guard types.isAssignable(first, to: element), types.isAssignable(second, to: element) else {
        return nil
      }
      return types.list(types.resolve(element))
    case (.list, .simple(.dyn)), (.list, .variable): return left
    case (.simple(.dyn), .list), (.variable, .list): return right
    default: return nil
    }
  }

  private static let numbers: [(ExpressionTypes.ID, ExpressionTypes.ID, ExpressionTypes.ID)] = [
    (ExpressionTypes.int, ExpressionTypes.int, ExpressionTypes.int),
    (ExpressionTypes.uint, ExpressionTypes.uint, ExpressionTypes.uint),
    (ExpressionTypes.double, ExpressionTypes.double, ExpressionTypes.double),
  ]

  private static let additions: [(ExpressionTypes.ID, ExpressionTypes.ID, ExpressionTypes.ID)] =
    numbers + [
      (ExpressionTypes.string, ExpressionTypes.string, ExpressionTypes.string),
      (ExpressionTypes.bytes, ExpressionTypes.bytes, ExpressionTypes.bytes),
      (ExpressionTypes.timestamp, ExpressionTypes.duration, ExpressionTypes.timestamp),
      (ExpressionTypes.duration, ExpressionTypes.timestamp, ExpressionTypes.timestamp),
      (ExpressionTypes.duration, ExpressionTypes.duration, ExpressionTypes.duration),
    ]

  private static let subtractions: [(ExpressionTypes.ID, ExpressionTypes.ID, ExpressionTypes.ID)] =
    numbers + [
      (ExpressionTypes.timestamp, ExpressionTypes.timestamp, ExpressionTypes.duration),
      (ExpressionTypes.timestamp, ExpressionTypes.duration, ExpressionTypes.timestamp),
      (ExpressionTypes.duration, ExpressionTypes.duration, ExpressionTypes.duration),
    ]
}
