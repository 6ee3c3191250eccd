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
  private typealias Entry = UInt32
  private static let matchFlag: Entry = 0x4000_0000
  private static let unknown: Entry = 0x8000_0000
  private static let dead: Entry = 0x8000_0001
  /// Met at the end of the text only: that the text matches.
  private static let accepted: Entry = 0x8000_0002

  private struct State {
    var firstThread: Int
    var threadCount: Int
    /// What holds before the state's place, for as much as a thread asks for it.
    var held: Assertions
    var isAfterWord: Bool
    /// Threads stand before assertions that need the next byte.
    var isPending: Bool
    var hash: UInt64
  }

  private let program: Program
  private let goal: Goal
  private let memoryLimit: Int
  private let stride: Int
  private let classCount: Int

  // Unsafe: buffers owned by this object and freed by it; `byteClasses` has 256 elements, `table`
  // room for `tableCapacity`, and every entry below `matchFlag` is the start of a row within.
  private let byteClasses: UnsafeMutablePointer<UInt8>
  private var table: UnsafeMutablePointer<Entry>
  private var tableCapacity: Int

  private var representatives: [UInt8] = []
  private var states: [State] = []
  private var threads: [Thread] = []
  private var buckets: [Int32] = []
  private var start: Entry = LazyAutomaton.unknown
  private var lists: ThreadLists
  /// States made since the beginning: tests bound the work by it.
  private(set) var stateCount = 0

  init(_ program: Program, _ goal: Goal, memoryLimit: Int) {
    self.program = program
    self.goal = goal == .anywhere && program.isAnchoredAtStart ? .atStart : goal
    self.memoryLimit = memoryLimit
    byteClasses = .allocate(capacity: 256)
    var number: UInt8 = 0
    representatives.append(0)
    let boundaries = program.boundaries
    for byte in 0..<256 {
      let word =
        switch byte >> 6 {
        case 0: boundaries.0
        case 1: boundaries.1
        case 2: boundaries.2
        default: boundaries.3
        }
      if byte > 0 && (word >> UInt64(byte & 63)) & 1 != 0 {
        number += 1
        representatives.append(UInt8(byte))
      }
      byteClasses[byte] = number
    }
    classCount = Int(number) + 1
    var stride = 2
    while stride < classCount + 1 { stride *= 2 }
    self.stride = stride
    tableCapacity = stride * 8
    table = .allocate(capacity: tableCapacity)
    lists = ThreadLists(count: program.instructions.count)
  }

  deinit {
    byteClasses.deallocate()
    table.deallocate()
  }

  // MARK: Running

  enum Result {
    case no
    /// With `whole` and `isEarliest` the end says nothing.
    case yes(end: Int)
    case gaveUp
  }

  /// Runs over `text`. With `isEarliest` it stops as soon as there is a match; otherwise `end` is
  /// that of the match that the program prefers among those that begin first.
  func run(_ text: UnsafeBufferPointer<UInt8>, isEarliest: Bool) -> Result {
    guard let bytes = text.baseAddress else { return runEmpty() }
    let count = text.count
    if start == Self.unknown { start = makeStart() }
    var state = start
    var position = 0
    var matchEnd = -1
    var reset = 0
    var table = self.table
    let byteClasses = self.byteClasses
    while position < count {
      let column = Int(byteClasses[Int(bytes[position])])
      var next = table[Int(state) + column]
      if next >= Self.matchFlag {
        if next == Self.unknown {
          let full = step(state, column)
          guard let full else {
            if position - reset < 8 * states.count { return .gaveUp }
            reset = position
            let rest = threadsOf(state)
            clear()
            state = intern(rest.0, rest.1)
            table = self.table
            continue
          }
          next = full
          table = self.table
        }
        if next == Self.dead { break }
        if next & Self.matchFlag != 0 {
          if isEarliest { return .yes(end: position) }
          matchEnd = position
          next &= ~Self.matchFlag
        }
      }
      state = next
      position += 1
    }
    if position == count && endEntry(state) == Self.accepted { return .yes(end: count) }
    return matchEnd >= 0 ? .yes(end: matchEnd) : .no
  }

  private func runEmpty() -> Result {
    if start == Self.unknown { start = makeStart() }
    return endEntry(start) == Self.accepted ? .yes(end: 0) : .no
  }

  private func endEntry(_ state: Entry) -> Entry {
    let entry = table[Int(state) + classCount]
    if entry != Self.unknown { return entry }
    let made = stepAtEnd(states[Int(state) / stride])
    table[Int(state) + classCount] = made
    return made
  }

  // MARK: Making states

  private func threadsOf(_ state: Entry) -> ([Thread], State) {
    let old = states[Int(state) / stride]
    return (Array(threads[old.firstThread..<(old.firstThread + old.threadCount)]), old)
  }

  private func clear() {
    states.removeAll(keepingCapacity: true)
    threads.removeAll(keepingCapacity: true)
    for index in buckets.indices { buckets[index] = -1 }
    start = Self.unknown
  }

  private func makeStart() -> Entry {
    lists.beginKernel()
    lists.addKernel(Thread(program.entry))
    return normalize(held: [.beginText, .beginLine], isAfterWord: false)
      ?? {
        clear()
        return normalize(held: [.beginText, .beginLine], isAfterWord: false) ?? Self.dead
      }()
  }

  /// Makes `lists.active` the threads that stand before a byte in `state`, given all that holds.
  private func activate(_ state: State, _ next: UInt8?) {
    lists.beginActive()
    if state.isPending {
      var held = state.held
      if let next {
        if next == 0x0A { held.insert(.endLine) }
      } else {
        held.formUnion([.endText, .endLine])
      }
      held.insert(state.isAfterWord != Assertions.isWord(next) ? .wordBoundary : .noWordBoundary)
      for index in state.firstThread..<(state.firstThread + state.threadCount) {
        _ = lists.follow(threads[index], program, held: held, known: Assertions(rawValue: 0xFF))
      }
    } else {
      for index in state.firstThread..<(state.firstThread + state.threadCount) {
        lists.appendActive(threads[index])
      }
    }
  }

  private func stepAtEnd(_ state: State) -> Entry {
    activate(state, nil)
    for thread in lists.active where thread.isMatch(program) { return Self.accepted }
    return Self.dead
  }

  /// Makes the entry for a byte of class `column` in `state`; nil when the memory is full.
  private func step(_ row: Entry, _ column: Int) -> Entry? {
    let byte = representatives[column]
    let state = states[Int(row) / stride]
    activate(state, byte)
    lists.beginKernel()
    var isMatch = false
    var isCut = false
    for index in lists.active.indices {
      let thread = lists.active[index]
      if thread.isMatch(program) {
        if goal == .whole { continue }
        isMatch = true
        // Whatever comes after has less priority than this match. In a search for the longest
        // the rest goes on, but no new match may begin.
        isCut = true
        if program.takesLongestMatch { continue }
        break
      }
      if let next = thread.step(byte, program) { lists.addKernel(next) }
    }
    if goal == .anywhere && !isCut { lists.addKernel(Thread(program.entry)) }
    var entry: Entry
    if lists.kernel.isEmpty && !isMatch {
      entry = Self.dead
    } else {
      guard
        let made = normalize(
          held: byte == 0x0A ? .beginLine : [], isAfterWord: Assertions.isWord(byte))
      else { return nil }
      entry = made
    }
    if isMatch { entry |= Self.matchFlag }
    table[Int(row) + column] = entry
    return entry
  }

  /// The state whose threads begin at `lists.kernel`; nil when the memory is full.
  ///
  /// Without assertions ahead the threads are moved on to where they take bytes, so that more
  /// lists come out equal. Before an assertion they stay, because what lies behind it must be
  /// followed in one go with the rest to get the priorities right.
  private func normalize(held: Assertions, isAfterWord: Bool) -> Entry? {
    lists.beginActive()
    var isPending = false
    let known: Assertions = [.beginText, .beginLine]
    for index in lists.kernel.indices {
      if lists.follow(lists.kernel[index], program, held: held, known: known) { isPending = true }
    }
    var state = State(
      firstThread: 0, threadCount: 0, held: [], isAfterWord: false, isPending: isPending, hash: 0)
    if isPending {
      state.held = held.intersection(program.assertions)
      state.isAfterWord = isAfterWord && !program.assertions.isDisjoint(with: .word)
      return find(lists.kernel, state)
    }
    if goal == .whole {
      lists.active.sort { $0.order < $1.order }
    } else if !program.takesLongestMatch {
      if let first = lists.active.firstIndex(where: { $0.isMatch(program) }) {
        lists.active.removeSubrange((first + 1)...)
      }
    }
    return find(lists.active, state)
  }

  private func intern(_ list: [Thread], _ state: State) -> Entry {
    find(list, state) ?? Self.dead
  }

  private func find(_ list: [Thread], _ template: State) -> Entry? {
    var state = template
    var hash = UInt64(state.held.rawValue) << 2 | (state.isAfterWord ? 2 : 0)
    hash |= state.isPending ? 1 : 0
    for thread in list {
      hash = (hash ^ thread.rawValue) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    state.hash = hash
    if buckets.count < 2 * states.count + 8 { rehash() }
    let mask = buckets.count - 1
    var bucket = Int(truncatingIfNeeded: hash) & mask
    while buckets[bucket] >= 0 {
      let index = Int(buckets[bucket])
      if states[index].hash == hash && isEqual(states[index], state, list) {
        return Entry(index * stride)
      }
      bucket = (bucket + 1) & mask
    }
    let used = states.count * (stride * 4 + 64) + threads.count * 8
    if used + stride * 4 + list.count * 8 > memoryLimit && states.count > 1 { return nil }
    let index = states.count
    buckets[bucket] = Int32(index)
    state.firstThread = threads.count
    state.threadCount = list.count
    threads.append(contentsOf: list)
    states.append(state)
    stateCount += 1
    growTable(to: (index + 1) * stride)
    (table + index * stride).initialize(repeating: Self.unknown, count: stride)
    return Entry(index * stride)
  }

  private func isEqual(_ old: State, _ new: State, _ list: [Thread]) -> Bool {
    guard
      old.threadCount == list.count && old.held == new.held && old.isAfterWord == new.isAfterWord
        && old.isPending == new.isPending
    else { return false }
    for index in list.indices where threads[old.firstThread + index] != list[index] {
      return false
    }
    return true
  }

  private func rehash() {
    let count = max(32, buckets.count * 2)
    buckets = [Int32](repeating: -1, count: count)
    for (index, state) in states.enumerated() {
      var bucket = Int(truncatingIfNeeded: state.hash) & (count - 1)
      while buckets[bucket] >= 0 { bucket = (bucket + 1) & (count - 1) }
      buckets[bucket] = Int32(index)
    }
  }

  private func growTable(to count: Int) {
    guard count > tableCapacity else { return }
    let capacity = max(count, tableCapacity * 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.update(from: table, count: count - stride)
    table.deallocate()
    table = larger
    tableCapacity = capacity
  }
}
