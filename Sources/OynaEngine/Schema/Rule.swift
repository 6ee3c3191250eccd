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
  public enum Severity: String, Sendable {
    /// Shown, and blocks submit.
    case error
    /// Shown, and does not block submit.
    case warning
  }

  /// The checks of the format, with their parameters already validated.
  public indirect enum Check: Sendable {
    /// Not empty: text other than white space, a ticked box, an option that exists.
    case required
    /// The whole value matches the pattern (RE2 syntax).
    case regex(RegularExpression)
    /// At least so many of the unit.
    case minLength(Int, LengthUnit)
    /// At most so many of the unit.
    case maxLength(Int, LengthUnit)
    /// `.int` or `.decimal`.
    case min(Value)
    /// `.int` or `.decimal`.
    case max(Value)
    /// `.int` or `.decimal`, over 0.
    case step(Value)
    /// An e-mail address, as `EmailAddress.isValid` takes it.
    case email
    /// An `http` or `https` address with a host and no user's name before it, at most 2,048 bytes.
    case url
    /// ISO 3166 alpha-2, upper case; nil accepts every country.
    case phone(region: String?)
    /// A day that exists: `"YYYY-MM-DD"`.
    case date
    /// This day or a later one.
    case minDate(DateBound)
    /// This day or an earlier one.
    case maxDate(DateBound)
    /// Whole years between the date and today, at least this many.
    case age(Int)
    /// One of these values; of a list, every element.
    case oneOf([Value])
    /// The value that the other field has; two empty fields are equal.
    case equalsField(KeyIndex)
    /// At least one of these fields is visible and filled.
    case requireOne([KeyIndex])
    /// A payment card's number: 13 to 19 digits with a right check digit (ISO/IEC 7812-1).
    case luhn
    /// A bank account's number with right check digits and its country's length (ISO 13616-1).
    case iban
    /// A taxpayer number of Uzbekistan (STIR): nine digits, the first not 0.
    case inn
    /// A personal number of Uzbekistan (JShShIR): fourteen digits that hold a day of birth and a
    /// right check digit.
    case pinfl
    /// The expression is true.
    case expression(BoundExpression)
    /// The server accepts the value; it is asked so long after the last change.
    case remote(url: String, debounceMilliseconds: Int64)
    /// The inner rules, while the other field has one of the values.
    case dependent(on: KeyIndex, in: [Value], rules: [Rule])
    /// A rule that this engine does not know: reported, and blocks submit (DESIGN §4).
    case unknown(name: String)
  }
}

/// What a length rule counts.
public enum LengthUnit: String, Sendable {
  /// What a person counts as one character: grapheme clusters (UAX #29).
  case grapheme
  /// Unicode scalars, the code points of a text.
  case scalar
  /// Code units of UTF-16, which the `length` of JavaScript counts.
  case utf16
  /// Bytes of UTF-8.
  case byte
}

/// A bound of `minDate` or `maxDate`: a calendar day, or today as the host's clock tells it.
public enum DateBound: Sendable, Hashable {
  /// `"YYYY-MM-DD"`, a day that exists.
  case day(String)
  /// The day on which the rule is evaluated.
  case today
}
