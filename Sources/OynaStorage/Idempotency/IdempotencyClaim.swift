/// A request's claim to be executed: the key that its client made, and what it is a key for.
///
/// Rules: draft-ietf-httpapi-idempotency-key-header-07. The fingerprint is an HMAC, made by the
/// server under a key of its own: a plain hash of a body with a passport number could be guessed.
public struct IdempotencyClaim: Sendable, Hashable {
  /// Whose key it is: keys of two tenants never meet.
  public let tenant: String
  /// 1 to 255 characters, chosen by the client.
  public let key: String
  /// The HMAC of method, path and body under the current server key.
  public let fingerprint: [UInt8]
  /// The same under former server keys, so that a rotation does not make a retry look different.
  public let formerFingerprints: [[UInt8]]
  /// When the claim is made, in milliseconds since 1970.
  public let now: Int64
  /// When the key is forgotten, in milliseconds since 1970; from then on it is a new key.
  public let expires: Int64

  /// A claim of these parts.
  public init(
    tenant: String, key: String, fingerprint: [UInt8], formerFingerprints: [[UInt8]] = [],
    now: Int64, expires: Int64
  ) {
    self.tenant = tenant
    self.key = key
    self.fingerprint = fingerprint
    self.formerFingerprints = formerFingerprints
    self.now = now
    self.expires = expires
  }

  /// Whether a stored fingerprint is of this claim's request.
  package func matches(_ stored: [UInt8]) -> Bool {
    stored == fingerprint || formerFingerprints.contains(stored)
  }
}

/// An answer as it was sent the first time, so that it can be sent again.
public struct StoredAnswer: Sendable, Hashable {
  /// HTTP status, 100 to 599.
  public let status: Int
  /// The media type of `body`.
  public let contentType: String
  /// BCP 47 tag of the body's language; empty when it has none.
  public let language: String
  /// The bytes as they were sent.
  public let body: [UInt8]

  /// An answer of these parts.
  public init(status: Int, contentType: String, language: String = "", body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.language = language
    self.body = body
  }
}

/// What became of a claim.
public enum IdempotencyOutcome: Sendable, Hashable {
  /// The effect ran now and is durable.
  case executed(StoredAnswer)
  /// The effect ran earlier; this was its answer, success or error.
  case replayed(StoredAnswer)
  /// A request with this key runs at this moment; its answer will be there later.
  case inProgress
  /// The key was used for another request.
  case reused
}
