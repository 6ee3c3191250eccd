public import OynaValue

/// One entry of a component's `validations`, decoded and compiled.
public struct Rule: Sendable {
  /// What is checked.
  public let check: Check
  /// The text a person sees when the check fails; nil chooses the engine's own words.
  public let errorMessage: Template?
  /// Whether a failure blocks submit.
  public let severity: Severity
  /// The rule applies only while this expression is true; nil means always.
  public let condition: BoundExpression?
  /// Every key that the verdict depends on besides the component's own; ascending, no repetition.
  /// Holds the reads of `condition`, of the check and, for `dependent`, of the inner rules.
  public let reads: [KeyIndex]
  /// Distance of the rule from the start of the document in UTF-8 bytes.
  public let offset: Int

  /// A failed warning is shown and does not block submit.
  public enum Severity: String, Sendable { case error, warning }

  /// The checks of the format, with their parameters already validated.
  public indirect enum Check: Sendable {
    case required
    case regex(RegularExpression)
    case minLength(Int, LengthUnit)
    case maxLength(Int, LengthUnit)
    /// `.int` or `.decimal`.
    case min(Value)
    /// `.int` or `.decimal`.
    case max(Value)
    /// `.int` or `.decimal`, over 0.
    case step(Value)
    case email
    case url
    /// ISO 3166 alpha-2, upper case; nil accepts every country.
    case phone(region: String?)
    case date
    case minDate(DateBound)
    case maxDate(DateBound)
    /// Whole years between the date and today, at least this many.
    case age(Int)
    case oneOf([Value])
    case equalsField(KeyIndex)
    case requireOne([KeyIndex])
    case luhn
    case iban
    case inn
    case pinfl
    case expression(BoundExpression)
    case remote(url: String, debounceMilliseconds: Int64)
    case dependent(on: KeyIndex, in: [Value], rules: [Rule])
    /// A rule that this engine does not know: reported, and blocks submit (DESIGN §4).
    case unknown(name: String)
  }
}

/// What a length rule counts.
public enum LengthUnit: String, Sendable { case grapheme, scalar, utf16, byte }

/// A bound of `minDate` or `maxDate`: a calendar day, or today as the host's clock tells it.
public enum DateBound: Sendable, Hashable {
  /// `"YYYY-MM-DD"`, a day that exists.
  case day(String)
  case today
}
