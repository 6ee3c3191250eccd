import CMicrohttpd
import Foundation
import OynaStorage

/// The certificate chain and the private key of the process, as TLS connections that begin from now
/// on use them.
///
/// The TLS library asks without saying for whom, so a process has one.
public final class TLSIdentity: Sendable {
  private let certificate: String
  private let key: String

  /// What handshakes use. One that runs may still read a former pair, so those are never freed:
  /// some kilobytes for each change of the certificate.
  private static let current = Locked<Pair?>(nil)

  private struct Pair: @unchecked Sendable {
    // Read only, once it is made.
    let content: oyna_tls_pair
  }

  /// Why there is no identity.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// A whole sentence for the operator; never a part of the key.
    public let description: String
  }

  /// Reads a chain and a key in PEM; a key file that others may read is refused.
  public init(certificate: String, key: String) throws(Failure) {
    self.certificate = certificate
    self.key = key
    try reload()
  }

  /// Reads the files again. When that fails the former certificate stays.
  public func reload() throws(Failure) {
    let chain = try Self.read(certificate)
    var secret = try Self.read(key)
    defer {
      secret.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
      }
    }
    var status = stat()
    guard stat(key, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw Failure(description: "The key \(key) can be read by others. Run: chmod 600 \(key)")
    }
    var pair = oyna_tls_pair()
    switch oyna_tls_read(&pair, chain, chain.count, secret, secret.count) {
    case 0:
      let made = Pair(content: pair)
      Self.current.withLock { $0 = made }
    case 1: throw Failure(description: "\(certificate) is no certificate chain in PEM.")
    case 2: throw Failure(description: "\(key) is no private key in PEM without a password.")
    default: throw Failure(description: "\(key) is not the key of \(certificate).")
    }
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else {
      throw Failure(description: "\(path) cannot be read.")
    }
    return Array(data)
  }

  /// Called by the TLS library for each handshake.
  static let choose: oyna_tls_callback = { _, _, _, _, _, chain, count, key in
    guard let pair = current.withLock({ $0 })?.content, let chain, let count, let key else {
      return -1
    }
    chain.pointee = pair.chain
    count.pointee = pair.count
    key.pointee = pair.key
    return 0
  }
}
