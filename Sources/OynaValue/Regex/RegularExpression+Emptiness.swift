extension RegularExpression {
  /// Whether any text at all matches the pattern from its beginning to its end: false for `a^b`,
  /// `[^\s\S]` or `x\by`.
  ///
  /// A search over the automaton, where a place is an instruction, the kind of byte before it and
  /// the kinds of byte that assertions still allow after it. Linear in the program, times 64: for
  /// checking documents, not for matching.
  public var canMatchWhole: Bool {
    var search = EmptinessSearch(program)
    return search.findsMatch()
  }
}

/// Looks for a way through a program that some text could take.
private struct EmptinessSearch {
  /// The kinds of byte that assertions can tell apart.
  struct Kinds: OptionSet, Hashable {
    let rawValue: UInt8
    /// The beginning of the text, or its end.
    static let edge = Kinds(rawValue: 1)
    static let newline = Kinds(rawValue: 2)
    static let word = Kinds(rawValue: 4)
    static let other = Kinds(rawValue: 8)
    static let all: Kinds = [.edge, .newline, .word, .other]
    static let single: [Kinds] = [.edge, .newline, .word, .other]

    /// A byte of this one kind; nil for the edge.
    var sample: UInt8? {
      switch self {
      case .newline: UInt8(ascii: "\n")
      case .word: UInt8(ascii: "a")
      case .other: UInt8(ascii: " ")
      default: nil
      }
    }
  }

  struct Place: Hashable {
    let instruction: UInt32
    let previous: Kinds
    let next: Kinds
  }

  private let program: RegularExpression.Program
  private var seen: Set<Place> = []
  private var waiting: [Place] = []

  init(_ program: RegularExpression.Program) { self.program = program }

  mutating func findsMatch() -> Bool {
    visit(Place(instruction: program.entry, previous: .edge, next: .all))
    while let place = waiting.popLast() {
      let instruction = program.instructions[Int(place.instruction)]
      switch instruction.operation {
      case .match:
        if place.next.contains(.edge) { return true }
      case .fail:
        break
      case .jump, .save:
        follow(place, instruction.next)
      case .split:
        follow(place, instruction.next)
        follow(place, instruction.argument)
      case .assert:
        let asked = RegularExpression.Assertions(rawValue: UInt8(instruction.argument))
        let next = allowed(by: asked, after: place)
        guard !next.isEmpty else { continue }
        visit(Place(instruction: instruction.next, previous: place.previous, next: next))
      case .byte, .scalar:
        for kind in Kinds.single where place.next.contains(kind) && takes(instruction, kind) {
          visit(Place(instruction: instruction.next, previous: kind, next: .all))
        }
      }
    }
    return false
  }

  private mutating func follow(_ place: Place, _ instruction: UInt32) {
    visit(Place(instruction: instruction, previous: place.previous, next: place.next))
  }

  private mutating func visit(_ place: Place) {
    if seen.insert(place).inserted { waiting.append(place) }
  }

  /// The kinds that may follow where the assertions hold.
  private func allowed(by asked: RegularExpression.Assertions, after place: Place) -> Kinds {
    var kinds: Kinds = []
    for kind in Kinds.single where place.next.contains(kind) {
      let held = RegularExpression.Assertions.between(place.previous.sample, kind.sample)
      if held.isSuperset(of: asked) { kinds.insert(kind) }
    }
    return kinds
  }

  /// Whether an instruction takes some byte or scalar of this kind.
  private func takes(_ instruction: RegularExpression.Instruction, _ kind: Kinds) -> Bool {
    switch instruction.operation {
    case .byte:
      return (instruction.low...instruction.high).contains { Self.kind(of: $0) == kind }
    case .scalar:
      let scalarClass = program.classes[Int(instruction.argument)]
      if kind == .other, !scalarClass.isASCII { return true }
      return (UInt8(0)..<0x80).contains {
        scalarClass.contains(ascii: $0) && Self.kind(of: $0) == kind
      }
    default:
      return false
    }
  }

  private static func kind(of byte: UInt8) -> Kinds {
    if byte == UInt8(ascii: "\n") { return .newline }
    return RegularExpression.Assertions.isWord(byte) ? .word : .other
  }
}
