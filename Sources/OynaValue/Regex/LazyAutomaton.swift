/// A deterministic automaton over bytes whose states are made when a text first leads to them.
///
/// A state is a list of threads in order of priority, as a simulation of the program would hold
/// it before a byte. A match shows one byte late, because `$` and `\b` need to see that byte; the
/// end of the text counts as one. The memory is bounded: when it is full all states are dropped
/// and made anew from where the text stands; when that happens too often the automaton gives up
/// and the caller simulates the program instead. Not Sendable: one owner at a time.
final class LazyAutomaton {
  typealias Program = RegularExpression.Program
  typealias Thread = RegularExpression.Thread
  typealias Assertions = RegularExpression.Assertions

  /// What the automaton is to find.
  enum Goal {
    /// A match that begins anywhere.
    case anywhere
    /// A match that begins at the beginning of the text.
    case atStart
    /// A match of the whole text.
    case whole
  }

  /// The next state's row in `table`; or with high bits what is special about it.
  typealias Entry = UInt32
  static let matchFlag: Entry = 0x4000_0000
  static let unknown: Entry = 0x8000_0000
  static let dead: Entry = 0x8000_0001
  /// Met at the end of the text only: that the text matches.
  static let accepted: Entry = 0x8000_0002

  struct State {
    var firstThread = 0
    var threadCount = 0
    /// What holds before the state's place, for as much as a thread asks for it.
    var held: Assertions = []
    var isAfterWord = false
    /// Threads stand before assertions that need the next byte.
    var isPending = false
    /// A match may still begin at any place: the goal is `anywhere` and none was seen so far.
    var isSearching: Bool
    var hash: UInt64 = 0
  }

  let program: Program
  let goal: Goal
  let memoryLimit: Int
  let stride: Int
  /// The column of the end of the text; the classes of bytes come before it.
  let endColumn: Int
  /// A byte of each class.
  let representatives: [UInt8]

  // Unsafe: buffers owned by this object and freed by it; `byteClasses` has 256 elements, `table`
  // `tableCapacity`, and every entry below `matchFlag` is the start of a row within.
  let byteClasses: UnsafeMutablePointer<UInt8>
  var table: UnsafeMutablePointer<Entry>
  var tableCapacity: Int

  var states: [State] = []
  var threads: [Thread] = []
  /// Numbers of states by hash, -1 where there is none.
  var buckets: [Int32] = []
  var start: Entry = LazyAutomaton.unknown
  /// The one byte that every match begins with, if there is one and a match may begin anywhere.
  var firstByte: UInt8?
  // Unsafe: a value that this object owns and frees; behind a pointer its mutations need no
  // checks for exclusive access, of which there would be several for each thread.
  let lists: UnsafeMutablePointer<ThreadLists>
  /// States made since the beginning: tests bound the work by it.
  var stateCount = 0

  init(_ program: Program, _ goal: Goal, memoryLimit: Int) {
    self.program = program
    self.goal = goal == .anywhere && program.isAnchoredAtStart ? .atStart : goal
    self.memoryLimit = memoryLimit
    byteClasses = .allocate(capacity: 256)
    representatives = Self.classify(program.boundaries, byteClasses)
    endColumn = representatives.count
    stride = endColumn + 1
    tableCapacity = stride * 8
    table = .allocate(capacity: tableCapacity)
    lists = .allocate(capacity: 1)
    lists.initialize(to: ThreadLists(instructionCount: program.instructions.count))
  }

  deinit {
    byteClasses.deallocate()
    table.deallocate()
    lists.deinitialize(count: 1)
    lists.deallocate()
  }

  /// Fills in the class of each byte; gives the first byte of each class.
  private static func classify(
    _ boundaries: (UInt64, UInt64, UInt64, UInt64), _ classes: UnsafeMutablePointer<UInt8>
  ) -> [UInt8] {
    var first: [UInt8] = [0]
    var number: UInt8 = 0
    for (index, word) in [boundaries.0, boundaries.1, boundaries.2, boundaries.3].enumerated() {
      for bit in 0..<64 {
        let byte = 64 * index + bit
        if byte > 0 && (word >> UInt64(bit)) & 1 != 0 {
          number += 1
          first.append(UInt8(byte))
        }
        classes[byte] = number
      }
    }
    return first
  }

  enum Result {
    case no
    /// With `isEarliest` the end is only where the match was seen.
    case yes(end: Int)
    case gaveUp
  }

  /// Runs over `text`. With `isEarliest` it stops as soon as there is a match; otherwise `end` is
  /// that of the match that the program prefers among those that begin first.
  func run(_ text: UnsafeBufferPointer<UInt8>, isEarliest: Bool) -> Result {
    if start == Self.unknown { start = makeStart() }
    guard let bytes = text.baseAddress else {
      return endEntry(start) == Self.accepted ? .yes(end: 0) : .no
    }
    let count = text.count
    var state = start
    var position = 0
    var matchEnd = -1
    var lastReset = 0
    while position < count {
      (state, position) = runKnown(bytes, count, state, position)
      if position == count { break }
      let column = Int(byteClasses[Int(bytes[position])])
      var next = table[Int(state) + column]
      if next == Self.unknown {
        guard let made = step(state, column) else {
          // Making states is slow: it pays when they are met again a few times.
          if position - lastReset < 8 * states.count { return .gaveUp }
          lastReset = position
          state = reset(keeping: state)
          continue
        }
        next = made
      }
      if next == Self.dead { return matchEnd >= 0 ? .yes(end: matchEnd) : .no }
      if next & Self.matchFlag != 0 {
        if isEarliest { return .yes(end: position) }
        matchEnd = position
        next &= ~Self.matchFlag
      }
      state = next
      position += 1
    }
    if endEntry(state) == Self.accepted { return .yes(end: count) }
    return matchEnd >= 0 ? .yes(end: matchEnd) : .no
  }

  /// Runs as long as the entries are ordinary: the loop in which the time goes.
  @inline(__always)
  private func runKnown(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ first: Entry, _ from: Int
  ) -> (Entry, Int) {
    let table = UnsafePointer(self.table)
    let byteClasses = UnsafePointer(self.byteClasses)
    let start = self.start
    let firstByte = self.firstByte
    var state = first
    var position = from
    while position < count {
      let next = table[Int(state) + Int(byteClasses[Int(bytes[position])])]
      if next >= Self.matchFlag { break }
      position += 1
      if next == state {
        if state == start, let firstByte {
          position = ByteSearch.firstIndex(of: firstByte, in: bytes, from: position, to: count)
          continue
        }
        // Going round: without waiting for one entry to look up the next.
        let row = table + Int(state)
        while position + 4 <= count
          && row[Int(byteClasses[Int(bytes[position])])] == state
          && row[Int(byteClasses[Int(bytes[position + 1])])] == state
          && row[Int(byteClasses[Int(bytes[position + 2])])] == state
          && row[Int(byteClasses[Int(bytes[position + 3])])] == state
        { position += 4 }
      }
      state = next
    }
    return (state, position)
  }

  private func endEntry(_ state: Entry) -> Entry {
    let entry = table[Int(state) + endColumn]
    if entry != Self.unknown { return entry }
    let made = stepAtEnd(states[Int(state) / stride])
    table[Int(state) + endColumn] = made
    return made
  }
}
