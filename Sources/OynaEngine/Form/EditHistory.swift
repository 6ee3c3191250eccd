import OynaValue

/// The edits that undo takes back, oldest first; never of a secret.
///
/// Edits of one field in a row, until the focus moves or something else happens, are one step.
struct EditHistory {
  /// A change of one field.
  struct Step {
    let slot: Int
    let before: Content
    var after: Content
  }

  struct Content: Equatable {
    let value: Value
    let text: String?
  }

  static let limit = 50
  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []
  /// The last step takes more edits of its field.
  private var isOpen = false

  mutating func record(slot: Int, from before: Content, to after: Content) {
    redoable.removeAll()
    if isOpen, let last = undoable.last, last.slot == slot {
      undoable[undoable.count - 1].after = after
      return
    }
    undoable.append(Step(slot: slot, before: before, after: after))
    if undoable.count > EditHistory.limit { undoable.removeFirst() }
    isOpen = true
  }

  /// The next edit begins a step of its own.
  mutating func close() { isOpen = false }

  mutating func undo() -> Step? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step)
    isOpen = false
    return step
  }

  mutating func redo() -> Step? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step)
    isOpen = false
    return step
  }

  mutating func removeAll() { self = EditHistory() }

  /// The same steps over slots of other numbers; steps whose slot is gone are dropped.
  func mapped(_ place: (Int) -> Int?) -> EditHistory {
    let move = { (step: Step) in
      place(step.slot).map { Step(slot: $0, before: step.before, after: step.after) }
    }
    var result = EditHistory()
    result.undoable = undoable.compactMap(move)
    result.redoable = redoable.compactMap(move)
    return result
  }
}
