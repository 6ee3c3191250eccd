/// A pattern as a tree: tests write it down in RE2 syntax, and a matcher simple enough to be
/// obviously right walks it.
indirect enum PatternTree: Sendable {
  case empty
  case scalar(Character)
  case any
  case beginText, endText, beginLine, endLine, wordBoundary, noWordBoundary
  case sequence(PatternTree, PatternTree)
  case choice(PatternTree, PatternTree)
  case group(PatternTree)
  case times(PatternTree, Int, Int?, isLazy: Bool)

  var pattern: String {
    switch self {
    case .empty: "(?:)"
    case .scalar(let character): String(character)
    case .any: "."
    case .beginText: "^"
    case .endText: "$"
    case .beginLine: "(?m:^)"
    case .endLine: "(?m:$)"
    case .wordBoundary: "\\b"
    case .noWordBoundary: "\\B"
    case .sequence(let first, let second): first.pattern + second.pattern
    case .choice(let first, let second): "(?:\(first.pattern)|\(second.pattern))"
    case .group(let inner): "(\(inner.pattern))"
    case .times(let inner, let minimum, let maximum, let isLazy):
      "(?:\(inner.pattern))\(Self.operation(minimum, maximum))\(isLazy ? "?" : "")"
    }
  }

  private static func operation(_ minimum: Int, _ maximum: Int?) -> String {
    switch (minimum, maximum) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (_, nil): "{\(minimum),}"
    case (_, .some(let maximum)): "{\(minimum),\(maximum)}"
    }
  }

  /// Whether it can match without taking a character.
  var isNullable: Bool {
    switch self {
    case .scalar, .any: false
    case .empty, .beginText, .endText, .beginLine, .endLine, .wordBoundary, .noWordBoundary: true
    case .sequence(let first, let second): first.isNullable && second.isNullable
    case .choice(let first, let second): first.isNullable || second.isNullable
    case .group(let inner): inner.isNullable
    case .times(let inner, let minimum, _, _): minimum == 0 || inner.isNullable
    }
  }

  /// Whether some repetition goes round something nullable: there backtracking matchers differ
  /// from one another in what they prefer, though never in what they can match.
  var repeatsNullable: Bool {
    switch self {
    case .sequence(let first, let second), .choice(let first, let second):
      first.repeatsNullable || second.repeatsNullable
    case .group(let inner): inner.repeatsNullable
    case .times(let inner, _, _, _): inner.isNullable || inner.repeatsNullable
    default: false
    }
  }
}

/// Tries every way in order of preference: exponential, and right.
struct ReferenceMatcher {
  typealias Groups = [Int: Range<Int>]

  let text: [UInt8]
  /// Takes a position and the groups so far; whether the way is the one to keep.
  typealias Continuation = (Int, Groups) -> Bool

  /// The span the tree prefers at the first place where it matches, and its groups; by group
  /// number, in the order of opening.
  func firstMatch(_ tree: PatternTree) -> (span: Range<Int>, groups: Groups)? {
    for start in 0...text.count {
      var found: (span: Range<Int>, groups: Groups)?
      let matches = match(tree, 1, start, [:]) { end, groups in
        found = (start..<end, groups)
        return true
      }
      if matches { return found }
    }
    return nil
  }

  func matchesWhole(_ tree: PatternTree) -> Bool {
    match(tree, 1, 0, [:]) { end, _ in end == text.count }
  }

  /// Whether some match from `start` on has an end that `isWanted`.
  func matches(_ tree: PatternTree, from start: Int, _ isWanted: (Int) -> Bool) -> Bool {
    match(tree, 1, start, [:]) { end, _ in isWanted(end) }
  }

  private func match(
    _ tree: PatternTree, _ group: Int, _ position: Int, _ groups: Groups, _ then: Continuation
  ) -> Bool {
    switch tree {
    case .empty: return then(position, groups)
    case .scalar(let character):
      guard position < text.count, text[position] == character.asciiValue else { return false }
      return then(position + 1, groups)
    case .any:
      guard position < text.count, text[position] != 0x0A else { return false }
      return then(position + 1, groups)
    case .beginText: return position == 0 && then(position, groups)
    case .endText: return position == text.count && then(position, groups)
    case .beginLine:
      return (position == 0 || text[position - 1] == 0x0A) && then(position, groups)
    case .endLine:
      return (position == text.count || text[position] == 0x0A) && then(position, groups)
    case .wordBoundary: return isBoundary(position) && then(position, groups)
    case .noWordBoundary: return !isBoundary(position) && then(position, groups)
    case .sequence(let first, let second):
      return match(first, group, position, groups) { middle, inner in
        match(second, group + first.groupCount, middle, inner, then)
      }
    case .choice(let first, let second):
      return match(first, group, position, groups, then)
        || match(second, group + first.groupCount, position, groups, then)
    case .group(let inner):
      return match(inner, group + 1, position, groups) { end, found in
        var found = found
        found[group] = position..<end
        return then(end, found)
      }
    case .times(let inner, let minimum, let maximum, let isLazy):
      return times(inner, minimum, maximum, isLazy, group, position, groups, then)
    }
  }

  private func times(
    _ inner: PatternTree, _ minimum: Int, _ maximum: Int?, _ isLazy: Bool, _ group: Int,
    _ position: Int, _ groups: Groups, _ then: Continuation
  ) -> Bool {
    func more() -> Bool {
      if maximum == 0 { return false }
      return match(inner, group, position, groups) { end, found in
        // A further empty pass would never end and takes nothing that fewer do not.
        if end == position && minimum == 0 { return false }
        return times(
          inner, max(0, minimum - 1), maximum.map { $0 - 1 }, isLazy, group, end, found, then)
      }
    }
    if minimum > 0 { return more() }
    return isLazy
      ? then(position, groups) || more()
      : more() || then(position, groups)
  }

  private func isBoundary(_ position: Int) -> Bool {
    func isWord(_ index: Int) -> Bool {
      guard text.indices.contains(index) else { return false }
      let byte = text[index]
      return byte == UInt8(ascii: "_") || byte.isLetterOrDigit
    }
    return isWord(position - 1) != isWord(position)
  }
}

extension PatternTree {
  var groupCount: Int {
    switch self {
    case .sequence(let first, let second), .choice(let first, let second):
      first.groupCount + second.groupCount
    case .group(let inner): 1 + inner.groupCount
    case .times(let inner, _, _, _): inner.groupCount
    default: 0
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
