import OynaValue

/// A line of text.
public struct TextInput: ScreenElement {
  public let component: ScreenComponent

  /// The keyboard of a phone.
  public enum Keyboard: String, Sendable {
    /// Digits with `+`, `*` and `#`.
    case phonePad
    /// Digits alone.
    case numberPad
    /// Digits and a decimal separator.
    case decimalPad
    /// Letters with `@` and a full stop.
    case emailAddress
    /// Letters with `/` and a full stop.
    case url
  }

  /// An input of the text under `field`; the first rule that fails is the one shown.
  public init(
    _ field: ScreenField<String>, id: String? = nil, label: String, placeholder: String? = nil,
    hint: String? = nil, keyboard: Keyboard? = nil, rules: [ScreenRule] = []
  ) {
    component = .input("text_input", field.key, id: id, label: label, hint: hint, rules: rules)
      .adding(prop: "placeholder", placeholder.map(Value.string))
      .adding(prop: "keyboardType", keyboard.map { .string($0.rawValue) })
  }
}

/// A secret: shown as dots, wiped after success, stored as a mask or encrypted.
public struct SecureInput: ScreenElement {
  public let component: ScreenComponent

  /// An input of the secret under `field`.
  public init(
    _ field: ScreenField<String>, id: String? = nil, label: String, hint: String? = nil,
    isEncryptedAtRest: Bool = false, rules: [ScreenRule] = []
  ) {
    component = .input("secure_input", field.key, id: id, label: label, hint: hint, rules: rules)
      .adding(prop: "atRest", isEncryptedAtRest ? .string("encrypted") : nil)
  }
}

/// An amount of money; its value is an integer of minor units.
public struct MoneyInput: ScreenElement {
  public let component: ScreenComponent

  /// An input of the amount under `field`; `currency` is ISO 4217 letters.
  public init(
    _ field: ScreenField<Int64>, id: String? = nil, label: String, currency: String,
    hint: String? = nil, rules: [ScreenRule] = []
  ) {
    component = .input("money_input", field.key, id: id, label: label, hint: hint, rules: rules)
      .adding(prop: "currency", .string(currency))
  }
}

/// A list to choose one value from.
public struct Dropdown<FieldValue: ScreenValue>: ScreenElement {
  public let component: ScreenComponent

  /// A choice of the value under `field`.
  public init(
    _ field: ScreenField<FieldValue>, id: String? = nil, label: String, hint: String? = nil,
    options: [(value: FieldValue, label: String)], rules: [ScreenRule] = []
  ) {
    component = .input("dropdown", field.key, id: id, label: label, hint: hint, rules: rules)
      .adding(prop: "options", .options(options))
  }
}

/// Choices that all show, one of which is taken.
public struct RadioGroup<FieldValue: ScreenValue>: ScreenElement {
  public let component: ScreenComponent

  /// A choice of the value under `field`.
  public init(
    _ field: ScreenField<FieldValue>, id: String? = nil, label: String, hint: String? = nil,
    options: [(value: FieldValue, label: String)], rules: [ScreenRule] = []
  ) {
    component = .input("radio_group", field.key, id: id, label: label, hint: hint, rules: rules)
      .adding(prop: "options", .options(options))
  }
}

/// A box to tick; with `required` it has to be ticked.
public struct Checkbox: ScreenElement {
  public let component: ScreenComponent

  /// A box for the flag under `field`.
  public init(
    _ field: ScreenField<Bool>, id: String? = nil, label: String, hint: String? = nil,
    rules: [ScreenRule] = []
  ) {
    component = .input("checkbox", field.key, id: id, label: label, hint: hint, rules: rules)
  }
}

/// A switch.
public struct ToggleSwitch: ScreenElement {
  public let component: ScreenComponent

  /// A switch for the flag under `field`.
  public init(
    _ field: ScreenField<Bool>, id: String? = nil, label: String, hint: String? = nil,
    rules: [ScreenRule] = []
  ) {
    component = .input("toggle_switch", field.key, id: id, label: label, hint: hint, rules: rules)
  }
}

extension ScreenComponent {
  fileprivate static func input(
    _ type: String, _ key: String, id: String?, label: String, hint: String?, rules: [ScreenRule]
  ) -> ScreenComponent {
    ScreenComponent(
      type, id: id ?? key + "_field",
      props: [
        ("label", .string(label)), ("hint", hint.map(Value.string)), ("stateKey", .string(key)),
      ], rules: rules)
  }
}

extension Value {
  fileprivate static func options<FieldValue: ScreenValue>(
    _ options: [(value: FieldValue, label: String)]
  ) -> Value {
    .list(
      options.map { option in
        .map(
          ValueMap([
            (.string("value"), option.value.screenValue),
            (.string("label"), .string(option.label)),
          ]))
      })
  }
}
