import OynaValue

/// Writes one state of a replay. The order of the members is fixed: other programs compare bytes.
struct ReplayState {
  private var writer = JSONWriter()

  init(_ engine: Engine, _ effects: [Effect], evaluated: Int, queue: ReplayQueue?) {
    let form = engine.form
    writer.beginObject()
    writer.key("screen")
    writer.string(form.screen.id)
    write(values: form)
    write(errors: form)
    write("hidden", form.hiddenNames())
    write("disabled", form.disabledNames())
    writer.key("focus")
    if let focus = engine.focusedKey { writer.string(focus) } else { writer.null() }
    writer.key("submitting")
    writer.bool(engine.isSubmitting)
    writer.key("canUndo")
    writer.int(engine.undoCount)
    writer.key("canRedo")
    writer.int(engine.redoCount)
    write(loads: form)
    writer.key("evaluated")
    writer.int(evaluated)
    writer.key("effects")
    writer.beginArray()
    for effect in effects { write(effect) }
    writer.endArray()
    if let queue { write(queue) }
    writer.endObject()
  }

  var bytes: [UInt8] { writer.bytes }

  /// What waits, and what gave up, in the order of enqueuing.
  private mutating func write(_ queue: ReplayQueue) {
    writer.key("queue")
    writer.beginArray()
    for stored in queue.rows {
      writer.beginObject()
      writer.key("id")
      writer.int(stored.row.id.number)
      string("lane", stored.row.lane.name)
      string("status", stored.row.state.name)
      writer.key("attempts")
      writer.int(Int64(stored.row.attempts))
      writer.endObject()
    }
    writer.endArray()
  }

  private mutating func write(_ name: String, _ list: [String]) {
    writer.key(name)
    writer.beginArray()
    for element in list { writer.string(element) }
    writer.endArray()
  }

  /// Every key of the screen, hidden fields too; after a group's list, its rows' keys one by one.
  private mutating func write(values form: FormStore) {
    writer.key("values")
    writer.beginObject()
    for (index, key) in form.screen.keys.enumerated() where key.scope == .screen {
      write(slot: index, form)
      let node = Int(form.slots[index].node)
      guard node >= 0 else { continue }
      let group = Int(form.plan.groupOfOwner[Int(form.nodes[node].component)])
      guard group >= 0 else { continue }
      for row in form.rowOrder[group] {
        for key in form.plan.groups[group].model.rowKeys {
          write(slot: form.slot(of: key, row: row), form)
        }
      }
    }
    writer.endObject()
  }

  /// By component id, only where the screen has one.
  private mutating func write(loads form: FormStore) {
    guard !form.loads.isEmpty else { return }
    writer.key("loads")
    writer.beginObject()
    for (load, loading) in form.loads.enumerated() {
      writer.key(form.name(ofNode: form.plan.loads[load].component.rawValue))
      writer.beginObject()
      switch loading.state {
      case .loading: string("state", "loading")
      case .empty: string("state", "empty")
      case .failed(let message):
        string("state", "failed")
        string("message", message)
      case .loaded(let content):
        string("state", "loaded")
        guard form.plan.loads[load].model.items != nil else { break }
        writer.key("rows")
        writer.int(content.rows.count)
        writer.key("shown")
        writer.beginArray()
        for place in form.shownRows(load) { writer.string(content.ids[place]) }
        writer.endArray()
        if let cursor = content.nextCursor { string("next", cursor) }
      }
      if loading.isReloading {
        writer.key("reloading")
        writer.bool(true)
      }
      if let notice = loading.notice { string("notice", notice) }
      if let problem = loading.pageProblem { string("pageProblem", problem) }
      writer.endObject()
    }
    writer.endObject()
  }

  private mutating func write(slot: Int, _ form: FormStore) {
    writer.key(form.name(ofSlot: slot))
    guard form.screen.keys[Int(form.slots[slot].key)].isSensitive else {
      writer.value(form.storedValue(slot))
      return
    }
    writer.string(form.slots[slot].secret == nil ? "" : Secret.mask)
  }

  /// By state key; an error of a component that is no input, and of `requireOne`, by its id.
  private mutating func write(errors form: FormStore) {
    writer.key("errors")
    writer.beginObject()
    for node in form.nodes(in: nil) {
      guard let message = form.shownError(node) else { continue }
      let slot = Int(form.nodes[node].slot)
      let isOfField = slot >= 0 && !form.showsRequireOne(node)
      writer.key(isOfField ? form.name(ofSlot: slot) : form.name(ofNode: node))
      writer.string(message)
    }
    writer.endObject()
  }

  // MARK: - Effects

  // A table: how each effect is written.
  private mutating func write(_ effect: Effect) {
    writer.beginObject()
    switch effect {
    case .request(let request): write(request)
    case .cancel(let id): object("cancel", [("request", .int(Int64(id.number)))])
    case .snackbar(let message, let action):
      object("snackbar", [("message", .string(message)), ("action", text(action?.rawValue))])
    case .banner(let messages):
      writer.key("banner")
      writer.value(.list(messages.map { .string($0) }))
    case .announce(let text): string("announce", text)
    case .focus(let key): string("focus", key)
    case .alert(let title, let message):
      object("alert", [("title", text(title)), ("message", .string(message))])
    case .navigate(let navigation): write(navigation)
    case .prefetch(let url): string("prefetch", url)
    case .custom(let name, let members):
      object("custom", [("name", .string(name)), ("members", .map(members))])
    case .openURL(let url): string("open_url", url)
    case .haptic(let name): string("haptic", name)
    case .copy(let text): string("copy", text)
    case .share(let text, let url):
      object("share", [("text", self.text(text)), ("url", self.text(url))])
    case .track(let name, let members):
      object("track", [("name", .string(name)), ("members", .map(members))])
    case .report(let diagnostic):
      object(
        "report",
        [
          ("code", .string(diagnostic.code.name)), ("message", .string(diagnostic.message)),
          ("line", diagnostic.position.map { .int(Int64($0.line)) } ?? .null),
          ("column", diagnostic.position.map { .int(Int64($0.column)) } ?? .null),
          ("path", diagnostic.path.isEmpty ? .null : .string(diagnostic.path)),
        ])
    case .queue: break  // The replay's own queue has done it.
    case .wake(let milliseconds): object("wake", [("after", .int(milliseconds))])
    }
    writer.endObject()
  }

  private func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }

  private mutating func string(_ name: String, _ text: String) {
    writer.key(name)
    writer.string(text)
  }

  /// Members that are null are left out.
  private mutating func object(_ name: String, _ members: [(String, Value)]) {
    writer.key(name)
    writer.beginObject()
    for (name, value) in members where !value.isNull {
      writer.key(name)
      writer.value(value)
    }
    writer.endObject()
  }

  private mutating func write(_ navigation: Navigation) {
    let (mode, url): (String, String?) =
      switch navigation {
      case .push(let url): ("push", url)
      case .replace(let url): ("replace", url)
      case .present(let url): ("present", url)
      case .dismiss: ("dismiss", nil)
      case .back: ("back", nil)
      case .root: ("root", nil)
      }
    object("navigate", [("mode", .string(mode)), ("url", text(url))])
  }

  private mutating func write(_ request: Request) {
    writer.key("request")
    writer.beginObject()
    writer.key("id")
    writer.int(request.id.number)
    string("method", request.method)
    string("url", request.url)
    writer.key("headers")
    writer.beginObject()
    for header in request.headers { string(header.name, header.value) }
    writer.endObject()
    writer.key("body")
    if let body = request.body { write(body.redacted) } else { writer.null() }
    writer.endObject()
  }

  /// A body as it stands; one that is not JSON as a string.
  private mutating func write(_ body: [UInt8]) {
    do throws(Diagnostic) {
      let json = try JSON.parse(body, options: .rfc8259)
      writer.raw(json.text())
    } catch {
      writer.string(String(decoding: body, as: UTF8.self))
    }
  }
}

extension FormStore {
  /// Components with an `id` of their own, and inputs, that are not visible.
  fileprivate func hiddenNames() -> [String] {
    nodes(in: nil).filter { node in
      let component = Int(nodes[node].component)
      return !nodes[node].isVisible && !nodes[node].flags.contains(.unreachable)
        && (screen.components[component].hasOwnID || nodes[node].slot >= 0)
    }.map { name(ofNode: $0) }
  }

  /// Visible inputs and controls that are not enabled, and what disables them.
  fileprivate func disabledNames() -> [String] {
    nodes(in: nil).filter { node in
      guard nodes[node].isVisible, !nodes[node].isEnabled else { return false }
      let component = screen.components[Int(nodes[node].component)]
      return nodes[node].slot >= 0 || component.kind == .control
        || component.hasOwnID && !nodes[node].flags.contains(.ownEnabled)
    }.map { name(ofNode: $0) }
  }

  /// The shown error is that of a `requireOne` rule: it sits under the component's id.
  fileprivate func showsRequireOne(_ node: Int) -> Bool {
    guard let shown = nodes[node].shown, shown.rule >= 0 else { return false }
    if case .requireOne = plan.rules[Int(shown.rule)].rule.check { return true }
    return false
  }
}
