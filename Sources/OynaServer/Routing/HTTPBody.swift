import Foundation

/// The body of a request. Its bytes may hold a secret, so they are overwritten once nobody needs
/// them: there is one buffer, never copied, wiped when it goes.
public final class HTTPBody: @unchecked Sendable {
  // Filled by one thread before it is handed over, and only read from then on.
  private var storage: UnsafeMutableRawBufferPointer
  /// The length in bytes.
  public private(set) var count = 0

  /// An empty body with room for `capacity` bytes.
  init(capacity: Int) {
    storage = .allocate(byteCount: max(capacity, 64), alignment: 16)
  }

  /// A body of given bytes.
  public convenience init(_ bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count)
    storage.copyBytes(from: bytes)
    count = bytes.count
  }

  deinit {
    wipe(storage)
    storage.deallocate()
  }

  /// Whether it has no bytes.
  public var isEmpty: Bool { count == 0 }

  /// Lends the bytes for the time of the call.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }

  /// Adds bytes; called by the transport while the body arrives.
  func append(_ bytes: UnsafeRawBufferPointer) {
    let needed = count + bytes.count
    if needed > storage.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(needed, storage.count * 2), alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
      wipe(storage)
      storage.deallocate()
      storage = larger
    }
    storage[count...].copyBytes(from: bytes)
    count = needed
  }

  private func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    // Not `memset`: the compiler may drop a store that nobody reads.
    explicit_bzero(start, bytes.count)
  }
}
