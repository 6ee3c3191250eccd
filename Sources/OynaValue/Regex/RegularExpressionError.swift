/// Why a pattern is refused: what is wrong, where, and what would be right.
public struct RegularExpressionError: Error, Sendable, Hashable {
  /// The kinds of refusal. RE2's own names for them stand in brackets.
  public enum Kind: Sendable, Hashable {
    /// A `[` without its `]` (missing ]).
    case unclosedClass
    /// A `(` without its `)` (missing )).
    case unclosedGroup
    /// A `)` without its `(` (unexpected )).
    case unopenedGroup
    /// `*`, `+`, `?` or `{n}` with nothing before it (no argument for repetition operator).
    case nothingToRepeat
    /// Two repetitions in a row: `a**` (bad repetition operator).
    case stackedRepetition
    /// A count over the limit, or `{n,m}` with n > m (invalid repetition size).
    case repetitionSize
    /// A backslash sequence that RE2 syntax does not have (invalid escape sequence).
    case unknownEscape
    /// The pattern ends with `\` (trailing \).
    case trailingBackslash
    /// `\p{…}` or `[:…:]` with an unknown name (invalid character class range).
    case unknownClass
    /// `z-a` in a class (invalid character class range).
    case reversedRange
    /// `(?` with something RE2 syntax does not have (invalid perl operator).
    case unknownGroup
    /// `(?=`, `(?!`, `(?<=` or `(?<!`: not possible in linear time (invalid perl operator).
    case lookAround
    /// `\1` or `(?P=name)`: not possible in linear time (invalid escape sequence).
    case backReference
    /// A malformed or repeated group name (invalid named capture group).
    case groupName
    /// Groups inside one another beyond the limit.
    case nestingDepth
    /// The program has more instructions than the limit (pattern too large).
    case programSize
  }

  /// What sort of refusal: for a program that tells them apart.
  public let kind: Kind
  /// A whole sentence: what is wrong.
  public let message: String
  /// What would be right; a whole sentence.
  public let correction: String
  /// The place in the pattern, in UTF-8 bytes from 0.
  public let offset: Int

  init(_ kind: Kind, at offset: Int, _ message: String, _ correction: String) {
    self.kind = kind
    self.message = message
    self.correction = correction
    self.offset = offset
  }
}
