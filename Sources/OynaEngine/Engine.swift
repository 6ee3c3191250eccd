public import OynaValue

/// One open screen as a value: events go in, effects come out, and the resolved tree follows.
///
/// ```swift
/// var engine = Engine(screen: screen, context: Context(today: today, seed: seed))
/// _ = engine.takeChanges()                                   // the whole tree, to draw
/// let effects = engine.handle(.input(key: "user_phone", value: .string("+998901234567")))
/// for change in engine.takeChanges() { … }                   // what is to be drawn anew
/// ```
///
/// Pure: no clock, no randomness, no I/O. The same context and the same events give the same
/// effects, in every host. An event costs what it changes, whatever the size of the screen.
public struct Engine {
  var context: Context
  var form: FormStore
  /// What undo takes back: edits and commands in the order in which the person made them. A copy
  /// of an engine shares it, so a copy is for reading.
  let history = CommandHistory()
  let edits = FormWrites()
  /// The removal that a snackbar offers to take back.
  var removal: (any Command)?
  /// The wizard whose page is valid but for the remote rules that are being asked: it goes forward
  /// when the last has answered.
  var waitingWizard: Int?
  /// What the undo bars say that they take back and repeat.
  var shownUndo: (any Command)?
  var shownRedo: (any Command)?
  /// The tickets of the queued requests that they speak of; 0 for none.
  var shownTickets = (undo: 0, redo: 0)
  var submitState = SubmitState.idle
  var pending: [PendingRequest] = []
  /// The row of a `load` whose action runs.
  var currentItem: ItemPlace?
  var keys: IdempotencyKeys
  var nextRequest = 1
  /// Raised by reset, `clearSensitiveData` and a change of screen: older answers are dropped.
  var epoch = 0
  var effects: [Effect] = []
  /// The key of the field that has the focus.
  public internal(set) var focusedKey: String?
  /// What the last `network` event said; true before the first.
  public internal(set) var isOnline = true
  /// The renderer has nothing of this screen yet.
  var isUndrawn = true
  /// Changes of a patch, which are worked out at once.
  var undelivered: [NodeChange] = []
  var timers: [Timer] = []
  /// Messages of the server stand over the form.
  var hasBanner = false
  var queue = QueueState()
  var payment = PaymentState()
  /// Milliseconds since the engine was made, as `advance` told.
  var clock: Int64 = 0

  /// Something to do at a moment.
  struct Timer {
    let due: Int64
    let purpose: PendingRequest.Purpose
    let epoch: Int
  }

  /// Opens the screen: everything is evaluated once.
  public init(screen: Screen, context: Context) {
    self.context = context
    keys = IdempotencyKeys(context.seed)
    form = FormStore(screen: screen, plan: FormPlan(screen), context: context)
    reportFindings(of: screen)
    prefetch()
    watchQueue()
    schedulePoll()
    askServer()
  }

  /// The screen that runs.
  public var screen: Screen { form.screen }

  /// Rules and expressions evaluated by the last event; before the first, by opening the screen.
  public var evaluated: Int { form.evaluated }

  /// How many visible and enabled components have a failing rule or a value of the wrong type at
  /// this moment, whether the person sees it or not.
  public var invalidFieldCount: Int { form.invalidCount }

  /// A submit is under way: its button shows a spinner.
  public var isSubmitting: Bool { submitState.isBusy }

  /// Steps that `undo` can take back.
  public var undoCount: Int { history.undoCount + queue.undoableCount }
  /// Steps that `redo` can bring back.
  public var redoCount: Int { history.redoCount + queue.undone.count }

  /// The value of a key as it is kept, hidden or not; nil for an unknown key and for a secret.
  public func value(for key: String) -> Value? {
    guard let slot = form.slot(named: key) else { return nil }
    return form.screen.keys[Int(form.slots[slot].key)].isSensitive ? nil : form.storedValue(slot)
  }

  /// The message that stands under the field, or under the component with this id.
  public func error(for key: String) -> String? {
    guard let node = form.field(named: key) ?? form.node(named: key) else { return nil }
    return form.shownError(node)
  }

  /// Takes an event in and tells the host what to do.
  public mutating func handle(_ event: Event) -> [Effect] {
    form.evaluated = 0
    apply(event)
    updateUndoBars()
    form.finishEvent()
    askServer()
    continueValidatedSubmit()
    continueWaitingPage()
    dropLostFocus()
    takeReports()
    guard !effects.isEmpty else { return [] }
    if effects.count > Engine.effectLimit { keepWithinEffectLimit() }
    let result = effects
    effects = []
    return result
  }

  /// Effects of one event, and requests without an answer, at most (DESIGN §9).
  public static let effectLimit = 1_000

  /// Requests stay, for their answers are waited for; of the rest the last ones are dropped.
  private mutating func keepWithinEffectLimit() {
    var left = Engine.effectLimit
    effects.removeAll { effect in
      if case .request = effect { return false }
      left -= 1
      return left < 0
    }
    reportEffectLimit()
  }

  mutating func reportEffectLimit() {
    effects.append(
      .report(
        Diagnostic(
          .error, Diagnostic.Code("effect-limit"),
          "More than \(Engine.effectLimit) effects are pending: the last ones are dropped.")))
  }

  /// What opening the screen asks the host for: reports, first requests. Once, before any event.
  public mutating func takeOpeningEffects() -> [Effect] {
    takeReports()
    let result = effects
    effects = []
    return result
  }

  /// A field that is gone from view, or from the screen, has no focus.
  private mutating func dropLostFocus() {
    guard let key = focusedKey else { return }
    if let node = form.field(named: key), form.nodes[node].isVisible { return }
    focusedKey = nil
  }

  private mutating func takeReports() {
    guard !form.reports.isEmpty else { return }
    for report in form.reports { effects.append(.report(report)) }
    form.reports.removeAll()
  }

  mutating func reportFindings(of screen: Screen) {
    for finding in screen.diagnostics { effects.append(.report(finding)) }
  }

  private mutating func apply(_ event: Event) {
    switch event {
    case .cart(let key, let change): changeCart(key: key, change)
    case .input(let key, let value): input(key: key, value: value)
    case .secretInput(let key, let secret): input(key: key, secret: secret)
    case .focus(let key): focus(key: key)
    case .blur(let key): blur(key: key)
    case .tap(let id): activate(id: id, event: "tap")
    case .custom(let id, let name): activate(id: id, event: name)
    case .snackbarAction(let action): snackbar(action)
    case .response(let response): receive(response)
    case .networkError(let request, let kind): fail(request, kind)
    case .network(let isOnline):
      network(isOnline: isOnline)
      if isOnline { retryLoads() }
    case .rows(let id, let first, let count): showRows(of: id, first: first, count: count)
    case .lifecycle(let lifecycle): enter(lifecycle)
    case .advance(let milliseconds): advance(milliseconds)
    case .day(let day): begin(day)
    case .undo: undo()
    case .redo: redo()
    case .translated(let screen): translate(to: screen)
    case .queue(let notice): receive(notice)
    case .clearSensitiveData: clearSensitiveData()
    }
  }
}
