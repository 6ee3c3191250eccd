/// A validated submission as it is kept: sensitive fields are masked in `values`, and encrypted in
/// `secrets` where their field asks for it. There is no member for clear text.
public struct SubmissionRecord: Sendable, Hashable {
  /// A UUID made by the server; part of what authenticates each encrypted field.
  public let id: String
  /// Whose submission it is.
  public let tenant: String
  /// The screen that the values were validated against.
  public let screen: String
  /// The path that it was posted to.
  public let url: String
  /// Milliseconds since 1970.
  public let created: Int64
  /// A JSON object `{stateKey: value}` in UTF-8.
  public let values: [UInt8]
  /// The fields that are kept encrypted.
  public let secrets: [EncryptedField]

  /// A record of these parts.
  public init(
    id: String, tenant: String, screen: String, url: String, created: Int64, values: [UInt8],
    secrets: [EncryptedField]
  ) {
    self.id = id
    self.tenant = tenant
    self.screen = screen
    self.url = url
    self.created = created
    self.values = values
    self.secrets = secrets
  }
}

/// One field encrypted by AES-256-GCM; the row's id and the field's key are authenticated with it.
public struct EncryptedField: Sendable, Hashable {
  /// The state key.
  public let key: String
  /// Which server key it was encrypted under.
  public let keyID: String
  /// 12 random bytes (NIST SP 800-38D §8.2.2).
  public let nonce: [UInt8]
  /// The ciphertext followed by the tag of 16 bytes.
  public let sealed: [UInt8]

  /// A field of these parts.
  public init(key: String, keyID: String, nonce: [UInt8], sealed: [UInt8]) {
    self.key = key
    self.keyID = keyID
    self.nonce = nonce
    self.sealed = sealed
  }
}
