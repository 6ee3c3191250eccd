/// The queue of requests that must reach their server once: decides order, lanes, retries, keys,
/// expiry and undo. A value without clock, randomness or I/O: inputs come in as method calls, and
/// each returns what to store and what to do.
///
/// ```swift
/// let row = try outbox.enqueue(draft, key: key, at: now)
/// try store.commit([.insert(row, draft.payload)])         // durable before anything is sent
/// perform(outbox.committed(row, at: now, using: &generator))
/// ```
///
/// The changes of steps, insertions included, are committed in the order in which they were made.
///
/// In memory are at most `windowSize` rows of each lane, without bodies: O(lanes), not O(rows).
/// Only the first row of a lane, its head, is ever sent, so every row behind it is known to be
/// unsent. Semantics: QUEUE.md.
public struct Outbox: Sendable {
  /// Limits and times.
  public var configuration: OutboxConfiguration
  /// The number of this run of the queue: answers to attempts of an older run are dropped.
  public let epoch: Int64
  /// Requests that are not settled, dead ones included.
  public internal(set) var count: Int
  /// Dead requests, kept until they are requeued or dropped.
  public internal(set) var deadCount: Int
  /// What the network monitor said last.
  public internal(set) var isOnline = true
  /// True once the store failed: nothing is sent and nothing taken any more.
  public internal(set) var isStopped = false

  var lanes: [LaneState] = []
  var places: [OutboxLane: Int] = [:]
  var inflight: [OutboxID: OutboxLane] = [:]
  var hosts: [String: HostState] = [:]
  var lastNumber: Int64
  /// Monotonic: when a request may be tried although the device says that it is offline.
  var probeAt: Int64 = 0
  /// Where the search for heads to start begins: no lane starves.
  var rotation = 0
  /// A request ended that the head of another lane was waiting for.
  var hasFreedHead = false

  /// One lane: the rows at its front and how many more are on disk.
  struct LaneState: Sendable {
    let lane: OutboxLane
    var window: [OutboxRow] = []
    var beyond = 0
    var isLoading = false
    /// A row of this lane became durable while its rows were being read.
    var hasCommitted = false
    /// The file had no more rows: those beyond are not durable yet.
    var isStarved = false
    /// Stopped behind a dead row, by policy.
    var isStopped = false
    /// Monotonic: when the head's wait is over.
    var wakeAt: Int64 = 0
    var redirects = 0
    var dependency = DependencyState.unknown
    var lookUp = LookUpState.due

    var isEmpty: Bool { window.isEmpty && beyond == 0 && !isStopped }

    /// Forgets what was known of the head that left.
    mutating func resetHead() {
      wakeAt = 0
      redirects = 0
      dependency = .unknown
      lookUp = .due
    }
  }

  enum DependencyState { case unknown, asked, met }
  enum LookUpState { case due, running, undecided }

  /// What is known of one host.
  struct HostState: Sendable {
    enum Access { case open, refreshing, signedOut }
    var access = Access.open
    /// A token was refreshed since the last success.
    var hasRefreshed = false
    /// Monotonic.
    var slowUntil: Int64 = 0
    var slowFailures = 0
    var budget = RetryBudget()
  }

  /// Takes up what a store holds.
  ///
  /// Rows that were in flight in an older run are ready again under the same key: their outcome is
  /// unknown.
  public init(
    restoring snapshot: OutboxSnapshot = OutboxSnapshot(),
    configuration: OutboxConfiguration = OutboxConfiguration(), at now: OutboxTime
  ) {
    self.configuration = configuration
    epoch = snapshot.epoch
    lastNumber = snapshot.lastNumber
    deadCount = snapshot.deadCount
    count = snapshot.deadCount
    for stored in snapshot.lanes where places[stored.lane] == nil {
      var state = LaneState(lane: stored.lane)
      state.window = stored.first.map { $0.recovered(at: now) }
      state.beyond = max(0, stored.count - stored.first.count)
      state.isStopped = configuration.laneStopsAfterFailure && stored.hasDead
      if state.isEmpty { continue }
      if case .waiting(let wait)? = state.window.first?.state {
        state.wakeAt = now.monotonic + wait.remaining(at: now, cap: configuration.longestWait)
      }
      places[stored.lane] = lanes.count
      lanes.append(state)
      count += stored.count
    }
  }

  // MARK: Enqueuing

  /// Takes a request in. It is `staged`: the host commits `.insert` of the row and the draft's
  /// payload, then calls `committed`, or `insertFailed` if that was not possible.
  ///
  /// Throws `full`, `unknownDependency` or `stopped`.
  public mutating func enqueue(
    _ draft: OutboxDraft, key: IdempotencyKey, at now: OutboxTime
  ) throws(OutboxError) -> OutboxRow {
    try add(draft, key: key, compensates: nil, at: now)
  }

  mutating func add(
    _ draft: OutboxDraft, key: IdempotencyKey, compensates: OutboxID?, at now: OutboxTime
  ) throws(OutboxError) -> OutboxRow {
    guard !isStopped else { throw .stopped }
    guard count < configuration.itemLimit else { throw .full(limit: configuration.itemLimit) }
    if let dependency = draft.dependsOn, dependency.number > lastNumber {
      throw .unknownDependency(dependency)
    }
    lastNumber += 1
    var row = draft.row(
      OutboxID(next: lastNumber), key: key, compensates: compensates, at: now,
      timeToLive: configuration.timeToLive)
    let place = laneState(draft.lane)
    if lanes[place].beyond == 0, lanes[place].window.count < configuration.windowSize {
      lanes[place].window.append(row)
    } else {
      lanes[place].beyond += 1
    }
    count += 1
    row.state = draft.hold > 0 ? .waiting(hold(draft.hold, at: now)) : .ready
    return row
  }

  /// The row is durable: it may be sent when its turn comes.
  public mutating func committed(
    _ row: OutboxRow, at now: OutboxTime, using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    if let place = places[row.lane] {
      lanes[place].hasCommitted = true
      lanes[place].isStarved = false
      if let index = lanes[place].window.firstIndex(where: { $0.id == row.id }),
        lanes[place].window[index].state == .staged
      {
        lanes[place].window[index] = row
        if index == 0 { adoptHead(place, at: now) }
      }
    }
    var step = OutboxStep()
    finish(&step, at: now, using: &generator)
    return step
  }

  /// The row could not be made durable: it was never enqueued.
  public mutating func insertFailed(_ row: OutboxRow) {
    guard let place = places[row.lane] else { return }
    count -= 1
    if let index = lanes[place].window.firstIndex(where: { $0.id == row.id }) {
      lanes[place].window.remove(at: index)
    } else {
      lanes[place].beyond = max(0, lanes[place].beyond - 1)
    }
    removeIfEmpty(place)
  }

  /// The store failed in a way that leaves its content uncertain: everything stops until the queue
  /// is opened anew. What was in flight is then sent again under its key.
  public mutating func storeFailed() -> OutboxStep {
    isStopped = true
    var step = OutboxStep()
    step.actions.append(.report(.stopped))
    return step
  }

  private func hold(_ duration: Int64, at now: OutboxTime) -> OutboxWait {
    OutboxWait(.hold, deadline: now.wall + duration, duration: duration)
  }

  /// The place of a lane, made if it is new.
  mutating func laneState(_ lane: OutboxLane) -> Int {
    if let place = places[lane] { return place }
    places[lane] = lanes.count
    lanes.append(LaneState(lane: lane))
    return lanes.count - 1
  }
}

/// What a store holds when it is opened: for each lane its first rows and how many there are.
public struct OutboxSnapshot: Sendable {
  /// One lane of live rows.
  public struct Lane: Sendable {
    /// Its lane.
    public let lane: OutboxLane
    /// The first rows in order, as many as a window holds.
    public let first: [OutboxRow]
    /// All live rows of the lane.
    public let count: Int
    /// Whether a dead row of this lane is kept.
    public let hasDead: Bool

    /// What a store knows of one lane at a start.
    public init(lane: OutboxLane, first: [OutboxRow], count: Int, hasDead: Bool) {
      self.lane = lane
      self.first = first
      self.count = count
      self.hasDead = hasDead
    }
  }

  /// The number of this run, greater than that of every run before.
  public var epoch: Int64 = 1
  /// The greatest number that a row ever had.
  public var lastNumber: Int64 = 0
  /// How many items gave up.
  public var deadCount = 0
  /// Every lane that holds something.
  public var lanes: [Lane] = []

  /// Nothing stored.
  public init() {}
}

extension OutboxConfiguration {
  /// The longest wait that anything leads to.
  var longestWait: Int64 { max(backoff.cap, RetryAfter.limit) }
}

extension OutboxRow {
  /// In flight in a run that has ended: ready again, the attempt counted and its outcome unknown.
  func recovered(at now: OutboxTime) -> OutboxRow {
    guard case .inflight(let attempt, _) = state else { return self }
    var row = self
    row.state = .ready
    row.attempts = max(row.attempts, attempt)
    row.firstReached = row.firstReached ?? row.created
    return row
  }
}

extension OutboxWait {
  /// What is left after a restart: a clock that was set back or forward delays by one cap at most.
  func remaining(at now: OutboxTime, cap: Int64) -> Int64 {
    let (left, overflows) = deadline.subtractingReportingOverflow(now.wall)
    return min(max(0, min(duration, overflows ? 0 : left)), cap)
  }
}
