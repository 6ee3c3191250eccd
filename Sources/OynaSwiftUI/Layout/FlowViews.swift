#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import SwiftUI

  /// `tabs`: which one is open is no state of the form, so the view keeps it.
  struct TabsView: View {
    let state: NodeState
    let context: NodeContext
    @State private var open: NodeID?
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing) {
        Picker(selection: selection) {
          ForEach(state.children) { tab in
            Text(verbatim: tab.node.text("title") ?? "").tag(Optional(tab.id))
          }
        } label: {
          Text(verbatim: state.node.label)
        }
        .pickerStyle(.segmented)
        ForEach(state.children) { tab in
          if tab.id == shown { NodeView(state: tab, context: context) }
        }
      }
    }

    private var shown: NodeID? {
      state.children.contains { $0.id == open } ? open : state.children.first?.id
    }

    private var selection: Binding<NodeID?> {
      let open = $open
      return Binding.onMain {
        shown
      } set: { id in
        open.wrappedValue = id
        if state.node.events.contains("change") { context.event("change", of: state.node) }
      }
    }
  }

  /// `stepper_flow`: the engine shows one step and decides which; this draws how far it is.
  struct WizardView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      let node = state.node
      VStack(alignment: .leading, spacing: theme.spacing) {
        TitleView(node: node)
        ProgressView(value: Float(step + 1), total: Float(max(count, 1)))
          .accessibilityLabel(Text(verbatim: "\(step + 1) / \(count)"))
        ChildrenView(state: state, context: context)
        HStack(spacing: theme.spacing) {
          if step > 0 {
            Button(action: { context.event("back", of: node) }) {
              Text(verbatim: node.text("backLabel") ?? context.words.back)
            }
            .buttonStyle(.bordered)
          }
          if let label = nextLabel {
            Button(action: { context.event("next", of: node) }) {
              Text(verbatim: label).frame(maxWidth: .infinity)
            }
            .buttonStyle(.borderedProminent)
            .disabled(!node.isEnabled || node.isBusy)
          }
        }
      }
    }

    private var step: Int { Int(clamping: state.node.integer("step") ?? 0) }
    private var count: Int { Int(clamping: state.node.integer("stepCount") ?? 1) }

    /// A wizard without words for its end ends in a button of its last step.
    private var nextLabel: String? {
      if step + 1 >= count { return state.node.text("finishLabel") }
      return state.node.text("nextLabel") ?? context.words.next
    }
  }

  /// One row of a repeating group, with the button that removes it.
  struct RowView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing) {
        ChildrenView(state: state, context: context)
        if state.node.isEnabled {
          Button(role: .destructive) {
            context.event("remove", of: state.node)
          } label: {
            Label(context.words.remove, systemImage: "trash")
          }
          .buttonStyle(.borderless)
        }
      }
      .padding(theme.spacing)
      .background { RoundedRectangle(cornerRadius: theme.cornerRadius).fill(theme.surface) }
    }
  }
#endif
