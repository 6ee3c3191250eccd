/// A non-negative integer of any width: 32-bit limbs, the least first, no zero limb at the top.
struct WideInteger: Sendable, Comparable {
  private var limbs: [UInt32]

  private init(limbs: [UInt32]) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
  }

  /// `base` to the power of `exponent`.
  static func power(_ base: UInt32, _ exponent: Int) -> WideInteger {
    var result = WideInteger(limbs: [1])
    for _ in 0..<exponent { result = result.multiplied(by: UInt64(base)) }
    return result
  }

  func multiplied(by factor: UInt64) -> WideInteger {
    let low = UInt64(UInt32(truncatingIfNeeded: factor))
    let high = factor >> 32
    var product = [UInt32](repeating: 0, count: limbs.count + 3)
    for (shift, part) in [(0, low), (1, high)] {
      var carry: UInt64 = 0
      for (index, limb) in limbs.enumerated() {
        let sum = UInt64(limb) * part + UInt64(product[index + shift]) + carry
        product[index + shift] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
      var index = limbs.count + shift
      while carry > 0 {
        let sum = UInt64(product[index]) + carry
        product[index] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
        index += 1
      }
    }
    return WideInteger(limbs: product)
  }

  /// The difference; `other` is not the greater one.
  func subtracting(_ other: WideInteger) -> WideInteger {
    var difference = limbs
    var borrow: Int64 = 0
    for index in difference.indices {
      var limb = Int64(difference[index]) - borrow
      if index < other.limbs.count { limb -= Int64(other.limbs[index]) }
      borrow = limb < 0 ? 1 : 0
      difference[index] = UInt32(truncatingIfNeeded: limb)
    }
    return WideInteger(limbs: difference)
  }

  /// The quotient rounded half to even, found bit by bit; nil when it does not fit `Int64`.
  func dividedHalfToEven(by divisor: WideInteger) -> Int64? {
    var quotient: UInt64 = 0
    for bit in stride(from: UInt64(62), through: 0, by: -1) {
      let candidate = quotient | (1 << bit)
      if divisor.multiplied(by: candidate) <= self { quotient = candidate }
    }
    let remainder = subtracting(divisor.multiplied(by: quotient))
    guard remainder < divisor else { return nil }
    let twice = remainder.multiplied(by: 2)
    if twice > divisor || (twice == divisor && quotient % 2 == 1) { quotient += 1 }
    return Int64(exactly: quotient)
  }

  static func < (a: WideInteger, b: WideInteger) -> Bool {
    guard a.limbs.count == b.limbs.count else { return a.limbs.count < b.limbs.count }
    for index in a.limbs.indices.reversed() where a.limbs[index] != b.limbs[index] {
      return a.limbs[index] < b.limbs[index]
    }
    return false
  }
}
