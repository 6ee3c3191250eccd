import Foundation

/// Whether a browser may send a request that changes something: only a page of this server may, or
/// somebody who is no browser (CSRF).
///
/// A form of another site cannot send `application/json` without asking first (CORS), which is the
/// first line; this is the second. Sources: Fetch Metadata (W3C), RFC 6454 §7.
struct OriginCheck: Sendable {
  /// Origins that are trusted besides the server's own, such as `https://shop.example`.
  let trusted: Set<String>

  /// Whether a text is an origin as browsers send it: a scheme, a host in lower case, perhaps a
  /// port; no path, not even a slash. Anything else would never be met.
  static func isOrigin(_ text: String) -> Bool {
    guard let separator = text.range(of: "://") else { return false }
    let scheme = text[..<separator.lowerBound]
    let host = text[separator.upperBound...]
    let isScheme = scheme.utf8.allSatisfy {
      ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2B || $0 == 0x2D
        || $0 == 0x2E
    }
    return !scheme.isEmpty && isScheme && !host.isEmpty && SecurityHeaders.isSource(text)
      && !host.contains("/") && !host.contains("*") && text == text.lowercased()
  }

  func allows(_ request: HTTPRequest) -> Bool {
    let origin = request.headers["origin"]
    if let origin, trusted.contains(origin) { return true }
    if let site = request.headers["sec-fetch-site"] {
      return site == "same-origin" || site == "none"
    }
    guard let origin else { return true }
    // Behind a proxy that ends TLS the scheme differs, so only the hosts are compared.
    guard let host = request.headers["host"], let separator = origin.range(of: "://") else {
      return false
    }
    return origin[separator.upperBound...].lowercased() == host.lowercased()
  }
}
