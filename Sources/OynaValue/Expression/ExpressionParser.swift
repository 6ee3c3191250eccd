/// Reads CEL's grammar into an `ExpressionTree` by precedence climbing, and expands its macros.
///
/// Grammar and precedence: cel-spec, langdef.md, "Syntax"; optional selection and entries:
/// cel-spec proposal 246.
struct ExpressionParser {
  var lexer: ExpressionLexer
  var token: ExpressionToken
  var tree: ExpressionTree
  private var nesting = 0
  private let expandsMacros: Bool

  /// Parses the whole of `source`.
  static func parse(
    _ source: String, expandsMacros: Bool = true
  ) throws(CELError) -> (ExpressionTree, root: ExpressionNodeID) {
    let bytes = Array(source.utf8)
    guard bytes.count <= ExpressionLimits.bytes else {
      throw CELError(
        .syntax, "The expression is longer than \(ExpressionLimits.bytes) bytes.", offset: 0)
    }
    var parser = try ExpressionParser(bytes, expandsMacros: expandsMacros)
    let root = try parser.expression()
    guard parser.token.kind == .end else {
      throw parser.unexpected("an operator or the end of the expression")
    }
    return (parser.tree, root)
  }

  private init(_ bytes: [UInt8], expandsMacros: Bool) throws(CELError) {
    lexer = ExpressionLexer(bytes)
    tree = ExpressionTree(capacity: 8 + bytes.count / 4)
    self.expandsMacros = expandsMacros
    token = ExpressionToken(kind: .end, start: 0, end: 0)
    token = try lexer.next()
  }

  // MARK: Tokens

  mutating func advance() throws(CELError) {
    token = try lexer.next()
  }

  mutating func take(_ kind: ExpressionToken.Kind) throws(CELError) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  mutating func expect(_ kind: ExpressionToken.Kind, _ name: String) throws(CELError) {
    guard try take(kind) else { throw unexpected(name) }
  }

  func unexpected(_ expected: String) -> CELError {
    guard token.kind != .end else {
      return CELError(
        .syntax, "The expression ends where \(expected) should follow.", offset: token.start)
    }
    return CELError(
      .syntax, "Found '\(text(token))' where \(expected) should stand.", offset: token.start)
  }

  func text(_ token: ExpressionToken) -> String {
    String(decoding: lexer.bytes[token.start..<token.end], as: UTF8.self)
  }

  /// Counts one level of nesting while `body`'s part of the text is read.
  private mutating func enter() throws(CELError) {
    nesting += 1
    guard nesting <= ExpressionLimits.nesting else {
      throw CELError(
        .syntax, "The expression nests deeper than \(ExpressionLimits.nesting) levels.",
        offset: token.start)
    }
  }

  // MARK: Operators

  /// `Expr`: a conditional, or what binds tighter.
  mutating func expression() throws(CELError) -> ExpressionNodeID {
    try enter()
    defer { nesting -= 1 }
    let condition = try disjunction()
    let offset = token.start
    guard try take(.question) else { return condition }
    let first = try disjunction()
    try expect(.colon, "':'")
    let second = try expression()
    return try tree.add(.conditional(condition, first, second), at: offset)
  }

  private mutating func disjunction() throws(CELError) -> ExpressionNodeID {
    let first = try conjunction()
    guard token.kind == .or else { return first }
    let offset = token.start
    var operands = [first]
    while try take(.or) { operands.append(try conjunction()) }
    return try tree.add(.or(tree.addChildren(operands)), at: offset)
  }

  private mutating func conjunction() throws(CELError) -> ExpressionNodeID {
    let first = try binary(0)
    guard token.kind == .and else { return first }
    let offset = token.start
    var operands = [first]
    while try take(.and) { operands.append(try binary(0)) }
    return try tree.add(.and(tree.addChildren(operands)), at: offset)
  }

  /// Relations (precedence 0), sums (1) and products (2), all from left to right.
  private mutating func binary(_ lowest: Int) throws(CELError) -> ExpressionNodeID {
    var left = try unary()
    while let (operation, precedence) = binaryOperator, precedence >= lowest {
      let offset = token.start
      try advance()
      let right = try binary(precedence + 1)
      left = try tree.add(.binary(operation, left, right), at: offset)
    }
    return left
  }

  private var binaryOperator: (BinaryOperator, precedence: Int)? {
    switch token.kind {
    case .equal: (.equal, 0)
    case .notEqual: (.notEqual, 0)
    case .less: (.less, 0)
    case .lessEqual: (.lessEqual, 0)
    case .greater: (.greater, 0)
    case .greaterEqual: (.greaterEqual, 0)
    case .in: (.membership, 0)
    case .plus: (.add, 1)
    case .minus: (.subtract, 1)
    case .star: (.multiply, 2)
    case .slash: (.divide, 2)
    case .percent: (.remainder, 2)
    default: nil
    }
  }

  private mutating func unary() throws(CELError) -> ExpressionNodeID {
    let offset = token.start
    let operation: UnaryOperator
    switch token.kind {
    case .not: operation = .not
    case .minus: operation = .negate
    default: return try member(of: primary())
    }
    try advance()
    // `-9223372036854775808` is one literal: its digits alone would be no int.
    if operation == .negate, token.kind == .int || token.kind == .double {
      return try member(of: numberLiteral(isNegative: true, at: offset))
    }
    // The grammar allows '!' and '-' in a row, but not one after the other.
    if token.kind == (operation == .not ? .minus : .not) {
      throw unexpected("a value")
    }
    try enter()
    defer { nesting -= 1 }
    let operand = try unary()
    return try tree.add(.unary(operation, operand), at: offset)
  }

  // MARK: Members

  /// `.field`, `.?field`, `.method(…)`, `[index]` and `[?index]` after a value.
  private mutating func member(of primary: ExpressionNodeID) throws(CELError) -> ExpressionNodeID {
    var operand = primary
    while true {
      let offset = token.start
      if try take(.dot) {
        operand = try selection(of: operand, at: offset)
      } else if try take(.leftBracket) {
        let isOptional = try take(.question)
        let index = try expression()
        try expect(.rightBracket, "']'")
        operand = try tree.add(.index(operand, index, isOptional: isOptional), at: offset)
      } else if token.kind == .leftBrace {
        throw CELError(
          .syntax, "Messages cannot be built here: Oyna's CEL has no protocol buffers.",
          offset: offset)
      } else {
        return operand
      }
    }
  }

  private mutating func selection(
    of operand: ExpressionNodeID, at offset: Int
  ) throws(CELError) -> ExpressionNodeID {
    let isOptional = try take(.question)
    let nameToken = token
    let name: String
    switch token.kind {
    case .identifier:
      name = text(token)
    case .quotedIdentifier:
      name = String(decoding: lexer.bytes[(token.start + 1)..<(token.end - 1)], as: UTF8.self)
    default:
      throw unexpected("a field's name")
    }
    try advance()
    if nameToken.kind == .identifier, !isOptional, token.kind == .leftParenthesis {
      let arguments = try self.arguments()
      if expandsMacros,
        let expanded = try expand(name, receiver: operand, arguments, at: nameToken.start)
      {
        return expanded
      }
      let range = tree.addChildren(arguments)
      return try tree.add(.memberCall(name, operand, range), at: nameToken.start)
    }
    return try tree.add(.select(operand, name, isOptional ? .optional : .value), at: offset)
  }

  private mutating func arguments() throws(CELError) -> [ExpressionNodeID] {
    try expect(.leftParenthesis, "'('")
    var arguments: [ExpressionNodeID] = []
    if try take(.rightParenthesis) { return arguments }
    repeat {
      arguments.append(try expression())
    } while try take(.comma)
    try expect(.rightParenthesis, "')'")
    return arguments
  }

  // MARK: Primaries

  private mutating func primary() throws(CELError) -> ExpressionNodeID {
    let start = token.start
    switch token.kind {
    case .leftParenthesis:
      try advance()
      let inner = try expression()
      try expect(.rightParenthesis, "')'")
      return inner
    case .leftBracket:
      return try listLiteral()
    case .leftBrace:
      return try mapLiteral()
    case .identifier:
      return try name(isAbsolute: false)
    case .dot:
      try advance()
      guard token.kind == .identifier else { throw unexpected("a name") }
      return try name(isAbsolute: true)
    case .int, .uint, .double:
      return try numberLiteral(isNegative: false, at: start)
    case .string, .bytes:
      let value = try textLiteral()
      try advance()
      return try tree.add(.literal(value), at: start)
    case .true, .false:
      let value = token.kind == .true
      try advance()
      return try tree.add(.literal(.bool(value)), at: start)
    case .null:
      try advance()
      return try tree.add(.literal(.null), at: start)
    default:
      throw unexpected("a value")
    }
  }

  private mutating func name(isAbsolute: Bool) throws(CELError) -> ExpressionNodeID {
    let nameToken = token
    let name = text(token)
    try advance()
    guard token.kind == .leftParenthesis else {
      guard !Self.isReserved(name) else {
        throw CELError(
          .syntax, "'\(name)' is a reserved word and cannot name a value.",
          offset: nameToken.start)
      }
      return try tree.add(.name(name, isAbsolute: isAbsolute), at: nameToken.start)
    }
    guard !Self.isReserved(name) else {
      throw CELError(
        .syntax, "'\(name)' is a reserved word and cannot name a function.",
        offset: nameToken.start)
    }
    let arguments = try self.arguments()
    if expandsMacros, !isAbsolute, name == "has" {
      return try expandHas(arguments, at: nameToken.start)
    }
    let range = tree.addChildren(arguments)
    return try tree.add(.call(name, range, isAbsolute: isAbsolute), at: nameToken.start)
  }

  private mutating func listLiteral() throws(CELError) -> ExpressionNodeID {
    let offset = token.start
    try advance()
    var elements: [ExpressionNodeID] = []
    while token.kind != .rightBracket {
      elements.append(try entry(isOptional: take(.question)))
      guard try take(.comma) else { break }
    }
    try expect(.rightBracket, "',' or ']'")
    return try tree.add(.list(tree.addChildren(elements)), at: offset)
  }

  private mutating func mapLiteral() throws(CELError) -> ExpressionNodeID {
    let offset = token.start
    try advance()
    var entries: [ExpressionNodeID] = []
    while token.kind != .rightBrace {
      let isOptional = try take(.question)
      entries.append(try expression())
      try expect(.colon, "':'")
      entries.append(try entry(isOptional: isOptional))
      guard try take(.comma) else { break }
    }
    try expect(.rightBrace, "',' or '}'")
    return try tree.add(.map(tree.addChildren(entries)), at: offset)
  }

  private mutating func entry(isOptional: Bool) throws(CELError) -> ExpressionNodeID {
    let offset = token.start
    let value = try expression()
    return isOptional ? try tree.add(.optionalEntry(value), at: offset) : value
  }

  /// Words that cel-spec keeps for host languages: no variable or function may have their name,
  /// but a field or a method may.
  private static func isReserved(_ name: String) -> Bool {
    switch name {
    case "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
      "loop", "package", "namespace", "return", "var", "void", "while":
      true
    default:
      false
    }
  }
}
