public import OynaValue

/// The exact bytes of a request's body. They are never encoded anew: another order of members would
/// be another fingerprint to the server.
///
/// It is made of a `Value`, which no secret can become; what looks like one by its name or shape is
/// refused as well (QUEUE.md §2.10).
public struct OutboxPayload: Sendable, Hashable {
  /// Sent as they are: encoding them again could change the fingerprint.
  public let bytes: [UInt8]
  /// The media type of `bytes`.
  public let contentType: String

  /// Encodes `value` as JSON.
  ///
  /// Throws `sensitivePayload` for what looks like a secret and `payloadTooLarge` over `limit`
  /// bytes.
  public init(_ value: Value, limit: Int = 64 * 1_024) throws(OutboxError) {
    var writer = JSONWriter()
    writer.value(value)
    try self.init(json: writer.bytes, limit: limit)
  }

  /// A body that is JSON already, such as that of a form.
  ///
  /// Throws as `init(_:limit:)` does.
  public init(json bytes: [UInt8], limit: Int = 64 * 1_024) throws(OutboxError) {
    guard bytes.count <= limit else { throw .payloadTooLarge(bytes.count, limit: limit) }
    if let finding = SensitiveScan.firstFinding(in: bytes) { throw .sensitivePayload(finding) }
    self.bytes = bytes
    contentType = "application/json"
  }

  /// A body that a store read back. It is scanned again: a file is no trusted source.
  public init(stored bytes: [UInt8], contentType: String) throws(OutboxError) {
    if let finding = SensitiveScan.firstFinding(in: bytes) { throw .sensitivePayload(finding) }
    self.bytes = bytes
    self.contentType = contentType
  }
}
