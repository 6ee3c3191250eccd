#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  /// What waits in the queue, what failed and why, and what may be done about it.
  struct QueueStatusView: View {
    let node: ResolvedNode
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing / 2) {
        if let title = node.text("title") {
          Text(verbatim: title).font(.headline).accessibilityAddTraits(.isHeader)
        }
        if let summary = node.text("summary") {
          Text(verbatim: summary).font(.caption).foregroundStyle(.secondary)
        }
        if node.queueLines.isEmpty, let empty = node.text("empty") {
          Text(verbatim: empty).font(.caption).foregroundStyle(.secondary)
        }
        ForEach(node.queueLines) { line in
          QueueLineView(line: line) { name in
            context.store.send(.custom(id: "\(node.id.name)[\(line.id)]", name: name))
          }
        }
      }
      .accessibilityElement(children: .contain)
    }
  }

  struct QueueLineView: View {
    let line: QueueLineText
    let perform: @MainActor (String) -> Void

    var body: some View {
      HStack {
        Image(systemName: symbol).accessibilityHidden(true)
        VStack(alignment: .leading) {
          Text(verbatim: line.title)
          Text(verbatim: line.text).font(.caption).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        ForEach(line.actions, id: \.event) { action in
          Button(action: { perform(action.event) }) { Text(verbatim: action.label) }
            .buttonStyle(.borderless)
            .accessibilityLabel(Text(verbatim: "\(action.label): \(line.title)"))
        }
      }
    }

    private var symbol: String {
      switch line.state {
      case "sent": "checkmark"
      case "failed": "exclamationmark.circle"
      case "undoing", "undone": "arrow.uturn.backward"
      default: "clock"
      }
    }
  }
#endif
