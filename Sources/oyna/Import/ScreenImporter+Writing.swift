import OynaValue

extension ScreenImporter {
  /// The document.
  func screen(_ object: ObjectPlan) -> Value {
    let words = ImportWords(options.language)
    let title = Self.template(object.ui["title"]?.text ?? object.schema["title"]?.text ?? "")
    var children: [Value] = []
    if !title.isEmpty {
      children.append(
        .object([
          "type": .string("text"),
          "props": .object(["text": .string(title), "style": .string("title")]),
        ]))
    }
    if let text = object.ui["description"]?.text ?? object.schema["description"]?.text {
      children.append(
        .object([
          "type": .string("text"),
          "props": .object(["text": .string(Self.template(text)), "style": .string("body")]),
        ]))
    }
    children += components(object)
    let button = object.ui["submitButtonOptions"]?.map?["submitText"]?.text ?? words.submit
    let submit: Value = .object([
      "type": .string("submit"), "method": .string("POST"),
      "url": .string(options.url ?? "/api/\(options.id)"),
    ])
    children.append(
      .object([
        "id": .string(unusedID(["submit"])), "type": .string("button"),
        "props": .object([
          "label": .string(Self.template(button)), "style": .string("primary"),
        ]),
        "on": .object(["tap": submit]),
      ]))
    let form: Value = .object([
      "id": .string(unusedID(["form"])), "type": .string("form"), "children": .list(children),
      "validations": rules(of: object),
    ])
    return .object([
      "oyna": .string("1"), "id": .string(options.id), "title": .string(title),
      "language": .string(options.language), "submission": .string("nested"), "body": form,
    ])
  }

  /// Braces mean something in a text of a screen.
  static func template(_ text: String) -> String {
    text.split(separator: "{{", omittingEmptySubsequences: false).joined(separator: "{{{{")
  }

  func unusedID(_ names: [String]) -> String {
    let plain = names.joined(separator: "_").map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "_"
    }
    var id = String(plain)
    var number = 2
    while !usedIDs.insert(id).inserted {
      id = String(plain) + "_\(number)"
      number += 1
    }
    return id
  }

  private func rules(of object: ObjectPlan) -> Value? {
    let rules = object.rules.filter { $0 != "true" }.map { rule in
      expression(absence(of: object).map { CELText.implies($0, rule) } ?? rule)
    }
    return rules.isEmpty ? nil : .list(rules)
  }

  // MARK: - Components

  private func components(_ object: ObjectPlan) -> [Value] {
    close(object)
    return ordered(object).compactMap { property in
      if property.kind == .object || property.kind == .rows && property.row == nil,
        property.object?.properties.isEmpty != false
      {
        report.leftOut(property.main.pointer, "An object of free members has no counterpart.")
        property.kind = .none
      }
      guard !property.variants.isEmpty, property.kind != .none else {
        let isUnseen = !property.variants.isEmpty && property.isRequired
        if isUnseen {
          report.leftOut(
            property.main.pointer, "It is required and cannot be entered: nothing sent is valid.")
        }
        return nil
      }
      return component(property, in: object)
    }
  }

  /// Hides what a part of the schema refuses, as it does not describe it.
  private func close(_ object: ObjectPlan) {
    for (names, place, condition) in object.closures {
      for property in object.properties where !names.contains(property.name) {
        report.narrower(
          place, "`\(property.name)` is refused here, where only its own members are known.")
        property.exclusions.append(condition ?? "true")
      }
    }
    // What is hidden is not asked for, so the object is refused where it has to be there.
    for property in object.properties {
      for exclusion in property.exclusions {
        for requirement in property.requirements {
          object.rules.append(CELText.not(CELText.all([exclusion, requirement ?? "true"])))
        }
      }
    }
  }

  private func ordered(_ object: ObjectPlan) -> [PropertyPlan] {
    guard let order = object.ui["order"]?.items?.compactMap(\.text) else {
      return object.properties
    }
    let others = object.properties.filter { !order.contains($0.name) }
    return order.flatMap { name in
      name == "*" ? others : object.property(name).map { [$0] } ?? []
    } + (order.contains("*") ? [] : others)
  }

  private func component(_ property: PropertyPlan, in object: ObjectPlan) -> Value {
    var shown: [String] = []
    if let introduction = property.introduction { shown.append(introduction) }
    if !object.isAlwaysThere, object.fillsIn(property), !avoidsCycles,
      let isPresent = object.isPresent
    {
      shown.append(isPresent)
    }
    if !property.exclusions.isEmpty {
      shown.append(CELText.not(CELText.any(property.exclusions)))
    }
    let visibleWhen = shown.isEmpty ? nil : Value.string(CELText.all(shown))
    let id = Value.string(
      unusedID((object.isInRow ? ["row"] : []) + object.names + [property.name]))
    if property.kind == .object, let inner = property.object {
      return section(property, inner, in: object, id: id, visibleWhen: visibleWhen)
    }
    var rules = self.rules(property, in: object)
    var children: Value?
    if property.kind == .rows {
      let row = property.row.map { row -> [Value] in
        let holder = ObjectPlan(
          row.main, names: [], ui: row.ui, isAlwaysThere: true, isInRow: true)
        return [component(row, in: holder)]
      }
      children = .list(row ?? property.object.map { components($0) } ?? [])
      rules += property.object?.rules.isEmpty == false ? rowRules(property) : []
    }
    return .object([
      "id": id, "type": .string(type(property)), "props": props(property, in: object),
      "children": children, "validations": rules.isEmpty ? nil : .list(rules),
      "visibleWhen": visibleWhen,
    ])
  }

  /// What holds between the values of a row has no place of its own: rules stand on fields.
  private func rowRules(_ property: PropertyPlan) -> [Value] {
    report.leftOut(
      property.object?.schema.pointer ?? property.main.pointer,
      "What holds between the fields of a row has no counterpart.")
    return []
  }

  private func section(
    _ property: PropertyPlan, _ inner: ObjectPlan, in object: ObjectPlan, id: Value,
    visibleWhen: Value?
  ) -> Value {
    let words = ImportWords(options.language)
    let children = components(inner)
    var rules = self.rules(of: inner)?.items ?? []
    for requirement in property.requirements {
      guard absence(of: inner) != nil || inner.isAlwaysThere, let isPresent = inner.isPresent
      else { continue }
      // Its own required fields see to it.
      if inner.isAlwaysThere || requirement == nil && absence(of: object) == nil {
        guard !inner.hasBox, !inner.properties.contains(where: \.isRequired) else {
          continue
        }
        report.narrower(
          inner.schema.pointer, "An object with nothing in it is not sent: one field is asked for.")
      }
      let conditions = [absence(of: object), requirement].compactMap { $0 }
      rules.append(
        expression(
          conditions.isEmpty ? isPresent : CELText.implies(CELText.all(conditions), isPresent),
          message: words.needed))
    }
    let title =
      property.ui["title"]?.text ?? inner.schema["title"]?.text ?? Self.words(property.name)
    let text = property.ui["description"]?.text ?? inner.schema["description"]?.text
    return .object([
      "id": id, "type": .string("section"),
      "props": .object([
        "title": .string(Self.template(title)),
        "subtitle": text.map { .string(Self.template($0)) },
      ]),
      "children": .list(children), "validations": rules.isEmpty ? nil : .list(rules),
      "visibleWhen": visibleWhen,
    ])
  }

  // MARK: - Props

  private func type(_ property: PropertyPlan) -> String {
    let widget = property.ui["widget"]?.text
    switch property.kind {
    case .text: return widget == "textarea" ? "text_area" : "text_input"
    case .secret: return "secure_input"
    case .number: return widget == "range" && bounds(property) != nil ? "slider" : "number_input"
    case .date: return "date_input"
    case .bool: return "checkbox"
    case .choice: return widget == "radio" ? "radio_group" : "dropdown"
    case .choices: return widget == "select" ? "dropdown" : "checkbox"
    case .rows: return "repeating_group"
    case .object, .none: return "section"
    }
  }

  private func bounds(_ property: PropertyPlan) -> (Value, Value)? {
    guard let low = property.main["minimum"], let high = property.main["maximum"] else {
      return nil
    }
    return (low, high)
  }

  /// `firstName`, `first_name` → "First name".
  static func words(_ name: String) -> String {
    var text = ""
    for character in name {
      if character == "_" || character == "-" {
        text += " "
      } else if character.isUppercase, text.last?.isLowercase == true {
        text += " " + character.lowercased()
      } else {
        text.append(character)
      }
    }
    return text.isEmpty ? name : text.prefix(1).uppercased() + text.dropFirst()
  }

  private func props(_ property: PropertyPlan, in object: ObjectPlan) -> Value {
    let schema = property.main
    let ui = property.ui
    var name = property.name
    if property.key == "/" { name = object.ui["title"]?.text ?? "Value" }
    let label = ui["title"]?.text ?? schema["title"]?.text ?? Self.words(name)
    let hint = ui["help"]?.text ?? ui["description"]?.text ?? schema["description"]?.text
    let example = ui["placeholder"]?.text ?? schema["examples"]?.items?.first?.text
    let isReadOnly =
      schema["readOnly"]?.truth == true || ui["readonly"]?.truth == true
      || ui["disabled"]?.truth == true || ui["widget"]?.text == "hidden"
      || object.fillsIn(property) && (object.isAlwaysThere || !avoidsCycles)
    let takesText = [.text, .secret, .number].contains(property.kind)
    var props =
      Value.object([
        "label": .string(Self.template(label)), "stateKey": .string(property.key),
        "hint": hint.map { .string(Self.template($0)) },
        "placeholder": takesText ? example.map { .string(Self.template($0)) } : nil,
        "readOnly": isReadOnly ? .bool(true) : nil,
        "autofocus": ui["autofocus"]?.truth == true ? .bool(true) : nil,
        "autocomplete": ui["autocomplete"]?.text.map { .string($0) },
        "value": initial(property, in: object),
      ]).map ?? ValueMap()
    for (name, value) in own(property, in: object) { props.set(value, for: name) }
    return .map(props)
  }

  /// What only this kind of field has.
  private func own(_ property: PropertyPlan, in object: ObjectPlan) -> [(String, Value)] {
    let schema = property.main
    switch property.kind {
    case .text:
      let keyboards = ["email": "emailAddress", "uri": "url", "ipv4": "decimalPad"]
      let keyboard = schema["format"]?.text.flatMap { keyboards[$0] }
      let rows = property.ui["widget"]?.text == "textarea" ? property.ui["rows"] : nil
      return [("keyboardType", keyboard.map { .string($0) }), ("rows", rows)].compactMap {
        pair in pair.1.map { (pair.0, $0) }
      }
    case .number:
      guard type(property) == "slider", let (low, high) = bounds(property) else { return [] }
      let step = schema.multiples.first?.value ?? (schema.entered == "integer" ? .int(1) : nil)
      return [("min", low), ("max", high), ("showValue", .bool(true))]
        + (step.map { [("step", $0)] } ?? [])
    case .choice, .choices:
      var own: [(String, Value)] = [("options", offered(property, in: object))]
      let count = own[0].1.items?.count ?? 0
      if type(property) == "dropdown" {
        if property.kind == .choices { own.append(("multiple", .bool(true))) }
        if count > 12 { own.append(("searchable", .bool(true))) }
      }
      let isInline = property.ui["inline"]?.truth == true
      if isInline, type(property) == "radio_group" {
        own.append(("layout", .string("horizontal")))
      }
      return own
    case .rows:
      var own: [(String, Value)] = []
      if property.isRequired, object.isAlwaysThere {
        own.append(("minRows", .int(max(1, schema["minItems"]?.number?.int64 ?? 1))))
        if (schema["minItems"]?.number?.int64 ?? 0) == 0 {
          report.narrower(schema.pointer, "An empty list is not sent: one row is asked for.")
        }
      }
      if let most = schema["maxItems"]?.number?.int64, most <= 100 {
        own.append(("maxRows", .int(most)))
      }
      return own
    case .secret, .date, .bool, .object, .none: return []
    }
  }

  /// The value to begin with: `default`, or the only value that is right.
  private func initial(_ property: PropertyPlan, in object: ObjectPlan) -> Value? {
    let schema = property.main
    if object.fillsIn(property), object.isAlwaysThere || !avoidsCycles { return schema["const"] }
    guard let value = schema["default"], value != .null else { return nil }
    guard !object.asks(besides: property) else {
      report.narrower(
        schema.place("default"),
        "This default would begin an optional object that asks for more: it is not filled in.")
      return nil
    }
    let isRight: Bool
    switch property.kind {
    case .text: isRight = value.text != nil
    case .date: isRight = value.text.map { CalendarDay($0) != nil } ?? false
    case .number: isRight = value.number != nil
    case .bool: isRight = value.truth != nil
    case .choice: isRight = (choices(schema, property) ?? []).contains { $0.value == value }
    case .choices: isRight = value.items != nil
    case .rows: return rows(value, property)
    case .secret, .object, .none: isRight = false
    }
    if !isRight {
      report.leftOut(schema.place("default"), "This default cannot be the field's value.")
    }
    return isRight ? value : nil
  }

  private func rows(_ value: Value, _ property: PropertyPlan) -> Value? {
    let rows = (value.items ?? []).map { item -> Value? in
      if property.row != nil { return .object(["/": item]) }
      guard let object = property.object else { return nil }
      var row = ValueMap()
      fill(&row, item, object)
      return .map(row)
    }
    let known = rows.compactMap { $0 }
    return known.isEmpty ? nil : .list(known)
  }

  private func fill(_ row: inout ValueMap, _ item: Value, _ object: ObjectPlan) {
    for property in object.properties {
      guard let value = item.map?[property.name] else { continue }
      if let inner = property.object, property.kind == .object {
        fill(&row, value, inner)
      } else if property.kind != .none {
        row.set(value, for: property.key)
      }
    }
  }
}
