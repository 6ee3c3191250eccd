/// Makes idempotency keys from a seed: the n-th key of a seed is always the same.
///
/// A key is 128 bits written as a UUID. The bits are those of the seed, stepped and mixed with
/// SplitMix64's finaliser (Steele, Lea, Flood 2014), which is a bijection: keys of one seed never
/// repeat.
struct IdempotencyKeys {
  private var high: UInt64
  private var low: UInt64

  init(_ seed: Context.Seed) {
    high = seed.high
    low = seed.low
  }

  mutating func next() -> String {
    high &+= 0x9E37_79B9_7F4A_7C15
    low &+= 0xD1B5_4A32_D192_ED03
    return IdempotencyKeys.uuid(IdempotencyKeys.mix(high), IdempotencyKeys.mix(low))
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Version 8 (RFC 9562 §5.8): bits of the maker's own choosing.
  private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
    let first = high & ~0xF000 | 0x8000
    let second = low & ~(3 << 62) | 2 << 62
    let digits = StaticHexDigits()
    var text: [UInt8] = []
    for place in 0..<32 {
      if place == 8 || place == 12 || place == 16 || place == 20 { text.append(UInt8(ascii: "-")) }
      let word = place < 16 ? first : second
      text.append(digits[UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (place % 16))) & 15])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
