import Testing

@testable import OynaValue

@Suite("I-Regexp (RFC 9485)")
struct IRegexpTests {
  @Test(
    "what the grammar takes",
    arguments: [
      "", "a", "a|", "|", "()", "(a|b)*", "a{0}", "a{2,}", "a{2,5}", "a{01}", "a{5,2}", "[a-z]",
      "[^a]", "[-a]", "[a-]", "[^-]", "[^]", "[z-a]", "[\\p{L}\\-]", "\\p{Cn}", "\\P{Zs}", ".",
      "^a$", "[.*+]", "\\(\\)", "\\n\\r\\t", "a{1001}", "[\\^a]", "\u{1F600}",
    ])
  func valid(pattern: String) {
    #expect(RegularExpression.isIRegexp(pattern))
  }

  @Test(
    "what the grammar does not take",
    arguments: [
      ("(", 0), ("a)", 1), ("*", 0), ("a**", 2), ("a*?", 2), ("a{", 1), ("a{,2}", 1), ("a{2", 1),
      ("{", 0), ("}", 0), ("]", 0), ("[", 0), ("[]", 1), ("[a", 0), ("[a-b-c]", 4), ("[[]", 1),
      ("\\d", 0), ("\\", 0), ("a\\", 1), ("\\pL", 0), ("\\p{Cs}", 0), ("\\p{Greek}", 0),
      ("\\p{L", 0), ("(?:a)", 1), ("(?i)a", 1), ("(|*)", 2), ("\\1", 0), ("é(", 2),
    ])
  func invalid(pattern: String, offset: Int) {
    #expect(!RegularExpression.isIRegexp(pattern))
    do throws(RegularExpressionError) {
      _ = try RegularExpression(iRegexp: pattern)
      Issue.record("taken")
    } catch {
      #expect(error.offset == offset)
    }
  }

  @Test("its meaning is XML Schema's: no anchors, a dot for all but ends of line")
  func meaning() throws {
    func matches(_ pattern: String, _ text: String) throws -> Bool {
      try RegularExpression(iRegexp: pattern).matchesWhole(text)
    }
    #expect(try matches("^a$", "^a$"))
    #expect(try !matches("^a$", "a"))
    #expect(try matches(".", "ж"))
    #expect(try !matches(".", "\n"))
    #expect(try !matches(".", "\r"))
    #expect(try matches("[^]", "^"))
    #expect(try matches("[^-a]", "b"))
    #expect(try !matches("[^-a]", "-"))
    #expect(try matches("a{2,3}|b", "aaa"))
    #expect(try !matches("a{3,2}", "aaa"))
    #expect(try !matches("a{3,2}", ""))
    #expect(try !matches("[z-a]", "m"))
    #expect(try matches("[^z-a]", "m"))
    #expect(try matches("\\p{Cn}", "\u{378}"))
    #expect(try matches("\\p{C}", "\u{378}"))
    #expect(try matches("[\\]\\-\\\\]+", "]-\\"))
    #expect(try matches("(a|b)*c", "abac"))
  }

  @Test("deep and long patterns are read without recursion, and limits hold")
  func hostile() {
    let deep = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
    #expect(RegularExpression.isIRegexp(deep))
    for (pattern, kind) in [
      (deep, RegularExpressionError.Kind.nestingDepth), ("a{1001}", .repetitionSize),
      (String(repeating: "a", count: 20_000), .programSize),
    ] {
      do throws(RegularExpressionError) {
        _ = try RegularExpression(iRegexp: pattern)
        Issue.record("taken")
      } catch {
        #expect(error.kind == kind)
        #expect(error.offset == 0)
      }
    }
  }
}
