#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import SwiftUI

  /// A button: busy while its own action is in flight.
  struct ButtonNodeView: View {
    let node: ResolvedNode
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      styled
        .disabled(!node.isEnabled || node.isBusy)
        .accessibilityAddTraits(node.isBusy ? .updatesFrequently : [])
    }

    @ViewBuilder private var styled: some View {
      switch node.text("style") {
      case "secondary": button.buttonStyle(.bordered)
      case "plain": button.buttonStyle(.borderless)
      case "danger": button.buttonStyle(.bordered).tint(theme.danger)
      // Of a hardware keyboard: Return where nothing is being typed.
      case "primary": button.buttonStyle(.borderedProminent).keyboardShortcut(.defaultAction)
      default: button.buttonStyle(.borderedProminent)
      }
    }

    private var button: some View {
      Button(role: node.text("style") == "danger" ? .destructive : nil) {
        context.tap(node)
      } label: {
        HStack {
          if node.isBusy {
            ProgressView()
          } else if let icon = node.text("icon") {
            Image(systemName: IconName.symbol(icon)).accessibilityHidden(true)
          }
          Text(verbatim: node.label)
        }
        .frame(maxWidth: .infinity)
        // The least that a finger hits.
        .frame(minHeight: 32)
      }
    }
  }

  /// A link: its own page, or what its `tap` does.
  struct LinkNodeView: View {
    let node: ResolvedNode
    let context: NodeContext
    @Environment(\.openURL) private var openURL

    var body: some View {
      Button(action: follow) { Text(verbatim: node.label) }
        .buttonStyle(.borderless)
        .disabled(!node.isEnabled)
        .accessibilityAddTraits(.isLink)
        .accessibilityRemoveTraits(.isButton)
    }

    private func follow() {
      if node.events.contains("tap") { return context.tap(node) }
      guard let url = node.text("url").flatMap({ URL(string: $0, relativeTo: context.store.url) })
      else { return }
      SystemEffects.perform(.openURL(url.absoluteString), of: context.store) { openURL($0) }
    }
  }

  /// Makes a card or a banner that listens to `tap` a button.
  struct TapModifier: ViewModifier {
    let node: ResolvedNode
    let context: NodeContext

    @ViewBuilder func body(content: Content) -> some View {
      if node.events.contains("tap") {
        content
          .onTapGesture { context.tap(node) }
          .accessibilityAddTraits(.isButton)
      } else {
        content
      }
    }
  }
#endif
