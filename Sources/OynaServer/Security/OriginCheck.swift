import Foundation

/// Whether a browser may send a request that changes something: only a page of this server may, or
/// somebody who is no browser (CSRF).
///
/// A form of another site cannot send `application/json` without asking first (CORS), which is the
/// first line; this is the second. Sources: Fetch Metadata (W3C), RFC 6454 §7.
struct OriginCheck: Sendable {
  /// Origins that are trusted besides the server's own, such as `https://shop.example`.
  let trusted: Set<String>

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
