import Foundation

/// A TCP client that sends exactly the bytes that a test says.
///
/// It waits on a thread of its own: a test that waited on the tasks' threads would keep the server's
/// handlers from running.
final class RawClient: @unchecked Sendable {
  // `buffer` is touched on `queue` only.
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "raw-client")
  private var buffer: [UInt8] = []

  struct Failure: Error {}

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure() }
    // A hanging server fails a test instead of holding it.
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// False when the server has closed the connection.
  @discardableResult
  func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await onQueue { self.sendNow(bytes) }
  }

  /// Everything until the server closes.
  func readAll() async -> String { await onQueue { self.readAllNow() } }

  /// One answer with a `Content-Length`: its head and its body; nil when the server closed before.
  func readResponse() async -> (head: String, body: String)? {
    await onQueue { self.readResponseNow() }
  }

  private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  private func sendNow(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { rest in
        Foundation.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  private func readAllNow() -> String {
    while fill() {}
    defer { buffer = [] }
    return String(decoding: buffer, as: UTF8.self)
  }

  private func readResponseNow() -> (head: String, body: String)? {
    while true {
      let text = String(decoding: buffer, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        let length =
          head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
        let total = text[..<end.upperBound].utf8.count + length
        if buffer.count >= total {
          let body = String(decoding: buffer[(total - length)..<total], as: UTF8.self)
          buffer.removeFirst(total)
          return (head, body)
        }
      }
      guard fill() else { return nil }
    }
  }

  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk.prefix(count)
    return true
  }
}
