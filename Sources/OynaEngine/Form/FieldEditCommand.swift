import OynaValue

/// What a field holds: its value and, where that is not all, what was typed.
struct FieldContent: Equatable {
  let value: Value
  let text: String?
}

/// One edit of one field, never of a secret: its content before and after.
///
/// Edits of one field in a row, until the focus moves or something else happens, are one entry.
/// Undo puts the recorded content back whatever stands there now: a field is the person's own, and
/// what a rule or an action changed in it meanwhile must not block the way back.
final class FieldEditCommand: Command {
  /// Nil once the field is gone from the screen.
  private(set) var slot: Int?
  private let before: FieldContent
  private var after: FieldContent
  private let writes: FormWrites
  /// Whether the next edit of the same field joins this one.
  private let coalesces: Bool

  init(
    slot: Int, from before: FieldContent, to after: FieldContent, writes: FormWrites,
    coalesces: Bool = true
  ) {
    self.slot = slot
    self.before = before
    self.after = after
    self.writes = writes
    self.coalesces = coalesces
  }

  var name: String { "Edit field" }

  func execute() throws(CommandError) {
    if let slot { writes.add(.content(slot, after)) }
  }

  func undo() throws(CommandError) {
    if let slot { writes.add(.content(slot, before)) }
  }

  func merge(_ next: any Command) -> Bool {
    guard coalesces, let next = next as? FieldEditCommand, next.coalesces, slot == next.slot else {
      return false
    }
    after = next.after
    return true
  }

  var isObsolete: Bool { slot == nil }

  /// A patch numbered the slots anew.
  func move(_ place: (Int) -> Int?) { slot = slot.flatMap(place) }
}
