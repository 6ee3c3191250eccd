import Foundation
public import OynaStorage

/// The server: an ``Application`` behind a transport, with a storage that it owns.
///
/// ```swift
/// let server = try Server(settings, storage: storage, keyring: keyring, log: log)
/// print(server.port)
/// await server.stop()
/// ```
public final class Server: Sendable {
  private let transport: HTTPTransport
  private let storage: any Storage
  private let log: Log
  private let isDraining: Locked<Bool>
  private let reloadFeed: ReloadFeed?
  private let tls: TLSIdentity?
  private let drain: (delay: Int64, limit: Int64)
  private let sweeper: Task<Void, Never>
  /// What is not right with the screens but does not stop them.
  public let warnings: [ScreenCatalog.Finding]

  /// How a server is set up.
  public struct Settings: Sendable {
    /// Which screens and which page.
    public var content: Application.Settings
    /// Limits and threads.
    public var transport = TransportSettings()
    /// An IP address.
    public var host = "127.0.0.1"
    /// 0 takes any free port.
    public var port = 8080
    /// Ends TLS in this process; nil speaks plain HTTP.
    public var tls: TLSIdentity?
    /// Milliseconds that a stop goes on serving while readiness says no, so that a load balancer
    /// sees it before connections are refused.
    public var drainDelay: Int64 = 0
    /// Milliseconds that slow peers get for the answers in flight when it stops.
    public var drain: Int64 = 10_000
    /// Posts that one address may send a second, after a burst of ten times as many; nil: as many
    /// as it likes.
    public var postsPerSecond: Double?

    /// Settings with every default.
    public init(_ content: Application.Settings) { self.content = content }
  }

  /// The port that it listens on.
  public var port: Int { transport.port }

  /// Reads the screens, listens and serves. Throws ``ScreenCatalog/Failure``,
  /// ``ListeningSocket/Failure`` or ``HTTPTransport/StartFailure``, each with a sentence for the
  /// operator.
  public init(
    _ settings: Settings, storage: any Storage, keyring: Keyring, backEnd: BackEnd = .demo, log: Log
  ) throws {
    let isDraining = Locked(false)
    let limiter = settings.postsPerSecond.map { rate in
      RateLimiter(perSecond: rate, burst: rate * 10) { Connections.now() }
    }
    let surroundings = Application.Surroundings(
      storage: storage, keyring: keyring, log: log, limiter: limiter, clock: Self.now,
      isDraining: { isDraining.withLock { $0 } })
    var content = settings.content
    if settings.tls != nil { content.isBehindTLS = true }
    let application = try Application(
      content, backEnd: backEnd, in: surroundings)
    let service = application.service
    var transportSettings = settings.transport
    transportSettings.tls = settings.tls
    if application.uploads != nil {
      transportSettings.largeBody = UploadHandler.fileLimit
      transportSettings.largeBodyPath = UploadHandler.path
    }
    transport = try HTTPTransport(
      ListeningSocket(host: settings.host, port: settings.port), settings: transportSettings
    ) { service.reply(to: $0) }
    warnings = application.warnings
    reloadFeed = application.reloadFeed
    sweeper = Self.sweep(storage, application.uploads, log)
    self.storage = storage
    self.log = log
    tls = settings.tls
    drain = (settings.drainDelay, settings.drain)
    self.isDraining = isDraining
    log.write(
      .info, "started", [("host", .outside(settings.host)), ("port", .int(Int64(transport.port)))])
  }

  /// Reads the certificate again; without TLS there is nothing to read.
  public func reload() {
    guard let tls else { return }
    do throws(TLSIdentity.Failure) {
      try tls.reload()
      log.write(.info, "certificate reloaded", [])
    } catch {
      log.write(.error, "certificate not reloaded", [("reason", .outside(error.description))])
    }
  }

  /// Stops: readiness says no, requests in flight are answered, the storage is closed.
  public func stop() async {
    isDraining.withLock { $0 = true }
    log.write(.info, "draining", [])
    sweeper.cancel()
    reloadFeed?.close()
    if drain.delay > 0 { try? await Task.sleep(for: .milliseconds(drain.delay)) }
    await transport.stop(drain: drain.limit)
    await storage.close()
    log.write(.info, "stopped", [])
  }

  /// Milliseconds since 1970.
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Forgets expired keys and files that no submission named, now and every hour.
  private static func sweep(
    _ storage: any Storage, _ uploads: UploadHandler?, _ log: Log
  ) -> Task<Void, Never> {
    Task.detached {
      while !Task.isCancelled {
        do {
          let count = try await storage.removeExpiredKeys(now: now())
          if count > 0 { log.write(.info, "keys expired", [("count", .int(Int64(count)))]) }
          let files = try await uploads?.sweep() ?? 0
          if files > 0 { log.write(.info, "uploads removed", [("count", .int(Int64(files)))]) }
        } catch {
          log.write(.error, "keys not swept", [("reason", .outside("\(error)"))])
        }
        try? await Task.sleep(for: .seconds(3_600))
      }
    }
  }
}
