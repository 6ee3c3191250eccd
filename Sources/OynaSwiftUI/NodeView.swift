#if canImport(SwiftUI)
  import OynaClient
  import OynaEngine
  import SwiftUI

  /// One node of the tree, drawn by the application's view for its type or by Oyna's.
  ///
  /// It observes its own node: an update of another one does not evaluate it again.
  struct NodeView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaComponents) private var components

    var body: some View {
      drawing
        .modifier(NodeAccessibility(node: state.node))
        .accessibilityIdentifier(state.id.name)
    }

    @ViewBuilder private var drawing: some View {
      if let own = components[state.node.type] {
        own(state, context.store)
      } else if state.node.field != nil {
        FieldView(state: state, context: context)
      } else if ContentView.draws(state.node.type) {
        ContentView(state: state, context: context)
      } else {
        LayoutView(state: state, context: context)
      }
    }
  }

  /// What a document says besides the visible texts.
  struct NodeAccessibility: ViewModifier {
    let node: ResolvedNode

    func body(content: Content) -> some View {
      labelled(content)
        .accessibilityHidden(node.accessibility.isHidden)
        .accessibilityAddTraits(traits)
    }

    @ViewBuilder private func labelled(_ content: Content) -> some View {
      switch (node.accessibility.label, node.accessibility.hint) {
      case (let label?, let hint?):
        content.accessibilityLabel(Text(verbatim: label)).accessibilityHint(Text(verbatim: hint))
      case (let label?, nil): content.accessibilityLabel(Text(verbatim: label))
      case (nil, let hint?): content.accessibilityHint(Text(verbatim: hint))
      case (nil, nil): content
      }
    }

    private var traits: AccessibilityTraits {
      switch node.accessibility.role {
      case "heading": .isHeader
      case "image": .isImage
      case "status": .updatesFrequently
      default: []
      }
    }
  }

  /// The children of a node, each with its own identity.
  struct ChildrenView: View {
    let state: NodeState
    let context: NodeContext

    var body: some View {
      ForEach(state.children) { child in
        NodeView(state: child, context: context)
      }
    }
  }
#endif
