/// Text that must leave no trace: UTF-8 bytes in a buffer of its own, overwritten when it is wiped
/// or released. It has no description, no mirror and no conversion to `String` or `Value`, so it
/// cannot reach a log, a queue, an undo history or an expression.
public final class Secret: @unchecked Sendable {
  // Unchecked: the buffer is mutable. The one owner is the engine that holds the secret (or the
  // host that made it and hands it over); nobody wipes a secret that another thread still reads.
  let bytes: ErasableBytes

  /// Copies `utf8`; the caller wipes its own bytes.
  public init(copying utf8: UnsafeBufferPointer<UInt8>) {
    bytes = ErasableBytes(capacity: utf8.count)
    bytes.append(utf8)
  }

  /// Whether nothing is typed, or everything was wiped.
  public var isEmpty: Bool { bytes.count == 0 }

  /// The length in UTF-8 bytes; 0 after `wipe()`.
  public var byteCount: Int { bytes.count }

  /// The length in grapheme clusters: what a person counts. Linear.
  public var characterCount: Int { bytes.withUnsafeBytes { UTF8Text($0).graphemeCount } }

  /// Lends the UTF-8 bytes. The closure must not let a copy of them outlive it.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBytes(body)
  }

  /// Another secret with the same bytes, wiped on its own.
  func copy() -> Secret {
    withUnsafeBytes { Secret(copying: $0) }
  }

  func equals(_ other: Secret) -> Bool {
    withUnsafeBytes { left in other.withUnsafeBytes { right in left.elementsEqual(right) } }
  }

  /// Overwrites the bytes; the secret is empty afterwards.
  public func wipe() { bytes.wipe() }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { Secret.mask }
  public var debugDescription: String { Secret.mask }
  /// What stands for a secret wherever one would be printed.
  public static let mask = "•••"
}

#if !hasFeature(Embedded)
  extension Secret: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
#endif
