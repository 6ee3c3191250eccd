import OynaValue

extension ScreenDecoder {
  // MARK: - Declaring

  func declareField(_ index: Int, _ kind: InputKind) {
    let outline = outlines[index]
    let members = outline.members
    let given = members.props?.member("stateKey")
    let isSensitive =
      kind == .secure || members.sensitive?.bool == true
      || members.props?.member("sensitive")?.bool == true
    let name: String
    if let given {
      guard let text = string(given, "stateKey") else { return }
      name = text
    } else if outline.hasOwnID {
      name = outline.id
    } else {
      missing(
        "stateKey", of: Self.article(outline.type) + " without an `id`",
        in: members.props ?? outline.json,
        known: (outline.entry?.props ?? []).map { $0.name })
      return
    }
    let place = given ?? members.id ?? outline.json
    checkKey(name, at: place)
    outlines[index].stateKey = name
    outlines[index].isSensitive = isSensitive
    outlines[index].key = declare(
      name, in: outline.scope, .field(ComponentIndex(index)), isSensitive: isSensitive, at: place)
  }

  func declareLocal(_ name: String, _ scope: ScopeIndex) {
    _ = declare(name, in: scope, .local, isSensitive: false, at: nil)
  }

  /// The keys of `computed`, of `state` and of unknown components.
  func declareScreenKeys() {
    if let computed = object(root.member("computed"), "computed") {
      for (place, member) in computed.enumerated() {
        checkKey(member.key, at: member.value)
        _ = declare(
          member.key, in: .screen, .computed(place), isSensitive: false, at: member.value)
        if let written = state?.member(member.key) {
          error(
            .duplicateKey,
            "`\(member.key)` is computed and cannot have a value in `state` too.", at: written)
        }
      }
    }
    for (name, value) in state?.members ?? [] where names[0][name] == nil {
      _ = declare(name, in: .screen, .state, isSensitive: false, at: value)
    }
    for phantom in phantomKeys where names[phantom.scope.rawValue][phantom.name] == nil {
      _ = declare(
        phantom.name, in: phantom.scope, .state, isSensitive: phantom.isSensitive,
        at: phantom.place)
    }
  }

  private func declare(
    _ name: String, in scope: ScopeIndex, _ origin: KeyDeclaration.Origin, isSensitive: Bool,
    at place: JSON?
  ) -> KeyIndex {
    let key = KeyIndex(keys.count)
    if let first = names[scope.rawValue][name], let place {
      if let other = keyPlaces[first.rawValue] {
        if !isFull {
          error(
            .duplicateKey, "The state key `\(name)` is taken: \(Self.at(other)) has it too.",
            at: place)
        }
      } else {
        // A row's own key hides the runtime's `index` or `item`.
        names[scope.rawValue][name] = key
      }
    } else {
      names[scope.rawValue][name] = key
    }
    keys.append(
      KeyDeclaration(
        key: StateKey(name), scope: scope, origin: origin, isSensitive: isSensitive))
    keyPlaces.append(place)
    scopes[scope.rawValue].keys.append(key)
    return key
  }

  func checkKey(_ name: String, at place: JSON) {
    if name.isEmpty {
      error(.badKey, "A state key must not be empty.", at: place)
    } else if name == "__proto__" {
      error(.badKey, "`__proto__` cannot be a state key.", at: place)
    }
  }

  /// In a nested body no value may stand where an object, or another value, has to be.
  func checkBodyPlaces() {
    for scope in scopes {
      let body = BodyObject()
      for key in scope.keys {
        guard case .field = keys[key.rawValue].origin, let place = keyPlaces[key.rawValue] else {
          continue
        }
        let name = keys[key.rawValue].key.name
        let names = BodyPlace.names(name)
        if names.isEmpty, scope.owner == nil {
          error(.badKey, "`/` is a row itself: it has no meaning outside a row.", at: place)
        } else if !body.insert(key.rawValue, at: names) {
          error(
            .duplicateKey, "Where `\(name)` goes in the body, another field's value stands.",
            at: place)
        }
      }
    }
  }

  // MARK: - Looking up

  /// The key that a name means in `scope`: the scope's own first, then the enclosing ones.
  func resolve(_ name: String, in scope: ScopeIndex) -> KeyIndex? {
    var next: ScopeIndex? = scope
    while let scope = next {
      if let key = names[scope.rawValue][name] { return key }
      next = scopes[scope.rawValue].parent
    }
    return nil
  }

  /// The key that a member names; reports a name that nobody declares.
  func key(_ json: JSON?, _ member: String, in scope: ScopeIndex) -> KeyIndex? {
    guard let json, let name = string(json, member) else { return nil }
    if let key = resolve(name, in: scope) { return key }
    reportUnknownKey(name, "`\(member)`", in: scope, at: json)
    return nil
  }

  func keyList(_ json: JSON?, _ member: String, in scope: ScopeIndex) -> [KeyIndex]? {
    guard let list = array(json, member) else { return nil }
    var keys: [KeyIndex] = []
    for element in list {
      guard let key = key(element, member, in: scope) else { continue }
      keys.append(key)
    }
    return keys
  }

  func reportUnknownKey(
    _ name: String, _ reader: String, in scope: ScopeIndex, at place: JSON, inString: Int? = nil
  ) {
    error(
      .unknownKey,
      "\(reader) reads the key `\(name)`, which no input, `computed` or `state` has.", at: place,
      inString: inString, correction: meantKey(name, in: scope))
  }

  private func meantKey(_ name: String, in scope: ScopeIndex) -> String? {
    guard !isFull else { return nil }
    if let component = componentsByID[name], let key = outlines[component.rawValue].key {
      return keys[key.rawValue].key.name
    }
    var candidates: [String] = []
    var next: ScopeIndex? = scope
    while let scope = next {
      candidates += scopes[scope.rawValue].keys.map { keys[$0.rawValue].key.name }
      next = scopes[scope.rawValue].parent
    }
    return nearest(name, among: candidates)
  }
}
