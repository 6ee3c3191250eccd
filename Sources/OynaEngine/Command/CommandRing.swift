/// The undo and redo sides in one ring: `capacity` entries at most, the oldest leaves first.
///
/// ```
///   start                                   end
///     │ undo side: oldest … newest │ redo side: next … last │ free
/// ```
/// Entries are handed out when they leave, so the caller releases them outside of any access to the
/// ring: a command's `deinit` may look at the history.
struct CommandRing {
  let capacity: Int
  private(set) var undoCount = 0
  private(set) var redoCount = 0
  /// Grows up to `capacity` slots, and only then wraps: `start` is 0 until the ring is full once.
  private var slots: ContiguousArray<(any Command)?> = []
  private var start = 0

  init(capacity: Int) {
    self.capacity = capacity
    slots.reserveCapacity(min(capacity, 64))
  }

  /// The newest entry of the undo side.
  var undoTop: (any Command)? { undoCount == 0 ? nil : slots[slot(undoCount - 1)] }

  /// The next entry of the redo side.
  var redoTop: (any Command)? { redoCount == 0 ? nil : slots[slot(undoCount)] }

  /// The entry at `index` from the oldest, undo side first.
  subscript(index: Int) -> (any Command)? { slots[slot(index)] }

  mutating func moveTopToRedo() {
    undoCount -= 1
    redoCount += 1
  }

  mutating func moveTopToUndo() {
    redoCount -= 1
    undoCount += 1
  }

  /// Adds to the undo side. The redo side must be empty and a place free.
  mutating func push(_ command: any Command) {
    let place = slot(undoCount)
    if place == slots.count { slots.append(command) } else { slots[place] = command }
    undoCount += 1
  }

  mutating func removeOldest() -> (any Command)? {
    let removed = take(at: start)
    start = start + 1 == slots.count ? 0 : start + 1
    undoCount -= 1
    return removed
  }

  /// Takes the last entry of the redo side; nil when it is empty.
  mutating func removeLastRedo() -> (any Command)? {
    guard redoCount > 0 else { return nil }
    redoCount -= 1
    return take(at: slot(undoCount + redoCount))
  }

  /// Takes out the entry at `index` from the oldest and closes the gap.
  ///
  /// - Complexity: O(entries after it).
  mutating func remove(at index: Int) -> (any Command)? {
    let removed = take(at: slot(index))
    let count = undoCount + redoCount
    for next in stride(from: index + 1, to: count, by: 1) {
      slots.swapAt(slot(next - 1), slot(next))
    }
    if index < undoCount { undoCount -= 1 } else { redoCount -= 1 }
    return removed
  }

  private mutating func take(at place: Int) -> (any Command)? {
    let removed = slots[place]
    slots[place] = nil
    return removed
  }

  private func slot(_ index: Int) -> Int {
    let place = start + index
    return place < capacity ? place : place - capacity
  }
}
