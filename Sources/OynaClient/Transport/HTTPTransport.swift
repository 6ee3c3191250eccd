public import Foundation
import OynaEngine

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Security)
  public import Security
#endif

/// HTTP over URLSession, for screens of a person: nothing is cached, no cookie is kept on disk, an
/// answer comes within the time-out or not at all.
public final class HTTPTransport: Transport {
  /// How long and how much to wait for.
  public struct Configuration: Sendable {
    /// Seconds without a byte after which a request has timed out.
    public var timeout: TimeInterval = 30
    /// Seconds that a request may take as a whole.
    public var resourceTimeout: TimeInterval = 120
    /// Bytes of an answer at most.
    public var answerLimit = 8 << 20
    /// Sent with every request: an authorisation, a version of the application.
    public var headers: [String: String] = [:]

    #if canImport(Security)
      /// The pinning hook: whether to talk to this host with this evaluated trust. Called after the
      /// system's own evaluation succeeded; nil leaves it at that.
      public var acceptsTrust: (@Sendable (_ host: String, _ trust: SecTrust) -> Bool)?
    #endif

    /// The usual limits.
    public init() {}
  }

  private let configuration: Configuration
  private let session: URLSession

  /// A session of its own that shares nothing with the application's others.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let settings = URLSessionConfiguration.ephemeral
    settings.timeoutIntervalForRequest = configuration.timeout
    settings.timeoutIntervalForResource = configuration.resourceTimeout
    settings.urlCache = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    settings.httpShouldSetCookies = true
    settings.httpAdditionalHeaders = configuration.headers
    session = URLSession(
      configuration: settings, delegate: SessionDelegate(configuration), delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request and waits for its whole answer.
  public func send(
    _ request: TransportRequest
  ) async throws(TransportError) -> TransportAnswer {
    let request = Self.traced(request)
    #if os(Linux)
      if case .erasable(let body) = request.body, body.hasSecret {
        return try await send(secret: body, request)
      }
    #endif
    let body = Self.data(of: request.body)
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    message.httpBody = body
    for header in request.headers {
      message.addValue(header.value, forHTTPHeaderField: header.name)
    }
    let flight = Flight(answerLimit: configuration.answerLimit)
    let task = session.dataTask(with: message) { data, response, error in
      flight.land(data, response, error)
    }
    // Read by the delegate, which knows only the task.
    task.taskDescription = request.followsRedirects ? SessionDelegate.follows : nil
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        flight.start(continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  /// The request with its trace, whichever way it goes.
  private static func traced(_ request: TransportRequest) -> TransportRequest {
    func value(_ name: String) -> String? {
      request.headers.first { $0.name.lowercased() == name }?.value
    }
    guard value("traceparent") == nil else { return request }
    var traced = request
    traced.headers.append(("traceparent", TraceParent.text(key: value("idempotency-key"))))
    return traced
  }

  #if os(Linux)
    private func send(
      secret body: RequestBody, _ request: TransportRequest
    ) async throws(TransportError) -> TransportAnswer {
      let transfer = CurlTransfer(
        request, body, configuration, cookies: session.configuration.httpCookieStorage)
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          Thread { continuation.resume(returning: transfer.run()) }.start()
        }
      } onCancel: {
        transfer.cancel()
      }
      return try result.get()
    }
  #endif

  /// The body as URLSession takes it. A secret's copy is overwritten when the last reference to
  /// the data goes.
  private static func data(of body: TransportRequest.Body) -> Data? {
    switch body {
    case .none: return nil
    case .bytes(let bytes): return Data(bytes)
    case .erasable(let body):
      return body.withUnsafeBytes { bytes in
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
        if let source = bytes.baseAddress {
          copy.copyMemory(from: source, byteCount: bytes.count)
        }
        return Data(
          bytesNoCopy: copy, count: bytes.count,
          deallocator: .custom { address, count in
            overwrite(address, count: count)
            address.deallocate()
          })
      }
    }
  }
}

/// One request in the air: its continuation is resumed exactly once.
private final class Flight: @unchecked Sendable {
  // `continuation` is used under `lock`.
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Result<TransportAnswer, TransportError>, Never>?
  private let answerLimit: Int

  init(answerLimit: Int) { self.answerLimit = answerLimit }

  func start(
    _ continuation: CheckedContinuation<Result<TransportAnswer, TransportError>, Never>
  ) {
    lock.withLock { self.continuation = continuation }
  }

  func land(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let waiting = lock.withLock {
      let waiting = continuation
      continuation = nil
      return waiting
    }
    waiting?.resume(returning: result(data, response, error))
  }

  private func result(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
  ) -> Result<TransportAnswer, TransportError> {
    guard let response = response as? HTTPURLResponse, error == nil else {
      return .failure(Self.failure(error))
    }
    let body = data ?? Data()
    guard body.count <= answerLimit else { return .failure(.tooLarge(limit: answerLimit)) }
    let headers = response.allHeaderFields.compactMap { field, value in
      (field as? String).flatMap { name in (value as? String).map { (name: name, value: $0) } }
    }
    return .success(
      TransportAnswer(status: response.statusCode, headers: headers, body: [UInt8](body)))
  }

  /// The system says only for these that no byte was written.
  private static func failure(_ error: (any Error)?) -> TransportError {
    switch (error as? URLError)?.code {
    case .cancelled: .cancelled
    case .cannotFindHost, .cannotConnectToHost, .notConnectedToInternet, .dnsLookupFailed,
      .dataNotAllowed, .internationalRoamingOff:
      .offline
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .userCancelledAuthentication:
      .untrusted
    default: .timeout
    }
  }
}

/// Decides redirects and trust.
private final class SessionDelegate: NSObject, URLSessionDataDelegate {
  static let follows = "follows redirects"
  private let configuration: HTTPTransport.Configuration

  init(_ configuration: HTTPTransport.Configuration) { self.configuration = configuration }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The answer is the redirect itself then, which no screen expects.
    let isSecure = task.originalRequest?.url?.scheme != "https" || request.url?.scheme == "https"
    completionHandler(task.taskDescription == Self.follows && isSecure ? request : nil)
  }

  #if canImport(Security)
    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let space = challenge.protectionSpace
      guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust,
        let accepts = configuration.acceptsTrust, let trust = space.serverTrust
      else { return completionHandler(.performDefaultHandling, nil) }
      guard SecTrustEvaluateWithError(trust, nil), accepts(space.host, trust) else {
        return completionHandler(.cancelAuthenticationChallenge, nil)
      }
      completionHandler(.useCredential, URLCredential(trust: trust))
    }
  #endif
}

/// Stores zeros that the optimiser may not drop, as the engine does with its secrets.
@inline(never) @_optimize(none)
func overwrite(_ base: UnsafeMutableRawPointer, count: Int) {
  var place = 0
  while place < count {
    base.storeBytes(of: 0, toByteOffset: place, as: UInt8.self)
    place += 1
  }
}
