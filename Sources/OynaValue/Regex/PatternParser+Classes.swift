/// The classes of ASCII that have names: `[:alpha:]`, and Perl's.
enum AsciiClass {
  case alnum, alpha, ascii, blank, cntrl, digit, graph, lower, print, punct, space, upper, word
  case xdigit
  /// `\s`: as `space`, but without the vertical tab.
  case perlSpace

  init?(_ name: String) {
    switch name {
    case "alnum": self = .alnum
    case "alpha": self = .alpha
    case "ascii": self = .ascii
    case "blank": self = .blank
    case "cntrl": self = .cntrl
    case "digit": self = .digit
    case "graph": self = .graph
    case "lower": self = .lower
    case "print": self = .print
    case "punct": self = .punct
    case "space": self = .space
    case "upper": self = .upper
    case "word": self = .word
    case "xdigit": self = .xdigit
    default: return nil
    }
  }

  func insert(into set: inout ScalarSet) {
    switch self {
    case .alnum:
      set.insert(0x30, 0x39)
      Self.alpha.insert(into: &set)
    case .alpha:
      set.insert(0x41, 0x5A)
      set.insert(0x61, 0x7A)
    case .ascii: set.insert(0, 0x7F)
    case .blank:
      set.insert(0x09, 0x09)
      set.insert(0x20, 0x20)
    case .cntrl:
      set.insert(0, 0x1F)
      set.insert(0x7F, 0x7F)
    case .digit: set.insert(0x30, 0x39)
    case .graph: set.insert(0x21, 0x7E)
    case .lower: set.insert(0x61, 0x7A)
    case .print: set.insert(0x20, 0x7E)
    case .punct:
      set.insert(0x21, 0x2F)
      set.insert(0x3A, 0x40)
      set.insert(0x5B, 0x60)
      set.insert(0x7B, 0x7E)
    case .space:
      set.insert(0x09, 0x0D)
      set.insert(0x20, 0x20)
    case .perlSpace:
      set.insert(0x09, 0x0A)
      set.insert(0x0C, 0x0D)
      set.insert(0x20, 0x20)
    case .upper: set.insert(0x41, 0x5A)
    case .word:
      set.insert(0x30, 0x39)
      set.insert(0x41, 0x5A)
      set.insert(0x5F, 0x5F)
      set.insert(0x61, 0x7A)
    case .xdigit:
      set.insert(0x30, 0x39)
      set.insert(0x41, 0x46)
      set.insert(0x61, 0x66)
    }
  }
}

extension PatternParser {
  /// Adds `name` to `set`, or all other code points. Case is folded before that is negated.
  mutating func insert(_ name: AsciiClass, isNegated: Bool) {
    if !isNegated && !flags.contains(.foldCase) { return name.insert(into: &set) }
    var part = ScalarSet()
    name.insert(into: &part)
    insert(part, isNegated: isNegated)
  }

  private mutating func insert(_ part: ScalarSet, isNegated: Bool) {
    var part = part
    if flags.contains(.foldCase) { part.fold() }
    if isNegated { part.negate() }
    set.formUnion(part)
  }

  /// Reads a whole `[…]`.
  mutating func parseClass() throws(Failure) {
    let start = position
    position += 1
    var isNegated = false
    if position < end && bytes[position] == UInt8(ascii: "^") {
      isNegated = true
      position += 1
    }
    set.removeAll()
    var isFirst = true
    while position < end && (bytes[position] != UInt8(ascii: "]") || isFirst) {
      isFirst = false
      if try parsePosixClass() { continue }
      if starts(with: "\\p") || starts(with: "\\P") {
        try parseUnicodeClass()
        continue
      }
      if parsePerlClass() { continue }
      try parseRange(start)
    }
    guard position < end else { throw unclosedClass(start) }
    position += 1
    if isNegated { set.negate() } else { set.normalize() }
    builder.appendClass(set)
  }

  /// Reads `a` or `a-z` and adds it to `set`.
  private mutating func parseRange(_ start: Int) throws(Failure) {
    let rangeStart = position
    let low = try classScalar(start)
    var high = low
    // `[a-]` means `a` or `-`.
    if position + 1 < end && bytes[position] == UInt8(ascii: "-")
      && bytes[position + 1] != UInt8(ascii: "]")
    {
      position += 1
      high = try classScalar(start)
      guard low <= high else {
        throw Failure(
          .reversedRange, at: rangeStart,
          "The range `\(text(rangeStart, position))` ends before it begins.",
          "Write the smaller character first.")
      }
    }
    guard flags.contains(.foldCase) else { return set.insert(low, high) }
    var part = ScalarSet()
    part.insert(low, high)
    insert(part, isNegated: false)
  }

  private mutating func classScalar(_ start: Int) throws(Failure) -> UInt32 {
    guard position < end else { throw unclosedClass(start) }
    return bytes[position] == UInt8(ascii: "\\") ? try parseEscape() : scalar()
  }

  private func unclosedClass(_ start: Int) -> Failure {
    Failure(
      .unclosedClass, at: start, "The class that begins here is never closed.",
      "Close it with `]`, or write `\\[` for the character itself.")
  }

  /// Reads `[:name:]` or `[:^name:]` and adds it to `set`; false when there is none.
  private mutating func parsePosixClass() throws(Failure) -> Bool {
    guard starts(with: "[:") else { return false }
    var stop = position + 2
    while true {
      guard stop + 1 < end else { return false }
      if bytes[stop] == UInt8(ascii: ":") && bytes[stop + 1] == UInt8(ascii: "]") { break }
      stop += 1
    }
    let isNegated = bytes[position + 2] == UInt8(ascii: "^")
    guard let name = AsciiClass(text(position + (isNegated ? 3 : 2), stop)) else {
      throw Failure(
        .unknownClass, at: position, "`\(text(position, stop + 2))` is no class.",
        "Known are alnum, alpha, ascii, blank, cntrl, digit, graph, lower, print, punct, space, "
          + "upper, word and xdigit.")
    }
    position = stop + 2
    insert(name, isNegated: isNegated)
    return true
  }

  /// Reads `\pL`, `\p{Greek}`, `\P{Lu}` or `\p{^Lu}` and adds it to `set`.
  mutating func parseUnicodeClass() throws(Failure) {
    let start = position
    var isNegated = bytes[position + 1] == UInt8(ascii: "P")
    position += 2
    guard position < end else { throw unknownUnicodeClass(start) }
    var nameStart = position
    var nameEnd: Int
    if bytes[position] == UInt8(ascii: "{") {
      nameStart += 1
      guard let brace = bytes[nameStart...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Failure(
          .unknownClass, at: start, "The name of this class is never closed.",
          "Close it with `}`.")
      }
      nameEnd = brace
      position = brace + 1
    } else {
      _ = scalar()
      nameEnd = position
    }
    if nameStart < nameEnd && bytes[nameStart] == UInt8(ascii: "^") {
      isNegated.toggle()
      nameStart += 1
    }
    let name = UnsafeBufferPointer(rebasing: bytes[nameStart..<nameEnd])
    var part = ScalarSet()
    if name.count == 3 && name[0] == UInt8(ascii: "A") && name[1] == UInt8(ascii: "n")
      && name[2] == UInt8(ascii: "y")
    {
      part.insert(0, ScalarSet.last)
    } else if let categories = UnicodeProperties.Categories(
      name, iRegexp: dialect == .iRegexp)
    {
      part.insert(categories)
    } else if !part.insertScript(name) {
      throw unknownUnicodeClass(start)
    }
    insert(part, isNegated: isNegated)
  }

  private func unknownUnicodeClass(_ start: Int) -> Failure {
    Failure(
      .unknownClass, at: start, "`\(text(start, position))` is no class of Unicode.",
      "Known are the general categories (`\\p{Lu}`, `\\pL`), the scripts (`\\p{Cyrillic}`) and "
        + "`\\p{Any}`.")
  }
}
