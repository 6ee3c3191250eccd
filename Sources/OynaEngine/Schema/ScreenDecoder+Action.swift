import OynaValue

extension ScreenDecoder {
  /// One action or a list of them.
  func actions(_ json: JSON?, _ member: String, in scope: ScopeIndex, depth: Int = 0) -> [Action] {
    guard let json else { return [] }
    guard depth <= 16 else {
      error(.limit, "Actions are nested deeper than the limit of 16.", at: json)
      return []
    }
    if let list = json.array {
      return list.compactMap { action($0, member, in: scope, depth: depth) }
    }
    return action(json, member, in: scope, depth: depth).map { [$0] } ?? []
  }

  /// The members of an `on`: an event each.
  func events(_ json: JSON?, in scope: ScopeIndex) -> [(event: String, actions: [Action])] {
    guard let members = object(json, "on") else { return [] }
    return members.compactMap { name, value in
      value.isNull ? nil : (name, actions(value, name, in: scope))
    }
  }

  private func action(
    _ json: JSON, _ member: String, in scope: ScopeIndex, depth: Int
  ) -> Action? {
    guard json.kind == .object else {
      wrongType(member, "an action or a list of actions", json)
      return nil
    }
    guard let typeJSON = json.member("type") else {
      missing("type", of: "An action", in: json, known: ["type"])
      return nil
    }
    guard let type = string(typeJSON, "type") else { return nil }
    guard let entry = action(type) else {
      warn(
        .unknownAction, "The action `\(type)` is unknown: it does nothing.", at: typeJSON,
        correction: nearest(type, among: Vocabulary.actions.map { $0.name }))
      return .unknown(name: type)
    }
    var hasAll = true
    for required in entry.members where required.isRequired && json.member(required.name) == nil {
      missing(
        required.name, of: "The action `\(type)`", in: json,
        known: ["type"] + entry.members.map { $0.name })
      hasAll = false
    }
    return hasAll ? known(type, json, scope, depth) : nil
  }

  private func known(
    _ type: String, _ json: JSON, _ scope: ScopeIndex, _ depth: Int
  ) -> Action? {
    switch type {
    case "submit": return submit(json, scope, depth)
    case "request": return request(json, scope, depth)
    case "navigate": return navigate(json, scope)
    case "open_url":
      return url(json.member("url"), "url", in: scope, isOpened: true).map { .openURL($0) }
    case "set_value": return setValue(json, scope)
    case "reset": return fields(json, scope).map { .reset(fields: $0.keys) }
    case "validate": return fields(json, scope).map { .validate(fields: $0.keys) }
    case "focus": return key(json.member("field"), "field", in: scope).map { .focus($0) }
    case "alert":
      let title = template(json.member("title"), "title", in: scope)
      return template(json.member("message"), "message", in: scope)
        .map { .alert(title: title, message: $0) }
    case "snackbar":
      return template(json.member("message"), "message", in: scope)
        .map { .snackbar(message: $0) }
    case "reload": return .reload(component: string(json.member("component"), "component"))
    case "patch": return array(json.member("patch"), "patch").map { .patch(patch($0)) }
    case "command": return command(json, scope, depth)
    case "undo": return .undo
    case "redo": return .redo
    case "pay": return pay(json, scope, depth)
    case "sequence":
      return .sequence(actions(json.member("actions"), "actions", in: scope, depth: depth + 1))
    case "when": return when(json, scope, depth)
    case "haptic": return .haptic(string(json.member("style"), "style") ?? "light")
    case "copy":
      return template(json.member("text"), "text", in: scope).map { .copy($0) }
    case "share":
      return .share(
        text: template(json.member("text"), "text", in: scope),
        url: url(json.member("url"), "url", in: scope))
    case "track":
      return string(json.member("name"), "name").map {
        .track(name: $0, members: others(json, except: ["type", "name"], scope))
      }
    default:
      // An action of the host.
      return .custom(name: type, members: others(json, except: ["type"], scope))
    }
  }

  // MARK: - Actions that send

  private func submit(_ json: JSON, _ scope: ScopeIndex, _ depth: Int) -> Action? {
    let method = method(json, Vocabulary.submitMethods) ?? "POST"
    guard let url = url(json.member("url"), "url", in: scope) else { return nil }
    if json.member("queue") != nil {
      return enqueue(
        json, scope, method: method, url: url, body: .form, outcomes: outcomes(json, scope, depth))
    }
    return .submit(
      SubmitAction(
        method: method, url: url, headers: headers(json, scope),
        outcomes: outcomes(json, scope, depth)))
  }

  private func request(_ json: JSON, _ scope: ScopeIndex, _ depth: Int) -> Action? {
    let method = method(json, Vocabulary.requestMethods) ?? "GET"
    guard let url = url(json.member("url"), "url", in: scope) else { return nil }
    let body = json.member("body").flatMap { valueTemplate($0, "body", in: scope) }
    if json.member("queue") != nil {
      return enqueue(
        json, scope, method: method, url: url, body: .value(body),
        outcomes: outcomes(json, scope, depth))
    }
    return .request(
      RequestAction(
        method: method, url: url, headers: headers(json, scope), body: body,
        outcomes: outcomes(json, scope, depth)))
  }

  private func pay(_ json: JSON, _ scope: ScopeIndex, _ depth: Int) -> Action? {
    guard let url = url(json.member("url"), "url", in: scope) else { return nil }
    return .pay(
      PayAction(
        url: url, method: json.member("method").flatMap { valueTemplate($0, "method", in: scope) },
        members: others(json, except: ["type", "url", "method", "on"], scope),
        outcomes: outcomes(json, scope, depth)))
  }

  private func method(_ json: JSON, _ methods: [String]) -> String? {
    word(json.member("method"), "method", among: methods)
  }

  private func headers(_ json: JSON, _ scope: ScopeIndex) -> [(name: String, value: Template)] {
    guard let members = object(json.member("headers"), "headers") else { return [] }
    return members.compactMap { name, value in
      guard Self.isHeaderName(name) else {
        error(.badValue, "`\(name)` is no name of an HTTP header.", at: value)
        return nil
      }
      return template(value, name, in: scope).map { (name, $0) }
    }
  }

  /// RFC 9110, token.
  private static func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        isWordByte($0) || "!#$%&'*+-.^`|~".utf8.contains($0)
      }
  }

  func outcomes(_ json: JSON, _ scope: ScopeIndex, _ depth: Int) -> [Outcome] {
    guard let members = object(json.member("on"), "on") else { return [] }
    return members.compactMap { name, value in
      guard !value.isNull else { return nil }
      guard let match = Self.match(name) else {
        error(
          .badValue,
          "An answer is `success`, `error`, `offline`, `queued`, `undone`, a status such as "
            + "`409` or a class such as `4xx`, not `\(name)`.",
          at: value,
          correction: nearest(name, among: ["success", "error", "offline", "queued", "undone"]))
        return nil
      }
      return Outcome(
        match: match, actions: actions(value, name, in: scope, depth: depth + 1))
    }
  }

  private static func match(_ name: String) -> Outcome.Match? {
    switch name {
    case "success": return .success
    case "error": return .error
    case "offline": return .offline
    case "queued": return .queued
    case "undone": return .undone
    default: break
    }
    let bytes = Array(name.utf8)
    guard bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0]) else {
      return nil
    }
    if name.hasSuffix("xx") { return .statusClass(Int(bytes[0] - UInt8(ascii: "0"))) }
    return Int(name).map { .status($0) }
  }

  // MARK: - Other actions

  private func navigate(_ json: JSON, _ scope: ScopeIndex) -> Action? {
    let words = NavigateAction.Mode.allCases.map { $0.rawValue }
    var mode = NavigateAction.Mode.push
    if let given = json.member("mode") {
      guard
        let known = word(given, "mode", among: words).flatMap({ NavigateAction.Mode(rawValue: $0) })
      else { return nil }
      mode = known
    }
    let url = url(json.member("url"), "url", in: scope)
    switch mode {
    case .push, .replace, .present:
      guard json.member("url") != nil else {
        missing(
          "url", of: "The action `navigate` with the mode `\(mode.rawValue)`", in: json,
          known: ["type", "mode"])
        return nil
      }
      guard url != nil else { return nil }
    case .dismiss, .back, .root: break
    }
    let isPrefetched = bool(json.member("prefetch"), "prefetch") ?? false
    return .navigate(NavigateAction(mode: mode, url: url, isPrefetched: isPrefetched))
  }

  private func setValue(_ json: JSON, _ scope: ScopeIndex) -> Action? {
    guard let key = key(json.member("key"), "key", in: scope),
      let place = json.member("key")
    else { return nil }
    let declaration = keys[key.rawValue]
    if case .computed = declaration.origin {
      error(.badValue, "`\(declaration.key.name)` is computed and cannot be set.", at: place)
      return nil
    }
    if isCart(declaration) {
      error(
        .badValue,
        "`\(declaration.key.name)` is a cart: it is changed by the action `command`, so that undo "
          + "knows of it.",
        at: place)
      return nil
    }
    if let expression = json.member("expression") {
      return self.expression(expression, "expression", in: scope)
        .map { .setValue(key: key, value: .expression($0)) }
    }
    // `"value": null` clears, so absence is asked of the object itself.
    guard let value = json["value"] else {
      missing(
        "value", of: "The action `set_value`", in: json, known: ["type", "key", "expression"])
      return nil
    }
    if declaration.isSensitive, !value.isNull, value.string != "" {
      error(
        .sensitiveValue, "A document cannot set `\(declaration.key.name)`, which is a secret.",
        at: value)
      return nil
    }
    return valueTemplate(value, "value", in: scope).map { .setValue(key: key, value: $0) }
  }

  /// The outer nil: wrong (reported); the inner nil: no `fields`.
  private func fields(_ json: JSON, _ scope: ScopeIndex) -> (keys: [KeyIndex]?, Void)? {
    guard let list = json.member("fields") else { return (nil, ()) }
    return keyList(list, "fields", in: scope).map { ($0, ()) }
  }

  private func when(_ json: JSON, _ scope: ScopeIndex, _ depth: Int) -> Action? {
    let then = actions(json.member("then"), "then", in: scope, depth: depth + 1)
    let otherwise = actions(json.member("else"), "else", in: scope, depth: depth + 1)
    return condition(json.member("condition"), "condition", in: scope)
      .map { .when($0, then: then, otherwise: otherwise) }
  }

  /// The members besides the named ones, as parameters.
  private func others(_ json: JSON, except names: [String], _ scope: ScopeIndex) -> ValueTemplate {
    var map: [(name: String, value: ValueTemplate)] = []
    for (name, value) in json.members where !names.contains(name) {
      if let value = valueTemplate(value, name, in: scope) { map.append((name, value)) }
    }
    return .map(map)
  }

  // MARK: - Patch

  func patch(_ list: JSON.Elements) -> [PatchOperation] {
    list.compactMap { patchOperation($0) }
  }

  private func patchOperation(_ json: JSON) -> PatchOperation? {
    let names = ["insert", "remove", "replace", "move", "set"]
    guard json.kind == .object else {
      wrongType("patch", "a list of operations", json)
      return nil
    }
    guard let opJSON = json.member("op") else {
      missing("op", of: "An operation of a patch", in: json, known: [])
      return nil
    }
    guard let op = word(opJSON, "op", among: names) else { return nil }
    func text(_ name: String) -> String? {
      if let member = json.member(name) { return string(member, name) }
      missing(name, of: "The operation `\(op)`", in: json, known: ["op"])
      return nil
    }
    func content(_ name: String) -> JSON? {
      guard let member = json.member(name) else {
        missing(name, of: "The operation `\(op)`", in: json, known: ["op"])
        return nil
      }
      return object(member, name) == nil ? nil : member
    }
    let index = int(json.member("index"), "index")
    switch op {
    case "insert":
      guard let parent = text("parent"), let component = content("component") else { return nil }
      return .insert(parent: parent, index: index, component: component.value)
    case "remove":
      return text("id").map { .remove(id: $0) }
    case "replace":
      guard let id = text("id"), let component = content("component") else { return nil }
      return .replace(id: id, component: component.value)
    case "move":
      guard let id = text("id"), let parent = text("parent") else { return nil }
      return .move(id: id, parent: parent, index: index)
    default:
      guard let id = text("id"), case .map(let props)? = content("props")?.value else {
        return nil
      }
      return .set(id: id, props: props)
    }
  }
}
