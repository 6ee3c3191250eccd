import OynaValue

/// One instance of a component: what is known of it at this moment.
struct FormNode {
  /// Index in `Screen.components`.
  let component: Int32
  /// Index in `FormStore.rows`, or -1 outside of a repeating group.
  let row: Int32
  /// The node around it, or -1; for the top of a row its group.
  let parent: Int32
  /// Index in `FormStore.slots` for an input, or -1.
  let slot: Int32
  /// Where its rules' outcomes start in `FormStore.outcomes`.
  let outcomeStart: Int32
  var flags: Flags
  /// The live verdict: right after every event, shown or not.
  var verdict = Verdict.valid
  /// The revision of the value that was validated last; -1 when it never was.
  var validatedRevision: Int32 = -1
  var shown: ShownError?
  var server: ServerError?
  /// The message of the first failed rule of severity `warning`, once the field was validated.
  var warning: String?
  /// The component's computed texts in the order of `Component.templates`, then the computed ones
  /// of its accessibility; empty when it has none.
  var texts: [String] = []

  struct Flags: OptionSet {
    let rawValue: UInt16
    /// Its own condition holds and it is not `"hidden": true`.
    static let ownVisible = Flags(rawValue: 1)
    /// It and everything around it is visible.
    static let visible = Flags(rawValue: 2)
    static let ownEnabled = Flags(rawValue: 4)
    static let enabled = Flags(rawValue: 8)
    /// Edited since it was validated last.
    static let edited = Flags(rawValue: 16)
    /// Its verdict is waiting to be worked out again in this event.
    static let verdictDue = Flags(rawValue: 32)
    static let textDue = Flags(rawValue: 64)
    /// The renderer has it.
    static let drawn = Flags(rawValue: 128)
    /// It is in the list of changed nodes.
    static let changed = Flags(rawValue: 256)
    /// Its children are to be compared with what the renderer has.
    static let childrenChanged = Flags(rawValue: 512)
    /// Its secret was wiped while something needed it: the person types it again.
    static let secretAsked = Flags(rawValue: 1024)
    /// It stands in a fallback that is not drawn: never shown.
    static let unreachable = Flags(rawValue: 2048)
    /// A `required` rule applied when its verdict was worked out last.
    static let required = Flags(rawValue: 4096)
    /// It is a slot of a `load` whose state draws another one.
    static let slotHidden = Flags(rawValue: 8192)
  }

  var isVisible: Bool { flags.contains(.visible) }
  var isEnabled: Bool { flags.contains(.enabled) }
  /// Validated and submitted (DESIGN §4: a hidden or disabled field is neither).
  var isActive: Bool { flags.contains([.visible, .enabled]) }
}

/// The verdict over one node's rules.
enum Verdict: Equatable {
  case valid
  /// The value is not of the field's type: letters in a number, no such option.
  case mistyped
  /// A rule fails: its index in `FormPlan.rules`.
  case failed(Int32)
  /// The value passed so far, but a remote rule has not been answered, or a file (-1) is still
  /// being uploaded.
  case pending(Int32)

  var isFailure: Bool {
    switch self {
    case .valid, .pending: false
    case .mistyped, .failed: true
    }
  }
}

/// An error that a person sees, and what it was computed for: one computed for an older revision
/// of the value is never shown.
struct ShownError {
  let source: Source
  let revision: Int32
  let message: String
  /// The rule that failed, in `FormPlan.rules`, or -1.
  let rule: Int32

  enum Source {
    /// A rule, on leaving the field or on submit.
    case rule
    /// A rule, because something that it reads changed.
    case dependency
    /// The engine itself asks for something: a wiped secret.
    case engine
  }
}

/// What the server said of a field; it stays until that field is edited.
struct ServerError {
  let revision: Int32
  let message: String
}

/// The value of one key.
struct FormSlot {
  /// Null for a secret.
  var value: Value
  var secret: Secret?
  /// What was typed, where it is not just the value written out: `"2,"` or `"-"` in a number.
  var text: String?
  /// Raised by each change; errors name the revision they were computed for.
  var revision: Int32 = 0
  /// Index in `Screen.keys`.
  let key: Int32
  let row: Int32
  /// The input that writes it, or -1.
  let node: Int32
}

/// One row of a repeating group.
struct FormRow {
  let group: Int32
  /// The identity of the row within its group, such as `r1`.
  let id: String
  let nodeBase: Int32
  let slotBase: Int32
  let cellBase: Int32
  let outcomeBase: Int32
  var isLive = true
}
