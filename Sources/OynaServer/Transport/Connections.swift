import CMicrohttpd
import Foundation
import OynaStorage

/// How long a peer may take, in milliseconds; each has its own limit, so that a peer who sends one
/// byte a second cannot hold a connection (slow loris).
public struct TransportTimeouts: Sendable {
  /// From the connection's start until its first request's headers are there.
  public var headers: Int64 = 10_000
  /// From the headers until the body is there.
  public var body: Int64 = 30_000
  /// From an answer until the next request's headers are there.
  public var idle: Int64 = 60_000
  /// From the moment that an answer is ready until it is sent.
  public var send: Int64 = 60_000

  /// The defaults.
  public init() {}
}

/// One connection: whose it is and until when its peer must have done the next thing.
final class Connection: @unchecked Sendable {
  // `phase` and `deadline` are read and written only while `Connections` holds its lock.
  let descriptor: Int32
  let client: String
  fileprivate var phase = ConnectionPhase.opening
  fileprivate var deadline: Int64?

  init(descriptor: Int32, client: String) {
    self.descriptor = descriptor
    self.client = client
  }
}

/// What a connection waits for.
enum ConnectionPhase {
  case opening
  case receivingBody
  /// The server works; the peer has no deadline.
  case handling
  case sending
  case idle
}

/// The open connections; closes those whose peer is too slow.
final class Connections: Sendable {
  private let live = Locked<[ObjectIdentifier: Connection]>([:])
  private let timeouts: TransportTimeouts

  private let isPlain: Bool

  /// - Parameter isPlain: whether bytes that are written past the library would be understood.
  init(_ timeouts: TransportTimeouts, isPlain: Bool) {
    self.timeouts = timeouts
    self.isPlain = isPlain
  }

  func add(_ connection: Connection) {
    live.withLock { live in
      live[ObjectIdentifier(connection)] = connection
      connection.deadline = Self.now() + timeouts.headers
    }
  }

  /// Called before the descriptor is closed, so `closeLate` never meets one that was reused.
  func remove(_ connection: Connection) {
    live.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  func enter(_ phase: ConnectionPhase, _ connection: Connection) {
    let allowed: Int64? =
      switch phase {
      case .opening: timeouts.headers
      case .receivingBody: timeouts.body
      case .handling: nil
      case .sending: timeouts.send
      case .idle: timeouts.idle
      }
    live.withLock { _ in
      connection.phase = phase
      connection.deadline = allowed.map { Self.now() + $0 }
    }
  }

  /// How often `closeLate` is to be called, in milliseconds.
  var interval: Int64 {
    max(10, min(timeouts.headers, timeouts.body, timeouts.idle, timeouts.send, 4_000) / 4)
  }

  /// Closes every connection whose deadline has passed. Whoever is in the middle of a request is
  /// told so; a connection that never sent a byte (a browser's preconnect) is just closed.
  func closeLate(now: Int64 = Connections.now()) {
    live.withLock { live in
      for connection in live.values {
        guard let deadline = connection.deadline, deadline <= now else { continue }
        connection.deadline = nil
        let isHalf =
          switch connection.phase {
          case .receivingBody: true
          case .opening: oyna_received_bytes(connection.descriptor) > 0
          case .handling, .sending, .idle: false
          }
        if isHalf && isPlain { Self.sendTimeout(connection.descriptor) }
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
      }
    }
  }

  /// The library answers a whole request only, so the answer to half a one is written past it; it
  /// writes nothing itself in these phases.
  private static func sendTimeout(_ descriptor: Int32) {
    let problem = Problem.requestTimeout.response
    var text = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n"
    for field in problem.headers.fields { text += "\(field.name): \(field.value)\r\n" }
    text += "Content-Length: \(problem.body.count)\r\n\r\n"
    let bytes = Array(text.utf8) + problem.body
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }

  /// Milliseconds of a clock that never goes back.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
