import OynaEngine
import OynaStorage

extension OutboxRecord {
  /// The row as the file keeps it. A row that is not yet durable is stored as ready: it is durable
  /// once it is stored.
  init(_ row: OutboxRow) {
    self.init(
      id: row.id.number, key: row.key.text, lane: row.lane.name, kind: row.kind.name,
      schemaVersion: row.schemaVersion, method: row.target.method, url: row.target.url,
      dedupeKey: row.dedupeKey, created: row.created, expires: row.expires,
      dependsOn: row.dependsOn?.number, compensates: row.compensates?.number,
      lookUpURL: row.lookUpURL, traceID: row.traceID, state: State(row.state),
      attempts: Int64(row.attempts), failures: Int64(row.failures),
      firstReached: row.firstReached,
      replayedFingerprint: row.replayed.map { Int64(bitPattern: $0.fingerprint) },
      replayedCount: Int64(row.replayed?.count ?? 0))
  }

  /// The row that the file keeps; nil when a column is none of ours: a file is no trusted source.
  var row: OutboxRow? {
    guard let id = OutboxID(id), let key = IdempotencyKey(key), let lane = OutboxLane(lane),
      let target = OutboxTarget(method, url), let state = state.outboxState,
      let attempts = Int(exactly: attempts), let failures = Int(exactly: failures),
      attempts >= 0, failures >= 0
    else { return nil }
    let dependency = dependsOn.flatMap { OutboxID($0) }
    let original = compensates.flatMap { OutboxID($0) }
    guard (dependency == nil) == (dependsOn == nil), (original == nil) == (compensates == nil)
    else { return nil }
    let replayed = replayedFingerprint.map {
      ReplayedAnswer(fingerprint: UInt64(bitPattern: $0), count: Int(clamping: replayedCount))
    }
    return OutboxRow(
      id: id, key: key, lane: lane, kind: OutboxKind(kind), schemaVersion: schemaVersion,
      target: target, dedupeKey: dedupeKey, created: created, expires: expires,
      dependsOn: dependency, compensates: original, lookUpURL: lookUpURL, traceID: traceID,
      state: state, attempts: attempts, failures: failures, firstReached: firstReached,
      replayed: replayed)
  }
}

extension OutboxRecord.State {
  init(_ state: OutboxState) {
    switch state {
    case .staged, .ready, .blocked: self.init("ready")
    case .inflight(let attempt, let epoch):
      self.init(Self.inflightName, number: Int64(attempt), epoch: epoch)
    case .waiting(let wait):
      self.init(
        "waiting", reason: wait.reason.name, deadline: wait.deadline, duration: wait.duration)
    case .conflict(let status): self.init("conflict", number: Int64(status))
    case .needsReconcile: self.init("needsReconcile")
    case .dead(let death):
      self.init(Self.deadName, reason: death.name, number: Int64(death.status))
    }
  }

  /// Nil for a name that is none of ours.
  var outboxState: OutboxState? {
    switch name {
    case "ready": return .ready
    case Self.inflightName:
      guard let attempt = Int(exactly: number) else { return nil }
      return .inflight(attempt: attempt, epoch: epoch)
    case "waiting":
      guard let reason = OutboxWait.Reason(name: reason), duration >= 0 else { return nil }
      return .waiting(OutboxWait(reason, deadline: deadline, duration: duration))
    case "conflict": return .conflict(status: Int(clamping: number))
    case "needsReconcile": return .needsReconcile
    case Self.deadName:
      // A reason of a newer application is no reason to lose the row.
      return .dead(OutboxDeath(name: reason, status: Int(clamping: number)) ?? .unreadable)
    default: return nil
    }
  }
}

extension OutboxFileChange {
  init(_ change: OutboxChange) {
    switch change {
    case .insert(let row, let payload): self = .insert(OutboxRecord(row), OutboxBody(payload))
    case .update(let row): self = .update(OutboxRecord(row))
    case .replace(let row, let payload): self = .replace(OutboxRecord(row), OutboxBody(payload))
    case .settle(let id, let outcome, let fence):
      self = .settle(
        id: id.number, name: outcome.name, status: Int64(outcome.status),
        fence: fence.map { OutboxFence(attempt: Int64($0.number), epoch: $0.epoch) })
    }
  }
}

extension OutboxBody {
  init(_ payload: OutboxPayload) {
    self.init(bytes: payload.bytes, contentType: payload.contentType)
  }
}

extension OutboxOutcome {
  init?(_ record: OutboxOutcomeRecord) {
    self.init(name: record.name, status: Int(clamping: record.status))
  }
}
