public import OynaValue

/// A body that a server received for a screen, checked by the same rules as in the client.
///
/// ```swift
/// let submission = try Submission(validating: body, against: screen, context: context)
/// let phone = submission.value(for: "user_phone")
/// ```
///
/// The client's verdict is never trusted: visibility, enabling and every rule are evaluated again
/// over the values that came. What the form would not have sent is refused by name: unknown keys,
/// computed keys, values of another JSON type (a number as a string), options that are not
/// offered, values of fields that are hidden or disabled for these very values.
public struct Submission: Sendable {
  /// The fields that came, in document order.
  public let fields: [Field]
  /// The files that its file fields name: what a server must find among its uploads.
  public let files: [File]
  /// The values as the form of this very screen sends them: what is passed on to a back end, never
  /// the bytes that came. A member that no field asked for has no way into it.
  package let judgedBody: RequestBody
  /// What its `remote` rules ask: the client was answered before, the server asks itself again.
  public let questions: [Question]

  /// A file by what the server answered when it was uploaded.
  public struct File: Sendable {
    /// The key of the field that names it.
    public let key: String
    /// What the upload gave.
    public let id: String
    /// In bytes, within the field's limit.
    public let size: Int64
    /// Media type that the field accepts; empty when none came.
    public let mediaType: String
  }

  /// One `remote` rule that applies.
  public struct Question: Sendable {
    /// The key of the field.
    public let key: String
    /// Its value.
    public let value: Value
    /// As the document wrote it.
    public let url: String
    /// What the person is told when the answer is no.
    public let message: String
  }

  /// One field of a submission.
  public struct Field: Sendable {
    /// The state key.
    public let key: String
    /// Null for a sensitive field.
    public let value: Value
    /// The value of a sensitive field; wiped when released.
    public let secret: Secret?
    /// How a stored row keeps the field.
    public let atRest: FieldModel.AtRest
    /// True where the value must not be stored in clear.
    public let isSensitive: Bool
    /// Values inside the rows of a repeating group that a stored row may not hold in clear;
    /// `value` holds null in the place of a sensitive one.
    public let rowSecrets: [RowSecret]
  }

  /// A value inside a row that a stored row may not hold in clear.
  public struct RowSecret: Sendable {
    /// The place of the row, from 0.
    public let row: Int
    /// The field's key.
    public let key: String
    /// The bytes of a sensitive value, in memory only.
    public let secret: Secret?
    /// The value that is no secret in memory but is to be one at rest; null for a sensitive one.
    public let value: Value
    /// How a stored row keeps it.
    public let atRest: FieldModel.AtRest
  }

  /// Why a body is refused: messages by state key, in document order, keys of no field last.
  ///
  /// A field in a row has the key `group[place].key`.
  public struct Refusal: Error, Sendable {
    /// By state key, in document order; `""` is about the whole.
    public let errors: [(key: String, message: String)]
    /// For each of `errors` the name of the rule that failed; `type`, `hidden`, `upload` and
    /// `unknown` where it was none of the document's.
    public let rules: [String]
  }

  /// Checks a body. Linear in the screen and the body.
  ///
  /// - Parameters:
  ///   - body: the JSON object that came; read it with `duplicateKeys: .refuse`.
  ///   - screen: whose rules are applied.
  ///   - form: the id of the `form` component whose fields were sent; nil for the whole screen.
  ///   - identifier: a member that is no field: the name of a queued submission.
  ///   - context: the day and the language.
  public init(
    validating body: JSON, against screen: Screen, form: String? = nil,
    except identifier: String? = nil, context: Context
  ) throws(Refusal) {
    var check = SubmissionCheck(screen, form: form, context: context)
    guard let members = body.object else {
      throw Refusal(errors: [("", check.store.words[.wrongType])], rules: ["type"])
    }
    if screen.nestsSubmission {
      check.takeObjects(members, except: identifier)
    } else {
      for (key, value) in members where key != identifier { check.take(key, value) }
    }
    try check.finish()
    fields = check.fields()
    files = check.files()
    questions = check.questions()
    judgedBody = check.body()
  }

  /// The value that came for a key; nil when none did, and for a secret.
  public func value(for key: String) -> Value? {
    fields.first { $0.key == key && !$0.isSensitive }?.value
  }

  /// The secret that came for a key.
  public func secret(for key: String) -> Secret? { fields.first { $0.key == key }?.secret }
}

/// Fills a form store from a body and reads its verdicts.
private struct SubmissionCheck {
  var store: FormStore
  private let scope: ComponentIndex?
  /// The slots that the body gave, the group's own included.
  private var given: Set<Int> = []
  /// The values as they came, by slot: the engine clears a choice that is not offered, which a
  /// client's own engine does before anything is sent.
  private var came: [(slot: Int, value: Value)] = []
  private var errors: [(slot: Int, message: String)] = []
  private var strangers: [(key: String, message: String)] = []

  init(_ screen: Screen, form: String?, context: Context) {
    store = FormStore(screen: screen, plan: FormPlan(screen), context: context, isFilled: false)
    scope = form.flatMap { screen.component($0) }
  }

  // MARK: - Taking values in

  mutating func take(_ key: String, _ json: JSON) {
    guard let index = store.slotByKey[key].map(Int.init), store.slots[index].node >= 0,
      isInScope(Int(store.slots[index].node))
    else {
      strangers.append((key, store.words[.unknownField]))
      return
    }
    given.insert(index)
    let node = Int(store.slots[index].node)
    let group = Int(store.plan.groupOfOwner[Int(store.nodes[node].component)])
    if group >= 0 { takeRows(json, group: group, slot: index) } else { take(json, slot: index) }
  }

  /// The members of a body with objects in it, each by the key of its place.
  mutating func takeObjects(_ members: JSON.Members, except identifier: String?) {
    let places = BodyPlaces(store.slotByKey.keys)
    var found: [(key: String, value: JSON)] = []
    strangers += places.find(members, at: "", into: &found, except: identifier).map {
      ($0, store.words[.unknownField])
    }
    for (key, value) in found { take(key, value) }
  }

  private func isInScope(_ node: Int) -> Bool {
    guard let scope else { return true }
    let component = Int(store.nodes[node].component)
    return component >= scope.rawValue && component < store.screen[scope].subtreeEnd.rawValue
  }

  private mutating func take(_ json: JSON, slot: Int) {
    let node = Int(store.slots[slot].node)
    guard let field = store.component(ofNode: node).field else { return }
    if field.isSensitive {
      guard let secret = json.withUTF8({ Secret(copying: $0) }) else {
        refuseType(slot)
        return
      }
      store.setSecret(secret, ofSlot: slot)
      return
    }
    if let model = field.cart {
      guard let cart = try? model.cart(of: json.value),
        Self.names(json.value, areIn: cart.submittedValue)
      else {
        refuseType(slot)
        return
      }
      store.replaceCart(ofSlot: slot, by: cart)
      return
    }
    guard let value = Self.value(json, of: field.valueType) else {
      refuseType(slot)
      return
    }
    store.setValue(value, ofSlot: slot)
    came.append((slot, value))
  }

  private mutating func refuseType(_ slot: Int) {
    errors.append((slot, store.words[.wrongType]))
  }

  /// No control of a person writes these, and logs, terminals and databases trip over them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\n" && scalar != "\r" && scalar != "\t"
      || scalar.value == 0x7F
  }

  /// The value when the JSON type is exactly the field's; nil otherwise.
  private static func value(_ json: JSON, of type: FieldModel.ValueType) -> Value? {
    switch type {
    case .text:
      guard let text = json.string, !text.unicodeScalars.contains(where: isControl) else {
        return nil
      }
      return .string(text)
    case .number:
      return json.kind == .number ? json.value : nil
    case .money:
      return json.kind == .number ? json.int.map { .int($0) } : nil
    case .date:
      guard let text = json.string, CalendarDay(text) != nil else { return nil }
      return .string(text)
    case .bool:
      return json.bool.map { .bool($0) }
    case .choice:
      // No text is no choice: a form leaves the field out.
      let isOne = json.kind != .array && json.kind != .object && !json.isNull
      return isOne && json.string != "" ? json.value : nil
    case .choices:
      return json.array.flatMap { Set($0.map { $0.value }).count == $0.count ? json.value : nil }
    case .file:
      if let files = json.array { return files.allSatisfy(isFile) ? json.value : nil }
      return isFile(json) ? json.value : nil
    case .rows, .cart:
      return nil
    }
  }

  /// Whether a value has no member that another one of the same shape does not have.
  private static func names(_ value: Value, areIn known: Value) -> Bool {
    switch (value, known) {
    case (.map(let value), .map(let known)):
      value.entries.allSatisfy { entry in
        guard case .string(let name) = entry.key, let inner = known[name] else { return false }
        return names(entry.value, areIn: inner)
      }
    case (.list(let values), .list(let known)):
      zip(values, known).allSatisfy { names($0, areIn: $1) }
    default: true
    }
  }

  /// What an upload gave, with no member of anybody's own.
  private static func isFile(_ json: JSON) -> Bool {
    json.object?.allSatisfy { ["id", "name", "size", "type"].contains($0.key) } ?? false
  }

  /// A form shows at least so many rows: those that did not come are there without values.
  private mutating func addMissingRows() {
    for group in store.plan.groups.indices {
      let plan = store.plan.groups[group]
      guard plan.model.minRows > 0,
        let slot = store.slotByKey[store.screen[plan.key].key.name].map(Int.init),
        store.slots[slot].node >= 0, isInScope(Int(store.slots[slot].node))
      else { continue }
      while store.rowOrder[group].count < plan.model.minRows {
        let place = store.rowOrder[group].count
        _ = store.insertRow(group, at: place, values: ValueMap(), isFilled: false)
      }
    }
  }

  private mutating func takeRows(_ json: JSON, group: Int, slot: Int) {
    guard let list = json.array, list.count <= store.plan.groups[group].model.maxRows else {
      refuseType(slot)
      return
    }
    let model = store.plan.groups[group].model
    let places =
      store.screen.nestsSubmission
      ? BodyPlaces(model.rowKeys.map { store.screen[$0].key.name }) : nil
    for element in list {
      var members: [(key: String, value: JSON)] = []
      var unknown: [String] = []
      if let places {
        unknown = places.find(element, into: &members)
      } else if let object = element.object {
        for (key, value) in object { members.append((key, value)) }
      } else {
        refuseType(slot)
        return
      }
      let outer = store.screen[store.plan.groups[group].key].key.name
      let place = store.rowOrder[group].count
      let row = store.insertRow(group, at: place, values: ValueMap(), isFilled: false)
      for name in unknown {
        strangers.append(("\(outer)[\(place)].\(name)", store.words[.unknownField]))
      }
      for (name, value) in members {
        let key = store.screen.key(StateKey(name), in: model)
        let inner = key.map { store.slot(of: $0, row: row) }
        guard let inner, store.slots[inner].node >= 0 else {
          strangers.append(("\(outer)[\(place)].\(name)", store.words[.unknownField]))
          continue
        }
        given.insert(inner)
        take(value, slot: inner)
      }
    }
  }

  // MARK: - The verdict

  mutating func finish() throws(Submission.Refusal) {
    addMissingRows()
    store.finishEvent()
    for (slot, value) in came where store.slots[slot].value != value {
      let type = store.component(ofNode: Int(store.slots[slot].node)).field?.valueType
      errors.append((slot, store.words.mistyped(type)))
    }
    var found: [(key: String, message: String)] = []
    var rules: [String] = []
    for node in store.nodes(in: scope) {
      let slot = Int(store.nodes[node].slot)
      if slot >= 0, let error = errors.first(where: { $0.slot == slot }) {
        found.append((name(slot), error.message))
        rules.append("type")
      } else if slot >= 0, given.contains(slot), !store.nodes[node].isActive {
        found.append((name(slot), store.words[.notShown]))
        rules.append("hidden")
      } else if let message = store.failure(node) {
        found.append((slot >= 0 ? name(slot) : store.name(ofNode: node), message))
        rules.append(store.failedRule(node))
      }
    }
    found += strangers
    rules += strangers.map { _ in "unknown" }
    guard found.isEmpty else {
      store.wipeAllSecrets()
      throw Submission.Refusal(errors: found, rules: rules)
    }
  }

  /// Rows have places here, for a client that sent no identities.
  private func name(_ slot: Int) -> String {
    let row = store.slots[slot].row
    guard row >= 0 else { return store.name(ofSlot: slot) }
    let group = Int(store.rows[Int(row)].group)
    let outer = store.screen[store.plan.groups[group].key].key.name
    let place = store.rowOrder[group].firstIndex(of: row) ?? 0
    return "\(outer)[\(place)].\(store.screen.keys[Int(store.slots[slot].key)].key.name)"
  }

  func fields() -> [Submission.Field] {
    store.nodes(in: scope).compactMap { node in
      let slot = Int(store.nodes[node].slot)
      guard store.nodes[node].row < 0, slot >= 0, given.contains(slot),
        let field = store.component(ofNode: node).field
      else { return nil }
      let group = Int(store.plan.groupOfOwner[Int(store.nodes[node].component)])
      return Submission.Field(
        key: store.name(ofSlot: slot), value: store.storedValue(slot),
        secret: store.slots[slot].secret, atRest: field.atRest, isSensitive: field.isSensitive,
        rowSecrets: group >= 0 ? rowSecrets(group) : [])
    }
  }

  func body() -> RequestBody { store.freeze(store.submittedFields(in: scope)) }

  func files() -> [Submission.File] {
    var found: [Submission.File] = []
    for node in store.nodes(in: scope) {
      let slot = Int(store.nodes[node].slot)
      guard slot >= 0, given.contains(slot), store.component(ofNode: node).field?.file != nil else {
        continue
      }
      let value = store.storedValue(slot)
      var files = [value]
      if case .list(let list) = value { files = list }
      for case .map(let file) in files {
        guard case .string(let id)? = file["id"], case .int(let size)? = file["size"] else {
          continue
        }
        var type = ""
        if case .string(let text)? = file["type"] { type = text }
        found.append(Submission.File(key: name(slot), id: id, size: size, mediaType: type))
      }
    }
    return found
  }

  mutating func questions() -> [Submission.Question] {
    var questions: [Submission.Question] = []
    for check in store.remoteDue {
      let node = Int(check.rule.node)
      guard case .remote(let url, _) = store.plan.rules[Int(check.rule.flat)].rule.check,
        store.nodes[node].isActive, given.contains(Int(store.nodes[node].slot))
      else { continue }
      let key = name(Int(store.nodes[node].slot))
      if questions.contains(where: { $0.key == key && $0.url == url }) { continue }
      questions.append(
        Submission.Question(
          key: key, value: store.submittedValue(node), url: url,
          message: store.message(ofRule: Int(check.rule.flat), node: node)))
    }
    return questions
  }

  private func rowSecrets(_ group: Int) -> [Submission.RowSecret] {
    var secrets: [Submission.RowSecret] = []
    for (place, row) in store.rowOrder[group].enumerated() {
      for key in store.plan.groups[group].model.rowKeys {
        let slot = store.slot(of: key, row: row)
        let node = Int(store.slots[slot].node)
        guard node >= 0, let field = store.component(ofNode: node).field else { continue }
        let secret = store.slots[slot].secret
        let isKeptClear = secret == nil && field.atRest == .clear
        guard !isKeptClear, !store.isEmpty(slot: slot) else { continue }
        secrets.append(
          Submission.RowSecret(
            row: place, key: store.screen[key].key.name, secret: secret,
            value: secret == nil ? store.slots[slot].value : .null, atRest: field.atRest))
      }
    }
    return secrets
  }
}

extension FormStore {
  /// The message of the live verdict when it fails.
  fileprivate mutating func failure(_ node: Int) -> String? {
    guard nodes[node].isActive else { return nil }
    switch nodes[node].verdict {
    case .valid: return nil
    case .pending: return isUploading(node) ? words[.fileNotUploaded] : nil
    case .mistyped: return mistypedMessage(node)
    case .failed(let rule): return message(ofRule: Int(rule), node: node)
    }
  }

  /// The name of what `failure` tells about.
  fileprivate func failedRule(_ node: Int) -> String {
    switch nodes[node].verdict {
    case .valid, .mistyped: "type"
    case .pending: "upload"
    case .failed(let rule): plan.rules[Int(rule)].rule.check.name
    }
  }

  fileprivate func wipeAllSecrets() {
    for slot in slots { slot.secret?.wipe() }
  }
}
