/// A growable byte buffer whose memory is overwritten before it is given back.
///
/// The one place of the engine that holds secret bytes. An `Array` cannot: it reallocates and
/// leaves copies behind that nobody can reach to overwrite.
final class ErasableBytes {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 0) {
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity)
    base.initialize(repeating: 0, count: self.capacity)
  }

  deinit {
    overwrite(base, count: capacity)
    base.deallocate()
  }

  func append(_ byte: UInt8) {
    if count == capacity { grow(to: count + 1) }
    base[count] = byte
    count += 1
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    if capacity - count < bytes.count { grow(to: count + bytes.count) }
    (base + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Overwrites every byte, the unused ones too, and leaves the buffer empty.
  func wipe() {
    overwrite(base, count: capacity)
    count = 0
  }

  private func grow(to needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.initialize(repeating: 0, count: larger)
    moved.update(from: base, count: count)
    overwrite(base, count: capacity)
    base.deallocate()
    base = moved
    capacity = larger
  }
}

/// Stores zeros that the optimiser may not drop.
///
/// Not optimised and not inlined: to the optimiser the call may read the memory, so stores before
/// a `deallocate` are no dead stores. `SecretMemoryTests` looks for what would be left.
@inline(never) @_optimize(none)
private func overwrite(_ base: UnsafeMutablePointer<UInt8>, count: Int) {
  var index = 0
  while index < count {
    base[index] = 0
    index += 1
  }
}
