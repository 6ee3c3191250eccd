import Foundation
import OynaStorage

/// A bounded set of connections, each with a thread of its own that runs one transaction after
/// another.
///
/// Nobody asks a connection whether it is well: what a statement answers says so. A connection that
/// turns out to be gone is replaced and the transaction runs again, as long as its COMMIT was not
/// sent; one that loses against another transaction runs again too.
final class PostgresPool: @unchecked Sendable {
  // Every mutable member is read and written only while `condition` is held. A connection is
  // touched only by its thread.

  /// How the pool is bounded.
  struct Settings: Sendable {
    /// Connections, and so transactions at once.
    var connections = 8
    /// How many transactions may wait for one before new ones are refused.
    var waitingLimit = 10_000
    /// How long one may wait, in milliseconds.
    var patience = 5_000
    /// How long nobody tries to connect after it did not work, in milliseconds: whoever comes in
    /// that time is refused at once, so that a server that is silent holds up nobody.
    var pause = 500
    /// How many claims share a transaction at most.
    var groupLimit = 128
    /// How many such transactions are under way at once: one waits for the disk, one is filled.
    var groups = 2
  }

  private let url: String
  private let settings: Settings
  private let condition = NSCondition()
  private var waiting: [Job] = []
  private var waitingClaims: [ClaimJob] = []
  private var groups = 0
  /// Whether a thread was woken to take the claims that wait: one is enough.
  private var isGroupCalled = false
  private var isClosing = false
  private var threads = 0
  /// Threads that have a connection.
  private var connected = 0
  private var outage: (error: StorageError, until: Date)?
  private var isExpiryScheduled = false
  private var counts = Counts()

  /// What happened so far.
  struct Counts: Sendable, Hashable {
    var connections = 0
    /// Committed.
    var transactions = 0
    var repetitions = 0
    var roundTrips = 0
  }

  /// A transaction that waits. `perform` may run more than once.
  private struct Job {
    let perform: (PostgresTransaction) throws(StorageError) -> Void
    let finish: (StorageError?) -> Void
    let deadline: Date
  }

  /// A prepared claim that waits; `alone` runs it in a transaction of its own.
  private struct ClaimJob {
    let prepared: PreparedClaim
    let alone: @Sendable (PostgresTransaction) throws(StorageError) -> IdempotencyOutcome
    let finish: (Result<IdempotencyOutcome, StorageError>) -> Void
    let deadline: Date
  }

  private enum Work {
    case job(Job)
    case group([ClaimJob])
  }

  /// - Parameter first: a connection that is there already.
  init(url: String, settings: Settings, first: PostgresConnection) {
    self.url = url
    self.settings = settings
    threads = max(settings.connections, 1)
    counts.connections = 1
    connected = 1
    for number in 0..<threads {
      nonisolated(unsafe) let given = number == 0 ? first : nil
      let thread = Thread { [self] in run(given) }
      thread.name = "oyna-postgres-\(number)"
      thread.start()
    }
  }

  var count: Counts { condition.withLock { counts } }

  /// How many transactions and claims wait.
  var waitingCount: Int { condition.withLock { waiting.count + waitingClaims.count } }

  /// Runs `body` in one durable transaction. Throws what it throws, and then nothing of it is kept.
  func transaction<Output: Sendable>(
    _ body: @escaping @Sendable (PostgresTransaction) throws(StorageError) -> Output
  ) async throws(StorageError) -> Output {
    let result: Result<Output, StorageError> = await withCheckedContinuation { continuation in
      var output: Output?
      let job = Job(
        perform: { transaction throws(StorageError) in output = try body(transaction) },
        finish: { error in
          if let output, error == nil {
            continuation.resume(returning: .success(output))
          } else {
            continuation.resume(returning: .failure(error ?? .closed))
          }
        },
        deadline: deadline)
      let refusal = submit {
        waiting.append(job)
        condition.signal()
      }
      if let refusal { continuation.resume(returning: .failure(refusal)) }
    }
    return try result.get()
  }

  /// Runs a prepared claim together with those that wait at the same time; `alone` when something
  /// is wrong with one of them.
  func claim(
    _ prepared: PreparedClaim,
    alone: @escaping @Sendable (PostgresTransaction) throws(StorageError) -> IdempotencyOutcome
  ) async throws(StorageError) -> IdempotencyOutcome {
    let result: Result<IdempotencyOutcome, StorageError> =
      await withCheckedContinuation { continuation in
        let job = ClaimJob(
          prepared: prepared, alone: alone, finish: { continuation.resume(returning: $0) },
          deadline: deadline)
        let refusal = submit {
          waitingClaims.append(job)
          callGroup()
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
      }
    return try result.get()
  }

  private var deadline: Date { Date(timeIntervalSinceNow: Double(settings.patience) / 1_000) }

  /// Takes nothing new, waits until what was taken is done and every connection is closed.
  func close() {
    condition.withLock {
      isClosing = true
      condition.broadcast()
      while threads > 0 { condition.wait() }
    }
  }

  // MARK: waiting

  /// Puts something into its queue while `condition` is held, or says why not.
  private func submit(_ append: () -> Void) -> StorageError? {
    condition.withLock {
      guard !isClosing else { return .closed }
      guard waiting.count + waitingClaims.count < settings.waitingLimit else {
        return StorageError(
          .overloaded,
          "More than \(settings.waitingLimit) transactions wait for a connection.")
      }
      append()
      scheduleExpiry()
      return nil
    }
  }

  /// While `condition` is held: wakes a thread for the claims that wait, if one may take them and
  /// none was woken yet. Waking one for each claim would cost more than the claim.
  private func callGroup() {
    guard !waitingClaims.isEmpty, groups < settings.groups, !isGroupCalled else { return }
    isGroupCalled = true
    condition.signal()
  }

  /// While `condition` is held: makes sure that somebody looks when the first has waited enough.
  private func scheduleExpiry() {
    let firsts = [waiting.first?.deadline, waitingClaims.first?.deadline].compactMap { $0 }
    guard !isExpiryScheduled, let first = firsts.min() else { return }
    isExpiryScheduled = true
    let left = max(first.timeIntervalSinceNow, 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + left) { [weak self] in self?.expire() }
  }

  private func expire() {
    let now = Date()
    let (jobs, claims) = condition.withLock {
      isExpiryScheduled = false
      // The oldest is the first that is late: all wait for the same time.
      let jobs = Array(waiting.prefix { $0.deadline <= now })
      waiting.removeFirst(jobs.count)
      let claims = Array(waitingClaims.prefix { $0.deadline <= now })
      waitingClaims.removeFirst(claims.count)
      scheduleExpiry()
      return (jobs, claims)
    }
    let error = StorageError(
      .overloaded, "No connection was free for \(settings.patience) milliseconds.")
    for job in jobs { job.finish(error) }
    for claim in claims { claim.finish(.failure(error)) }
  }

  // MARK: a connection's thread

  private func run(_ given: consuming PostgresConnection?) {
    var connection = given
    given = nil
    while let work = take(isConnected: connection != nil) {
      // A server that has no connection left for us: whoever has one does what there is to do.
      if (try? self.connection(&connection)) == nil, handBack(work) { continue }
      switch work {
      case .job(let job): job.finish(perform(job.perform, &connection))
      case .group(let claims): perform(claims, &connection)
      }
    }
    let wasConnected = connection != nil
    connection = nil
    condition.withLock {
      if wasConnected { connected -= 1 }
      threads -= 1
      condition.broadcast()
    }
  }

  /// Puts work back for the threads that are connected; false when there is none.
  private func handBack(_ work: Work) -> Bool {
    condition.withLock {
      guard connected > 0 else { return false }
      switch work {
      case .job(let job):
        waiting.insert(job, at: 0)
        condition.signal()
      case .group(let claims):
        waitingClaims.insert(contentsOf: claims, at: 0)
        groups -= 1
        callGroup()
      }
      scheduleExpiry()
      return true
    }
  }

  /// What to do next; nil when the pool is closed and empty.
  private func take(isConnected: Bool) -> Work? {
    condition.withLock {
      while true {
        if !isConnected, connected > 0, let pause = outage?.until.timeIntervalSinceNow, pause > 0 {
          // Not on the condition: a signal is for a thread that can do something.
          condition.unlock()
          Thread.sleep(forTimeInterval: pause)
          condition.lock()
          continue
        }
        if !waitingClaims.isEmpty, groups < settings.groups {
          let group = Array(waitingClaims.prefix(settings.groupLimit))
          waitingClaims.removeFirst(group.count)
          groups += 1
          isGroupCalled = false
          callGroup()
          return .group(group)
        }
        if !waiting.isEmpty { return .job(waiting.removeFirst()) }
        if isClosing, waitingClaims.isEmpty { return nil }
        condition.wait()
      }
    }
  }

  /// Runs a transaction, again and again if need be; nil when it is done.
  private func perform(
    _ body: (PostgresTransaction) throws(StorageError) -> Void,
    _ connection: inout PostgresConnection?
  ) -> StorageError? {
    var run = PostgresRun()
    while true {
      do throws(StorageError) {
        let current = try self.connection(&connection)
        let before = current.roundTrips
        let outcome = run.attempt(body, on: current)
        let isBroken = current.isBroken
        if isBroken { connection = nil }
        condition.withLock {
          if isBroken { connected -= 1 }
          counts.roundTrips += current.roundTrips - before
        }
        switch outcome {
        case .done:
          condition.withLock { counts.transactions += 1 }
          return nil
        case .failed(let error):
          return error
        case .again(let pause):
          condition.withLock { counts.repetitions += 1 }
          if pause > 0 { Thread.sleep(forTimeInterval: Double(pause) / 1_000) }
        }
      } catch {
        return error
      }
    }
  }

  /// Runs claims in one transaction. When the database refuses something of one of them, each gets
  /// a transaction of its own.
  private func perform(_ group: [ClaimJob], _ connection: inout PostgresConnection?) {
    var outcomes: [IdempotencyOutcome] = []
    let error = perform(
      { transaction throws(StorageError) in
        outcomes = try PreparedClaim.run(group.map(\.prepared), in: transaction)
      }, &connection)
    condition.withLock {
      groups -= 1
      callGroup()
    }
    switch error?.kind {
    case nil:
      for (job, outcome) in zip(group, outcomes) { job.finish(.success(outcome)) }
    case .constraint, .statement, .busy:
      for job in group {
        var outcome: IdempotencyOutcome?
        let error = perform(
          { transaction throws(StorageError) in outcome = try job.alone(transaction) },
          &connection)
        if let outcome, error == nil {
          job.finish(.success(outcome))
        } else {
          job.finish(.failure(error ?? .closed))
        }
      }
    default:
      for job in group { job.finish(.failure(error ?? .closed)) }
    }
  }

  private func connection(
    _ current: inout PostgresConnection?
  ) throws(StorageError) -> PostgresConnection {
    if let current { return current }
    let refusal = condition.withLock { outage.flatMap { $0.until > Date() ? $0.error : nil } }
    if let refusal { throw refusal }
    do throws(PostgresError) {
      let made = try PostgresConnection(url: url)
      current = made
      condition.withLock {
        outage = nil
        counts.connections += 1
        connected += 1
      }
      return made
    } catch {
      let failure = error.storageError
      condition.withLock {
        outage = (failure, Date(timeIntervalSinceNow: Double(settings.pause) / 1_000))
      }
      throw failure
    }
  }
}

/// The attempts to run one transaction, and whether there is to be another one.
struct PostgresRun {
  private var attempts = 0
  private var hasMetConstraint = false

  /// How often a transaction runs that always loses against others.
  private static let attemptLimit = 10
  /// How often one runs whose connections break.
  private static let connectionLimit = 3

  enum Outcome {
    case done
    case failed(StorageError)
    /// Run again, after so many milliseconds.
    case again(after: Int)
  }

  /// Runs a transaction once, from BEGIN to COMMIT.
  mutating func attempt(
    _ body: (PostgresTransaction) throws(StorageError) -> Void, on connection: PostgresConnection
  ) -> Outcome {
    attempts += 1
    connection.forgetFailure()
    let transaction = PostgresTransaction(connection)
    var isCommitting = false
    do throws(StorageError) {
      try transaction.begin()
      try body(transaction)
      isCommitting = true
      try transaction.commit()
      return .done
    } catch {
      connection.rollBack()
      guard let failure = connection.failure else { return .failed(error) }
      return judge(failure, error, isCommitting)
    }
  }

  private mutating func judge(
    _ failure: PostgresError, _ error: StorageError, _ isCommitting: Bool
  ) -> Outcome {
    if failure.isOfConnection {
      // The COMMIT may have arrived: only whoever knows what was to be done can find out.
      if isCommitting { return .failed(.outcomeUnknown) }
      return attempts < Self.connectionLimit ? .again(after: 0) : .failed(error)
    }
    if failure.isOfUniqueness, !hasMetConstraint {
      hasMetConstraint = true
      return .again(after: 0)
    }
    guard failure.isOfConcurrency, attempts < Self.attemptLimit else { return .failed(error) }
    // Full jitter: whoever met must not meet again.
    return .again(after: Int.random(in: 0...(1 << min(attempts, 6))))
  }
}
