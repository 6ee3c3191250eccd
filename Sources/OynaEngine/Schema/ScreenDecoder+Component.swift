import OynaValue

extension ScreenDecoder {
  /// Second pass: every component's members, with all names known.
  func components() -> [Component] {
    var components: [Component] = []
    components.reserveCapacity(outlines.count)
    for index in outlines.indices { components.append(component(index)) }
    return components
  }

  private func component(_ index: Int) -> Component {
    let outline = outlines[index]
    let members = outline.members
    let scope = outline.scope
    let isKnown = outline.entry != nil
    var templates: [(name: String, template: Template)] = []
    let props = props(outline, &templates)
    var field: FieldModel?
    if case .input(let kind)? = outline.entry?.kind { field = self.field(index, kind) }
    let context = RuleContext(
      scope: scope, key: outline.key, isSensitive: outline.isSensitive)
    return Component(
      id: outline.id, hasOwnID: outline.hasOwnID, type: ComponentType(outline.type),
      kind: outline.entry?.kind, props: props, templates: templates, children: outline.children,
      parent: outline.parent < 0 ? nil : ComponentIndex(outline.parent), role: outline.role,
      subtreeEnd: ComponentIndex(outline.subtreeEnd), scope: scope,
      form: outline.form < 0 ? nil : ComponentIndex(outline.form),
      step: outline.step < 0 ? nil : ComponentIndex(outline.step), field: field,
      rules: isKnown ? rules(members.validations, "validations", context) : [],
      isHidden: bool(members.hidden, "hidden") ?? false,
      visibleWhen: condition(members.visibleWhen, "visibleWhen", in: scope),
      isDisabled: bool(members.disabled, "disabled") ?? false,
      enabledWhen: isKnown ? condition(members.enabledWhen, "enabledWhen", in: scope) : nil,
      // What a load does when its content has come may read the content.
      on: isKnown
        ? events(members.on, in: outline.entry?.kind == .load ? outline.innerScope ?? scope : scope)
        : [],
      accessibility: isKnown ? accessibility(members.accessibility, in: scope) : nil,
      fallback: outline.slot(.fallback),
      load: outline.entry?.kind == .load ? load(index) : nil, offset: outline.json.offset)
  }

  /// The members of `props` as written; checks those that the type knows.
  private func props(
    _ outline: ComponentOutline, _ templates: inout [(name: String, template: Template)]
  ) -> ValueMap {
    _ = bool(outline.members.sensitive, "sensitive")
    guard let object = outline.members.props?.object else {
      requireProps(outline)
      return ValueMap()
    }
    var entries: [ValueMap.Entry] = []
    entries.reserveCapacity(object.count)
    for (name, json) in object where !json.isNull {
      if let type = outline.entry?.propTypes[name] {
        check(json, name, type, outline, &templates)
        // Components in `props` are decoded as components, not kept as values.
        if case .component = type { continue }
      }
      entries.append((.string(name), json.value))
    }
    requireProps(outline)
    return ValueMap(entries)
  }

  private func requireProps(_ outline: ComponentOutline) {
    guard let entry = outline.entry else { return }
    for member in entry.props where member.isRequired {
      guard outline.members.props?.member(member.name) == nil else { continue }
      // What is only drawn may be missing: the linter says so. What the engine needs may not.
      guard Self.isNeeded(member.type) else { continue }
      missing(
        member.name, of: Self.article(entry.type), in: outline.members.props ?? outline.json,
        known: entry.props.map { $0.name })
    }
  }

  private static func isNeeded(_ type: MemberType) -> Bool {
    switch type {
    case .options, .url: true
    default: false
    }
  }

  private func check(
    _ json: JSON, _ name: String, _ type: MemberType, _ outline: ComponentOutline,
    _ templates: inout [(name: String, template: Template)]
  ) {
    switch type {
    case .text:
      guard let template = template(json, name, in: outline.scope) else { return }
      if case .parts = template { templates.append((name, template)) }
    case .url:
      // An image may hold its own bytes: `data:image/…` runs nothing.
      if outline.type == "image", json.string?.hasPrefix("data:image/") == true { return }
      let isOpened = outline.type == "link"
      guard let template = url(json, name, in: outline.scope, isOpened: isOpened),
        outline.entry?.kind != .load
      else { return }
      if case .parts = template { templates.append((name, template)) }
    case .string, .name, .key: _ = string(json, name)
    case .bool: _ = bool(json, name)
    case .int(let minimum): _ = int(json, name, atLeast: minimum)
    case .number: _ = number(json, name)
    case .object: _ = object(json, name)
    case .array, .components, .keys, .rules, .products, .promoCodes: _ = array(json, name)
    case .strings:
      for element in array(json, name) == nil ? [] : json.elements { _ = string(element, name) }
    case .oneOf(let words): _ = word(json, name, among: words)
    case .dateBound: _ = dateBound(json, name)
    case .any, .options, .mask, .component, .actions, .expression: break
    }
  }

  private func accessibility(_ json: JSON?, in scope: ScopeIndex) -> AccessibilityModel? {
    guard let json, object(json, "accessibility") != nil else { return nil }
    return AccessibilityModel(
      label: template(json.member("label"), "label", in: scope),
      hint: template(json.member("hint"), "hint", in: scope),
      role: string(json.member("role"), "role"),
      isHidden: bool(json.member("hidden"), "hidden") ?? false)
  }

  private func load(_ index: Int) -> LoadModel? {
    let outline = outlines[index]
    let props = outline.members.props
    guard let scope = outline.innerScope, let source = props?.member("source"),
      let url = url(source, "source", in: outline.scope)
    else { return nil }
    let policy = props?.member("policy")?.string.flatMap { LoadModel.CachePolicy(rawValue: $0) }
    return LoadModel(
      url: url, method: "GET", policy: policy ?? .networkFirst,
      items: expression(props?.member("items"), "items", in: scope),
      itemID: expression(props?.member("itemId"), "itemId", in: scope),
      nextCursor: expression(props?.member("nextCursor"), "nextCursor", in: scope),
      retries: props?.member("retries")?.int.map { Int(clamping: $0) } ?? 0,
      debounce: props?.member("debounce")?.int ?? 0,
      isRefreshable: props?.member("pullToRefresh")?.bool ?? false, scope: scope,
      skeleton: outline.slot(.skeleton), content: outline.slot(.content),
      empty: outline.slot(.empty), error: outline.slot(.error))
  }
}
