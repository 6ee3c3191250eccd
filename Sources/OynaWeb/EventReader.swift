internal import OynaEngine
internal import OynaValue

/// Reads one event of the shell: an object with one member, whose name says what happened.
///
/// ```json
/// {"input": {"key": "user_phone", "text": "+998901234567"}}
/// {"choose": {"key": "delivery_type", "options": [1]}}
/// ```
struct EventReader {
  /// The choices of a field as they were last shown, and whether it takes several.
  let choices: (_ key: String) -> (options: [Value], isMultiple: Bool)?

  /// What the page added to the format: a document in another language may use it too.
  let extensions: Extensions

  /// - Throws: what is wrong with the message: a mistake of the shell, never of a person.
  func event(from json: JSON) throws(Diagnostic) -> Event {
    var members = json.object?.makeIterator()
    guard let member = members?.next(), members?.next() == nil else {
      throw Self.refusal("An event is an object with one member.", json)
    }
    switch member.key {
    case "input":
      return .input(key: try key(of: member.value), value: .string(try text(of: member.value)))
    case "cart":
      let key = try key(of: member.value)
      if let code = member.value["promoCode"] {
        return .cart(key: key, .promoCode(code.string))
      }
      guard let id = member.value["product"]?.string.flatMap({ ProductID($0) }),
        let quantity = member.value["quantity"]?.int, quantity >= 0
      else { break }
      return .cart(key: key, .quantity(of: id, to: quantity))
    case "check":
      guard let isOn = member.value["isOn"]?.bool else { break }
      return .input(key: try key(of: member.value), value: .bool(isOn))
    case "choose":
      return try choice(member.value)
    case "file":
      guard let file = member.value["value"] else { break }
      return .input(key: try key(of: member.value), value: file.value)
    case "focus":
      if let key = member.value.string { return .focus(key: key) }
    case "blur":
      if let key = member.value.string { return .blur(key: key) }
    case "tap":
      if let id = member.value.string { return .tap(id: id) }
    case "custom":
      guard let id = member.value["id"]?.string, let name = member.value["name"]?.string
      else { break }
      return .custom(id: id, name: name)
    case "rows":
      guard let id = member.value["id"]?.string, let first = member.value["first"]?.int,
        let count = member.value["count"]?.int
      else { break }
      return .rows(id: id, first: Int(clamping: first), count: Int(clamping: count))
    case "networkError":
      return try networkError(member.value)
    case "network":
      return .network(isOnline: member.value.string == "online")
    case "lifecycle":
      return .lifecycle(member.value.string == "background" ? .background : .foreground)
    case "advance":
      if let milliseconds = member.value.int { return .advance(milliseconds: milliseconds) }
    case "day":
      if let day = member.value.string.flatMap({ CalendarDay($0) }) { return .day(day) }
    case "snackbarAction":
      if let action = member.value.string.flatMap({ SnackbarAction(rawValue: $0) }) {
        return .snackbarAction(action)
      }
    case "translated":
      return .translated(try Screen(decoding: member.value, extensions: extensions))
    case "queue":
      if let notice = QueueNoticeReader.notice(member.value) { return .queue(notice) }
    case "undo":
      return .undo
    case "redo":
      return .redo
    case "clear":
      return .clearSensitiveData
    default:
      throw Self.refusal("There is no event \"\(member.key)\".", json)
    }
    throw Self.refusal("The event \"\(member.key)\" lacks a part.", member.value)
  }

  private func key(of json: JSON) throws(Diagnostic) -> String {
    guard let key = json["key"]?.string else {
      throw Self.refusal("The event has no key.", json)
    }
    return key
  }

  private func text(of json: JSON) throws(Diagnostic) -> String {
    guard let text = json["text"]?.string else {
      throw Self.refusal("The event has no text.", json)
    }
    return text
  }

  /// A choice comes as places in the list; here they become the options' own values again.
  private func choice(_ json: JSON) throws(Diagnostic) -> Event {
    let key = try key(of: json)
    guard let places = json["options"]?.array, let shown = choices(key) else {
      throw Self.refusal("The event chooses nothing of a list.", json)
    }
    var values: [Value] = []
    for place in places {
      guard let place = place.int, shown.options.indices.contains(Int(place)) else {
        throw Self.refusal("The list has no such option.", json)
      }
      values.append(shown.options[Int(place)])
    }
    if shown.isMultiple { return .input(key: key, value: .list(values)) }
    return .input(key: key, value: values.first ?? .null)
  }

  private func networkError(_ json: JSON) throws(Diagnostic) -> Event {
    guard let request = json["request"]?.int, let kind = json["kind"]?.string else {
      throw Self.refusal("A network error names its request and kind.", json)
    }
    return .networkError(
      request: RequestID(Int(request)), kind: kind == "timeout" ? .timeout : .offline)
  }

  private static func refusal(_ message: String, _ json: JSON) -> Diagnostic {
    Diagnostic(.error, .init("shell-event"), message, at: json.position)
  }
}
