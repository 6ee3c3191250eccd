import OynaValue

extension FormStore {
  /// A template's text as seen from `row`; each expression in it counts as evaluated.
  mutating func text(_ template: Template, row: Int32, site: Int) -> String {
    switch template {
    case .plain(let text):
      return text
    case .parts(let parts):
      var result = ""
      for part in parts {
        switch part {
        case .text(let text):
          result += text
        case .expression(let expression, let format):
          let value = evaluate(expression, row: row, site: site) ?? .null
          result += text(of: value, format)
        }
      }
      return result
    }
  }

  /// A value of an action: given, or computed now.
  mutating func value(_ template: ValueTemplate, row: Int32) -> Value {
    switch template {
    case .literal(let value):
      return value
    case .expression(let expression):
      return evaluate(expression, row: row, site: expressionSite(expression)) ?? .null
    case .text(let template):
      return .string(text(template, row: row, site: -1))
    case .list(let elements):
      var list: [Value] = []
      for element in elements { list.append(value(element, row: row)) }
      return .list(list)
    case .map(let members):
      var map = ValueMap()
      for member in members { map.set(value(member.value, row: row), for: member.name) }
      return .map(map)
    }
  }

  /// Expressions of actions have no place in the tables: each is told apart by its source.
  func expressionSite(_ expression: BoundExpression) -> Int {
    var hash = 5381
    for byte in expression.program.source.utf8 { hash = hash &* 33 &+ Int(byte) }
    return hash | Int.min
  }

  // MARK: - Formatting

  private func text(of value: Value, _ format: Template.Format?) -> String {
    guard !value.isNull else { return "" }
    switch format {
    case .number:
      return value.exactNumber.map { NumberText.format($0, words.language) } ?? plainText(of: value)
    case .money(let code):
      guard case .int(let units) = value,
        let currency = OynaValue.Currency(code: code ?? screen.currency)
      else { return plainText(of: value) }
      return OynaValue.Money(minorUnits: units, currency: currency).formatted(words.language)
    case .date:
      guard case .string(let text) = value, let day = CalendarDay(text) else {
        return plainText(of: value)
      }
      return words.text(of: day)
    case .plural(let forms):
      let category = words.pluralCategory(of: value)
      let form =
        forms.first { $0.category == category }?.text
        ?? forms.first { $0.category == "other" }?.text ?? ""
      guard form.utf8.contains(UInt8(ascii: "#")) else { return form }
      let number = text(of: value, .number)
      return form.split(separator: "#", omittingEmptySubsequences: false)
        .joined(separator: number)
    case .custom(let name):
      let language = screen.language ?? context.language
      return screen.extensions.format(name).map { $0(value, language) } ?? plainText(of: value)
    case nil:
      return plainText(of: value)
    }
  }

  private func plainText(of value: Value) -> String {
    switch value {
    case .string(let text): return text
    case .int(let number): return String(number)
    case .decimal(let number): return number.text
    case .bool(let isOn): return isOn ? "true" : "false"
    case .null: return ""
    default:
      var writer = JSONWriter()
      writer.value(value)
      return writer.text
    }
  }
}
