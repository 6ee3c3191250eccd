import OynaValue

/// What a component does when something happens to it.
public struct ScreenAction: Sendable {
  private let members: ValueMap

  private init(_ type: String, _ parameters: [(String, Value?)] = []) {
    var members = ValueMap([(.string("type"), .string(type))])
    for case (let name, let value?) in parameters { members.set(value, for: .string(name)) }
    self.members = members
  }

  /// The action as it stands in the document.
  var value: Value { .map(members) }

  /// Validates the enclosing form, else the whole screen, and sends its values.
  public static func submit(url: String, method: String = "POST") -> ScreenAction {
    ScreenAction("submit", [("method", .string(method)), ("url", .string(url))])
  }

  /// Goes to another screen.
  public static func navigate(_ mode: Navigation, url: String? = nil) -> ScreenAction {
    ScreenAction(
      "navigate", [("mode", .string(mode.rawValue)), ("url", url.map(Value.string))])
  }

  /// How to go to another screen.
  public enum Navigation: String, Sendable {
    /// Another screen over the one that is shown.
    case push
    /// Another screen in the place of the one that is shown.
    case replace
    /// Another screen in a stack of its own, presented over this one.
    case present
    /// Takes a presented stack away; where none is presented, goes one screen back.
    case dismiss
    /// One screen back; from the first of a presented stack, to what is under it.
    case back
    /// Back to the first screen; what is presented over it goes away.
    case root
  }

  /// Sets a value of the state.
  public static func set<FieldValue>(
    _ field: ScreenField<FieldValue>, to value: FieldValue
  ) -> ScreenAction {
    ScreenAction("set_value", [("key", .string(field.key)), ("value", value.screenValue)])
  }

  /// Moves the focus to a field.
  public static func focus<FieldValue>(_ field: ScreenField<FieldValue>) -> ScreenAction {
    ScreenAction("focus", [("key", .string(field.key))])
  }

  /// Empties the enclosing form, else the whole screen, to its initial values.
  public static var reset: ScreenAction { ScreenAction("reset") }

  /// A short message at the edge of the screen.
  public static func snackbar(_ message: String) -> ScreenAction {
    ScreenAction("snackbar", [("message", .string(message))])
  }

  /// A message that has to be closed.
  public static func alert(title: String? = nil, _ message: String) -> ScreenAction {
    ScreenAction("alert", [("title", title.map(Value.string)), ("message", .string(message))])
  }

  /// Opens a page outside the screens.
  public static func openURL(_ url: String) -> ScreenAction {
    ScreenAction("open_url", [("url", .string(url))])
  }

  /// One after the other.
  public static func sequence(_ actions: [ScreenAction]) -> ScreenAction {
    ScreenAction("sequence", [("actions", .list(actions.map(\.value)))])
  }
}
