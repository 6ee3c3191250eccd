import Testing

@testable import OynaValue

@Suite("No pattern and no text makes it run away")
struct HostilePatternTests {
  private func kind(of pattern: String) -> RegularExpressionError.Kind? {
    do throws(RegularExpressionError) {
      _ = try RegularExpression(pattern)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test("a hundred thousand of anything ends with a clear error")
  func huge() {
    let count = 100_000
    #expect(kind(of: String(repeating: "(", count: count)) == .nestingDepth)
    #expect(kind(of: String(repeating: "(?:", count: count)) == .nestingDepth)
    #expect(kind(of: String(repeating: "(?i", count: count)) == .unknownGroup)
    #expect(kind(of: String(repeating: "[", count: count)) == .unclosedClass)
    #expect(kind(of: String(repeating: ")", count: count)) == .unopenedGroup)
    #expect(kind(of: String(repeating: "a", count: count)) == .programSize)
    #expect(kind(of: String(repeating: "a|", count: count)) == .programSize)
    #expect(kind(of: String(repeating: "|", count: count)) == .programSize)
    #expect(kind(of: String(repeating: "\\pL", count: count)) == .programSize)
    #expect(kind(of: String(repeating: "(?i)", count: count)) == nil)
    #expect(kind(of: String(repeating: "(a)", count: count)) == .programSize)
    #expect(kind(of: "[" + String(repeating: "a-z", count: count) + "]") == nil)
    #expect(kind(of: "\\Q" + String(repeating: "a", count: count)) == .programSize)
    #expect(kind(of: "a{" + String(repeating: "9", count: count) + "}") == .repetitionSize)
    #expect(kind(of: "\\x{" + String(repeating: "0", count: count) + "}") == nil)
    #expect(kind(of: "(?P<" + String(repeating: "n", count: count) + ">a)") == nil)
  }

  @Test("nesting to the limit is taken, one more is not")
  func nesting() {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
    }
    #expect(kind(of: nested(1000, "(?:", ")*")) == nil)
    #expect(kind(of: nested(1000, "(", "|b)*")) == nil)
    #expect(kind(of: nested(1001, "(?:", ")*")) == .nestingDepth)
  }

  @Test("counts that multiply are refused before they are written out")
  func counts() throws {
    #expect(kind(of: "((a{100}){100}){100}") == .repetitionSize)
    #expect(kind(of: "(?:(?:(?:a{10}){10}){10}){10}") == .repetitionSize)
    #expect(kind(of: "(?:[abc]{1,1000}){1}") == nil)
    #expect(kind(of: "(?:abcdefghijk){1000}") == .programSize)
    #expect(kind(of: "(?:\\b\\B){1000}{1000}") == .stackedRepetition)
    #expect(kind(of: "(?:(?:\\b\\B){1000}){1000}") == .repetitionSize)
    // Classes of Unicode are shared and not written out.
    #expect(try RegularExpression("[\\p{L}\\p{N}\\s.,/№'\\-]{5,200}").programSize == 396)
    #expect(try RegularExpression("\\pL{1000}").programSize == 1001)
  }

  static let exploding = [
    "^(a+)+$", "(x+x+)+y", "^(a|aa)+$", "^(a|a)*$", "^((a*)*)*b$", "(a?){50}a{50}", ".*.*.*=.*",
    "(a*)*(a*)*(a*)*b", "((a{0,10}){0,10}){0,10}$", "(?:a|b|ab)*c", "(\\w+\\s?)*$", "\\s+$",
    "(?:(?:a*)+)+\\b!", "a{0,100}b", "(?i)(?:[a-z]+)*\\d", "(.*)\\1?".replacing("\\1?", with: "x"),
  ]

  @Test(
    "a search takes one step a byte and makes few states, whatever the pattern",
    arguments: exploding)
  func automaton(pattern: String) throws {
    let program = try RegularExpression(pattern).program
    let automaton = LazyAutomaton(program, .anywhere, memoryLimit: 1 << 20)
    var states: [Int] = []
    for length in [1000, 2000, 4000] {
      let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      text.withUnsafeBufferPointer { text in _ = automaton.run(text, isEarliest: false) }
      states.append(automaton.stateCount)
    }
    #expect(states[0] <= 210)
    #expect(states[2] == states[0], "a longer text of the same kind needs no new state")
  }

  @Test("a simulation follows each instruction at most once a byte", arguments: exploding)
  func simulation(pattern: String) throws {
    let program = try RegularExpression(pattern).program
    for length in [0, 1, 100, 400] {
      var simulation = ThreadSimulation(program, groupCount: program.groupCount)
      let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      text.withUnsafeBufferPointer { text in _ = simulation.run(text, .none) }
      #expect(simulation.stepCount <= program.instructions.count * (length + 1))
    }
  }

  @Test("states that never come again use up the memory, and the answer is the same")
  func thrashing() throws {
    // The number of the last 12 bytes that were `a` is in the state: 4096 of them and more.
    let pattern = "a[ab]{12}c"
    var numbers = SeededGenerator(seed: 1)
    var text = (0..<20_000).map { _ in UInt8.random(in: 0x61...0x62, using: &numbers) }
    var limits = RegularExpression.Limits.standard
    limits.matcherBytes = 20_000
    let matcher = try RegularExpression(pattern, limits: limits).makeMatcher()
    text.withUnsafeBufferPointer { #expect(!matcher.contains($0)) }
    text += Array("abbbbbbbbbbbbc".utf8)
    text.withUnsafeBufferPointer { #expect(matcher.contains($0)) }
    let span = text.withUnsafeBufferPointer { matcher.firstMatch($0) }
    #expect(span == [20_000..<20_014])
    let automaton = LazyAutomaton(
      try RegularExpression(pattern).program, .anywhere, memoryLimit: 20_000)
    text.withUnsafeBufferPointer { text in
      guard case .gaveUp = automaton.run(text, isEarliest: true) else {
        Issue.record("20 kB hold thousands of states?")
        return
      }
    }
  }

  @Test("bytes that are no UTF-8 are a text like any other")
  func badUTF8() throws {
    func finds(_ pattern: String, _ bytes: [UInt8]) throws -> Range<Int>? {
      let matcher = try RegularExpression(pattern).makeMatcher()
      return bytes.withUnsafeBufferPointer { matcher.firstMatch($0)?.first ?? nil }
    }
    #expect(try finds("(?s)^.$", [0xFF]) == nil)
    #expect(try finds("^\\C$", [0xFF]) == 0..<1)
    #expect(try finds(".", [0xFF, 0x80, 0x61]) == 2..<3)
    #expect(try finds("[^a]", [0xC0, 0x80]) == nil, "overlong")
    #expect(try finds("[^a]", [0xE0, 0x9F, 0xBF]) == nil, "overlong")
    #expect(try finds("[^a]", [0xF0, 0x8F, 0xBF, 0xBF]) == nil, "overlong")
    #expect(try finds("[^a]", [0xF4, 0x90, 0x80, 0x80]) == nil, "beyond Unicode")
    #expect(try finds("[^a]", [0xF5, 0x80, 0x80, 0x80]) == nil, "beyond Unicode")
    #expect(try finds("[^a]", [0xE2, 0x82]) == nil, "cut short")
    #expect(try finds("[^a]", [0xED, 0xA0, 0x80]) == 0..<3, "a surrogate, as in RE2")
    #expect(try finds("\\x{D800}", [0xED, 0xA0, 0x80]) == 0..<3)
    #expect(try finds("[^a]", [0xF4, 0x8F, 0xBF, 0xBF]) == 0..<4)
    #expect(try finds("\\x{0}", [0x61, 0x00]) == 1..<2)
    #expect(try finds("é", [0xC3, 0xC3, 0xA9]) == 1..<3)
  }
}
