#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  #if canImport(UniformTypeIdentifiers)
    import UniformTypeIdentifiers
  #endif

  /// Rows that the person adds and removes.
  struct GroupControl: View {
    let state: NodeState
    let context: NodeContext
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing) {
        ChildrenView(state: state, context: context)
        if state.node.isEnabled && state.node.props["canAdd"] != .bool(false) {
          Button(action: { context.event("add", of: state.node) }) {
            Label(state.node.text("addLabel") ?? context.words.add, systemImage: "plus")
          }
          .buttonStyle(.bordered)
        }
      }
    }
  }

  /// Files: chosen with the system's importer, uploaded at once.
  struct FileControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext
    @State private var isChoosing = false

    var body: some View {
      VStack(alignment: .leading) {
        ForEach(field.files.indices, id: \.self) { place in
          HStack {
            Image(systemName: field.files[place].isUploaded ? "checkmark" : "doc")
              .accessibilityHidden(true)
            Text(verbatim: field.files[place].name).frame(maxWidth: .infinity, alignment: .leading)
            if !field.files[place].isUploaded { ProgressView() }
            Button(action: { context.store.removeFile(at: place, of: field.key) }) {
              Image(systemName: "trash")
            }
            .buttonStyle(.borderless)
            .accessibilityLabel(
              Text(verbatim: "\(context.words.remove): \(field.files[place].name)"))
          }
        }
        Button(action: { isChoosing = true }) {
          Label(context.words.choose, systemImage: "paperclip")
        }
        .buttonStyle(.bordered)
        .accessibilityLabel(Text(verbatim: "\(context.words.choose): \(node.label)"))
      }
      .fileImporter(
        isPresented: $isChoosing, allowedContentTypes: types,
        allowsMultipleSelection: (node.number("maxFiles") ?? 1) > 1
      ) { result in
        if case .success(let urls) = result { take(urls) }
      }
    }

    private func take(_ urls: [URL]) {
      let files = urls.compactMap { url -> ChosenFile? in
        let isScoped = url.startAccessingSecurityScopedResource()
        defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
        return try? ChosenFile(contentsOf: url)
      }
      context.store.choose(files, for: field.key)
    }

    private var types: [UTType] {
      guard case .list(let names)? = node.props["accept"] else { return [.item] }
      let types = names.compactMap { name -> UTType? in
        guard case .string(let text) = name else { return nil }
        if text == "image/*" { return .image }
        return text.hasPrefix(".")
          ? UTType(filenameExtension: String(text.dropFirst())) : UTType(mimeType: text)
      }
      return types.isEmpty ? [.item] : types
    }
  }
#endif
