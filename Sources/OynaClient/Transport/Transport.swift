public import Foundation
public import OynaEngine

/// Sends requests and brings answers. `HTTPTransport` is the one over URLSession; a test or an
/// application with a network stack of its own brings another.
public protocol Transport: Sendable {
  /// The answer, whatever its status.
  ///
  /// Cancelling the task ends the request with `cancelled`.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer
}

/// A request as it leaves.
public struct TransportRequest: Sendable {
  /// `GET`, `POST`, …
  public var method: String
  /// Absolute.
  public var url: URL
  /// In the order of sending.
  public var headers: [(name: String, value: String)]
  /// What is sent.
  public var body: Body
  /// Followed for what is only read; whoever sends values to one address does not want them sent
  /// to another.
  public var followsRedirects: Bool

  /// What a request sends.
  public enum Body: Sendable {
    /// No body, as of a `GET`.
    case none
    /// These bytes, which hold no secret.
    case bytes([UInt8])
    /// May hold a secret: it is sent from a copy that is overwritten afterwards.
    case erasable(RequestBody)
  }

  /// A request to an absolute URL.
  public init(
    method: String = "GET", url: URL, headers: [(name: String, value: String)] = [],
    body: Body = .none, followsRedirects: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.followsRedirects = followsRedirects
  }
}

/// An answer as it came.
public struct TransportAnswer: Sendable {
  /// 100 to 599.
  public let status: Int
  /// Names compare without regard to case.
  public let headers: [(name: String, value: String)]
  /// Empty where there is none.
  public let body: [UInt8]

  /// An answer with these parts.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why there is no answer.
public enum TransportError: Error, Sendable, Hashable {
  /// Nothing was sent: there is no network, or the host was not reached.
  case offline
  /// Bytes may have arrived; the outcome is unknown.
  case timeout
  /// The server's certificate is not one that the application accepts. Nothing was sent.
  case untrusted
  /// The answer is larger than the transport takes, in bytes. It was executed.
  case tooLarge(limit: Int)
  /// Whoever asked does not want the answer any more.
  case cancelled
}
