import OynaValue

extension Engine {
  // MARK: - Starting a submit

  /// Validates, freezes the values and sends them; a second submit meanwhile does nothing.
  mutating func submit(_ action: SubmitAction, from node: Int) {
    form.finishEvent()
    switch submitState {
    case .sending, .validating:
      return
    case .failed(let attempt):
      if askForWipedSecrets(of: attempt) { return }
      if attempt.node == node && attempt.editCount == form.editCount && !attempt.body.isWiped {
        resend(attempt)
        return
      }
    case .idle:
      break
    }
    let scope = form.component(ofNode: node).form
    let nodes = form.nodes(in: scope)
    guard showErrors(of: nodes) == 0 else { return }
    if nodes.contains(where: { form.isPending($0) }) {
      submitState = .validating(node: node, action)
      form.markChanged(node)
      return
    }
    freezeAndSend(action, from: node, scope: scope)
  }

  /// The last remote rule answered: the submit that waits for it goes on, or shows the errors.
  mutating func continueValidatedSubmit() {
    guard case .validating(let node, let action) = submitState else { return }
    let scope = form.component(ofNode: node).form
    let nodes = form.nodes(in: scope)
    guard !nodes.contains(where: { form.isPending($0) }) else { return }
    submitState = .idle
    form.markChanged(node)
    guard showErrors(of: nodes) == 0 else { return }
    freezeAndSend(action, from: node, scope: scope)
  }

  private mutating func freezeAndSend(
    _ action: SubmitAction, from node: Int, scope: ComponentIndex?
  ) {
    if case .failed(let attempt) = submitState, attempt.mayHaveArrived {
      effects.append(.snackbar(message: form.words[.mayHaveArrived], action: nil))
    }
    let key = keys.next()
    let row = form.nodes[node].row
    var headers = standardHeaders(hasBody: true)
    headers.append(("Idempotency-Key", "\"\(key)\""))
    for header in action.headers { headers.append((header.name, text(header.value, row))) }
    let fields = form.submittedFields(in: scope)
    let attempt = SubmitState.Attempt(
      action: action, node: node, key: key, url: text(action.url, row), headers: headers,
      body: form.freeze(fields), editCount: form.editCount,
      secretNodes: fields.filter { form.slots[Int(form.nodes[$0].slot)].secret != nil },
      request: RequestID(0))
    resend(attempt)
  }

  /// Sends the frozen bytes, for the first time or again, as a new request.
  private mutating func resend(_ frozen: SubmitState.Attempt) {
    var attempt = frozen
    if hasBanner {
      hasBanner = false
      effects.append(.banner([]))
    }
    attempt.request = ask(for: .submit)
    submitState = .sending(attempt)
    form.markChanged(attempt.node)
    effects.append(
      .request(
        Request(
          id: attempt.request, method: attempt.action.method, url: attempt.url,
          headers: attempt.headers, body: attempt.body)))
  }

  /// A body that held a wiped secret is not sent again: its secrets are asked for first.
  private mutating func askForWipedSecrets(of attempt: SubmitState.Attempt) -> Bool {
    guard attempt.body.isWiped else { return false }
    let missing = attempt.secretNodes.filter { node in
      form.nodes[node].isActive && form.slots[Int(form.nodes[node].slot)].secret == nil
        && !form.nodes[node].flags.contains(.secretAsked)
    }
    guard let first = missing.first else { return false }
    for node in missing { form.askForSecret(node) }
    moveFocus(to: first)
    effects.append(.announce(form.words[.secretWiped]))
    return true
  }

  /// What every request says: what it holds and what it takes, in which language.
  func standardHeaders(hasBody: Bool) -> [(name: String, value: String)] {
    let accepted: [(name: String, value: String)] = [
      ("Accept", "application/json"),
      ("Accept-Language", form.screen.language ?? context.language),
    ]
    return hasBody ? [("Content-Type", "application/json")] + accepted : accepted
  }

  mutating func ask(for purpose: PendingRequest.Purpose) -> RequestID {
    let id = RequestID(nextRequest)
    nextRequest += 1
    pending.append(PendingRequest(id: id, purpose: purpose, epoch: epoch, item: currentItem))
    return id
  }

  /// Shows the verdicts of the nodes; focuses the first invalid one and announces the count.
  mutating func showErrors(of nodes: [Int]) -> Int {
    var count = 0
    var first: Int?
    for node in nodes where form.nodes[node].isActive {
      form.validate(node)
      guard form.nodes[node].verdict.isFailure else { continue }
      count += 1
      if first == nil { first = node }
    }
    if let first {
      reveal(first)
      effects.append(.announce(form.words.errorCount(count)))
    }
    return count
  }

  /// Brings the node into view and moves the focus to it, or to the first input that its rule is
  /// about.
  mutating func reveal(_ node: Int) {
    showStep(of: node)
    if form.nodes[node].slot >= 0 && form.plan.groupOfOwner[Int(form.nodes[node].component)] < 0 {
      moveFocus(to: node)
      return
    }
    // A group without rows takes it itself: its button that adds one.
    if let target = form.firstInput(about: node) ?? (form.nodes[node].slot >= 0 ? node : nil) {
      moveFocus(to: target)
    }
  }

  /// A press of a snackbar's button.
  mutating func snackbar(_ action: SnackbarAction) {
    switch action {
    case .undo:
      if !undoQueuedFromSnackbar() { undoFromSnackbar() }
    case .retry:
      if case .failed(let attempt) = submitState { submit(attempt.action, from: attempt.node) }
    }
  }
}

extension FormStore {
  func isPending(_ node: Int) -> Bool {
    guard nodes[node].isActive, case .pending = nodes[node].verdict else { return false }
    return true
  }

  /// Where to put the focus for a component that is no input itself.
  func firstInput(about node: Int) -> Int? {
    let component = Int(nodes[node].component)
    let scope = nodes(in: ComponentIndex(component)).first {
      $0 != node && nodes[$0].slot >= 0 && nodes[$0].isActive
    }
    if let scope { return scope }
    guard case .failed(let flat) = nodes[node].verdict,
      case .requireOne(let keys) = plan.rules[Int(flat)].rule.check
    else { return nil }
    for key in keys {
      let target = Int(slots[slot(of: key, row: nodes[node].row)].node)
      if target >= 0 && nodes[target].isActive { return target }
    }
    return nil
  }
}
