import OynaClient
import OynaEngine
import OynaValue

/// Draws a resolved tree as lines of text. It decides nothing: a component that it does not know
/// shows its texts, its children and what can be tapped.
@MainActor
struct TextRenderer {
  let words: HostWords
  let form: FormStateStore
  /// The open tab of each `tabs`; of a `section` that was folded 0, of one that was opened 1.
  let openTabs: [NodeID: Int]
  /// The path that is being typed for each file input.
  let paths: [String: String]
  var lines: [TextLine] = []

  init(
    words: HostWords, form: FormStateStore, openTabs: [NodeID: Int], paths: [String: String]
  ) {
    self.words = words
    self.form = form
    self.openTabs = openTabs
    self.paths = paths
  }

  mutating func draw(_ state: NodeState, indent: Int = 0) {
    let node = state.node
    if node.accessibility.isHidden && node.field == nil && node.events.isEmpty { return }
    if node.field != nil {
      drawField(state, indent)
      return
    }
    switch node.type {
    case "text": drawText(node, indent)
    case "divider": add("────────", .quiet, indent)
    case "spacer": lines.append(TextLine(text: ""))
    case "icon": break
    case "image": if let alt = node.text("alt") { add("[\(alt)]", .quiet, indent) }
    case "progress": drawProgress(node, indent)
    case "button": drawButton(node, indent)
    case "link": drawTarget(node, "→ \(node.text("label") ?? "")", indent)
    case "tabs": drawTabs(state, indent)
    case "stepper_flow": drawWizard(state, indent)
    case "row": drawRow(state, indent)
    case "queue_status": drawQueue(node, indent)
    case "undo_bar": drawUndoBar(node, indent)
    case "payment_methods": drawPaymentMethods(node, indent)
    case "load": drawLoad(state, indent)
    default: drawBox(state, indent)
    }
  }

  // MARK: - Content

  private mutating func drawText(_ node: ResolvedNode, _ indent: Int) {
    let style: TextLine.Style =
      switch node.text("style") {
      case "title": .title
      case "headline", "amount": .heading
      case "caption": .quiet
      default: .plain
      }
    add(node.text("text") ?? "", style, indent)
  }

  private mutating func drawProgress(_ node: ResolvedNode, _ indent: Int) {
    var text = node.text("label") ?? words.loading
    if let value = node.text("value") { text += " \(value)" }
    if let most = node.text("max") { text += " / \(most)" }
    add("… \(text)", .quiet, indent)
  }

  private mutating func drawButton(_ node: ResolvedNode, _ indent: Int) {
    let label = node.text("label") ?? node.accessibility.label ?? ""
    if node.isBusy {
      add("[ \(label) … ]", .quiet, indent)
    } else if node.isEnabled {
      drawTarget(node, "[ \(label) ]", indent)
    } else {
      add("( \(label) )", .quiet, indent)
    }
  }

  private mutating func drawTarget(_ node: ResolvedNode, _ text: String, _ indent: Int) {
    add(text, .plain, indent, Target(node: node.id, part: .tap))
  }

  /// A box, and every component without a drawing of its own.
  private mutating func drawBox(_ state: NodeState, _ indent: Int) {
    let node = state.node
    let title = node.text("title") ?? (state.children.isEmpty ? node.text("label") : nil)
    let isOpen = !node.isCollapsible || isOpen(state)
    if let title {
      let mark = node.isCollapsible ? (isOpen ? "▾ " : "▸ ") : ""
      let fold = Target(node: node.id, part: .tab(isOpen ? 0 : 1))
      add(mark + title, .heading, indent, node.isCollapsible ? fold : nil)
    }
    guard isOpen else { return }
    if let subtitle = node.text("subtitle") { add(subtitle, .quiet, indent) }
    if let text = node.text("text") { add(text, tone(of: node), indent) }
    if node.events.contains("tap") {
      let name = node.accessibility.label ?? title ?? Self.firstText(in: state) ?? node.type
      drawTarget(node, "→ \(name)", indent)
    }
    if let error = form.errors[node.id.name] { add("! \(error)", .error, indent) }
    for child in state.children { draw(child, indent: indent + (title == nil ? 0 : 2)) }
  }

  /// A fold never hides what is wrong.
  private func isOpen(_ section: NodeState) -> Bool {
    let isOpen = openTabs[section.id].map { $0 == 1 } ?? (section.node.flag("collapsed") != true)
    return isOpen || hasError(section)
  }

  private func hasError(_ state: NodeState) -> Bool {
    if let key = state.node.field?.key, form.errors[key] != nil { return true }
    return state.children.contains { hasError($0) }
  }

  /// What a card without a title is known by.
  private static func firstText(in state: NodeState) -> String? {
    if state.node.type == "text" { return state.node.text("text") }
    for child in state.children { if let text = firstText(in: child) { return text } }
    return nil
  }

  private func tone(of node: ResolvedNode) -> TextLine.Style {
    node.text("style") == "error" ? .error : .plain
  }

  // MARK: - Children by turns

  private mutating func drawTabs(_ state: NodeState, _ indent: Int) {
    let open = min(openTabs[state.id] ?? 0, max(state.children.count - 1, 0))
    for (place, tab) in state.children.enumerated() {
      let mark = place == open ? "▸" : " "
      add(
        "\(mark) \(tab.node.text("title") ?? "")", place == open ? .heading : .plain, indent,
        Target(node: state.id, part: .tab(place)))
    }
    guard state.children.indices.contains(open) else { return }
    for child in state.children[open].children { draw(child, indent: indent) }
  }

  private mutating func drawWizard(_ state: NodeState, _ indent: Int) {
    let node = state.node
    let step = node.integer("step") ?? 0
    let count = node.integer("stepCount") ?? 1
    add("\(step + 1) / \(count)", .quiet, indent)
    for child in state.children { draw(child, indent: indent) }
    let isLast = step + 1 >= count
    if step > 0 { event("back", node.text("backLabel") ?? words.back, node, indent) }
    if isLast {
      if let label = node.text("finishLabel") { event("next", label, node, indent) }
    } else {
      event("next", node.text("nextLabel") ?? words.next, node, indent)
    }
  }

  private mutating func drawRow(_ state: NodeState, _ indent: Int) {
    for child in state.children { draw(child, indent: indent) }
    if state.node.isEnabled { event("remove", words.remove, state.node, indent) }
  }

  mutating func event(
    _ name: String, _ label: String, _ node: ResolvedNode, _ indent: Int
  ) {
    add("[ \(label) ]", .plain, indent, Target(node: node.id, part: .event(name)))
  }

  // MARK: - Fields

  private mutating func drawField(_ state: NodeState, _ indent: Int) {
    let node = state.node
    guard let field = node.field else { return }
    let label = (node.text("label") ?? node.accessibility.label ?? field.key)
    let isSwitch = node.isSwitch
    if !isSwitch {
      let mark =
        field.isRequired || ["repeating_group", "cart"].contains(node.type)
        ? "" : " \(words.optional)"
      add(label + mark, .plain, indent)
    }
    if node.type == "repeating_group" {
      drawGroup(state, indent)
    } else if node.type == "cart" {
      drawCart(node, field, indent)
    } else if !field.options.isEmpty {
      drawOptions(node, field, indent)
    } else if node.type == "file_input" {
      drawFiles(node, field, indent)
    } else if isSwitch {
      drawSwitch(node, field, label, indent)
    } else {
      drawControl(node, field, indent)
    }
    if let hint = node.text("hint") { add("  \(hint)", .quiet, indent) }
    if field.isPending { add("  …", .quiet, indent) }
    if let error = form.errors[field.key] {
      add("! \(error)", .error, indent)
    } else if let warning = field.warning {
      add("· \(warning)", .quiet, indent)
    }
  }

  private mutating func drawGroup(_ state: NodeState, _ indent: Int) {
    for child in state.children { draw(child, indent: indent + 2) }
    let node = state.node
    if node.props["canAdd"] != .bool(false), node.isEnabled {
      event("add", node.text("addLabel") ?? words.add, node, indent)
    }
  }

  private mutating func drawOptions(_ node: ResolvedNode, _ field: ResolvedField, _ indent: Int) {
    for (place, option) in field.options.enumerated() {
      let isChosen = field.isChosen(option)
      let marks = field.takesSeveral(node) ? ("[x]", "[ ]") : ("(•)", "( )")
      let isOpen = node.isEnabled && option.isEnabled
      add(
        "  \(isChosen ? marks.0 : marks.1) \(option.label)", isOpen ? .plain : .quiet, indent,
        isOpen ? Target(node: node.id, part: .option(key: field.key, place: place)) : nil)
    }
  }

  private mutating func drawSwitch(
    _ node: ResolvedNode, _ field: ResolvedField, _ label: String, _ indent: Int
  ) {
    let mark = field.value == .bool(true) ? "[x]" : "[ ]"
    add(
      "\(mark) \(label)", node.isEnabled ? .plain : .quiet, indent,
      node.isEnabled ? Target(node: node.id, part: .field(key: field.key)) : nil)
  }

  /// The files that are there, then a line on which the path of one is typed.
  private mutating func drawFiles(_ node: ResolvedNode, _ field: ResolvedField, _ indent: Int) {
    for file in field.files {
      add("  \(file.isUploaded ? "✓" : "…") \(file.name), \(file.size) B", .plain, indent)
    }
    guard node.isEnabled else { return }
    let path = paths[field.key] ?? ""
    add(
      "  \(path.isEmpty ? "‹\(words.choose): /…›" : path)▏", .plain, indent,
      Target(node: node.id, part: .field(key: field.key)))
  }

  private mutating func drawControl(_ node: ResolvedNode, _ field: ResolvedField, _ indent: Int) {
    var text =
      field.isSecret ? String(repeating: "•", count: field.secretLength) : field.shownText(of: node)
    if text.isEmpty, let placeholder = node.text("placeholder") { text = "‹\(placeholder)›" }
    let prefix = node.text("prefix").map { "\($0) " } ?? ""
    let suffix = node.text("suffix").map { " \($0)" } ?? ""
    let line = "  \(prefix)\(text)▏\(suffix)"
    let isOpen = node.isEnabled && !node.flag("readOnly")
    add(
      line, isOpen ? .plain : .quiet, indent,
      isOpen ? Target(node: node.id, part: .field(key: field.key)) : nil)
  }

  /// What a server says that belongs to no field.
  mutating func add(banner message: String) { add("! \(message)", .error, 0) }

  mutating func add(
    _ text: String, _ style: TextLine.Style, _ indent: Int, _ target: Target? = nil
  ) {
    let room = String(repeating: " ", count: indent)
    for (place, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      lines.append(TextLine(text: room + part, style: style, target: place == 0 ? target : nil))
    }
  }
}

extension ResolvedNode {
  /// A section that a person can fold; without a title there would be nothing to open it by.
  var isCollapsible: Bool {
    type == "section" && flag("collapsible") == true && text("title") != nil
  }
}
