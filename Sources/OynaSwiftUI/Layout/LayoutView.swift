#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  /// Boxes with children. A component without a drawing of its own is a box too: what it holds is
  /// never lost.
  struct LayoutView: View {
    let state: NodeState
    let context: NodeContext

    var body: some View {
      drawing.accessibilityElement(children: .contain)
    }

    @ViewBuilder private var drawing: some View {
      switch state.node.type {
      case "hstack": HorizontalStackView(state: state, context: context)
      case "zstack": ZStack { ChildrenView(state: state, context: context) }
      case "grid": GridNodeView(state: state, context: context)
      case "scroll": ScrollNodeView(state: state, context: context)
      case "card": CardView(state: state, context: context)
      case "section": SectionNodeView(state: state, context: context)
      case "tabs": TabsView(state: state, context: context)
      case "stepper_flow": WizardView(state: state, context: context)
      case "row": RowView(state: state, context: context)
      case "load": LoadView(state: state, context: context)
      default: BoxView(state: state, context: context)
      }
    }
  }

  /// `vstack`, `form`, `list`, `step`, `tab`, and what this version does not know.
  struct BoxView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      VStack(alignment: horizontalAlignment, spacing: Spacing.points(state.node, theme)) {
        TitleView(node: state.node)
        ChildrenView(state: state, context: context)
        if let error = context.store.form.errors[state.id.name] {
          ErrorView(message: error)
        }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    }

    private var horizontalAlignment: HorizontalAlignment {
      switch state.node.text("alignment") {
      case "center": .center
      case "end": .trailing
      default: .leading
      }
    }
  }

  /// The title and subtitle that a box may have.
  struct TitleView: View {
    let node: ResolvedNode

    var body: some View {
      if let title = node.text("title") {
        Text(verbatim: title).font(.headline).accessibilityAddTraits(.isHeader)
      }
      if let subtitle = node.text("subtitle") {
        Text(verbatim: subtitle).font(.subheadline).foregroundStyle(.secondary)
      }
    }
  }

  enum Spacing {
    /// Names and points of a document.
    @MainActor
    static func points(_ node: ResolvedNode, _ theme: OynaTheme) -> CGFloat {
      if let points = node.number("spacing") { return CGFloat(points) }
      switch node.text("spacing") {
      case "none": return 0
      case "xs": return theme.spacing / 4
      case "s": return theme.spacing / 2
      case "l": return theme.spacing * 2
      case "xl": return theme.spacing * 3
      default: return theme.spacing
      }
    }
  }

  struct HorizontalStackView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
      // With the largest letters neighbours no longer fit beside one another.
      if typeSize.isAccessibilitySize && !isUnwrapped {
        VStack(alignment: .leading, spacing: Spacing.points(state.node, theme)) {
          ChildrenView(state: state, context: context)
        }
      } else {
        HStack(alignment: .center, spacing: Spacing.points(state.node, theme)) {
          ChildrenView(state: state, context: context)
        }
      }
    }

    private var isUnwrapped: Bool { state.node.props["wrap"] == .bool(false) }
  }

  struct GridNodeView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      let spacing = Spacing.points(state.node, theme)
      LazyVGrid(
        columns: Array(repeating: GridItem(.flexible(), spacing: spacing), count: columns),
        alignment: .leading, spacing: spacing
      ) {
        ChildrenView(state: state, context: context)
      }
    }

    private var columns: Int { max(Int(state.node.number("columns") ?? 2), 1) }
  }

  struct ScrollNodeView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      if state.node.text("axis") == "horizontal" {
        ScrollView(.horizontal) {
          HStack(alignment: .top, spacing: theme.spacing) {
            ChildrenView(state: state, context: context)
          }
        }
      } else {
        // The screen itself scrolls vertically: one scroll view inside another would trap a finger.
        VStack(alignment: .leading, spacing: theme.spacing) {
          ChildrenView(state: state, context: context)
        }
      }
    }
  }

  struct CardView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing) {
        TitleView(node: state.node)
        ChildrenView(state: state, context: context)
      }
      .padding(theme.spacing)
      .frame(maxWidth: .infinity, alignment: .leading)
      .background { frame }
      .modifier(TapModifier(node: state.node, context: context))
    }

    @ViewBuilder private var frame: some View {
      switch state.node.text("style") {
      case "plain": Color.clear
      case "elevated": RoundedRectangle(cornerRadius: theme.cornerRadius).fill(theme.surface)
      default: RoundedRectangle(cornerRadius: theme.cornerRadius).stroke(theme.surface)
      }
    }
  }

  struct SectionNodeView: View {
    let state: NodeState
    let context: NodeContext
    @State private var isOpen: Bool?
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      if state.node.flag("collapsible") {
        DisclosureGroup(isExpanded: isExpanded) {
          content
        } label: {
          VStack(alignment: .leading) { TitleView(node: state.node) }
        }
      } else {
        VStack(alignment: .leading, spacing: theme.spacing) {
          TitleView(node: state.node)
          content
        }
      }
    }

    private var content: some View {
      VStack(alignment: .leading, spacing: theme.spacing) {
        ChildrenView(state: state, context: context)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
    }

    private var isExpanded: Binding<Bool> {
      let isOpenAtFirst = !state.node.flag("collapsed")
      let isOpen = $isOpen
      return Binding.onMain {
        isOpen.wrappedValue ?? isOpenAtFirst
      } set: {
        isOpen.wrappedValue = $0
      }
    }
  }
#endif
