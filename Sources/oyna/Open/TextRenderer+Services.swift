import OynaClient
import OynaEngine
import OynaValue

// Components that are drawn from the engine's own state: their texts come ready in `props`.
extension TextRenderer {
  /// Lines with what may be done about each: its event goes to `node[line]`.
  mutating func drawQueue(_ node: ResolvedNode, _ indent: Int) {
    if let title = node.text("title") { add(title, .heading, indent) }
    if let summary = node.text("summary") { add(summary, .quiet, indent) }
    for line in node.queueLines {
      add("· \(line.title)  \(line.text)", .plain, indent)
      for action in line.actions {
        add(
          "    [ \(action.label) ]", .plain, indent,
          Target(node: NodeID("\(node.id.name)[\(line.id)]"), part: .event(action.event)))
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
    for method in node.paymentMethods {
      add(
        "  \(method.isSelected ? "(•)" : "( )") \(method.label)", .plain, indent,
        Target(node: node.id, part: .event(method.id)))
      if !method.hint.isEmpty { add("      \(method.hint)", .quiet, indent) }
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
    let first = Int(clamping: state.children.first?.node.integer("index") ?? 0)
    if first > 0 {
      add("[ ↑ ]", .plain, indent, Target(node: node.id, part: .rows(first: max(first - 10, 0))))
    }
    for child in state.children { draw(child, indent: indent) }
    let end = first + state.children.count
    guard let count = node.integer("rowCount"), end < count || node.flag("hasMore") else {
      return
    }
    add("[ ↓ ]", .plain, indent, Target(node: node.id, part: .rows(first: end - 1)))
  }

  // MARK: - The cart

  mutating func drawCart(_ node: ResolvedNode, _ field: ResolvedField, _ indent: Int) {
    let lines = node.cartLines
    if lines.isEmpty, let text = node.text("emptyText") { add(text, .quiet, indent) }
    for line in lines { drawCartLine(line, node, field.key, indent) }
    if !lines.isEmpty {
      for total in node.cartTotals { add("  \(total.label): \(total.amount)", .plain, indent) }
    }
    drawPromoCode(node, field.key, indent)
  }

  private mutating func drawCartLine(
    _ line: CartLineText, _ node: ResolvedNode, _ key: String, _ indent: Int
  ) {
    add("  \(line.quantity) × \(line.title)  \(line.total)", .plain, indent)
    if let note = line.note { add("    \(note)", .quiet, indent) }
    guard node.isEnabled, !node.flag("readOnly") else { return }
    var changes = [("+", line.quantity + 1), ("−", line.quantity - 1), ("✗", 0)]
    if !line.canAdd { changes.removeFirst() }
    if line.quantity <= 1 { changes.removeAll { $0.0 == "−" } }
    for (mark, to) in changes {
      add(
        "    [ \(mark) \(line.title) ]", .plain, indent,
        Target(node: node.id, part: .quantity(key: key, product: line.id, to: to)))
    }
  }

  private mutating func drawPromoCode(_ node: ResolvedNode, _ key: String, _ indent: Int) {
    guard let label = node.cartLabel("promoCode") else { return }
    let place = Target(node: node.id, part: .promoCode(key: key))
    if let code = node.text("promoCode") {
      add("  ✓ \(code)", .plain, indent, place)
    } else {
      add("  ‹\(label)› \(paths[key] ?? "")▏", .plain, indent, place)
      if let problem = node.text("promoProblem") { add("  ! \(problem)", .error, indent) }
    }
  }
}
