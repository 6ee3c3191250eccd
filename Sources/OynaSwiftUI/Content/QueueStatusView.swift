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
        if lines.isEmpty, let empty = node.text("empty") {
          Text(verbatim: empty).font(.caption).foregroundStyle(.secondary)
        }
        ForEach(lines) { line in
          QueueLineView(line: line) { name in
            context.store.send(.custom(id: "\(node.id.name)[\(line.id)]", name: name))
          }
        }
      }
      .accessibilityElement(children: .contain)
    }

    private var lines: [QueueLine] {
      guard case .list(let items)? = node.props["items"] else { return [] }
      return items.compactMap { QueueLine($0) }
    }
  }

  struct QueueLineView: View {
    let line: QueueLine
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

  /// One line of `queue_status`, as the engine words it.
  struct QueueLine: Identifiable {
    let id: Int64
    let title: String
    let text: String
    let state: String
    let actions: [(event: String, label: String)]

    init?(_ value: Value) {
      guard case .map(let map) = value, case .int(let id)? = map["id"] else { return nil }
      self.id = id
      title = Self.text(map["title"])
      text = Self.text(map["text"])
      state = Self.text(map["state"])
      guard case .list(let list)? = map["actions"] else {
        actions = []
        return
      }
      actions = list.compactMap { value in
        guard case .map(let action) = value else { return nil }
        return (event: Self.text(action["event"]), label: Self.text(action["label"]))
      }
    }

    private static func text(_ value: Value?) -> String {
      if case .string(let text)? = value { return text }
      return ""
    }
  }
#endif
