public import Foundation
public import Observation
public import OynaEngine

/// The open screens of an application: a stack, and over it at most one stack that is presented.
///
/// It tells every open screen of the network and of the application's life.
@MainActor @Observable
public final class ScreenNavigator: ScreenHost, Identifiable {
  /// The screens, the shown one last; never empty.
  public private(set) var stack: [ScreenStore]
  /// What is presented over this stack.
  public private(set) var presented: ScreenNavigator?

  @ObservationIgnored private var environment: ClientEnvironment
  /// Documents that were asked for in advance.
  @ObservationIgnored private var prefetched: [URL: Prefetch] = [:]
  /// The application's one queue; without it nothing can be queued, and screens say so.
  @ObservationIgnored public let queue: QueueStore?
  @ObservationIgnored private var prefetchCount = 0
  @ObservationIgnored private weak var presenter: ScreenNavigator?
  /// What belongs to no screen and to no navigation: links, the clipboard, reports.
  @ObservationIgnored public var onEffect: @MainActor (Effect, ScreenStore) -> Void = { _, _ in }

  /// Opens the screen at this URL; `load` of its store is the caller's.
  public convenience init(
    url: URL, environment: ClientEnvironment, queue: QueueStore? = nil
  ) {
    self.init(store: ScreenStore(url: url, environment: environment), queue: queue)
  }

  /// A stack over a store that exists.
  public init(store: ScreenStore, queue: QueueStore? = nil) {
    environment = store.environment
    self.queue = queue
    stack = [store]
    store.host = self
  }

  /// The screen that a person sees, of what is presented if something is.
  public var current: ScreenStore {
    if let presented { return presented.current }
    return stack[stack.count - 1]
  }

  /// The screens over the first, for a navigation path. Setting a shorter one goes back.
  public var path: [ScreenStore] {
    get { Array(stack.dropFirst()) }
    set { stack = Array(stack.prefix(1)) + newValue }
  }

  /// Moves, or hands on what is no movement.
  public func perform(_ effect: Effect, of store: ScreenStore) {
    switch effect {
    case .navigate(let navigation): move(navigation, from: store)
    case .prefetch(let url): prefetch(url, from: store)
    case .queue(let request):
      if let queue { queue.perform(request, of: store) } else { refuse(request, of: store) }
    default: onEffect(effect, store)
    }
  }

  private func refuse(_ request: QueueRequest, of store: ScreenStore) {
    switch request {
    case .watch: store.send(.queue(.items([])))
    case .enqueue(let ticket, _):
      store.send(.queue(.notStored(ticket: ticket, .unavailable)))
    case .withdraw, .retry, .drop: store.send(.queue(.failed(.unavailable)))
    }
  }

  private func move(_ navigation: Navigation, from store: ScreenStore) {
    switch navigation {
    case .push(let url): open(url, from: store) { self.stack.append($0) }
    case .replace(let url): open(url, from: store) { self.stack[self.stack.count - 1] = $0 }
    case .present(let url): open(url, from: store) { self.present($0) }
    case .dismiss:
      if let presenter { presenter.dismiss() } else { back() }
    case .back: back()
    case .root:
      stack = Array(stack.prefix(1))
      presenter?.toRoot()
    }
  }

  /// One screen back; the last of a presented stack dismisses it. False when there is none.
  @discardableResult
  public func back() -> Bool {
    if stack.count > 1 {
      stack.removeLast()
      return true
    }
    guard let presenter else { return false }
    presenter.dismiss()
    return true
  }

  /// Takes away what is presented.
  public func dismiss() { presented = nil }

  private func toRoot() {
    presented = nil
    stack = Array(stack.prefix(1))
    presenter?.toRoot()
  }

  private func present(_ store: ScreenStore) {
    let navigator = ScreenNavigator(store: store, queue: queue)
    navigator.presenter = self
    navigator.onEffect = { [weak self] effect, store in self?.onEffect(effect, store) }
    presented = navigator
  }

  private func open(_ text: String, from store: ScreenStore, _ place: (ScreenStore) -> Void) {
    guard let url = URL(string: text, relativeTo: store.url)?.absoluteURL else { return }
    let next = ScreenStore(url: url, environment: environment)
    next.host = self
    next.coming = prefetched.removeValue(forKey: url)?.document
    place(next)
    if !store.isOnline { next.send(.network(isOnline: false)) }
    Task { await next.load() }
  }

  // MARK: - In advance

  private struct Prefetch {
    let document: Task<Result<FetchedDocument, ScreenFailure>, Never>
    let number: Int
  }

  /// Asks for a screen that will probably be opened soon. What comes is used once, within a minute.
  private func prefetch(_ text: String, from store: ScreenStore) {
    guard let url = URL(string: text, relativeTo: store.url)?.absoluteURL, store.isOnline,
      prefetched[url] == nil, prefetched.count < 8
    else { return }
    prefetchCount += 1
    let number = prefetchCount
    let environment = environment
    prefetched[url] = Prefetch(
      document: Task { [weak self] in
        let document = await environment.fetch(url)
        // A failure is no answer, and a copy none of now: it is asked for again when it is wanted.
        if case .success(let document) = document, !document.isCopy { return .success(document) }
        self?.forget(url, number)
        return document
      }, number: number)
    Task { [weak self] in
      try? await environment.sleep(60_000)
      self?.forget(url, number)
    }
  }

  private func forget(_ url: URL, _ number: Int) {
    if prefetched[url]?.number == number { prefetched[url] = nil }
  }

  /// BCP 47 tag of the person's language, as screens are asked for.
  public var language: String { environment.language }

  /// Every open screen takes on the language in place: what was typed stays where it is. False when
  /// a translation did not come, as without a network.
  @discardableResult
  public func setLanguage(_ tag: String) async -> Bool {
    environment.language = tag
    prefetched = [:]
    var isWhole = true
    for store in stack where await !store.translate(to: tag) { isWhole = false }
    if let presented, await !presented.setLanguage(tag) { isWhole = false }
    return isWhole
  }

  // MARK: - Told to all

  /// Every open screen, of what is presented too.
  public var allStores: [ScreenStore] { stack + (presented?.allStores ?? []) }

  /// The network came or went.
  public func network(isOnline: Bool) {
    for store in allStores { store.send(.network(isOnline: isOnline)) }
    queue?.network(isOnline: isOnline)
  }

  /// The application left the foreground: secrets are overwritten.
  public func enterBackground() {
    for store in allStores { store.enterBackground() }
  }

  /// The application is back.
  public func enterForeground() {
    for store in allStores { store.enterForeground() }
  }

  /// Follows a monitor until the task is cancelled.
  public func follow(_ monitor: NetworkMonitor) async {
    for await isOnline in monitor.changes { network(isOnline: isOnline) }
  }
}
