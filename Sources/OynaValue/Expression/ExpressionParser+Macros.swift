/// Macros become nodes of the tree while the text is read, so an argument that is a variable's
/// name is never taken for an expression.
///
/// One-variable macros: cel-spec, langdef.md, "Macros". Two variables: cel-spec's
/// `macros2` suite; `bind`: the bindings extension; `optMap`, `optFlatMap`: optionals.
extension ExpressionParser {
  mutating func expandHas(
    _ arguments: [ExpressionNodeID], at offset: Int
  ) throws(CELError) -> ExpressionNodeID {
    guard arguments.count == 1, let argument = arguments.first,
      case .select(let operand, let field, .value) = tree[argument]
    else {
      throw CELError(
        .syntax, "has() takes one field selection, as in has(a.b).", offset: offset)
    }
    return try tree.add(.select(operand, field, .presence), at: offset)
  }

  /// The node of a macro call; nil when `name` with so many arguments is no macro.
  mutating func expand(
    _ name: String, receiver: ExpressionNodeID, _ arguments: [ExpressionNodeID], at offset: Int
  ) throws(CELError) -> ExpressionNodeID? {
    guard
      let shape = macroShape(name, receiver: receiver, count: arguments.count)
    else { return nil }
    var rest = arguments[...]
    let first = try variable(rest.removeFirst(), of: name)
    var second: String?
    if shape.variables == 2 {
      let id = rest.removeFirst()
      second = try variable(id, of: name)
      guard second != first else {
        throw CELError(
          .syntax, "The two variables of \(name)() need different names.",
          offset: tree.offset(of: id))
      }
    }
    var range = receiver
    if shape.macro == .bind { range = rest.removeFirst() }
    let filter = rest.count == 2 ? rest.removeFirst() : nil
    guard let body = rest.first else { return nil }
    return try tree.add(
      ExpressionComprehension(
        macro: shape.macro, range: range, firstVariable: first, secondVariable: second,
        filter: filter, body: body),
      at: offset)
  }

  private func macroShape(
    _ name: String, receiver: ExpressionNodeID, count: Int
  ) -> (macro: ExpressionMacro, variables: Int)? {
    switch (name, count) {
    case ("all", 2): (.all, 1)
    case ("all", 3): (.all, 2)
    case ("exists", 2): (.exists, 1)
    case ("exists", 3): (.exists, 2)
    case ("exists_one", 2), ("existsOne", 2): (.existsOne, 1)
    case ("exists_one", 3), ("existsOne", 3): (.existsOne, 2)
    case ("map", 2), ("map", 3): (.map, 1)
    case ("filter", 2): (.filter, 1)
    case ("transformList", 3), ("transformList", 4): (.transformList, 2)
    case ("transformMap", 3), ("transformMap", 4): (.transformMap, 2)
    case ("optMap", 2): (.optionalMap, 1)
    case ("optFlatMap", 2): (.optionalFlatMap, 1)
    case ("bind", 3):
      if case .name("cel", _) = tree[receiver] { (.bind, 1) } else { nil }
    default: nil
    }
  }

  private func variable(_ id: ExpressionNodeID, of macro: String) throws(CELError) -> String {
    guard case .name(let name, isAbsolute: false) = tree[id] else {
      throw CELError(
        .syntax, "This argument of \(macro)() names its variable: a simple name.",
        offset: tree.offset(of: id))
    }
    return name
  }
}
