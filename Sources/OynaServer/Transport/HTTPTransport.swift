import CMicrohttpd
import Foundation
import OynaStorage

/// How the transport behaves.
public struct TransportSettings: Sendable {
  /// Threads that read and write; handlers that wait run elsewhere.
  public var threads = 1
  /// Connections at once; more wait in the system's backlog.
  public var connections = 10_000
  /// Bytes of a body that a handler may see (DESIGN §9: 1 MiB).
  public var body = 1 << 20
  /// Bytes of a body at `largeBodyPath`, where files are sent to.
  public var largeBody = 1 << 20
  /// The one path that takes larger bodies; nil: none does.
  public var largeBodyPath: String?
  /// Bodies over `body` at once: each is in memory while it is read.
  public var largeBodies = 32
  /// Bytes of a larger body that are read and dropped, so that its sender gets to read the 413;
  /// past them the connection is cut.
  public var discardedBody = 32 << 20
  /// Bytes of the request line and all headers of a connection.
  public var headers = 32 << 10
  /// Nil speaks plain HTTP.
  public var tls: TLSIdentity?
  /// How long a peer may take.
  public var timeouts = TransportTimeouts()

  /// The defaults.
  public init() {}
}

/// HTTP/1.1 over libmicrohttpd: bytes to ``HTTPRequest`` values and back. It decides nothing about
/// them but what concerns the wire: limits, time, half requests, two lengths in one request.
public final class HTTPTransport: @unchecked Sendable {
  // `daemon` is written by `init` before the library's threads exist, and by `stop` after they are
  // gone.
  private var daemon: OpaquePointer?
  private let service: @Sendable (HTTPRequest) -> Reply
  private let settings: TransportSettings
  private let connections: Connections
  private let state = Locked(State())
  private let changed = NSCondition()

  /// The port that it listens on.
  public let port: Int

  private struct State {
    var isDraining = false
    var isStopped = false
    /// Requests whose headers have come and whose answer has not gone.
    var inFlight = 0
    /// Of these, those with a large body.
    var large = 0
    /// Requests whose answer is being waited for: the library must not be stopped meanwhile.
    var pending = 0

    /// False when stopping has begun already.
    mutating func beginDraining() -> Bool {
      defer { isDraining = true }
      return !isDraining
    }
  }

  /// Why the transport did not start.
  public struct StartFailure: Error, Sendable, CustomStringConvertible {
    /// A whole sentence for the operator.
    public let description = "The HTTP library could not start."
  }

  /// Starts to serve, until `stop` is called. `service` is called on the transport's
  /// threads and must not wait.
  public init(
    _ socket: ListeningSocket, settings: TransportSettings = TransportSettings(),
    service: @escaping @Sendable (HTTPRequest) -> Reply
  ) throws(StartFailure) {
    self.service = service
    self.settings = settings
    port = socket.port
    connections = Connections(settings.timeouts, isPlain: settings.tls == nil)
    let callbacks = oyna_mhd_callbacks(
      // Given back by `stop`: until then the library's threads may call at any moment.
      context: Unmanaged.passRetained(self).toOpaque(),
      access: Self.access, completed: Self.completed, connection: Self.connectionChanged)
    // The library's own timeout is a backstop only: it starts anew with every byte.
    let backstop = max(
      settings.timeouts.idle, settings.timeouts.send, settings.timeouts.body)
    daemon = oyna_mhd_start(
      socket.descriptor, UInt32(settings.threads), UInt32(settings.connections),
      settings.headers, UInt32(backstop / 1_000 + 5), callbacks,
      settings.tls == nil ? nil : TLSIdentity.choose)
    guard daemon != nil else {
      Unmanaged.passUnretained(self).release()
      throw StartFailure()
    }
    startSweeping()
  }

  /// Connections at this moment.
  var openConnections: Int { connections.count }

  /// Whether it takes no new connections and lets the requests in flight finish.
  public var isDraining: Bool { state.withLock { $0.isDraining } }

  /// Stops: takes no new connection, waits until the requests in flight are answered, at most
  /// `drain` milliseconds for those whose peer is slow, then closes everything.
  public func stop(drain: Int64 = 10_000) async {
    await withCheckedContinuation { continuation in
      // A thread of its own: the answers that it waits for need those of the tasks.
      Thread.detachNewThread { [self] in
        stopAndWait(drain: drain)
        continuation.resume()
      }
    }
  }

  private func stopAndWait(drain: Int64) {
    guard let daemon, state.withLock({ $0.beginDraining() }) else { return }
    let listening = MHD_quiesce_daemon(daemon)
    // Whoever waits to be accepted is refused at once, not left waiting.
    shutdown(listening, Int32(SHUT_RDWR))
    let deadline = Date(timeIntervalSinceNow: Double(drain) / 1_000)
    changed.withLock {
      while state.withLock({ $0.inFlight }) > 0, changed.wait(until: deadline) {}
      // A slow peer is given up on; a handler never is, for what it does may be half done.
      while state.withLock({ $0.pending }) > 0 { changed.wait() }
    }
    state.withLock { $0.isStopped = true }
    // Whoever still sends half a request would hold the library's threads.
    MHD_stop_daemon(daemon)
    close(listening)
    self.daemon = nil
    Unmanaged.passUnretained(self).release()
  }

  /// Wakes `stop` when it may have nothing left to wait for.
  private func notify(_ mayBeLast: Bool) {
    if mayBeLast { changed.withLock { changed.broadcast() } }
  }

  private func startSweeping() {
    let state = state
    let connections = connections
    let thread = Thread {
      while !state.withLock({ $0.isStopped }) {
        Thread.sleep(forTimeInterval: Double(connections.interval) / 1_000)
        connections.closeLate()
      }
    }
    thread.name = "oyna-timeouts"
    thread.start()
  }

  // MARK: the library's callbacks

  private static func transport(_ context: UnsafeMutableRawPointer?) -> HTTPTransport? {
    context.map { Unmanaged<HTTPTransport>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let connectionChanged: MHD_NotifyConnectionCallback = {
    context, handle, kept, code in
    guard let transport = transport(context), let handle, let kept else { return }
    if oyna_mhd_is_started(code) != 0 {
      let connection = Connection(
        descriptor: oyna_mhd_connection_socket(handle),
        client: PeerAddress.text(oyna_mhd_client_address(handle)))
      transport.connections.add(connection)
      kept.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let pointer = kept.pointee {
      let connection = Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
      transport.connections.remove(connection)
      kept.pointee = nil
    }
  }

  private static let completed: MHD_RequestCompletedCallback = { context, _, kept, _ in
    guard let transport = transport(context), let pointer = kept?.pointee else { return }
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    kept?.pointee = nil
    transport.connections.enter(.idle, exchange.connection)
    let isLast = transport.state.withLock { state in
      state.inFlight -= 1
      if exchange.isLarge { state.large -= 1 }
      return state.isDraining && state.inFlight == 0
    }
    transport.notify(isLast)
  }

  private static let access: MHD_AccessHandlerCallback = {
    context, handle, target, method, _, data, size, kept in
    guard let transport = transport(context), let handle, let target, let method, let size, let kept
    else { return oyna_mhd_result(0) }
    if let pointer = kept.pointee {
      let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
      if size.pointee > 0 {
        let bytes = UnsafeRawBufferPointer(start: data, count: size.pointee)
        size.pointee = 0
        return oyna_mhd_result(transport.receive(bytes, exchange) ? 1 : 0)
      }
      return transport.answer(handle, exchange, method: method, target: target)
    }
    return transport.begin(handle, kept, method: method, target: target)
  }

  /// The headers are there.
  private func begin(
    _ handle: OpaquePointer, _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    method: UnsafePointer<CChar>, target: UnsafePointer<CChar>
  ) -> MHD_Result {
    guard let pointer = oyna_mhd_connection_context(handle) else { return oyna_mhd_result(0) }
    let connection = Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
    let exchange = Exchange(connection)
    kept.pointee = Unmanaged.passRetained(exchange).toOpaque()
    state.withLock { $0.inFlight += 1 }
    let framing = Framing(handle)
    if let problem = framing.problem {
      return queue(handle, problem.response, closes: true)
    }
    if framing.hasBody { connections.enter(.receivingBody, connection) }
    if let path = settings.largeBodyPath, strcmp(path, target) == 0 {
      exchange.limit = settings.largeBody
    } else {
      exchange.limit = settings.body
    }
    if framing.length <= exchange.limit && !admit(exchange, framing.length) {
      return queue(handle, Problem.overloaded.response, closes: true)
    }
    if framing.length > exchange.limit {
      exchange.isTooLarge = true
      // Whoever asks first, or sends more than is worth dropping, is told at once.
      if framing.expectsContinue || framing.length > settings.discardedBody {
        return queue(handle, Problem.bodyTooLarge(limit: exchange.limit).response, closes: true)
      }
    } else if framing.length > 0 {
      exchange.body = HTTPBody(capacity: framing.length)
    }
    return oyna_mhd_result(1)
  }

  /// Counts a body that grows large; false when there are too many of them at once.
  private func admit(_ exchange: Exchange, _ count: Int) -> Bool {
    guard count > settings.body, exchange.limit > settings.body, !exchange.isLarge else {
      return true
    }
    let isAdmitted = state.withLock { state in
      if state.large >= settings.largeBodies { return false }
      state.large += 1
      return true
    }
    exchange.isLarge = isAdmitted
    return isAdmitted
  }

  /// Part of the body is there. False cuts the connection.
  private func receive(_ bytes: UnsafeRawBufferPointer, _ exchange: Exchange) -> Bool {
    exchange.received += bytes.count
    guard exchange.received <= settings.discardedBody else { return false }
    if !admit(exchange, exchange.received) { return false }
    if exchange.received > exchange.limit {
      exchange.isTooLarge = true
      exchange.body = nil
    }
    guard !exchange.isTooLarge else { return true }
    let body = exchange.body ?? HTTPBody(capacity: bytes.count)
    body.append(bytes)
    exchange.body = body
    return true
  }

  /// The whole request is there, or what it waited for is.
  private func answer(
    _ handle: OpaquePointer, _ exchange: Exchange, method: UnsafePointer<CChar>,
    target: UnsafePointer<CChar>
  ) -> MHD_Result {
    if let settled = exchange.settled { return send(settled, handle, exchange) }
    let request = exchange.request(handle, method: method, target: target)
    if exchange.isTooLarge {
      let problem = Problem.bodyTooLarge(limit: exchange.limit).response
      return send(ProblemWords.said(problem, to: request), handle, exchange)
    }
    exchange.body = nil
    switch service(request) {
    case .response(let response):
      return send(response, handle, exchange)
    case .fixed(let fixed):
      return send(fixed, handle, exchange)
    case .pending(let work):
      connections.enter(.handling, exchange.connection)
      state.withLock { $0.pending += 1 }
      MHD_suspend_connection(handle)
      nonisolated(unsafe) let handle = handle
      Task { [self] in
        exchange.settled = await work()
        MHD_resume_connection(handle)
        notify(
          state.withLock { state in
            state.pending -= 1
            return state.isDraining && state.pending == 0
          })
      }
      return oyna_mhd_result(1)
    }
  }

  private func send(
    _ response: HTTPResponse, _ handle: OpaquePointer, _ exchange: Exchange
  ) -> MHD_Result {
    connections.enter(.sending, exchange.connection)
    return queue(handle, response, closes: isDraining)
  }

  private func send(
    _ fixed: FixedResponse, _ handle: OpaquePointer, _ exchange: Exchange
  ) -> MHD_Result {
    if isDraining { return send(fixed.response, handle, exchange) }
    let form = fixed.transportForm.withLock { form -> LibraryResponse? in
      if let made = form as? LibraryResponse { return made }
      let made = LibraryResponse(fixed.response, closes: false)
      form = made
      return made
    }
    guard let form else { return oyna_mhd_result(0) }
    connections.enter(.sending, exchange.connection)
    return MHD_queue_response(handle, UInt32(fixed.response.status), form.handle)
  }

  private func queue(_ handle: OpaquePointer, _ response: HTTPResponse, closes: Bool) -> MHD_Result
  {
    guard let form = LibraryResponse(response, closes: closes) else { return oyna_mhd_result(0) }
    return MHD_queue_response(handle, UInt32(response.status), form.handle)
  }
}
