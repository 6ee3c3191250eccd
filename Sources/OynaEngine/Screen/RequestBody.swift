/// The frozen body of a request: JSON text.
///
/// It lives in a buffer that can be overwritten, for it may hold a secret: the engine wipes such a
/// body once the request settled. A host sends it by `withUnsafeBytes`, keeps no copy, and shows
/// `redacted` where a person or a log reads it.
public final class RequestBody: @unchecked Sendable {
  // Unchecked: `wipe` mutates. Only the engine wipes, after the host reported the outcome.
  private let bytes: ErasableBytes
  /// Where secrets stand: the range of each JSON string, its quotes included.
  private let secretRanges: [Range<Int>]
  /// True once the bytes were overwritten: the body cannot be sent any more.
  public private(set) var isWiped = false

  fileprivate init(bytes: ErasableBytes, secretRanges: [Range<Int>]) {
    self.bytes = bytes
    self.secretRanges = secretRanges
  }

  /// True when a secret is, or was, in the body.
  public var hasSecret: Bool { !secretRanges.isEmpty }

  /// The length in bytes; 0 after the body was wiped.
  public var count: Int { bytes.count }

  /// Lends the bytes of the body; empty after it was wiped.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBytes(body)
  }

  /// The body with `"•••"` for each secret, as replay and logs print it.
  public var redacted: [UInt8] {
    var result: [UInt8] = []
    bytes.withUnsafeBytes { all in
      guard !isWiped else { return }
      var next = 0
      for range in secretRanges {
        result.append(contentsOf: all[next..<range.lowerBound])
        result.append(contentsOf: "\"\(Secret.mask)\"".utf8)
        next = range.upperBound
      }
      result.append(contentsOf: all[next...])
    }
    return result
  }

  /// Overwrites the body's bytes.
  func wipe() {
    bytes.wipe()
    isWiped = true
  }
}

extension RequestBody: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "RequestBody(\(count) bytes)" }
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension RequestBody: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
#endif

/// Writes a body. Clear text comes as JSON bytes, a secret goes from its buffer straight into the
/// body's.
struct RequestBodyWriter {
  private let bytes = ErasableBytes(capacity: 256)
  private var secretRanges: [Range<Int>] = []

  mutating func append(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { bytes.append($0) }
  }

  /// Writes the secret as a JSON string (RFC 8259 §7).
  mutating func append(_ secret: Secret) {
    let start = bytes.count
    bytes.append(UInt8(ascii: "\""))
    secret.withUnsafeBytes { utf8 in
      for byte in utf8 { appendEscaped(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
    secretRanges.append(start..<bytes.count)
  }

  private func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      let digits = StaticHexDigits()
      for ascii in [UInt8(ascii: "\\"), UInt8(ascii: "u"), 0x30, 0x30] { bytes.append(ascii) }
      bytes.append(digits[byte >> 4])
      bytes.append(digits[byte & 15])
    default:
      bytes.append(byte)
    }
  }

  consuming func finish() -> RequestBody {
    RequestBody(bytes: bytes, secretRanges: secretRanges)
  }
}

/// The sixteen hexadecimal digits in lower case.
struct StaticHexDigits {
  subscript(nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }
}
