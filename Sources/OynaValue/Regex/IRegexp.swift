extension RegularExpression {
  /// Whether `pattern` is an I-Regexp by the grammar of RFC 9485 §3. Linear.
  public static func isIRegexp(_ pattern: String) -> Bool {
    var reader = IRegexpReader(pattern)
    do throws(RegularExpressionError) {
      try reader.read()
      return true
    } catch {
      return false
    }
  }

  /// Compiles an I-Regexp (RFC 9485), the small language that many regular expression dialects
  /// share. Its `^` and `$` are ordinary characters: it is meant for `matchesWhole`.
  ///
  /// Throws when `iRegexp` is none, or passes a limit (RFC 9485 §3.1 lets an implementation bound
  /// the counts of its quantifiers).
  public init(
    iRegexp: String, limits: Limits = .standard
  ) throws(RegularExpressionError) {
    var reader = IRegexpReader(iRegexp)
    try reader.read()
    do throws(RegularExpressionError) {
      try self.init(
        pattern: iRegexp, syntax: String(decoding: reader.translation, as: UTF8.self),
        dialect: .iRegexp, options: [], limits: limits)
    } catch {
      // Only a limit can be passed now; the offset would be one of the translation.
      throw RegularExpressionError(error.kind, at: 0, error.message, error.correction)
    }
  }
}

/// Checks the grammar of RFC 9485 §3 and writes the same in RE2 syntax (as its §5 does).
struct IRegexpReader {
  typealias Failure = RegularExpressionError

  private let scalars: [(point: UInt32, offset: Int)]
  private let byteCount: Int
  private var position = 0
  private(set) var translation: [UInt8] = []

  init(_ pattern: String) {
    var scalars: [(point: UInt32, offset: Int)] = []
    var offset = 0
    for scalar in pattern.unicodeScalars {
      scalars.append((scalar.value, offset))
      offset += UTF8.width(scalar)
    }
    self.scalars = scalars
    byteCount = offset
  }

  mutating func read() throws(Failure) {
    var openGroups: [Int] = []
    // Whether an atom stands before, which a quantifier may follow.
    var isAfterAtom = false
    while let point = peek() {
      switch point {
      case "(":
        openGroups.append(offset)
        write("(?:")
        position += 1
        isAfterAtom = false
      case ")":
        guard openGroups.popLast() != nil else {
          throw failure(.unopenedGroup, "This `)` closes no group.", "Write `\\)` for itself.")
        }
        write(")")
        position += 1
        isAfterAtom = true
      case "|":
        write("|")
        position += 1
        isAfterAtom = false
      case "*", "+", "?", "{":
        guard isAfterAtom else {
          throw failure(
            .nothingToRepeat, "There is nothing before this that it could repeat.",
            "I-Regexp has one quantifier after an atom; escape the character for itself.")
        }
        try readQuantifier()
        isAfterAtom = false
      default:
        try readAtom(point)
        isAfterAtom = true
      }
    }
    if let outer = openGroups.last {
      throw Failure(
        .unclosedGroup, at: outer, "The group that begins here is never closed.",
        "Close it with `)`.")
    }
  }

  private mutating func readAtom(_ point: Unicode.Scalar) throws(Failure) {
    switch point {
    case ".":
      write("[^\\n\\r]")
      position += 1
    case "[":
      try readClass()
    case "\\":
      if try readCategory() { return }
      write(try readEscape())
    case "]", "}":
      throw failure(
        .unknownEscape, "`\(point)` stands alone.", "Write `\\\(point)` for the character itself.")
    default:
      write(point.value)
      position += 1
    }
  }

  private mutating func readQuantifier() throws(Failure) {
    let start = offset
    guard peek() == "{" else {
      translation.append(UInt8(truncatingIfNeeded: scalars[position].point))
      position += 1
      return
    }
    position += 1
    let wrong = Failure(
      .repetitionSize, at: start, "This is no quantifier.", "Write `{2}`, `{2,}` or `{2,5}`.")
    guard let minimum = readCount() else { throw wrong }
    var maximum: Int? = minimum
    if peek() == "," {
      position += 1
      maximum = readCount()
    }
    guard peek() == "}" else { throw wrong }
    position += 1
    if let maximum, maximum < minimum {
      // The grammar allows it and no text is that often there: the atom becomes impossible.
      write("{0}[^\\x{0}-\\x{10FFFF}]")
      return
    }
    write("{\(minimum)")
    if maximum != minimum { write(maximum.map { ",\($0)" } ?? ",") }
    write("}")
  }

  private mutating func readCount() -> Int? {
    var count: Int?
    while let digit = peek(), ("0"..."9").contains(digit) {
      count = min((count ?? 0) * 10 + Int(digit.value - 48), 100_000_000)
      position += 1
    }
    return count
  }

  /// Reads `\p{…}` or `\P{…}`; false when there is another escape.
  private mutating func readCategory() throws(Failure) -> Bool {
    guard let kind = peek(1), kind == "p" || kind == "P" else { return false }
    var stop = position + 3
    var name: [UInt8] = []
    while stop < scalars.count && scalars[stop].point != 0x7D && name.count < 3 {
      name.append(UInt8(truncatingIfNeeded: min(scalars[stop].point, 0x7F)))
      stop += 1
    }
    let isKnown = name.withUnsafeBufferPointer {
      UnicodeProperties.Categories($0, iRegexp: true) != nil
    }
    guard peek(2) == "{", stop < scalars.count, scalars[stop].point == 0x7D, isKnown else {
      throw failure(
        .unknownClass, "This is no class of I-Regexp.",
        "Write a general category in braces: `\\p{Lu}`, `\\P{L}`.")
    }
    for index in position...stop {
      translation.append(UInt8(truncatingIfNeeded: scalars[index].point))
    }
    position = stop + 1
    return true
  }

  /// Reads `\n`, `\r`, `\t` or an escaped special character.
  private mutating func readEscape() throws(Failure) -> UInt32 {
    guard let escaped = peek(1) else {
      throw failure(
        .trailingBackslash, "The pattern ends with a backslash.", "Write `\\\\` for itself.")
    }
    let point: UInt32
    switch escaped {
    case "n": point = 0x0A
    case "r": point = 0x0D
    case "t": point = 0x09
    case "("..."+", "-", ".", "?", "["..."^", "{"..."}": point = escaped.value
    default:
      throw failure(
        .unknownEscape, "`\\\(escaped)` is no escape of I-Regexp.",
        "It has \\n, \\r, \\t, \\p{…}, \\P{…} and escaped special characters only.")
    }
    position += 2
    return point
  }

  private mutating func readClass() throws(Failure) {
    let start = offset
    let written = translation.count
    position += 1
    let isNegated = peek() == "^" && peek(1) != "]"
    if isNegated { position += 1 }
    write(isNegated ? "[^" : "[")
    var isFirst = true
    var hasMembers = false
    while true {
      guard let point = peek() else {
        throw Failure(
          .unclosedClass, at: start, "The class that begins here is never closed.",
          "Close it with `]`.")
      }
      if point == "]" && !isFirst { break }
      if try readClassItem(point, isFirst) { hasMembers = true }
      isFirst = false
    }
    position += 1
    write("]")
    if hasMembers { return }
    // A reversed range, which the grammar allows, has no members; RE2 wants one at least.
    translation.removeSubrange(written...)
    write(isNegated ? "[\\x{0}-\\x{10FFFF}]" : "[^\\x{0}-\\x{10FFFF}]")
  }

  /// Whether the item has members.
  private mutating func readClassItem(
    _ point: Unicode.Scalar, _ isFirst: Bool
  ) throws(Failure) -> Bool {
    guard point == "-" else {
      if try readCategory() { return true }
      return try readClassRange()
    }
    guard isFirst || peek(1) == "]" else {
      throw failure(
        .reversedRange, "This `-` is no range.", "Put it first or last, or write `\\-`.")
    }
    write(point.value)
    position += 1
    return true
  }

  /// Reads `a` or `a-z`; false when the range is reversed, so empty.
  private mutating func readClassRange() throws(Failure) -> Bool {
    let low = try readClassScalar()
    guard peek() == "-", let next = peek(1), next != "]" else {
      write(low)
      return true
    }
    position += 1
    let high = try readClassScalar()
    guard low <= high else { return false }
    write(low)
    write("-")
    write(high)
    return true
  }

  private mutating func readClassScalar() throws(Failure) -> UInt32 {
    guard let point = peek() else { return 0 }
    switch point {
    case "\\": return try readEscape()
    case "-", "[", "]":
      throw failure(
        .reversedRange, "`\(point)` stands alone in a class.", "Write `\\\(point)` for itself.")
    default:
      position += 1
      return point.value
    }
  }

  // MARK: Text

  private var offset: Int { position < scalars.count ? scalars[position].offset : byteCount }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    guard position + distance < scalars.count else { return nil }
    return Unicode.Scalar(scalars[position + distance].point)
  }

  private mutating func write(_ text: String) { translation += Array(text.utf8) }

  private mutating func write(_ point: UInt32) {
    write("\\x{" + String(point, radix: 16) + "}")
  }

  private func failure(
    _ kind: Failure.Kind, _ message: String, _ correction: String
  ) -> Failure {
    Failure(kind, at: offset, message, correction)
  }
}
