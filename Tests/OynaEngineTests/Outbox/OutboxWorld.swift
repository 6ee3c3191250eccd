import OynaValue

@testable import OynaEngine

func lane(_ name: String) -> OutboxLane { OutboxLane(name).unsafelyUnwrapped }
func id(_ number: Int64) -> OutboxID { OutboxID(number).unsafelyUnwrapped }
func key(_ text: String) -> IdempotencyKey { IdempotencyKey(text).unsafelyUnwrapped }

func draft(
  _ laneName: String = "a", _ text: String = "hello", url: String = "/api/v1/messages"
) -> OutboxDraft {
  OutboxDraft(
    lane: lane(laneName), kind: .message,
    target: OutboxTarget("POST", url).unsafelyUnwrapped,
    payload: (try? OutboxPayload(.string(text))).unsafelyUnwrapped)
}

/// An outbox with a store, a server and a clock around it, all values: a copy is a branch of the
/// world. Commits are at once; sends wait in `sends` until the test answers them.
struct OutboxWorld {
  /// What happens to one request on its way.
  enum Fate: CaseIterable {
    case ok, unreadable, lostAnswer, lostRequest, notSent, captivePortal, refused, conflict
    case unavailable, inProgress, slowDown, unauthorized, serverError
  }

  var outbox: Outbox
  var configuration: OutboxConfiguration
  var rows: [OutboxID: (row: OutboxRow, payload: OutboxPayload)] = [:]
  var outcomes: [OutboxID: OutboxOutcome] = [:]
  var lastNumber: Int64 = 0
  var epoch: Int64 = 1
  var sends: [(attempt: OutboxAttempt, target: OutboxTarget, key: IdempotencyKey?)] = []
  var refreshing: Set<String> = []
  var lookUps: [OutboxID] = []
  var events: [OutboxEvent] = []
  var now = OutboxTime(monotonic: 0, wall: 1_700_000_000_000)
  var generator = SeededGenerator(seed: 1)
  var wakeAfter: Int64?
  /// Answers of the server by key: an effect is executed where none is stored.
  var effects: [IdempotencyKey: Int] = [:]
  var executed: [(lane: OutboxLane, id: OutboxID)] = []
  var changeCount = 0

  init(_ configuration: OutboxConfiguration = OutboxConfiguration()) {
    self.configuration = configuration
    var snapshot = OutboxSnapshot()
    snapshot.epoch = 1
    outbox = Outbox(
      restoring: snapshot, configuration: configuration,
      at: OutboxTime(monotonic: 0, wall: 1_700_000_000_000))
  }

  // MARK: Host

  @discardableResult
  mutating func enqueue(_ draft: OutboxDraft, key text: String? = nil) throws -> OutboxID {
    let new = text.map { key($0) } ?? IdempotencyKey(random: (generator.next(), generator.next()))
    let row = try outbox.enqueue(draft, key: new, at: now)
    insert(row, draft.payload)
    return row.id
  }

  mutating func insert(_ row: OutboxRow, _ payload: OutboxPayload) {
    apply([.insert(row, payload)])
    perform(outbox.committed(row, at: now, using: &generator))
  }

  mutating func perform(_ step: OutboxStep) {
    apply(step.changes)
    wakeAfter = step.wakeAfter
    for action in step.actions {
      switch action {
      case .send(let attempt, let target, let key): sends.append((attempt, target, key))
      case .load(let lane, let after, let limit):
        let next = rows.values.map { $0.row }.filter {
          $0.lane == lane && $0.id > after && !$0.isDead
        }.sorted { $0.id < $1.id }.prefix(limit)
        perform(outbox.loaded(lane, Array(next), at: now, using: &generator))
      case .findDependency(let dependency, let id):
        let found: OutboxDependency
        if let row = rows[dependency]?.row {
          found = row.isDead ? .failed : .live
        } else {
          switch outcomes[dependency] {
          case .cancelled, .dropped: found = .failed
          case .succeeded, .succeededUnreadably, nil: found = .succeeded
          }
        }
        perform(outbox.dependencyFound(dependency, of: id, found, at: now, using: &generator))
      case .lookUp(let id, _): lookUps.append(id)
      case .refreshToken(let host): refreshing.insert(host)
      case .report(let event): events.append(event)
      }
    }
  }

  private mutating func apply(_ changes: [OutboxChange]) {
    if !changes.isEmpty { changeCount += 1 }
    for change in changes {
      switch change {
      case .insert(let row, let payload):
        precondition(row.state != .staged && rows[row.id] == nil)
        lastNumber = max(lastNumber, row.id.number)
        rows[row.id] = (row, payload)
      case .update(let row): rows[row.id]?.row = row
      case .replace(let row, let payload): rows[row.id] = (row, payload)
      case .settle(let id, let outcome, let fence):
        if let fence {
          guard rows[id]?.row.state == .inflight(attempt: fence.number, epoch: fence.epoch) else {
            continue
          }
        }
        rows[id] = nil
        outcomes[id] = outcome
      }
    }
  }

  /// Kills the process and opens the queue again.
  mutating func crash(isOnline: Bool = true, arrived: Bool = false) {
    if arrived { for send in sends { _ = execute(send) } }
    epoch += 1
    sends = []
    lookUps = []
    refreshing = []
    now = OutboxTime(monotonic: 0, wall: now.wall)
    var snapshot = OutboxSnapshot()
    snapshot.epoch = epoch
    snapshot.lastNumber = lastNumber
    snapshot.deadCount = rows.values.filter { $0.row.isDead }.count
    for (name, all) in Dictionary(grouping: rows.values.map { $0.row }, by: { $0.lane }).sorted(
      by: { $0.key.name < $1.key.name })
    {
      let live = all.filter { !$0.isDead }.sorted { $0.id < $1.id }
      snapshot.lanes.append(
        OutboxSnapshot.Lane(
          lane: name, first: Array(live.prefix(configuration.windowSize)), count: live.count,
          hasDead: live.count < all.count))
    }
    outbox = Outbox(restoring: snapshot, configuration: configuration, at: now)
    network(isOnline)
  }

  mutating func advance(_ milliseconds: Int64) {
    now = OutboxTime(
      monotonic: now.monotonic + milliseconds, wall: now.wall + milliseconds)
    perform(outbox.resume(at: now, using: &generator))
  }

  mutating func network(_ isOnline: Bool) {
    perform(outbox.network(isOnline: isOnline, at: now, using: &generator))
  }

  @discardableResult
  mutating func withdraw(_ id: OutboxID, compensation: OutboxDraft? = nil) throws -> OutboxUndo {
    let fact: OutboxFact
    let original: IdempotencyKey
    if let row = rows[id]?.row {
      fact = .row(row)
      original = row.key
    } else {
      fact = .settled(outcomes[id] ?? .cancelled)
      original = key("settled-\(id.number)")
    }
    let (undo, step) = try outbox.withdraw(
      id, key: original, fact: fact, dependants: dependants(of: id),
      compensation: compensation, at: now, using: &generator)
    perform(step)
    if case .compensating(let row) = undo, let compensation { insert(row, compensation.payload) }
    return undo
  }

  func dependants(of id: OutboxID) -> [OutboxRow] {
    let direct = rows.values.map { $0.row }.filter { $0.dependsOn == id && !$0.isDead }
    return direct.sorted { $0.id < $1.id }.flatMap { [$0] + dependants(of: $0.id) }
  }

  // MARK: Network

  mutating func answer(_ fate: Fate, at index: Int = 0) {
    let send = sends.remove(at: index)
    var fate = fate
    // A server that has executed a key never refuses it later: it replays.
    if let key = send.key, effects[key] != nil, fate == .refused || fate == .conflict { fate = .ok }
    var answer: OutboxAnswer
    switch fate {
    case .ok: answer = .response(execute(send))
    case .unreadable:
      _ = execute(send)
      answer = .response(OutboxResponse(status: 200, body: .undecodable))
    case .lostAnswer:
      _ = execute(send)
      answer = .noAnswer
    case .lostRequest: answer = .noAnswer
    case .notSent: answer = .notSent
    case .captivePortal: answer = .response(OutboxResponse(status: 200, body: .html))
    case .refused: answer = .response(OutboxResponse(status: 403))
    case .conflict: answer = .response(OutboxResponse(status: 412))
    case .unavailable: answer = .response(OutboxResponse(status: 503, retryAfter: 5_000))
    case .inProgress:
      answer = .response(
        OutboxResponse(status: 409, problemType: "https://x/idempotency-in-progress"))
    case .slowDown: answer = .response(OutboxResponse(status: 429, retryAfter: 30_000))
    case .unauthorized: answer = .response(OutboxResponse(status: 401))
    case .serverError: answer = .response(OutboxResponse(status: 500))
    }
    perform(outbox.answered(send.attempt, answer, at: now, using: &generator))
  }

  private mutating func execute(
    _ send: (attempt: OutboxAttempt, target: OutboxTarget, key: IdempotencyKey?)
  ) -> OutboxResponse {
    guard let key = send.key, let row = rows[send.attempt.id]?.row else {
      return OutboxResponse(status: 201)
    }
    if effects[key] == nil {
      executed.append((row.lane, row.id))
      effects[key] = 1
      return OutboxResponse(status: 201)
    }
    return OutboxResponse(status: 201, isReplayed: true)
  }

  mutating func refresh(_ succeeded: Bool) {
    for host in refreshing {
      perform(
        outbox.tokenRefreshed(host: host, succeeded: succeeded, at: now, using: &generator))
    }
    refreshing = []
  }

  mutating func lookUp(_ result: OutboxLookUp) {
    let id = lookUps.removeFirst()
    perform(outbox.lookedUp(id, result, at: now, using: &generator))
  }

  func state(_ id: OutboxID) -> OutboxState? { rows[id]?.row.state }
}

extension OutboxRow {
  var isDead: Bool { if case .dead = state { true } else { false } }
}
