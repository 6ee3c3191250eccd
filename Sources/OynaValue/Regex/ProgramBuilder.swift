/// Puts a program together from the inside out, as the parser finds the parts.
///
/// Thompson's construction: a fragment has one entry and a list of holes, places where the way
/// onward is not known yet. The list is threaded through the holes themselves: a hole holds
/// `holeFlag | link`, a link being `index << 1 | which`, with 0 the end. The code of a fragment
/// lies in one piece, so a counted repetition copies it and moves its inner references.
struct ProgramBuilder {
  typealias Instruction = RegularExpression.Instruction
  typealias Assertions = RegularExpression.Assertions
  typealias ScalarClass = RegularExpression.ScalarClass

  struct Holes {
    var head: UInt32 = 0
    var tail: UInt32 = 0
  }

  /// What the outermost operation of a fragment is, as far as a next repetition asks.
  enum Shape { case other, star, plus, optional }

  struct Fragment {
    var entry: UInt32
    var holes: Holes
    var start: UInt32
    var end: UInt32
    var isNullable: Bool
    /// Takes no bytes and saves no position: repeating it more than once changes nothing.
    var isZeroWidth = false
    var shape = Shape.other
    /// The parser's flags at the repetition, greediness included.
    var shapeFlags: UInt8 = 0
    /// The largest product of the counted repetitions around one another within.
    var repetitions = 1
    /// With shape `optional`: the entry, holes and nullability of what is optional.
    var innerEntry: UInt32 = 0
    var innerHoles = Holes()
    var innerIsNullable = false
  }

  /// What a program is made of.
  struct Draft {
    var instructions: [Instruction] = []
    var classes: [ScalarClass] = []
    var ranges: [ScalarRange] = []
    var entry: UInt32 = 0
    var groupCount = 1
    var assertions: Assertions = []
    var isAnchoredAtStart = false
    var boundaries: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  }

  static let holeFlag: UInt32 = 0x8000_0000
  /// The classes together may hold this many ranges for each instruction of the limit.
  static let rangesPerInstruction = 16

  private(set) var program = Draft()
  private(set) var fragments: [Fragment] = []
  let limit: Int
  /// The instruction limit was passed: what is built is no longer whole.
  private(set) var isTooLarge = false

  init(limit: Int, expected: Int) {
    self.limit = limit
    program.instructions.reserveCapacity(expected)
    fragments.reserveCapacity(32)
    // Index 0 is never a target, so that link 0 can end a list.
    program.instructions.append(Instruction(operation: .fail))
  }

  // MARK: Parts

  mutating func appendByte(_ low: UInt8, _ high: UInt8) {
    mark(low, high)
    let index = emit(Instruction(operation: .byte, low: low, high: high, next: Self.holeFlag))
    push(index, isNullable: false)
  }

  /// One scalar, by its bytes in UTF-8. Surrogates are encoded as if they were scalars, as in RE2.
  mutating func appendScalar(_ point: UInt32) {
    if point < 0x80 { return appendByte(UInt8(point), UInt8(point)) }
    let items = fragments.count
    Self.withUTF8Encoding(of: point) { appendByte($0, $0) }
    concatenate(from: items)
  }

  /// One scalar of `set`, which is normalized.
  mutating func appendClass(_ set: ScalarSet) {
    let ranges = set.ranges
    guard let first = ranges.first else { return appendFailure() }
    if ranges.count == 1 {
      if first.low == first.high { return appendScalar(first.low) }
      if first.high < 0x80 { return appendByte(UInt8(first.low), UInt8(first.high)) }
    }
    let number = intern(ranges)
    let index = emit(
      Instruction(operation: .scalar, next: Self.holeFlag, argument: UInt32(number)))
    push(index, isNullable: false)
  }

  mutating func appendEmpty() {
    let index = emit(Instruction(operation: .jump, next: Self.holeFlag))
    push(index, isNullable: true)
    fragments[fragments.count - 1].isZeroWidth = true
  }

  mutating func appendAssertion(_ assertion: Assertions) {
    program.assertions.formUnion(assertion)
    if !assertion.isDisjoint(with: .line) { mark(0x0A, 0x0A) }
    if !assertion.isDisjoint(with: .word) {
      mark(0x30, 0x39)
      mark(0x41, 0x5A)
      mark(0x5F, 0x5F)
      mark(0x61, 0x7A)
    }
    let index = emit(
      Instruction(
        operation: .assert, next: Self.holeFlag, argument: UInt32(assertion.rawValue)))
    push(index, isNullable: true)
    fragments[fragments.count - 1].isZeroWidth = true
  }

  private mutating func appendFailure() {
    let index = emit(Instruction(operation: .fail))
    push(index, isNullable: false)
    fragments[fragments.count - 1].holes = Holes()
  }

  // MARK: Operations

  /// Joins the fragments from number `items` on into one, one after the other.
  mutating func concatenate(from items: Int) {
    let count = fragments.count - items
    if count == 1 { return }
    if count == 0 { return appendEmpty() }
    var whole = fragments[items]
    whole.shape = .other
    for index in (items + 1)..<fragments.count {
      let part = fragments[index]
      patch(whole.holes, part.entry)
      whole.holes = part.holes
      whole.isNullable = whole.isNullable && part.isNullable
      whole.isZeroWidth = whole.isZeroWidth && part.isZeroWidth
      whole.repetitions = max(whole.repetitions, part.repetitions)
    }
    whole.end = fragments[fragments.count - 1].end
    fragments.removeSubrange((items + 1)...)
    fragments[items] = whole
  }

  /// Joins the fragments from number `items` on into a choice, the first preferred.
  mutating func alternate(from items: Int) {
    var choice = fragments.removeLast()
    while fragments.count > items {
      let part = fragments.removeLast()
      let index = emit(
        Instruction(operation: .split, next: part.entry, argument: choice.entry))
      choice.entry = index
      choice.start = part.start
      choice.end = index + 1
      choice.holes = join(part.holes, choice.holes)
      choice.isNullable = choice.isNullable || part.isNullable
      choice.isZeroWidth = choice.isZeroWidth && part.isZeroWidth
      choice.repetitions = max(choice.repetitions, part.repetitions)
      choice.shape = .other
    }
    fragments.append(choice)
  }

  /// Makes the last fragment group number `group`.
  mutating func capture(_ group: Int) {
    var fragment = fragments.removeLast()
    let opening = emit(
      Instruction(operation: .save, next: fragment.entry, argument: UInt32(2 * group)))
    let closing = emit(
      Instruction(operation: .save, next: Self.holeFlag, argument: UInt32(2 * group + 1)))
    patch(fragment.holes, closing)
    fragment.entry = opening
    fragment.holes = Holes(head: closing << 1, tail: closing << 1)
    fragment.end = closing + 1
    fragment.isZeroWidth = false
    fragment.shape = .other
    fragments.append(fragment)
  }

  /// `*`, `+` or `?` on the last fragment. RE2 makes one star of two of them with equal flags.
  mutating func repeatLast(_ shape: Shape, isGreedy: Bool, flags: UInt8) {
    var fragment = fragments.removeLast()
    if fragment.shape != .other && fragment.shapeFlags == flags {
      if fragment.shape == shape || fragment.shape == .star {
        return fragments.append(fragment)
      }
      // x?* and x?+, x+* and x+? are all x*, built as such: x+? has other priorities.
      if fragment.shape == .optional {
        undoOptional(&fragment)
        star(&fragment, isGreedy)
      } else {
        starOfPlus(&fragment, isGreedy)
      }
      fragment.shape = .star
      return fragments.append(fragment)
    }
    switch shape {
    case .star: star(&fragment, isGreedy)
    case .plus: plus(&fragment, isGreedy)
    case .optional: optional(&fragment, isGreedy)
    case .other: break
    }
    fragment.shape = shape
    fragment.shapeFlags = flags
    fragments.append(fragment)
  }

  /// `{minimum,maximum}` on the last fragment; maximum nil is without end.
  mutating func repeatLast(_ minimum: Int, _ maximum: Int?, isGreedy: Bool, flags: UInt8) {
    var minimum = minimum
    var maximum = maximum
    let product = repetitionProduct(minimum, maximum)
    if fragments[fragments.count - 1].isZeroWidth {
      minimum = min(minimum, 1)
      maximum = maximum.map { min($0, 1) }
    }
    switch (minimum, maximum) {
    case (0, nil): repeatLast(.star, isGreedy: isGreedy, flags: flags)
    case (1, nil): repeatLast(.plus, isGreedy: isGreedy, flags: flags)
    case (1, 1): fragments[fragments.count - 1].shape = .other
    case (0, 1): repeatLast(.optional, isGreedy: isGreedy, flags: flags)
    case (_, 0):
      let fragment = fragments.removeLast()
      program.instructions.removeSubrange(Int(fragment.start)...)
      appendEmpty()
    default: copyLast(minimum, maximum, isGreedy)
    }
    fragments[fragments.count - 1].repetitions = product
  }

  /// The product of the counts that `{minimum,maximum}` on the last fragment would nest.
  func repetitionProduct(_ minimum: Int, _ maximum: Int?) -> Int {
    fragments[fragments.count - 1].repetitions * max(1, maximum ?? minimum)
  }

  /// Ends the program: the one fragment left is the whole pattern.
  mutating func finish(groupCount: Int) -> Draft {
    let fragment = fragments.removeLast()
    let match = emit(Instruction(operation: .match))
    patch(fragment.holes, match)
    program.entry = fragment.entry
    program.groupCount = groupCount
    program.isAnchoredAtStart = isAnchoredAtStart()
    return program
  }
}

// MARK: - Fragments

extension ProgramBuilder {
  private mutating func emit(_ instruction: Instruction) -> UInt32 {
    let index = UInt32(program.instructions.count)
    if program.instructions.count > limit { isTooLarge = true }
    program.instructions.append(instruction)
    return index
  }

  private mutating func push(_ index: UInt32, isNullable: Bool) {
    let hole = index << 1
    fragments.append(
      Fragment(
        entry: index, holes: Holes(head: hole, tail: hole), start: index, end: index + 1,
        isNullable: isNullable))
  }

  private subscript(hole: UInt32) -> UInt32 {
    get {
      let instruction = program.instructions[Int(hole >> 1)]
      return hole & 1 == 0 ? instruction.next : instruction.argument
    }
    set {
      if hole & 1 == 0 {
        program.instructions[Int(hole >> 1)].next = newValue
      } else {
        program.instructions[Int(hole >> 1)].argument = newValue
      }
    }
  }

  private mutating func patch(_ holes: Holes, _ target: UInt32) {
    var hole = holes.head
    while hole != 0 {
      let link = self[hole]
      self[hole] = target
      hole = link & ~Self.holeFlag
    }
  }

  private mutating func join(_ first: Holes, _ second: Holes) -> Holes {
    if first.head == 0 { return second }
    if second.head == 0 { return first }
    self[first.tail] = Self.holeFlag | second.head
    return Holes(head: first.head, tail: second.tail)
  }

  /// A split whose way in is `entry`; gives its index and the hole that leads past it.
  private mutating func emitSplit(to entry: UInt32, _ isGreedy: Bool) -> (UInt32, Holes) {
    let index = emit(
      Instruction(
        operation: .split, next: isGreedy ? entry : Self.holeFlag,
        argument: isGreedy ? Self.holeFlag : entry))
    let hole = index << 1 | (isGreedy ? 1 : 0)
    return (index, Holes(head: hole, tail: hole))
  }

  private mutating func star(_ fragment: inout Fragment, _ isGreedy: Bool) {
    if fragment.isNullable {
      // One split would give an empty pass through the loop the wrong priority among the ways
      // that are tried without taking a byte; RE2 makes it (x+)? as well.
      plus(&fragment, isGreedy)
      optional(&fragment, isGreedy)
      return
    }
    let (index, exit) = emitSplit(to: fragment.entry, isGreedy)
    patch(fragment.holes, index)
    fragment.entry = index
    fragment.holes = exit
    fragment.end = index + 1
    fragment.isNullable = true
  }

  private mutating func plus(_ fragment: inout Fragment, _ isGreedy: Bool) {
    let (index, exit) = emitSplit(to: fragment.entry, isGreedy)
    patch(fragment.holes, index)
    fragment.holes = exit
    fragment.end = index + 1
  }

  private mutating func optional(_ fragment: inout Fragment, _ isGreedy: Bool) {
    fragment.innerEntry = fragment.entry
    fragment.innerHoles = fragment.holes
    fragment.innerIsNullable = fragment.isNullable
    let (index, exit) = emitSplit(to: fragment.entry, isGreedy)
    fragment.entry = index
    fragment.holes = join(fragment.holes, exit)
    fragment.end = index + 1
    fragment.isNullable = true
  }

  /// Makes `x*` of the `x+` that `plus` has made: its split, the last instruction, becomes the
  /// way in.
  private mutating func starOfPlus(_ fragment: inout Fragment, _ isGreedy: Bool) {
    if fragment.isNullable { return optional(&fragment, isGreedy) }
    fragment.entry = fragment.end - 1
    fragment.isNullable = true
  }

  /// Takes back `optional`, whose split is the fragment's last instruction.
  private mutating func undoOptional(_ fragment: inout Fragment) {
    program.instructions.removeLast()
    fragment.entry = fragment.innerEntry
    fragment.holes = fragment.innerHoles
    fragment.isNullable = fragment.innerIsNullable
    fragment.end -= 1
    if fragment.holes.head != 0 { self[fragment.holes.tail] = Self.holeFlag }
  }

  /// `x{2,5}` is `xx(x(x(x)?)?)?`, `x{2,}` is `xx+`.
  private mutating func copyLast(_ minimum: Int, _ maximum: Int?, _ isGreedy: Bool) {
    let first = fragments.removeLast()
    let size = Int(first.end - first.start)
    let copies = max(maximum ?? minimum, 1)
    guard program.instructions.count + size * (copies - 1) <= limit + 1 else {
      isTooLarge = true
      return fragments.append(first)
    }
    for copy in 1..<copies { appendCopy(of: first, delta: UInt32(copy * size)) }
    func part(_ number: Int) -> Fragment {
      let delta = UInt32(number * size)
      var part = first
      part.entry += delta
      if part.holes.head != 0 {
        part.holes.head += delta << 1
        part.holes.tail += delta << 1
      }
      return part
    }
    var whole = first
    whole.shape = .other
    var index = 0
    var exits = Holes()
    for number in 0..<copies {
      index = number
      var next = part(number)
      if maximum == nil && number == copies - 1 { plus(&next, isGreedy) }
      if number >= minimum {
        let (split, exit) = emitSplit(to: next.entry, isGreedy)
        next.entry = split
        exits = join(exits, exit)
      }
      if index == 0 {
        whole.entry = next.entry
      } else {
        patch(whole.holes, next.entry)
      }
      whole.holes = next.holes
    }
    whole.holes = join(exits, whole.holes)
    whole.end = UInt32(program.instructions.count)
    whole.isNullable = first.isNullable || minimum == 0
    fragments.append(whole)
  }

  private mutating func appendCopy(of fragment: Fragment, delta: UInt32) {
    func moved(_ reference: UInt32) -> UInt32 {
      if reference & Self.holeFlag != 0 {
        return reference == Self.holeFlag ? reference : reference + delta << 1
      }
      return reference + delta
    }
    for index in Int(fragment.start)..<Int(fragment.end) {
      var instruction = program.instructions[index]
      switch instruction.operation {
      case .split:
        instruction.next = moved(instruction.next)
        instruction.argument = moved(instruction.argument)
      case .byte, .scalar, .jump, .save, .assert:
        instruction.next = moved(instruction.next)
      case .match, .fail: break
      }
      program.instructions.append(instruction)
    }
  }

  /// Whether every way from the entry asks for the beginning of the text before it takes a byte.
  private func isAnchoredAtStart() -> Bool {
    guard program.assertions.contains(.beginText) else { return false }
    var seen = [Bool](repeating: false, count: program.instructions.count)
    var pending = [program.entry]
    while let index = pending.popLast() {
      if seen[Int(index)] { continue }
      seen[Int(index)] = true
      let instruction = program.instructions[Int(index)]
      switch instruction.operation {
      case .byte, .scalar, .match: return false
      case .fail: break
      case .jump, .save: pending.append(instruction.next)
      case .split:
        pending.append(instruction.next)
        pending.append(instruction.argument)
      case .assert:
        if instruction.argument & UInt32(Assertions.beginText.rawValue) == 0 {
          pending.append(instruction.next)
        }
      }
    }
    return true
  }
}

// MARK: - Classes

extension ProgramBuilder {
  /// Bytes `low` and `low - 1`, `high` and `high + 1` differ to some instruction.
  private mutating func mark(_ low: UInt8, _ high: UInt8) {
    markBoundary(low)
    if high < 0xFF { markBoundary(high + 1) }
  }

  private mutating func markBoundary(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: program.boundaries.0 |= bit
    case 1: program.boundaries.1 |= bit
    case 2: program.boundaries.2 |= bit
    default: program.boundaries.3 |= bit
    }
  }

  /// The number of the class with these ranges; a class like an earlier one is that one.
  private mutating func intern(_ all: [ScalarRange]) -> Int {
    var ascii: (UInt64, UInt64) = (0, 0)
    let start = program.ranges.count
    for range in all {
      if range.high >= 0x80 {
        program.ranges.append(ScalarRange(max(range.low, 0x80), range.high))
      }
      guard range.low < 0x80 else { continue }
      let low = range.low
      let high = min(range.high, 0x7F)
      if low < 64 { ascii.0 |= Self.bits(low, min(high, 63)) }
      if high >= 64 { ascii.1 |= Self.bits(max(low, 64) - 64, high - 64) }
      mark(UInt8(low), UInt8(high))
    }
    let count = program.ranges.count - start
    // Sharing saves room only, so a hostile pattern of many classes is not compared with all.
    for number in program.classes.indices.suffix(64) {
      let other = program.classes[number]
      let ranges = Int(other.firstRange)..<Int(other.endRange)
      if other.ascii == ascii && ranges.count == count
        && program.ranges[ranges].elementsEqual(program.ranges[start...])
      {
        program.ranges.removeSubrange(start...)
        return number
      }
    }
    if program.ranges.count > Self.rangesPerInstruction * limit { isTooLarge = true }
    if count > 0 { markUTF8(ranges: start..<program.ranges.count) }
    program.classes.append(
      ScalarClass(
        ascii: ascii, firstRange: UInt32(start), endRange: UInt32(program.ranges.count)))
    return program.classes.count - 1
  }

  private static func bits(_ low: UInt32, _ high: UInt32) -> UInt64 {
    (~0 << UInt64(low)) & (~0 >> UInt64(63 - high))
  }

  /// Marks the bytes that the ranges tell apart.
  private mutating func markUTF8(ranges: Range<Int>) {
    // Where sequences of two, three and four bytes begin and end, and what may follow E0, F0, F4.
    let structure: [UInt8] = [0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xF0, 0xF1, 0xF4, 0xF5]
    for byte in structure { markBoundary(byte) }
    if ranges.count > 64 {
      // Most bytes would be marked, at some expense: each continuation and leading byte is.
      program.boundaries.2 = ~0
      program.boundaries.3 |= 0x001F_FFFF_FFFF_FFFD
      return
    }
    for index in ranges {
      let range = program.ranges[index]
      if range.low > 0x80 { markUTF8(before: range.low) }
      if range.high < ScalarSet.last { markUTF8(before: range.high + 1) }
    }
  }

  /// Marks the bytes that tell `point` from what comes before it: its last byte, and before that
  /// each byte by itself, because of what begins with it the class may take a part.
  private mutating func markUTF8(before point: UInt32) {
    var last: UInt8 = 0
    Self.withUTF8Encoding(of: point) { byte in
      if last != 0 { mark(last, last) }
      last = byte
    }
    markBoundary(last)
  }

  /// Calls `body` with each byte of `point` in UTF-8.
  private static func withUTF8Encoding(of point: UInt32, _ body: (UInt8) -> Void) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (point >> shift) & 0x3F) }
    switch point {
    case 0..<0x80: body(UInt8(point))
    case 0x80..<0x800:
      body(UInt8(0xC0 | point >> 6))
      body(continuation(0))
    case 0x800..<0x10000:
      body(UInt8(0xE0 | point >> 12))
      body(continuation(6))
      body(continuation(0))
    default:
      body(UInt8(0xF0 | point >> 18))
      body(continuation(12))
      body(continuation(6))
      body(continuation(0))
    }
  }
}
