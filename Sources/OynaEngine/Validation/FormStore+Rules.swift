import OynaValue

/// The result of one rule, packed into 32 bits: it stands in an array beside those of its
/// neighbours.
enum RuleOutcome {
  /// Not evaluated since something that it reads changed.
  static let unknown: Int32 = 0
  static let passed: Int32 = -1
  /// A remote rule that the server has not answered.
  static let pending: Int32 = -2

  static func failed(_ flat: Int) -> Int32 { Int32(flat + 1) }

  /// The failed rule in the flat order: the rule itself or one inside a `dependent_validation`.
  static func failedRule(_ outcome: Int32) -> Int? { outcome > 0 ? Int(outcome) - 1 : nil }
}

extension FormStore {
  /// Evaluates one rule and counts it. A rule that does not apply passes and is not counted.
  mutating func outcome(ofRule flat: Int, node: Int, isMistyped: Bool) -> Int32 {
    let row = nodes[node].row
    if let condition = plan.rules[flat].rule.condition,
      !holds(condition, row: row, site: RuleSite.condition(flat, plan: plan))
    {
      return RuleOutcome.passed
    }
    switch plan.rules[flat].rule.check {
    case .dependent(let key, let values, _):
      evaluated += 1
      guard values.contains(expressionValue(of: key, row: row)) else { return RuleOutcome.passed }
      return outcome(ofRulesIn: flat, node: node, isMistyped: isMistyped)
    case .unknown:
      return RuleOutcome.failed(flat)
    case .expression(let expression):
      let isTrue = holds(expression, row: row, site: RuleSite.check(flat, plan: plan))
      return isTrue ? RuleOutcome.passed : RuleOutcome.failed(flat)
    case .required:
      evaluated += 1
      return isFilled(node, isMistyped: isMistyped) ? RuleOutcome.passed : RuleOutcome.failed(flat)
    case .requireOne(let keys):
      evaluated += 1
      let hasAnswer = keys.contains { isAnswered($0, row: row) }
      return hasAnswer ? RuleOutcome.passed : RuleOutcome.failed(flat)
    case .equalsField(let key):
      evaluated += 1
      return equals(node, key, row: row) ? RuleOutcome.passed : RuleOutcome.failed(flat)
    case .remote:
      return remoteOutcome(ofRule: flat, node: node, isMistyped: isMistyped)
    default:
      let slot = Int(nodes[node].slot)
      guard slot >= 0, !isMistyped, !isEmpty(slot: slot) else { return RuleOutcome.passed }
      evaluated += 1
      return passes(flat, slot: slot) ? RuleOutcome.passed : RuleOutcome.failed(flat)
    }
  }

  private mutating func outcome(ofRulesIn flat: Int, node: Int, isMistyped: Bool) -> Int32 {
    var inner = flat + 1
    while inner < Int(plan.rules[flat].end) {
      let outcome = outcome(ofRule: inner, node: node, isMistyped: isMistyped)
      if outcome != RuleOutcome.passed { return outcome }
      inner = Int(plan.rules[inner].end)
    }
    return RuleOutcome.passed
  }

  // MARK: - Rules that look at emptiness and at other fields

  /// `required`: text other than white space, a ticked box, an option that exists.
  private func isFilled(_ node: Int, isMistyped: Bool) -> Bool {
    let slot = Int(nodes[node].slot)
    guard slot >= 0, !isEmpty(slot: slot) else { return false }
    switch component(ofNode: node).field?.valueType {
    case .choice, .choices: return !isMistyped
    default: return slots[slot].value != .bool(false)
    }
  }

  private func isAnswered(_ key: KeyIndex, row: Int32) -> Bool {
    let slot = slot(of: key, row: row)
    let node = Int(slots[slot].node)
    if node >= 0 && !nodes[node].isVisible { return false }
    let isChoice = node >= 0 && component(ofNode: node).field?.valueType == .choice
    if !isChoice, slots[slot].value == .bool(false) { return false }
    return !isEmpty(slot: slot)
  }

  private func equals(_ node: Int, _ key: KeyIndex, row: Int32) -> Bool {
    let slot = Int(nodes[node].slot)
    guard slot >= 0 else { return false }
    let other = self.slot(of: key, row: row)
    if slots[slot].secret != nil || slots[other].secret != nil {
      guard let one = slots[slot].secret, let two = slots[other].secret else {
        return isEmpty(slot: slot) && isEmpty(slot: other)
      }
      return one.equals(two)
    }
    if isEmpty(slot: slot) && isEmpty(slot: other) { return true }
    return slots[slot].value == expressionValue(of: key, row: row)
  }

  // MARK: - Rules over one value that is not empty

  private func passes(_ flat: Int, slot: Int) -> Bool {
    switch plan.rules[flat].rule.check {
    case .regex:
      let matcher = matchers[Int(plan.rules[flat].expression)]
      return withText(ofSlot: slot) { matcher.matchesWhole($0.bytes) }
    case .minLength(let least, let unit):
      return length(ofSlot: slot, unit) >= least
    case .maxLength(let most, let unit):
      return length(ofSlot: slot, unit) <= most
    case .min(let bound):
      return compare(slot, to: bound).map { $0 >= 0 } ?? false
    case .max(let bound):
      return compare(slot, to: bound).map { $0 <= 0 } ?? false
    case .step(let step):
      return number(ofSlot: slot).map { isMultiple($0, of: step) } ?? false
    case .oneOf(let values):
      return isOne(slot, of: values)
    case .date, .minDate, .maxDate, .age:
      return passesDay(plan.rules[flat].rule.check, slot: slot)
    case .email, .url, .phone, .luhn, .iban, .inn, .pinfl:
      return passesFormat(plan.rules[flat].rule.check, slot: slot)
    case .required, .equalsField, .requireOne, .expression, .remote, .dependent, .unknown:
      return true
    }
  }

  private func passesFormat(_ check: Rule.Check, slot: Int) -> Bool {
    withText(ofSlot: slot) { text in
      switch check {
      case .email: EmailAddress.isValid(text.bytes)
      case .url: WebAddress.isValid(text.bytes)
      case .phone(let region): PhoneNumber.isValid(text.bytes, region: region)
      case .luhn: CardNumber.isValid(text.bytes)
      case .iban: BankAccountNumber.isValid(text.bytes)
      case .inn: TaxpayerNumber.isValid(text.bytes)
      case .pinfl: PersonalNumber.isValid(text.bytes)
      default: true
      }
    }
  }

  private func passesDay(_ check: Rule.Check, slot: Int) -> Bool {
    guard let day = withText(ofSlot: slot, { CalendarDay(utf8: $0.bytes) }) else { return false }
    return switch check {
    case .minDate(let bound): self.day(of: bound).map { day >= $0 } ?? false
    case .maxDate(let bound): self.day(of: bound).map { day <= $0 } ?? false
    case .age(let years): day.wholeYears(until: context.today) >= years
    default: true
    }
  }

  private func day(of bound: DateBound) -> CalendarDay? {
    switch bound {
    case .today: context.today
    case .day(let text): CalendarDay(text)
    }
  }

  /// Lends the value as text, without making a `String` of a secret.
  func withText<Result>(ofSlot slot: Int, _ body: (UTF8Text) -> Result) -> Result {
    if let secret = slots[slot].secret {
      return secret.withUnsafeBytes { body(UTF8Text($0)) }
    }
    return switch slots[slot].value {
    case .string(let text): text.withUTF8Text(body)
    case .int(let number): String(number).withUTF8Text(body)
    case .decimal(let number): number.text.withUTF8Text(body)
    case .bool(let isOn): (isOn ? "true" : "false").withUTF8Text(body)
    default: "".withUTF8Text(body)
    }
  }

  /// A list has as many as it has elements, a text as many of the unit.
  private func length(ofSlot slot: Int, _ unit: LengthUnit) -> Int {
    if case .list(let list) = slots[slot].value { return list.count }
    let node = Int(slots[slot].node)
    if node >= 0 {
      let group = plan.groupOfOwner[Int(nodes[node].component)]
      if group >= 0 { return rowOrder[Int(group)].count }
    }
    return withText(ofSlot: slot) { text in
      switch unit {
      case .grapheme: text.graphemeCount
      case .scalar: text.scalarCount
      case .utf16: text.utf16Count
      case .byte: text.bytes.count
      }
    }
  }

  private func number(ofSlot slot: Int) -> Value? {
    switch slots[slot].value {
    case .int, .decimal: slots[slot].value
    case .string(let text): NumberText.parse(text, decimalComma: words.hasDecimalComma)
    default: nil
    }
  }

  private func compare(_ slot: Int, to bound: Value) -> Int? {
    number(ofSlot: slot).flatMap { Value.compareNumbers($0, bound) }
  }

  private func isMultiple(_ number: Value, of step: Value) -> Bool {
    guard let number = number.exactNumber, let step = step.exactNumber else { return false }
    return number.isMultiple(of: step)
  }

  private func isOne(_ slot: Int, of values: [Value]) -> Bool {
    if let secret = slots[slot].secret {
      return values.contains { value in
        guard case .string(let text) = value else { return false }
        return text.withUTF8Text { text in
          secret.withUnsafeBytes { $0.elementsEqual(text.bytes) }
        }
      }
    }
    if case .list(let chosen) = slots[slot].value { return chosen.allSatisfy(values.contains) }
    return values.contains(slots[slot].value)
  }

  // MARK: - The type of the value

  /// What a person is told of a value that is not of the field's type.
  func mistypedMessage(_ node: Int) -> String {
    let field = component(ofNode: node).field
    let slot = Int(nodes[node].slot)
    if slot >= 0, let limits = field?.file,
      let problem = FileProblem(slots[slot].value, limits: limits)
    {
      return words.message(for: problem)
    }
    return words.mistyped(field?.valueType)
  }

  /// A file that the host is still sending: a submit waits for it.
  func isUploading(_ node: Int) -> Bool {
    guard screen.components[Int(nodes[node].component)].kind == .input(.file) else { return false }
    return FileProblem.isUploading(slots[Int(nodes[node].slot)].value)
  }

  /// True when what was typed or given is not of the field's type: letters in a number, a day
  /// that does not exist, a choice that is not offered. Empty is of every type.
  func isMistyped(_ node: Int) -> Bool {
    let slot = Int(nodes[node].slot)
    guard let field = screen.components[Int(nodes[node].component)].field else { return false }
    switch field.valueType {
    case .text, .bool, .rows:
      return false
    case .cart:
      return cart(ofNode: node).map { !$0.cart.shortLines.isEmpty } ?? false
    case .file:
      return field.file.flatMap { FileProblem(slots[slot].value, limits: $0) } != nil
    case .number, .money, .date:
      guard slots[slot].value.isNull, let text = slots[slot].text else { return false }
      return !text.withUTF8Text { $0.isBlank }
    case .choice:
      let value = slots[slot].value
      if value.isNull || value == .string("") { return false }
      if case .remote = field.options, remoteOptions[node] == nil { return false }
      return !options(ofNode: node).contains { $0.value == value && $0.isEnabled }
    case .choices:
      guard case .list(let chosen) = slots[slot].value, !chosen.isEmpty else { return false }
      if case .remote = field.options, remoteOptions[node] == nil { return false }
      let options = options(ofNode: node)
      return !chosen.allSatisfy { value in options.contains { $0.value == value && $0.isEnabled } }
    }
  }
}
