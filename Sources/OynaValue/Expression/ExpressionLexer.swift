/// A lexical element of CEL: a kind and the bytes it covers.
struct ExpressionToken {
  enum Kind: UInt8 {
    case end
    case identifier, quotedIdentifier
    case int, uint, double, string, bytes
    case `true`, `false`, null, `in`
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    case dot, comma, colon, question
    case plus, minus, star, slash, percent, not
    case equal, notEqual, less, lessEqual, greater, greaterEqual
    case and, or
  }

  var kind: Kind
  var start: Int
  var end: Int
}

/// Cuts the text of an expression into tokens, one at a time.
///
/// Grammar: cel-spec, langdef.md, "Syntax". A literal's value is read later, by the parser; here
/// only its extent is found.
struct ExpressionLexer {
  let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func byte(_ at: Int) -> UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// The next token; `end` at the end of the text.
  mutating func next() throws(CELError) -> ExpressionToken {
    skipBlanks()
    let start = index
    guard start < bytes.count else {
      return ExpressionToken(kind: .end, start: start, end: start)
    }
    let first = bytes[start]
    let kind: ExpressionToken.Kind
    if first.isIdentifierStart {
      kind = try identifierOrPrefixedString()
    } else if first.isDigit || (first == UInt8(ascii: ".") && byte(start + 1).isDigit) {
      kind = try number()
    } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      try skipString(isRaw: false)
      kind = .string
    } else if first == UInt8(ascii: "`") {
      kind = try quotedIdentifier()
    } else {
      kind = try punctuation(first)
    }
    return ExpressionToken(kind: kind, start: start, end: index)
  }

  private mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
        index += 1
      case UInt8(ascii: "/") where byte(index + 1) == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      default:
        return
      }
    }
  }

  private mutating func identifierOrPrefixedString() throws(CELError) -> ExpressionToken.Kind {
    let start = index
    while byte(index).isIdentifierPart { index += 1 }
    let length = index - start
    let following = byte(index)
    if length <= 2, following == UInt8(ascii: "\"") || following == UInt8(ascii: "'") {
      var isRaw = false
      var isBytes = false
      var isPrefix = true
      for letter in bytes[start..<index] {
        switch letter | 0x20 {
        case UInt8(ascii: "r") where !isRaw: isRaw = true
        case UInt8(ascii: "b") where !isBytes && !isRaw: isBytes = true
        default: isPrefix = false
        }
      }
      if isPrefix {
        try skipString(isRaw: isRaw)
        return isBytes ? .bytes : .string
      }
    }
    switch length {
    case 2 where matches("in", at: start): return .in
    case 4 where matches("true", at: start): return .true
    case 4 where matches("null", at: start): return .null
    case 5 where matches("false", at: start): return .false
    default: return .identifier
    }
  }

  private func matches(_ word: StaticString, at start: Int) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[start + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }

  private mutating func number() throws(CELError) -> ExpressionToken.Kind {
    let start = index
    if byte(index) == UInt8(ascii: "0"), byte(index + 1) | 0x20 == UInt8(ascii: "x"),
      byte(index + 2).hexadecimalDigit != nil
    {
      index += 2
      while byte(index).hexadecimalDigit != nil { index += 1 }
      return try integerSuffix(start)
    }
    while byte(index).isDigit { index += 1 }
    var isDouble = false
    if byte(index) == UInt8(ascii: "."), byte(index + 1).isDigit {
      isDouble = true
      index += 1
      while byte(index).isDigit { index += 1 }
    }
    if byte(index) | 0x20 == UInt8(ascii: "e") {
      let hasSign = byte(index + 1) == UInt8(ascii: "+") || byte(index + 1) == UInt8(ascii: "-")
      let digits = index + (hasSign ? 2 : 1)
      if byte(digits).isDigit {
        isDouble = true
        index = digits
        while byte(index).isDigit { index += 1 }
      }
    }
    guard isDouble else { return try integerSuffix(start) }
    try refuseIdentifierPart(start)
    return .double
  }

  private mutating func integerSuffix(_ start: Int) throws(CELError) -> ExpressionToken.Kind {
    if byte(index) | 0x20 == UInt8(ascii: "u") {
      index += 1
      try refuseIdentifierPart(start)
      return .uint
    }
    try refuseIdentifierPart(start)
    return .int
  }

  private func refuseIdentifierPart(_ start: Int) throws(CELError) {
    guard byte(index).isIdentifierPart else { return }
    throw CELError(.syntax, "A number ends in the middle of a name.", offset: start)
  }

  /// Moves past a string literal; `index` is at its opening quote.
  private mutating func skipString(isRaw: Bool) throws(CELError) {
    let start = index
    let quote = bytes[index]
    let isTriple = byte(index + 1) == quote && byte(index + 2) == quote
    index += isTriple ? 3 : 1
    while index < bytes.count {
      let current = bytes[index]
      if current == quote {
        if !isTriple {
          index += 1
          return
        }
        if byte(index + 1) == quote, byte(index + 2) == quote {
          index += 3
          return
        }
      } else if current == UInt8(ascii: "\\"), !isRaw {
        index += 1
      } else if !isTriple, current == 0x0A || current == 0x0D {
        break
      }
      index += 1
    }
    throw CELError(.syntax, "A string literal is not closed.", offset: start)
  }

  private mutating func quotedIdentifier() throws(CELError) -> ExpressionToken.Kind {
    let start = index
    index += 1
    while byte(index).isQuotedIdentifierPart { index += 1 }
    guard byte(index) == UInt8(ascii: "`"), index > start + 1 else {
      throw CELError(
        .syntax, "A quoted name holds letters, digits, '_', '.', '-', '/' and blanks.",
        offset: start)
    }
    index += 1
    return .quotedIdentifier
  }

  private mutating func punctuation(_ first: UInt8) throws(CELError) -> ExpressionToken.Kind {
    let start = index
    let second = byte(index + 1)
    index += 1
    func pair(_ expected: UInt8, _ kind: ExpressionToken.Kind) -> ExpressionToken.Kind? {
      second == expected ? kind : nil
    }
    let equals = UInt8(ascii: "=")
    let double: ExpressionToken.Kind? =
      switch first {
      case UInt8(ascii: "="): pair(equals, .equal)
      case UInt8(ascii: "!"): pair(equals, .notEqual)
      case UInt8(ascii: "<"): pair(equals, .lessEqual)
      case UInt8(ascii: ">"): pair(equals, .greaterEqual)
      case UInt8(ascii: "&"): pair(UInt8(ascii: "&"), .and)
      case UInt8(ascii: "|"): pair(UInt8(ascii: "|"), .or)
      default: nil
      }
    if let double {
      index += 1
      return double
    }
    switch first {
    case UInt8(ascii: "("): return .leftParenthesis
    case UInt8(ascii: ")"): return .rightParenthesis
    case UInt8(ascii: "["): return .leftBracket
    case UInt8(ascii: "]"): return .rightBracket
    case UInt8(ascii: "{"): return .leftBrace
    case UInt8(ascii: "}"): return .rightBrace
    case UInt8(ascii: "."): return .dot
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: "?"): return .question
    case UInt8(ascii: "+"): return .plus
    case UInt8(ascii: "-"): return .minus
    case UInt8(ascii: "*"): return .star
    case UInt8(ascii: "/"): return .slash
    case UInt8(ascii: "%"): return .percent
    case UInt8(ascii: "!"): return .not
    case UInt8(ascii: "<"): return .less
    case UInt8(ascii: ">"): return .greater
    case UInt8(ascii: "="):
      throw CELError(.syntax, "Write '==' to compare; CEL has no assignment.", offset: start)
    case UInt8(ascii: "&"), UInt8(ascii: "|"):
      throw CELError(.syntax, "Write '&&' or '||'; CEL has no bit operators.", offset: start)
    default:
      throw CELError(.syntax, "This character cannot stand here.", offset: start)
    }
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }

  var isIdentifierStart: Bool { (self | 0x20) &- 0x61 < 26 || self == 0x5F }

  var isIdentifierPart: Bool { isIdentifierStart || isDigit }

  /// Between backquotes: cel-spec's extended field names (`content-type`, `/api/v1`).
  fileprivate var isQuotedIdentifierPart: Bool {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: " "): true
    default: isIdentifierPart
    }
  }

  var hexadecimalDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
