/// Selection, indexing, lists and maps.
extension ExpressionCompiler {
  mutating func compileSelection(
    _ operand: ExpressionNodeID, _ field: String, _ kind: SelectionKind, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    if kind == .value, let found = resolveQualified(id) { return found }
    if isState(operand), kind != .optional {
      let variable = try compileStateKey(field, at: operand)
      guard kind == .presence else { return variable }
      // A screen's state has every key; what is missing, empty or hidden is null.
      let null = ConstantNode(.null, offset: offset(id))
      return Typed(
        node: ComparisonNode(.notEqual, variable.node, null, offset: offset(id)),
        type: ExpressionTypes.bool)
    }
    let operand = try compile(operand)
    let node: ExpressionNode =
      switch kind {
      case .presence: PresenceNode(operand.node, field, offset: offset(id))
      case .value, .optional:
        FieldNode(operand.node, field, isOptional: kind == .optional, offset: offset(id))
      }
    guard let type = fieldType(operand.type) else {
      throw mismatch(
        "A value of type \(name(operand.type)) has no field '\(field)'.", at: id)
    }
    switch kind {
    case .presence: return Typed(node: node, type: ExpressionTypes.bool)
    case .optional: return Typed(node: node, type: optional(type))
    case .value: return Typed(node: node, type: type)
    }
  }

  /// `a.b.c` as the name of a variable or a type.
  private mutating func resolveQualified(_ id: ExpressionNodeID) -> Typed? {
    guard environment.declaresQualifiedNames || isProtocolBufferName(id),
      let (name, isAbsolute) = qualifiedName(id)
    else { return nil }
    return resolve(name, isAbsolute: isAbsolute, at: id)
  }

  private func isProtocolBufferName(_ id: ExpressionNodeID) -> Bool {
    switch tree[id] {
    case .name(let name, _): name == "google" || name == "protobuf"
    case .select(let operand, _, .value): isProtocolBufferName(operand)
    default: false
    }
  }

  /// Whether the node is the name through which any variable is read (`CELEnvironment.stateName`).
  private func isState(_ id: ExpressionNodeID) -> Bool {
    guard let stateName = environment.stateName, case .name(stateName, _) = tree[id] else {
      return false
    }
    return local(stateName) == nil && environment.declarations[stateName] == nil
  }

  /// `state["user.email"]`
  private mutating func compileStateKey(
    _ name: String, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    let type = environment.declarations[name]
    guard type != nil || environment.declaresUnknownNames else {
      return try unknownName(name, at: id)
    }
    return variable(name, type ?? .dyn, at: id)
  }

  /// The type of `operand.field`; nil if the operand can have no fields.
  private mutating func fieldType(_ operand: ExpressionTypes.ID) -> ExpressionTypes.ID? {
    guard environment.checksTypes else { return ExpressionTypes.dyn }
    switch types.shape(operand) {
    case .simple(.dyn), .variable: return ExpressionTypes.dyn
    case .map(_, let value): return value
    case .optional(let wrapped):
      guard let type = fieldType(wrapped) else { return nil }
      return optional(type)
    default: return nil
    }
  }

  /// The type wrapped in an optional, unless it is one.
  private mutating func optional(_ type: ExpressionTypes.ID) -> ExpressionTypes.ID {
    if case .optional = types.shape(type) { return type }
    return types.optional(type)
  }

  mutating func compileIndex(
    _ operandID: ExpressionNodeID, _ indexID: ExpressionNodeID, isOptional: Bool,
    at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    if !isOptional, isState(operandID), case .literal(.string(let name)) = tree[indexID] {
      return try compileStateKey(name, at: operandID)
    }
    let operand = try compile(operandID)
    let index = try compile(indexID)
    let node = IndexNode(operand.node, index.node, isOptional: isOptional, offset: offset(id))
    guard environment.checksTypes else { return Typed(node: node, type: ExpressionTypes.dyn) }
    let (type, isWrapped) = try elementType(operand.type, index, at: id, indexID)
    return Typed(node: node, type: isOptional || isWrapped ? optional(type) : type)
  }

  private mutating func elementType(
    _ container: ExpressionTypes.ID, _ index: Typed, at id: ExpressionNodeID,
    _ indexID: ExpressionNodeID
  ) throws(CELError) -> (ExpressionTypes.ID, isWrapped: Bool) {
    switch types.shape(container) {
    case .simple(.dyn), .variable:
      return (ExpressionTypes.dyn, false)
    case .list(let element):
      try require(index, ExpressionTypes.int, "A list's index", at: indexID)
      return (element, false)
    case .map(let key, let value):
      try require(index, key, "This map's key", at: indexID)
      return (value, false)
    case .optional(let wrapped):
      return (try elementType(wrapped, index, at: id, indexID).0, true)
    default:
      throw mismatch("A value of type \(name(container)) cannot be indexed.", at: id)
    }
  }

  // MARK: Lists and maps

  mutating func compileList(
    _ elements: ExpressionChildren, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    var nodes: [ListNode.Element] = []
    nodes.reserveCapacity(Int(elements.count))
    var type: ExpressionTypes.ID?
    var values: [Value]? = []
    for element in tree.ids(elements) {
      let (compiled, isOptional) = try compileEntry(element)
      nodes.append(ListNode.Element(node: compiled.node, isOptional: isOptional))
      if environment.checksTypes { type = types.join(type, compiled.type) }
      if !isOptional, let constant = compiled.node.constant {
        values?.append(constant)
      } else {
        values = nil
      }
    }
    let node: ExpressionNode =
      if let values {
        ConstantNode(.list(values), offset: offset(id))
      } else {
        ListNode(nodes, offset: offset(id))
      }
    guard environment.checksTypes else { return Typed(node: node, type: ExpressionTypes.dyn) }
    let element = type ?? types.variable()
    return Typed(node: node, type: types.list(element))
  }

  /// An element or a map's value; written with '?', it is the value inside an optional.
  private mutating func compileEntry(
    _ id: ExpressionNodeID
  ) throws(CELError) -> (Typed, isOptional: Bool) {
    let compiled = try compile(id)
    guard case .optionalEntry = tree[id] else { return (compiled, false) }
    guard environment.checksTypes else { return (compiled, true) }
    switch types.shape(compiled.type) {
    case .optional(let wrapped): return (Typed(node: compiled.node, type: wrapped), true)
    case .simple(.dyn), .variable:
      return (Typed(node: compiled.node, type: ExpressionTypes.dyn), true)
    default:
      throw mismatch(
        "After '?' stands an optional, but this is \(name(compiled.type)).", at: id)
    }
  }

  mutating func compileMap(
    _ entries: ExpressionChildren, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    var nodes: [MapNode.Entry] = []
    var keyType: ExpressionTypes.ID?
    var valueType: ExpressionTypes.ID?
    var children = tree.ids(entries)[...]
    while let keyID = children.popFirst(), let valueID = children.popFirst() {
      let key = try compile(keyID)
      let (value, isOptional) = try compileEntry(valueID)
      nodes.append(MapNode.Entry(key: key.node, value: value.node, isOptional: isOptional))
      guard environment.checksTypes else { continue }
      try requireKey(key, at: keyID)
      keyType = types.join(keyType, key.type)
      valueType = types.join(valueType, value.type)
    }
    let node = MapNode(nodes, offset: offset(id))
    guard environment.checksTypes else { return Typed(node: node, type: ExpressionTypes.dyn) }
    let key = keyType ?? types.variable()
    let value = valueType ?? types.variable()
    return Typed(node: node, type: types.map(key, value))
  }

  private func requireKey(_ key: Typed, at id: ExpressionNodeID) throws(CELError) {
    switch types.shape(key.type) {
    case .simple(.dyn), .variable, .simple(.int), .simple(.uint), .simple(.bool),
      .simple(.string):
      return
    default:
      throw mismatch(
        "A map's key is an int, uint, bool or string, but this is \(name(key.type)).", at: id)
    }
  }
}
