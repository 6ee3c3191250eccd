#if os(Linux)
  import Foundation

  /// A server on this machine that answers each connection with the next of its answers, byte for
  /// byte, and keeps what it was sent. An answer of nil is none at all.
  final class LocalServer: @unchecked Sendable {
    // `received` is used under `lock`; the rest is set before the thread starts.
    private let lock = NSLock()
    private var received: [String] = []
    private let listener: Int32
    let port: UInt16

    var requests: [String] { lock.withLock { received } }
    var url: URL { URL(string: "http://127.0.0.1:\(port)/") ?? URL(fileURLWithPath: "/") }

    init(_ answers: [String?]) {
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let listener = listener
      port = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(listener, address, size)
          listen(listener, 16)
          getsockname(listener, address, &size)
        }
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
      Thread { self.serve(answers) }.start()
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    deinit { close(listener) }

    private func serve(_ answers: [String?]) {
      var open: [Int32] = []
      for answer in answers {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        let text = request(connection)
        lock.withLock { received.append(text) }
        if let answer {
          _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
          shutdown(connection, Int32(SHUT_RDWR))
          close(connection)
        } else {
          open.append(connection)
        }
      }
      // Until the client gives up.
      for connection in open {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        close(connection)
      }
    }

    /// The head, and a body of the length that it names.
    private func request(_ connection: Int32) -> String {
      var text = ""
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(connection, &chunk, chunk.count, 0)
        guard count > 0 else { return text }
        text += String(decoding: chunk[..<count], as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { continue }
        let length =
          text.lowercased().firstMatch(of: /content-length: *([0-9]+)/)
          .flatMap { Int($0.1) } ?? 0
        if text[end.upperBound...].utf8.count >= length { return text }
      }
    }
  }
#endif
