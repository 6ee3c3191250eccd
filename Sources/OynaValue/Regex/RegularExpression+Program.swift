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
    /// From where to before where in `Program.ranges` the ranges from U+0080 on stand.
    var firstRange: UInt32
    var endRange: UInt32

    @inline(__always) func contains(ascii byte: UInt8) -> Bool {
      let word = byte < 64 ? ascii.0 : ascii.1
      return (word >> UInt64(byte & 63)) & 1 != 0
    }

    var isASCII: Bool { firstRange == endRange }
  }

  /// A compiled pattern.
  ///
  /// The instructions form the graph of a non-deterministic automaton over bytes, except that one
  /// instruction tests a whole scalar against a class: the automaton over the bytes of UTF-8
  /// that this stands for is walked through when the text needs it (`PartialScalar`) and never
  /// written down. So `[\p{L}\p{N}]{5,200}` is 400 instructions, not 300,000.
  final class Program: @unchecked Sendable {
    // Sendable because nothing is written after init. Unsafe: buffers that this object owns and
    // frees; the indices in instructions and classes were made with the buffers' content.
    let instructions: UnsafeBufferPointer<Instruction>
    let classes: UnsafeBufferPointer<ScalarClass>
    let ranges: UnsafeBufferPointer<ScalarRange>
    let entry: UInt32
    let groupCount: Int
    /// Every assertion that some instruction asks for.
    let assertions: Assertions
    /// A match can only begin at the beginning of the text.
    let isAnchoredAtStart: Bool
    /// Bit n: byte n - 1 and byte n may differ to some instruction.
    let boundaries: (UInt64, UInt64, UInt64, UInt64)
    let takesLongestMatch: Bool

    init(_ draft: ProgramBuilder.Draft, takesLongestMatch: Bool) {
      instructions = Self.copy(draft.instructions)
      classes = Self.copy(draft.classes)
      ranges = Self.copy(draft.ranges)
      entry = draft.entry
      groupCount = draft.groupCount
      assertions = draft.assertions
      isAnchoredAtStart = draft.isAnchoredAtStart
      boundaries = draft.boundaries
      self.takesLongestMatch = takesLongestMatch
    }

    deinit {
      instructions.deallocate()
      classes.deallocate()
      ranges.deallocate()
    }

    private static func copy<Element: BitwiseCopyable>(
      _ elements: [Element]
    ) -> UnsafeBufferPointer<Element> {
      let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
      _ = buffer.initialize(from: elements)
      return UnsafeBufferPointer(buffer)
    }

    /// Whether the class takes the scalar `point` (0x80 or more).
    func contains(_ point: UInt32, in scalarClass: ScalarClass) -> Bool {
      coverage(of: point, point, in: scalarClass) == .all
    }

    enum Coverage { case none, some, all }

    /// How much of `low...high` (0x80 or more) the class takes. Logarithmic in its ranges.
    func coverage(of low: UInt32, _ high: UInt32, in scalarClass: ScalarClass) -> Coverage {
      var first = Int(scalarClass.firstRange)
      var end = Int(scalarClass.endRange)
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
