#if canImport(SwiftUI)
  public import Foundation
  public import OynaClient
  import OynaEngine
  public import SwiftUI

  /// A server's screen in an application, with the screens that it leads to.
  ///
  /// ```swift
  /// OynaScreen(url: URL(string: "https://example.uz/screens/loan_application")!)
  ///   .oynaTheme(OynaTheme(accent: .green))
  /// ```
  ///
  /// It loads the document, navigates, presents, shows messages, and wipes secrets when the
  /// application leaves the foreground.
  public struct OynaScreen: View {
    @State private var navigator: ScreenNavigator
    private let monitor: NetworkMonitor
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.openURL) private var openURL
    @Environment(\.locale) private var locale

    /// The screen at this URL over its own transport, in the language of the device.
    @MainActor
    public init(url: URL, queue: QueueStore? = nil) {
      let language = Locale.current.identifier(.bcp47)
      var environment = ClientEnvironment(transport: HTTPTransport(), language: language)
      let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
      environment.copies = KeptCopies(folder: caches?.appendingPathComponent("oyna"))
      self.init(
        navigator: ScreenNavigator(url: url, environment: environment, queue: queue))
    }

    /// A screen whose store the application made: with a transport of its own, or opened from a
    /// document that is already here.
    @MainActor
    public init(store: ScreenStore, queue: QueueStore? = nil) {
      self.init(navigator: ScreenNavigator(store: store, queue: queue))
    }

    /// A stack of screens whose effects the application wants to see.
    @MainActor
    public init(navigator: ScreenNavigator, monitor: NetworkMonitor = .system) {
      _navigator = State(initialValue: navigator)
      self.monitor = monitor
    }

    /// The stack, and what is presented over it.
    public var body: some View {
      NavigatorView(navigator: navigator)
        .task { await navigator.follow(monitor) }
        .task { if navigator.stack[0].tree == nil { await navigator.stack[0].load() } }
        .onAppear { observeEffects() }
        .onChange(of: locale) { _, locale in
          Task { await navigator.setLanguage(locale.identifier(.bcp47)) }
        }
        .onChange(of: scenePhase) { _, phase in
          // Inactive too: the system takes its picture for the app switcher then.
          if phase == .active { navigator.enterForeground() }
          if phase == .background { navigator.enterBackground() }
        }
        // What is privacy-sensitive is covered in that picture.
        .redacted(reason: scenePhase == .active ? [] : .privacy)
    }

    private func observeEffects() {
      let handled = navigator.onEffect
      let openURL = openURL
      navigator.onEffect = { effect, store in
        SystemEffects.perform(effect, of: store) { openURL($0) }
        handled(effect, store)
      }
    }
  }

  /// A stack of screens and what is presented over it.
  struct NavigatorView: View {
    @Bindable var navigator: ScreenNavigator

    var body: some View {
      NavigationStack(path: path) {
        StoreView(store: navigator.stack[0])
          .navigationDestination(for: ScreenReference.self) { reference in
            StoreView(store: reference.store)
          }
      }
      .sheet(item: presented) { presented in
        NavigatorSheet(navigator: presented)
      }
    }

    private var path: Binding<[ScreenReference]> {
      Binding.onMain {
        navigator.path.map { ScreenReference(store: $0) }
      } set: { references in
        navigator.path = references.map { $0.store }
      }
    }

    private var presented: Binding<ScreenNavigator?> {
      Binding.onMain {
        navigator.presented
      } set: { presented in
        if presented == nil { navigator.dismiss() }
      }
    }
  }

  /// A presented stack, with a button that closes it.
  struct NavigatorSheet: View {
    let navigator: ScreenNavigator

    var body: some View {
      // A view of its own type breaks the circle of the opaque types.
      AnyView(NavigatorView(navigator: navigator))
    }
  }

  /// A place in the navigation path: the store itself, by identity.
  struct ScreenReference: Hashable {
    let store: ScreenStore

    static func == (left: ScreenReference, right: ScreenReference) -> Bool {
      left.store === right.store
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(store)) }
  }
#endif
