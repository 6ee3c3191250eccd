public import OynaValue

/// What makes a component an input: the value it writes and how.
public struct FieldModel: Sendable {
  /// The key it writes. In a row: the key of the row's scope.
  public let key: KeyIndex
  /// `props.stateKey`, else the component's `id`.
  public let stateKey: StateKey
  /// The type of its value.
  public let valueType: ValueType
  /// `secure_input`, or `"sensitive": true` on the component or in its `props`.
  public let isSensitive: Bool
  /// How the server stores it.
  public let atRest: AtRest
  /// What the field holds before anyone types: `state`, else `props.value`, else the empty value of
  /// its type. Reset returns here. `.null` for a sensitive field.
  public let initial: Value
  /// The choices; nil for an input without options.
  public let options: OptionSource?
  /// ISO 4217 of a `money_input`; nil for others.
  public let currency: String?
  /// How the text is shown; nil shows it as it is.
  public let mask: InputMask?
  /// Present for a `file_input`.
  public let file: FileLimits?
  /// Present for a `repeating_group`.
  public let group: GroupModel?
  /// Present for a `cart`.
  public let cart: CartModel?
  /// Submitted and shown, but a person cannot change it.
  public let isReadOnly: Bool
  /// `"onHide": "clear"`: a hidden field loses its value. The default keeps it (FORMS §2); a
  /// sensitive field is cleared by default.
  public let clearsOnHide: Bool
  /// `props.min`, `max`, `step` of `stepper`, `slider`, `number_input`, `money_input`: bounds of
  /// the control, `.int` or `.decimal`. Rules with the same bounds are the document's business.
  public let bounds: NumericBounds

  /// How a stored submission keeps the field.
  public enum AtRest: String, Sendable {
    /// `•••` in the place of the value, which is not stored; the default of a sensitive field.
    case mask
    /// The value is sealed with AES-256-GCM.
    case encrypted
    /// The value as it is; the default of a field that is not sensitive, refused for one that is.
    case clear
  }

  /// The type of the value in `state`, in expressions and on the wire (DESIGN §3).
  public enum ValueType: Sendable, Hashable {
    /// `.string`, `""` when empty.
    case text
    /// Exact: `.int` or `.decimal`, `.null` when empty.
    case number
    /// Minor units: `.int`, `.null` when empty.
    case money
    /// `"YYYY-MM-DD"`, `.null` when empty.
    case date
    /// `.bool`, never empty: false is a value.
    case bool
    /// An option's value with its JSON type, `.null` when none is chosen.
    case choice
    /// A list of option values.
    case choices
    /// What the host's upload gave: a map with `name`, `size`, `type` and `id`; `.null` when none.
    /// Without `id` it is still being uploaded; with `"failed": true` it could not be.
    case file
    /// A list of rows.
    case rows
    /// A map of lines and totals, kept by the cart itself.
    case cart

    /// The value of a field that nothing has filled.
    public var empty: Value {
      switch self {
      case .text: .string("")
      case .bool: .bool(false)
      case .choices, .rows: .list([])
      case .number, .money, .date, .choice, .file, .cart: .null
      }
    }
  }
}

/// Bounds of a numeric control; each `.int` or `.decimal`, nil when not given.
public struct NumericBounds: Sendable {
  /// The least value.
  public let min: Value?
  /// The greatest value.
  public let max: Value?
  /// The distance of two neighbouring values; over 0.
  public let step: Value?
}

/// Where the choices of a field come from.
public enum OptionSource: Sendable {
  /// The same choices always, as the document lists them.
  case fixed([Option])
  /// The first case whose values hold the key's value; `otherwise` when none does.
  case dependent(on: KeyIndex, cases: [Case], otherwise: [Option])
  /// Choices that the server is asked for.
  case remote(RemoteOptions)

  /// The options for some values of the key.
  public struct Case: Sendable {
    /// Compared by value and JSON type.
    public let values: [Value]
    /// In document order.
    public let options: [Option]
  }
}

/// One choice: its value keeps its JSON type (`1` and `"1"` are two choices).
public struct Option: Sendable {
  /// A text, a number or a bool.
  public let value: Value
  /// What a person sees.
  public let label: String
  /// False for a choice that is shown and cannot be taken.
  public let isEnabled: Bool
}

/// Choices that the server gives: an array of `{"value", "label"}`, or an object with `options`.
public struct RemoteOptions: Sendable {
  /// Asked for again whenever a key that it reads changes; with an empty value among them the list
  /// is empty and nothing is asked.
  public let url: Template
  /// Every key that the URL reads.
  public let reads: [KeyIndex]
}

/// A `repeating_group`: its children are the template of one row.
///
/// The group's value is a list of maps, one a row, of the row's own keys. Rows have identities of
/// their own: state is kept by row id, never by index.
public struct GroupModel: Sendable {
  /// The scope of the row's keys.
  public let scope: ScopeIndex
  /// The keys of the row's inputs, in document order.
  public let rowKeys: [KeyIndex]
  /// Rows that are there from the start and cannot be removed.
  public let minRows: Int
  /// Over this no row can be added.
  public let maxRows: Int
  /// The words of the buttons; nil chooses the engine's own.
  public let addLabel: Template?
  /// The words of the button that removes a row.
  public let removeLabel: Template?
}

/// How typed text is shown, apart from the value that is kept.
public enum InputMask: Sendable, Hashable {
  /// ISO 3166 alpha-2 region whose grouping is shown.
  case phone(region: String)
  /// Groups of four digits.
  case card
  /// `DD.MM.YYYY` shown; kept as `"YYYY-MM-DD"`.
  case date
  /// `#` a digit, `A` a letter, `*` either; any other character is shown as it stands.
  case custom(pattern: String)
}

/// What a `file_input` takes.
public struct FileLimits: Sendable {
  /// Media types (`image/*`, `application/pdf`) and extensions (`.pdf`); empty takes any file.
  public let accept: [String]
  /// Size limit of one file in bytes.
  public let maxBytes: Int
  /// At least 1.
  public let maxFiles: Int
  /// Where the host uploads to; nil: `/uploads`.
  public let uploadURL: String?
}
