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
    property.isYesOrNo =
      schema.types == ["boolean"] && isAskedAsChoice(property, in: object)
    if choices(schema, property) != nil {
      let isConsent = schema.types == ["boolean"] && schema["const"] == .bool(true)
      property.kind = isConsent && object.isAlwaysThere ? .bool : .choice
      return
    }
    if offersWhatNoFieldHolds(schema) {
      return report.leftOut(
        schema.pointer, "A constant that is an object or a list has no counterpart.")
    }
    switch schema.entered ?? Self.guess(schema) {
    case "object":
      property.kind = .object
      let isAlwaysThere = object.isAlwaysThere && isRequired
      let inner = ObjectPlan(
        schema, names: object.names + [property.name], ui: property.ui,
        isAlwaysThere: isAlwaysThere, isInRow: object.isInRow)
      inner.outer = object
      property.object = inner
      collect(schema, into: inner, when: nil)
    case "array": classifyList(property, schema, object)
    case "boolean": property.kind = .bool
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
    let covered = schema.entered == "number" ? ["number", "integer"] : [schema.entered]
    if let entered = schema.entered, schema.types.contains(where: { !covered.contains($0) }) {
      report.narrower(
        schema.place("type"), "Of several types only `\(entered)` can be entered.")
    }
    if widget == "hidden" || property.ui["field"] != nil {
      report.leftOut(
        "ui:" + property.ui.pointer, "A hidden field is not sent: it is shown to read only.")
    }
  }

  /// A box is always sent, as `true` or `false`: where it stands in an object that may stay
  /// empty, or something asks that it be absent, a choice of yes and no takes its place.
  private func isAskedAsChoice(_ property: PropertyPlan, in object: ObjectPlan) -> Bool {
    ["radio", "select"].contains(property.ui["widget"]?.text) || !object.isAlwaysThere
      || asksAbsence(of: property.name, in: object)
  }

  /// Whether a condition or an alternative of the object asks if a property is there.
  private func asksAbsence(of name: String, in object: ObjectPlan) -> Bool {
    let schema = object.schema
    let parts =
      schema.negations + schema.alternatives.flatMap(\.options)
      + schema.conditionals.compactMap { $0.part("if") }
    return parts.contains { Self.requires(name, Value.map($0.members)) }
      || schema.dependents.contains { $0.trigger == name }
  }

  private static func requires(_ name: String, _ value: Value) -> Bool {
    let isNamed = value.map?["required"]?.items?.contains(.string(name)) == true
    if isNamed, value.map?["properties"]?.map?[name] == nil { return true }
    return ["allOf", "anyOf", "oneOf"].contains { keyword in
      value.map?[keyword]?.items?.contains { requires(name, $0) } == true
    } || value.map?["not"].map { requires(name, $0) } == true
  }

  /// Constants that are objects or lists.
  private func offersWhatNoFieldHolds(_ schema: ResolvedSchema) -> Bool {
    (schema["const"].map { [$0] } ?? schema["enum"]?.items ?? []).contains {
      $0.map != nil || $0.items != nil
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
    } else if property.isYesOrNo {
      values = [(.bool(true), nil), (.bool(false), nil)]
    } else {
      return nil
    }
    let offered = values.filter { $0.value != .null }
    guard !offered.contains(where: { $0.value.map != nil || $0.value.items != nil }) else {
      return nil
    }
    // As JSON Schema has it, 1 and 1.0 are one number.
    let words = ImportWords(options.language)
    var seen: Set<Value> = []
    return offered.compactMap { value, label in
      let label = label ?? value.truth.map { $0 ? words.yes : words.no }
      let isNew = seen.insert(value.number.map { .decimal($0) } ?? value).inserted
      return isNew ? Choice(value: value, label: label ?? value.text ?? value.literal) : nil
    }
  }

  private func constants(_ schema: ResolvedSchema) -> [(value: Value, label: String?)]? {
    guard let alternative = schema.alternatives.first(where: isOfConstants) else { return nil }
    return alternative.options.flatMap { option -> [(value: Value, label: String?)] in
      if let constant = option["const"], option["$ref"] == nil {
        return [(constant, option["title"]?.text)]
      }
      let inner = source.resolve([option])
      let title = inner["title"]?.text
      if let constant = inner["const"] { return [(constant, title)] }
      return (inner["enum"]?.items ?? []).map { ($0, title) }
    }
  }

  /// Whether all alternatives name their values.
  func isOfConstants(_ alternative: ResolvedSchema.Alternative) -> Bool {
    // Lists of thousands are read once: what names its value needs no merging.
    let isPlain = alternative.options.allSatisfy { $0["const"] != nil && $0["$ref"] == nil }
    guard !isPlain else { return !alternative.options.isEmpty }
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
