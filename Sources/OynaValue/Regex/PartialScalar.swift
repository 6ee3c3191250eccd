/// How far a thread has come inside a scalar: the state of the automaton that a class stands for.
///
/// ```
/// [а-я] is U+0430...U+044F, in UTF-8 D0 B0 ... D1 8F
///   D0 → may become U+0400...U+043F, of which the class takes some: remember the bits so far
///   D1 → may become U+0440...U+047F: the same
/// \p{Han}
///   E5 → may become U+5000...U+5FFF, of which it takes all: remember only that two bytes follow
/// ```
/// What a class takes or refuses as a whole needs no memory of the bits, so the automaton that
/// comes about is as small as one with shared suffixes, and no part of it is made in advance.
struct PartialScalar: Hashable {
  /// Bits 0-1: bytes to come, 1 to 3. Bit 2: whatever they are. From bit 3: the bits so far.
  let rawValue: UInt32

  private init(prefix: UInt32, remaining: UInt32) { rawValue = prefix << 3 | remaining }
  private init(anyOf remaining: UInt32) { rawValue = 4 | remaining }
  init(rawValue: UInt32) { self.rawValue = rawValue }

  enum Step {
    case refused
    case taken
    case partial(PartialScalar)
  }

  /// The step of a thread before a scalar.
  static func first(
    _ byte: UInt8, _ scalarClass: RegularExpression.ScalarClass,
    _ program: RegularExpression.Program
  ) -> Step {
    if byte < 0x80 { return scalarClass.contains(ascii: byte) ? .taken : .refused }
    if scalarClass.isASCII { return .refused }
    switch byte {
    case 0xC2...0xDF: return enter(UInt32(byte & 0x1F), 1, scalarClass, program)
    case 0xE0...0xEF: return enter(UInt32(byte & 0x0F), 2, scalarClass, program)
    case 0xF0...0xF4: return enter(UInt32(byte & 0x07), 3, scalarClass, program)
    default: return .refused
    }
  }

  /// The step of a thread inside a scalar.
  func next(
    _ byte: UInt8, _ scalarClass: RegularExpression.ScalarClass,
    _ program: RegularExpression.Program
  ) -> Step {
    guard byte & 0xC0 == 0x80 else { return .refused }
    let remaining = rawValue & 3 - 1
    if rawValue & 4 != 0 {
      return remaining == 0 ? .taken : .partial(PartialScalar(anyOf: remaining))
    }
    let prefix = (rawValue >> 3) << 6 | UInt32(byte & 0x3F)
    if remaining == 0 {
      return program.contains(prefix, in: scalarClass) ? .taken : .refused
    }
    // Overlong forms begin with E0 80...9F and F0 80...8F; F4 90... is beyond Unicode.
    if remaining == 1 && prefix < 0x20 || remaining == 2 && !(0x10...0x10F).contains(prefix) {
      return .refused
    }
    return Self.enter(prefix, remaining, scalarClass, program)
  }

  private static func enter(
    _ prefix: UInt32, _ remaining: UInt32, _ scalarClass: RegularExpression.ScalarClass,
    _ program: RegularExpression.Program
  ) -> Step {
    let low = prefix << (6 * remaining)
    let high = low | (1 << (6 * remaining) - 1)
    // After E0, F0 and F4 not every byte may follow, so they are never "whatever they are".
    let isLimited = remaining == 2 && prefix == 0 || remaining == 3 && (prefix == 0 || prefix == 4)
    switch program.coverage(of: max(low, 0x80), min(high, ScalarSet.last), in: scalarClass) {
    case .none: return .refused
    case .all where !isLimited: return .partial(PartialScalar(anyOf: remaining))
    case .all, .some: return .partial(PartialScalar(prefix: prefix, remaining: remaining))
    }
  }
}
