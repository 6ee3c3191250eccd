import OynaValue

extension Engine {
  /// Applies the patch of an answer, whole or not at all.
  mutating func applyPatch(_ json: JSON) {
    do throws(Diagnostic) {
      try applyPatch(try form.screen.patch(decoding: json))
    } catch {
      effects.append(.report(error))
      effects.append(.snackbar(message: form.words[.unreadableAnswer], action: nil))
    }
  }

  /// Applies the operations of a `patch` action.
  mutating func patch(_ operations: [PatchOperation]) {
    do throws(Diagnostic) {
      try applyPatch(operations)
    } catch {
      effects.append(.report(error))
    }
  }

  private mutating func applyPatch(_ operations: [PatchOperation]) throws(Diagnostic) {
    change(to: try ScreenPatch.apply(operations, to: form.screen))
  }

  /// Takes on the words of another language. The host asks for the screen again; what was typed
  /// is not touched, for a component keeps its state by its identity.
  mutating func translate(to screen: Screen) {
    guard screen.id == form.screen.id else {
      effects.append(
        .report(
          Diagnostic(
            .warning, Diagnostic.Code("other-screen"),
            "The translation is ignored: it is of the screen “\(screen.id)”.")))
      return
    }
    if let language = screen.language { context.language = language }
    change(to: screen)
    // What they loaded is in the language before.
    for load in form.loads.indices { form.loads[load].demand(.whole) }
  }

  /// Another version of this screen takes its place; the renderer is told the difference.
  private mutating func change(to patched: Screen) {
    form.finishEvent()
    var before: ResolvedScreen?
    if !isUndrawn {
      undelivered = takeChanges()
      before = resolvedScreen()
    }
    moveState(to: patched)
    reportFindings(of: patched)
    guard let before else { return }
    form.forgetChanges()
    let after = resolvedScreen()
    if before.root.id != after.root.id || before.root.type != after.root.type {
      undelivered = []
      isUndrawn = true
      return
    }
    // First, so that what follows is drawn with the words of the language.
    if before.title != after.title || before.language != after.language {
      undelivered.append(.heading(title: after.title, language: after.language))
    }
    undelivered += TreeDifference(from: before.root, to: after.root).changes
  }

  /// Opens the patched screen with the state of this one: by key and by component identity.
  private mutating func moveState(to screen: Screen) {
    let old = form
    var moved = FormStore(
      screen: screen, plan: FormPlan(screen), context: context, previous: old)
    moved.evaluated += old.evaluated
    moved.takeErrors(from: old)
    form = moved
    history.forEachEntry { command in
      (command as? FieldEditCommand)?.move { form.slot(named: old.name(ofSlot: $0)) }
      (command as? RowEditCommand)?.move { group in
        form.group(named: old.screen[old.plan.groups[group].key].key.name)
      }
    }
    try? history.removeObsolete()
    let place = { (node: Int) in moved.node(named: old.name(ofNode: node)) }
    pending = pending.filter { request in
      request.purpose.node.map { place($0) != nil } ?? true
    }.map { $0.moved(by: place) }
    timers = []
    if let node = payment.request?.node {
      if let moved = place(node) { payment.request?.node = moved } else { payment.request = nil }
    }
    schedulePoll()
    moveLoads(from: old)
    submitState = submitState.moved(by: place)
    waitingWizard = waitingWizard.flatMap(place)
    if let key = focusedKey, form.field(named: key) == nil { focusedKey = nil }
    for (wizard, step) in old.chosenSteps {
      if let wizard = place(wizard), let step = place(step) { form.chosenSteps[wizard] = step }
    }
  }
}

extension Screen {
  func decodeActions(_ json: JSON) throws(Diagnostic) -> [Action] {
    try actions(decoding: json)
  }
}

extension PendingRequest {
  fileprivate func moved(by place: (Int) -> Int?) -> PendingRequest {
    let purpose: Purpose =
      switch self.purpose {
      case .submit, .reload, .pay, .card, .poll: self.purpose
      case .action(let outcomes, let node):
        .action(outcomes: outcomes, node: place(node) ?? node)
      // Rules are numbered anew: the answer is dropped by its revision, the server checks again.
      case .remoteRule(let check):
        .remoteRule(RemoteCheck(rule: check.rule, revision: -1))
      case .options(let node): .options(node: place(node) ?? node)
      case .load: self.purpose
      }
    return PendingRequest(id: id, purpose: purpose, epoch: epoch, item: nil)
  }
}

extension PendingRequest.Purpose {
  /// The node that the answer is for; nil when it is for the screen.
  var node: Int? {
    switch self {
    case .submit, .reload, .remoteRule, .pay, .card, .poll, .load: nil
    case .action(_, let node), .options(let node): node
    }
  }
}

extension SubmitState {
  /// Its button may be gone: the submit in flight goes on without one.
  fileprivate func moved(by place: (Int) -> Int?) -> SubmitState {
    switch self {
    case .idle: .idle
    case .validating(let node, let action):
      place(node).map { .validating(node: $0, action) } ?? .idle
    case .sending(let attempt): .sending(attempt.moved(by: place))
    case .failed(let attempt): .failed(attempt.moved(by: place))
    }
  }
}

extension SubmitState.Attempt {
  fileprivate func moved(by place: (Int) -> Int?) -> SubmitState.Attempt {
    SubmitState.Attempt(
      action: action, node: place(node) ?? 0, key: key, url: url, headers: headers, body: body,
      editCount: editCount, secretNodes: secretNodes.compactMap(place), request: request,
      mayHaveArrived: mayHaveArrived, isOverwrittenWhenSettled: isOverwrittenWhenSettled)
  }
}
