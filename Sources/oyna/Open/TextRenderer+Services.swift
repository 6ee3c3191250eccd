import OynaClient
import OynaEngine
import OynaValue

// Components that are drawn from the engine's own state: their texts come ready in `props`.
extension TextRenderer {
  /// Lines with what may be done about each: its event goes to `node[line]`.
  mutating func drawQueue(_ node: ResolvedNode, _ indent: Int) {
    if let title = node.text("title") { add(title, .heading, indent) }
    if let summary = node.text("summary") { add(summary, .quiet, indent) }
    guard case .list(let items)? = node.props["items"] else { return }
    for case .map(let item) in items {
      guard case .string(let title)? = item["title"], case .string(let text)? = item["text"],
        case .int(let id)? = item["id"]
      else { continue }
      add("· \(title)  \(text)", .plain, indent)
      guard case .list(let actions)? = item["actions"] else { continue }
      for case .map(let action) in actions {
        guard case .string(let label)? = action["label"], case .string(let name)? = action["event"]
        else { continue }
        add(
          "    [ \(label) ]", .plain, indent,
          Target(node: NodeID("\(node.id.name)[\(id)]"), part: .event(name)))
      }
    }
  }

  mutating func drawUndoBar(_ node: ResolvedNode, _ indent: Int) {
    for name in ["undo", "redo"] {
      let label = node.text("\(name)Label") ?? name
      if let title = node.text(name), node.isEnabled {
        event(name, "\(label): \(title)", node, indent)
      } else {
        add("( \(label) )", .quiet, indent)
      }
    }
  }

  mutating func drawPaymentMethods(_ node: ResolvedNode, _ indent: Int) {
    if let label = node.text("label") { add(label, .plain, indent) }
    guard case .list(let methods)? = node.props["methods"] else { return }
    for case .map(let method) in methods {
      guard case .string(let name)? = method["value"], case .string(let label)? = method["label"]
      else { continue }
      let mark = method["selected"] == .bool(true) ? "(•)" : "( )"
      add(
        "  \(mark) \(label)", .plain, indent, Target(node: node.id, part: .event(name)))
      if case .string(let hint)? = method["hint"] { add("      \(hint)", .quiet, indent) }
    }
  }

  // MARK: - Content from a URL

  mutating func drawLoad(_ state: NodeState, _ indent: Int) {
    let node = state.node
    if let notice = node.text("notice") { add("· \(notice)", .quiet, indent) }
    if let message = node.text("message") { add(message, .quiet, indent) }
    // The bones of a skeleton say nothing as text.
    if node.text("state") != "loading" { drawRows(state, indent) }
    if let message = node.text("pageMessage") { add(message, .quiet, indent) }
    if let label = node.text("pageRetry") { event("more", label, node, indent) }
    if let label = node.text("retry") { event("retry", label, node, indent) }
    if let label = node.text("refresh"), node.text("state") != "loading" {
      event("refresh", label, node, indent)
    }
  }

  private mutating func drawRows(_ state: NodeState, _ indent: Int) {
    let node = state.node
    let first = state.children.first?.node.number("index") ?? 0
    if first > 0 {
      add("[ ↑ ]", .plain, indent, Target(node: node.id, part: .rows(first: max(first - 10, 0))))
    }
    for child in state.children { draw(child, indent: indent) }
    let end = first + state.children.count
    guard let count = node.number("rowCount"), end < count || node.flag("hasMore") == true else {
      return
    }
    add("[ ↓ ]", .plain, indent, Target(node: node.id, part: .rows(first: end - 1)))
  }

  // MARK: - The cart

  mutating func drawCart(_ node: ResolvedNode, _ field: ResolvedField, _ indent: Int) {
    guard case .list(let lines)? = node.props["lines"] else { return }
    if lines.isEmpty, let text = node.text("emptyText") { add(text, .quiet, indent) }
    for case .map(let line) in lines { drawCartLine(line, node, field.key, indent) }
    if case .list(let totals)? = node.props["totals"], !lines.isEmpty {
      for case .map(let total) in totals {
        guard case .string(let label)? = total["label"], case .string(let amount)? = total["amount"]
        else { continue }
        add("  \(label): \(amount)", .plain, indent)
      }
    }
    drawPromoCode(node, field.key, indent)
  }

  private mutating func drawCartLine(
    _ line: ValueMap, _ node: ResolvedNode, _ key: String, _ indent: Int
  ) {
    guard case .string(let product)? = line["product"], case .string(let title)? = line["title"],
      case .int(let quantity)? = line["quantity"], case .string(let total)? = line["total"]
    else { return }
    add("  \(quantity) × \(title)  \(total)", .plain, indent)
    if case .string(let note)? = line["note"] { add("    \(note)", .quiet, indent) }
    guard node.isEnabled, node.flag("readOnly") != true else { return }
    var changes = [("+", quantity + 1), ("−", quantity - 1), ("✗", 0)]
    if line["canAdd"] != .bool(true) { changes.removeFirst() }
    if quantity <= 1 { changes.removeAll { $0.0 == "−" } }
    for (mark, to) in changes {
      add(
        "    [ \(mark) \(title) ]", .plain, indent,
        Target(node: node.id, part: .quantity(key: key, product: product, to: to)))
    }
  }

  private mutating func drawPromoCode(_ node: ResolvedNode, _ key: String, _ indent: Int) {
    guard case .map(let labels)? = node.props["labels"],
      case .string(let label)? = labels["promoCode"]
    else { return }
    let place = Target(node: node.id, part: .promoCode(key: key))
    if let code = node.text("promoCode") {
      add("  ✓ \(code)", .plain, indent, place)
    } else {
      add("  ‹\(label)› \(paths[key] ?? "")▏", .plain, indent, place)
      if let problem = node.text("promoProblem") { add("  ! \(problem)", .error, indent) }
    }
  }
}
