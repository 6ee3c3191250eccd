import OynaValue

/// Where a rule stands: its component's scope and own key.
struct RuleContext {
  let scope: ScopeIndex
  /// The key of the component; nil for a component that is no input.
  let key: KeyIndex?
  let isSensitive: Bool
  var depth = 0
}

extension ScreenDecoder {
  func rules(_ json: JSON?, _ member: String, _ context: RuleContext) -> [Rule] {
    guard let list = array(json, member) else { return [] }
    var rules: [Rule] = []
    rules.reserveCapacity(list.count)
    for element in list {
      if let rule = rule(element, context) { rules.append(rule) }
    }
    return rules
  }

  private func rule(_ json: JSON, _ context: RuleContext) -> Rule? {
    guard json.kind == .object else {
      wrongType("validations", "a list of rules", json)
      return nil
    }
    guard let nameJSON = json.member("rule") else {
      missing("rule", of: "A rule", in: json, known: Vocabulary.ruleMembers.map { $0.name })
      return nil
    }
    guard let name = string(nameJSON, "rule") else { return nil }
    let message = template(json.member("errorMessage"), "errorMessage", in: context.scope)
    let severity = word(json.member("severity"), "severity", among: ["error", "warning"])
      .flatMap { Rule.Severity(rawValue: $0) }
    let when = condition(json.member("when"), "when", in: context.scope)
    let check: Rule.Check
    if let entry = Vocabulary.rule(name) {
      guard allows(entry.name, context, at: nameJSON), hasMembers(entry, json),
        let known = self.check(name, json, context)
      else { return nil }
      check = known
    } else {
      warn(
        .unknownRule, "The rule `\(name)` is unknown: the form cannot be submitted.",
        at: nameJSON,
        correction: nearest(name, among: Vocabulary.rules.map { $0.name }))
      hasUnknownRule = true
      check = .unknown(name: name)
    }
    return Rule(
      check: check, errorMessage: message, severity: severity ?? .error, condition: when,
      reads: Self.reads(check, when, own: context.key), offset: json.offset)
  }

  /// Rules of a component that is no input, and of a secret.
  private func allows(_ name: String, _ context: RuleContext, at json: JSON) -> Bool {
    if context.key == nil, name != "requireOne", name != "expression",
      name != "dependent_validation"
    {
      error(
        .misplaced, "The rule `\(name)` checks an input's value; this component is no input.",
        at: json)
      return false
    }
    if context.isSensitive, name == "remote" {
      error(.sensitiveRead, "A `remote` rule would send the secret to the server.", at: json)
      return false
    }
    return true
  }

  private func hasMembers(_ entry: RuleEntry, _ json: JSON) -> Bool {
    var hasAll = true
    for member in entry.members where member.isRequired && json.member(member.name) == nil {
      missing(
        member.name, of: "The rule `\(entry.name)`", in: json,
        known: (entry.members + Vocabulary.ruleMembers).map { $0.name })
      hasAll = false
    }
    return hasAll
  }

  private func check(_ name: String, _ json: JSON, _ context: RuleContext) -> Rule.Check? {
    let value = json.member("value")
    switch name {
    case "required": return .required
    case "regex":
      return pattern(json.member("pattern"), flags: json.member("flags")).map { .regex($0) }
    case "minLength": return length(json).map { .minLength($0.0, $0.1) }
    case "maxLength": return length(json).map { .maxLength($0.0, $0.1) }
    case "min": return number(value, "value").map { .min($0) }
    case "max": return number(value, "value").map { .max($0) }
    case "step": return step(value).map { .step($0) }
    case "email": return .email
    case "url": return .url
    case "phone": return phone(json.member("region"))
    case "date": return .date
    case "minDate": return dateBound(value, "value").map { .minDate($0) }
    case "maxDate": return dateBound(value, "value").map { .maxDate($0) }
    case "age": return int(value, "value").map { .age($0) }
    case "oneOf": return array(json.member("values"), "values").map { .oneOf($0.map { $0.value }) }
    case "equalsField": return equalsField(json.member("field"), context)
    case "requireOne":
      return keyList(json.member("fields"), "fields", in: context.scope).map { .requireOne($0) }
    case "luhn": return .luhn
    case "iban": return .iban
    case "inn": return .inn
    case "pinfl": return .pinfl
    case "expression":
      return condition(json.member("expression"), "expression", in: context.scope)
        .map { .expression($0) }
    case "remote": return remote(json, context)
    case "dependent_validation": return dependent(json, context)
    default: return .unknown(name: name)
    }
  }

  private func length(_ json: JSON) -> (Int, LengthUnit)? {
    guard let length = int(json.member("value"), "value") else { return nil }
    guard let unit = json.member("unit") else { return (length, .grapheme) }
    return word(unit, "unit", among: ["grapheme", "scalar", "utf16", "byte"])
      .flatMap { LengthUnit(rawValue: $0) }
      .map { (length, $0) }
  }

  func step(_ json: JSON?) -> Value? {
    guard let json, let step = number(json, "step") else { return nil }
    if let number = step.exactNumber, !number.isZero, !number.isNegative { return step }
    error(.badValue, "A step must be over 0.", at: json)
    return nil
  }

  private func phone(_ json: JSON?) -> Rule.Check? {
    guard let json else { return .phone(region: nil) }
    guard let region = string(json, "region") else { return nil }
    guard Self.isRegion(region) else {
      error(
        .badValue, "`region` must be a country of two capital letters, such as `UZ`.", at: json)
      return nil
    }
    return .phone(region: region)
  }

  static func isRegion(_ text: String) -> Bool {
    text.utf8.count == 2
      && text.utf8.allSatisfy { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
  }

  private func equalsField(_ json: JSON?, _ context: RuleContext) -> Rule.Check? {
    guard let json, let key = key(json, "field", in: context.scope) else { return nil }
    if keys[key.rawValue].isSensitive, !context.isSensitive {
      error(
        .sensitiveRead,
        "`equalsField` compares with `\(keys[key.rawValue].key.name)`, which is a secret: this "
          + "field must be one too.",
        at: json, correction: "Add `\"sensitive\": true` to this field.")
      return nil
    }
    return .equalsField(key)
  }

  private func remote(_ json: JSON, _ context: RuleContext) -> Rule.Check? {
    guard let url = url(json.member("url"), "url", in: context.scope) else { return nil }
    guard let text = url.plainText else {
      if let place = json.member("url") {
        error(.badTemplate, "The `url` of a `remote` rule holds no `{{ }}`.", at: place)
      }
      return nil
    }
    let debounce = json.member("debounce")
    guard let milliseconds = debounce == nil ? 300 : int(debounce, "debounce") else { return nil }
    return .remote(url: text, debounceMilliseconds: Int64(milliseconds))
  }

  private func dependent(_ json: JSON, _ context: RuleContext) -> Rule.Check? {
    guard let key = key(json.member("dependsOn"), "dependsOn", in: context.scope) else {
      return nil
    }
    if keys[key.rawValue].isSensitive, let place = json.member("dependsOn") {
      error(
        .sensitiveRead,
        "`dependsOn` reads `\(keys[key.rawValue].key.name)`, which is a secret.", at: place)
      return nil
    }
    var values: [Value] = []
    // `"equals": null` is a test for emptiness, so absence is asked of the object itself.
    if let equals = json["equals"] { values.append(equals.value) }
    if let list = array(json.member("in"), "in") { values += list.map { $0.value } }
    guard json["equals"] != nil || json.member("in") != nil else {
      missing(
        "equals", of: "The rule `dependent_validation`", in: json,
        known: ["rule", "dependsOn", "rules", "errorMessage", "severity", "when"])
      return nil
    }
    var inner = context
    inner.depth += 1
    guard inner.depth <= 16 else {
      error(.limit, "Rules are nested deeper than the limit of 16.", at: json)
      return nil
    }
    return .dependent(on: key, in: values, rules: rules(json.member("rules"), "rules", inner))
  }

  /// `"today"` or a day that exists.
  func dateBound(_ json: JSON?, _ name: String) -> DateBound? {
    guard let json, let text = string(json, name) else { return nil }
    if text == "today" { return .today }
    if CalendarDay(text) != nil { return .day(text) }
    error(
      .badValue, "`\(name)` must be `today` or a day that exists, `YYYY-MM-DD`, not `\(text)`.",
      at: json)
    return nil
  }

  // MARK: - What a rule reads

  /// The keys besides the rule's own, ascending.
  static func reads(
    _ check: Rule.Check, _ condition: BoundExpression?, own: KeyIndex?
  ) -> [KeyIndex] {
    var reads = condition?.reads ?? []
    switch check {
    case .equalsField(let key): reads.append(key)
    case .requireOne(let keys): reads += keys
    case .expression(let expression): reads += expression.reads
    case .dependent(let key, _, let rules):
      reads.append(key)
      for rule in rules { reads += rule.reads }
    default: break
    }
    guard !reads.isEmpty else { return reads }
    return sortedKeys(reads).filter { $0 != own }
  }

  static func sortedKeys(_ keys: [KeyIndex]) -> [KeyIndex] {
    guard keys.count > 1 else { return keys }
    var sorted = keys.sorted()
    var count = 1
    for key in sorted.dropFirst() where key != sorted[count - 1] {
      sorted[count] = key
      count += 1
    }
    sorted.removeLast(sorted.count - count)
    return sorted
  }
}
