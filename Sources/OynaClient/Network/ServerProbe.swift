public import Foundation

extension NetworkMonitor {
  /// Asks whether the server of this URL takes connections: for a program that talks to one server
  /// only, which may be on the same machine, where no route says anything.
  public static func server(of url: URL, every interval: Duration) -> NetworkMonitor {
    let host = url.host ?? "localhost"
    let port = url.port ?? (url.scheme == "http" ? 80 : 443)
    return NetworkMonitor(every: interval) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async {
          continuation.resume(returning: ServerProbe.accepts(host, port))
        }
      }
    }
  }
}

/// A TCP connection that is closed as soon as it stands.
enum ServerProbe {
  /// Blocks for at most the time-out of the system's name look-up and one second for each address.
  static func accepts(_ host: String, _ port: Int) -> Bool {
    var hints = addrinfo()
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0 else { return false }
    defer { freeaddrinfo(found) }
    var next = found
    while let address = next?.pointee {
      if connects(address) { return true }
      next = address.ai_next
    }
    return false
  }

  private static func connects(_ address: addrinfo) -> Bool {
    let descriptor = socket(address.ai_family, address.ai_socktype, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let flags = fcntl(descriptor, F_GETFL)
    guard fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else { return false }
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return true }
    guard errno == EINPROGRESS else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, 1_000) == 1 else { return false }
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 && failure == 0
  }
}
