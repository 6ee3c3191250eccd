/// Reads scalars of UTF-8 as RE2 does: surrogates pass, overlong forms and the rest do not.
enum UTF8Scalar {
  /// The scalar at the start of `bytes` and its length; nil when there is none.
  @inline(__always)
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> (point: UInt32, length: Int)? {
    guard let first = bytes.first else { return nil }
    if first < 0x80 { return (UInt32(first), 1) }
    return decodeLong(bytes)
  }

  private static func decodeLong(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (point: UInt32, length: Int)? {
    let length: Int
    var point: UInt32
    let least: UInt32
    switch bytes[0] {
    case 0xC2...0xDF: (length, point, least) = (2, UInt32(bytes[0] & 0x1F), 0x80)
    case 0xE0...0xEF: (length, point, least) = (3, UInt32(bytes[0] & 0x0F), 0x800)
    case 0xF0...0xF4: (length, point, least) = (4, UInt32(bytes[0] & 0x07), 0x10000)
    default: return nil
    }
    guard bytes.count >= length else { return nil }
    for index in 1..<length {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      point = point << 6 | UInt32(bytes[index] & 0x3F)
    }
    guard point >= least && point <= ScalarSet.last else { return nil }
    return (point, length)
  }
}
