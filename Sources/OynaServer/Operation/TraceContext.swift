/// The place of a request in a distributed trace (W3C Trace Context, `traceparent`).
///
/// It goes in with the client's request, or begins here, and goes on with what is forwarded and
/// into the log lines, so that one id finds all of them.
public struct TraceContext: Sendable, Hashable {
  /// 32 hexadecimal digits in lower case, not all 0.
  public let traceID: String
  /// 16 hexadecimal digits: who sent it on.
  public let parentID: String
  /// Bit 0: the caller records this trace. Other bits are not passed on (§3.3).
  public let flags: UInt8

  /// Reads a header `traceparent`; nil for anything but what the recommendation allows (§3.2).
  ///
  /// A later version is read as version 00, as far as this one goes.
  public init?(_ header: String) {
    let bytes = Array(header.utf8)
    guard bytes.count >= 55, let version = Self.hex(bytes[0..<2]), version != 0xFF,
      bytes[2] == 0x2D, bytes[35] == 0x2D, bytes[52] == 0x2D,
      bytes.count == 55 || (version != 0 && bytes[55] == 0x2D), bytes.count <= 255,
      Self.isIdentifier(bytes[3..<35]), Self.isIdentifier(bytes[36..<52]),
      let flags = Self.hex(bytes[53..<55])
    else { return nil }
    traceID = String(decoding: bytes[3..<35], as: UTF8.self)
    parentID = String(decoding: bytes[36..<52], as: UTF8.self)
    self.flags = flags & 1
  }

  /// A trace that begins here, not recorded by anybody else; nil without random bytes.
  init?() {
    guard let random = Digest.random(24), random.prefix(16).contains(where: { $0 != 0 }),
      random.suffix(8).contains(where: { $0 != 0 })
    else { return nil }
    traceID = Digest.hex(random.prefix(16))
    parentID = Digest.hex(random.suffix(8))
    flags = 0
  }

  private init(traceID: String, parentID: String, flags: UInt8) {
    self.traceID = traceID
    self.parentID = parentID
    self.flags = flags
  }

  /// The same trace with a new parent: what a request that is sent on carries.
  func child() -> TraceContext {
    guard let random = Digest.random(8), random.contains(where: { $0 != 0 }) else { return self }
    return TraceContext(traceID: traceID, parentID: Digest.hex(random), flags: flags)
  }

  /// As the header has it, in version 00.
  public var header: String { "00-\(traceID)-\(parentID)-0\(flags)" }

  private static func isIdentifier(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { digit($0) != nil } && bytes.contains { $0 != 0x30 }
  }

  private static func hex(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    guard let high = bytes.first.flatMap(digit), let low = bytes.last.flatMap(digit) else {
      return nil
    }
    return high << 4 | low
  }

  /// Lower case only (§3.2.2).
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
