extension Outbox {
  /// Time has passed: starts every head whose turn it is.
  public mutating func resume(
    at now: OutboxTime, using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    var step = OutboxStep()
    finish(&step, at: now, using: &generator)
    return step
  }

  /// The device says that it is online, or offline.
  ///
  /// Online: heads that could not be sent start within `startJitter`. Offline is a hint only: one
  /// request is tried every `probeInterval`. What is in flight is left alone.
  public mutating func network(
    isOnline: Bool, at now: OutboxTime, using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    if !isOnline, self.isOnline { probeAt = now.monotonic + configuration.probeInterval }
    self.isOnline = isOnline
    if isOnline {
      for place in lanes.indices {
        guard case .waiting(let wait)? = lanes[place].window.first?.state, wait.reason == .notSent
        else { continue }
        lanes[place].wakeAt =
          now.monotonic + .random(in: 0...configuration.startJitter, using: &generator)
      }
    }
    var step = OutboxStep()
    finish(&step, at: now, using: &generator)
    return step
  }

  /// The host's token was refreshed, or could not be; also after a later sign-in.
  public mutating func tokenRefreshed(
    host: String, succeeded: Bool, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    var step = OutboxStep()
    hosts[host, default: HostState()].access = succeeded ? .open : .signedOut
    if !succeeded { step.actions.append(.report(.signInNeeded(host: host))) }
    finish(&step, at: now, using: &generator)
    return step
  }

  /// The rows that `load` asked for, in order.
  public mutating func loaded(
    _ lane: OutboxLane, _ rows: [OutboxRow], at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    var step = OutboxStep()
    if let place = places[lane], lanes[place].isLoading {
      lanes[place].isLoading = false
      let last = lanes[place].window.last?.id
      let wasEmpty = lanes[place].window.isEmpty
      for row in rows where last.map({ row.id > $0 }) ?? true {
        guard lanes[place].beyond > 0 else { break }
        lanes[place].window.append(row)
        lanes[place].beyond -= 1
      }
      if rows.isEmpty, !lanes[place].hasCommitted { lanes[place].isStarved = true }
      if wasEmpty { adoptHead(place, at: now) }
      removeIfEmpty(place)
    }
    finish(&step, at: now, using: &generator)
    return step
  }

  /// What `findDependency` asked for.
  public mutating func dependencyFound(
    _ dependency: OutboxID, of id: OutboxID, _ found: OutboxDependency, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    var step = OutboxStep()
    if let place = placeOfHead(id), lanes[place].dependency == .asked {
      switch found {
      case .live:
        lanes[place].dependency = .unknown
        lanes[place].window[0].state = .blocked(on: dependency)
      case .succeeded:
        lanes[place].dependency = .met
      case .failed:
        failDependant(place, &step, at: now)
      }
    }
    finish(&step, at: now, using: &generator)
    return step
  }

  // MARK: Heads

  /// Ends every input: starts what can start, loads what is short, says when to come back.
  mutating func finish(
    _ step: inout OutboxStep, at now: OutboxTime, using generator: inout some RandomNumberGenerator
  ) {
    guard !isStopped else { return }
    startHeads(&step, at: now)
    var place = lanes.count - 1
    while place >= 0 {
      loadIfShort(place, &step)
      removeIfEmpty(place)
      place -= 1
    }
    step.wakeAfter = wakeAfter(now)
  }

  /// Passes over the lanes until a pass frees none: the end of one head may be the turn of another.
  private mutating func startHeads(_ step: inout OutboxStep, at now: OutboxTime) {
    guard !lanes.isEmpty else { return }
    rotation = (rotation + 1) % lanes.count
    let first = rotation
    repeat {
      hasFreedHead = false
      for offset in lanes.indices {
        guard inflight.count < configuration.maximumInflight else { return }
        let place = (first + offset) % lanes.count
        while startHead(place, &step, at: now) {}
      }
    } while hasFreedHead
  }

  /// Starts the head of a lane if it can be. True when the head left and the next one has its turn.
  private mutating func startHead(
    _ place: Int, _ step: inout OutboxStep, at now: OutboxTime
  ) -> Bool {
    guard let head = lanes[place].window.first, !lanes[place].isStopped else { return false }
    switch head.state {
    case .staged, .inflight, .blocked, .conflict, .dead: return false
    case .waiting where lanes[place].wakeAt > now.monotonic: return false
    case .needsReconcile:
      if lanes[place].wakeAt <= now.monotonic { startLookUp(place, &step, at: now) }
      return false
    case .ready, .waiting: break
    }
    if let kinds = configuration.knownKinds, !kinds.contains(head.kind) {
      die(place, .unknownKind, &step, at: now)
      return true
    }
    if now.wall >= head.expires, !head.mayHaveArrived {
      die(place, .expired, &step, at: now)
      return true
    }
    if head.mayHaveArrived, now.wall >= head.expires || isKeyForgotten(head, at: now) {
      reconcile(place, &step, at: now)
      startLookUp(place, &step, at: now)
      return false
    }
    if let dependency = head.dependsOn, lanes[place].dependency != .met {
      if lanes[place].dependency == .unknown {
        lanes[place].dependency = .asked
        step.actions.append(.findDependency(dependency, of: head.id))
      }
      return false
    }
    if isOpen(head.target.host, at: now), mayUseNetwork(at: now) { send(place, &step) }
    return false
  }

  /// The server may have dropped the key: the same bytes would be a second effect.
  private func isKeyForgotten(_ row: OutboxRow, at now: OutboxTime) -> Bool {
    guard let first = row.firstReached else { return false }
    let retention = configuration.policy(of: row.target.host).keyRetention
    return now.wall - first > retention - 3_600_000
  }

  private func isOpen(_ host: String, at now: OutboxTime) -> Bool {
    guard let state = hosts[host] else { return true }
    return state.access == .open && state.slowUntil <= now.monotonic
  }

  private mutating func mayUseNetwork(at now: OutboxTime) -> Bool {
    if isOnline { return true }
    guard now.monotonic >= probeAt else { return false }
    probeAt = now.monotonic + configuration.probeInterval
    return true
  }

  /// The mark is durable before the first byte is written: a row that may have arrived is known as
  /// one after any crash.
  private mutating func send(_ place: Int, _ step: inout OutboxStep) {
    var head = lanes[place].window[0]
    let attempt = OutboxAttempt(id: head.id, number: head.attempts + 1, epoch: epoch)
    head.state = .inflight(attempt: attempt.number, epoch: epoch)
    lanes[place].window[0] = head
    inflight[head.id] = head.lane
    let takesKeys = configuration.policy(of: head.target.host).takesKeys
    step.changes.append(.update(head))
    step.actions.append(.report(.sending(head.id)))
    step.actions.append(.send(attempt, target: head.target, key: takesKeys ? head.key : nil))
  }

  private mutating func startLookUp(_ place: Int, _ step: inout OutboxStep, at now: OutboxTime) {
    let head = lanes[place].window[0]
    guard lanes[place].lookUp == .due else { return }
    guard let url = head.lookUpURL else {
      lanes[place].lookUp = .undecided
      step.actions.append(.report(.needsDecision(head.id)))
      return
    }
    guard isOpen(head.target.host, at: now), mayUseNetwork(at: now) else { return }
    lanes[place].lookUp = .running
    step.actions.append(.lookUp(head.id, url: url))
  }

  /// A new head: its wait starts to count.
  mutating func adoptHead(_ place: Int, at now: OutboxTime) {
    lanes[place].resetHead()
    if case .waiting(let wait)? = lanes[place].window.first?.state {
      let cap = max(configuration.longestWait, wait.reason == .hold ? wait.duration : 0)
      lanes[place].wakeAt = now.monotonic + wait.remaining(at: now, cap: cap)
    }
  }

  private mutating func loadIfShort(_ place: Int, _ step: inout OutboxStep) {
    let lane = lanes[place]
    guard lane.beyond > 0, !lane.isLoading, !lane.isStarved,
      lane.window.count <= configuration.windowSize / 2
    else { return }
    lanes[place].isLoading = true
    lanes[place].hasCommitted = false
    let after = lane.window.last?.id ?? OutboxID(next: 0)
    let limit = configuration.windowSize - lane.window.count
    step.actions.append(.load(lane.lane, after: after, limit: limit))
  }

  /// Forgets a lane without rows; the last lane takes its place.
  mutating func removeIfEmpty(_ place: Int) {
    guard place < lanes.count, lanes[place].isEmpty else { return }
    places[lanes[place].lane] = nil
    lanes.swapAt(place, lanes.count - 1)
    lanes.removeLast()
    if place < lanes.count { places[lanes[place].lane] = place }
  }

  func placeOfHead(_ id: OutboxID) -> Int? {
    if let lane = inflight[id] { return places[lane] }
    return lanes.firstIndex { $0.window.first?.id == id }
  }

  private func wakeAfter(_ now: OutboxTime) -> Int64? {
    var earliest: Int64?
    for lane in lanes where !lane.isStopped {
      guard let head = lane.window.first else { continue }
      switch head.state {
      case .staged, .inflight, .blocked, .conflict, .dead: continue
      case .needsReconcile where lane.lookUp != .due: continue
      case .ready where lane.dependency == .asked: continue
      case .ready, .waiting, .needsReconcile: break
      }
      let host = hosts[head.target.host] ?? HostState()
      guard host.access == .open else { continue }
      var at = max(lane.wakeAt, host.slowUntil)
      if !isOnline { at = max(at, probeAt) }
      // What could start now waits for a place among those in flight.
      guard at > now.monotonic else { continue }
      earliest = min(earliest ?? at, at)
    }
    return earliest.map { $0 - now.monotonic }
  }
}
