public import OynaValue

/// The values of a form by key: `form.values["user_phone"]` observes that key alone.
@MainActor
public struct FormValues {
  let form: FormStateStore

  /// `.null` for a key that has no value, and for a secret.
  public subscript(key: String) -> Value { form.field(key).value }

  /// All of them. Observes every key.
  public var dictionary: [String: Value] {
    var all: [String: Value] = [:]
    for key in form.keys { all[key] = form.field(key).value }
    return all
  }
}

/// The messages of a form by key: `form.errors["user_phone"]` observes that key alone.
@MainActor
public struct FormErrors {
  let form: FormStateStore

  /// Nil when no message is to be shown.
  public subscript(key: String) -> String? { form.field(key).error }

  /// All that are shown. Observes every key.
  public var dictionary: [String: String] {
    var all: [String: String] = [:]
    for key in form.keys { all[key] = form.field(key).error }
    return all
  }

  /// True when no message is shown. Observes every key.
  public var isEmpty: Bool { dictionary.isEmpty }
}
