/// The headers that tell a browser what a page of this server may do.
public struct SecurityHeaders: Sendable {
  /// For every answer.
  let common: [(name: String, value: String)]
  /// For pages, besides `common`.
  let page: [(name: String, value: String)]
  /// For scripts, besides `common`: a service worker obeys the policy that it came with, and asks
  /// for the page's files.
  let script: [(name: String, value: String)]
  /// For everything else, besides `common`.
  let data: [(name: String, value: String)]

  /// - Parameters:
  ///   - isBehindTLS: whether clients reach the server by `https` only; adds HSTS (RFC 6797).
  ///   - frameAncestors: origins that may show a page in a frame; none by default (clickjacking).
  ///   - cardOrigins: origins of payment providers that a page may send card data to; none else.
  ///   - imageOrigins: origins that a page which takes cards may load images from. The address of
  /// an
  ///     image can carry anything away, so that such a page loads from nowhere else; any other page
  ///     loads from every `https` origin.
  ///   - isInDevelopment: whether pages may show each other in frames, as the playground does.
  public init(
    isBehindTLS: Bool = false, frameAncestors: [String] = [], cardOrigins: [String] = [],
    imageOrigins: [String] = [], isInDevelopment: Bool = false
  ) {
    var common = [
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    if isBehindTLS {
      common.append(("Strict-Transport-Security", "max-age=31536000; includeSubDomains"))
    }
    self.common = common
    let connect = (["'self'"] + cardOrigins).joined(separator: " ")
    let framing = (isInDevelopment ? ["'self'"] : []) + frameAncestors
    let ancestors = framing.isEmpty ? "'none'" : framing.joined(separator: " ")
    let frames = isInDevelopment ? "frame-src 'self'; " : ""
    let images = cardOrigins.isEmpty && imageOrigins.isEmpty ? ["https:"] : imageOrigins
    let imageSources = (["'self'", "data:"] + images).joined(separator: " ")
    // The page's own WebAssembly is compiled, no text ever is: 'wasm-unsafe-eval' and not
    // 'unsafe-eval' (CSP 3 §6.7.2).
    page = [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
          + "img-src \(imageSources); font-src 'self'; connect-src \(connect); "
          + "\(frames)manifest-src 'self'; form-action 'self'; base-uri 'none'; "
          + "frame-ancestors \(ancestors)"
      ),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      (
        "Permissions-Policy",
        "camera=(), microphone=(), geolocation=(), usb=(), payment=(self)"
      ),
    ]
    script = [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
      )
    ]
    data = [("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")]
  }

  /// Whether a text is one source of a policy: in printable ASCII, and without what would begin
  /// another source, another directive or another policy.
  static func isSource(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",")
      }
  }

  /// Adds the headers that fit the answer's type.
  func add(to response: inout HTTPResponse) {
    for header in common { response.headers.append(header.name, header.value) }
    let type = response.headers["content-type"] ?? ""
    let own = type.hasPrefix("text/html") ? page : type.hasPrefix("text/javascript") ? script : data
    for header in own { response.headers.append(header.name, header.value) }
  }
}
