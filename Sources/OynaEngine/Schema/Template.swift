/// Text with computed parts: `Jami: {{ cart_total | money }}`.
///
/// Text without `{{` is plain, and costs the runtime nothing. `{{{{` writes a literal `{{`.
public enum Template: Sendable {
  /// A text in which nothing is computed.
  case plain(String)
  /// A text with at least one computed part, in the order of writing.
  case parts([Part])

  /// A stretch of the text.
  public enum Part: Sendable {
    /// Written as it stands.
    case text(String)
    /// Computed, and written in this format; nil writes the value as it is.
    case expression(BoundExpression, Format?)
  }

  /// How a computed part is written in the screen's language.
  public enum Format: Sendable, Hashable {
    /// Grouped digits: `1 250 000`.
    case number
    /// An integer of minor units. Nil: the screen's own currency, UZS when it names none.
    case money(currency: String?)
    /// `"YYYY-MM-DD"` as people of that language write a day.
    case date
    /// Chosen by the plural category of the number: `one`, `few`, `many`, `other`.
    case plural([(category: String, text: String)])
    /// A formatter that the host adds; `name` is as written.
    case custom(name: String)

    public static func == (a: Self, b: Self) -> Bool {
      switch (a, b) {
      case (.number, .number), (.date, .date): true
      case (.money(let a), .money(let b)): a == b
      case (.plural(let a), .plural(let b)):
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 }
      case (.custom(let a), .custom(let b)): a == b
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) {
      switch self {
      case .number: hasher.combine(0)
      case .money(let currency):
        hasher.combine(1)
        hasher.combine(currency)
      case .date: hasher.combine(2)
      case .plural(let forms):
        hasher.combine(3)
        for form in forms { hasher.combine(form.category) }
      case .custom(let name):
        hasher.combine(4)
        hasher.combine(name)
      }
    }
  }

  /// The text when nothing in it is computed; nil otherwise.
  public var plainText: String? {
    if case .plain(let text) = self { text } else { nil }
  }

  /// True when a text holds letters for people to read: outside of its `{{ }}`, or in texts of
  /// their own inside them, such as the forms of a `plural`.
  public static func hasWords(_ text: String) -> Bool {
    var isInside = false
    var isQuoted = false
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "{", previous == "{" { isInside = true }
      if scalar == "}", previous == "}" { (isInside, isQuoted) = (false, false) }
      if isInside, scalar == "'" || scalar == "\"" { isQuoted.toggle() }
      if !isInside || isQuoted, scalar.properties.isAlphabetic { return true }
      previous = scalar
    }
    return false
  }
}
