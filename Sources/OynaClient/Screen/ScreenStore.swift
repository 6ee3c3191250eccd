public import Foundation
public import Observation
public import OynaEngine
import OynaValue

/// One open screen of an application: it loads the document, runs the engine over it, performs what
/// the engine asks for, and is what a renderer observes.
///
/// ```swift
/// let store = ScreenStore(url: url, environment: environment)
/// await store.load()
/// store.form.setValue(.string("Zuhra"), for: "full_name")
/// store.tap("submit_button")
/// ```
@MainActor @Observable
public final class ScreenStore: Identifiable {
  /// Where the document comes from; relative addresses in it refer to this.
  public let url: URL
  /// Where the screen is: exactly one of loading, loaded, empty, failed.
  public internal(set) var state = LoadState<ScreenTree>.loading
  /// More of a failure than its message; nil unless `state` is `failed`.
  public internal(set) var failure: ScreenFailure?
  /// The values and errors.
  public let form: FormStateStore
  /// The message at the bottom.
  public internal(set) var snackbar: Snackbar?
  /// The message that waits for an answer.
  public internal(set) var alert: ScreenAlert?
  /// What a server says that belongs to no field.
  public internal(set) var banner: [String] = []
  /// What is to be spoken next.
  public internal(set) var announcement: Announcement?
  /// The key that has the focus, moved by the person and by the engine.
  public internal(set) var focusedKey: String?
  /// Steps that `undo` takes back.
  public private(set) var undoCount = 0
  /// Steps that `redo` brings back.
  public private(set) var redoCount = 0
  /// The screen is loaded again while its content stays.
  public private(set) var isRefreshing = false
  /// What is shown was kept from an earlier visit, because there is no network. Loading it again
  /// takes a new one.
  public private(set) var isCopy = false
  /// What the last `network` said.
  public private(set) var isOnline = true

  @ObservationIgnored var environment: ClientEnvironment
  /// The document, asked for before the screen was opened.
  @ObservationIgnored var coming: Task<Result<FetchedDocument, ScreenFailure>, Never>?
  /// Performs what belongs to the application: navigation, the clipboard, links. What was asked
  /// for before there was a host is handed to the first.
  @ObservationIgnored public weak var host: (any ScreenHost)? {
    didSet { handOver() }
  }
  @ObservationIgnored var unperformed: [Effect] = []
  @ObservationIgnored private var engine: Engine?
  @ObservationIgnored private var loadNumber = 0
  @ObservationIgnored var requests: [RequestID: Task<Void, Never>] = [:]
  @ObservationIgnored var wake: Task<Void, Never>?
  @ObservationIgnored var lastAdvance: Int64
  @ObservationIgnored var messageCount = 0
  /// Files of `file_input`s, by key.
  @ObservationIgnored var uploads: [String: [FileUpload]] = [:]

  /// A store that has loaded nothing yet.
  public init(url: URL, environment: ClientEnvironment) {
    self.url = url
    self.environment = environment
    lastAdvance = environment.now()
    let today = environment.today
    form = FormStateStore(language: environment.language, today: { today() })
    form.screen = self
  }

  isolated deinit {
    wake?.cancel()
    for task in requests.values { task.cancel() }
    for upload in uploads.values.joined() { upload.task?.cancel() }
  }

  /// The tree, once it is loaded.
  public var tree: ScreenTree? {
    if case .loaded(let tree) = state { return tree }
    return nil
  }

  /// The renderer's own words in the screen's language.
  public var words: HostWords { .words(for: tree?.language ?? environment.language) }

  // MARK: - Loading

  /// Asks for the document and opens it. What is shown stays until the new one has come; a late
  /// answer to an earlier call is dropped.
  public func load() async {
    loadNumber += 1
    let number = loadNumber
    if tree == nil {
      state = .loading
      failure = nil
    } else {
      isRefreshing = true
    }
    // What was asked for in advance is used once.
    let coming = self.coming
    self.coming = nil
    let result = if let coming { await coming.value } else { await environment.fetch(url) }
    guard number == loadNumber else { return }
    isRefreshing = false
    switch result {
    case .success(let document) where document.bytes.isEmpty: state = .empty
    // What is shown is younger than a copy of it.
    case .success(let document) where document.isCopy && tree != nil:
      fail(environment.failure(.offline))
    case .success(let document):
      open(document.bytes)
      isCopy = document.isCopy && tree != nil
      await keep(document)
    case .failure(let failure): fail(failure)
    }
  }

  /// Content that is shown is not taken away by a refresh that failed.
  private func fail(_ failure: ScreenFailure) {
    if tree != nil {
      show(failure.title, action: nil)
    } else {
      self.failure = failure
      state = .failed(message: failure.message)
    }
  }

  /// Opens a document that is already here. One that is no screen is explained instead.
  public func open(_ document: [UInt8]) {
    let context = Context(
      language: environment.language, today: environment.today(), seed: environment.seed())
    do throws(Diagnostic) {
      let screen = try Screen(
        decoding: JSON.parse(document), extensions: environment.extensions)
      cancelAll()
      engine = Engine(screen: screen, context: context)
      isCopy = false
      failure = nil
      focusedKey = nil
      banner = []
      for upload in uploads.values.joined() { upload.task?.cancel() }
      uploads = [:]
      let effects = engine?.takeOpeningEffects() ?? []
      settle(effects)
      if !isOnline { send(.network(isOnline: false)) }
    } catch {
      report(error)
      fail(environment.failure(.refused(error)))
    }
  }

  // MARK: - Events

  /// Tells the engine what happened and performs what it asks for.
  public func send(_ event: Event) {
    if case .network(let isOnline) = event { self.isOnline = isOnline }
    guard engine != nil else { return }
    settle(engine?.handle(event) ?? [])
  }

  /// A person activated the component with this id.
  public func tap(_ id: String) { send(.tap(id: id)) }

  /// The fields with a message, in the order of drawing. Observes the messages and the shape of the
  /// tree, not what is typed.
  public var problems: [FieldProblem] {
    guard let tree else { return [] }
    let found = form.keys.compactMap { key -> (NodeID, FieldProblem)? in
      let field = form.field(key)
      guard let message = field.error, let id = field.nodeID else { return nil }
      return (id, FieldProblem(id: id, key: key, message: message))
    }
    guard !found.isEmpty else { return [] }
    let problems = Dictionary(found, uniquingKeysWith: { first, _ in first })
    return tree.allNodes.compactMap { problems[$0.id] }
  }

  /// A person moved the focus; nil: to no field.
  public func moveFocus(to key: String?) {
    let old = focusedKey
    guard old != key else { return }
    focusedKey = key
    if let old { send(.blur(key: old)) }
    if let key { send(.focus(key: key)) }
  }

  /// The key of the field that stands after this one on the screen; nil after the last.
  public func fieldKey(after key: String) -> String? {
    let keys = tree?.fieldKeys ?? []
    guard let place = keys.firstIndex(of: key), place + 1 < keys.count else { return nil }
    return keys[place + 1]
  }

  /// A person pressed the button of the snackbar, or it left by itself.
  public func closeSnackbar(performing action: SnackbarAction? = nil) {
    snackbar = nil
    if let action { send(.snackbarAction(action)) }
  }

  /// A person answered the alert.
  public func closeAlert() { alert = nil }

  /// The application left the foreground: every secret is overwritten, all else stays.
  public func enterBackground() { form.enterBackground() }

  /// The application is back; the day may be another.
  public func enterForeground() {
    send(.lifecycle(.foreground))
    send(.day(environment.today()))
  }

  // MARK: - Reading the engine

  func storedValue(for key: String) -> Value { engine?.value(for: key) ?? .null }
  func storedError(for key: String) -> String? { engine?.error(for: key) }

  /// Rules and expressions that the last event evaluated.
  public var evaluated: Int { engine?.evaluated ?? 0 }

  // MARK: - After an event

  private func settle(_ effects: [Effect]) {
    for change in engine?.takeChanges() ?? [] { take(change) }
    // A field that is gone has no focus, and is not left: the engine knows no such key any more.
    if let key = focusedKey, engine?.focusedKey != key { focusedKey = engine?.focusedKey }
    form.refreshDetached(self)
    if let engine {
      if form.isSubmitting != engine.isSubmitting { form.isSubmitting = engine.isSubmitting }
      if undoCount != engine.undoCount { undoCount = engine.undoCount }
      if redoCount != engine.redoCount { redoCount = engine.redoCount }
    }
    for effect in effects { perform(effect) }
  }

  private func take(_ change: NodeChange) {
    if case .screen(let screen) = change {
      let tree = ScreenTree(screen)
      form.detachAll()
      for node in tree.allNodes { attach(node) }
      state = .loaded(tree)
      return
    }
    guard let (came, went) = tree?.apply(change) else { return }
    for node in went { if let key = node.node.field?.key { form.detach(key) } }
    for node in came { attach(node) }
  }

  private func attach(_ node: NodeState) {
    guard let field = node.node.field else { return }
    form.attach(
      field.key, to: node.id, value: storedValue(for: field.key), error: field.error)
  }
}
