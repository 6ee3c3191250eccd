#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import SwiftUI

  /// An input: its label, its native control, its hint, and what is wrong with it.
  struct FieldView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      if let field = state.node.field {
        VStack(alignment: .leading, spacing: theme.spacing / 3) {
          if showsLabel { FieldLabel(node: state.node, field: field, words: context.words) }
          FieldControl(state: state, field: field, context: context)
            .disabled(!state.node.isEnabled)
            .modifier(FieldHint(hint: spokenHint))
          if let hint = state.node.text("hint") {
            Text(verbatim: hint).font(.caption).foregroundStyle(.secondary)
              .accessibilityHidden(true)
          }
          if field.isPending { ProgressView() }
          if let error {
            ErrorView(message: error)
          } else if let warning = field.warning {
            ToneLabel(text: warning, tone: "warning").font(.caption)
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .contain)
      }
    }

    /// Of this field alone, so that another field's error does not evaluate this view.
    private var error: String? {
      state.node.field.flatMap { context.store.form.errors[$0.key] }
    }

    /// A switch carries its own label.
    private var showsLabel: Bool { !state.node.isSwitch }

    /// The control says what is wrong with it, not only the text below.
    private var spokenHint: String {
      [error, state.node.text("hint")].compactMap { $0 }.joined(separator: ". ")
    }
  }

  struct FieldHint: ViewModifier {
    let hint: String

    @ViewBuilder func body(content: Content) -> some View {
      if hint.isEmpty { content } else { content.accessibilityHint(Text(verbatim: hint)) }
    }
  }

  struct FieldLabel: View {
    let node: ResolvedNode
    let field: ResolvedField
    let words: HostWords

    var body: some View {
      HStack(alignment: .firstTextBaseline) {
        Text(verbatim: node.label).font(.subheadline)
        if !field.isRequired && !["repeating_group", "cart"].contains(node.type) {
          Text(verbatim: words.optional).font(.caption).foregroundStyle(.secondary)
        }
      }
      // The control has the same label.
      .accessibilityHidden(!["repeating_group", "cart"].contains(node.type))
    }
  }

  struct ErrorView: View {
    let message: String
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      Label {
        Text(verbatim: message)
      } icon: {
        Image(systemName: "exclamationmark.circle").accessibilityHidden(true)
      }
      .font(.caption)
      .foregroundStyle(theme.danger)
    }
  }

  /// The native control of an input's type.
  struct FieldControl: View {
    let state: NodeState
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      if field.isSecret {
        SecretControl(node: state.node, field: field, context: context)
      } else if !field.options.isEmpty || choiceTypes.contains(state.node.type) {
        ChoiceControl(node: state.node, field: field, context: context)
      } else {
        ValueControl(state: state, field: field, context: context)
      }
    }

    private var choiceTypes: Set<String> { ["dropdown", "radio_group"] }
  }

  /// Inputs of one value that is neither secret nor chosen of a list.
  struct ValueControl: View {
    let state: NodeState
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      switch state.node.type {
      case "checkbox", "toggle_switch":
        SwitchControl(node: state.node, field: field, context: context)
      case "date_input": DateControl(node: state.node, field: field, context: context)
      case "stepper": StepperControl(node: state.node, field: field, context: context)
      case "slider": SliderControl(node: state.node, field: field, context: context)
      case "file_input": FileControl(node: state.node, field: field, context: context)
      case "repeating_group": GroupControl(state: state, context: context)
      case "cart": CartControl(node: state.node, field: field, context: context)
      default: TextControl(node: state.node, field: field, context: context)
      }
    }
  }
#endif
