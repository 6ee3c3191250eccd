#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  /// Nodes that show something and hold no value.
  struct ContentView: View {
    let state: NodeState
    let context: NodeContext

    private static let types: Set<String> = [
      "text", "image", "icon", "divider", "spacer", "progress", "banner", "button", "link",
      "queue_status", "undo_bar", "payment_methods",
    ]

    static func draws(_ type: String) -> Bool { types.contains(type) }

    var body: some View {
      let node = state.node
      switch node.type {
      case "text": TextNodeView(node: node)
      case "image": ImageNodeView(node: node, base: context.store.url)
      case "icon": IconNodeView(node: node)
      case "divider": Divider()
      case "spacer": Spacer(minLength: node.number("size").map { CGFloat($0) })
      case "progress": ProgressNodeView(node: node)
      case "banner": BannerNodeView(state: state, context: context)
      case "button": ButtonNodeView(node: node, context: context)
      case "link": LinkNodeView(node: node, context: context)
      default: ServiceView(node: node, context: context)
      }
    }
  }

  struct TextNodeView: View {
    let node: ResolvedNode
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      Text(verbatim: node.text("text") ?? "")
        .font(font)
        .foregroundStyle(Tone.color(node.text("color"), theme) ?? .primary)
        .multilineTextAlignment(alignment)
        .frame(maxWidth: .infinity, alignment: frameAlignment)
        .accessibilityAddTraits(isHeading ? .isHeader : [])
    }

    private var isHeading: Bool {
      ["title", "headline"].contains(node.text("style"))
    }

    /// Text styles of the system, so that they grow with Dynamic Type.
    private var font: Font {
      switch node.text("style") {
      case "title": .title
      case "headline": .headline
      case "caption": .caption
      case "amount": .title2.bold()
      default: .body
      }
    }

    private var alignment: TextAlignment {
      switch node.text("alignment") {
      case "center": .center
      case "end": .trailing
      default: .leading
      }
    }

    private var frameAlignment: Alignment {
      switch node.text("alignment") {
      case "center": .center
      case "end": .trailing
      default: .leading
      }
    }
  }

  struct ImageNodeView: View {
    let node: ResolvedNode
    let base: URL

    var body: some View {
      AsyncImage(url: URL(string: node.text("src") ?? "", relativeTo: base)?.absoluteURL) { image in
        image.resizable().aspectRatio(contentMode: node.text("fit") == "cover" ? .fill : .fit)
      } placeholder: {
        Color.clear
      }
      .frame(
        width: node.number("width").map { CGFloat($0) },
        height: node.number("height").map { CGFloat($0) }
      )
      .accessibilityLabel(Text(verbatim: node.text("alt") ?? ""))
      // An image without words is decoration.
      .accessibilityHidden(node.text("alt") == nil && node.accessibility.label == nil)
    }
  }

  struct IconNodeView: View {
    let node: ResolvedNode
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      Image(systemName: IconName.symbol(node.text("name") ?? ""))
        .font(.title2)
        .foregroundStyle(Tone.color(node.text("style"), theme) ?? .primary)
        .accessibilityHidden(node.accessibility.label == nil)
    }
  }

  struct ProgressNodeView: View {
    let node: ResolvedNode

    var body: some View {
      VStack(alignment: .leading) {
        if let label = node.text("label") { Text(verbatim: label).font(.caption) }
        if let value = node.number("value") {
          let most = max(node.number("max") ?? 1, 1)
          ProgressView(value: min(max(value, 0), most), total: most)
        } else {
          ProgressView()
        }
      }
    }
  }

  struct BannerNodeView: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      let node = state.node
      VStack(alignment: .leading, spacing: theme.spacing / 2) {
        if let title = node.text("title") { Text(verbatim: title).font(.headline) }
        ToneLabel(text: node.text("text") ?? "", tone: node.text("style"))
        ChildrenView(state: state, context: context)
      }
      .padding(theme.spacing)
      .frame(maxWidth: .infinity, alignment: .leading)
      .background { RoundedRectangle(cornerRadius: theme.cornerRadius).fill(theme.surface) }
      .modifier(TapModifier(node: node, context: context))
      .accessibilityElement(children: .contain)
    }
  }

  /// A text with the mark and the colour of its tone: never by colour alone.
  struct ToneLabel: View {
    let text: String
    let tone: String?
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      Label {
        Text(verbatim: text)
      } icon: {
        Image(systemName: Tone.symbol(tone))
          .foregroundStyle(Tone.color(tone, theme) ?? .secondary)
          .accessibilityHidden(true)
      }
    }
  }

  enum Tone {
    @MainActor
    static func color(_ tone: String?, _ theme: OynaTheme) -> Color? {
      switch tone {
      case "success": .green
      case "warning": .orange
      case "error": theme.danger
      case "info", "accent": theme.accent
      case "secondary", "muted": .secondary
      default: nil
      }
    }

    static func symbol(_ tone: String?) -> String {
      switch tone {
      case "success": "checkmark.circle"
      case "warning": "exclamationmark.triangle"
      case "error": "exclamationmark.circle"
      default: "info.circle"
      }
    }
  }
#endif
