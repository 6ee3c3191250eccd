import OynaValue

/// One entry of a component's `validations`.
public struct ScreenRule: Sendable {
  private var members: ValueMap

  init(_ rule: String, _ errorMessage: String?, _ parameters: [(String, Value)] = []) {
    members = ValueMap([(.string("rule"), .string(rule))])
    for (name, value) in parameters { members.set(value, for: .string(name)) }
    if let errorMessage { members.set(.string(errorMessage), for: .string("errorMessage")) }
  }

  /// The rule as it stands in the document.
  var value: Value { .map(members) }

  /// The same rule, only while `condition` holds.
  public func when(_ condition: ScreenCondition) -> ScreenRule {
    var rule = self
    rule.members.set(.string(condition.expression), for: .string("when"))
    return rule
  }

  /// The same rule as a warning: shown, but it does not block submit.
  public var asWarning: ScreenRule {
    var rule = self
    rule.members.set(.string("warning"), for: .string("severity"))
    return rule
  }

  /// The field is filled in, the box is ticked, an option is chosen.
  public static func required(_ errorMessage: String) -> ScreenRule {
    ScreenRule("required", errorMessage)
  }

  /// The whole value matches a pattern of RE2 syntax.
  public static func regex(_ pattern: String, _ errorMessage: String) -> ScreenRule {
    ScreenRule("regex", errorMessage, [("pattern", .string(pattern))])
  }

  /// At least this many characters as a person counts them.
  public static func minLength(_ length: Int, _ errorMessage: String) -> ScreenRule {
    ScreenRule("minLength", errorMessage, [("value", .int(Int64(length)))])
  }

  /// At most this many characters as a person counts them.
  public static func maxLength(_ length: Int, _ errorMessage: String) -> ScreenRule {
    ScreenRule("maxLength", errorMessage, [("value", .int(Int64(length)))])
  }

  /// At least `bound`; of money: minor units.
  public static func min(_ bound: some ScreenValue, _ errorMessage: String) -> ScreenRule {
    ScreenRule("min", errorMessage, [("value", bound.screenValue)])
  }

  /// At most `bound`; of money: minor units.
  public static func max(_ bound: some ScreenValue, _ errorMessage: String) -> ScreenRule {
    ScreenRule("max", errorMessage, [("value", bound.screenValue)])
  }

  /// One of these values.
  public static func oneOf<FieldValue: ScreenValue>(
    _ values: [FieldValue], _ errorMessage: String
  ) -> ScreenRule {
    ScreenRule("oneOf", errorMessage, [("values", values.screenValue)])
  }

  /// The same value as another field.
  public static func equals<FieldValue>(
    _ field: ScreenField<FieldValue>, _ errorMessage: String
  ) -> ScreenRule {
    ScreenRule("equalsField", errorMessage, [("field", .string(field.key))])
  }

  /// A CEL expression over the state is true.
  public static func expression(
    _ condition: ScreenCondition, _ errorMessage: String
  ) -> ScreenRule {
    ScreenRule("expression", errorMessage, [("expression", .string(condition.expression))])
  }

  /// A rule without parameters: `email`, `url`, `date`, `luhn`, `iban`, `inn`, `pinfl`.
  public static func format(_ name: Format, _ errorMessage: String) -> ScreenRule {
    ScreenRule(name.rawValue, errorMessage)
  }

  /// The formats that need no parameter.
  public enum Format: String, Sendable, CaseIterable {
    /// An e-mail address, as `EmailAddress.isValid` takes it.
    case email
    /// An `http` or `https` address with a host and no user's name before it, at most 2,048 bytes.
    case url
    /// A telephone number of any country, with `+` and the calling code.
    case phone
    /// A day that exists: `"YYYY-MM-DD"`.
    case date
    /// A payment card's number: 13 to 19 digits with a right check digit (ISO/IEC 7812-1).
    case luhn
    /// A bank account's number with right check digits and its country's length (ISO 13616-1).
    case iban
    /// A taxpayer number of Uzbekistan (STIR): nine digits, the first not 0.
    case inn
    /// A personal number of Uzbekistan (JShShIR): fourteen digits that hold a day of birth and a
    /// right check digit.
    case pinfl
  }

  /// The server is asked, `debounce` milliseconds after the last keystroke.
  public static func remote(
    url: String, debounce: Int, _ errorMessage: String
  ) -> ScreenRule {
    ScreenRule(
      "remote", errorMessage, [("url", .string(url)), ("debounce", .int(Int64(debounce)))])
  }

  /// These rules, only while another field has this value.
  public static func dependent<FieldValue>(
    on field: ScreenField<FieldValue>, equals value: FieldValue, rules: [ScreenRule]
  ) -> ScreenRule {
    ScreenRule(
      "dependent_validation", nil,
      [
        ("dependsOn", .string(field.key)), ("equals", value.screenValue),
        ("rules", .list(rules.map(\.value))),
      ])
  }
}
