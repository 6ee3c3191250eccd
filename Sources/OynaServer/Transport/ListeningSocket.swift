import Foundation

/// A TCP socket that listens on one address.
public struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// The port that it listens on; the one the system chose when 0 was asked for.
  public let port: Int

  /// Why a server cannot listen.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// A whole sentence for the operator.
    public let description: String
  }

  /// - Parameters:
  ///   - host: an IPv4 or IPv6 address, such as `127.0.0.1` or `::`.
  ///   - port: 1 to 65535, or 0 for any free one.
  public init(host: String, port: Int) throws(Failure) {
    guard (0...65_535).contains(port) else {
      throw Failure(description: "The port \(port) is not in 0 to 65535.")
    }
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    hints.ai_socktype = Self.streamType
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
      throw Failure(description: "\"\(host)\" is no IP address to listen on.")
    }
    defer { freeaddrinfo(found) }
    let descriptor = Self.open(address.pointee.ai_family)
    guard descriptor >= 0 else { throw Self.failure(host, port) }
    var yes: Int32 = 1
    // A restart must not wait for the old connections' TIME_WAIT.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
      listen(descriptor, 1024) == 0
    else {
      let failure = Self.failure(host, port)
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.port = Self.boundPort(descriptor) ?? port
  }

  // Linux has its socket types as an enumeration and sets the flags at once; Darwin has numbers and
  // sets them afterwards, which nothing can come between before a thread forks.
  #if os(Linux)
    private static let streamType = Int32(SOCK_STREAM.rawValue)

    private static func open(_ family: Int32) -> Int32 {
      socket(
        family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }
  #else
    private static let streamType = SOCK_STREAM

    private static func open(_ family: Int32) -> Int32 {
      let descriptor = socket(family, SOCK_STREAM, 0)
      guard descriptor >= 0 else { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      return descriptor
    }
  #endif

  private static func failure(_ host: String, _ port: Int) -> Failure {
    switch errno {
    case EADDRINUSE:
      Failure(
        description: "Port \(port) on \(host) is in use by another program. "
          + "Stop it, or choose another with --port.")
    case EACCES:
      Failure(description: "Port \(port) needs privileges. Choose one from 1024 with --port.")
    default:
      Failure(
        description: "Cannot listen on \(host) port \(port): \(String(cString: strerror(errno))).")
    }
  }

  private static func boundPort(_ descriptor: Int32) -> Int? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard code == 0 else { return nil }
    return withUnsafePointer(to: storage) { pointer in
      // The port is at the same place in `sockaddr_in` and `sockaddr_in6`.
      pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Int(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
  }
}
