import OynaValue

/// The queue of a replay: an outbox over rows in memory, whose commits are at once. What it sends
/// takes the next number of the screen's requests, and the answer to that number is its answer.
struct ReplayQueue {
  private var outbox: Outbox
  private var bits = SeededBits(ReplaySession.seed.high ^ ReplaySession.seed.low)
  private var clock: Int64 = 0
  private(set) var rows: [Row] = []
  private var left: [(row: OutboxRow, title: String, undo: OutboxTarget?, outcome: OutboxOutcome)] =
    []
  private var sent: [(number: Int, attempt: OutboxAttempt, key: IdempotencyKey?)] = []
  private var lookUps: [(number: Int, id: OutboxID)] = []
  private var wakeAt: Int64?

  /// What is to be told to the screen and shown on the line.
  var notices: [QueueNotice] = []
  var effects: [Effect] = []

  /// The day of a replay at midnight: what the wall clock says when it begins.
  private static let wall: Int64 = 1_796_083_200_000

  struct Row {
    var row: OutboxRow
    var payload: OutboxPayload
    let title: String
    let undo: OutboxTarget?
  }

  init() {
    outbox = Outbox(at: OutboxTime(monotonic: 0, wall: ReplayQueue.wall))
  }

  private var now: OutboxTime { OutboxTime(monotonic: clock, wall: ReplayQueue.wall + clock) }

  // MARK: - Events

  mutating func network(isOnline: Bool, _ requests: inout Int) {
    perform(outbox.network(isOnline: isOnline, at: now, using: &bits), &requests)
  }

  mutating func advance(_ milliseconds: Int64, _ requests: inout Int) {
    clock += max(milliseconds, 0)
    perform(outbox.resume(at: now, using: &bits), &requests)
  }

  /// True when the number is one of the queue's.
  mutating func receive(_ response: Response, _ requests: inout Int) -> Bool {
    let number = response.request.number
    if let place = sent.firstIndex(where: { $0.number == number }) {
      let (_, attempt, key) = sent.remove(at: place)
      var headers = response.headers
      // Our own server sends the key back; a case that wants a captive portal says so by HTML.
      if let key, !headers.contains(where: { $0.name.lowercased() == "idempotency-key" }) {
        headers.append(("Idempotency-Key", key.headerValue))
      }
      let answer = OutboxResponse(
        status: response.status, headers: headers, body: response.body, key: key)
      perform(outbox.answered(attempt, .response(answer), at: now, using: &bits), &requests)
      return true
    }
    guard let place = lookUps.firstIndex(where: { $0.number == number }) else { return false }
    let id = lookUps.remove(at: place).id
    var headers = response.headers
    // Our own server says what its answers are; a case that wants another one says so.
    if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      headers.append(("Content-Type", "application/json"))
    }
    let found = OutboxLookUp(status: response.status, headers: headers, body: response.body)
    perform(outbox.lookedUp(id, found, at: now, using: &bits), &requests)
    return true
  }

  mutating func fail(_ request: RequestID, _ kind: NetworkError, _ requests: inout Int) -> Bool {
    if let place = sent.firstIndex(where: { $0.number == request.number }) {
      let attempt = sent.remove(at: place).attempt
      let answer: OutboxAnswer = kind == .offline ? .notSent : .noAnswer
      perform(outbox.answered(attempt, answer, at: now, using: &bits), &requests)
      return true
    }
    guard let place = lookUps.firstIndex(where: { $0.number == request.number }) else {
      return false
    }
    let id = lookUps.remove(at: place).id
    perform(outbox.lookedUp(id, .unavailable, at: now, using: &bits), &requests)
    return true
  }

  // MARK: - What the screen asks

  mutating func perform(_ request: QueueRequest, _ requests: inout Int) {
    do throws(OutboxError) {
      switch request {
      case .watch: break
      case .enqueue(let ticket, let request):
        do throws(OutboxError) {
          let row = try insert(request, &requests)
          notices.append(.stored(ticket: ticket, row.id))
        } catch {
          notices.append(.notStored(ticket: ticket, error.failure))
        }
      case .withdraw(let id, let key, let compensation):
        try withdraw(id, key, compensation, &requests)
      case .retry(let id): try retry(id, &requests)
      case .drop(let id):
        guard let place = place(id) else { throw .notQueued(id) }
        let step = try outbox.drop(
          rows[place].row, dependants: dependants(of: id), at: now, using: &bits)
        perform(step, &requests)
      }
    } catch {
      // Gone already: the next `items` shows it.
      if case .notQueued = error {} else { notices.append(.failed(error.failure)) }
    }
    notices.append(.items(items))
  }

  private mutating func insert(
    _ request: QueuedRequest, _ requests: inout Int
  ) throws(OutboxError) -> OutboxRow {
    let row = try outbox.enqueue(request.draft, key: request.key, at: now)
    rows.append(
      Row(row: row, payload: request.draft.payload, title: request.title, undo: request.undo))
    perform(outbox.committed(row, at: now, using: &bits), &requests)
    return row
  }

  private mutating func withdraw(
    _ id: OutboxID, _ key: IdempotencyKey?, _ given: QueuedRequest?, _ requests: inout Int
  ) throws(OutboxError) {
    var fact = OutboxFact.settled(.dropped)
    var compensation = given
    var known = key
    if let place = place(id) {
      fact = .row(rows[place].row)
      known = rows[place].row.key
      compensation = compensation ?? self.compensation(rows[place].row, rows[place].undo)
    } else if let gone = left.first(where: { $0.row.id == id }) {
      fact = .settled(gone.outcome)
      known = gone.row.key
      compensation = compensation ?? self.compensation(gone.row, gone.undo)
    }
    guard let known else { throw .notQueued(id) }
    do throws(OutboxError) {
      let (undo, step) = try outbox.withdraw(
        id, key: known, fact: fact, dependants: dependants(of: id),
        compensation: compensation?.draft, at: now, using: &bits)
      switch undo {
      case .cancelled:
        notices.append(.withdrawn(id, .cancelled))
        perform(step, &requests)
      case .obsolete: notices.append(.withdrawn(id, .obsolete))
      case .compensating(let row):
        guard let compensation else { throw .irreversible(id) }
        rows.append(
          Row(
            row: row, payload: compensation.draft.payload, title: compensation.title, undo: nil))
        notices.append(.withdrawn(id, .compensating))
        perform(outbox.committed(row, at: now, using: &bits), &requests)
      }
    } catch {
      guard case .irreversible = error else { throw error }
      notices.append(.withdrawn(id, .irreversible))
    }
  }

  private func compensation(_ row: OutboxRow, _ undo: OutboxTarget?) -> QueuedRequest? {
    QueuedRequest.compensation(
      of: row.key, lane: row.lane, kind: row.kind, title: title(of: row.id), undo: undo)
  }

  private func title(of id: OutboxID) -> String {
    rows.first { $0.row.id == id }?.title ?? left.first { $0.row.id == id }?.title ?? ""
  }

  private mutating func retry(_ id: OutboxID, _ requests: inout Int) throws(OutboxError) {
    guard let place = place(id) else { throw .notQueued(id) }
    let old = rows[place]
    let key = IdempotencyKey(random: (bits.next(), bits.next()))
    switch old.row.state {
    case .conflict:
      let step = try outbox.rebase(id, key: key, payload: old.payload, at: now, using: &bits)
      perform(step, &requests)
    case .needsReconcile:
      let step = try outbox.resend(id, key: key, payload: old.payload, at: now, using: &bits)
      perform(step, &requests)
    default:
      let (row, step) = try outbox.requeue(old.row, key: key, payload: old.payload, at: now)
      rows.append(Row(row: row, payload: old.payload, title: old.title, undo: old.undo))
      perform(step, &requests)
      perform(outbox.committed(row, at: now, using: &bits), &requests)
    }
  }

  // MARK: - The store

  private mutating func perform(_ step: OutboxStep, _ requests: inout Int) {
    for change in step.changes { apply(change) }
    if let wake = step.wakeAfter, wakeAt != clock + wake {
      wakeAt = clock + wake
      effects.append(.wake(afterMilliseconds: wake))
    }
    for action in step.actions { perform(action, &requests) }
    if !step.changes.isEmpty { notices.append(.items(items)) }
  }

  private mutating func apply(_ change: OutboxChange) {
    switch change {
    case .insert: break  // Done by whoever asked for it: the title stands beside the row.
    case .update(let row):
      if let place = place(row.id) { rows[place].row = row }
    case .replace(let row, let payload):
      guard let place = place(row.id) else { return }
      rows[place].row = row
      rows[place].payload = payload
    case .settle(let id, let outcome, _):
      guard let place = place(id) else { return }
      let gone = rows.remove(at: place)
      left.append((gone.row, gone.title, gone.undo, outcome))
      notices.append(.settled(key: gone.row.key.text, outcome))
    }
  }

  private mutating func perform(_ action: OutboxAction, _ requests: inout Int) {
    switch action {
    case .send(let attempt, let target, let key):
      guard let place = place(attempt.id) else { return }
      sent.append((requests, attempt, key))
      request(
        target.method, target.url, key: key, body: rows[place].payload, &requests)
    case .lookUp(let id, let url):
      lookUps.append((requests, id))
      request("GET", url, key: nil, body: nil, &requests)
    case .load(let lane, let after, let limit):
      var next: [OutboxRow] = []
      for stored in rows where stored.row.lane == lane && stored.row.id > after {
        if case .dead = stored.row.state { continue }
        if next.count < limit { next.append(stored.row) }
      }
      perform(outbox.loaded(lane, next, at: now, using: &bits), &requests)
    case .findDependency(let dependency, let id):
      let found = self.found(dependency)
      perform(outbox.dependencyFound(dependency, of: id, found, at: now, using: &bits), &requests)
    case .refreshToken(let host):
      perform(
        outbox.tokenRefreshed(host: host, succeeded: false, at: now, using: &bits), &requests)
    case .report(.died(let id, let death)):
      if let place = place(id) {
        notices.append(.died(key: rows[place].row.key.text, death))
      }
    case .report: break
    }
  }

  private mutating func request(
    _ method: String, _ url: String, key: IdempotencyKey?, body: OutboxPayload?,
    _ requests: inout Int
  ) {
    var headers: [(name: String, value: String)] = []
    if let body { headers.append(("Content-Type", body.contentType)) }
    headers.append(("Accept", "application/json"))
    if let key { headers.append(("Idempotency-Key", key.headerValue)) }
    var frozen: RequestBody?
    if let body {
      var writer = RequestBodyWriter()
      writer.append(body.bytes)
      frozen = writer.finish()
    }
    effects.append(
      .request(
        Request(
          id: RequestID(requests), method: method, url: url, headers: headers, body: frozen)))
    requests += 1
  }

  private func found(_ id: OutboxID) -> OutboxDependency {
    if let place = place(id) {
      if case .dead = rows[place].row.state { return .failed }
      return .live
    }
    switch left.first(where: { $0.row.id == id })?.outcome {
    case .cancelled, .dropped: return .failed
    default: return .succeeded
    }
  }

  private func place(_ id: OutboxID) -> Int? { rows.firstIndex { $0.row.id == id } }

  private func dependants(of id: OutboxID) -> [OutboxRow] {
    var found: [OutboxRow] = []
    for stored in rows {
      guard let dependency = stored.row.dependsOn else { continue }
      if dependency == id || found.contains(where: { $0.id == dependency }) {
        found.append(stored.row)
      }
    }
    return found
  }

  private var items: [QueueItem] {
    let gone = left.map { QueueItem($0.row, $0.title, $0.undo, .settled($0.outcome)) }
    let live = rows.map { QueueItem($0.row, $0.title, $0.undo, .live($0.row.state)) }
    return (gone + live).sorted { $0.id < $1.id }
  }
}

extension QueueItem {
  fileprivate init(_ row: OutboxRow, _ title: String, _ undo: OutboxTarget?, _ status: Status) {
    self.init(
      id: row.id, key: row.key.text, lane: row.lane.name, title: title, status: status,
      attempts: row.attempts, isUnsent: !row.mayHaveArrived, compensates: row.compensates,
      hasUndo: undo != nil, created: row.created)
  }
}
