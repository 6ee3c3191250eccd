/// Looks for a byte eight bytes a step.
enum ByteSearch {
  /// The first index of `byte` at or after `start`; `end` when there is none before it.
  static func firstIndex(
    of byte: UInt8, in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let pattern = ones &* UInt64(byte)
    var index = start
    while index &+ 8 <= end {
      // Unsafe: the eight bytes from `index` on end at `end` or before.
      let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self) ^ pattern
      // The high bit of each byte that is 0; the lowest one set is exact.
      let zeros = (word &- ones) & ~word & (ones << 7)
      if zeros != 0 { return index &+ UInt64(littleEndian: zeros).trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < end && bytes[index] != byte { index &+= 1 }
    return index
  }
}
