import OynaValue

// The screen's side of the queue: what is queued here, taken back, queued again. Order, retries and
// the network are the business of the one `Outbox` that the host drives.
extension Engine {
  /// Tells the host that this screen uses the queue.
  mutating func watchQueue() {
    if form.screen.usesQueue { effects.append(.queue(.watch)) }
  }

  // MARK: - Queuing

  mutating func enqueue(_ action: QueueAction, from node: Int) {
    form.finishEvent()
    guard !queue.isStoring(node) else { return }
    let scope = form.component(ofNode: node).form
    if action.validates, showErrors(of: form.nodes(in: scope)) > 0 { return }
    guard let plan = plan(of: action, from: node) else { return }
    let message = action.queue.message.map { text($0, form.nodes[node].row) }
    queue.undone.removeAll()
    store(plan, outcomes: action.outcomes, message: message, from: node)
  }

  private mutating func store(
    _ plan: QueuePlan, outcomes: [Outcome], message: String?, from node: Int
  ) {
    let identifier = keys.next()
    guard let key = IdempotencyKey(keys.next()) else { return }
    do throws(OutboxError) {
      guard let request = try plan.request(key, id: identifier) else {
        refuseQueuing("“\(plan.url)” is no address to send it to.")
        return
      }
      let ticket = queue.nextTicket()
      queue.append(
        QueueState.Entry(
          ticket: ticket, plan: plan, request: request, id: nil, state: .storing, node: node,
          outcomes: outcomes, message: message))
      form.markChanged(node)
      effects.append(.queue(.enqueue(ticket: ticket, request)))
    } catch {
      refuseQueuing(error.message)
    }
  }

  private mutating func plan(of action: QueueAction, from node: Int) -> QueuePlan? {
    let row = form.nodes[node].row
    let model = action.queue
    guard let body = queuedBody(action, from: node) else { return nil }
    if model.kind == .transfer, model.lanePrefix == TransferMoneyCommand.lanePrefix,
      let problem = Transfer.problem(of: body)
    {
      refuseQueuing(problem)
      return nil
    }
    let name = text(of: form.value(model.lane, row: row))
    // A lane's name is as long as it may be; what is cut off only makes two lanes one.
    let short = String(decoding: name.utf8.prefix(200), as: UTF8.self)
    guard !short.isEmpty, let lane = OutboxLane(model.lanePrefix + short) else {
      refuseQueuing("The lane of the queued request is empty.")
      return nil
    }
    let undo: (method: String, url: String)? =
      if let undo = model.undo { (undo.method, text(undo.url, row)) } else { nil }
    return QueuePlan(
      method: action.method, url: text(action.url, row), lane: lane, kind: model.kind,
      title: model.title.map { text($0, row) } ?? "", body: body, identifier: model.identifier,
      hold: model.hold, timeToLive: model.timeToLive, lookUp: model.lookUp.map { text($0, row) },
      undo: undo, clearsForm: action.sendsForm)
  }

  /// The values as they are now; nil, and told, when a secret is among them.
  private mutating func queuedBody(_ action: QueueAction, from node: Int) -> ValueMap? {
    let row = form.nodes[node].row
    switch action.body {
    case .value(nil):
      return ValueMap()
    case .value(let template?):
      if case .map(let map) = form.value(template, row: row) { return map }
      refuseQueuing("The body of a queued request is an object.")
      return nil
    case .form:
      let body = form.freeze(form.submittedFields(in: form.component(ofNode: node).form))
      // The screen would have been refused: this is the second lock of the same door.
      guard !body.hasSecret, let json = try? JSON.parse(body.redacted),
        case .map(let map) = json.value
      else {
        body.wipe()
        refuseQueuing("The form holds a secret, which is never queued.")
        return nil
      }
      return map
    }
  }

  private func text(of value: Value) -> String {
    switch value {
    case .string(let text): text
    case .int(let number): String(number)
    default: ""
    }
  }

  private mutating func refuseQueuing(_ reason: String) {
    effects.append(
      .report(Diagnostic(.error, Diagnostic.Code("queue-refused"), "Nothing is queued: " + reason)))
    effects.append(.snackbar(message: queueWord(.notQueued), action: nil))
  }

  // MARK: - Undo and redo

  /// Takes the newest request of this screen back; false when there is none.
  mutating func undoQueued() -> Bool {
    guard let place = queue.undoable else { return false }
    withdraw(place)
    return true
  }

  /// Takes back the request that the snackbar speaks of; false when it speaks of none.
  mutating func undoQueuedFromSnackbar() -> Bool {
    guard let ticket = queue.snackbarTicket else { return false }
    queue.snackbarTicket = nil
    guard let place = queue.entry(ticket: ticket), case .queued = queue.entries[place].state else {
      return false
    }
    withdraw(place)
    return true
  }

  private mutating func withdraw(_ place: Int) {
    guard let id = queue.entries[place].id else { return }
    queue.entries[place].state = .withdrawing
    let request = queue.entries[place].request
    effects.append(
      .queue(.withdraw(id, key: request.key, compensation: request.compensation)))
  }

  /// Queues what was taken back last again: a new intention, so under a new key and at the end of
  /// its lane (QUEUE.md §2.6).
  mutating func redoQueued() -> Bool {
    guard let entry = queue.undone.popLast() else { return false }
    store(entry.plan, outcomes: entry.outcomes, message: entry.message, from: entry.node)
    return true
  }

  // MARK: - News

  mutating func network(isOnline: Bool) {
    guard self.isOnline != isOnline else { return }
    self.isOnline = isOnline
    for node in queueNodes { form.markChanged(node) }
    if isOnline {
      askForMissingOptions()
      hurryPoll()
    }
  }

  mutating func receive(_ notice: QueueNotice) {
    switch notice {
    case .items(let items):
      queue.items = items
      queue.isKnown = true
      for node in queueNodes { form.markChanged(node) }
    case .stored(let ticket, let id): stored(ticket, id)
    case .notStored(let ticket, let failure):
      guard let place = queue.entry(ticket: ticket) else { return }
      form.markChanged(queue.entries[place].node)
      queue.entries.remove(at: place)
      effects.append(.snackbar(message: queueWord(failure.word), action: nil))
    case .withdrawn(let id, let result): withdrawn(id, result)
    case .settled(let key, let outcome): settled(key, outcome)
    case .died(let key, let death): died(key, death)
    case .failed(let failure):
      effects.append(.snackbar(message: queueWord(failure.word), action: nil))
    }
  }

  private mutating func stored(_ ticket: Int, _ id: OutboxID) {
    guard let place = queue.entry(ticket: ticket), case .storing = queue.entries[place].state else {
      return
    }
    queue.entries[place].id = id
    queue.entries[place].state = .queued
    let entry = queue.entries[place]
    form.markChanged(entry.node)
    // What was sent is a step of its own: the edits that led to it are not taken back one by one.
    forgetHistory()
    let message = entry.message ?? queueWord(isOnline ? .queued : .queuedOffline)
    if !message.isEmpty {
      queue.snackbarTicket = ticket
      effects.append(.snackbar(message: message, action: .undo))
    }
    if !run(.queued, of: entry), entry.plan.clearsForm { reset(nil, from: entry.node) }
  }

  private mutating func withdrawn(_ id: OutboxID, _ result: QueueWithdrawal) {
    guard let place = queue.entry(id) else { return }
    switch result {
    case .cancelled:
      queue.undone.append(queue.entries.remove(at: place))
      effects.append(.snackbar(message: queueWord(.cancelled), action: nil))
    case .compensating:
      queue.entries[place].state = .undoing
      effects.append(.snackbar(message: queueWord(.undoing), action: nil))
    case .obsolete:
      queue.entries.remove(at: place)
      effects.append(.snackbar(message: queueWord(.nothingToUndo), action: nil))
    case .irreversible:
      queue.entries.remove(at: place)
      effects.append(.snackbar(message: queueWord(.irreversible), action: nil))
    }
  }

  private mutating func settled(_ key: String, _ outcome: OutboxOutcome) {
    if let place = queue.entry(undoKey: key) {
      guard case .undoing = queue.entries[place].state else { return }
      switch outcome {
      case .succeeded, .succeededUnreadably:
        let entry = queue.entries.remove(at: place)
        queue.undone.append(entry)
        effects.append(.snackbar(message: queueWord(.undone), action: nil))
        run(.undone, of: entry)
      case .cancelled, .dropped:
        queue.entries.remove(at: place)
      }
      return
    }
    guard let place = queue.entry(key: key) else { return }
    switch outcome {
    case .succeeded, .succeededUnreadably: runQueueOutcome(queue.entries[place], outcome.status)
    case .cancelled, .dropped:
      // Taken back by another screen or tab; its own undo has told already.
      if case .queued = queue.entries[place].state { queue.entries.remove(at: place) }
    }
  }

  private mutating func died(_ key: String, _ death: OutboxDeath) {
    if let place = queue.entry(undoKey: key) {
      queue.entries.remove(at: place)
      effects.append(.snackbar(message: queueWord(.undoFailed), action: nil))
      return
    }
    guard let place = queue.entry(key: key) else { return }
    let entry = queue.entries.remove(at: place)
    effects.append(
      .snackbar(
        message: QueueStatus.named(entry.plan.title, QueueStatus.reason(death, form.words)),
        action: nil))
    runQueueOutcome(entry, death.status)
  }

  @discardableResult
  private mutating func run(_ match: Outcome.Match, of entry: QueueState.Entry) -> Bool {
    guard let outcome = entry.outcomes.first(where: { $0.match == match }) else { return false }
    run(outcome.actions, from: entry.node)
    return true
  }

  private mutating func runQueueOutcome(_ entry: QueueState.Entry, _ status: Int) {
    // A screen that took this one's place has other nodes.
    guard entry.node < form.nodes.count else { return }
    runOutcome(entry.outcomes, status == 0 ? 400 : status, entry.node)
  }

  // MARK: - A person's decisions in `queue_status`

  /// `retry`, `drop` or `undo` of the line `component[number]`; false for any other event.
  mutating func decide(_ id: String, _ event: String) -> Bool {
    guard let item = queueItem(named: id) else { return false }
    switch event {
    case "retry": effects.append(.queue(.retry(item.id)))
    case "drop": effects.append(.queue(.drop(item.id)))
    case "undo":
      if let place = queue.entry(item.id), case .queued = queue.entries[place].state {
        withdraw(place)
      } else {
        effects.append(
          .queue(.withdraw(item.id, key: IdempotencyKey(item.key), compensation: nil)))
      }
    default: return false
    }
    return true
  }

  /// The line of a `queue_status` by its name, `component[number]`.
  func queueItem(named name: String) -> QueueItem? {
    guard name.utf8.last == UInt8(ascii: "]"), let open = name.utf8.lastIndex(of: UInt8(ascii: "["))
    else { return nil }
    let number = Int64(name[name.utf8.index(after: open)...].dropLast())
    guard let node = form.node(named: String(name[..<open])), queueNodes.contains(node) else {
      return nil
    }
    return queue.items.first { $0.id.number == number }
  }

  var queueNodes: [Int] {
    guard form.screen.usesQueue else { return [] }
    return form.screen.components.indices.filter {
      form.screen.components[$0].type.name == QueueStatus.componentType
    }
  }

  func queueWord(_ word: QueueWord) -> String { word.text(form.words.language) }
}

extension Transfer {
  /// Why a body is no transfer; nil for one that is.
  static func problem(of body: ValueMap) -> String? {
    guard case .string(let from)? = body["from"], case .string(let to)? = body["to"],
      case .int(let amount)? = body["amount"], case .string(let code)? = body["currency"],
      let fromID = AccountID(from), let toID = AccountID(to), let currency = Currency(code: code)
    else { return "A transfer has from, to, amount in minor units and currency." }
    let money = Money(minorUnits: amount, currency: currency)
    guard Transfer(from: fromID, to: toID, amount: money) != nil else {
      return "A transfer is over 0 and between two accounts."
    }
    return nil
  }
}
