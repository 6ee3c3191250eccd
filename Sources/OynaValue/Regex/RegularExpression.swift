/// A pattern in RE2 syntax, ready to match in time linear in the text.
///
/// ```swift
/// let phone = try RegularExpression("^\\+998[0-9]{9}$")
/// phone.matchesWhole("+998901234567")                       // true
/// ```
///
/// Syntax and meaning are those of RE2 with its default options
/// (https://github.com/google/re2/wiki/Syntax): UTF-8, leftmost-first, `\d` `\s` `\w` `\b` for
/// ASCII, simple case folding. No pattern and no text makes it run away: there is no
/// backtracking. What cannot be had in linear time, look-around and back-references, is refused.
public struct RegularExpression: Sendable {
  /// How a pattern is read and matched.
  public struct Options: OptionSet, Sendable, Hashable {
    /// One bit an option.
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// As if the pattern began with `(?i)`.
    public static let caseInsensitive = Options(rawValue: 1)
    /// Among the matches that begin first the longest, not the one the pattern prefers.
    public static let longestMatch = Options(rawValue: 2)
  }

  /// What a pattern may cost.
  public struct Limits: Sendable, Hashable {
    /// Instructions of the program.
    public var programSize: Int
    /// Groups inside one another.
    public var nestingDepth: Int
    /// The counts of a repetition, and the product of those around one another; RE2 has 1,000.
    public var repetition: Int
    /// Bytes that a matcher may keep for each kind of search.
    public var matcherBytes: Int

    /// Each with the default that `standard` has.
    public init(
      programSize: Int = 10_000, nestingDepth: Int = 1_000, repetition: Int = 1_000,
      matcherBytes: Int = 1 << 20
    ) {
      self.programSize = programSize
      self.nestingDepth = nestingDepth
      self.repetition = repetition
      self.matcherBytes = matcherBytes
    }

    /// 10,000 instructions, 1,000 groups deep, counts to 1,000, 1 MiB a kind of search.
    public static let standard = Limits()
  }

  /// As it was given.
  public let pattern: String
  /// What it may cost: a matcher keeps to them.
  public let limits: Limits
  /// The named groups and their numbers, from 1, in the order of the pattern.
  public let groupNames: [(name: String, index: Int)]
  let program: Program

  /// Instructions of the program.
  public var programSize: Int { program.instructions.count - 1 }
  /// Groups that capture, the whole match (number 0) included.
  public var groupCount: Int { program.groupCount }

  /// Compiles `pattern`; throws when RE2 syntax does not have it or a limit is passed.
  ///
  /// Linear in the pattern, its counted repetitions written out.
  public init(
    _ pattern: String, options: Options = [], limits: Limits = .standard
  ) throws(RegularExpressionError) {
    try self.init(
      pattern: pattern, syntax: pattern, dialect: .re2, options: options, limits: limits)
  }

  /// `syntax` is what is read, `pattern` what was asked for.
  init(
    pattern: String, syntax: String, dialect: PatternParser.Dialect, options: Options,
    limits: Limits
  ) throws(RegularExpressionError) {
    var text = syntax
    // The closure returns a Result because withUTF8 has no typed throws.
    let result = text.withUTF8 {
      bytes -> Result<(ProgramBuilder.Draft, [(name: String, index: Int)]), RegularExpressionError>
      in
      var parser = PatternParser(
        bytes, dialect: dialect, flags: options.contains(.caseInsensitive) ? .foldCase : [],
        limits: limits)
      do throws(RegularExpressionError) {
        let draft = try parser.parse()
        return .success((draft, parser.groupNames))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .failure(let error): throw error
    case .success(let (draft, names)):
      self.pattern = pattern
      self.limits = limits
      program = Program(draft, takesLongestMatch: options.contains(.longestMatch))
      groupNames = names
    }
  }

  /// What matches texts: it learns from them, so keep it as long as there are texts.
  public func makeMatcher() -> Matcher { Matcher(self) }

  /// Whether the whole of `text` matches. For one text; for many keep a `Matcher`.
  public func matchesWhole(_ text: String) -> Bool { makeMatcher().matchesWhole(text) }

  /// Whether some part of `text` matches. For one text; for many keep a `Matcher`.
  public func contains(_ text: String) -> Bool { makeMatcher().contains(text) }

  /// The spans of the first match in `text` and of its groups, in UTF-8 bytes; nil: no match.
  public func firstMatch(in text: String) -> [Range<Int>?]? { makeMatcher().firstMatch(text) }
}
