/// Runs a program over a text by moving all its threads at once, and finds the groups' spans.
///
/// Time is at most the length of the text times the size of the program, on every input (the
/// simulation of Thompson 1968, with the submatches of Pike's sam). It serves where the spans of
/// groups are asked for, and where the `LazyAutomaton` gives up.
struct ThreadSimulation {
  typealias Program = RegularExpression.Program
  typealias Assertions = RegularExpression.Assertions

  enum Anchor { case none, start, whole }

  private struct Place {
    var index: UInt32
    /// Bytes of the scalar still to pass, after which the thread goes on behind `index`.
    var wait: UInt8
    /// Where in the list's `slots` the thread's slots begin.
    var slots: Int
  }

  private struct List {
    var places: [Place] = []
    var slots: [Int] = []

    mutating func removeAll() {
      places.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
    }
  }

  /// What is left to do while zero-width ways are followed.
  private enum Task {
    case follow(UInt32)
    case restore(slot: Int, to: Int)
  }

  private let program: Program
  private let slotCount: Int
  private var marks: [UInt32]
  private var generation: UInt32 = 0
  private var tasks: [Task] = []
  private var current = List()
  private var following = List()
  private var slots: [Int]
  /// Instructions followed since the beginning: tests bound the work by it.
  private(set) var stepCount = 0

  /// `groupCount` 0: only whether there is a match.
  init(_ program: Program, groupCount: Int) {
    self.program = program
    slotCount = 2 * groupCount
    marks = [UInt32](repeating: 0, count: program.instructions.count)
    slots = [Int](repeating: -1, count: 2 * groupCount)
  }

  /// The slots of the match, two a group, -1 where the group took no part; nil: no match.
  /// With `groupCount` 0 the result is empty and the run ends at the first match it sees.
  mutating func run(_ text: UnsafeBufferPointer<UInt8>, _ anchor: Anchor) -> [Int]? {
    let isAnchored = anchor != .none || program.isAnchoredAtStart
    var best: [Int]?
    current.removeAll()
    var position = 0
    while true {
      let held = Assertions.between(
        position > 0 ? text[position - 1] : nil, position < text.count ? text[position] : nil)
      generation &+= 1
      following.removeAll()
      for place in current.places { move(place, position, held) }
      if best == nil && (position == 0 || !isAnchored) {
        for slot in slots.indices { slots[slot] = -1 }
        if slotCount > 0 { slots[0] = position }
        follow(program.entry, position, held)
      }
      swap(&current, &following)
      if current.places.isEmpty && (isAnchored || best != nil) { break }
      take(text, position, anchor, &best)
      if best != nil && slotCount == 0 { break }
      if position == text.count { break }
      position += 1
    }
    return best
  }

  /// Sets the thread on: it waits inside a scalar, or follows the ways behind its instruction.
  private mutating func move(_ place: Place, _ position: Int, _ held: Assertions) {
    if place.wait > 0 {
      let start = following.slots.count
      following.slots.append(contentsOf: current.slots[place.slots..<(place.slots + slotCount)])
      following.places.append(Place(index: place.index, wait: place.wait, slots: start))
      return
    }
    for slot in 0..<slotCount { slots[slot] = current.slots[place.slots + slot] }
    follow(program.instructions[Int(place.index)].next, position, held)
  }

  /// Lets each thread of `current` take the byte at `position`, or ends the match.
  private mutating func take(
    _ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ anchor: Anchor, _ best: inout [Int]?
  ) {
    var kept = 0
    let scalar = UTF8Scalar.decode(UnsafeBufferPointer(rebasing: text[position...]))
    for number in current.places.indices {
      var place = current.places[number]
      if place.wait > 0 {
        place.wait -= 1
        current.places[kept] = place
        kept += 1
        continue
      }
      let instruction = program.instructions[Int(place.index)]
      switch instruction.operation {
      case .byte:
        guard position < text.count, instruction.low <= text[position],
          text[position] <= instruction.high
        else { continue }
      case .scalar:
        guard let (point, length) = scalar else { continue }
        let scalarClass = program.classes[Int(instruction.argument)]
        guard
          point < 0x80
            ? scalarClass.contains(ascii: UInt8(point)) : program.contains(point, in: scalarClass)
        else { continue }
        place.wait = UInt8(length - 1)
      case .match:
        if anchor == .whole && position < text.count { continue }
        guard keep(place, position, &best) else { continue }
        if program.takesLongestMatch { continue }
        // What comes after has less priority.
        current.places.removeSubrange(kept...)
        return
      case .split, .jump, .save, .assert, .fail: continue
      }
      current.places[kept] = place
      kept += 1
    }
    current.places.removeSubrange(kept...)
    if program.takesLongestMatch, let first = best?.first {
      current.places.removeAll { current.slots[$0.slots] > first }
    }
  }

  /// Makes the match that `place` has come to the best, unless a better one is known.
  private func keep(_ place: Place, _ position: Int, _ best: inout [Int]?) -> Bool {
    var found = Array(current.slots[place.slots..<(place.slots + slotCount)])
    if slotCount > 0 {
      found[1] = position
      if program.takesLongestMatch, let old = best {
        guard found[0] < old[0] || found[0] == old[0] && position > old[1] else { return false }
      }
    }
    best = found
    return true
  }

  /// Adds to `following` where the zero-width ways from `start` lead, with `slots` as they stand.
  private mutating func follow(_ start: UInt32, _ position: Int, _ held: Assertions) {
    tasks.append(.follow(start))
    while let task = tasks.popLast() {
      switch task {
      case .restore(let slot, let value): slots[slot] = value
      case .follow(let index): followWay(index, position, held)
      }
    }
  }

  private mutating func followWay(_ start: UInt32, _ position: Int, _ held: Assertions) {
    var index = start
    while marks[Int(index)] != generation {
      marks[Int(index)] = generation
      stepCount += 1
      let instruction = program.instructions[Int(index)]
      switch instruction.operation {
      case .byte, .scalar, .match:
        let start = following.slots.count
        following.slots.append(contentsOf: slots)
        following.places.append(Place(index: index, wait: 0, slots: start))
        return
      case .fail: return
      case .jump: break
      case .save:
        let slot = Int(instruction.argument)
        if slot < slotCount {
          tasks.append(.restore(slot: slot, to: slots[slot]))
          slots[slot] = position
        }
      case .split: tasks.append(.follow(instruction.argument))
      case .assert:
        let asked = Assertions(rawValue: UInt8(truncatingIfNeeded: instruction.argument))
        guard held.isSuperset(of: asked) else { return }
      }
      index = instruction.next
    }
  }
}
