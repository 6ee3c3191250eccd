public import Observation
public import OynaEngine
public import OynaValue

/// What observers of one key of a form read. Each key has its own, so that a keystroke invalidates
/// the views of one field and of what depends on it, and no others.
@MainActor @Observable
public final class FieldState {
  /// The state key, or `group[rowId].key` in a row.
  public let key: String
  /// The node that stands for the key, or did last; nil in a form of the application.
  @ObservationIgnored public internal(set) var nodeID: NodeID?
  /// The value as it is kept; `.null` for a secret, which never comes back.
  public internal(set) var value = Value.null
  /// What the screen's engine says; nil when the field is fine or was not yet judged.
  var engineError: String?
  /// What rules of the application said, until the next edit.
  var ownError: String?

  /// The message to show under the field; nil when there is none.
  public var error: String? { ownError ?? engineError }

  init(key: String) { self.key = key }

  /// Sets only what differs: each write invalidates observers.
  func take(value: Value, error: String?) {
    if self.value != value {
      self.value = value
      forgetOwnError()
    }
    if engineError != error { engineError = error }
  }

  func forgetOwnError() {
    if ownError != nil { ownError = nil }
  }
}
