extension PatternParser {
  /// Reads `(` and what follows it up to the content of the group, or a whole `(?flags)`.
  mutating func openGroup() throws(Failure) {
    let start = position
    position += 1
    guard position < end, bytes[position] == UInt8(ascii: "?") else {
      try pushGroup(groupCount, outerFlags: flags, at: start)
      groupCount += 1
      return
    }
    position += 1
    if try parseGroupName(start) { return }
    try refuseForeignGroup(start)
    try parseFlags(start)
  }

  /// Reads `P<name>` or `<name>` and opens the group; false when there is none of them.
  private mutating func parseGroupName(_ start: Int) throws(Failure) -> Bool {
    let nameStart: Int
    if starts(with: "P<") {
      nameStart = position + 2
    } else if starts(with: "<") && !starts(with: "<=") && !starts(with: "<!") {
      nameStart = position + 1
    } else {
      return false
    }
    guard let nameEnd = bytes[nameStart...].firstIndex(of: UInt8(ascii: ">")) else {
      throw Failure(
        .groupName, at: start, "The group's name is never closed.", "Close it with `>`.")
    }
    let name = text(nameStart, nameEnd)
    guard isGroupName(nameStart, nameEnd) else {
      throw Failure(
        .groupName, at: nameStart, "`\(name)` is no group name.",
        "Use letters, digits and `_`, one at least.")
    }
    guard !groupNames.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw Failure(
        .groupName, at: nameStart, "The group name `\(name)` is used twice.",
        "Give each group a name of its own.")
    }
    position = nameEnd + 1
    try pushGroup(groupCount, outerFlags: flags, at: start)
    groupNames.append((name, groupCount))
    groupCount += 1
    return true
  }

  /// ASCII letters, digits, `_`, and since RE2 of 2023 the letters, marks, decimal digits, letter
  /// numbers and connectors of Unicode.
  private func isGroupName(_ start: Int, _ stop: Int) -> Bool {
    guard start < stop else { return false }
    var wordScalars = ScalarSet()
    var index = start
    while index < stop {
      let rest = UnsafeBufferPointer(rebasing: bytes[index..<stop])
      guard let (point, length) = UTF8Scalar.decode(rest) else { return false }
      index += length
      if point < 0x80 {
        guard RegularExpression.Assertions.isWord(UInt8(point)) else { return false }
        continue
      }
      if wordScalars.ranges.isEmpty { wordScalars = Self.nameScalars() }
      guard wordScalars.ranges.contains(where: { $0.low <= point && point <= $0.high }) else {
        return false
      }
    }
    return true
  }

  private static func nameScalars() -> ScalarSet {
    var set = ScalarSet()
    let names: [StaticString] = ["L", "Nl", "Mn", "Mc", "Nd", "Pc"]
    for name in names {
      let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      if let categories = UnicodeProperties.Categories(bytes, iRegexp: false) {
        set.insert(categories)
      }
    }
    return set
  }

  /// Names what other dialects have after `(?` and RE2 syntax has not.
  private func refuseForeignGroup(_ start: Int) throws(Failure) {
    let lookArounds: [StaticString] = ["=", "!", "<=", "<!"]
    for form in lookArounds where starts(with: form) {
      throw Failure(
        .lookAround, at: start,
        "Look-around (`(?\(form.description)`) is not possible in linear time.",
        "Take the text into the pattern, or check it by a rule of its own.")
    }
    if starts(with: "P=") {
      throw Failure(
        .backReference, at: start,
        "A back-reference (`(?P=`) is not possible in linear time.",
        "Compare the two texts by a rule of its own.")
    }
  }

  /// Reads flags up to `)`, which end there, or `:`, which opens a group.
  private mutating func parseFlags(_ start: Int) throws(Failure) {
    let outer = flags
    var new = flags
    var isNegated = false
    var sawFlag = false
    while position < end {
      let byte = bytes[position]
      position += 1
      let flag: Flags
      switch byte {
      case UInt8(ascii: "i"): flag = .foldCase
      case UInt8(ascii: "m"): flag = .multiLine
      case UInt8(ascii: "s"): flag = .dotTakesNewline
      case UInt8(ascii: "U"): flag = .lazy
      case UInt8(ascii: "-") where !isNegated:
        isNegated = true
        sawFlag = false
        continue
      case UInt8(ascii: ":"), UInt8(ascii: ")"):
        guard !isNegated || sawFlag else { throw unknownGroup(start) }
        if byte == UInt8(ascii: ":") { try pushGroup(nil, outerFlags: outer, at: start) }
        flags = new
        return
      default:
        throw unknownGroup(start)
      }
      sawFlag = true
      if isNegated { new.remove(flag) } else { new.insert(flag) }
    }
    throw unknownGroup(start)
  }

  private func unknownGroup(_ start: Int) -> Failure {
    Failure(
      .unknownGroup, at: start, "`\(text(start, position))` begins no group known here.",
      "Known are `(?:…)`, `(?P<name>…)`, `(?<name>…)`, and the flags i, m, s and U: "
        + "`(?i)`, `(?i-s:…)`.")
  }

  func starts(with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard end - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }
}
