import OynaEngine
import OynaValue

extension ScreenLinter {
  /// Rules and conditions that can never hold or never apply.
  mutating func lintRules(_ screen: Screen, _ parts: DocumentParts) {
    for component in screen.components {
      guard let json = parts.places[component.offset] else { continue }
      constant(component.visibleWhen, json["visibleWhen"], "is never shown")
      constant(component.enabledWhen, json["enabledWhen"], "is never enabled")
      bounds(component, json)
      secret(component, json)
      rules(component.rules, screen, parts)
    }
  }

  private mutating func rules(_ rules: [Rule], _ screen: Screen, _ parts: DocumentParts) {
    contradictions(rules, parts)
    for (index, rule) in rules.enumerated() {
      guard let json = parts.places[rule.offset] else { continue }
      constant(rule.condition, json["when"], "never applies")
      repeated(rule, among: rules[..<index], json, parts)
      switch rule.check {
      case .regex(let expression) where !expression.canMatchWhole:
        warn(
          .impossiblePattern, "No text matches this pattern: the field can never be right.",
          at: json["pattern"] ?? json)
      case .expression(let expression):
        constant(expression, json["expression"], "always fails")
      case .oneOf(let values) where values.isEmpty:
        warn(
          .contradiction, "`values` is empty: no value passes.", at: json["values"] ?? json)
      case .dependent(let key, let values, let inner):
        reachable(values, of: key, json, screen)
        self.rules(inner, screen, parts)
      default: break
      }
    }
  }

  /// A condition that reads nothing and is not true.
  private mutating func constant(
    _ expression: BoundExpression?, _ json: JSON?, _ consequence: String
  ) {
    guard let expression, let json, expression.reads.isEmpty else { return }
    if case .bool(true)? = try? expression.program.evaluate({ _ in .null }) { return }
    warn(
      .unreachable,
      "This expression reads nothing and is never true: what it stands on "
        + "\(consequence).",
      at: json)
  }

  /// The same check twice in one list: the second one can never be the first that fails.
  private mutating func repeated(
    _ rule: Rule, among earlier: ArraySlice<Rule>, _ json: JSON, _ parts: DocumentParts
  ) {
    guard rule.condition == nil, let parameters = Self.parameters(json) else { return }
    for other in earlier where other.condition == nil && other.severity == rule.severity {
      guard let place = parts.places[other.offset], Self.parameters(place) == parameters else {
        continue
      }
      let position = place.position
      warn(
        .unreachable,
        "The same rule stands on line \(position.line): this one never shows its message.",
        at: json)
      return
    }
  }

  /// What a rule checks, apart from its message.
  private static func parameters(_ json: JSON) -> [String: Value]? {
    guard let object = json.object else { return nil }
    var parameters: [String: Value] = [:]
    for (name, value) in object where name != "errorMessage" && name != "severity" {
      parameters[name] = value.value
    }
    return parameters
  }

  /// A dependent rule for values that the other field can never have.
  private mutating func reachable(
    _ values: [Value], of key: KeyIndex, _ json: JSON, _ screen: Screen
  ) {
    guard case .field(let component) = screen[key].origin,
      let field = screen[component].field
    else { return }
    let possible: [Value]
    switch (field.options, field.valueType) {
    case (.fixed(let options)?, .choice): possible = options.map(\.value)
    case (nil, .bool): possible = [.bool(true), .bool(false)]
    default: return
    }
    for value in values where value != .null && !possible.contains(value) {
      var correction: String?
      if case .string(let text) = value {
        correction = NearestName.find(
          text,
          among: possible.compactMap { if case .string(let text) = $0 { text } else { nil } })
      }
      warn(
        .unreachable,
        "`\(screen[key].key.name)` never has this value: the rules inside never apply.",
        at: json["equals"] ?? json["in"] ?? json, correction: correction)
      return
    }
  }

  // MARK: - Contradictions

  private mutating func contradictions(_ rules: [Rule], _ parts: DocumentParts) {
    for (index, rule) in rules.enumerated() where rule.condition == nil {
      for other in rules[..<index] where other.condition == nil {
        guard
          let message = Self.contradiction(rule.check, other.check)
            ?? Self.contradiction(
              other.check, rule.check), let json = parts.places[rule.offset]
        else { continue }
        warn(.contradiction, message, at: json["value"] ?? json)
      }
    }
  }

  private static func contradiction(_ low: Rule.Check, _ high: Rule.Check) -> String? {
    switch (low, high) {
    case (.minLength(let low, let unit), .maxLength(let high, let other))
    where unit == other && low > high:
      return "`minLength` \(low) is over `maxLength` \(high): no text passes both."
    case (.min(let low), .max(let high)):
      guard let a = low.exactNumber, let b = high.exactNumber, b < a else { return nil }
      return "`min` \(a.text) is over `max` \(b.text): no value passes both."
    case (.minDate(.day(let low)), .maxDate(.day(let high))) where low > high:
      return "`minDate` \(low) is after `maxDate` \(high): no day passes both."
    default:
      return nil
    }
  }

  private mutating func bounds(_ component: Component, _ json: JSON) {
    guard let bounds = component.field?.bounds, let low = bounds.min?.exactNumber,
      let high = bounds.max?.exactNumber, high < low, let place = json["props"]?["min"]
    else { return }
    warn(
      .contradiction, "`min` \(low.text) is over `max` \(high.text): no value can be chosen.",
      at: place)
  }

  // MARK: - Secrets

  /// A field whose key says that it is a secret, kept like any other.
  private mutating func secret(_ component: Component, _ json: JSON) {
    guard let field = component.field, !field.isSensitive, field.valueType == .text else { return }
    let words = field.stateKey.name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let secrets: Set<Substring> = ["password", "parol", "pin", "cvv", "cvc", "cvv2", "passphrase"]
    guard words.contains(where: secrets.contains) else { return }
    warn(
      .unmarkedSecret,
      "`\(field.stateKey.name)` looks like a secret, but it is stored and undone like any text.",
      at: json["type"] ?? json,
      correction: "Use `secure_input`, or add `\"sensitive\": true`.")
  }
}
