import OynaValue
import Testing

@Suite("A pattern that no text matches")
struct RegularExpressionEmptinessTests {
  @Test(
    "is known",
    arguments: ["a^b", "$a", "[^\\s\\S]", "a\\bb", "a\\B ", "^\\A\\Ba", "x\\zy", "(a|b)$c"])
  func impossible(_ pattern: String) throws {
    #expect(try !RegularExpression(pattern).canMatchWhole)
  }

  @Test(
    "is told from one that some text matches",
    arguments: [
      "", "a", "^a$", "a*", "a^b|c", "(?m)a$\\n^b", "a\\b b", "[^\\x00-\\x7f]", "\\p{L}\\b ",
      "\\bя", "^$", "(?s).", "\\Bя",
    ])
  func possible(_ pattern: String) throws {
    // `\b` looks at ASCII words only, so no word boundary stands before a Cyrillic letter.
    #expect(try RegularExpression(pattern).canMatchWhole == (pattern != "\\bя"))
  }

  @Test("agrees with trying every short text", arguments: 0..<4)
  func random(_ seed: UInt64) throws {
    var state = seed &* 31 &+ 7
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let atoms = ["a", " ", "\\n", "^", "$", "\\b", "\\B", "\\A", "\\z", "[a ]", "[^a]", "(?:a|^)"]
    func pattern(_ depth: Int) -> String {
      switch depth == 0 ? 0 : next(4) {
      case 0: return atoms[next(atoms.count)]
      case 1: return pattern(depth - 1) + pattern(depth - 1)
      case 2: return "(?:\(pattern(depth - 1))|\(pattern(depth - 1)))"
      default: return "(?m:\(pattern(depth - 1))\(pattern(depth - 1)))"
      }
    }
    var texts = [""]
    for text in texts { texts += ["a", " ", "\n"].map { text + $0 } }
    for _ in 0..<3 {
      for text in texts where text.count < 4 { texts += ["a", " ", "\n"].map { text + $0 } }
      texts = Array(Set(texts)).sorted()
    }
    var impossible = 0
    for _ in 0..<150 {
      let source = pattern(3)
      let expression = try RegularExpression(source)
      let matches = texts.contains { expression.matchesWhole($0) }
      if !expression.canMatchWhole { impossible += 1 }
      // A longer text may match what no short one does; never the other way round.
      if matches { #expect(expression.canMatchWhole, "\(source)") }
      if source.utf8.count < 12 { #expect(expression.canMatchWhole == matches, "\(source)") }
    }
    #expect(impossible > 5)
  }
}
