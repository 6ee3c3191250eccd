extension RegularExpression {
  /// A place in a program: an instruction, and how far inside a scalar.
  struct Thread: Hashable {
    /// The instruction's index, and above bit 32 a `PartialScalar` or 0.
    let rawValue: UInt64

    @inline(__always) init(_ index: UInt32) { rawValue = UInt64(index) }

    @inline(__always) init(_ index: UInt32, _ partial: PartialScalar) {
      rawValue = UInt64(index) | UInt64(partial.rawValue) << 32
    }

    @inline(__always) var index: Int { Int(UInt32(truncatingIfNeeded: rawValue)) }
    @inline(__always) var isInsideScalar: Bool { rawValue >> 32 != 0 }
    var partial: PartialScalar { PartialScalar(rawValue: UInt32(rawValue >> 32)) }

    @inline(__always) func isMatch(_ program: Program) -> Bool {
      program.instructions[index].operation == .match
    }

    /// Where the thread stands after it takes `byte`; nil when it takes it not.
    @inline(__always) func step(_ byte: UInt8, _ program: Program) -> Thread? {
      let instruction = program.instructions[index]
      switch instruction.operation {
      case .byte:
        return instruction.low <= byte && byte <= instruction.high ? Thread(instruction.next) : nil
      case .scalar:
        let scalarClass = program.classes[Int(instruction.argument)]
        if byte < 0x80 && !isInsideScalar {
          return scalarClass.contains(ascii: byte) ? Thread(instruction.next) : nil
        }
        return stepInside(byte, scalarClass, instruction.next, program)
      case .split, .jump, .save, .assert, .match, .fail: return nil
      }
    }

    private func stepInside(
      _ byte: UInt8, _ scalarClass: ScalarClass, _ next: UInt32, _ program: Program
    ) -> Thread? {
      let step =
        isInsideScalar
        ? partial.next(byte, scalarClass, program)
        : PartialScalar.first(byte, scalarClass, program)
      switch step {
      case .refused: return nil
      case .taken: return Thread(next)
      case .partial(let partial): return Thread(UInt32(index), partial)
      }
    }
  }
}

/// The working lists of threads of a `LazyAutomaton`: made once, so that a step allocates nothing.
struct ThreadLists: ~Copyable {
  typealias Thread = RegularExpression.Thread
  typealias Program = RegularExpression.Program
  typealias Assertions = RegularExpression.Assertions

  // Unsafe: buffers that this value owns and frees. A list holds an instruction once, and once
  // more inside a scalar, so no list outgrows its buffer; nor does `pending`, to which every
  // instruction adds at most one when it is first met.
  private let kernelBuffer: UnsafeMutableBufferPointer<Thread>
  private let activeBuffer: UnsafeMutableBufferPointer<Thread>
  // An instruction is in the list when its mark is the list's generation.
  private let kernelMarks: UnsafeMutableBufferPointer<UInt32>
  private let activeMarks: UnsafeMutableBufferPointer<UInt32>
  private let pending: UnsafeMutableBufferPointer<UInt32>
  private var kernelCount = 0
  private var activeCount = 0
  private var kernelGeneration: UInt32 = 0
  private var activeGeneration: UInt32 = 0

  init(instructionCount count: Int) {
    kernelBuffer = .allocate(capacity: 2 * count)
    activeBuffer = .allocate(capacity: 2 * count)
    kernelMarks = .allocate(capacity: count)
    activeMarks = .allocate(capacity: count)
    pending = .allocate(capacity: count + 1)
    kernelMarks.initialize(repeating: 0)
    activeMarks.initialize(repeating: 0)
  }

  deinit {
    kernelBuffer.deallocate()
    activeBuffer.deallocate()
    kernelMarks.deallocate()
    activeMarks.deallocate()
    pending.deallocate()
  }

  /// Threads before any zero-width way is followed, each once, in order of priority.
  var kernel: UnsafeBufferPointer<Thread> {
    UnsafeBufferPointer(start: kernelBuffer.baseAddress, count: kernelCount)
  }

  /// Threads that take a byte or match, each once, in order of priority.
  var active: UnsafeBufferPointer<Thread> {
    UnsafeBufferPointer(start: activeBuffer.baseAddress, count: activeCount)
  }

  private static func advance(
    _ generation: inout UInt32, _ marks: UnsafeMutableBufferPointer<UInt32>
  ) {
    if generation == .max {
      marks.update(repeating: 0)
      generation = 0
    }
    generation += 1
  }

  mutating func beginKernel() {
    kernelCount = 0
    Self.advance(&kernelGeneration, kernelMarks)
  }

  mutating func beginActive() {
    activeCount = 0
    Self.advance(&activeGeneration, activeMarks)
  }

  @inline(__always) mutating func addKernel(_ thread: Thread) {
    // Threads inside a scalar never meet: of one instruction at most one stands inside.
    if !thread.isInsideScalar {
      if kernelMarks[thread.index] == kernelGeneration { return }
      kernelMarks[thread.index] = kernelGeneration
    }
    kernelBuffer[kernelCount] = thread
    kernelCount += 1
  }

  @inline(__always) mutating func appendActive(_ thread: Thread) {
    activeBuffer[activeCount] = thread
    activeCount += 1
  }

  /// Drops what has less priority than the first match.
  mutating func cutActive(_ program: Program) {
    for index in 0..<activeCount where activeBuffer[index].isMatch(program) {
      activeCount = index + 1
      return
    }
  }

  /// Puts the threads in one order, whatever their priorities, so that more lists come out equal.
  mutating func sortActive() {
    for index in 1..<max(1, activeCount)
    where activeBuffer[index].rawValue < activeBuffer[index - 1].rawValue {
      activeBuffer[0..<activeCount].sort { $0.rawValue < $1.rawValue }
      return
    }
  }

  /// Adds to `active` where the zero-width ways from `thread` lead, given that of `known` exactly
  /// `held` holds; whether an assertion was met that `known` does not cover.
  mutating func follow(
    _ thread: Thread, _ program: Program, held: Assertions, known: Assertions
  ) -> Bool {
    if thread.isInsideScalar {
      appendActive(thread)
      return false
    }
    var isPending = false
    pending[0] = UInt32(thread.index)
    var pendingCount = 1
    while pendingCount > 0 {
      pendingCount -= 1
      var index = Int(pending[pendingCount])
      while activeMarks[index] != activeGeneration {
        activeMarks[index] = activeGeneration
        let instruction = program.instructions[index]
        switch instruction.operation {
        case .byte, .scalar, .match:
          appendActive(Thread(UInt32(index)))
        case .fail:
          break
        case .jump, .save:
          index = Int(instruction.next)
          continue
        case .split:
          pending[pendingCount] = instruction.argument
          pendingCount += 1
          index = Int(instruction.next)
          continue
        case .assert:
          let asked = Assertions(rawValue: UInt8(truncatingIfNeeded: instruction.argument))
          if held.isSuperset(of: asked) {
            index = Int(instruction.next)
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
