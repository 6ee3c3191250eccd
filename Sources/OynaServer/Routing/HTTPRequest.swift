import OynaValue

/// A request as a value: what a handler decides on. It knows no socket.
public struct HTTPRequest: Sendable {
  /// In upper case as it was sent: `GET`, `POST`, …
  public let method: String
  /// The decoded path, such as `/screens/loan`; nil when the target is malformed or climbs (`..`).
  public let path: String?
  /// The query's parameters, decoded, in order.
  public let query: [(name: String, value: String)]
  /// As they came.
  public let headers: HTTPFields
  /// Nil when the request has none.
  public let body: HTTPBody?
  /// The address of the peer without its port; empty when unknown. Behind proxies that are
  /// trusted, ``Service`` makes it the client's.
  public internal(set) var client: String
  /// The trace that it belongs to; set by ``Service``.
  public internal(set) var trace: TraceContext?
  /// Its name in logs and answers; set by ``Service``, empty until then.
  public internal(set) var id = ""

  /// - Parameter target: the path as it was sent, percent-encoded, without the query.
  public init(
    method: String, target: String, query: [(name: String, value: String)] = [],
    headers: HTTPFields = HTTPFields(), body: HTTPBody? = nil, client: String = ""
  ) {
    self.method = method
    self.path = RequestTarget.path(target)
    self.query = query
    self.headers = headers
    self.body = body
    self.client = client
  }

  /// The first value of a query parameter.
  public func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// The grammar of request targets (RFC 9112 §3.2), read strictly.
enum RequestTarget {
  /// The decoded path of a target in origin or absolute form.
  ///
  /// Nil for a bad escape, bad UTF-8, a control character, a backslash, or a segment `.` or `..`,
  /// encoded or not: whoever sends one wants out of the directory.
  static func path(_ target: String) -> String? {
    if isPlain(target) { return target }
    var rest = Substring(target)
    for scheme in ["http://", "https://"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      guard let slash = rest.firstIndex(of: "/") else { return "/" }
      rest = rest[slash...]
    }
    guard rest.utf8.first == UInt8(ascii: "/"), let path = decode(rest.utf8) else { return nil }
    let isBad = path.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
    let climbs = path.split(separator: "/").contains { $0 == ".." || $0 == "." }
    return isBad || climbs ? nil : path
  }

  /// The text of percent-encoded bytes; nil for a bad escape or bad UTF-8.
  static func decode(_ text: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(hexValue),
        let low = iterator.next().flatMap(hexValue)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validUTF8: bytes)
  }

  /// The text of a query parameter, where `+` is a space.
  static func decodeParameter(_ text: String) -> String? {
    decode(text.utf8.lazy.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
  }

  /// Whether the target is its own path: nothing to decode and nothing to refuse.
  private static func isPlain(_ target: String) -> Bool {
    guard target.utf8.first == UInt8(ascii: "/") else { return false }
    var previous = UInt8(ascii: "/")
    for byte in target.utf8 {
      switch byte {
      case UInt8(ascii: "."):
        if previous == UInt8(ascii: "/") { return false }
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        break
      default: return false
      }
      previous = byte
    }
    return true
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
