/// Calls of functions and macros.
extension ExpressionCompiler {
  mutating func compileCall(
    _ name: String, _ arguments: ExpressionChildren, isAbsolute: Bool, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    let candidates = isAbsolute ? [name] : environment.candidates(name)
    for candidate in candidates {
      guard let signatures = ExpressionFunctions.all.global[candidate] else { continue }
      let compiled = try compileArguments(arguments)
      return try call(candidate, signatures, compiled, at: id)
    }
    return try unknownFunction(name, arguments, at: id)
  }

  mutating func compileMemberCall(
    _ name: String, _ receiver: ExpressionNodeID, _ arguments: ExpressionChildren,
    at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    if let (qualified, signatures) = namespacedFunction(name, receiver) {
      let compiled = try compileArguments(arguments)
      return try call(qualified, signatures, compiled, at: id)
    }
    guard let signatures = ExpressionFunctions.all.member[name] else {
      return try unknownFunction(name, arguments, at: id)
    }
    var compiled = [try compile(receiver)]
    compiled.append(contentsOf: try compileArguments(arguments))
    return try call(name, signatures, compiled, at: id)
  }

  /// `math.greatest`, unless `math` is a macro's variable.
  private func namespacedFunction(
    _ name: String, _ receiver: ExpressionNodeID
  ) -> (String, [ExpressionSignature])? {
    guard case .name(let namespace, _) = tree[receiver],
      ExpressionFunctions.namespaces.contains(namespace), local(namespace) == nil
    else { return nil }
    let qualified = "\(namespace).\(name)"
    return ExpressionFunctions.all.global[qualified].map { (qualified, $0) }
  }

  private mutating func compileArguments(
    _ arguments: ExpressionChildren
  ) throws(CELError) -> [Typed] {
    var compiled: [Typed] = []
    compiled.reserveCapacity(Int(arguments.count) + 1)
    for argument in tree.ids(arguments) { compiled.append(try compile(argument)) }
    return compiled
  }

  private mutating func unknownFunction(
    _ name: String, _ arguments: ExpressionChildren, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    guard environment.checksTypes else {
      return Typed(
        node: FailureNode(.unknownFunction, name: name, offset: offset(id)),
        type: ExpressionTypes.dyn)
    }
    throw mismatch("Unknown function: '\(name)'.", at: id)
  }

  private mutating func call(
    _ name: String, _ signatures: [ExpressionSignature], _ arguments: [Typed],
    at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    guard let function = signatures.first?.function else {
      throw mismatch("Unknown function: '\(name)'.", at: id)
    }
    let type: ExpressionTypes.ID
    if environment.checksTypes {
      type = try resultType(name, function, signatures, arguments, at: id)
    } else {
      type = ExpressionTypes.dyn
      let counts = signatures.contains { $0.parameters.count == arguments.count }
      guard counts || function == .greatest || function == .least else {
        return Typed(
          node: FailureNode(.noSuchOverload, name: name, offset: offset(id)), type: type)
      }
    }
    return Typed(node: try node(name, function, arguments, at: id), type: type)
  }

  private mutating func resultType(
    _ name: String, _ function: ExpressionFunction, _ signatures: [ExpressionSignature],
    _ arguments: [Typed], at id: ExpressionNodeID
  ) throws(CELError) -> ExpressionTypes.ID {
    if function == .greatest || function == .least, arguments.count > 2 {
      return try extremeType(name, arguments, at: id)
    }
    var result: ExpressionTypes.ID?
    for signature in signatures where signature.parameters.count == arguments.count {
      var parameters: [(String, ExpressionTypes.ID)] = []
      var fits = true
      for (argument, parameter) in zip(arguments, signature.parameters) {
        let parameter = types.instantiate(parameter, &parameters)
        guard types.isAssignable(argument.type, to: parameter) else {
          fits = false
          break
        }
      }
      guard fits else { continue }
      let declared = types.instantiate(signature.result, &parameters)
      let type = types.resolve(declared)
      if let known = result, known != type {
        result = ExpressionTypes.dyn
      } else {
        result = type
      }
    }
    if let result { return result }
    let given = arguments.map { self.name($0.type) }
    var list = ""
    for (index, type) in given.enumerated() { list += index == 0 ? type : ", \(type)" }
    throw mismatch("'\(name)' is not defined for (\(list)).", at: id)
  }

  private func extremeType(
    _ name: String, _ arguments: [Typed], at id: ExpressionNodeID
  ) throws(CELError) -> ExpressionTypes.ID {
    var result: ExpressionTypes.ID?
    for argument in arguments {
      let type = types.resolve(argument.type)
      switch type {
      case ExpressionTypes.int, ExpressionTypes.uint, ExpressionTypes.double: break
      default:
        guard types.isUnknown(type) else {
          throw mismatch("'\(name)' takes numbers, but this is \(self.name(type)).", at: id)
        }
      }
      result = result == nil || result == type ? type : ExpressionTypes.dyn
    }
    return result ?? ExpressionTypes.dyn
  }

  private func node(
    _ name: String, _ function: ExpressionFunction, _ arguments: [Typed], at id: ExpressionNodeID
  ) throws(CELError) -> ExpressionNode {
    switch function {
    case .toDyn where arguments.count == 1:
      return arguments[0].node
    case .size where arguments.count == 1:
      return folded(SizeNode(arguments[0].node, offset: offset(id)), arguments[0].node)
    case .contains, .startsWith, .endsWith:
      guard arguments.count == 2 else { break }
      let node = TextTestNode(
        function, arguments[0].node, arguments[1].node, offset: offset(id))
      return folded(node, arguments[0].node, arguments[1].node)
    case .optionalOr, .optionalOrValue:
      guard arguments.count == 2 else { break }
      return OptionalAlternativeNode(
        arguments[0].node, arguments[1].node, unwraps: function == .optionalOrValue,
        offset: offset(id))
    case .matches where arguments.count == 2:
      if case .string(let pattern) = arguments[1].node.constant,
        arguments[0].node.constant == nil
      {
        return try patternNode(arguments[0].node, pattern, at: id)
      }
    default:
      break
    }
    let call = CallNode(function, name, arguments.map { $0.node }, offset: offset(id))
    for argument in arguments where argument.node.constant == nil { return call }
    return folded(call)
  }

  /// A pattern that is no regular expression is an error of the check, or of the evaluation where
  /// nothing is checked.
  private func patternNode(
    _ text: ExpressionNode, _ pattern: String, at id: ExpressionNodeID
  ) throws(CELError) -> ExpressionNode {
    do throws(RegularExpressionError) {
      return PatternNode(text, try RegularExpression(pattern), offset: offset(id))
    } catch {
      guard environment.checksTypes else {
        return FailureNode(.pattern, name: error.message, offset: offset(id))
      }
      throw mismatch("The pattern is no regular expression: \(error.message)", at: id)
    }
  }

  // MARK: Macros

  mutating func compile(
    _ comprehension: ExpressionComprehension, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    switch comprehension.macro {
    case .bind, .optionalMap, .optionalFlatMap: try compileBinding(comprehension, at: id)
    default: try compileWalk(comprehension, at: id)
    }
  }

  private mutating func compileWalk(
    _ comprehension: ExpressionComprehension, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    let range = try compile(comprehension.range)
    let (key, value) = try itemTypes(range.type, comprehension, at: id)
    let scope = locals.count
    let first = push(comprehension.firstVariable, key)
    let second = comprehension.secondVariable.map { push($0, value) }
    var filter: Typed?
    if let filterID = comprehension.filter {
      let compiled = try compile(filterID)
      try require(
        compiled, ExpressionTypes.bool, "The condition of '\(comprehension.macro.name)'",
        at: filterID)
      filter = compiled
    }
    let body = try compile(comprehension.body)
    locals.removeSubrange(scope...)
    let walk = ExpressionWalk(range: range.node, first: first, second: second)
    switch comprehension.macro {
    case .all, .exists, .existsOne:
      try require(
        body, ExpressionTypes.bool, "The condition of '\(comprehension.macro.name)'",
        at: comprehension.body)
      return Typed(
        node: QuantifierNode(comprehension.macro, walk, body.node, offset: offset(id)),
        type: ExpressionTypes.bool)
    default:
      let node = TransformNode(
        comprehension.macro, walk, filter: filter?.node, body.node, offset: offset(id))
      return Typed(
        node: node, type: try transformType(comprehension, body, key: key, at: id))
    }
  }

  private mutating func transformType(
    _ comprehension: ExpressionComprehension, _ body: Typed, key: ExpressionTypes.ID,
    at id: ExpressionNodeID
  ) throws(CELError) -> ExpressionTypes.ID {
    guard environment.checksTypes else { return ExpressionTypes.dyn }
    switch comprehension.macro {
    case .filter:
      try require(
        body, ExpressionTypes.bool, "The condition of 'filter'", at: comprehension.body)
      return types.list(key)
    case .transformMap: return types.map(key, body.type)
    default: return types.list(body.type)
    }
  }

  /// The types of the macro's variables: of an element or a key alone, or of index and element,
  /// key and value.
  private mutating func itemTypes(
    _ range: ExpressionTypes.ID, _ comprehension: ExpressionComprehension, at id: ExpressionNodeID
  ) throws(CELError) -> (ExpressionTypes.ID, ExpressionTypes.ID) {
    guard environment.checksTypes else { return (ExpressionTypes.dyn, ExpressionTypes.dyn) }
    let isPair = comprehension.secondVariable != nil
    switch types.shape(range) {
    case .simple(.dyn), .variable: return (ExpressionTypes.dyn, ExpressionTypes.dyn)
    case .list(let element): return (isPair ? ExpressionTypes.int : element, element)
    case .map(let key, let value): return (key, value)
    default:
      throw mismatch(
        "'\(comprehension.macro.name)' walks a list or a map, but this is \(name(range)).", at: id)
    }
  }

  private mutating func compileBinding(
    _ comprehension: ExpressionComprehension, at id: ExpressionNodeID
  ) throws(CELError) -> Typed {
    let value = try compile(comprehension.range)
    var type = value.type
    if comprehension.macro != .bind, environment.checksTypes {
      switch types.shape(value.type) {
      case .optional(let wrapped): type = wrapped
      case .simple(.dyn), .variable: type = ExpressionTypes.dyn
      default:
        throw mismatch(
          "'\(comprehension.macro.name)' needs an optional, but this is \(name(value.type)).",
          at: id)
      }
    }
    let slot = push(
      comprehension.firstVariable, type, isBinding: comprehension.macro == .bind)
    let body = try compile(comprehension.body)
    locals.removeLast()
    let node = BindingNode(
      comprehension.macro, slot: slot, value.node, body.node, offset: offset(id))
    guard environment.checksTypes, comprehension.macro == .optionalMap else {
      return Typed(node: node, type: body.type)
    }
    return Typed(node: node, type: types.optional(body.type))
  }
}
