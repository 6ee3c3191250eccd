extension RegularExpression {
  /// A place in a program: an instruction, and how far inside a scalar.
  struct Thread: Hashable {
    /// The instruction's index, and above bit 32 a `PartialScalar` or 0.
    let rawValue: UInt64

    @inline(__always) init(_ index: UInt32) { rawValue = UInt64(index) }

    @inline(__always) init(_ index: UInt32, _ partial: PartialScalar) {
      rawValue = UInt64(index) | UInt64(partial.rawValue) << 32
    }

    var index: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
    var partial: PartialScalar? {
      let bits = UInt32(rawValue >> 32)
      return bits == 0 ? nil : PartialScalar(rawValue: bits)
    }
    var order: UInt64 { rawValue }

    func isMatch(_ program: borrowing RegularExpression.Program) -> Bool {
      program.instructions[Int(index)].operation == .match
    }

    /// Where the thread stands after it takes `byte`; nil when it takes it not.
    func step(_ byte: UInt8, _ program: borrowing RegularExpression.Program) -> Thread? {
      let instruction = program.instructions[Int(index)]
      switch instruction.operation {
      case .byte:
        return instruction.low <= byte && byte <= instruction.high ? Thread(instruction.next) : nil
      case .scalar:
        let scalarClass = program.classes[Int(instruction.argument)]
        let step =
          partial.map { $0.next(byte, scalarClass, program) }
          ?? PartialScalar.first(byte, scalarClass, program)
        switch step {
        case .refused: return nil
        case .taken: return Thread(instruction.next)
        case .partial(let partial): return Thread(index, partial)
        }
      case .split, .jump, .save, .assert, .match, .fail: return nil
      }
    }
  }
}

/// The working lists of threads of a `LazyAutomaton`.
struct ThreadLists {
  typealias Thread = RegularExpression.Thread
  typealias Assertions = RegularExpression.Assertions

  /// Threads before any zero-width way is followed, each once, in order of priority.
  private(set) var kernel: [Thread] = []
  /// Threads that take a byte or match, each once, in order of priority.
  var active: [Thread] = []
  // An instruction is in the list when its mark is the list's generation.
  private var kernelMarks: [UInt32]
  private var activeMarks: [UInt32]
  private var kernelGeneration: UInt32 = 0
  private var activeGeneration: UInt32 = 0
  private var pending: [UInt32] = []

  init(count: Int) {
    kernelMarks = [UInt32](repeating: 0, count: count)
    activeMarks = [UInt32](repeating: 0, count: count)
  }

  private static func advance(_ generation: inout UInt32, _ marks: inout [UInt32]) {
    if generation == .max {
      for index in marks.indices { marks[index] = 0 }
      generation = 0
    }
    generation += 1
  }

  mutating func beginKernel() {
    kernel.removeAll(keepingCapacity: true)
    Self.advance(&kernelGeneration, &kernelMarks)
  }

  mutating func beginActive() {
    active.removeAll(keepingCapacity: true)
    Self.advance(&activeGeneration, &activeMarks)
  }

  mutating func addKernel(_ thread: Thread) {
    // Threads inside a scalar never meet: of one instruction at most one stands inside.
    if thread.partial == nil {
      if kernelMarks[Int(thread.index)] == kernelGeneration { return }
      kernelMarks[Int(thread.index)] = kernelGeneration
    }
    kernel.append(thread)
  }

  mutating func appendActive(_ thread: Thread) { active.append(thread) }

  /// Adds to `active` where the zero-width ways from `thread` lead, given that of `known` exactly
  /// `held` holds; whether an assertion was met that `known` does not cover.
  mutating func follow(
    _ thread: Thread, _ program: borrowing RegularExpression.Program, held: Assertions,
    known: Assertions
  ) -> Bool {
    if thread.partial != nil {
      active.append(thread)
      return false
    }
    var isPending = false
    pending.append(thread.index)
    while var index = pending.popLast() {
      while activeMarks[Int(index)] != activeGeneration {
        activeMarks[Int(index)] = activeGeneration
        let instruction = program.instructions[Int(index)]
        switch instruction.operation {
        case .byte, .scalar, .match:
          active.append(Thread(index))
        case .fail:
          break
        case .jump, .save:
          index = instruction.next
          continue
        case .split:
          pending.append(instruction.argument)
          index = instruction.next
          continue
        case .assert:
          let asked = Assertions(rawValue: UInt8(truncatingIfNeeded: instruction.argument))
          if held.isSuperset(of: asked) {
            index = instruction.next
            continue
          }
          if !known.isSuperset(of: asked) { isPending = true }
        }
        break
      }
    }
    return isPending
  }
}
