public import OynaValue

/// One component of a screen written in Swift. It becomes the same JSON that an author would write.
public struct ScreenComponent: Sendable {
  private var members: ValueMap
  private var props: ValueMap

  private init(
    _ type: String, id: String?, props: [(String, Value?)],
    children: [ScreenComponent]? = nil, rules: [ScreenRule] = []
  ) {
    members = ValueMap()
    self.props = ValueMap()
    if let id { set("id", .string(id)) }
    set("type", .string(type))
    for case (let name, let value?) in props { self.props.set(value, for: .string(name)) }
    if let children { set("children", .list(children.map(\.value))) }
    if !rules.isEmpty { set("validations", .list(rules.map(\.value))) }
  }

  private mutating func set(_ name: String, _ value: Value) {
    members.set(value, for: .string(name))
  }

  private func with(_ name: String, _ value: Value) -> ScreenComponent {
    var component = self
    component.set(name, value)
    return component
  }

  /// The component as it stands in the document.
  var value: Value {
    guard !props.isEmpty else { return .map(members) }
    var whole = members
    whole.set(.map(props), for: .string("props"))
    return .map(whole)
  }

  // MARK: - Inputs

  /// A line of text.
  public static func textInput(
    _ field: ScreenField<String>, id: String? = nil, label: String, placeholder: String? = nil,
    hint: String? = nil, keyboard: Keyboard? = nil, @ScreenRuleBuilder rules: () -> [ScreenRule]
  ) -> ScreenComponent {
    input("text_input", field.key, id: id, label: label, hint: hint, rules: rules())
      .with(prop: "placeholder", placeholder.map(Value.string))
      .with(prop: "keyboardType", keyboard.map { .string($0.rawValue) })
  }

  /// The keyboard of a phone.
  public enum Keyboard: String, Sendable {
    case phonePad, numberPad, decimalPad, emailAddress, url
  }

  /// A secret: shown as dots, wiped after success, stored as a mask or encrypted.
  public static func secureInput(
    _ field: ScreenField<String>, id: String? = nil, label: String, hint: String? = nil,
    isEncryptedAtRest: Bool = false, @ScreenRuleBuilder rules: () -> [ScreenRule]
  ) -> ScreenComponent {
    input("secure_input", field.key, id: id, label: label, hint: hint, rules: rules())
      .with(prop: "atRest", isEncryptedAtRest ? .string("encrypted") : nil)
  }

  /// An amount of money; its value is an integer of minor units.
  public static func moneyInput(
    _ field: ScreenField<Int64>, id: String? = nil, label: String, currency: String,
    hint: String? = nil, @ScreenRuleBuilder rules: () -> [ScreenRule]
  ) -> ScreenComponent {
    input("money_input", field.key, id: id, label: label, hint: hint, rules: rules())
      .with(prop: "currency", .string(currency))
  }

  /// A list to choose one value from.
  public static func dropdown<FieldValue>(
    _ field: ScreenField<FieldValue>, id: String? = nil, label: String, hint: String? = nil,
    options: [(value: FieldValue, label: String)], @ScreenRuleBuilder rules: () -> [ScreenRule]
  ) -> ScreenComponent {
    input("dropdown", field.key, id: id, label: label, hint: hint, rules: rules())
      .with(prop: "options", optionList(options))
  }

  /// Choices that all show, one of which is taken.
  public static func radioGroup<FieldValue>(
    _ field: ScreenField<FieldValue>, id: String? = nil, label: String, hint: String? = nil,
    options: [(value: FieldValue, label: String)], @ScreenRuleBuilder rules: () -> [ScreenRule]
  ) -> ScreenComponent {
    input("radio_group", field.key, id: id, label: label, hint: hint, rules: rules())
      .with(prop: "options", optionList(options))
  }

  /// A box to tick; with `required` it has to be ticked.
  public static func checkbox(
    _ field: ScreenField<Bool>, id: String? = nil, label: String, hint: String? = nil,
    @ScreenRuleBuilder rules: () -> [ScreenRule]
  ) -> ScreenComponent {
    input("checkbox", field.key, id: id, label: label, hint: hint, rules: rules())
  }

  /// A switch.
  public static func toggleSwitch(
    _ field: ScreenField<Bool>, id: String? = nil, label: String, hint: String? = nil,
    @ScreenRuleBuilder rules: () -> [ScreenRule]
  ) -> ScreenComponent {
    input("toggle_switch", field.key, id: id, label: label, hint: hint, rules: rules())
  }

  private static func input(
    _ type: String, _ key: String, id: String?, label: String, hint: String?, rules: [ScreenRule]
  ) -> ScreenComponent {
    ScreenComponent(
      type, id: id ?? key + "_field",
      props: [
        ("label", .string(label)), ("hint", hint.map(Value.string)), ("stateKey", .string(key)),
      ], rules: rules)
  }

  private static func optionList<FieldValue: ScreenValue>(
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

  // MARK: - Content and layout

  /// Text; `{{ expression }}` in it is computed.
  public static func text(_ text: String, style: TextStyle = .body) -> ScreenComponent {
    ScreenComponent(
      "text", id: nil, props: [("text", .string(text)), ("style", .string(style.rawValue))])
  }

  /// How text is drawn.
  public enum TextStyle: String, Sendable { case title, headline, body, caption, amount }

  /// A button with what it does.
  public static func button(
    _ label: String, id: String, style: ButtonStyle = .primary, onTap: ScreenAction
  ) -> ScreenComponent {
    ScreenComponent(
      "button", id: id, props: [("label", .string(label)), ("style", .string(style.rawValue))]
    ).on("tap", onTap)
  }

  /// How a button is drawn.
  public enum ButtonStyle: String, Sendable { case primary, secondary, plain, danger }

  /// Components one below the other.
  public static func vstack(
    id: String? = nil, @ScreenComponentBuilder children: () -> [ScreenComponent]
  ) -> ScreenComponent {
    ScreenComponent("vstack", id: id, props: [], children: children())
  }

  /// The fields that are validated and sent together.
  public static func form(
    id: String? = nil, @ScreenComponentBuilder children: () -> [ScreenComponent]
  ) -> ScreenComponent {
    ScreenComponent("form", id: id, props: [], children: children())
  }

  /// Components under a heading.
  public static func section(
    _ title: String, id: String? = nil,
    @ScreenComponentBuilder children: () -> [ScreenComponent]
  ) -> ScreenComponent {
    ScreenComponent("section", id: id, props: [("title", .string(title))], children: children())
  }

  /// Components on a card.
  public static func card(
    id: String? = nil, @ScreenComponentBuilder children: () -> [ScreenComponent]
  ) -> ScreenComponent {
    ScreenComponent("card", id: id, props: [], children: children())
  }

  /// A component of any type, such as one that a host adds.
  public static func custom(
    _ type: String, id: String? = nil, props: ValueMap = ValueMap(),
    @ScreenComponentBuilder children: () -> [ScreenComponent]
  ) -> ScreenComponent {
    var component = ScreenComponent(type, id: id, props: [])
    component.props = props
    let children = children()
    return children.isEmpty
      ? component : component.with("children", .list(children.map(\.value)))
  }

  // MARK: - Modifiers

  /// The same component, shown only while `condition` holds.
  public func visible(when condition: ScreenCondition) -> ScreenComponent {
    with("visibleWhen", .string(condition.expression))
  }

  /// The same component, enabled only while `condition` holds.
  public func enabled(when condition: ScreenCondition) -> ScreenComponent {
    with("enabledWhen", .string(condition.expression))
  }

  /// The same component with what to draw where its type is not known.
  public func fallback(_ other: ScreenComponent) -> ScreenComponent {
    with("fallback", other.value)
  }

  /// The same component with a reaction to an event, such as `change`.
  public func on(_ event: String, _ action: ScreenAction) -> ScreenComponent {
    var events = ValueMap()
    if case .map(let known)? = members["on"] { events = known }
    events.set(action.value, for: .string(event))
    return with("on", .map(events))
  }

  /// The same component with a member of `props` that has no parameter here.
  public func with(prop name: String, _ value: Value?) -> ScreenComponent {
    guard let value else { return self }
    var component = self
    component.props.set(value, for: .string(name))
    return component
  }
}

/// Collects components in document order.
@resultBuilder
public enum ScreenComponentBuilder {
  /// The components of a block.
  public static func buildBlock(_ components: [ScreenComponent]...) -> [ScreenComponent] {
    components.flatMap { $0 }
  }
  /// One component.
  public static func buildExpression(_ component: ScreenComponent) -> [ScreenComponent] {
    [component]
  }
  /// The components of an `if` without `else`.
  public static func buildOptional(_ components: [ScreenComponent]?) -> [ScreenComponent] {
    components ?? []
  }
  /// The components of an `if`.
  public static func buildEither(first components: [ScreenComponent]) -> [ScreenComponent] {
    components
  }
  /// The components of an `else`.
  public static func buildEither(second components: [ScreenComponent]) -> [ScreenComponent] {
    components
  }
  /// The components of a `for`.
  public static func buildArray(_ components: [[ScreenComponent]]) -> [ScreenComponent] {
    components.flatMap { $0 }
  }
}
