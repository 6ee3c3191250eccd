/// Where a request goes: its method and URL. Headers and tokens are made when it is sent.
public struct OutboxTarget: Sendable, Hashable {
  /// `POST`, `PUT`, `PATCH` or `DELETE`.
  public let method: String
  /// Absolute (`https://…`), or a path on the application's own server (`/api/v1/transfers`).
  public let url: String
  /// Scheme and authority of an absolute URL, lower case; empty for the own server.
  public let host: String

  /// Fails for another method, a URL that is neither absolute http(s) nor a path, one longer than
  /// 2,048 bytes, one with a user's name or password in it, or one with a control character.
  public init?(_ method: String, _ url: String) {
    guard ["POST", "PUT", "PATCH", "DELETE"].contains(method), url.utf8.count <= 2_048,
      url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let host = Self.host(of: url)
    else { return nil }
    self.method = method
    self.url = url
    self.host = host
  }

  private init(method: String, url: String, host: String) {
    self.method = method
    self.url = url
    self.host = host
  }

  /// The same request at the place that a redirect names; nil when that is another origin.
  func redirected(to location: String) -> OutboxTarget? {
    guard let target = OutboxTarget(method, location) else { return nil }
    if target.host == host { return target }
    // A path on the same host.
    guard target.host.isEmpty else { return nil }
    return OutboxTarget(method: method, url: host + location, host: host)
  }

  private static func host(of url: String) -> String? {
    if url.hasPrefix("/") { return url.hasPrefix("//") ? nil : "" }
    var scheme = ""
    for candidate in ["https://", "http://"] where url.hasPrefix(candidate) { scheme = candidate }
    guard !scheme.isEmpty else { return nil }
    let authority = url.utf8.dropFirst(scheme.utf8.count).prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    guard !authority.isEmpty, !authority.contains(UInt8(ascii: "@")) else { return nil }
    let lower = authority.map { 65...90 ~= $0 ? $0 + 32 : $0 }
    return scheme + String(decoding: lower, as: UTF8.self)
  }
}
