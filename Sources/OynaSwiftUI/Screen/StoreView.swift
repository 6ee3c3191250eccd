#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import SwiftUI

  /// One screen: its load state, its tree, and the messages over it.
  struct StoreView: View {
    let store: ScreenStore
    @FocusState private var focus: String?
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      content
        .navigationTitle(Text(verbatim: store.tree?.title ?? ""))
        .refreshable { await store.load() }
        .environment(\.layoutDirection, direction)
        .onChange(of: store.focusedKey) { _, key in focus = key }
        .onChange(of: focus) { _, key in store.moveFocus(to: key) }
        .onChange(of: store.announcement?.id) { _, _ in announce() }
        .alert(
          Text(verbatim: store.alert?.title ?? store.alert?.message ?? ""), isPresented: isAlerting
        ) {
          Button(action: { store.closeAlert() }) { Text(verbatim: store.words.dismiss) }
        } message: {
          Text(verbatim: store.alert?.title == nil ? "" : store.alert?.message ?? "")
        }
        .safeAreaInset(edge: .bottom) { messages }
        .tint(theme.accent)
    }

    @ViewBuilder private var content: some View {
      switch store.state {
      case .loading: LoadingView(label: store.words.loading)
      case .loaded(let tree):
        ScreenTreeView(
          tree: tree, context: NodeContext(store: store, focus: $focus), banner: store.banner
        )
        .modifier(ProblemRotor(store: store))
      case .empty:
        ContentUnavailableView(store.words.nothingFound, systemImage: "tray")
      case .failed(let message):
        ContentUnavailableView {
          Label(store.failure?.title ?? "", systemImage: "exclamationmark.triangle")
        } description: {
          Text(verbatim: message)
        } actions: {
          Button(action: { Task { await store.load() } }) { Text(verbatim: store.words.retry) }
            .buttonStyle(.borderedProminent)
        }
      }
    }

    @ViewBuilder private var messages: some View {
      if let snackbar = store.snackbar {
        SnackbarView(snackbar: snackbar, store: store)
      }
    }

    private var direction: LayoutDirection {
      store.tree?.isRightToLeft == true ? .rightToLeft : .leftToRight
    }

    private var isAlerting: Binding<Bool> {
      Binding.onMain {
        store.alert != nil
      } set: { isShown in
        if !isShown { store.closeAlert() }
      }
    }

    private func announce() {
      guard let text = store.announcement?.text else { return }
      SystemEffects.announce(text)
    }
  }

  /// The tree in a scroll view that leaves the keyboard's way.
  struct ScreenTreeView: View {
    let tree: ScreenTree
    let context: NodeContext
    let banner: [String]
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      ScrollView {
        VStack(alignment: .leading, spacing: theme.spacing) {
          if context.store.isCopy {
            HStack {
              ToneLabel(text: context.words.savedCopy, tone: "warning")
              Button(action: { Task { await context.store.load() } }) {
                Text(verbatim: context.words.refresh)
              }
              .buttonStyle(.borderless)
            }
            .accessibilityElement(children: .contain)
          }
          ForEach(banner, id: \.self) { message in
            ToneLabel(text: message, tone: "error")
          }
          NodeView(state: tree.root, context: context)
        }
        .padding(theme.spacing)
      }
      .scrollDismissesKeyboard(.interactively)
    }
  }

  /// VoiceOver's rotor over the fields that have a message: its entries are the messages.
  ///
  /// It observes the messages alone, so that a keystroke evaluates nothing here.
  struct ProblemRotor: ViewModifier {
    let store: ScreenStore

    func body(content: Content) -> some View {
      let problems = store.problems
      content.accessibilityRotor(
        Text(verbatim: store.words.summary(problems.count)), entries: problems, entryID: \.id,
        entryLabel: \.message)
    }
  }

  /// A screen that is on its way: rows of its usual shape without their text.
  struct LoadingView: View {
    let label: String

    var body: some View {
      List {
        ForEach(0..<6) { _ in Text(verbatim: "Oyna Oyna Oyna") }
      }
      .redacted(reason: .placeholder)
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(Text(verbatim: label))
    }
  }

  /// A short message with at most one button; it leaves by itself when it offers none.
  struct SnackbarView: View {
    let snackbar: Snackbar
    let store: ScreenStore
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      HStack(alignment: .center, spacing: theme.spacing) {
        Text(verbatim: snackbar.message)
          .frame(maxWidth: .infinity, alignment: .leading)
        if let action = snackbar.action {
          Button(action: { store.closeSnackbar(performing: action) }) {
            Text(verbatim: action == .retry ? store.words.retry : store.words.undo)
          }
        }
        Button(action: { store.closeSnackbar() }) { Image(systemName: "xmark") }
          .accessibilityLabel(Text(verbatim: store.words.close))
      }
      .padding(theme.spacing)
      .background { RoundedRectangle(cornerRadius: theme.cornerRadius).fill(theme.surface) }
      .padding(theme.spacing)
      .task(id: snackbar.id) { await leave() }
    }

    private func leave() async {
      guard snackbar.action == nil else { return }
      do { try await Task.sleep(for: .seconds(6)) } catch { return }
      if store.snackbar?.id == snackbar.id { store.closeSnackbar() }
    }
  }
#endif
