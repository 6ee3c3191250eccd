import OynaEngine
import OynaValue

/// Judges one value by rules of the application, through the engine: the rules become a screen of
/// one field, so that they mean what they mean in every screen.
@MainActor
struct RuleCheck {
  let key: String
  let rules: [ValidationRule]
  let language: String
  let today: CalendarDay

  /// The message of the first rule that fails; nil when none does.
  func message(value: (String) -> Value, secret: (String) -> Secret?) -> String? {
    let others = rules.reduce(into: Set<String>()) { $0.formUnion($1.otherKeys) }
    let keys = [key] + others.subtracting([key]).sorted()
    do throws(Diagnostic) {
      let document = document(keys, value: value, secret: secret)
      let screen = try Screen(decoding: JSON.parse(document))
      // One key that cannot repeat a request's: nothing is sent.
      var engine = Engine(
        screen: screen,
        context: Context(
          language: language, today: today, seed: Context.Seed(high: 0, low: 0)))
      for key in keys {
        if let secret = secret(key) { _ = engine.handle(.secretInput(key: key, value: secret)) }
      }
      _ = engine.handle(.tap(id: Self.buttonID))
      return engine.error(for: key)
    } catch {
      return error.message
    }
  }

  private static let buttonID = "oyna_validate"

  private func document(
    _ keys: [String], value: (String) -> Value, secret: (String) -> Secret?
  ) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("id", "oyna_rules")
    json.key("state")
    json.beginObject()
    for key in keys where secret(key) == nil {
      json.key(key)
      json.value(value(key))
    }
    json.endObject()
    json.key("body")
    json.beginObject()
    json.member("type", "form")
    json.key("children")
    json.beginArray()
    for key in keys {
      input(key, value(key), isSecret: secret(key) != nil, to: &json)
    }
    button(to: &json)
    json.endArray()
    json.endObject()
    json.endObject()
    return json.bytes
  }

  private func input(_ name: String, _ value: Value, isSecret: Bool, to json: inout JSONWriter) {
    json.beginObject()
    json.member("type", isSecret ? "secure_input" : Self.inputType(of: value))
    json.key("props")
    json.beginObject()
    json.member("stateKey", name)
    if case .list(let chosen) = value {
      json.key("multiple")
      json.bool(true)
      json.key("options")
      json.beginArray()
      for one in chosen {
        json.beginObject()
        json.key("value")
        json.value(one)
        json.member("label", "")
        json.endObject()
      }
      json.endArray()
    }
    json.endObject()
    if name == key {
      json.key("validations")
      json.beginArray()
      for rule in rules { rule.write(to: &json) }
      json.endArray()
    }
    json.endObject()
  }

  /// Judges the one field: the engine's own action, so that the message is the one it would show.
  private func button(to json: inout JSONWriter) {
    json.beginObject()
    json.member("id", Self.buttonID)
    json.member("type", "button")
    json.key("props")
    json.beginObject()
    json.member("label", "")
    json.endObject()
    json.key("on")
    json.beginObject()
    json.key("tap")
    json.beginObject()
    json.member("type", "validate")
    json.key("fields")
    json.beginArray()
    json.string(key)
    json.endArray()
    json.endObject()
    json.endObject()
    json.endObject()
  }

  private static func inputType(of value: Value) -> String {
    switch value {
    case .bool: "checkbox"
    case .int, .uint, .double, .decimal: "number_input"
    case .list: "dropdown"
    default: "text_input"
    }
  }
}

extension ValidationRule {
  /// Writes the rule as a screen has it.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("rule", name)
    if let errorMessage { json.member("errorMessage", errorMessage) }
    if let condition { json.member("when", condition) }
    switch kind {
    case .regex(let pattern): json.member("pattern", pattern)
    case .minLength(let count), .maxLength(let count), .age(let count):
      json.key("value")
      json.int(count)
    case .min(let bound), .max(let bound), .step(let bound):
      json.key("value")
      json.value(bound)
    case .phone(let region):
      if let region { json.member("region", region) }
    case .minDate(let day), .maxDate(let day): json.member("value", day)
    case .oneOf(let values):
      json.key("values")
      json.value(.list(values))
    case .equalsField(let key): json.member("field", key)
    case .requireOne(let keys):
      json.key("fields")
      json.value(.list(keys.map { .string($0) }))
    case .expression(let source): json.member("expression", source)
    case .dependent(let key, let values, let rules):
      json.member("dependsOn", key)
      json.key("in")
      json.value(.list(values))
      json.key("rules")
      json.beginArray()
      for rule in rules { rule.write(to: &json) }
      json.endArray()
    case .required, .email, .url, .date, .luhn, .iban, .inn, .pinfl: break
    }
    json.endObject()
  }

  private var name: String {
    switch kind {
    case .required: "required"
    case .regex: "regex"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .min: "min"
    case .max: "max"
    case .step: "step"
    case .email: "email"
    case .url: "url"
    case .phone: "phone"
    case .date: "date"
    case .minDate: "minDate"
    case .maxDate: "maxDate"
    case .age: "age"
    case .oneOf: "oneOf"
    case .equalsField: "equalsField"
    case .requireOne: "requireOne"
    case .luhn: "luhn"
    case .iban: "iban"
    case .inn: "inn"
    case .pinfl: "pinfl"
    case .expression: "expression"
    case .dependent: "dependent_validation"
    }
  }
}

extension JSONWriter {
  /// A member whose value is text.
  mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }
}
