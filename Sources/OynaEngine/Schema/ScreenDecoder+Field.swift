import OynaValue

extension ScreenDecoder {
  /// What makes the component at `index` an input; nil when something in it is wrong (reported).
  func field(_ index: Int, _ kind: InputKind) -> FieldModel? {
    let outline = outlines[index]
    guard let key = outline.key else { return nil }
    let props = outline.members.props
    let options = options(props?.member("options"), in: outline.scope)
    let type = Self.valueType(kind, hasOptions: options != nil, props)
    let atRest = atRest(outline, kind)
    return FieldModel(
      key: key, stateKey: StateKey(outline.stateKey), valueType: type,
      isSensitive: outline.isSensitive, atRest: atRest,
      initial: initial(index, type), options: options,
      currency: kind == .money ? currency(props?.member("currency")) : nil,
      mask: mask(props?.member("mask")),
      file: kind == .file ? fileLimits(props) : nil,
      group: kind == .repeatingGroup ? group(index) : nil,
      cart: kind == .cart ? cart(index) : nil,
      isReadOnly: props?.member("readOnly")?.bool ?? false,
      clearsOnHide: props?.member("onHide")?.string.map { $0 == "clear" } ?? outline.isSensitive,
      bounds: bounds(kind, props))
  }

  private static func valueType(
    _ kind: InputKind, hasOptions: Bool, _ props: JSON?
  ) -> FieldModel.ValueType {
    switch kind {
    case .text, .secure, .textArea, .otp: .text
    case .number, .stepper, .slider: .number
    case .money: .money
    case .date: .date
    case .dropdown: props?.member("multiple")?.bool == true ? .choices : .choice
    case .radioGroup: .choice
    case .checkbox: hasOptions ? .choices : .bool
    case .toggle: .bool
    case .file: .file
    case .repeatingGroup: .rows
    case .cart: .cart
    }
  }

  private func atRest(_ outline: ComponentOutline, _ kind: InputKind) -> FieldModel.AtRest {
    if let own = outline.members.atRest {
      _ = word(own, "atRest", among: ["mask", "encrypted", "clear"])
    }
    // That of `props` was checked with the other members of `props`.
    let json = outline.members.atRest ?? outline.members.props?.member("atRest")
    guard let json, let atRest = json.string.flatMap({ FieldModel.AtRest(rawValue: $0) }) else {
      return outline.isSensitive ? .mask : .clear
    }
    if kind == .file, atRest != .clear {
      error(
        .badValue, "A file and its name are stored as they came: `atRest` has no effect on them.",
        at: json,
        correction: "Leave `atRest` out, and keep the folder of uploads on an encrypted disk.")
    }
    if outline.isSensitive, atRest == .clear {
      error(
        .badValue, "A sensitive field is stored as `mask` or `encrypted`, never `clear`.", at: json)
    }
    return atRest
  }

  private func currency(_ json: JSON?) -> String? {
    guard let json else { return screenCurrency }
    return currencyCode(json)
  }

  /// A code of the list: of another one nobody knows how many minor units make a unit, and an
  /// amount would be off by a hundred.
  func currencyCode(_ json: JSON) -> String? {
    guard let code = string(json, "currency") else { return nil }
    if Currency(code: code) != nil { return code }
    error(
      .badValue,
      "`currency` is the code of a currency (ISO 4217) in three capital letters, such as `UZS`.",
      at: json)
    return nil
  }

  private func bounds(_ kind: InputKind, _ props: JSON?) -> NumericBounds {
    switch kind {
    case .number, .money, .stepper, .slider:
      NumericBounds(
        min: number(props?.member("min"), "min"), max: number(props?.member("max"), "max"),
        step: step(props?.member("step")))
    default:
      NumericBounds(min: nil, max: nil, step: nil)
    }
  }

  // MARK: - Initial values

  private func initial(_ index: Int, _ type: FieldModel.ValueType) -> Value {
    let outline = outlines[index]
    let inState = outline.scope == .screen ? state?.member(outline.stateKey) : nil
    let inProps = outline.members.props?.member("value")
    if outline.isSensitive {
      for json in [inState, inProps] {
        guard let json, json.string != "" else { continue }
        error(
          .sensitiveValue, "`\(outline.stateKey)` is a secret: a document never holds its value.",
          at: json)
      }
      return .null
    }
    for json in [inState, inProps] {
      guard let json else { continue }
      guard isValue(json, of: type, key: outline.stateKey) else { return type.empty }
      if type == .rows { refuseSecrets(in: json, outline) }
      if type == .cart { return cart(index).flatMap { initialCart(json, $0) } ?? .null }
      // Minor units are an integer however they are written: `1.0`, `1e2`.
      if type == .money { return json.int.map { .int($0) } ?? .null }
      return json.value
    }
    return type.empty
  }

  /// The rows that a document begins with hold no value of a secret either.
  private func refuseSecrets(in rows: JSON, _ outline: ComponentOutline) {
    guard let scope = outline.innerScope else { return }
    for key in scopes[scope.rawValue].keys where keys[key.rawValue].isSensitive {
      let name = keys[key.rawValue].key.name
      for row in rows.elements {
        guard let value = row.member(name), value.string != "" else { continue }
        error(
          .sensitiveValue, "`\(name)` is a secret: a document never holds its value.", at: value)
      }
    }
  }

  /// True when a JSON value can be the value of a field of this type; reports when it cannot.
  private func isValue(_ json: JSON, of type: FieldModel.ValueType, key: String) -> Bool {
    let expected: String
    let fits: Bool
    switch type {
    case .text: (expected, fits) = ("text", json.kind == .string)
    case .bool: (expected, fits) = ("true or false", json.kind == .bool)
    case .number: (expected, fits) = ("a number", json.kind == .number)
    case .money:
      (expected, fits) = ("a whole number of minor units", json.int != nil)
    case .date:
      (expected, fits) = (
        "a day that exists, `YYYY-MM-DD`",
        json.string.map { $0.isEmpty || CalendarDay($0) != nil } ?? false
      )
    case .choice:
      (expected, fits) = ("an option's value", json.kind != .array && json.kind != .object)
    case .choices: (expected, fits) = ("a list of option values", json.kind == .array)
    case .rows:
      (expected, fits) = (
        "a list of objects", json.array?.allSatisfy { $0.kind == .object } ?? false
      )
    case .cart: (expected, fits) = ("an object with `lines`", json.kind == .object)
    case .file: (expected, fits) = ("nothing: a person chooses it", false)
    }
    if !fits {
      let isDay = type == .date && json.kind == .string
      let isFraction = type == .money && json.kind == .number
      let isFile = type == .file
      let found = isDay || isFraction || isFile ? "" : ", not \(Self.describe(json))"
      error(.wrongType, "The value of `\(key)` must be \(expected)\(found).", at: json)
    }
    return fits
  }

  // MARK: - Options

  private func options(_ json: JSON?, in scope: ScopeIndex) -> OptionSource? {
    guard let json else { return nil }
    if json.kind == .array { return .fixed(optionList(json, "options")) }
    guard json.kind == .object else {
      wrongType("options", "a list, or an object with `dependsOn` or `url`", json)
      return nil
    }
    if let urlJSON = json.member("url") {
      guard let url = url(urlJSON, "url", in: scope) else { return nil }
      return .remote(RemoteOptions(url: url, reads: Self.sortedKeys(Self.reads(of: url))))
    }
    guard let keyJSON = json.member("dependsOn") else {
      missing("dependsOn", of: "An `options` object", in: json, known: ["cases", "otherwise"])
      return nil
    }
    guard let key = key(keyJSON, "dependsOn", in: scope) else { return nil }
    if keys[key.rawValue].isSensitive {
      error(
        .sensitiveRead,
        "`dependsOn` reads `\(keys[key.rawValue].key.name)`, which is a secret.", at: keyJSON)
      return nil
    }
    var cases: [OptionSource.Case] = []
    if let list = array(json.member("cases"), "cases") {
      for element in list {
        if let one = optionCase(element) { cases.append(one) }
      }
    } else if json.member("cases") == nil {
      missing("cases", of: "An `options` object", in: json, known: ["dependsOn", "otherwise"])
    }
    let otherwise = json.member("otherwise").map { optionList($0, "otherwise") } ?? []
    return .dependent(on: key, cases: cases, otherwise: otherwise)
  }

  private func optionCase(_ json: JSON) -> OptionSource.Case? {
    guard json.kind == .object else {
      wrongType("cases", "a list of objects", json)
      return nil
    }
    var values: [Value] = []
    if let equals = json["equals"] { values.append(equals.value) }
    if let list = array(json.member("in"), "in") { values += list.map { $0.value } }
    guard json["equals"] != nil || json.member("in") != nil else {
      missing("equals", of: "A case of `options`", in: json, known: ["options"])
      return nil
    }
    guard let options = json.member("options") else {
      missing("options", of: "A case of `options`", in: json, known: ["equals", "in"])
      return nil
    }
    return OptionSource.Case(values: values, options: optionList(options, "options"))
  }

  private func optionList(_ json: JSON, _ name: String) -> [Option] {
    guard let list = array(json, name) else { return [] }
    var options: [Option] = []
    options.reserveCapacity(list.count)
    var seen: [Value: JSON] = [:]
    for element in list {
      guard let option = option(element, name) else { continue }
      if let first = seen[option.value], !isFull {
        error(
          .badValue, "Two options have the same value: \(Self.at(first)) has it too.",
          at: element.member("value") ?? element)
      }
      seen[option.value] = element
      options.append(option)
    }
    return options
  }

  private func option(_ json: JSON, _ name: String) -> Option? {
    guard json.kind == .object else {
      wrongType(name, "a list of `{\"value\", \"label\"}`", json)
      return nil
    }
    guard let value = json.member("value") else {
      missing("value", of: "An option", in: json, known: ["label", "disabled"])
      return nil
    }
    guard value.kind != .array, value.kind != .object else {
      wrongType("value", "text, a number, true or false", value)
      return nil
    }
    guard let label = json.member("label") else {
      missing("label", of: "An option", in: json, known: ["value", "disabled"])
      return nil
    }
    guard let text = string(label, "label") else { return nil }
    let isDisabled = bool(json.member("disabled"), "disabled") ?? false
    return Option(value: value.value, label: text, isEnabled: !isDisabled)
  }

  static func reads(of template: Template) -> [KeyIndex] {
    guard case .parts(let parts) = template else { return [] }
    var reads: [KeyIndex] = []
    for part in parts {
      if case .expression(let bound, _) = part { reads += bound.reads }
    }
    return reads
  }

  // MARK: - Masks, files, groups

  private func mask(_ json: JSON?) -> InputMask? {
    guard let json else { return nil }
    if let pattern = json.string {
      switch pattern {
      case "card": return .card
      case "date": return .date
      case "phone": return .phone(region: "UZ")
      default: return customMask(pattern, at: json)
      }
    }
    guard json.kind == .object else {
      wrongType("mask", "`phone`, `card`, `date`, a pattern or an object", json)
      return nil
    }
    if let pattern = json.member("pattern") {
      return string(pattern, "pattern").flatMap { customMask($0, at: pattern) }
    }
    guard let type = json.member("type") else {
      missing("type", of: "A mask", in: json, known: ["region", "pattern"])
      return nil
    }
    switch word(type, "type", among: ["phone", "card", "date"]) {
    case "card": return .card
    case "date": return .date
    case "phone":
      guard let region = json.member("region") else { return .phone(region: "UZ") }
      guard let text = string(region, "region") else { return nil }
      if Self.isRegion(text) { return .phone(region: text) }
      error(
        .badValue, "`region` must be a country of two capital letters, such as `UZ`.", at: region)
      return nil
    default: return nil
    }
  }

  private func customMask(_ pattern: String, at json: JSON) -> InputMask? {
    if pattern.utf8.contains(where: { "#A*".utf8.contains($0) }), pattern.utf8.count <= 64 {
      return .custom(pattern: pattern)
    }
    error(
      .badValue,
      "A mask is `phone`, `card`, `date` or a pattern of up to 64 bytes with `#` for a digit, `A` "
        + "for a letter or `*` for either.",
      at: json, correction: nearest(pattern, among: ["phone", "card", "date"]))
    return nil
  }

  private func fileLimits(_ props: JSON?) -> FileLimits {
    var accept: [String] = []
    for element in props?.member("accept")?.elements ?? [] {
      if let type = string(element, "accept") { accept.append(type) }
    }
    return FileLimits(
      accept: accept,
      maxBytes: int(props?.member("maxBytes"), "maxBytes", atLeast: 1) ?? 10 << 20,
      maxFiles: int(props?.member("maxFiles"), "maxFiles", atLeast: 1) ?? 1,
      uploadURL: props?.member("uploadUrl")?.string)
  }

  private func group(_ index: Int) -> GroupModel? {
    let outline = outlines[index]
    guard let scope = outline.innerScope else { return nil }
    let props = outline.members.props
    let minimum = int(props?.member("minRows"), "minRows") ?? 0
    let maximum = int(props?.member("maxRows"), "maxRows", atLeast: 1) ?? 100
    if minimum > maximum, let json = props?.member("minRows") {
      error(.badValue, "`minRows` is over `maxRows`, which is \(maximum).", at: json)
    }
    let rowKeys = scopes[scope.rawValue].keys.filter {
      if case .field = keys[$0.rawValue].origin { true } else { false }
    }
    return GroupModel(
      scope: scope, rowKeys: rowKeys, minRows: minimum, maxRows: maximum,
      addLabel: template(props?.member("addLabel"), "addLabel", in: outline.scope),
      removeLabel: template(props?.member("removeLabel"), "removeLabel", in: outline.scope))
  }
}
