import Testing

@testable import OynaValue

@Suite("Matching agrees with a matcher that tries everything")
struct MatchingPropertyTests {
  static let leaves: [PatternTree] = [
    .scalar("a"), .scalar("b"), .any, .empty, .beginText, .endText, .beginLine, .endLine,
    .wordBoundary, .noWordBoundary,
  ]

  static func repetitions(of tree: PatternTree) -> [PatternTree] {
    let counts: [(Int, Int?)] = [(0, nil), (1, nil), (0, 1), (2, 2), (1, 2), (0, 2), (2, nil)]
    return counts.flatMap { minimum, maximum in
      [false, true].map { .times(tree, minimum, maximum, isLazy: $0) }
    }
  }

  /// All trees of `size` nodes.
  static func trees(size: Int) -> [PatternTree] {
    if size == 1 { return leaves }
    let smaller = trees(size: size - 1)
    var result = smaller.map { PatternTree.group($0) } + smaller.flatMap { repetitions(of: $0) }
    for left in 1..<max(1, size - 1) {
      for first in trees(size: left) {
        for second in trees(size: size - 1 - left) {
          result.append(.sequence(first, second))
          result.append(.choice(first, second))
        }
      }
    }
    return result
  }

  static func texts(_ alphabet: [UInt8], upTo length: Int) -> [[UInt8]] {
    var result: [[UInt8]] = [[]]
    var longest = result
    for _ in 0..<length {
      longest = longest.flatMap { text in alphabet.map { text + [$0] } }
      result += longest
    }
    return result
  }

  /// A difference in words; nil when there is none.
  static func difference(
    _ tree: PatternTree, _ texts: [[UInt8]], limits: RegularExpression.Limits = .standard
  ) throws -> String? {
    let matcher = try RegularExpression(tree.pattern, limits: limits).makeMatcher()
    for text in texts {
      let reference = ReferenceMatcher(text: text)
      let expected = reference.firstMatch(tree)
      let (contains, isWhole, groups) = text.withUnsafeBufferPointer {
        (matcher.contains($0), matcher.matchesWhole($0), matcher.firstMatch($0))
      }
      let place = "\(tree.pattern) on \(String(decoding: text, as: UTF8.self).debugDescription)"
      if contains != (expected != nil) { return "\(place): contains is \(contains)" }
      if isWhole != reference.matchesWhole(tree) { return "\(place): whole is \(isWhole)" }
      if (groups != nil) != contains { return "\(place): first match is \(groups as Any)" }
      guard !tree.repeatsNullable, let groups, let expected else { continue }
      if groups[0] != expected.span { return "\(place): \(groups), not \(expected)" }
      for number in 1..<groups.count where groups[number] != expected.groups[number] {
        return "\(place): group \(number) is \(groups[number] as Any), not \(expected.groups)"
      }
    }
    return nil
  }

  @Test("every pattern of up to three parts on every text of up to three characters")
  func exhaustive() throws {
    let texts = Self.texts([UInt8(ascii: "a"), UInt8(ascii: "b"), 0x0A], upTo: 3)
    var count = 0
    for size in 1...3 {
      for tree in Self.trees(size: size) {
        #expect(try Self.difference(tree, texts) == nil)
        count += 1
      }
    }
    #expect(count == 10 + 150 + 2450)
  }

  @Test("random larger patterns", arguments: 0..<8)
  func random(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let tree = Self.randomTree(depth: 4, &numbers)
      let texts = (0..<12).map { _ in Self.randomText(upTo: 7, &numbers) }
      #expect(try Self.difference(tree, texts) == nil, "seed \(seed)")
    }
  }

  @Test("a matcher with next to no memory finds the same", arguments: 0..<4)
  func littleMemory(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: 100 + seed)
    var limits = RegularExpression.Limits.standard
    for _ in 0..<150 {
      limits.matcherBytes = Int.random(in: 0...2000, using: &numbers)
      let tree = Self.randomTree(depth: 4, &numbers)
      let texts = (0..<8).map { _ in Self.randomText(upTo: 30, &numbers) }
      let bounded = try RegularExpression(tree.pattern, limits: limits).makeMatcher()
      let ample = try RegularExpression(tree.pattern).makeMatcher()
      for text in texts {
        text.withUnsafeBufferPointer { text in
          #expect(bounded.contains(text) == ample.contains(text), "\(tree.pattern)")
          #expect(bounded.matchesWhole(text) == ample.matchesWhole(text), "\(tree.pattern)")
          #expect(bounded.firstMatch(text) == ample.firstMatch(text), "\(tree.pattern)")
        }
      }
    }
  }

  @Test("the automaton ends a match where the simulation does", arguments: 0..<4)
  func sameEnd(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: 300 + seed)
    for _ in 0..<200 {
      let tree = Self.randomTree(depth: 4, &numbers)
      let program = try RegularExpression(tree.pattern).program
      for (goal, anchor) in [
        (LazyAutomaton.Goal.anywhere, ThreadSimulation.Anchor.none), (.atStart, .start),
        (.whole, .whole),
      ] {
        let automaton = LazyAutomaton(program, goal, memoryLimit: 1 << 20)
        for _ in 0..<6 {
          Self.randomText(upTo: 9, &numbers).withUnsafeBufferPointer { text in
            var simulation = ThreadSimulation(program, groupCount: 1)
            let span = simulation.run(text, anchor)
            let place = "\(tree.pattern) on \(Array(text)) \(goal)"
            switch automaton.run(text, isEarliest: false) {
            case .no: #expect(span == nil, "\(place)")
            case .yes(let end): #expect(span?[1] == end, "\(place)")
            case .gaveUp: Issue.record("gave up: \(place)")
            }
          }
        }
      }
    }
  }

  @Test("a byte is found at every place, however the text lies in memory")
  func byteSearch() {
    for length in 0..<40 {
      for place in 0...length {
        for byte: UInt8 in [0x00, 0x01, 0x61, 0x7F, 0x80, 0xFF] {
          for other: UInt8 in [byte ^ 1, byte ^ 0x80, byte &+ 1, byte &- 1] {
            var text = [UInt8](repeating: other, count: length)
            if place < length { text[place] = byte }
            text.withUnsafeBufferPointer { text in
              guard let bytes = text.baseAddress else { return }
              for start in 0...min(place, 9) {
                let found = ByteSearch.firstIndex(of: byte, in: bytes, from: start, to: length)
                #expect(found == place)
              }
            }
          }
        }
      }
    }
  }

  @Test("a search for one first byte finds what any search finds")
  func firstByte() throws {
    var numbers = SeededGenerator(seed: 400)
    for pattern in [
      "ab+", "a(?:b|a)b", "\n+a", "ba*$", "a\\b", "é|è", "(?m)ba|^bb", "(?m)$|b", "$|b",
    ] {
      let matcher = try RegularExpression(pattern).makeMatcher()
      let plain = try RegularExpression("(?:\(pattern))|x{2}y").makeMatcher()
      for _ in 0..<200 {
        let text =
          Self.randomText(upTo: 40, &numbers)
          + (Bool.random(using: &numbers) ? [] : Array("éé".utf8))
        text.withUnsafeBufferPointer { text in
          #expect(matcher.firstMatch(text) == plain.firstMatch(text), "\(pattern)")
        }
      }
    }
  }

  @Test("the longest match is the longest of all that begin first", arguments: 0..<4)
  func longest(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: 200 + seed)
    for _ in 0..<100 {
      let tree = Self.randomTree(depth: 3, &numbers)
      let expression = try RegularExpression(tree.pattern, options: .longestMatch)
      let anchored = try RegularExpression("(?:\(tree.pattern))").makeMatcher()
      for _ in 0..<8 {
        let text = Self.randomText(upTo: 6, &numbers)
        let found = text.withUnsafeBufferPointer { expression.makeMatcher().firstMatch($0) }
        let first = text.withUnsafeBufferPointer { anchored.firstMatch($0) }
        let start = first?.first??.lowerBound
        #expect(found?.first??.lowerBound == start, "\(tree.pattern) on \(text)")
        guard let start, let end = found?.first??.upperBound else { continue }
        #expect(end >= first?.first??.upperBound ?? 0)
        let reference = ReferenceMatcher(text: text)
        let longest = (start...text.count).last { reference.matches(tree, start..<$0) }
        #expect(end == longest, "\(tree.pattern) on \(text)")
      }
    }
  }

  static func randomTree(depth: Int, _ numbers: inout SeededGenerator) -> PatternTree {
    if depth == 0 { return leaves[Int.random(in: 0..<leaves.count, using: &numbers)] }
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0, 1: return leaves[Int.random(in: 0..<leaves.count, using: &numbers)]
    case 2, 3, 4:
      return .sequence(
        randomTree(depth: depth - 1, &numbers), randomTree(depth: depth - 1, &numbers))
    case 5, 6:
      return .choice(
        randomTree(depth: depth - 1, &numbers), randomTree(depth: depth - 1, &numbers))
    case 7: return .group(randomTree(depth: depth - 1, &numbers))
    default:
      let all = repetitions(of: randomTree(depth: depth - 1, &numbers))
      return all[Int.random(in: 0..<all.count, using: &numbers)]
    }
  }

  static func randomText(upTo length: Int, _ numbers: inout SeededGenerator) -> [UInt8] {
    let alphabet: [UInt8] = Array("aabb\n ".utf8)
    return (0..<Int.random(in: 0...length, using: &numbers)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
    }
  }
}

extension ReferenceMatcher {
  /// Whether the tree can match exactly `span`.
  func matches(_ tree: PatternTree, _ span: Range<Int>) -> Bool {
    matches(tree, from: span.lowerBound) { $0 == span.upperBound }
  }
}
