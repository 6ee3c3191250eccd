public import Observation
public import OynaEngine
public import OynaValue

/// The values and errors of a form, observable key by key.
///
/// ```swift
/// let form = FormStateStore()
/// form.setValue(.string("+998901234567"), for: "user_phone")
/// form.validate(key: "user_phone", rules: [.required("Kiriting"), .phone(region: "UZ")])
/// form.errors["user_phone"]                                    // nil
/// ```
///
/// A `ScreenStore` has one over its engine: values go through the engine then, which judges them
/// by the screen's own rules. On its own it is a form of the application. `values` and `errors`
/// observe exactly the keys that are read through them.
@MainActor @Observable
public final class FormStateStore {
  /// A submit is under way.
  public internal(set) var isSubmitting = false
  /// Counts keys that were added: who reads all keys observes it.
  private var keyCount = 0
  @ObservationIgnored private var fields: [String: FieldState] = [:]
  /// Rules of the application that have judged a key: judged anew when what they read changes.
  @ObservationIgnored private var judged: [String: [ValidationRule]] = [:]
  @ObservationIgnored private var secrets: [String: Secret] = [:]
  /// Keys that no node of the tree stands for at the moment: compared after each event.
  @ObservationIgnored private var detached: Set<String> = []
  /// The engine's way in, when a screen stands behind the form.
  @ObservationIgnored weak var screen: ScreenStore?
  @ObservationIgnored var language: String
  @ObservationIgnored private let today: @MainActor () -> CalendarDay

  /// A form of the application, with no screen behind it. `language` is the BCP 47 tag of the
  /// engine's own words in messages.
  public convenience init(language: String = "uz") {
    self.init(language: language, today: { CalendarDay.current })
  }

  /// The same, with the day that `today` means in rules about dates.
  public init(language: String, today: @escaping @MainActor () -> CalendarDay) {
    self.language = language
    self.today = today
  }

  // MARK: - Reading

  /// What observers of the key read; made when it is first asked for.
  public func field(_ key: String) -> FieldState {
    if let field = fields[key] { return field }
    let field = FieldState(key: key)
    fields[key] = field
    if let screen {
      detached.insert(key)
      field.take(value: screen.storedValue(for: key), error: screen.storedError(for: key))
    }
    keyCount += 1
    return field
  }

  /// The values by key. Reading one observes that key alone.
  public var values: FormValues { FormValues(form: self) }

  /// The messages by key. Reading one observes that key alone.
  public var errors: FormErrors { FormErrors(form: self) }

  /// Every key that has been set or read, sorted. Observes the set of keys.
  public var keys: [String] {
    _ = keyCount
    return fields.keys.sorted()
  }

  // MARK: - Editing

  /// A person changed a value. The field's error leaves at once; it comes back when the field is
  /// judged again. A value for a secret key of a screen is refused: see `setSecret`.
  public func setValue(_ value: Value, for key: String) {
    if let screen {
      fields[key]?.forgetOwnError()
      screen.send(.input(key: key, value: value))
    } else {
      field(key).take(value: value, error: nil)
      judgeReaders(of: key)
    }
  }

  /// A person changed a secret. The bytes are copied into a buffer that is overwritten later; the
  /// caller wipes its own.
  public func setSecret(_ secret: Secret, for key: String) {
    if let screen {
      fields[key]?.forgetOwnError()
      screen.send(.secretInput(key: key, value: secret))
    } else {
      _ = field(key)
      secrets[key]?.wipe()
      secrets[key] = secret.withUnsafeBytes { Secret(copying: $0) }
      fields[key]?.forgetOwnError()
      judgeReaders(of: key)
    }
  }

  // MARK: - Judging

  /// Judges the value by rules of the application and shows the first that fails, in their order;
  /// true when none does. They are applied again whenever a value that they read changes.
  ///
  /// A rule that cannot be evaluated, such as a bad pattern, fails and says why.
  @discardableResult
  public func validate(key: String, rules: [ValidationRule]) -> Bool {
    judged[key] = rules
    return judge(key, rules)
  }

  @discardableResult
  private func judge(_ key: String, _ rules: [ValidationRule]) -> Bool {
    let message = RuleCheck(
      key: key, rules: rules, language: language, today: today()
    ).message(
      value: { self.kept($0) }, secret: { self.secrets[$0] })
    let field = field(key)
    if field.ownError != message { field.ownError = message }
    return message == nil
  }

  private func kept(_ key: String) -> Value { fields[key]?.value ?? .null }

  private func judgeReaders(of key: String) {
    for (reader, rules) in judged where reader != key && rules.contains(where: { $0.reads(key) }) {
      judge(reader, rules)
    }
  }

  // MARK: - Clearing

  /// Empties every value and every error; no submit is under way afterwards, and an answer that is
  /// still to come is dropped.
  public func clearSensitiveData() {
    wipeSecrets()
    judged = [:]
    for field in fields.values { field.forgetOwnError() }
    if let screen {
      screen.send(.clearSensitiveData)
    } else {
      for field in fields.values { field.take(value: .null, error: nil) }
    }
    if isSubmitting { isSubmitting = false }
  }

  /// The application went to the background: secrets are overwritten, all else stays.
  public func enterBackground() {
    wipeSecrets()
    screen?.send(.lifecycle(.background))
  }

  private func wipeSecrets() {
    for secret in secrets.values { secret.wipe() }
    secrets = [:]
  }

  // MARK: - The screen's side

  /// A node of the tree stands for the key and tells its state.
  func attach(_ key: String, to node: NodeID, value: Value, error: String?) {
    detached.remove(key)
    let isNew = fields[key] == nil
    let field = fields[key] ?? FieldState(key: key)
    fields[key] = field
    field.nodeID = node
    field.take(value: value, error: error)
    if isNew { keyCount += 1 }
  }

  /// The node of the key left the tree; its value stays in the engine.
  func detach(_ key: String) {
    if fields[key] != nil { detached.insert(key) }
  }

  /// Another screen: what observers hold is told anew.
  func detachAll() { detached = Set(fields.keys) }

  /// Takes over what changed behind keys that no node stands for.
  func refreshDetached(_ screen: ScreenStore) {
    for key in detached {
      fields[key]?.take(value: screen.storedValue(for: key), error: screen.storedError(for: key))
    }
  }
}
