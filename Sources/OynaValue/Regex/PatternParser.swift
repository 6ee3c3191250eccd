/// Reads a pattern in RE2 syntax and drives a `ProgramBuilder`.
///
/// The syntax: https://github.com/google/re2/wiki/Syntax, with the default options of RE2 (Perl
/// classes, `\b`, Unicode groups, UTF-8). It keeps open groups on a stack of its own, so no depth
/// of nesting exhausts the machine's.
struct PatternParser {
  typealias Failure = RegularExpressionError

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let foldCase = Flags(rawValue: 1)
    static let multiLine = Flags(rawValue: 2)
    static let dotTakesNewline = Flags(rawValue: 4)
    static let lazy = Flags(rawValue: 8)
  }

  /// Which general categories `\p{…}` knows (see `UnicodeProperties.Categories`).
  enum Dialect { case re2, iRegexp }

  /// A group that is open, or the whole pattern.
  struct OpenGroup {
    /// nil: a group that captures nothing.
    var number: Int?
    /// Restored when the group closes.
    var outerFlags: Flags
    var offset: Int
    /// Number of the first fragment of the group: its earlier alternatives come first.
    var firstAlternative: Int
    /// Number of the first fragment of the alternative being read.
    var firstItem: Int
  }

  // Unsafe: bytes of the pattern, alive while `RegularExpression.init` parses; every read is
  // checked against `end`.
  let bytes: UnsafeBufferPointer<UInt8>
  let end: Int
  let dialect: Dialect
  let limits: RegularExpression.Limits
  var position = 0
  var flags: Flags
  var builder: ProgramBuilder
  var groups: [OpenGroup]
  var groupCount = 1
  var groupNames: [(name: String, index: Int)] = []
  var set = ScalarSet()
  /// Where the repetition operator begins that was read just before; nil when it was none.
  var repetitionOffset: Int?

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, dialect: Dialect, flags: Flags,
    limits: RegularExpression.Limits
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.flags = flags
    self.limits = limits
    end = bytes.count
    builder = ProgramBuilder(
      limit: limits.programSize, expected: min(bytes.count * 2 + 16, limits.programSize))
    groups = [
      OpenGroup(number: nil, outerFlags: flags, offset: 0, firstAlternative: 0, firstItem: 0)
    ]
  }

  mutating func parse() throws(Failure) -> ProgramBuilder.Draft {
    while position < end {
      let start = position
      let repetition = try parseItem(bytes[position])
      repetitionOffset = repetition ? start : nil
      if builder.isTooLarge { throw tooLarge() }
    }
    guard groups.count == 1 else {
      throw Failure(
        .unclosedGroup, at: groups[groups.count - 1].offset,
        "The group that begins here is never closed.",
        "Close it with `)`, or write `\\(` for the character itself.")
    }
    closeAlternatives()
    let program = builder.finish(groupCount: groupCount)
    if builder.isTooLarge { throw tooLarge() }
    return program
  }

  /// Reads one item; whether it was a repetition operator.
  private mutating func parseItem(_ byte: UInt8) throws(Failure) -> Bool {
    switch byte {
    case UInt8(ascii: "("):
      try openGroup()
    case UInt8(ascii: "|"):
      builder.concatenate(from: groups[groups.count - 1].firstItem)
      groups[groups.count - 1].firstItem = builder.fragments.count
      position += 1
    case UInt8(ascii: ")"):
      try closeGroup()
    case UInt8(ascii: "^"):
      builder.appendAssertion(flags.contains(.multiLine) ? .beginLine : .beginText)
      position += 1
    case UInt8(ascii: "$"):
      builder.appendAssertion(flags.contains(.multiLine) ? .endLine : .endText)
      position += 1
    case UInt8(ascii: "."):
      set.removeAll()
      if flags.contains(.dotTakesNewline) {
        set.insert(0, ScalarSet.last)
      } else {
        set.insert(0, 0x09)
        set.insert(0x0B, ScalarSet.last)
      }
      builder.appendClass(set)
      position += 1
    case UInt8(ascii: "["):
      try parseClass()
    case UInt8(ascii: "*"):
      try parseRepetition(.star)
      return true
    case UInt8(ascii: "+"):
      try parseRepetition(.plus)
      return true
    case UInt8(ascii: "?"):
      try parseRepetition(.optional)
      return true
    case UInt8(ascii: "{"):
      if try parseCountedRepetition() { return true }
      appendLiteral(0x7B)
      position += 1
    case UInt8(ascii: "\\"):
      try parseBackslash()
    default:
      appendLiteral(scalar())
    }
    return false
  }

  /// One scalar as written, or with the flag `i` all that differ from it in case only.
  mutating func appendLiteral(_ point: UInt32) {
    guard flags.contains(.foldCase) else { return builder.appendScalar(point) }
    set.removeAll()
    set.insert(point, point)
    var other = UnicodeProperties.nextInOrbit(point)
    while other != point {
      set.insert(other, other)
      other = UnicodeProperties.nextInOrbit(other)
    }
    set.normalize()
    builder.appendClass(set)
  }

  // MARK: Repetition

  private func requireOperand(_ start: Int) throws(Failure) {
    if builder.fragments.count == groups[groups.count - 1].firstItem {
      throw Failure(
        .nothingToRepeat, at: start,
        "The repetition `\(text(start, position))` has nothing before it to repeat.",
        "Put what it repeats before it, or write `\\\(text(start, start + 1))` "
          + "for the character itself.")
    }
  }

  /// Reads the `?` that turns the repetition's preference round; whether it prefers more.
  private mutating func parseGreediness(_ start: Int) throws(Failure) -> Bool {
    var isGreedy = !flags.contains(.lazy)
    if position < end && bytes[position] == UInt8(ascii: "?") {
      isGreedy.toggle()
      position += 1
    }
    if let first = repetitionOffset {
      throw Failure(
        .stackedRepetition, at: first,
        "Two repetitions stand in a row: `\(text(first, position))`.",
        "Keep one of them, or put a group around the first.")
    }
    return isGreedy
  }

  /// The flags that RE2 compares before it makes one repetition of two.
  private func shapeFlags(isGreedy: Bool) -> UInt8 {
    flags.subtracting(.lazy).rawValue | (isGreedy ? 0 : Flags.lazy.rawValue)
  }

  private mutating func parseRepetition(_ shape: ProgramBuilder.Shape) throws(Failure) {
    let start = position
    position += 1
    let isGreedy = try parseGreediness(start)
    try requireOperand(start)
    builder.repeatLast(shape, isGreedy: isGreedy, flags: shapeFlags(isGreedy: isGreedy))
  }

  /// Reads `{n}`, `{n,}` or `{n,m}`; false when it is none of them, so a literal `{`.
  private mutating func parseCountedRepetition() throws(Failure) -> Bool {
    let start = position
    guard let (minimum, maximum) = scanCounts() else {
      position = start
      return false
    }
    let isGreedy = try parseGreediness(start)
    let limit = limits.repetition
    if minimum > limit || (maximum ?? 0) > limit {
      throw Failure(
        .repetitionSize, at: start,
        "The repetition `\(text(start, position))` counts to more than \(limit).",
        "Count to \(limit) at most.")
    }
    if let maximum, maximum < minimum {
      throw Failure(
        .repetitionSize, at: start,
        "The repetition `\(text(start, position))` has a minimum over its maximum.",
        "Write the smaller number first.")
    }
    try requireOperand(start)
    if max(minimum, maximum ?? 0) >= 2 && builder.repetitionProduct(minimum, maximum) > limit {
      throw Failure(
        .repetitionSize, at: start,
        "The repetition `\(text(start, position))` and those inside it count to more than "
          + "\(limit) together.",
        "Keep the product of the counts within \(limit).")
    }
    builder.repeatLast(
      minimum, maximum, isGreedy: isGreedy, flags: shapeFlags(isGreedy: isGreedy))
    return true
  }

  private mutating func scanCounts() -> (Int, Int?)? {
    position += 1
    guard let minimum = scanCount(), position < end else { return nil }
    var maximum: Int? = minimum
    if bytes[position] == UInt8(ascii: ",") {
      position += 1
      guard position < end else { return nil }
      if bytes[position] == UInt8(ascii: "}") {
        maximum = nil
      } else {
        guard let count = scanCount() else { return nil }
        maximum = count
      }
    }
    guard position < end, bytes[position] == UInt8(ascii: "}") else { return nil }
    position += 1
    return (minimum, maximum)
  }

  /// Digits without leading zeros; a number too large to hold stays far over every limit.
  private mutating func scanCount() -> Int? {
    let start = position
    var count = 0
    while position < end, case 0x30...0x39 = bytes[position] {
      if position > start && bytes[start] == 0x30 { return nil }
      count = min(count * 10 + Int(bytes[position] - 0x30), 100_000_000)
      position += 1
    }
    return position > start ? count : nil
  }

  // MARK: Groups

  mutating func pushGroup(_ number: Int?, outerFlags: Flags, at offset: Int) throws(Failure) {
    guard groups.count <= limits.nestingDepth else {
      throw Failure(
        .nestingDepth, at: offset,
        "Groups are nested more than \(limits.nestingDepth) deep.",
        "Nest them \(limits.nestingDepth) deep at most.")
    }
    let item = builder.fragments.count
    groups.append(
      OpenGroup(
        number: number, outerFlags: outerFlags, offset: offset, firstAlternative: item,
        firstItem: item))
  }

  private mutating func closeAlternatives() {
    let group = groups[groups.count - 1]
    builder.concatenate(from: group.firstItem)
    builder.alternate(from: group.firstAlternative)
  }

  private mutating func closeGroup() throws(Failure) {
    guard groups.count > 1 else {
      throw Failure(
        .unopenedGroup, at: position, "This `)` closes no group.",
        "Open the group with `(`, or write `\\)` for the character itself.")
    }
    closeAlternatives()
    let group = groups.removeLast()
    flags = group.outerFlags
    if let number = group.number { builder.capture(number) }
    position += 1
  }

  // MARK: Text

  /// Reads one scalar of the pattern, which is UTF-8 because a `String` is.
  mutating func scalar() -> UInt32 {
    let rest = UnsafeBufferPointer(rebasing: bytes[position...])
    let (point, length) = UTF8Scalar.decode(rest) ?? (0xFFFD, 1)
    position += length
    return point
  }

  /// The pattern from `start` to before `stop`, for a message.
  func text(_ start: Int, _ stop: Int) -> String {
    String(decoding: bytes[start..<min(max(start, stop), end)], as: UTF8.self)
  }

  private func tooLarge() -> Failure {
    Failure(
      .programSize, at: position,
      "The pattern needs more than \(limits.programSize) instructions.",
      "Shorten it, or count to less in its repetitions.")
  }
}
