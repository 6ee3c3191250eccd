extension Outbox {
  /// An attempt has ended. An answer to another attempt than the one under way is dropped: it came
  /// too late.
  public mutating func answered(
    _ attempt: OutboxAttempt, _ answer: OutboxAnswer, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    var step = OutboxStep()
    guard !isStopped, attempt.epoch == epoch, let lane = inflight[attempt.id],
      let place = places[lane], let head = lanes[place].window.first,
      head.state == .inflight(attempt: attempt.number, epoch: epoch)
    else {
      finish(&step, at: now, using: &generator)
      return step
    }
    let policy = configuration.policy(of: head.target.host)
    let kind = OutboxAnswerClass(answer, expectsEcho: policy.echoesKeys)
    if kind == .followRedirect, follow(answer, attempt, place, &step) {
      finish(&step, at: now, using: &generator)
      return step
    }
    inflight[attempt.id] = nil
    note(kind, answer, place, at: now)
    decide(kind, answer, attempt, place, &step, at: now, using: &generator)
    finish(&step, at: now, using: &generator)
    return step
  }

  /// Records what the answer says about the row: whether it counts and may have arrived.
  private mutating func note(
    _ kind: OutboxAnswerClass, _ answer: OutboxAnswer, _ place: Int, at now: OutboxTime
  ) {
    var head = lanes[place].window[0]
    if kind.usesAttempt { head.attempts += 1 }
    if kind.mayHaveArrived { head.firstReached = head.firstReached ?? now.wall }
    head.state = .ready
    if kind == .serverError, case .response(let response) = answer, response.isReplayed {
      if head.replayed?.fingerprint == response.fingerprint {
        head.replayed?.count += 1
      } else {
        head.replayed = ReplayedAnswer(fingerprint: response.fingerprint, count: 1)
      }
    }
    lanes[place].window[0] = head
  }

  private mutating func decide(
    _ kind: OutboxAnswerClass, _ answer: OutboxAnswer, _ attempt: OutboxAttempt, _ place: Int,
    _ step: inout OutboxStep, at now: OutboxTime, using generator: inout some RandomNumberGenerator
  ) {
    let head = lanes[place].window[0]
    let host = head.target.host
    let (status, asked) = answer.statusAndRetryAfter
    switch kind {
    case .done:
      succeed(place, .succeeded(status: status), attempt, &step, at: now)
    case .doneUnreadable:
      succeed(place, .succeededUnreadably(status: status), attempt, &step, at: now)
    case .notSent:
      wait(place, .notSent, &step, at: now, using: &generator)
    case .captivePortal:
      step.actions.append(.report(.captivePortal(host: host)))
      wait(place, .notSent, &step, at: now, using: &generator)
    case .outcomeUnknown:
      retry(place, isTimeout: true, asked: nil, &step, at: now, using: &generator)
    case .retry:
      retry(place, isTimeout: false, asked: asked, &step, at: now, using: &generator)
    case .serverError:
      if let replayed = head.replayed, replayed.count >= 2 {
        reconcile(place, &step, at: now)
      } else {
        retry(place, isTimeout: false, asked: asked, &step, at: now, using: &generator)
      }
    case .inProgress:
      let longest = min(
        configuration.inProgressCap, configuration.backoff.ceiling(afterFailures: head.failures))
      wait(
        place, .backoff, for: .random(in: 0...longest, using: &generator), &step, at: now)
    case .paused:
      pause(host, place, &step)
    case .hostSlow:
      slowDown(host, place, asked: asked, &step, at: now, using: &generator)
    case .dependency where head.dependsOn != nil:
      wait(place, .backoff, &step, at: now, using: &generator)
    case .dependency, .permanent:
      die(place, .refused(status: status), &step, at: now)
    case .followRedirect, .unexpectedRedirect:
      die(place, .unexpectedRedirect(status: status), &step, at: now)
    case .unsendable:
      die(place, .unreadable, &step, at: now)
    case .keyReused:
      die(place, .keyReused, &step, at: now)
    case .conflict where head.compensates != nil:
      // Somebody changed what was to be taken back: their change is not overwritten.
      die(place, .stale, &step, at: now)
    case .conflict:
      lanes[place].window[0].state = .conflict(status: status)
      step.changes.append(.update(lanes[place].window[0]))
      step.actions.append(.report(.conflict(head.id, status: status)))
    }
  }

  // MARK: Outcomes

  private mutating func succeed(
    _ place: Int, _ outcome: OutboxOutcome, _ attempt: OutboxAttempt, _ step: inout OutboxStep,
    at now: OutboxTime
  ) {
    let head = lanes[place].window[0]
    let cost = head.attempts > 0 ? RetryBudget.cost(isTimeout: false) : 0
    var host = hosts[head.target.host] ?? HostState()
    host.budget.refund(cost)
    host.hasRefreshed = false
    host.slowFailures = 0
    hosts[head.target.host] = host
    step.changes.append(.settle(head.id, outcome, fence: attempt))
    leave(place, at: now)
    count -= 1
    step.actions.append(.report(.settled(head.id, outcome)))
    if let original = head.compensates { step.actions.append(.report(.compensated(original))) }
    unblock(head.id, succeeded: true, &step, at: now)
  }

  /// Moves the head to the dead letters. What depends on it fails with it.
  mutating func die(
    _ place: Int, _ death: OutboxDeath, _ step: inout OutboxStep, at now: OutboxTime
  ) {
    var head = lanes[place].window[0]
    head.state = .dead(death)
    step.changes.append(.update(head))
    leave(place, at: now)
    deadCount += 1
    if configuration.laneStopsAfterFailure { lanes[place].isStopped = true }
    step.actions.append(.report(.died(head.id, death)))
    if let original = head.compensates {
      step.actions.append(.report(.compensationFailed(original, death)))
    }
    unblock(head.id, succeeded: false, &step, at: now)
  }

  /// The request that the head waits for did not succeed: nothing to take back, or nothing to send.
  mutating func failDependant(_ place: Int, _ step: inout OutboxStep, at now: OutboxTime) {
    let head = lanes[place].window[0]
    guard head.compensates != nil else { return die(place, .dependencyFailed, &step, at: now) }
    step.changes.append(.settle(head.id, .cancelled, fence: nil))
    leave(place, at: now)
    count -= 1
    step.actions.append(.report(.settled(head.id, .cancelled)))
    unblock(head.id, succeeded: false, &step, at: now)
  }

  /// Tells the heads that wait for this request.
  mutating func unblock(
    _ id: OutboxID, succeeded: Bool, _ step: inout OutboxStep, at now: OutboxTime
  ) {
    for place in lanes.indices where lanes[place].window.first?.dependsOn == id {
      let isBlocked = lanes[place].window.first?.state == .blocked(on: id)
      guard isBlocked || lanes[place].dependency == .asked else { continue }
      hasFreedHead = true
      if isBlocked { lanes[place].window[0].state = .ready }
      if succeeded { lanes[place].dependency = .met } else { failDependant(place, &step, at: now) }
    }
  }

  mutating func leave(_ place: Int, at now: OutboxTime) {
    lanes[place].window.removeFirst()
    adoptHead(place, at: now)
  }

  // MARK: Waits

  private mutating func retry(
    _ place: Int, isTimeout: Bool, asked: Int64?, _ step: inout OutboxStep, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) {
    let head = lanes[place].window[0]
    let policy = configuration.policy(of: head.target.host)
    step.actions.append(.report(.outcomeUnknown(head.id)))
    if !policy.takesKeys { return die(place, .notRepeatable, &step, at: now) }
    if let most = configuration.maximumAttempts, head.attempts >= most {
      return die(place, .attemptsExhausted, &step, at: now)
    }
    let cost = RetryBudget.cost(isTimeout: isTimeout)
    let hasBudget = hosts[head.target.host, default: HostState()].budget.take(cost)
    var duration =
      hasBudget
      ? configuration.backoff.wait(afterFailures: head.failures, using: &generator)
      : configuration.backoff.cap
    if let asked {
      duration =
        max(duration, asked) + .random(in: 0...configuration.startJitter, using: &generator)
    }
    wait(place, .backoff, for: duration, &step, at: now)
  }

  private mutating func wait(
    _ place: Int, _ reason: OutboxWait.Reason, _ step: inout OutboxStep, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) {
    let failures = lanes[place].window[0].failures
    let duration = configuration.backoff.wait(afterFailures: failures, using: &generator)
    wait(place, reason, for: duration, &step, at: now)
  }

  private mutating func wait(
    _ place: Int, _ reason: OutboxWait.Reason, for duration: Int64, _ step: inout OutboxStep,
    at now: OutboxTime
  ) {
    lanes[place].window[0].failures += 1
    lanes[place].window[0].state = .waiting(
      OutboxWait(reason, deadline: now.wall + duration, duration: duration))
    lanes[place].wakeAt = now.monotonic + duration
    step.changes.append(.update(lanes[place].window[0]))
  }

  /// One refresh; if the new token is refused too, somebody has to sign in.
  private mutating func pause(_ host: String, _ place: Int, _ step: inout OutboxStep) {
    step.changes.append(.update(lanes[place].window[0]))
    var state = hosts[host] ?? HostState()
    switch state.access {
    case .refreshing, .signedOut: break
    case .open where state.hasRefreshed:
      state.access = .signedOut
      step.actions.append(.report(.signInNeeded(host: host)))
    case .open:
      state.access = .refreshing
      state.hasRefreshed = true
      step.actions.append(.refreshToken(host: host))
    }
    hosts[host] = state
  }

  private mutating func slowDown(
    _ host: String, _ place: Int, asked: Int64?, _ step: inout OutboxStep, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) {
    var state = hosts[host] ?? HostState()
    let backoff = configuration.backoff.wait(afterFailures: state.slowFailures, using: &generator)
    let jitter = Int64.random(in: 0...configuration.startJitter, using: &generator)
    let duration = max(backoff, asked ?? 0) + jitter
    state.slowFailures += 1
    state.slowUntil = max(state.slowUntil, now.monotonic + duration)
    hosts[host] = state
    wait(place, .hostSlow, for: duration, &step, at: now)
  }

  // MARK: Redirects and reconciling

  /// Sends the same attempt to where the server pointed; false when it must not.
  private mutating func follow(
    _ answer: OutboxAnswer, _ attempt: OutboxAttempt, _ place: Int, _ step: inout OutboxStep
  ) -> Bool {
    let head = lanes[place].window[0]
    guard case .response(let response) = answer, let location = response.location,
      lanes[place].redirects < 5, let target = head.target.redirected(to: location)
    else { return false }
    lanes[place].redirects += 1
    let takesKeys = configuration.policy(of: head.target.host).takesKeys
    step.actions.append(.send(attempt, target: target, key: takesKeys ? head.key : nil))
    return true
  }

  /// The outcome cannot be learnt by sending again: it is looked up, or a person decides.
  mutating func reconcile(_ place: Int, _ step: inout OutboxStep, at now: OutboxTime) {
    lanes[place].window[0].state = .needsReconcile
    lanes[place].lookUp = .due
    lanes[place].wakeAt = now.monotonic
    step.changes.append(.update(lanes[place].window[0]))
  }

  /// What `lookUp` asked for: found is done; not found is a person's decision.
  public mutating func lookedUp(
    _ id: OutboxID, _ result: OutboxLookUp, at now: OutboxTime,
    using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    var step = OutboxStep()
    guard let place = placeOfHead(id), lanes[place].lookUp == .running else {
      finish(&step, at: now, using: &generator)
      return step
    }
    switch result {
    case .found(let status):
      let head = lanes[place].window[0]
      let outcome = OutboxOutcome.succeeded(status: status)
      step.changes.append(.settle(head.id, outcome, fence: nil))
      leave(place, at: now)
      count -= 1
      step.actions.append(.report(.settled(head.id, outcome)))
      if let original = head.compensates { step.actions.append(.report(.compensated(original))) }
      unblock(head.id, succeeded: true, &step, at: now)
    case .notFound:
      lanes[place].lookUp = .undecided
      step.actions.append(.report(.needsDecision(id)))
    case .unavailable:
      let failures = lanes[place].window[0].failures
      lanes[place].window[0].failures += 1
      lanes[place].lookUp = .due
      lanes[place].wakeAt =
        now.monotonic + configuration.backoff.wait(afterFailures: failures, using: &generator)
    }
    finish(&step, at: now, using: &generator)
    return step
  }
}

extension OutboxAnswer {
  /// Status 0 and no wait without an answer.
  var statusAndRetryAfter: (status: Int, retryAfter: Int64?) {
    guard case .response(let response) = self else { return (0, nil) }
    return (response.status, response.retryAfter)
  }
}
