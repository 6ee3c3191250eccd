import OynaValue

/// A row of a repeating group as it can come back: who it is, where it stood, what it held. A
/// secret is never part of it: a row that comes back has its secrets empty.
struct RowRecord {
  let id: String
  let place: Int
  /// Its block, so that older edits of its fields find the same slots; nil once a patch numbered
  /// them anew.
  var block: Int32?
  let contents: [(key: String, content: FieldContent)]
}

/// A row that a person added to a repeating group or took out of it.
final class RowEditCommand: Command {
  enum Change { case added, removed }

  let change: Change
  /// Nil once the group is gone from the screen.
  private(set) var group: Int?
  /// What the change is called: the label of the group and the number of the row.
  let label: String
  /// The row; nil before it was added for the first time.
  var record: RowRecord?
  private let writes: FormWrites

  init(
    _ change: Change, group: Int, label: String, record: RowRecord?, writes: FormWrites
  ) {
    self.change = change
    self.group = group
    self.label = label
    self.record = record
    self.writes = writes
  }

  var name: String { change == .added ? "Add row" : "Remove row" }
  var title: CommandTitle { change == .added ? .addRow(label) : .removeRow(label) }
  var isObsolete: Bool { group == nil }

  func execute() throws(CommandError) {
    writes.add(change == .added ? .insertRow(self) : .removeRow(self))
  }

  func undo() throws(CommandError) {
    writes.add(change == .added ? .removeRow(self) : .insertRow(self))
  }

  /// A patch numbered groups and blocks anew.
  func move(_ place: (Int) -> Int?) {
    group = group.flatMap(place)
    record?.block = nil
  }
}

extension FormStore {
  /// The row as it stands, without its secrets.
  func record(ofRow row: Int32) -> RowRecord? {
    let group = Int(rows[Int(row)].group)
    guard let place = rowOrder[group].firstIndex(of: row) else { return nil }
    var contents: [(key: String, content: FieldContent)] = []
    for key in plan.groups[group].keys {
      guard case .field(let component) = screen[key].origin,
        screen[component].field?.isSensitive == false
      else { continue }
      let slot = slots[slot(of: key, row: row)]
      contents.append((screen[key].key.name, FieldContent(value: slot.value, text: slot.text)))
    }
    return RowRecord(id: rows[Int(row)].id, place: place, block: row, contents: contents)
  }

  /// Puts the row back, or a new one where there is no record; nil when the group is full.
  mutating func insertRow(_ record: RowRecord?, group: Int) -> Int32? {
    let count = rowOrder[group].count
    guard count < plan.groups[group].model.maxRows else { return nil }
    guard let record else { return insertRow(group, at: count, values: ValueMap()) }
    var values = ValueMap()
    for (key, content) in record.contents where accepts(content.value, key, in: group) {
      values.set(content.value, for: key)
    }
    let row = insertRow(
      group, at: min(record.place, count), values: values, id: record.id, block: record.block)
    for key in plan.groups[group].keys {
      let name = screen[key].key.name
      let slot = slot(of: key, row: row)
      guard let content = record.contents.first(where: { $0.key == name })?.content,
        slots[slot].value == content.value
      else { continue }
      slots[slot].text = content.text
    }
    return row
  }

  /// A patch may have changed what a field takes since the row was taken out.
  private func accepts(_ value: Value, _ name: String, in group: Int) -> Bool {
    for key in plan.groups[group].keys where screen[key].key.name == name {
      guard case .field(let component) = screen[key].origin, let field = screen[component].field,
        !field.isSensitive
      else { return false }
      do throws(InputRefusal) {
        _ = try content(of: value, field: field)
        return true
      } catch {
        return false
      }
    }
    return false
  }

  /// What a person calls a row: the label of its group and its number.
  func label(ofRow place: Int, group: Int) -> String {
    "\(label(ofSlot: plan.groups[group].key.rawValue)) \(place + 1)"
  }
}
