import Foundation
public import OynaEngine
public import OynaStorage

/// The outbox on a SQLite file: what is enqueued is durable, what is due comes out as work.
///
/// ```swift
/// let queue = try OutboxQueue(path: path)
/// let ticket = try queue.enqueue(draft)           // durable on return
/// for work in queue.takeWork() { … }              // send, then `queue.answered(attempt, answer)`
/// ```
///
/// It sends nothing and has no clock of its own to wake it: a host calls `resume` when
/// `wakeAfter` milliseconds are over. Any thread may call it; callers that enqueue at the same time
/// share an fsync.
public final class OutboxQueue: OutboxPort, @unchecked Sendable {
  // Everything in `state` is used under `lock`. Changes are submitted to the file under it too, so
  // they are committed in the order in which the outbox made them; the wait is outside.

  /// Something for the network.
  public enum Work: Sendable, Hashable {
    /// Send the payload and report `answered`.
    case send(OutboxAttempt, target: OutboxTarget, key: IdempotencyKey?, payload: OutboxPayload)
    /// `GET` the URL and report `lookedUp`.
    case lookUp(OutboxID, url: String)
    /// Refresh the host's token once and report `tokenRefreshed`.
    case refreshToken(host: String)
  }

  /// Where the file of the queue is.
  public let path: String
  /// Where a damaged file was set aside when the queue was opened.
  public var damagedPath: String? { locked { $0.file.damagedPath } }

  private let lock = NSLock()
  private var state: State
  private let configuration: OutboxConfiguration
  private let clock: @Sendable () -> OutboxTime
  private let observe: @Sendable (OutboxEvent) -> Void

  private struct State {
    var file: OutboxFile
    var outbox: Outbox
    var generator: Randomness
    var tickets: [OutboxID: OutboxTicket] = [:]
    var work: [Work] = []
    var wakeAfter: Int64?
  }

  /// The injected randomness as the standard library's protocol.
  private struct Randomness: RandomNumberGenerator {
    let draw: @Sendable () -> UInt64
    mutating func next() -> UInt64 { draw() }
  }

  /// Opens the queue, takes up what it holds and starts what is due.
  ///
  /// - Parameters:
  ///   - path: the file; made when it is not there.
  ///   - configuration: limits and policies.
  ///   - isOnline: false takes nothing up for sending, as for a tool that only looks after it.
  ///   - clock: both clocks at this moment.
  ///   - random: 64 even random bits; keys and jitter are made of them.
  ///   - observe: told every event, on the thread that caused it.
  public init(
    path: String, isOnline: Bool = true,
    configuration: OutboxConfiguration = OutboxConfiguration(),
    clock: @escaping @Sendable () -> OutboxTime = OutboxQueue.systemClock,
    random: @escaping @Sendable () -> UInt64 = OutboxQueue.systemRandom,
    observe: @escaping @Sendable (OutboxEvent) -> Void = { _ in }
  ) throws(StorageError) {
    self.path = path
    self.configuration = configuration
    self.clock = clock
    self.observe = observe
    let now = clock()
    let file = try OutboxFile(path: path, now: now.wall)
    let outbox = try Self.restore(file, configuration, at: now)
    state = State(file: file, outbox: outbox, generator: Randomness(draw: random))
    if isOnline { resume() } else { network(isOnline: false) }
  }

  /// The machine's clocks.
  public static let systemClock: @Sendable () -> OutboxTime = {
    OutboxTime(
      monotonic: Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000),
      wall: Int64(Date().timeIntervalSince1970 * 1_000))
  }

  /// The machine's random bits.
  public static let systemRandom: @Sendable () -> UInt64 = {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// Requests that are not settled, dead ones included.
  public var count: Int { locked { $0.outbox.count } }

  /// Milliseconds after which `resume` has something to do; nil when nothing waits for time.
  public var wakeAfter: Int64? { locked { $0.wakeAfter } }

  /// The file under the queue, for looking and for tools.
  public var file: OutboxFile { locked { $0.file } }

  // MARK: OutboxPort

  /// A fresh identifier for something that the client makes, such as a transfer.
  public func makeIdentifier() -> String { locked { Self.makeKey(&$0).text } }

  /// Durable on return. Throws `storage` when the file refused it; after `stopped` it is not known
  /// whether the request was kept until `reopen`.
  public func enqueue(_ draft: OutboxDraft) throws(OutboxError) -> OutboxTicket {
    try enqueue(draft, key: locked { Self.makeKey(&$0) })
  }

  /// Enqueues under a key that the caller made.
  public func enqueue(
    _ draft: OutboxDraft, key: IdempotencyKey
  ) throws(OutboxError) -> OutboxTicket {
    try enqueue(draft, key: key, title: "", undo: nil)
  }

  /// Enqueues with what a person knows the request by, and with what takes it back.
  public func enqueue(
    _ draft: OutboxDraft, key: IdempotencyKey, title: String, undo: OutboxTarget?
  ) throws(OutboxError) -> OutboxTicket {
    let now = clock()
    let (row, commit) = try locked { state throws(OutboxError) in
      let row = try state.outbox.enqueue(draft, key: key, at: now)
      return (
        row,
        state.file.submit([
          OutboxFileChange(.insert(row, draft.payload)),
          .label(OutboxLabel(row, title: title, undo: undo)),
        ])
      )
    }
    return try finishInsertion(row, commit)
  }

  /// See `Outbox.withdraw`: cancels what was not sent, compensates what was.
  public func withdraw(
    _ ticket: OutboxTicket, compensation: OutboxDraft?
  ) throws(OutboxError) -> OutboxWithdrawal {
    try withdraw(ticket.id, key: ticket.key, compensation: compensation, title: "")
  }

  /// The same by number, with what a person knows the request by that takes it back.
  public func withdraw(
    _ id: OutboxID, key: IdempotencyKey, compensation: OutboxDraft?, title: String
  ) throws(OutboxError) -> OutboxWithdrawal {
    let now = clock()
    let fact = try fact(id)
    let dependants = try reading { file throws(StorageError) in
      try file.dependants(of: id.number).compactMap { $0.row }
    }
    var insertion: (row: OutboxRow, commit: OutboxCommit)?
    let (undo, step, commit) = try locked { state throws(OutboxError) in
      let (undo, step) = try state.outbox.withdraw(
        id, key: key, fact: fact, dependants: dependants, compensation: compensation, at: now,
        using: &state.generator)
      var changes = step.changes
      if case .compensating(let row) = undo, let compensation {
        changes.append(.insert(row, compensation.payload))
      }
      var stored = changes.map { OutboxFileChange($0) }
      if case .compensating(let row) = undo {
        stored.append(.label(OutboxLabel(row, title: title, undo: nil)))
      }
      let commit = state.file.submit(stored)
      if case .compensating(let row) = undo { insertion = (row, commit) }
      return (undo, step, commit)
    }
    if let insertion {
      return .compensating(try finishInsertion(insertion.row, insertion.commit))
    }
    try finish(step, commit)
    if case .obsolete = undo { return .obsolete }
    return .cancelled
  }

  // MARK: Inputs

  /// Time has passed.
  public func resume() { input { $0.outbox.resume(at: $1, using: &$0.generator) } }

  /// Tells the queue what the host's network monitor saw.
  public func network(isOnline: Bool) {
    input { $0.outbox.network(isOnline: isOnline, at: $1, using: &$0.generator) }
  }

  /// Reports what became of an attempt; a late one is dropped by its epoch.
  public func answered(_ attempt: OutboxAttempt, _ answer: OutboxAnswer) {
    input { $0.outbox.answered(attempt, answer, at: $1, using: &$0.generator) }
  }

  /// Reports what a look-up of an unclear item found.
  public func lookedUp(_ id: OutboxID, _ result: OutboxLookUp) {
    input { $0.outbox.lookedUp(id, result, at: $1, using: &$0.generator) }
  }

  /// Reports whether the host's token was renewed after a 401.
  public func tokenRefreshed(host: String, succeeded: Bool) {
    input {
      $0.outbox.tokenRefreshed(host: host, succeeded: succeeded, at: $1, using: &$0.generator)
    }
  }

  /// What is to be done on the network now; each piece is handed out once.
  public func takeWork() -> [Work] {
    locked {
      let work = $0.work
      $0.work = []
      return work
    }
  }

  /// Takes out a request of which nothing was sent, and what depends on it.
  ///
  /// Throws `irreversible` when it may have arrived.
  public func cancel(_ id: OutboxID) throws(OutboxError) {
    guard case .row(let row) = try fact(id) else { throw .notQueued(id) }
    _ = try withdraw(id, key: row.key, compensation: nil, title: "")
  }

  /// Gives up a dead request, or one that needs a decision.
  public func drop(_ id: OutboxID) throws(OutboxError) {
    guard case .row(let row) = try fact(id) else { throw .notQueued(id) }
    let dependants = try reading { file throws(StorageError) in
      try file.dependants(of: id.number).compactMap { $0.row }
    }
    let now = clock()
    let (step, commit) = try locked { state throws(OutboxError) in
      let step = try state.outbox.drop(
        row, dependants: dependants, at: now, using: &state.generator)
      return (step, state.file.submit(step.changes.map { OutboxFileChange($0) }))
    }
    try finish(step, commit)
  }

  /// Puts a dead request back at the end of its lane; see `Outbox.requeue`.
  public func requeue(_ id: OutboxID) throws(OutboxError) -> OutboxTicket {
    guard case .row(let row) = try fact(id) else { throw .notQueued(id) }
    let body = try reading { file throws(StorageError) in try file.body(id: id.number) }
    guard let body else { throw .notQueued(id) }
    let payload = try OutboxPayload(stored: body.bytes, contentType: body.contentType)
    let label = try reading { file throws(StorageError) in try file.label(id: id.number) }
    let now = clock()
    let (new, step, commit) = try locked { state throws(OutboxError) in
      let key = Self.makeKey(&state)
      let (new, step) = try state.outbox.requeue(row, key: key, payload: payload, at: now)
      var changes = (step.changes + [.insert(new, payload)]).map { OutboxFileChange($0) }
      changes.append(.label(OutboxLabel(new, title: label?.title ?? "", undo: label?.undo)))
      return (new, step, state.file.submit(changes))
    }
    let ticket = try finishInsertion(new, commit)
    perform(step.actions)
    return ticket
  }

  /// A person wants a request to be sent again that is dead, in conflict, or without a known
  /// outcome: under a new key where the old one would only bring the old answer.
  public func retry(_ id: OutboxID) throws(OutboxError) {
    guard case .row(let row) = try fact(id) else { throw .notQueued(id) }
    guard !row.state.isDead else {
      _ = try requeue(id)
      return
    }
    let body = try reading { file throws(StorageError) in try file.body(id: id.number) }
    guard let body else { throw .notQueued(id) }
    let payload = try OutboxPayload(stored: body.bytes, contentType: body.contentType)
    let now = clock()
    let (step, commit) = try locked { state throws(OutboxError) in
      let key = Self.makeKey(&state)
      let step =
        if case .conflict = row.state {
          try state.outbox.rebase(id, key: key, payload: payload, at: now, using: &state.generator)
        } else {
          try state.outbox.resend(id, key: key, payload: payload, at: now, using: &state.generator)
        }
      return (step, state.file.submit(step.changes.map { OutboxFileChange($0) }))
    }
    try finish(step, commit)
  }

  /// Closes the file; work that is under way is sent again in the next run, under its key.
  public func close() { file.close() }

  /// Opens the file anew after it failed: takes up what is durable.
  public func reopen() throws(StorageError) {
    let now = clock()
    file.close()
    let file = try OutboxFile(path: path, now: now.wall)
    let outbox = try Self.restore(file, configuration, at: now)
    locked {
      $0.file = file
      $0.outbox = outbox
      $0.work = []
    }
    resume()
  }

  // MARK: Parts

  private func locked<Output, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  private static func makeKey(_ state: inout State) -> IdempotencyKey {
    IdempotencyKey(random: (state.generator.next(), state.generator.next()))
  }

  private func input(_ body: (inout State, OutboxTime) -> OutboxStep) {
    let now = clock()
    let (step, commit) = locked { state in
      let step = body(&state, now)
      let changes = step.changes.map { OutboxFileChange($0) }
      return (step, changes.isEmpty ? nil : state.file.submit(changes))
    }
    // A failure stops the outbox and is reported as an event.
    try? finish(step, commit)
  }

  /// Waits until the step's changes are durable and performs its actions.
  private func finish(_ step: OutboxStep, _ commit: OutboxCommit?) throws(OutboxError) {
    if let commit {
      do throws(StorageError) { try file.wait(for: commit) } catch {
        // Memory is ahead of the file: only opening it anew brings them together.
        stop()
        throw .stopped
      }
    }
    locked { $0.wakeAfter = step.wakeAfter }
    perform(step.actions)
  }

  private func finishInsertion(
    _ row: OutboxRow, _ commit: OutboxCommit
  ) throws(OutboxError) -> OutboxTicket {
    do throws(StorageError) { try file.wait(for: commit) } catch {
      switch error.kind {
      case .inputOutput, .corrupt, .closed, .cannotOpen:
        stop()
        throw .stopped
      case .busy, .overloaded, .full, .constraint, .newerSchema, .changedMigration, .statement,
        .unavailable, .outcomeUnknown:
        locked { $0.outbox.insertFailed(row) }
        throw .storage(error.message)
      }
    }
    let ticket = OutboxTicket(id: row.id, key: row.key)
    locked { $0.tickets[row.id] = ticket }
    input { $0.outbox.committed(row, at: $1, using: &$0.generator) }
    return ticket
  }

  private func stop() {
    let step = locked { $0.outbox.storeFailed() }
    perform(step.actions)
  }

  private func perform(_ actions: [OutboxAction]) {
    for action in actions {
      switch action {
      case .send(let attempt, let target, let key): prepare(attempt, target, key)
      case .lookUp(let id, let url): locked { $0.work.append(.lookUp(id, url: url)) }
      case .refreshToken(let host): locked { $0.work.append(.refreshToken(host: host)) }
      case .load(let lane, let after, let limit): load(lane, after, limit)
      case .findDependency(let dependency, let id): findDependency(dependency, of: id)
      case .report(let event): report(event)
      }
    }
  }

  private func prepare(_ attempt: OutboxAttempt, _ target: OutboxTarget, _ key: IdempotencyKey?) {
    let body = try? file.body(id: attempt.id.number)
    guard let body,
      let payload = try? OutboxPayload(stored: body.bytes, contentType: body.contentType)
    else { return answered(attempt, .unsendable) }
    locked { $0.work.append(.send(attempt, target: target, key: key, payload: payload)) }
  }

  private func load(_ lane: OutboxLane, _ after: OutboxID, _ limit: Int) {
    do throws(StorageError) {
      let file = file
      let records = try file.rows(lane: lane.name, after: after.number, limit: limit)
      let rows = try Self.sound(records, in: file)
      input { $0.outbox.loaded(lane, rows, at: $1, using: &$0.generator) }
    } catch { stop() }
  }

  private func findDependency(_ dependency: OutboxID, of id: OutboxID) {
    do throws(OutboxError) {
      let found: OutboxDependency =
        switch try fact(dependency) {
        case .row(let row): row.state.isDead ? .failed : .live
        case .settled(.cancelled), .settled(.dropped): .failed
        case .settled(.succeeded), .settled(.succeededUnreadably): .succeeded
        }
      input { $0.outbox.dependencyFound(dependency, of: id, found, at: $1, using: &$0.generator) }
    } catch { stop() }
  }

  private func report(_ event: OutboxEvent) {
    locked { state in
      if let id = event.id, let ticket = state.tickets[id] {
        ticket.note(event)
        if case .settled = event { state.tickets[id] = nil }
      }
    }
    observe(event)
  }

  /// A row that has left without a record was settled long ago.
  private func fact(_ id: OutboxID) throws(OutboxError) -> OutboxFact {
    try reading { file throws(StorageError) in
      if let row = try file.row(id: id.number)?.row { return .row(row) }
      let outcome = try file.outcome(of: id.number).flatMap { OutboxOutcome($0) }
      return .settled(outcome ?? .succeeded(status: 200))
    }
  }

  private func reading<Output>(
    _ body: (OutboxFile) throws(StorageError) -> Output
  ) throws(OutboxError) -> Output {
    do throws(StorageError) { return try body(file) } catch { throw .storage(error.message) }
  }

  // MARK: Restoring

  private static func restore(
    _ file: OutboxFile, _ configuration: OutboxConfiguration, at now: OutboxTime
  ) throws(StorageError) -> Outbox {
    let stored = try file.snapshot(windowSize: configuration.windowSize)
    var snapshot = OutboxSnapshot()
    snapshot.epoch = stored.epoch
    snapshot.lastNumber = stored.lastID
    for lane in stored.lanes {
      let rows = try sound(lane.first, in: file)
      let damaged = lane.first.count - rows.count
      snapshot.deadCount += lane.deadCount + damaged
      guard let name = OutboxLane(lane.name) else { continue }
      snapshot.lanes.append(
        OutboxSnapshot.Lane(
          lane: name, first: rows, count: lane.count - damaged, hasDead: lane.deadCount > 0))
    }
    return Outbox(restoring: snapshot, configuration: configuration, at: now)
  }

  /// The rows that can be read; the others become dead letters, so that they block nobody.
  private static func sound(
    _ records: [OutboxRecord], in file: OutboxFile
  ) throws(StorageError) -> [OutboxRow] {
    var rows: [OutboxRow] = []
    var changes: [OutboxFileChange] = []
    for record in records {
      if let row = record.row {
        rows.append(row)
      } else {
        var dead = record
        dead.state = OutboxRecord.State(.dead(.unreadable))
        changes.append(.update(dead))
      }
    }
    try file.commit(changes)
    return rows
  }
}

extension OutboxState {
  var isDead: Bool { if case .dead = self { true } else { false } }
}

extension OutboxEvent {
  /// The request that the event is about.
  var id: OutboxID? {
    switch self {
    case .sending(let id), .outcomeUnknown(let id), .settled(let id, _), .died(let id, _),
      .conflict(let id, _), .needsDecision(let id), .compensated(let id),
      .compensationFailed(let id, _):
      id
    case .signInNeeded, .captivePortal, .stopped: nil
    }
  }
}
