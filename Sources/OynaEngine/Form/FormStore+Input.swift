import OynaValue

/// Why a value did not reach a field.
enum InputRefusal: Error {
  case unknownKey
  /// The field takes another JSON type; what it takes, in words.
  case wrongType(expected: String)
  case readOnly
}

extension FormStore {
  // MARK: - Finding a field

  /// The slot of a key as hosts and servers write it: a state key, or `group[rowId].key`.
  func slot(named name: String) -> Int? {
    if let slot = slotByKey[name] { return Int(slot) }
    guard let (outer, rowID, inner) = splitRowName(name), let slot = slotByKey[outer] else {
      return nil
    }
    let node = Int(slots[Int(slot)].node)
    guard node >= 0 else { return nil }
    let group = Int(plan.groupOfOwner[Int(nodes[node].component)])
    guard group >= 0, let row = row(rowID, inGroup: group),
      let key = screen.key(StateKey(inner), in: plan.groups[group].model)
    else { return nil }
    return self.slot(of: key, row: row)
  }

  /// The input with this key.
  func field(named name: String) -> Int? {
    guard let slot = slot(named: name) else { return nil }
    let node = Int(slots[slot].node)
    return node >= 0 ? node : nil
  }

  /// The node of a component's id, or of `group[rowId].id`.
  func node(named name: String) -> Int? {
    if let component = screen.component(name) {
      let isTemplate = plan.groupOfComponent[component.rawValue] >= 0
      return isTemplate ? nil : component.rawValue
    }
    guard let (outer, rowID, inner) = splitRowName(name),
      let owner = screen.component(outer), let component = screen.component(inner)
    else { return nil }
    let group = Int(plan.groupOfOwner[owner.rawValue])
    guard group >= 0, plan.groupOfComponent[component.rawValue] == Int32(group),
      let row = row(rowID, inGroup: group)
    else { return nil }
    return node(of: component, row: row)
  }

  /// The row itself, `group[rowId]`.
  func row(named name: String) -> Int32? {
    guard name.utf8.last == UInt8(ascii: "]"),
      let open = name.utf8.firstIndex(of: UInt8(ascii: "[")),
      let owner = screen.component(String(name[..<open]))
    else { return nil }
    let group = Int(plan.groupOfOwner[owner.rawValue])
    let id = name[name.utf8.index(after: open)...].dropLast()
    return group < 0 ? nil : row(String(id), inGroup: group)
  }

  private func splitRowName(_ name: String) -> (outer: String, row: String, inner: String)? {
    let bytes = name.utf8
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let dot = bytes.index(after: close)
    guard dot < bytes.endIndex, bytes[dot] == UInt8(ascii: ".") else { return nil }
    return (
      String(name[..<open]), String(name[bytes.index(after: open)..<close]),
      String(name[bytes.index(after: dot)...])
    )
  }

  /// The key as hosts and servers write it.
  func name(ofSlot slot: Int) -> String {
    let key = screen.keys[Int(slots[slot].key)].key.name
    let row = slots[slot].row
    guard row >= 0 else { return key }
    let group = plan.groups[Int(rows[Int(row)].group)]
    return "\(screen[group.key].key.name)[\(rows[Int(row)].id)].\(key)"
  }

  func name(ofNode node: Int) -> String {
    let id = screen.components[Int(nodes[node].component)].id
    let row = nodes[node].row
    guard row >= 0 else { return id }
    let group = plan.groups[Int(rows[Int(row)].group)]
    return "\(screen[group.component].id)[\(rows[Int(row)].id)].\(id)"
  }

  // MARK: - What a person typed

  /// Brings a value to the form in which the field keeps it.
  func content(
    of input: Value, field: FieldModel
  ) throws(InputRefusal) -> FieldContent {
    switch field.valueType {
    case .text: return try textContent(of: input, field: field)
    case .number, .money: return try numberContent(of: input, field: field)
    case .date: return try dateContent(of: input)
    case .bool:
      guard case .bool = input else { throw .wrongType(expected: "true or false") }
    case .choice:
      switch input {
      case .null, .string, .int, .decimal, .bool: break
      default: throw .wrongType(expected: "the value of one option, or null")
      }
    case .choices:
      if input.isNull { return FieldContent(value: .list([]), text: nil) }
      guard case .list = input else { throw .wrongType(expected: "a list of option values") }
    case .file:
      switch input {
      case .null, .map, .list: break
      default: throw .wrongType(expected: "what the upload gave, or null")
      }
    case .cart:
      throw .wrongType(expected: "no value: it is changed line by line")
    case .rows:
      throw .wrongType(expected: "no value: its rows are added, removed and filled one by one")
    }
    return FieldContent(value: input, text: nil)
  }

  private func textContent(
    of input: Value, field: FieldModel
  ) throws(InputRefusal) -> FieldContent {
    switch input {
    case .null: return FieldContent(value: .string(""), text: nil)
    case .string(let text):
      let value = field.mask?.value(of: text) ?? text
      return FieldContent(value: .string(value), text: nil)
    default: throw .wrongType(expected: "a string")
    }
  }

  /// A number, or text on its way to one: what is no number yet is kept as it was typed.
  private func numberContent(
    of input: Value, field: FieldModel
  ) throws(InputRefusal) -> FieldContent {
    switch input {
    case .null:
      return FieldContent(value: .null, text: nil)
    case .int:
      return FieldContent(value: input, text: nil)
    case .decimal where field.valueType == .number:
      return FieldContent(value: input, text: nil)
    case .string(let text):
      return FieldContent(value: number(typed: text, field: field), text: text)
    default:
      throw .wrongType(
        expected: field.valueType == .money
          ? "an integer of minor units, or what was typed as a string"
          : "a number, or what was typed as a string")
    }
  }

  private func number(typed text: String, field: FieldModel) -> Value {
    guard field.valueType == .money, let code = field.currency,
      let currency = OynaValue.Currency(code: code)
    else { return NumberText.parse(text, decimalComma: words.hasDecimalComma) ?? .null }
    do throws(OynaValue.Money.ParseError) {
      let money = try OynaValue.Money(typed: text, currency: currency, language: words.language)
      return .int(money.minorUnits)
    } catch {
      return .null
    }
  }

  private func dateContent(of input: Value) throws(InputRefusal) -> FieldContent {
    switch input {
    case .null: return FieldContent(value: .null, text: nil)
    case .string(let text):
      if text.isEmpty { return FieldContent(value: .null, text: nil) }
      let day = InputMask.date.value(of: text)
      if CalendarDay(day) != nil { return FieldContent(value: .string(day), text: nil) }
      return FieldContent(value: .null, text: text)
    default: throw .wrongType(expected: "a string YYYY-MM-DD, or null")
    }
  }
}
