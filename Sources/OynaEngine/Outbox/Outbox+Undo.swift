/// What is known of a request that is to be taken back. The queue knows the first rows of each
/// lane; the store knows the rest.
public enum OutboxFact: Sendable, Hashable {
  /// It is in the store as this row.
  case row(OutboxRow)
  /// It has left the queue this way.
  case settled(OutboxOutcome)
}

/// What an undo of a queued request came to (QUEUE.md §2.6).
public enum OutboxUndo: Sendable, Hashable {
  /// Taken out, with these requests that depended on it: no byte was sent, none will be.
  case cancelled([OutboxID])
  /// It was sent, or may have been: this row takes it back once it has succeeded. To be inserted
  /// with the compensation's payload, like any enqueued row.
  case compensating(OutboxRow)
  /// It had no effect on the server: nothing to take back.
  case obsolete
}

extension Outbox {
  /// Takes a request back.
  ///
  /// While nothing was sent it is cancelled, and what depends on it with it; otherwise
  /// `compensation` is enqueued behind it, under a key that follows from the original's.
  ///
  /// - Parameters:
  ///   - id: the request.
  ///   - fact: what the store says; the queue's own knowledge of its front rows goes before it.
  ///   - key: the original's key.
  ///   - dependants: every live row that depends on it, directly or through others.
  ///   - cancelsDependants: false refuses with `hasDependants` instead.
  ///   - compensation: what takes it back once it was sent; nil when nothing does.
  ///   - now: both clocks.
  ///   - generator: for the jitter of what is sent next.
  ///
  /// Throws `irreversible` when it may have arrived and there is no compensation, `notAllowed`
  /// while the row is not yet durable; nothing is changed then.
  public mutating func withdraw(
    _ id: OutboxID, key: IdempotencyKey, fact: OutboxFact, dependants: [OutboxRow] = [],
    cancelsDependants: Bool = true, compensation: OutboxDraft?, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) throws(OutboxError) -> (undo: OutboxUndo, step: OutboxStep) {
    guard !isStopped else { throw .stopped }
    var step = OutboxStep()
    switch knowledge(of: id, fact) {
    case .settled(.cancelled), .settled(.dropped): return (.obsolete, step)
    case .settled(.succeeded), .settled(.succeededUnreadably):
      return (try compensate(id, key, compensation, isSettled: true, at: now), step)
    case .row(let row):
      switch row.state {
      case .staged: throw .notAllowed(id)
      case .dead: return (.obsolete, step)
      case .inflight, .needsReconcile:
        return (try compensate(id, key, compensation, isSettled: false, at: now), step)
      case .ready, .waiting, .blocked, .conflict:
        if row.mayHaveArrived {
          return (try compensate(id, key, compensation, isSettled: false, at: now), step)
        }
      }
      guard cancelsDependants || dependants.isEmpty else {
        throw .hasDependants(id, count: dependants.count)
      }
      let cancelled = [row] + dependants
      // The last dependant first, so that none finds what it waits for gone.
      for row in cancelled.reversed() { take(row, .cancelled, &step, at: now) }
      finish(&step, at: now, using: &generator)
      return (.cancelled(cancelled.map { $0.id }), step)
    }
  }

  /// Gives a request up that is in conflict, cannot be reconciled or is dead.
  ///
  /// Throws `notAllowed` for one that may still be sent: that one is withdrawn instead.
  public mutating func drop(
    _ row: OutboxRow, dependants: [OutboxRow] = [], at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) throws(OutboxError) -> OutboxStep {
    guard !isStopped else { throw .stopped }
    var step = OutboxStep()
    guard case .row(let known) = knowledge(of: row.id, .row(row)) else { throw .notQueued(row.id) }
    let isDead: Bool
    switch known.state {
    case .dead: isDead = true
    case .conflict, .needsReconcile: isDead = false
    case .staged, .ready, .inflight, .waiting, .blocked: throw .notAllowed(row.id)
    }
    for dependant in dependants.reversed() { take(dependant, .cancelled, &step, at: now) }
    if isDead { removeDead(known, &step) } else { take(known, .dropped, &step, at: now) }
    finish(&step, at: now, using: &generator)
    return step
  }

  /// Sends the command of a conflict anew, made for the server's present state: another body, so
  /// under another key. It keeps its place in the lane.
  public mutating func rebase(
    _ id: OutboxID, key: IdempotencyKey, payload: OutboxPayload, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) throws(OutboxError) -> OutboxStep {
    guard let place = placeOfHead(id), case .conflict = lanes[place].window[0].state else {
      throw .notAllowed(id)
    }
    return try renew(place, key: key, payload: payload, at: now, using: &generator)
  }

  /// Sends a request whose resource was not found again, under a new key: a person decided so.
  public mutating func resend(
    _ id: OutboxID, key: IdempotencyKey, payload: OutboxPayload, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) throws(OutboxError) -> OutboxStep {
    guard let place = placeOfHead(id), lanes[place].window[0].state == .needsReconcile,
      lanes[place].lookUp == .undecided
    else { throw .notAllowed(id) }
    return try renew(place, key: key, payload: payload, at: now, using: &generator)
  }

  /// Puts a dead request back, as a new row at the end of its lane.
  ///
  /// One whose outcome is unknown keeps its key, so it stays one effect; one that the server
  /// refused gets `key`, as the server would replay its refusal. `keyReused` and `unknownKind` are
  /// defects and refused with `notAllowed`.
  ///
  /// The returned step deletes the dead row; the host commits it together with the insertion of the
  /// returned row, deletion first.
  public mutating func requeue(
    _ row: OutboxRow, key: IdempotencyKey, payload: OutboxPayload, at now: OutboxTime
  ) throws(OutboxError) -> (row: OutboxRow, step: OutboxStep) {
    guard case .dead(let death) = row.state else { throw .notAllowed(row.id) }
    let keepsKey: Bool
    switch death {
    case .keyReused, .unknownKind, .unreadable, .stale: throw .notAllowed(row.id)
    case .attemptsExhausted: keepsKey = true
    case .refused, .unexpectedRedirect, .notRepeatable, .expired, .dependencyFailed:
      keepsKey = false
    }
    var step = OutboxStep()
    var draft = OutboxDraft(lane: row.lane, kind: row.kind, target: row.target, payload: payload)
    draft.schemaVersion = row.schemaVersion
    draft.dedupeKey = row.dedupeKey
    draft.lookUpURL = row.lookUpURL
    draft.traceID = row.traceID
    removeDead(row, &step)
    var new: OutboxRow
    do throws(OutboxError) {
      new = try add(
        draft, key: keepsKey ? row.key : key, compensates: row.compensates, at: now)
    } catch {
      count += 1
      deadCount += 1
      throw error
    }
    if keepsKey { new.firstReached = row.firstReached }
    return (new, step)
  }

  // MARK: Parts

  private func knowledge(of id: OutboxID, _ fact: OutboxFact) -> OutboxFact {
    guard case .row(let row) = fact, let place = places[row.lane],
      let known = lanes[place].window.first(where: { $0.id == id })
    else { return fact }
    return .row(known)
  }

  private mutating func compensate(
    _ id: OutboxID, _ key: IdempotencyKey, _ compensation: OutboxDraft?, isSettled: Bool,
    at now: OutboxTime
  ) throws(OutboxError) -> OutboxUndo {
    guard var draft = compensation, let undoKey = key.undo else { throw .irreversible(id) }
    draft.dependsOn = isSettled ? nil : id
    return .compensating(try add(draft, key: undoKey, compensates: id, at: now))
  }

  /// Takes a row out of its lane, wherever it stands.
  private mutating func take(
    _ row: OutboxRow, _ outcome: OutboxOutcome, _ step: inout OutboxStep, at now: OutboxTime
  ) {
    guard let place = places[row.lane] else { return }
    if let index = lanes[place].window.firstIndex(where: { $0.id == row.id }) {
      lanes[place].window.remove(at: index)
      if index == 0 { adoptHead(place, at: now) }
    } else {
      // Rows behind the window are on disk only; one before its end has left already.
      guard lanes[place].beyond > 0, lanes[place].window.last.map({ $0.id < row.id }) ?? true else {
        return
      }
      lanes[place].beyond -= 1
    }
    count -= 1
    step.changes.append(.settle(row.id, outcome, fence: nil))
    step.actions.append(.report(.settled(row.id, outcome)))
    unblock(row.id, succeeded: false, &step, at: now)
  }

  private mutating func removeDead(_ row: OutboxRow, _ step: inout OutboxStep) {
    count -= 1
    deadCount -= 1
    step.changes.append(.settle(row.id, .dropped, fence: nil))
    step.actions.append(.report(.settled(row.id, .dropped)))
    if let place = places[row.lane] { lanes[place].isStopped = false }
  }

  private mutating func renew(
    _ place: Int, key: IdempotencyKey, payload: OutboxPayload, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) throws(OutboxError) -> OutboxStep {
    guard !isStopped else { throw .stopped }
    var row = lanes[place].window[0]
    row.key = key
    row.state = .ready
    row.attempts = 0
    row.failures = 0
    row.firstReached = nil
    row.replayed = nil
    lanes[place].window[0] = row
    let dependency = lanes[place].dependency
    lanes[place].resetHead()
    lanes[place].dependency = dependency
    var step = OutboxStep()
    step.changes.append(.replace(row, payload))
    finish(&step, at: now, using: &generator)
    return step
  }
}
