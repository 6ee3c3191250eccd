import Foundation
import OynaStorage

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to the back end.
struct ForwardRequest: Sendable {
  let method: String
  let url: URL
  let headers: [(name: String, value: String)]
  let body: HTTPBody?
  /// Milliseconds until whoever does not answer is given up on.
  let timeout: Int64
}

/// What came of one attempt.
enum ForwardAttempt: Sendable {
  case answered(ForwardAnswer)
  /// Nobody was reached: nothing was sent.
  case unreachable
  /// No answer in time, or the connection broke: it may have arrived.
  case noAnswer
  /// More bytes than are taken.
  case tooLarge
}

/// An answer of the back end as it came.
struct ForwardAnswer: Sendable {
  let status: Int
  let headers: HTTPFields
  let body: [UInt8]
}

/// Sends one request and brings its answer; tests bring their own.
typealias ForwardSend = @Sendable (_ request: ForwardRequest) async -> ForwardAttempt

/// HTTP over URLSession: connections are kept, redirects are not followed, nothing is cached, no
/// cookie is kept, an answer that grows too large is cut off while it comes.
final class ForwardTransport: Sendable {
  private let session: URLSession
  private let receiver: ForwardReceiver

  init(_ settings: ForwardSettings) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpMaximumConnectionsPerHost = settings.requests
    receiver = ForwardReceiver(limit: settings.answer)
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  func send(_ request: ForwardRequest) async -> ForwardAttempt {
    let timeout = TimeInterval(request.timeout) / 1_000
    var message = URLRequest(url: request.url, timeoutInterval: timeout)
    message.httpMethod = request.method
    message.httpBody = request.body.map(Self.data)
    for header in request.headers {
      message.setValue(header.value, forHTTPHeaderField: header.name)
    }
    let task = session.dataTask(with: message)
    // The session's own times begin anew with each byte: who sends one a second would never end.
    let deadline = Task {
      try await Task.sleep(for: .milliseconds(request.timeout))
      task.cancel()
    }
    defer { deadline.cancel() }
    return await withCheckedContinuation { continuation in
      receiver.expect(task, continuation)
      task.resume()
    }
  }

  /// A copy that is overwritten when the last reference to it goes: the body may hold a secret.
  private static func data(_ body: HTTPBody) -> Data {
    body.withBytes { bytes in
      let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
      if let source = bytes.baseAddress {
        copy.copyMemory(from: source, byteCount: bytes.count)
      }
      return Data(
        bytesNoCopy: copy, count: bytes.count,
        deallocator: .custom { address, count in
          explicit_bzero(address, count)
          address.deallocate()
        })
    }
  }
}

/// Gathers the answers of a session's tasks.
private final class ForwardReceiver: NSObject, URLSessionDataDelegate {
  private struct Flight {
    let continuation: CheckedContinuation<ForwardAttempt, Never>
    var body: [UInt8] = []
    /// Compressed, though nobody asked for that: a bomb is not unpacked to find out.
    var isCoded = false
    var isTooLarge = false
  }

  private let flights = Locked<[Int: Flight]>([:])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func expect(
    _ task: URLSessionTask, _ continuation: CheckedContinuation<ForwardAttempt, Never>
  ) {
    flights.withLock { $0[task.taskIdentifier] = Flight(continuation: continuation) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Whoever sends values to one address does not want them sent to another.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let headers = (response as? HTTPURLResponse).map(Self.headers)
    let isCoded = headers.map(ForwardedAnswer.isCoded) ?? false
    let isTooLarge = response.expectedContentLength > Int64(limit)
    if isCoded || isTooLarge {
      flights.withLock { flights in
        flights[dataTask.taskIdentifier]?.isCoded = isCoded
        flights[dataTask.taskIdentifier]?.isTooLarge = isTooLarge
      }
      dataTask.cancel()
    }
    completionHandler(isCoded || isTooLarge ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = flights.withLock { flights in
      guard var flight = flights.removeValue(forKey: dataTask.taskIdentifier) else { return false }
      if flight.isTooLarge || flight.isCoded {
        flights[dataTask.taskIdentifier] = flight
        return true
      }
      if flight.body.count + data.count > limit {
        flight.isTooLarge = true
        flight.body = []
      } else {
        flight.body += data
      }
      flights[dataTask.taskIdentifier] = flight
      return flight.isTooLarge
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let ended = flights.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let ended else { return }
    ended.continuation.resume(returning: Self.attempt(ended, task.response, error))
  }

  private static func attempt(
    _ flight: Flight, _ response: URLResponse?, _ error: (any Error)?
  ) -> ForwardAttempt {
    if flight.isCoded, let response = response as? HTTPURLResponse {
      return .answered(
        ForwardAnswer(status: response.statusCode, headers: headers(response), body: []))
    }
    if flight.isTooLarge { return .tooLarge }
    switch (error as? URLError)?.code {
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
      .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return .unreachable
    default: break
    }
    guard error == nil, let response = response as? HTTPURLResponse else { return .noAnswer }
    return .answered(
      ForwardAnswer(status: response.statusCode, headers: headers(response), body: flight.body))
  }

  private static func headers(_ response: HTTPURLResponse) -> HTTPFields {
    HTTPFields(
      response.allHeaderFields.compactMap { name, value in
        (name as? String).flatMap { name in (value as? String).map { (name: name, value: $0) } }
      })
  }
}
