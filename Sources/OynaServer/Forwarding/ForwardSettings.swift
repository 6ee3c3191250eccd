public import Foundation

/// A back end over HTTP that accepted submissions are posted to.
public struct ForwardSettings: Sendable {
  /// Such as `https://backend.internal/oyna`: the paths of submits are appended.
  public let url: URL
  /// Keys of the signature, the current one first; each makes a signature, so that a back end can
  /// be given a new one while it still has the old. Empty: requests are not signed.
  public var secrets: [[UInt8]] = []
  /// Milliseconds for all attempts of one submission together; less than a client waits.
  public var budget: Int64 = 25_000
  /// Milliseconds for one attempt.
  public var attempt: Int64 = 10_000
  /// Requests to the back end at once; more are told to come later.
  public var requests = 64
  /// Bytes of an answer.
  public var answer = 1 << 20

  /// Why an address is none to forward to.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// A whole sentence for the operator.
    public let description: String
  }

  /// An address `http://` or `https://` with a host, without a query, a fragment or a password.
  public init(url text: String) throws(Failure) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty,
      url.query == nil, url.fragment == nil, url.user == nil
    else {
      throw Failure(
        description: "The back end is an address such as https://backend.example/api, without a "
          + "query or a password.")
    }
    self.url = url
  }

  /// Whether a secret may travel there: over TLS, or without leaving the machine.
  var isPrivate: Bool {
    if url.scheme?.lowercased() == "https" { return true }
    let host = url.host ?? ""
    return ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host)
  }

  /// The path of the address, without a slash at its end; empty when it has none.
  var prefix: String {
    var path = url.path(percentEncoded: true)
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The path as it is sent, for a decoded path of this server.
  func target(_ path: String) -> String {
    var target = prefix
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        target.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        target += "%" + Digest.hex([byte]).uppercased()
      }
    }
    return target
  }

  /// The whole address of a path as it is sent.
  func address(target: String) -> URL? {
    var parts = URLComponents()
    parts.scheme = url.scheme
    parts.host = url.host
    parts.port = url.port
    parts.percentEncodedPath = target
    return parts.url
  }
}
