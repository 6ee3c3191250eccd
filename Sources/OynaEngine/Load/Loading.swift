/// One `load` component at run time: what it shows, what it waits for and what it is to ask next.
///
/// ```
///             answer                    refresh, source changed
///   loading ─────────▶ loaded │ empty ────────────────────────┐
///      │  ▲                  ▲                                │ shown meanwhile, `isReloading`
///      │  └─ retry ── failed │          answer                │
///      └─ no answer ────▶────┘ ◀───────────────────────────────┘ no answer: `notice`
/// ```
///
/// It decides; `Engine+Load` asks and tells. At most one request is under way, and the answer to an
/// older one is dropped, because that one was cancelled.
struct Loading: Sendable {
  private(set) var state = LoadState<LoadedContent>.loading
  private(set) var activity = Activity.idle
  /// What is to be asked for as soon as the component is seen.
  var due: Purpose? = .whole
  /// The source as it was computed last.
  var url = ""
  /// Something that the source reads changed.
  var isSourceDue = true
  /// Said over content that stays: it could not be refreshed, or it is a saved copy.
  private(set) var notice: String?
  /// Why the next page did not come.
  private(set) var pageProblem: String?
  /// There was no network: the next one is a reason to try again.
  private(set) var wasOffline = false
  /// Failures in a row.
  private(set) var failures = 0
  /// Somebody asked, and was not answered yet.
  private var isDemanded = false
  /// What is shown had been kept, and the network's own answer is still to come.
  private(set) var isProvisional = false

  /// The rows that the renderer wants, by place.
  var window = Loading.firstWindow
  /// The rows that the renderer has.
  var drawn: [(id: String, node: ResolvedNode)] = []
  /// What rows are drawn from changed: those that the renderer has are to be compared.
  var areRowsDue = false

  /// Rows that are drawn before the renderer has said what it can show.
  static let firstWindow = 0..<20
  /// Rows that are drawn at once, at most: so much is resolved for one event.
  static let windowLimit = 200
  /// The next page is asked for when no more than this many rows are left below the window.
  static let nearEnd = 20

  /// What a request is for.
  enum Purpose: Sendable { case whole, nextPage }

  enum Activity {
    case idle
    case asking(RequestID, Purpose)
    /// Until a timer is due: typing goes on, or the next attempt is not due yet.
    case waiting(Purpose)
  }

  /// What follows a failure.
  enum Step {
    case tell
    /// Ask again by yourself after a while, in milliseconds.
    case retry(after: Int64)
  }

  var content: LoadedContent? {
    if case .loaded(let content) = state { content } else { nil }
  }

  var isReloading: Bool {
    switch (activity, state) {
    case (.asking(_, .whole), .loaded), (.asking(_, .whole), .empty), (.waiting(.whole), .loaded),
      (.waiting(.whole), .empty):
      true
    default: false
    }
  }

  var isPageOnItsWay: Bool {
    switch activity {
    case .asking(_, .nextPage), .waiting(.nextPage): true
    default: false
    }
  }

  // MARK: - Asking

  mutating func sent(_ request: RequestID, for purpose: Purpose) {
    activity = .asking(request, purpose)
    due = nil
    isProvisional = false
    if purpose == .nextPage { pageProblem = nil }
    // A retry of what failed shows that it is on its way.
    if case .failed = state { state = .loading }
  }

  mutating func wait(for purpose: Purpose) {
    activity = .waiting(purpose)
    due = nil
  }

  /// The request that nobody waits for any more, if there is one. What it was for is due again.
  mutating func stop() -> RequestID? {
    defer { activity = .idle }
    switch activity {
    case .idle: return nil
    case .waiting(let purpose):
      due = due ?? purpose
      return nil
    case .asking(let request, let purpose):
      due = due ?? purpose
      return request
    }
  }

  /// A person asks, or an action does: at once, whatever was waited for.
  mutating func demand(_ purpose: Purpose) {
    if purpose == .nextPage {
      guard content?.nextCursor != nil, !isPageOnItsWay else { return }
    } else {
      isDemanded = true
    }
    failures = 0
    due = purpose
  }

  /// What may be shown of a kept answer: nothing in the place of one that somebody asked for.
  func policy(_ policy: LoadModel.CachePolicy) -> LoadModel.CachePolicy {
    isDemanded && policy != .never ? .networkFirst : policy
  }

  /// The network is back.
  mutating func demandAfterOffline() {
    guard wasOffline, case .idle = activity else { return }
    demand(pageProblem == nil ? .whole : .nextPage)
  }

  /// The rest of the list is near.
  mutating func demandPageNearEnd() {
    guard case .idle = activity, due == nil, pageProblem == nil, let content,
      content.nextCursor != nil,
      window.upperBound + Self.nearEnd >= content.rows.count
    else { return }
    due = .nextPage
  }

  /// Everything is as before the first request, but for what the renderer has.
  mutating func forget() {
    let drawn = self.drawn
    self = Loading()
    self.drawn = drawn
    areRowsDue = true
  }

  // MARK: - Answers

  /// - Parameters:
  ///   - notice: said over the content: nil for an answer of the network.
  ///   - isFinal: false while the network's own answer is still to come.
  mutating func show(_ content: LoadedContent?, notice: String?, isFinal: Bool) {
    state = content.map { .loaded($0) } ?? .empty
    self.notice = notice
    wasOffline = notice != nil
    pageProblem = nil
    areRowsDue = true
    if window.lowerBound >= content?.rows.count ?? 0 { window = Self.firstWindow }
    isProvisional = !isFinal
    guard isFinal else { return }
    settle()
  }

  /// The answer is the one that is shown; false when none is.
  mutating func confirm() -> Bool {
    switch state {
    case .loading, .failed: return false
    case .loaded, .empty: break
    }
    settle()
    notice = nil
    wasOffline = false
    return true
  }

  private mutating func settle() {
    activity = .idle
    failures = 0
    isDemanded = false
  }

  /// Changes the content in place: it may hold 100,000 rows, and must not be copied.
  mutating func extend<E: Error>(_ change: (inout LoadedContent) throws(E) -> Void) throws(E) {
    guard case .loaded(var content) = state else { return }
    state = .loading
    defer { state = .loaded(content) }
    try change(&content)
    failures = 0
    activity = .idle
    wasOffline = false
  }

  mutating func fail(
    _ message: String, isOffline: Bool, isWorthRetrying: Bool, retries: Int, jitter: UInt64
  ) -> Step {
    guard case .asking(_, let purpose) = activity else { return .tell }
    if isWorthRetrying && failures < retries {
      let longest = min(Int64(1_000) << Int64(min(failures, 5)), 30_000)
      failures += 1
      activity = .waiting(purpose)
      // Half of the wait is spread, so that clients that failed together do not come together.
      return .retry(after: longest / 2 + Int64(jitter % UInt64(longest / 2 + 1)))
    }
    activity = .idle
    isDemanded = false
    wasOffline = isOffline
    if purpose == .nextPage {
      pageProblem = message
      return .tell
    }
    switch state {
    case .loaded, .empty: notice = message
    case .loading, .failed: state = .failed(message: message)
    }
    return .tell
  }
}
