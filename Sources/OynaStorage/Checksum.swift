/// FNV-1a, 64 bits (Fowler, Noll and Vo): finds accidents, not attacks.
package struct Checksum {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The checksum of a literal: 16 hexadecimal digits.
  package static func text(_ literal: StaticString) -> String {
    var checksum = Checksum()
    checksum.add(
      UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    let digits = String(checksum.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
