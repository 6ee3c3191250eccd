/// Turns a tree into nodes that can be evaluated, and checks names and types on the way.
struct ExpressionCompiler {
  /// A node with the type that its value will have.
  struct Typed {
    let node: ExpressionNode
    let type: ExpressionTypes.ID
  }

  struct Local {
    let name: String
    let slot: Int
    let type: ExpressionTypes.ID
    /// Whether it is a variable of `cel.bind`.
    let isBinding: Bool
  }

  let tree: ExpressionTree
  let environment: CELEnvironment
  var types = ExpressionTypes()
  private(set) var variables: [String] = []
  private(set) var variableOffsets: [Int] = []
  /// The macros' variables in scope, the innermost last.
  var locals: [Local] = []
  /// How many of them there are at once at most.
  private(set) var localCount = 0

  init(_ tree: ExpressionTree, environment: CELEnvironment) {
    self.tree = tree
    self.environment = environment
  }

  // MARK: Errors

  func offset(_ id: ExpressionNodeID) -> Int32 { tree.offsets[Int(id.index)] }

  func mismatch(_ message: String, at id: ExpressionNodeID) -> CELError {
    CELError(.check, message, offset: tree.offset(of: id))
  }

  func name(_ type: ExpressionTypes.ID) -> String { types.type(type).name }

  mutating func require(
    _ typed: Typed, _ type: ExpressionTypes.ID, _ what: String, at id: ExpressionNodeID
  ) throws(CELError) {
    guard environment.checksTypes, !types.isAssignable(typed.type, to: type) else { return }
    throw mismatch(
      "\(what) must be \(name(type)), but this is \(name(typed.type)).", at: id)
  }

  // MARK: Variables

  func local(_ name: String) -> Local? { locals.last { $0.name == name } }

  mutating func push(
    _ name: String, _ type: ExpressionTypes.ID, isBinding: Bool = false
  ) -> Int {
    let slot = locals.count
    locals.append(Local(name: name, slot: slot, type: type, isBinding: isBinding))
    localCount = max(localCount, locals.count)
    return slot
  }

  mutating func variable(
    _ name: String, _ type: CELType, at id: ExpressionNodeID
  ) -> Typed {
    let slot: Int
    if let known = variables.firstIndex(of: name) {
      slot = known
    } else {
      slot = variables.count
      variables.append(name)
      variableOffsets.append(tree.offset(of: id))
    }
    var parameters: [(String, ExpressionTypes.ID)] = []
    return Typed(
      node: VariableNode(slot, offset: offset(id)),
      type: types.instantiate(type, &parameters))
  }

  // MARK: Nodes

  mutating func compile(_ id: ExpressionNodeID) throws(CELError) -> Typed {
    switch tree[id] {
    case .literal(let value):
      return Typed(node: ConstantNode(value, offset: offset(id)), type: type(of: value))
    case .name(let name, let isAbsolute):
      return try compileName(name, isAbsolute: isAbsolute, at: id)
    case .select(let operand, let field, let kind):
      return try compileSelection(operand, field, kind, at: id)
    case .index(let operand, let index, let isOptional):
      return try compileIndex(operand, index, isOptional: isOptional, at: id)
    case .call(let name, let arguments, let isAbsolute):
      return try compileCall(name, arguments, isAbsolute: isAbsolute, at: id)
    case .memberCall(let name, let receiver, let arguments):
      return try compileMemberCall(name, receiver, arguments, at: id)
    case .unary(let operation, let operand):
      return try compileUnary(operation, operand, at: id)
    case .binary(let operation, let left, let right):
      return try compileBinary(operation, left, right, at: id)
    case .and(let operands):
      return try compileLogic(operands, deciding: false, at: id)
    case .or(let operands):
      return try compileLogic(operands, deciding: true, at: id)
    case .conditional(let condition, let first, let second):
      return try compileConditional(condition, first, second, at: id)
    case .list(let elements):
      return try compileList(elements, at: id)
    case .map(let entries):
      return try compileMap(entries, at: id)
    case .optionalEntry(let value):
      return try compile(value)
    case .comprehension(let index):
      return try compile(tree.comprehensions[Int(index)], at: id)
    }
  }

  private func type(of value: Value) -> ExpressionTypes.ID {
    switch value {
    case .null: ExpressionTypes.null
    case .bool: ExpressionTypes.bool
    case .int: ExpressionTypes.int
    case .uint: ExpressionTypes.uint
    case .double: ExpressionTypes.double
    case .string: ExpressionTypes.string
    case .bytes: ExpressionTypes.bytes
    default: ExpressionTypes.dyn
    }
  }

  // MARK: Names

  private mutating func compileName(
    _ name: String, isAbsolute: Bool, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    if !isAbsolute, let local = local(name) {
      let node: ExpressionNode =
        local.isBinding
        ? BoundNode(local.slot, offset: offset(id)) : LocalNode(local.slot, offset: offset(id))
      return Typed(node: node, type: local.type)
    }
    if let found = resolve(name, isAbsolute: isAbsolute, at: id) { return found }
    if environment.declaresUnknownNames, name != environment.stateName {
      return variable(name, .dyn, at: id)
    }
    if name == environment.stateName, environment.checksTypes {
      throw mismatch("'\(name)' is read by a constant key, as in \(name)[\"a.b\"].", at: id)
    }
    return try unknownName(name, at: id)
  }

  /// An error of the check, or of the evaluation where nothing is checked.
  func unknownName(_ name: String, at id: ExpressionNodeID) throws(CELError) -> Typed {
    guard environment.checksTypes else {
      return Typed(
        node: FailureNode(.unknownName, name: name, offset: offset(id)),
        type: ExpressionTypes.dyn)
    }
    throw mismatch("Unknown name: '\(name)'.", at: id)
  }

  /// A declared variable or the name of a type, looked up from the container outwards.
  mutating func resolve(
    _ name: String, isAbsolute: Bool, at id: ExpressionNodeID
  ) -> Typed? {
    if isAbsolute || environment.container.isEmpty { return resolveExactly(name, at: id) }
    for candidate in environment.candidates(name) {
      if let found = resolveExactly(candidate, at: id) { return found }
    }
    return nil
  }

  private mutating func resolveExactly(_ name: String, at id: ExpressionNodeID) -> Typed? {
    if let type = environment.declarations[name] { return variable(name, type, at: id) }
    guard let denoted = ValueType.denoted(by: name) else { return nil }
    return Typed(
      node: ConstantNode(.type(denoted), offset: offset(id)), type: ExpressionTypes.type)
  }

  /// `a.b.c` as one name, if the node is a plain chain of names that no macro's variable begins.
  func qualifiedName(_ id: ExpressionNodeID) -> (name: String, isAbsolute: Bool)? {
    switch tree[id] {
    case .name(let name, let isAbsolute):
      return isAbsolute || local(name) == nil ? (name, isAbsolute) : nil
    case .select(let operand, let field, .value):
      guard let (prefix, isAbsolute) = qualifiedName(operand) else { return nil }
      return ("\(prefix).\(field)", isAbsolute)
    default:
      return nil
    }
  }
}

extension ValueType {
  /// The type that a name denotes in an expression: `int`, `list`, `google.protobuf.Timestamp`.
  static func denoted(by name: String) -> ValueType? {
    switch name {
    case "bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type",
      "google.protobuf.Timestamp", "google.protobuf.Duration", "optional_type":
      ValueType(name: name)
    default: nil
    }
  }
}
