import OynaValue

extension ScreenDecoder {
  static let queueMembers = [
    "lane", "kind", "title", "identifier", "hold", "timeToLive", "lookUp", "undo", "message",
  ]

  /// `submit` or `request` with `queue`; nil when something in it is wrong (reported).
  func enqueue(
    _ json: JSON, _ scope: ScopeIndex, method: String, url: Template, body: QueueAction.Body,
    outcomes: [Outcome]
  ) -> Action? {
    usesQueue = true
    guard let place = json.member("queue"), object(place, "queue") != nil else { return nil }
    if let headers = json.member("headers") {
      error(
        .badValue,
        "A queued request has no `headers`: only its body is stored, headers are made when it is "
          + "sent.", at: headers)
    }
    guard OutboxTarget(method, "/") != nil else {
      error(.badValue, "A `\(method)` changes nothing and is not queued.", at: place)
      return nil
    }
    checkTarget(url, "url", at: json.member("url") ?? json)
    guard let lane = place.member("lane") else {
      missing("lane", of: "`queue`", in: place, known: Self.queueMembers)
      return nil
    }
    guard let laneTemplate = valueTemplate(lane, "lane", in: scope) else { return nil }
    let identifier = string(place.member("identifier"), "identifier")
    let model = QueueModel(
      lane: laneTemplate, lanePrefix: "",
      kind: OutboxKind(string(place.member("kind"), "kind") ?? "request"),
      title: template(place.member("title"), "title", in: scope), identifier: identifier,
      hold: Int64(int(place.member("hold"), "hold") ?? 0),
      timeToLive: int(place.member("timeToLive"), "timeToLive", atLeast: 1).map { Int64($0) },
      lookUp: self.url(place.member("lookUp"), "lookUp", in: scope),
      undo: undo(place.member("undo"), scope),
      message: template(place.member("message"), "message", in: scope))
    for (name, value) in place.members where !Self.queueMembers.contains(name) {
      warn(
        .badValue, "`queue` has no member `\(name)`: it is ignored.", at: value,
        correction: nearest(name, among: Self.queueMembers))
    }
    if case .value(let template?) = body, let name = Self.secretName(template) {
      refuseSecret(name, at: json.member("body") ?? json)
    }
    var isForm = false
    if case .form = body { isForm = true }
    return .enqueue(
      QueueAction(
        method: method, url: url, body: body, validates: isForm, queue: model, outcomes: outcomes))
  }

  private func undo(_ json: JSON?, _ scope: ScopeIndex) -> QueueModel.Undo? {
    guard let json, object(json, "undo") != nil else { return nil }
    let methods = ["POST", "PUT", "PATCH", "DELETE"]
    let method = word(json.member("method"), "method", among: methods) ?? "POST"
    guard let place = json.member("url") else {
      missing("url", of: "`undo`", in: json, known: ["method", "url"])
      return nil
    }
    guard let url = url(place, "url", in: scope) else { return nil }
    checkTarget(url, "url", at: place)
    return QueueModel.Undo(method: method, url: url)
  }

  /// A request that may be sent after a restart has no page whose address it could be relative to.
  private func checkTarget(_ url: Template, _ name: String, at place: JSON) {
    guard let text = url.plainText, OutboxTarget("POST", text) == nil else { return }
    error(
      .badURL,
      "The `\(name)` of a queued request is a path from the root or absolute, not `\(text)`.",
      at: place, correction: "/\(text)")
  }

  // MARK: - Commands

  /// `send_message` and `transfer_money`; nil for any other name, which is the host's.
  func queuedCommand(
    _ name: String, _ json: JSON, _ scope: ScopeIndex, _ depth: Int
  ) -> Action? {
    let names: [String]
    switch name {
    case SendMessageCommand.actionName: names = ["conversation", "text"]
    case TransferMoneyCommand.actionName: names = ["from", "to", "amount", "currency"]
    default: return nil
    }
    usesQueue = true
    let isTransfer = names.count == 4
    var members: [(name: String, value: ValueTemplate)] = []
    for member in names {
      guard let place = json.member(member) else {
        missing(
          member, of: "The command `\(name)`", in: json,
          known: ["type", "command", "title", "message", "hold", "on"] + names)
        continue
      }
      if let value = valueTemplate(place, member, in: scope) { members.append((member, value)) }
    }
    // What is missing was reported; nothing else is decoded of it.
    guard members.count == names.count else { return .unknown(name: name) }
    let path = isTransfer ? TransferMoneyCommand.path : SendMessageCommand.path
    let model = QueueModel(
      lane: members[0].value,
      lanePrefix: isTransfer ? TransferMoneyCommand.lanePrefix : SendMessageCommand.lanePrefix,
      kind: isTransfer ? .transfer : .message,
      title: template(json.member("title"), "title", in: scope), identifier: "id",
      hold: Int64(int(json.member("hold"), "hold") ?? 0), timeToLive: nil,
      lookUp: .plain(path + "/{id}"),
      undo: isTransfer
        ? QueueModel.Undo(method: "POST", url: .plain(path + "/{id}/reversal"))
        : QueueModel.Undo(method: "DELETE", url: .plain(path + "/{id}")),
      message: template(json.member("message"), "message", in: scope))
    return .enqueue(
      QueueAction(
        method: "POST", url: .plain(path), body: .value(.map(members)), validates: true,
        queue: model, outcomes: outcomes(json, scope, depth)))
  }

  // MARK: - Secrets

  /// A form whose values are queued holds no secret: the queue is on disk.
  func checkQueuedForms(_ components: [Component]) {
    for (index, component) in components.enumerated() {
      guard component.on.contains(where: { $0.actions.contains { $0.queuesForm } }) else {
        continue
      }
      for field in outlines where field.form == outlines[index].form && field.key != nil {
        if field.isSensitive || SensitiveScan.isSensitive(name: field.stateKey) {
          refuseSecret(field.stateKey, at: outlines[index].members.on ?? outlines[index].json)
        }
      }
    }
  }

  private func refuseSecret(_ name: String, at place: JSON) {
    error(
      .sensitiveValue,
      "A queued request is kept on disk and cannot hold the secret `\(name)`: submit it without "
        + "`queue`, or exchange it for a token first.", at: place)
  }

  /// The first member whose name says that it holds a secret.
  private static func secretName(_ template: ValueTemplate) -> String? {
    switch template {
    case .map(let members):
      for member in members {
        if SensitiveScan.isSensitive(name: member.name) { return member.name }
        if let name = secretName(member.value) { return name }
      }
      return nil
    case .list(let elements):
      for element in elements {
        if let name = secretName(element) { return name }
      }
      return nil
    case .literal, .expression, .text: return nil
    }
  }
}

extension Action {
  /// True when it queues the values of the form.
  fileprivate var queuesForm: Bool {
    switch self {
    case .enqueue(let action): action.sendsForm
    case .sequence(let actions): actions.contains { $0.queuesForm }
    case .when(_, let then, let otherwise): (then + otherwise).contains { $0.queuesForm }
    default: false
    }
  }
}
