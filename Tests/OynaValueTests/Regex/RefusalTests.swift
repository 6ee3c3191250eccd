import Testing

@testable import OynaValue

@Suite("What RE2 syntax has not is refused with its place")
struct RefusalTests {
  struct Refusal: CustomTestStringConvertible {
    let pattern: String
    let kind: RegularExpressionError.Kind
    let offset: Int
    let message: String
    var testDescription: String { pattern }

    init(
      _ pattern: String, _ kind: RegularExpressionError.Kind, _ offset: Int, _ message: String
    ) {
      self.pattern = pattern
      self.kind = kind
      self.offset = offset
      self.message = message
    }
  }

  static let refusals = [
    Refusal("a[b", .unclosedClass, 1, "The class that begins here is never closed."),
    Refusal("[a-", .unclosedClass, 0, "The class that begins here is never closed."),
    Refusal("[]", .unclosedClass, 0, "The class that begins here is never closed."),
    Refusal("[^", .unclosedClass, 0, "The class that begins here is never closed."),
    Refusal("a(b", .unclosedGroup, 1, "The group that begins here is never closed."),
    Refusal("(a(b)", .unclosedGroup, 0, "The group that begins here is never closed."),
    Refusal("a)b", .unopenedGroup, 1, "This `)` closes no group."),
    Refusal("*a", .nothingToRepeat, 0, "The repetition `*` has nothing before it to repeat."),
    Refusal("a|+", .nothingToRepeat, 2, "The repetition `+` has nothing before it to repeat."),
    Refusal("(?i)?", .nothingToRepeat, 4, "The repetition `?` has nothing before it to repeat."),
    Refusal("({2})", .nothingToRepeat, 1, "The repetition `{2}` has nothing before it to repeat."),
    Refusal("\\Q\\E*", .nothingToRepeat, 4, "The repetition `*` has nothing before it to repeat."),
    Refusal("xa**", .stackedRepetition, 2, "Two repetitions stand in a row: `**`."),
    Refusal("a+*b", .stackedRepetition, 1, "Two repetitions stand in a row: `+*`."),
    Refusal("a??+", .stackedRepetition, 1, "Two repetitions stand in a row: `??+`."),
    Refusal("a{2}{3}", .stackedRepetition, 1, "Two repetitions stand in a row: `{2}{3}`."),
    Refusal("a{1001}", .repetitionSize, 1, "The repetition `{1001}` counts to more than 1000."),
    Refusal("a{2,1}", .repetitionSize, 1, "The repetition `{2,1}` has a minimum over its maximum."),
    Refusal(
      "a{99999999999999999999}", .repetitionSize, 1,
      "The repetition `{99999999999999999999}` counts to more than 1000."),
    Refusal(
      "(a{100}){11}", .repetitionSize, 8,
      "The repetition `{11}` and those inside it count to more than 1000 together."),
    Refusal("é\\q", .unknownEscape, 2, "`\\q` is no escape of RE2 syntax."),
    Refusal("[a\\b]", .unknownEscape, 2, "`\\b` is no escape of RE2 syntax."),
    Refusal("[a-\\d]", .unknownEscape, 3, "`\\d` is no escape of RE2 syntax."),
    Refusal("\\é", .unknownEscape, 0, "`\\é` is no escape of RE2 syntax."),
    Refusal("a\\Z", .unknownEscape, 1, "`\\Z` is no escape of RE2 syntax."),
    Refusal("\\x4", .unknownEscape, 0, "`\\x` is no whole hexadecimal escape."),
    Refusal("\\x{}", .unknownEscape, 0, "`\\x{` is no whole hexadecimal escape."),
    Refusal("\\x{110000}", .unknownEscape, 0, "`\\x{110000` is beyond Unicode."),
    Refusal("a\\", .trailingBackslash, 1, "The pattern ends with a backslash."),
    Refusal("[a\\", .trailingBackslash, 2, "The pattern ends with a backslash."),
    Refusal("\\p{Klingon}", .unknownClass, 0, "`\\p{Klingon}` is no class of Unicode."),
    Refusal("[\\pX]", .unknownClass, 1, "`\\pX` is no class of Unicode."),
    Refusal("\\p{Cn}", .unknownClass, 0, "`\\p{Cn}` is no class of Unicode."),
    Refusal("\\p{L", .unknownClass, 0, "The name of this class is never closed."),
    Refusal("\\p", .unknownClass, 0, "`\\p` is no class of Unicode."),
    Refusal("[[:foo:]]", .unknownClass, 1, "`[:foo:]` is no class."),
    Refusal("[z-a]", .reversedRange, 1, "The range `z-a` ends before it begins."),
    Refusal("a(?<=b)", .lookAround, 1, "Look-around (`(?<=`) is not possible in linear time."),
    Refusal("(?=b)", .lookAround, 0, "Look-around (`(?=`) is not possible in linear time."),
    Refusal("(?!b)", .lookAround, 0, "Look-around (`(?!`) is not possible in linear time."),
    Refusal("(?<!b)", .lookAround, 0, "Look-around (`(?<!`) is not possible in linear time."),
    Refusal(
      "(a)\\1", .backReference, 3, "A back-reference (`\\1`) is not possible in linear time."),
    Refusal(
      "(a)\\9", .backReference, 3, "A back-reference (`\\9`) is not possible in linear time."),
    Refusal(
      "(?P<n>a)(?P=n)", .backReference, 8,
      "A back-reference (`(?P=`) is not possible in linear time."),
    Refusal("(?>a)", .unknownGroup, 0, "`(?>` begins no group known here."),
    Refusal("(?i-)", .unknownGroup, 0, "`(?i-)` begins no group known here."),
    Refusal("(?x)", .unknownGroup, 0, "`(?x` begins no group known here."),
    Refusal("(?#c)", .unknownGroup, 0, "`(?#` begins no group known here."),
    Refusal("(?", .unknownGroup, 0, "`(?` begins no group known here."),
    Refusal("(?P<n", .groupName, 0, "The group's name is never closed."),
    Refusal("(?P<x y>a)", .groupName, 4, "`x y` is no group name."),
    Refusal("(?<>a)", .groupName, 3, "`` is no group name."),
    Refusal("(?P<n>a)(?<n>b)", .groupName, 11, "The group name `n` is used twice."),
  ]

  @Test("each refusal has its kind, place and message", arguments: refusals)
  func refusal(_ refusal: Refusal) {
    #expect(throws: RegularExpressionError.self) { try RegularExpression(refusal.pattern) }
    do throws(RegularExpressionError) {
      _ = try RegularExpression(refusal.pattern)
    } catch {
      #expect(error.kind == refusal.kind)
      #expect(error.offset == refusal.offset)
      #expect(error.message == refusal.message)
      #expect(!error.correction.isEmpty)
    }
  }

  @Test("a limit of the caller is the one that counts")
  func limits() throws {
    var limits = RegularExpression.Limits.standard
    limits.nestingDepth = 2
    #expect(try kind("((a))", limits) == nil)
    #expect(try kind("(((a)))", limits) == .nestingDepth)
    limits = .standard
    limits.repetition = 5
    #expect(try kind("a{5}", limits) == nil)
    #expect(try kind("a{6}", limits) == .repetitionSize)
    #expect(try kind("(?:a{2}){3}", limits) == .repetitionSize)
    limits = .standard
    limits.programSize = 10
    #expect(try kind("abcdefghi", limits) == nil)
    #expect(try kind("abcdefghij", limits) == .programSize)
    #expect(try RegularExpression("abcdefghi").programSize == 10)
  }

  private func kind(
    _ pattern: String, _ limits: RegularExpression.Limits
  ) throws -> RegularExpressionError.Kind? {
    do throws(RegularExpressionError) {
      _ = try RegularExpression(pattern, limits: limits)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test(
    "what looks wrong and is right is taken",
    arguments: [
      ("a{", "a{"), ("a{,2}", "a{,2}"), ("a{1", "a{1"), ("a{01}", "a{01}"), ("{", "{"),
      ("]", "]"), ("}", "}"), ("[]a]", "]"), ("[^]a]", "b"), ("[a-]", "-"), ("[-a]", "-"),
      ("[a-b-c]", "-"), ("[[:alpha]", ":"), ("[[]", "["), ("\\_", "_"), ("\\Q*", "*"),
      ("\\Qa\\Eb", "ab"), ("a||b", ""), ("()", ""), ("(?)", ""), ("\\08", "\u{0}8"),
      ("\\101", "A"), ("\\x41", "A"), ("\\x{0041}", "A"), ("\\x{10FFFF}", "\u{10FFFF}"),
      ("(?P<имя>a)", "a"), ("(?<n>a)", "a"), ("(?i-s:A)", "a"), ("(?-i)a", "a"), ("\\pL", "ж"),
      ("\\p{^Lu}", "ж"), ("\\P{^Lu}", "Ж"), ("a{0}", ""),
      ("a{1000}", String(repeating: "a", count: 1000)),
    ])
  func taken(pattern: String, whole: String) throws {
    #expect(try RegularExpression(pattern).matchesWhole(whole))
  }
}
