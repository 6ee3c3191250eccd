/// What the commands of form edits want to have done: the engine, which owns the values, does it as
/// soon as the history has run.
final class FormWrites {
  enum Write {
    case content(Int, FieldContent)
    case insertRow(RowEditCommand)
    case removeRow(RowEditCommand)
  }

  private(set) var due: [Write] = []

  func add(_ write: Write) { due.append(write) }

  func removeAll() { due.removeAll(keepingCapacity: true) }
}
