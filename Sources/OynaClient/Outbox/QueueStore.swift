public import Foundation
import OynaEngine
public import OynaStorage

/// The one queue of an application: screens put requests into it, it sends them over the transport
/// when there is a network, and tells the screens what became of them.
///
/// What is enqueued is on disk before the screen is told so. A killed application sends the rest
/// when its next run opens the file.
@MainActor
public final class QueueStore {
  private let worker: QueueWorker
  private let server: URL
  private let environment: ClientEnvironment
  private var watchers: [Watcher] = []
  private var isRefreshing = false
  private var wake: Task<Void, Never>?
  private var listening: Task<Void, Never>?
  /// Renews the token of a host after a 401; false when it cannot.
  public var refreshToken: @MainActor (_ host: String) async -> Bool = { _ in false }

  private struct Watcher { weak var store: ScreenStore? }

  /// Opens or creates the file; what it holds is sent as soon as it is due.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - server: the application's own server: what paths in the queue refer to.
  ///   - environment: transport, language and clock.
  ///   - isOnline: false sends nothing until `network` says that there is one.
  public init(
    path: String, server: URL, environment: ClientEnvironment, isOnline: Bool = true
  ) throws(StorageError) {
    let (events, source) = AsyncStream<OutboxEvent>.makeStream()
    let queue = try OutboxQueue(path: path, isOnline: isOnline, observe: { source.yield($0) })
    worker = QueueWorker(queue)
    self.server = server
    self.environment = environment
    listening = Task { [weak self] in
      for await event in events { await self?.note(event) }
    }
    if queue.damagedPath != nil { damaged = true }
    pump()
  }

  /// The file was damaged and set aside: told to the first screen that watches.
  private var damaged = false

  isolated deinit {
    listening?.cancel()
    wake?.cancel()
  }

  // MARK: - Asked by screens

  /// Does what a screen asks of the queue and tells it the outcome.
  func perform(_ request: QueueRequest, of store: ScreenStore) {
    switch request {
    case .watch:
      watchers.removeAll { $0.store == nil || $0.store === store }
      watchers.append(Watcher(store: store))
      if damaged {
        damaged = false
        store.send(.queue(.failed(.setAside)))
      }
      planRefresh()
    case .enqueue(let ticket, let request): enqueue(request, ticket, store)
    case .withdraw(let id, let key, let compensation): withdraw(id, key, compensation, store)
    case .retry(let id): decide(store) { queue throws(OutboxError) in try queue.retry(id) }
    case .drop(let id): decide(store) { queue throws(OutboxError) in try queue.drop(id) }
    }
  }

  private func enqueue(_ request: QueuedRequest, _ ticket: Int, _ store: ScreenStore) {
    Task {
      switch await worker.enqueue(request) {
      case .success(let id): store.send(.queue(.stored(ticket: ticket, id)))
      case .failure(let error): store.send(.queue(.notStored(ticket: ticket, error.failure)))
      }
      planRefresh()
      pump()
    }
  }

  private func withdraw(
    _ id: OutboxID, _ key: IdempotencyKey?, _ compensation: QueuedRequest?, _ store: ScreenStore
  ) {
    Task {
      store.send(.queue(.withdrawn(id, await worker.withdraw(id, key, compensation))))
      planRefresh()
      pump()
    }
  }

  private func decide(
    _ store: ScreenStore,
    _ change: @escaping @Sendable (OutboxQueue) throws(OutboxError) -> Void
  ) {
    Task {
      if case .failure(let error) = await worker.perform(change) {
        store.send(.queue(.failed(error.failure)))
      }
      planRefresh()
      pump()
    }
  }

  // MARK: - Told by the application

  /// What the network monitor saw.
  public func network(isOnline: Bool) {
    Task {
      await worker.network(isOnline: isOnline)
      planRefresh()
      pump()
    }
  }

  /// Sends what is due and returns when nothing more can be sent now: for a background task of the
  /// system, which grants seconds. Returns how many requests are left.
  public func drain() async -> Int {
    await worker.resume()
    while true {
      let work = await worker.takeWork()
      if work.isEmpty { return await worker.count }
      for piece in work { await perform(piece) }
    }
  }

  /// Closes the file: another process, or another store, may open it then.
  public func close() async {
    wake?.cancel()
    await worker.close()
  }

  // MARK: - Sending

  private func pump() {
    Task {
      for piece in await worker.takeWork() {
        Task {
          await perform(piece)
          pump()
        }
      }
      await planWake()
    }
  }

  private func planWake() async {
    wake?.cancel()
    guard let milliseconds = await worker.wakeAfter else { return }
    let sleep = environment.sleep
    wake = Task { [weak self] in
      do { try await sleep(milliseconds) } catch { return }
      guard !Task.isCancelled else { return }
      await self?.worker.resume()
      self?.pump()
    }
  }

  private func perform(_ piece: OutboxQueue.Work) async {
    switch piece {
    case .send(let attempt, let target, let key, let payload):
      await worker.answered(attempt, await send(target, key, payload))
    case .lookUp(let id, let url): await worker.lookedUp(id, await lookUp(url))
    case .refreshToken(let host):
      await worker.tokenRefreshed(host: host, succeeded: await refreshToken(host))
    }
  }

  private func send(
    _ target: OutboxTarget, _ key: IdempotencyKey?, _ payload: OutboxPayload
  ) async -> OutboxAnswer {
    guard let url = URL(string: target.url, relativeTo: server)?.absoluteURL else {
      return .unsendable
    }
    var headers = [
      (name: "Content-Type", value: payload.contentType),
      (name: "Accept", value: "application/json"),
      (name: "Accept-Language", value: environment.language),
    ]
    if let key { headers.append((name: "Idempotency-Key", value: key.headerValue)) }
    let request = TransportRequest(
      method: target.method, url: url, headers: headers, body: .bytes(payload.bytes))
    do throws(TransportError) {
      let answer = try await environment.transport.send(request)
      return .response(
        OutboxResponse(
          status: answer.status, headers: answer.headers, body: answer.body, key: key))
    } catch {
      switch error {
      case .offline, .untrusted: return .notSent
      case .timeout, .tooLarge, .cancelled: return .noAnswer
      }
    }
  }

  private func lookUp(_ path: String) async -> OutboxLookUp {
    guard let url = URL(string: path, relativeTo: server)?.absoluteURL else { return .notFound }
    do throws(TransportError) {
      let answer = try await environment.transport.send(
        TransportRequest(url: url, headers: [(name: "Accept", value: "application/json")]))
      return OutboxLookUp(status: answer.status, headers: answer.headers, body: answer.body)
    } catch { return .unavailable }
  }

  // MARK: - News for screens

  private func note(_ event: OutboxEvent) async {
    switch event {
    case .settled(let id, let outcome):
      if let key = await worker.key(of: id) { tell(.settled(key: key.text, outcome)) }
    case .died(let id, let death):
      if let key = await worker.key(of: id) { tell(.died(key: key.text, death)) }
    case .stopped: tell(.failed(.unavailable))
    default: break
    }
    planRefresh()
  }

  private func tell(_ notice: QueueNotice) {
    for watcher in watchers { watcher.store?.send(.queue(notice)) }
  }

  /// Reads the file once for everything that happened in this turn.
  private func planRefresh() {
    watchers.removeAll { $0.store == nil }
    guard !isRefreshing, !watchers.isEmpty else { return }
    isRefreshing = true
    Task {
      isRefreshing = false
      if let items = await worker.items() { tell(.items(items)) }
    }
  }
}

/// The calls that wait for the disk, one after another and off the main thread.
private actor QueueWorker {
  private let queue: OutboxQueue

  init(_ queue: OutboxQueue) { self.queue = queue }

  var count: Int { queue.count }
  var wakeAfter: Int64? { queue.wakeAfter }

  func enqueue(_ request: QueuedRequest) -> Result<OutboxID, OutboxError> {
    do throws(OutboxError) {
      let ticket = try queue.enqueue(
        request.draft, key: request.key, title: request.title, undo: request.undo)
      return .success(ticket.id)
    } catch { return .failure(error) }
  }

  func withdraw(
    _ id: OutboxID, _ key: IdempotencyKey?, _ compensation: QueuedRequest?
  ) -> QueueWithdrawal {
    do throws(OutboxError) {
      // What the file keeps goes for a request of an earlier run.
      var key = key
      if key == nil { key = try queue.key(of: id) }
      guard let key else { return .obsolete }
      var undo = compensation
      if undo == nil { undo = try queue.compensation(of: id) }
      let result = try queue.withdraw(
        id, key: key, compensation: undo?.draft, title: undo?.title ?? "")
      switch result {
      case .cancelled: return .cancelled
      case .obsolete: return .obsolete
      case .compensating: return .compensating
      }
    } catch { return .irreversible }
  }

  func perform(
    _ change: (OutboxQueue) throws(OutboxError) -> Void
  ) -> Result<Void, OutboxError> {
    do throws(OutboxError) {
      try change(queue)
      return .success(())
    } catch { return .failure(error) }
  }

  func takeWork() -> [OutboxQueue.Work] { queue.takeWork() }
  func resume() { queue.resume() }
  func network(isOnline: Bool) { queue.network(isOnline: isOnline) }
  func answered(_ attempt: OutboxAttempt, _ answer: OutboxAnswer) {
    queue.answered(attempt, answer)
  }
  func lookedUp(_ id: OutboxID, _ result: OutboxLookUp) { queue.lookedUp(id, result) }
  func tokenRefreshed(host: String, succeeded: Bool) {
    queue.tokenRefreshed(host: host, succeeded: succeeded)
  }
  func key(of id: OutboxID) -> IdempotencyKey? { try? queue.key(of: id) }
  func items() -> [QueueItem]? { try? queue.items() }
  func close() { queue.close() }
}
