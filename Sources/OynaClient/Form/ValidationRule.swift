public import OynaValue

/// A rule of a form that the application writes itself, with the meaning of the same rule in a
/// screen: the engine evaluates both. `remote` is missing, for it needs a screen's server.
public struct ValidationRule: Sendable, Hashable {
  /// What is checked. Length counts what a person counts: grapheme clusters.
  public indirect enum Kind: Sendable, Hashable {
    /// Not empty: text other than white space, a ticked box, an option that exists.
    case required
    /// RE2 syntax; has to match the whole value.
    case regex(pattern: String)
    /// At least so many characters.
    case minLength(Int)
    /// At most so many characters.
    case maxLength(Int)
    /// `.int` or `.decimal`, compared exactly.
    case min(Value)
    /// As `min`: at most this.
    case max(Value)
    /// `.int` or `.decimal` over 0: the value is a multiple of it.
    case step(Value)
    /// An e-mail address, as `EmailAddress.isValid` takes it.
    case email
    /// An `http` or `https` address with a host and no user's name before it, at most 2,048 bytes.
    case url
    /// ISO 3166 alpha-2; nil accepts every country.
    case phone(region: String?)
    /// A day that exists: `"YYYY-MM-DD"`.
    case date
    /// `YYYY-MM-DD` or `today`.
    case minDate(String)
    /// `YYYY-MM-DD` or `today`, the last day that is accepted.
    case maxDate(String)
    /// Whole years between the date and today, at least.
    case age(Int)
    /// One of these values; of a list, every element.
    case oneOf([Value])
    /// The value that the field of this key has; two empty fields are equal.
    case equalsField(String)
    /// At least one of the fields of these keys is filled.
    case requireOne([String])
    /// A payment card's number: 13 to 19 digits with a right check digit (ISO/IEC 7812-1).
    case luhn
    /// A bank account's number with right check digits and its country's length (ISO 13616-1).
    case iban
    /// A taxpayer number of Uzbekistan (STIR): nine digits, the first not 0.
    case inn
    /// A personal number of Uzbekistan (JShShIR): fourteen digits that hold a day of birth and a
    /// right check digit.
    case pinfl
    /// CEL over the form's keys.
    case expression(String)
    /// The inner rules apply while the other field has one of the values.
    case dependent(on: String, in: [Value], rules: [ValidationRule])
  }

  /// What is checked.
  public var kind: Kind
  /// What a person sees; nil chooses the engine's own words.
  public var errorMessage: String?
  /// CEL: the rule applies only while it is true.
  public var condition: String?

  /// A rule; see the functions of the same names for the usual ones.
  public init(_ kind: Kind, _ errorMessage: String? = nil, when condition: String? = nil) {
    self.kind = kind
    self.errorMessage = errorMessage
    self.condition = condition
  }

  /// Something other than white space, a ticked box, a choice.
  public static func required(_ message: String? = nil) -> ValidationRule {
    ValidationRule(.required, message)
  }
  /// The whole value matches the pattern.
  public static func regex(_ pattern: String, _ message: String? = nil) -> ValidationRule {
    ValidationRule(.regex(pattern: pattern), message)
  }
  /// At least this many characters.
  public static func minLength(_ count: Int, _ message: String? = nil) -> ValidationRule {
    ValidationRule(.minLength(count), message)
  }
  /// At most this many characters.
  public static func maxLength(_ count: Int, _ message: String? = nil) -> ValidationRule {
    ValidationRule(.maxLength(count), message)
  }
  /// An e-mail address.
  public static func email(_ message: String? = nil) -> ValidationRule {
    ValidationRule(.email, message)
  }
  /// A phone number of the country, or of any.
  public static func phone(region: String? = nil, _ message: String? = nil) -> ValidationRule {
    ValidationRule(.phone(region: region), message)
  }
  /// The rules apply while the other field has the value.
  public static func dependent(
    on key: String, equals value: Value, rules: [ValidationRule]
  ) -> ValidationRule {
    ValidationRule(.dependent(on: key, in: [value], rules: rules))
  }

  /// True when the verdict depends on the value of another key.
  func reads(_ key: String) -> Bool { otherKeys.contains(key) }

  /// The keys besides the field's own that the verdict depends on.
  var otherKeys: Set<String> {
    var keys: Set<String> = []
    if let condition { keys.formUnion(Self.names(in: condition)) }
    switch kind {
    case .equalsField(let key): keys.insert(key)
    case .requireOne(let all): keys.formUnion(all)
    case .expression(let source): keys.formUnion(Self.names(in: source))
    case .dependent(let key, _, let rules):
      keys.insert(key)
      for rule in rules { keys.formUnion(rule.otherKeys) }
    default: break
    }
    return keys
  }

  /// A text that is no CEL names nothing: the rule fails when it is evaluated.
  private static func names(in source: String) -> [String] {
    (try? CELProgram(source, environment: .screen))?.variables ?? []
  }
}
