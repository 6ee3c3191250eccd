internal import OynaEngine
internal import OynaValue

/// The list of what is wrong, shown over a form after a submit was refused, until nothing is.
///
/// It is decided here, from the changes that the shell gets, so that the shell has nothing to
/// decide: a refused submit moves the focus to a field with an error, and nothing else does.
struct ErrorSummary {
  private struct Item {
    let label: String
    let message: String
  }

  private var items: [String: Item] = [:]
  private var isShown = false
  private var hasChanged = false

  /// Takes in what a field shows now. `label` names it in the list.
  mutating func note(_ field: ResolvedField, label: String) {
    if items.isEmpty && field.error == nil { return }
    let old = items[field.key]
    guard let message = field.error else { return forget(field.key) }
    if old?.message == message && old?.label == label { return }
    items[field.key] = Item(label: label, message: message)
    hasChanged = true
  }

  /// Fields left the page: only those for which `isWrong` holds stay in the list.
  mutating func keep(_ isWrong: (_ key: String) -> Bool) {
    for key in Array(items.keys) where !isWrong(key) { forget(key) }
  }

  private mutating func forget(_ key: String) {
    if items.removeValue(forKey: key) != nil { hasChanged = true }
  }

  /// The words around the list are of another language.
  mutating func reword() { hasChanged = true }

  mutating func reset() {
    items = [:]
    isShown = false
    hasChanged = false
  }

  /// Writes the member `summary` when what the shell shows has to change: `null` takes it away.
  mutating func write(to writer: inout MessageWriter, after effects: [Effect]) {
    let isRefused = effects.contains { effect in
      if case .focus(let key) = effect { return items[key] != nil }
      return false
    }
    guard isRefused || (isShown && hasChanged) else { return }
    hasChanged = false
    isShown = !items.isEmpty
    guard isShown else {
      writer.json.key("summary")
      writer.json.null()
      return
    }
    writer.json.key("summary")
    writer.json.beginObject()
    writer.string("title", writer.words.summary(items.count))
    writer.json.key("items")
    writer.json.beginArray()
    // The shell puts them in the order of the page.
    for (key, item) in items.sorted(by: { $0.key < $1.key }) {
      writer.json.beginObject()
      writer.string("key", key)
      writer.string("label", item.label)
      writer.string("message", item.message)
      writer.json.endObject()
    }
    writer.json.endArray()
    writer.json.endObject()
  }
}
