public import OynaValue

extension Screen {
  /// Decodes, compiles and checks a document.
  ///
  /// - Throws: the first error in document order, with its place. Warnings do not throw: they are
  ///   `diagnostics`.
  /// - Complexity: linear in the size of the document.
  public init(
    decoding json: JSON, limits: ScreenLimits = .standard, environment: CELEnvironment = .screen,
    extensions: Extensions = Extensions()
  ) throws(Diagnostic) {
    let decoder = ScreenDecoder(
      json, limits: limits, environment: environment, extensions: extensions)
    guard let screen = decoder.screen() else {
      let first = decoder.diagnostics().first { $0.severity == .error }
      throw first
        ?? Diagnostic(.error, .wrongType, "A screen must be an object.", at: json.position)
    }
    self = screen
  }

  /// Every finding of the decoder, errors and warnings, in document order; at most 200.
  public static func diagnose(
    _ json: JSON, limits: ScreenLimits = .standard, environment: CELEnvironment = .screen,
    extensions: Extensions = Extensions()
  ) -> [Diagnostic] {
    let decoder = ScreenDecoder(
      json, limits: limits, environment: environment, extensions: extensions)
    _ = decoder.screen()
    return decoder.diagnostics()
  }

  /// Decodes actions that came in an answer, with this screen's keys.
  ///
  /// - Parameter json: one action or a list of them.
  /// - Throws: the first error, with its place in `json`'s document.
  public func actions(decoding json: JSON) throws(Diagnostic) -> [Action] {
    let decoder = ScreenDecoder(json, in: self)
    let actions = decoder.actions(json, "actions", in: .screen)
    if let error = decoder.diagnostics().first(where: { $0.severity == .error }) { throw error }
    return actions
  }

  /// Decodes the operations of a patch that came in an answer.
  public func patch(decoding json: JSON) throws(Diagnostic) -> [PatchOperation] {
    let decoder = ScreenDecoder(json, in: self)
    let operations = decoder.array(json, "patch").map { decoder.patch($0) } ?? []
    if let error = decoder.diagnostics().first(where: { $0.severity == .error }) { throw error }
    return operations
  }
}

extension ScreenDecoder {
  /// A decoder of a part that names the keys of a whole screen.
  convenience init(_ json: JSON, in screen: Screen) {
    self.init(
      json, limits: .standard, environment: .screen, extensions: screen.extensions)
    openScreen = screen
    keys = screen.keys
    scopes = screen.scopes
    keyPlaces = Array(repeating: nil, count: keys.count)
    names = Array(repeating: [:], count: scopes.count)
    expressions = Array(repeating: [:], count: scopes.count)
    for (index, key) in keys.enumerated() {
      names[key.scope.rawValue][key.key.name] = KeyIndex(index)
    }
  }

  /// The whole screen; nil when a finding is an error.
  func screen() -> Screen? {
    guard root.kind == .object else {
      error(.wrongType, "A screen must be an object, not \(Self.describe(root)).", at: root)
      return nil
    }
    guard checkVersion() else { return nil }
    let id = string(root.member("id"), "id")
    if root.member("id") == nil {
      missing("id", of: "A screen", in: root, known: Vocabulary.screenMembers.map { $0.name })
    }
    if id?.isEmpty == true, let json = root["id"] {
      error(.badValue, "An `id` must not be empty.", at: json)
    }
    readCurrency()
    let cache = word(root.member("cache"), "cache", among: ["default", "never"])
    _ = word(root.member("direction"), "direction", among: ["ltr", "rtl"])
    let submission = word(root.member("submission"), "submission", among: ["flat", "nested"])
    walk()
    let title = template(root.member("title"), "title", in: .screen)
    let computed = computed()
    let components = self.components()
    if components.contains(where: { $0.type.name == QueueStatus.componentType }) {
      usesQueue = true
    }
    if usesQueue { checkQueuedForms(components) }
    if submission == "nested" { checkBodyPlaces() }
    // The graph needs every name bound: after an error it would only repeat it.
    guard !hasErrors else { return nil }
    let graph = dependencyGraph(components, computed, title ?? .plain(""))
    guard !hasErrors else { return nil }
    let fields = components.indices.filter { components[$0].field != nil }
    var keysByName: [StateKey: KeyIndex] = [:]
    keysByName.reserveCapacity(names[0].count)
    for (name, key) in names[0] { keysByName[StateKey(name)] = key }
    return Screen(
      id: id ?? "", title: title ?? .plain(""),
      language: string(root.member("language"), "language"),
      currency: screenCurrency,
      isStorable: cache != "never" && root.member("poll") == nil
        && !keys.contains { $0.isSensitive },
      nestsSubmission: submission == "nested", poll: string(root.member("poll"), "poll"),
      initialState: initialState(),
      computed: computed, components: components, root: ComponentIndex(0), keys: keys,
      scopes: scopes, graph: graph, fields: fields.map { ComponentIndex($0) },
      diagnostics: diagnostics(), hasUnknownRule: hasUnknownRule, usesQueue: usesQueue,
      source: root, extensions: extensions,
      componentsByID: componentsByID, keysByName: keysByName)
  }

  /// The major version is what stands before the first dot; a missing `oyna` is version 1.
  private func checkVersion() -> Bool {
    guard let json = root.member("oyna") else { return true }
    guard let text = string(json, "oyna") else { return false }
    let major = text.split(separator: ".", omittingEmptySubsequences: false).first ?? ""
    if major == Vocabulary.version { return true }
    error(
      .unsupportedVersion,
      "The document speaks version `\(text)` of the format; this engine speaks version "
        + "\(Vocabulary.version).",
      at: json)
    return false
  }

  private func readCurrency() {
    guard let json = root.member("currency"), let code = currencyCode(json) else { return }
    screenCurrency = code
  }

  private func computed() -> [Screen.Computed] {
    guard let members = root.member("computed")?.object else { return [] }
    var computed: [Screen.Computed] = []
    for (name, value) in members {
      guard let key = names[0][name], let bound = expression(value, name, in: .screen) else {
        continue
      }
      computed.append(Screen.Computed(key: key, expression: bound))
    }
    return computed
  }

  /// `state` as written, without the keys of secrets.
  private func initialState() -> ValueMap {
    guard let members = state?.object else { return ValueMap() }
    var entries: [ValueMap.Entry] = []
    for (name, value) in members {
      if let key = names[0][name], keys[key.rawValue].isSensitive { continue }
      entries.append((.string(name), value.value))
    }
    return ValueMap(entries)
  }
}
