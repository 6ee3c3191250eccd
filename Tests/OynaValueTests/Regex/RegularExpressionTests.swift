import Testing

@testable import OynaValue

@Suite("Regular expressions")
struct RegularExpressionTests {
  @Test("the phone field of the design matches whole numbers only")
  func phone() throws {
    let matcher = try RegularExpression("^\\+998[0-9]{9}$").makeMatcher()
    #expect(matcher.matchesWhole("+998901234567"))
    #expect(!matcher.matchesWhole("+99890123456"))
    #expect(!matcher.matchesWhole("+9989012345678"))
    #expect(!matcher.matchesWhole("+998901234567\n"))
    #expect(!matcher.matchesWhole(""))
    #expect(!matcher.contains("tel. +998901234567"))
  }

  @Test("names and numbers of groups are those of the pattern")
  func groups() throws {
    let expression = try RegularExpression("(?P<year>\\d{4})-(\\d\\d)-(?<day>\\d\\d)(x)?")
    #expect(expression.groupNames.map(\.name) == ["year", "day"])
    #expect(expression.groupNames.map(\.index) == [1, 3])
    #expect(expression.groupCount == 5)
    #expect(expression.pattern == "(?P<year>\\d{4})-(\\d\\d)-(?<day>\\d\\d)(x)?")
    let groups = expression.firstMatch(in: "on 2026-11-30")
    #expect(groups == [3..<13, 3..<7, 8..<10, 11..<13, nil])
  }

  @Test("spans count bytes of UTF-8")
  func bytes() throws {
    #expect(try RegularExpression("№(\\d)").firstMatch(in: "дом №5") == [7..<11, 10..<11])
  }

  @Test("an anchored match begins at the beginning, a whole one is all of the text")
  func anchors() throws {
    let matcher = try RegularExpression("b|ba|ab").makeMatcher()
    #expect(matcher.firstMatch("ba") == [0..<1])
    #expect(matcher.firstMatch("ba", anchored: true) == [0..<1])
    #expect(matcher.wholeMatch("ba") == [0..<2])
    #expect(matcher.firstMatch("cba") == [1..<2])
    #expect(matcher.firstMatch("cba", anchored: true) == nil)
    #expect(matcher.wholeMatch("cba") == nil)
  }

  @Test("the longest match is taken where it is asked for")
  func longest() throws {
    let pattern = "a|ab|abc"
    #expect(try RegularExpression(pattern).firstMatch(in: "xabcd") == [1..<2])
    let longest = try RegularExpression(pattern, options: .longestMatch)
    #expect(longest.firstMatch(in: "xabcd") == [1..<4])
  }

  @Test("flags hold to the end of their group")
  func flags() throws {
    func matches(_ pattern: String, _ text: String) throws -> Bool {
      try RegularExpression(pattern).matchesWhole(text)
    }
    #expect(try matches("(?s).", "\n"))
    #expect(try !matches(".", "\n"))
    #expect(try matches("(?s:.).", "\na"))
    #expect(try !matches("(?s:.).", "\n\n"))
    #expect(try matches("((?i)a|b)c", "Bc"))
    #expect(try !matches("((?i)a|b)c", "BC"))
    #expect(try RegularExpression("(?m)^b$").contains("a\nb\nc"))
    #expect(try !RegularExpression("^b$").contains("a\nb\nc"))
    #expect(try RegularExpression("(?U)a+").firstMatch(in: "aaa") == [0..<1])
    #expect(try RegularExpression("(?U)a+?").firstMatch(in: "aaa") == [0..<3])
  }

  @Test("alternatives that differ in case only are kept apart")
  func caseOfAlternatives() throws {
    // RE2 of 2022 makes one class of the two and loses the flag of the second.
    #expect(try RegularExpression("(?:a|(?i:a))").matchesWhole("A"))
  }

  @Test("x+? and x+* have the priorities of x*, as in RE2")
  func squashedRepetitions() throws {
    let matcher = try RegularExpression(
      "(?:(?:(?:(?:(?:.)+?)*?|(\\w)??)){1,}|(?:((\\n){0}))??)"
    ).makeMatcher()
    #expect(matcher.wholeMatch(" A_cca") == [0..<6, 5..<6, nil, nil])
  }

  @Test("one expression serves many owners at once")
  func sharing() async throws {
    let expression = try RegularExpression("^(?:\\p{L}+ )*\\p{L}+$")
    let counts = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          let matcher = expression.makeMatcher()
          return (0..<200).count { index in
            matcher.matchesWhole("Зухра Абдуллаева\((index + task) % 2 == 0 ? "" : "1")")
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [100, 100, 100, 100, 100, 100, 100, 100])
  }

  @Test("a program is anchored where every way begins with the beginning of the text")
  func anchoredPrograms() throws {
    func isAnchored(_ pattern: String) throws -> Bool {
      try RegularExpression(pattern).program.isAnchoredAtStart
    }
    for pattern in ["^a", "\\Aa", "(^a)", "^a|^b", "(?:^)+a", "(?i)^a", "\\b^a", "^"] {
      #expect(try isAnchored(pattern), "\(pattern)")
    }
    for pattern in ["a", "^a|b", "(?:^)*a", "(?m)^a", "a^", ""] {
      #expect(try !isAnchored(pattern), "\(pattern)")
    }
  }
}
