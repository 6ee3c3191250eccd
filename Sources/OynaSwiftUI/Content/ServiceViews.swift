#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  /// Components that are drawn from the engine's own state.
  struct ServiceView: View {
    let node: ResolvedNode
    let context: NodeContext

    var body: some View {
      switch node.type {
      case "undo_bar": UndoBarView(node: node, context: context)
      case "payment_methods": PaymentMethodsView(node: node, context: context)
      default: QueueStatusView(node: node, context: context)
      }
    }
  }

  /// What can be taken back and what can be repeated, by name.
  struct UndoBarView: View {
    let node: ResolvedNode
    let context: NodeContext

    var body: some View {
      HStack {
        button("undo", "arrow.uturn.backward")
        button("redo", "arrow.uturn.forward")
      }
      .accessibilityElement(children: .contain)
    }

    private func button(_ name: String, _ symbol: String) -> some View {
      let label = node.text("\(name)Label") ?? name
      let spoken = node.text(name).map { "\(label): \($0)" } ?? label
      return Button(action: { context.event(name, of: node) }) {
        Label(label, systemImage: symbol)
      }
      .buttonStyle(.bordered)
      .disabled(node.text(name) == nil || !node.isEnabled)
      .accessibilityLabel(Text(verbatim: spoken))
    }
  }

  /// The ways to pay, one of them chosen.
  struct PaymentMethodsView: View {
    let node: ResolvedNode
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing) {
        if let label = node.text("label") {
          Text(verbatim: label).font(.headline).accessibilityAddTraits(.isHeader)
        }
        ForEach(node.paymentMethods) { method in
          Button(action: { context.event(method.id, of: node) }) {
            Label {
              VStack(alignment: .leading) {
                Text(verbatim: method.label)
                Text(verbatim: method.hint).font(.caption).foregroundStyle(.secondary)
              }
            } icon: {
              Image(systemName: method.isSelected ? "largecircle.fill.circle" : "circle")
            }
          }
          .buttonStyle(.borderless)
          .disabled(!node.isEnabled)
          .accessibilityAddTraits(method.isSelected ? .isSelected : [])
        }
      }
      .accessibilityElement(children: .contain)
    }
  }

  /// Content from a URL in its four states; of a long list the rows that can be seen.
  struct LoadView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      let node = state.node
      VStack(alignment: .leading, spacing: theme.spacing) {
        if let notice = node.text("notice") { ToneLabel(text: notice, tone: "warning") }
        content
        if let message = node.text("message") {
          Text(verbatim: message).foregroundStyle(.secondary)
        }
        if let message = node.text("pageMessage") { Text(verbatim: message).font(.caption) }
        if let label = node.text("pageRetry") { button("more", label) }
        if let label = node.text("retry") { button("retry", label) }
        if let label = node.text("refresh") { button("refresh", label) }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      .accessibilityElement(children: .contain)
    }

    @ViewBuilder private var content: some View {
      if state.node.text("state") == "loading" {
        // Bones are shapes, not words: nobody reads or reaches them.
        VStack(alignment: .leading, spacing: theme.spacing) {
          ChildrenView(state: state, context: context)
        }
        .redacted(reason: .placeholder)
        .disabled(true)
        .accessibilityHidden(true)
      } else {
        LazyVStack(alignment: .leading, spacing: theme.spacing) {
          ForEach(state.children) { child in
            NodeView(state: child, context: context)
              .onAppear { look(around: child) }
          }
        }
      }
    }

    /// A row came into sight: the engine gives those around it, and asks for the next page.
    private func look(around child: NodeState) {
      guard let index = child.node.number("index"), let count = state.node.number("rowCount")
      else { return }
      let shown = state.children.compactMap { $0.node.number("index") }
      guard let first = shown.first, let last = shown.last else { return }
      let isNearEnd = index > last - 5 && (last + 1 < count || state.node.flag("hasMore"))
      let isNearStart = index < first + 5 && first > 0
      guard isNearEnd || isNearStart else { return }
      context.store.send(.rows(id: state.id.name, first: max(Int(index) - 50, 0), count: 100))
    }

    private func button(_ event: String, _ label: String) -> some View {
      Button(action: { context.event(event, of: state.node) }) { Text(verbatim: label) }
        .buttonStyle(.bordered)
        .disabled(state.node.flag("isReloading"))
    }
  }
#endif
