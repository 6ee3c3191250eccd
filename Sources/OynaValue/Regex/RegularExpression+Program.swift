extension RegularExpression {
  /// One step of a program.
  struct Instruction: Sendable {
    enum Operation: UInt8, Sendable {
      /// Takes one byte of `low...high`.
      case byte
      /// Takes one scalar of the class numbered `argument`, in UTF-8.
      case scalar
      /// Goes on at `next`, and with less priority at `argument`.
      case split
      /// Goes on at `next`.
      case jump
      /// Notes the position in the slot numbered `argument`.
      case save
      /// Goes on where the assertions `argument` hold.
      case assert
      case match
      case fail
    }

    var operation: Operation
    var low: UInt8 = 0
    var high: UInt8 = 0
    /// Index of an instruction; while under construction perhaps a link of a hole list.
    var next: UInt32 = 0
    var argument: UInt32 = 0
  }

  /// What a zero-width assertion asks of the place between two bytes.
  struct Assertions: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    static let beginLine = Assertions(rawValue: 1)
    static let endLine = Assertions(rawValue: 2)
    static let beginText = Assertions(rawValue: 4)
    static let endText = Assertions(rawValue: 8)
    static let wordBoundary = Assertions(rawValue: 16)
    static let noWordBoundary = Assertions(rawValue: 32)
    static let word: Assertions = [.wordBoundary, .noWordBoundary]
    static let line: Assertions = [.beginLine, .endLine]

    /// The assertions that hold between `previous` and `next`; nil is the end of the text there.
    static func between(_ previous: UInt8?, _ next: UInt8?) -> Assertions {
      var held: Assertions = []
      if let previous {
        if previous == UInt8(ascii: "\n") { held.insert(.beginLine) }
      } else {
        held.formUnion([.beginText, .beginLine])
      }
      if let next {
        if next == UInt8(ascii: "\n") { held.insert(.endLine) }
      } else {
        held.formUnion([.endText, .endLine])
      }
      let isBoundary = isWord(previous) != isWord(next)
      held.insert(isBoundary ? .wordBoundary : .noWordBoundary)
      return held
    }

    /// Whether `byte` is of `[0-9A-Za-z_]`.
    static func isWord(_ byte: UInt8?) -> Bool {
      switch byte {
      case .some(0x30...0x39), .some(0x41...0x5A), .some(0x5F), .some(0x61...0x7A): true
      default: false
      }
    }
  }

  /// A set of scalars that one instruction tests: a bitmap for ASCII, and ranges.
  struct ScalarClass: Sendable {
    var ascii: (UInt64, UInt64)
    /// Where in `Program.ranges` the ranges from U+0080 on stand.
    var ranges: Range<Int>

    @inline(__always) func contains(ascii byte: UInt8) -> Bool {
      let word = byte < 64 ? ascii.0 : ascii.1
      return (word >> UInt64(byte & 63)) & 1 != 0
    }
  }

  /// A compiled pattern.
  ///
  /// The instructions form the graph of a non-deterministic automaton over bytes, except that one
  /// instruction tests a whole scalar against a class: the automaton over the bytes of UTF-8
  /// that this stands for is walked through when the text needs it (`PartialScalar`) and never
  /// written down. So `[\p{L}\p{N}]{5,200}` is 400 instructions, not 300,000.
  struct Program: Sendable {
    var instructions: [Instruction] = []
    var classes: [ScalarClass] = []
    var ranges: [ScalarRange] = []
    var entry: UInt32 = 0
    var groupCount = 1
    /// Every assertion that some instruction asks for.
    var assertions: Assertions = []
    /// A match can only begin at the beginning of the text.
    var isAnchoredAtStart = false
    /// Bit n: byte n - 1 and byte n may differ to some instruction.
    var boundaries: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var takesLongestMatch = false

    /// Whether the class takes the scalar `point` (0x80 or more).
    func contains(_ point: UInt32, in scalarClass: ScalarClass) -> Bool {
      coverage(of: point, point, in: scalarClass) == .all
    }

    enum Coverage { case none, some, all }

    /// How much of `low...high` (0x80 or more) the class takes. Logarithmic in its ranges.
    func coverage(of low: UInt32, _ high: UInt32, in scalarClass: ScalarClass) -> Coverage {
      var first = scalarClass.ranges.lowerBound
      var end = scalarClass.ranges.upperBound
      let limit = end
      while first < end {
        let middle = (first + end) / 2
        if ranges[middle].high < low { first = middle + 1 } else { end = middle }
      }
      guard first < limit, ranges[first].low <= high else { return .none }
      return ranges[first].low <= low && ranges[first].high >= high ? .all : .some
    }
  }
}
