import OynaValue

extension ScreenImporter {
  /// One of the values that a field offers.
  struct Choice {
    let value: Value
    let label: String
  }

  /// Decides what a property becomes.
  func classify(
    _ property: PropertyPlan, _ schema: ResolvedSchema, _ object: ObjectPlan, isRequired: Bool
  ) {
    reportKeywords(schema, property)
    if case .list(let types)? = schema["type"], types.contains(.string("null")), isRequired {
      report.narrower(
        schema.place("type"), "`null` cannot be chosen: a required field asks for a value.")
    }
    let widget = property.ui["widget"]?.text
    if choices(schema, property) != nil {
      let isConsent = schema.types == ["boolean"] && schema["const"] == .bool(true)
      property.kind = isConsent ? .bool : .choice
      return
    }
    switch schema.types.first ?? Self.guess(schema) {
    case "object":
      property.kind = .object
      let isAlwaysThere = object.isAlwaysThere && isRequired
      let inner = ObjectPlan(
        schema, names: object.names + [property.name], ui: property.ui,
        isAlwaysThere: isAlwaysThere, isInRow: object.isInRow)
      property.object = inner
      collect(schema, into: inner, when: nil)
    case "array": classifyList(property, schema, object)
    case "boolean": property.kind = ["radio", "select"].contains(widget) ? .choice : .bool
    case "number", "integer": property.kind = .number
    case "string":
      let isSecret = widget == "password" || schema["format"]?.text == "password"
      property.kind = isSecret ? .secret : schema["format"]?.text == "date" ? .date : .text
    case nil where schema["type"] == .string("null"):
      report.leftOut(schema.pointer, "A field of `null` has nothing to show.")
    default:
      report.leftOut(schema.pointer, "The type is not said: a text is asked for.")
      property.kind = .text
    }
    if schema.types.count > 1 {
      report.narrower(
        schema.place("type"), "Of several types only `\(schema.types[0])` can be entered.")
    }
    if widget == "hidden" || property.ui["field"] != nil {
      report.leftOut(
        "ui:" + property.ui.pointer, "A hidden field is not sent: it is shown to read only.")
    }
  }

  private func reportKeywords(_ schema: ResolvedSchema, _ property: PropertyPlan) {
    let isObject = schema.types == ["object"] || !schema.properties.isEmpty
    if !isObject {
      for (keyword, place) in schema.unknown {
        report.leftOut(place, "`\(keyword)` has no counterpart.")
      }
      for name in property.ui.unknown {
        report.leftOut("ui:" + property.ui.pointer, "`\(name)` has no counterpart.")
      }
    }
  }

  private static func guess(_ schema: ResolvedSchema) -> String? {
    if !schema.properties.isEmpty { return "object" }
    if !schema.items.isEmpty { return "array" }
    let members = schema.members
    if !schema.patterns.isEmpty
      || ["minLength", "maxLength", "format"].contains(where: {
        members[$0] != nil
      })
    {
      return "string"
    }
    let isNumber =
      !schema.multiples.isEmpty
      || ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].contains {
        members[$0] != nil
      }
    return isNumber ? "number" : nil
  }

  private func classifyList(
    _ property: PropertyPlan, _ schema: ResolvedSchema, _ object: ObjectPlan
  ) {
    guard !schema.items.isEmpty else {
      return report.leftOut(schema.pointer, "A list of anything has no counterpart.")
    }
    let items = source.resolve(schema.items, after: schema.references)
    guard !items.isCut else { return }
    if choices(items, property) != nil {
      property.kind = .choices
      if schema["uniqueItems"]?.truth != true {
        report.narrower(schema.pointer, "Each value can be chosen once.")
      }
      return
    }
    guard !object.isInRow else {
      return report.leftOut(schema.pointer, "A list inside a row of a list has no counterpart.")
    }
    if items.types == ["object"] || !items.properties.isEmpty {
      property.kind = .rows
      let row = ObjectPlan(
        items, names: [], ui: property.ui.inside("items"), isAlwaysThere: true, isInRow: true)
      property.object = row
      collect(items, into: row, when: nil)
      return
    }
    let row = PropertyPlan("/", key: "/", ui: property.ui.inside("items"))
    row.variants = [(items, nil)]
    row.requirements = [nil]
    let holder = ObjectPlan(
      schema, names: [], ui: property.ui, isAlwaysThere: true, isInRow: true)
    classify(row, items, holder, isRequired: true)
    guard [.text, .number, .date].contains(row.kind) else {
      return report.leftOut(items.pointer, "A list of this type has no counterpart.")
    }
    property.kind = .rows
    property.row = row
  }

  // MARK: - Choices

  /// The values that a schema offers: `enum`, `const`, alternatives of constants; nil when it does
  /// not.
  func choices(_ schema: ResolvedSchema, _ property: PropertyPlan) -> [Choice]? {
    let values: [(value: Value, label: String?)]
    if let list = schema["enum"]?.items {
      let names = property.ui["enumNames"]?.items ?? schema.enumNames
      values = list.enumerated().map { index, value in
        (value, names.indices.contains(index) ? names[index].text : nil)
      }
    } else if let constant = schema["const"] {
      values = [(constant, nil)]
    } else if let constants = constants(schema) {
      values = constants
    } else if schema.types == ["boolean"],
      ["radio", "select"].contains(property.ui["widget"]?.text)
    {
      let words = ImportWords(options.language)
      values = [(.bool(true), words.yes), (.bool(false), words.no)]
    } else {
      return nil
    }
    let offered = values.filter { $0.value != .null }
    guard !offered.contains(where: { $0.value.map != nil || $0.value.items != nil }) else {
      return nil
    }
    var unique: [Choice] = []
    for (value, label) in offered where !unique.contains(where: { Self.isSame($0.value, value) }) {
      unique.append(Choice(value: value, label: label ?? value.text ?? value.literal))
    }
    return unique
  }

  /// As JSON Schema has it: 1 and 1.0 are one number.
  private static func isSame(_ one: Value, _ other: Value) -> Bool {
    if let one = one.number, let other = other.number { return one == other }
    return one == other
  }

  private func constants(_ schema: ResolvedSchema) -> [(value: Value, label: String?)]? {
    guard let alternative = schema.alternatives.first(where: isOfConstants) else { return nil }
    return alternative.options.flatMap { option -> [(value: Value, label: String?)] in
      let inner = source.resolve([option])
      let title = inner["title"]?.text
      if let constant = inner["const"] { return [(constant, title)] }
      return (inner["enum"]?.items ?? []).map { ($0, title) }
    }
  }

  /// Whether all alternatives name their values.
  func isOfConstants(_ alternative: ResolvedSchema.Alternative) -> Bool {
    let options = alternative.options.map { source.resolve([$0]) }
    return !options.isEmpty
      && options.allSatisfy { option in
        option["const"] != nil || option["enum"] != nil
          || option.types.isEmpty
            && option["type"] == .string("null")
      } && options.contains { $0["const"] != nil || $0["enum"] != nil }
  }
}

/// The few words that no schema has.
struct ImportWords {
  let yes: String
  let no: String
  let submit: String
  let needed: String
  let tooFew: String

  init(_ language: String) {
    switch language {
    case "uz": (yes, no, submit) = ("Ha", "Yoʻq", "Yuborish")
    case "ru": (yes, no, submit) = ("Да", "Нет", "Отправить")
    default: (yes, no, submit) = ("Yes", "No", "Submit")
    }
    switch language {
    case "uz": (needed, tooFew) = ("Bu yerda toʻldirilishi kerak", "Soni mos emas")
    case "ru": (needed, tooFew) = ("Здесь это нужно заполнить", "Неподходящее количество")
    default: (needed, tooFew) = ("This is needed here", "Not the right number of these")
    }
  }
}
