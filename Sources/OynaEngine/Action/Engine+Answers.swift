import OynaValue

extension Engine {
  // MARK: - An answer

  /// An answer to a request that was cancelled, or asked in an older epoch, is dropped.
  mutating func receive(_ response: Response) {
    guard let request = settle(response.request) else { return }
    currentItem = request.item.flatMap { bind($0) ? $0 : nil }
    defer { currentItem = nil }
    switch request.purpose {
    case .submit:
      receiveSubmit(response)
    case .action(let outcomes, let node):
      receiveAnswer(response, outcomes: outcomes, node: node, isSubmit: false)
    case .reload:
      let answer = Answer(response)
      if case .success = answer.kind, let document = answer.body, document["body"] != nil {
        replaceScreen(document)
      } else {
        receiveAnswer(response, outcomes: [], node: form.screen.root.rawValue, isSubmit: false)
      }
    case .remoteRule(let check): receiveRemote(response, check)
    case .options(let node): receiveOptions(response, node)
    case .pay: receivePayment(response)
    case .card: receiveCard(response)
    case .poll: receivePoll(response)
    case .load(let load, let purpose): receiveLoad(response, load, purpose, request)
    }
  }

  /// The pending request with this number, taken off the list.
  private mutating func settle(_ id: RequestID) -> PendingRequest? {
    guard let place = pending.firstIndex(where: { $0.id == id }) else { return nil }
    let request = pending.remove(at: place)
    return request.epoch == epoch ? request : nil
  }

  private mutating func receiveSubmit(_ response: Response) {
    guard case .sending(var attempt) = submitState, attempt.request == response.request else {
      return
    }
    form.markChanged(attempt.node)
    if attempt.isOverwrittenWhenSettled { attempt.body.wipe() }
    let answer = Answer(response)
    switch answer.kind {
    case .retryable(let message):
      // A gateway's time-out is a time-out: what stands behind it may have gone on.
      attempt.mayHaveArrived = attempt.mayHaveArrived || response.status == 504
      submitState = .failed(attempt)
      runOutcome(attempt.action.outcomes, response.status, attempt.node)
      effects.append(.snackbar(message: message ?? words(for: response.status), action: .retry))
    case .unreadable:
      attempt.mayHaveArrived = true
      submitState = .failed(attempt)
      effects.append(.snackbar(message: form.words[.unreadableAnswer], action: nil))
    case .fieldErrors, .refused, .success:
      if attempt.body.hasSecret { attempt.body.wipe() }
      submitState = .idle
      receiveAnswer(response, outcomes: attempt.action.outcomes, node: attempt.node, isSubmit: true)
    }
  }

  /// What a readable answer says is done: `{"screen"}`, `{"actions"}`, `{"patch"}`, a problem.
  mutating func receiveAnswer(
    _ response: Response, outcomes: [Outcome], node: Int, isSubmit: Bool
  ) {
    let answer = Answer(response)
    switch answer.kind {
    case .success:
      if isSubmit {
        _ = form.wipeSecrets()
        form.clearServerErrors()
      }
      let epochBefore = epoch
      follow(answer, from: node)
      guard epoch == epochBefore else { return }
      let hasOutcome = runOutcome(outcomes, response.status, node)
      if isSubmit && !hasOutcome && !answer.saysWhatFollows {
        effects.append(.snackbar(message: form.words[.sent], action: nil))
      }
    case .fieldErrors(let errors, let message):
      land(errors, message: message)
      runOutcome(outcomes, response.status, node)
    case .refused(let message), .retryable(let message):
      let hasOutcome = runOutcome(outcomes, response.status, node)
      if !hasOutcome || isSubmit {
        effects.append(.snackbar(message: message ?? words(for: response.status), action: nil))
      }
    case .unreadable:
      effects.append(.snackbar(message: form.words[.unreadableAnswer], action: nil))
    }
  }

  /// The document's own actions for this status: the exact one wins over its class.
  @discardableResult
  mutating func runOutcome(_ outcomes: [Outcome], _ status: Int, _ node: Int) -> Bool {
    let general: Outcome.Match = status < 400 ? .success : .error
    for match in [.status(status), .statusClass(status / 100), general] {
      if let outcome = outcomes.first(where: { $0.match == match }) {
        run(outcome.actions, from: node)
        return true
      }
    }
    return false
  }

  func words(for status: Int) -> String {
    switch status {
    case 409, 425: form.words[.stillRunning]
    case 429: form.words[.tooManyRequests]
    case 408, 500...: form.words[.serverFailed]
    default: form.words[.refused]
    }
  }

  // MARK: - What the answer holds

  mutating func follow(_ answer: Answer, from node: Int) {
    guard let body = answer.body else { return }
    if let document = body["screen"] {
      replaceScreen(document)
      return
    }
    if let patch = body["patch"] { applyPatch(patch) }
    if let actions = body["actions"] { runAnswered(actions, from: node) }
  }

  /// Another screen takes the place of this one: values, errors and undo go with the old one.
  private mutating func replaceScreen(_ document: JSON) {
    do throws(Diagnostic) {
      open(try Screen(decoding: document, extensions: form.screen.extensions))
    } catch {
      effects.append(.report(error))
      effects.append(.snackbar(message: form.words[.unreadableAnswer], action: nil))
    }
  }

  mutating func open(_ screen: Screen) {
    dropWorkInFlight()
    hasBanner = false
    _ = form.wipeSecrets()
    let spent = form.evaluated
    form = FormStore(screen: screen, plan: FormPlan(screen), context: context)
    form.evaluated += spent
    forgetHistory()
    queue.entries.removeAll()
    queue.undone.removeAll()
    focusedKey = nil
    isUndrawn = true
    payment = PaymentState()
    reportFindings(of: screen)
    prefetch()
    watchQueue()
    schedulePoll()
  }

  private mutating func runAnswered(_ json: JSON, from node: Int) {
    do throws(Diagnostic) {
      run(try form.screen.decodeActions(json), from: node)
    } catch {
      effects.append(.report(error))
      effects.append(.snackbar(message: form.words[.unreadableAnswer], action: nil))
    }
  }

  // MARK: - Errors of the server

  /// Puts each error under its field and the focus on the first; what belongs to no field that is
  /// shown stands over the form. It stops no submit.
  private mutating func land(_ errors: [(key: String, message: String)], message: String?) {
    form.finishEvent()
    form.clearServerErrors()
    var landed: [Int] = []
    var homeless: [String] = []
    for (key, message) in errors {
      let node = form.field(named: key) ?? form.node(named: key)
      if let node, form.nodes[node].isActive {
        form.setServerError(message, node: node)
        landed.append(node)
      } else {
        homeless.append(message)
      }
    }
    if let first = form.nodes(in: nil).first(where: landed.contains) {
      reveal(first)
      effects.append(.announce(form.words.errorCount(landed.count)))
    }
    if landed.isEmpty && homeless.isEmpty, let message { homeless.append(message) }
    if !homeless.isEmpty {
      hasBanner = true
      effects.append(.banner(homeless))
    }
  }

  // MARK: - No answer

  mutating func fail(_ id: RequestID, _ kind: NetworkError) {
    guard let request = settle(id) else { return }
    let message = form.words[kind == .timeout ? .timedOut : .offline]
    currentItem = request.item.flatMap { bind($0) ? $0 : nil }
    defer { currentItem = nil }
    switch request.purpose {
    case .submit:
      guard case .sending(var attempt) = submitState, attempt.request == id else { return }
      form.markChanged(attempt.node)
      if attempt.isOverwrittenWhenSettled { attempt.body.wipe() }
      if kind == .timeout { attempt.mayHaveArrived = true }
      submitState = .failed(attempt)
      runFailure(attempt.action.outcomes, attempt.node)
      effects.append(.snackbar(message: message, action: .retry))
    case .action(let outcomes, let node):
      if !runFailure(outcomes, node) {
        effects.append(.snackbar(message: message, action: nil))
      }
    case .reload:
      effects.append(.snackbar(message: message, action: nil))
    case .remoteRule(let check):
      form.settleRemote(check, passes: true, message: nil)
    case .options(let node):
      form.optionsPending.remove(node)
      form.optionsMissing.append(node)
      form.markChanged(node)
    case .pay: failPayment(kind)
    case .card: failCard()
    case .poll: schedulePoll()
    case .load(let load, _):
      failLoad(load, kind)
    }
  }

  @discardableResult
  private mutating func runFailure(_ outcomes: [Outcome], _ node: Int) -> Bool {
    for match in [Outcome.Match.offline, .error] {
      if let outcome = outcomes.first(where: { $0.match == match }) {
        run(outcome.actions, from: node)
        return true
      }
    }
    return false
  }

  // MARK: - Requests that carry no form

  mutating func send(_ action: RequestAction, from node: Int) {
    guard pending.count < Engine.effectLimit else {
      reportEffectLimit()
      return
    }
    form.finishEvent()
    let row = form.nodes[node].row
    var headers = standardHeaders(hasBody: action.body != nil)
    var body: RequestBody?
    if let template = action.body {
      var json = JSONWriter()
      json.value(form.value(template, row: row))
      var writer = RequestBodyWriter()
      writer.append(json.bytes)
      body = writer.finish()
    }
    for header in action.headers { headers.append((header.name, text(header.value, row))) }
    let url = text(action.url, row)
    let id = ask(for: .action(outcomes: action.outcomes, node: node))
    effects.append(
      .request(Request(id: id, method: action.method, url: url, headers: headers, body: body)))
  }

  /// Asks for this screen again, for the content of one `load` component, or for the choices of one
  /// input.
  mutating func reload(_ component: String?) {
    if let component {
      let index = form.screen.component(component)
      if let load = index.flatMap({ form.plan.loads.load($0.rawValue) }) {
        form.loads[load].demand(.whole)
        return
      }
    }
    if let node = component.flatMap({ form.node(named: $0) }),
      case .remote? = form.component(ofNode: node).field?.options
    {
      askForOptions(node)
      return
    }
    let id = ask(for: .reload)
    effects.append(
      .request(
        Request(
          id: id, method: "GET", url: "", headers: standardHeaders(hasBody: false), body: nil)))
  }
}
