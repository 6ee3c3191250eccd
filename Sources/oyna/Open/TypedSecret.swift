import OynaEngine

/// A secret on its way from the keyboard: bytes that are overwritten whenever they move.
final class TypedSecret {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private var count = 0
  /// The most that a field takes from a keyboard, in bytes.
  private static let capacity = 4_096

  init() {
    bytes = .allocate(capacity: Self.capacity)
    bytes.initialize(repeating: 0)
  }

  deinit {
    Self.erase(bytes)
    bytes.deallocate()
  }

  /// Appends a typed character; what does not fit is not taken.
  func append(_ scalar: Unicode.Scalar) {
    let encoded = UTF8.encode(scalar)
    guard let encoded, count + encoded.count <= Self.capacity else { return }
    for byte in encoded {
      bytes[count] = byte
      count += 1
    }
  }

  /// Takes the last character away.
  func removeLast() {
    while count > 0 {
      count -= 1
      let byte = bytes[count]
      bytes[count] = 0
      if byte & 0xC0 != 0x80 { break }
    }
  }

  func removeAll() {
    Self.erase(bytes)
    count = 0
  }

  /// A copy for the engine; whoever asked wipes it.
  var secret: Secret { Secret(copying: UnsafeBufferPointer(rebasing: bytes[..<count])) }

  /// The stores stay: to the optimiser the call may read the memory.
  @inline(never) @_optimize(none)
  private static func erase(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for place in bytes.indices { bytes[place] = 0 }
  }
}
