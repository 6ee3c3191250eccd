/// A natural number of any size, for the exact reading and writing of binary numbers.
///
/// Base 2³², least significant first, no leading zero limb; zero has no limbs. Sizes here are
/// bounded by the callers (about 1,100 decimal digits), so schoolbook methods are right.
struct BigNatural {
  private(set) var limbs: [UInt32]

  init(_ value: UInt64) {
    limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    trim()
  }

  var isZero: Bool { limbs.isEmpty }

  var bitCount: Int {
    guard let top = limbs.last else { return 0 }
    return limbs.count * 32 - top.leadingZeroBitCount
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }

  /// self × factor + addend.
  mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = UInt64(addend)
    for index in limbs.indices {
      let product = UInt64(limbs[index]) * UInt64(factor) + carry
      limbs[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
    trim()
  }

  mutating func multiply(byPowerOfFive exponent: Int) {
    var left = exponent
    while left >= 13 {
      multiply(by: 1_220_703_125)
      left -= 13
    }
    var rest: UInt32 = 1
    for _ in 0..<left { rest *= 5 }
    multiply(by: rest)
  }

  mutating func multiply(byPowerOfTen exponent: Int) {
    multiply(byPowerOfFive: exponent)
    shiftLeft(exponent)
  }

  mutating func shiftLeft(_ bits: Int) {
    guard bits > 0, !isZero else { return }
    let small = UInt64(bits % 32)
    if small > 0 {
      var carry: UInt64 = 0
      for index in limbs.indices {
        let shifted = UInt64(limbs[index]) << small | carry
        limbs[index] = UInt32(truncatingIfNeeded: shifted)
        carry = shifted >> 32
      }
      if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
    }
    limbs.insert(contentsOf: repeatElement(0, count: bits / 32), at: 0)
  }

  /// self ÷ divisor; the remainder.
  mutating func divide(by divisor: UInt32) -> UInt32 {
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      let part = remainder << 32 | UInt64(limbs[index])
      limbs[index] = UInt32(truncatingIfNeeded: part / UInt64(divisor))
      remainder = part % UInt64(divisor)
    }
    trim()
    return UInt32(truncatingIfNeeded: remainder)
  }

  /// self − other, which is not larger.
  mutating func subtract(_ other: BigNatural) {
    var borrow: Int64 = 0
    for index in limbs.indices {
      let taken = index < other.limbs.count ? Int64(other.limbs[index]) : 0
      let difference = Int64(limbs[index]) - taken - borrow
      limbs[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference < 0 ? 1 : 0
    }
    trim()
  }

  mutating func add(_ other: BigNatural) {
    var carry: UInt64 = 0
    for index in 0..<max(limbs.count, other.limbs.count) {
      if index == limbs.count { limbs.append(0) }
      let addend = index < other.limbs.count ? UInt64(other.limbs[index]) : 0
      let sum = UInt64(limbs[index]) + addend + carry
      limbs[index] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
    if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
  }

  /// The 64 bits from the highest set bit down, and whether a bit below them is set.
  var topBits: (bits: UInt64, isInexact: Bool) {
    var bits: UInt64 = 0
    var taken = 0
    var isInexact = false
    for limb in limbs.reversed() {
      let width = taken == 0 ? 32 - limb.leadingZeroBitCount : 32
      let room = 64 - taken
      if room >= width {
        bits = width == 64 ? UInt64(limb) : bits << UInt64(width) | UInt64(limb)
        taken += width
      } else {
        let low = UInt64(limb)
        bits = bits << UInt64(room) | low >> UInt64(width - room)
        if low & (UInt64(1) << UInt64(width - room) - 1) != 0 { isInexact = true }
        taken = 64
      }
    }
    return (bits << UInt64(64 - taken), isInexact)
  }

  static func compare(_ left: BigNatural, _ right: BigNatural) -> Int {
    if left.limbs.count != right.limbs.count { return left.limbs.count - right.limbs.count }
    for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
      return left.limbs[index] < right.limbs[index] ? -1 : 1
    }
    return 0
  }
}
