import Foundation
public import OynaStorage

/// The server's secret keys: the first encrypts and authenticates, the others only read what was
/// written before they were replaced.
///
/// A key file has one key a line, 64 hexadecimal digits, newest first; to rotate, put a new line on
/// top. From each master key three keys are derived: to encrypt fields at rest, to make the
/// fingerprints of idempotent requests, and to make what a buyer shows to see an order, so that
/// none helps against another.
public struct Keyring: Sendable {
  private let keys: [Key]

  private struct Key: Sendable {
    /// Tells keys apart in stored rows; derived, so it reveals nothing of the key.
    let id: String
    let encryption: [UInt8]
    let fingerprint: [UInt8]
    let access: [UInt8]

    init(master: [UInt8]) {
      id = Digest.hex(Digest.hmac(key: master, "oyna key id 1").prefix(4))
      encryption = Digest.hmac(key: master, "oyna encryption at rest 1")
      fingerprint = Digest.hmac(key: master, "oyna idempotency fingerprint 1")
      access = Digest.hmac(key: master, "oyna access to an order 1")
    }
  }

  /// Why there are no keys.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// A whole sentence for the operator; never a part of a key.
    public let description: String
  }

  /// The keys in a text of one key a line, as a key file or `OYNA_ENCRYPTION_KEY` has them. Empty
  /// lines and lines that start with `#` are skipped.
  ///
  /// - Parameter source: where the text is from, for the message of a failure.
  public init(text: String, source: String) throws(Failure) {
    var keys: [Key] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let master = Digest.bytes(hex: line), master.count == 32 else {
        throw Failure(
          description: "\(source), line \(number + 1): a key is 64 hexadecimal digits. "
            + "Make one with: openssl rand -hex 32")
      }
      keys.append(Key(master: master))
    }
    guard !keys.isEmpty else { throw Failure(description: "\(source) holds no key.") }
    self.keys = keys
  }

  /// The keys of a file. A file that does not exist is made, with one random key, for its owner
  /// only (mode 0600); one that others may read is refused.
  public init(file path: String) throws(Failure) {
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      defer { close(descriptor) }
      guard let key = Digest.random(32) else {
        throw Failure(description: "The system has no random bytes for a key.")
      }
      let line = Array((Digest.hex(key) + "\n").utf8)
      guard write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else {
        throw Failure(description: "The key file \(path) cannot be written.")
      }
    } else if errno != EEXIST {
      throw Failure(
        description: "The key file \(path) cannot be made: \(String(cString: strerror(errno))).")
    }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let permissions = attributes[.posixPermissions] as? Int, permissions & 0o077 == 0
    else {
      throw Failure(
        description: "The key file \(path) can be read by others. Run: chmod 600 \(path)")
    }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw Failure(description: "The key file \(path) cannot be read.")
    }
    try self.init(text: text, source: path)
  }

  /// Encrypts a field under the current key with a random nonce; the row's id and the field's key
  /// are authenticated, so a ciphertext moved to another row or field does not open. Nil when
  /// libcrypto fails.
  public func seal(
    _ plain: UnsafeRawBufferPointer, row: String, field: String
  ) -> EncryptedField? {
    guard let key = keys.first, let nonce = Digest.random(12),
      let sealed = AESGCM.seal(
        plain, key: key.encryption, nonce: nonce, authenticating: Self.context(row, field))
    else { return nil }
    return EncryptedField(key: field, keyID: key.id, nonce: nonce, sealed: sealed)
  }

  /// The plain bytes of a field of a row; nil when its key is not here or anything was changed.
  public func open(_ field: EncryptedField, row: String) -> [UInt8]? {
    guard let key = keys.first(where: { $0.id == field.keyID }) else { return nil }
    return AESGCM.open(
      field.sealed, key: key.encryption, nonce: field.nonce,
      authenticating: Self.context(row, field.key))
  }

  /// The HMAC of a request under each key, the current one first.
  func fingerprints(method: String, path: String, body: HTTPBody?) -> [[UInt8]] {
    let head = Array("\(method) \(path)\n".utf8)
    let digest =
      body?.withBytes { bytes in keys.map { Digest.hmac(key: $0.fingerprint, bytes) } }
      ?? keys.map { Digest.hmac(key: $0.fingerprint, "") }
    return zip(keys, digest).map { key, digest in
      (head + digest).withUnsafeBytes { Digest.hmac(key: key.fingerprint, $0) }
    }
  }

  /// What whoever placed an order shows to see it, under each key, the current one first: 32
  /// hexadecimal digits.
  func accessCodes(order id: String) -> [String] {
    keys.map { Digest.hex(Digest.hmac(key: $0.access, id).prefix(16)) }
  }

  /// Unambiguous: a length before the first part.
  private static func context(_ row: String, _ field: String) -> [UInt8] {
    Array("\(row.utf8.count):\(row)\(field)".utf8)
  }
}
