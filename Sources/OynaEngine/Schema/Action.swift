public import OynaValue

/// What a component does when something happens to it, decoded and compiled.
public indirect enum Action: Sendable {
  case submit(SubmitAction)
  case request(RequestAction)
  /// Puts a request on disk, from where it is sent once.
  case enqueue(QueueAction)
  case navigate(NavigateAction)
  case openURL(Template)
  case setValue(key: KeyIndex, value: ValueTemplate)
  /// Nil resets every field of the enclosing form, else of the screen.
  case reset(fields: [KeyIndex]?)
  /// Nil validates every field of the enclosing form, else of the screen.
  case validate(fields: [KeyIndex]?)
  case focus(KeyIndex)
  case alert(title: Template?, message: Template)
  case snackbar(message: Template)
  /// Loads the screen again, or one `load` component.
  case reload(component: String?)
  case patch([PatchOperation])
  case command(CommandAction)
  case undo
  case redo
  case pay(PayAction)
  case sequence([Action])
  case when(BoundExpression, then: [Action], otherwise: [Action])
  case haptic(String)
  case copy(Template)
  case share(text: Template?, url: Template?)
  case track(name: String, members: ValueTemplate)
  /// An action that the host added.
  case custom(name: String, members: ValueTemplate)
  /// An action that this engine does not know: reported when the screen loads, does nothing.
  case unknown(name: String)
}

/// Validates, freezes the values of the enclosing form (else of the screen) and sends them.
public struct SubmitAction: Sendable {
  /// `POST`, `PUT` or `PATCH`.
  public let method: String
  /// Relative to the screen's own URL, or absolute.
  public let url: Template
  /// Header fields that the document adds.
  public let headers: [(name: String, value: Template)]
  /// What to do for each kind of answer, in document order.
  public let outcomes: [Outcome]
}

/// Sends a request that carries no form.
public struct RequestAction: Sendable {
  /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
  public let method: String
  /// Relative to the screen's own URL, or absolute.
  public let url: Template
  /// Header fields that the document adds.
  public let headers: [(name: String, value: Template)]
  /// Sent as JSON; nil sends none.
  public let body: ValueTemplate?
  /// What to do for each kind of answer, in document order.
  public let outcomes: [Outcome]
}

/// Actions for one kind of answer: members of the action's `on`.
public struct Outcome: Sendable {
  /// The answers it is for.
  public let match: Match
  /// What to do then, in order.
  public let actions: [Action]

  /// A kind of answer; the most exact match wins.
  public enum Match: Sendable, Hashable {
    /// `"success"`: a status under 400.
    case success
    /// `"error"`: a status of 400 or more, or no answer.
    case error
    /// `"offline"`: no answer at all.
    case offline
    /// `"queued"`: a queued request is on disk.
    case queued
    /// `"undone"`: a queued request was taken back after it had been sent.
    case undone
    /// `"409"`: exactly this status. Wins over the classes.
    case status(Int)
    /// `"4xx"`: the hundreds digit. Wins over `success` and `error`.
    case statusClass(Int)
  }
}

/// Moves between screens.
public struct NavigateAction: Sendable {
  /// How to move; push when the document does not say.
  public let mode: Mode
  /// Present for push, replace and present.
  public let url: Template?
  /// Whether the screen is worth asking for before anyone taps.
  public let isPrefetched: Bool

  /// The ways to move; the first three load a screen.
  public enum Mode: String, Sendable, CaseIterable {
    case push, replace, present, dismiss, back, root
  }
}

/// Starts a payment; the amount and the account come from the server, never from the document.
public struct PayAction: Sendable {
  /// Where the server makes the payment.
  public let url: Template
  /// The strategy's name, such as `payme`; nil: the one chosen in `payment_methods`.
  public let method: ValueTemplate?
  /// The other members, as parameters of the strategy.
  public let members: ValueTemplate
  /// What to do for each kind of answer, in document order.
  public let outcomes: [Outcome]
}

/// One step of a `patch`, by component identity.
public enum PatchOperation: Sendable {
  case insert(parent: String, index: Int?, component: Value)
  case remove(id: String)
  case replace(id: String, component: Value)
  case move(id: String, parent: String, index: Int?)
  /// Sets members of the component's `props`.
  case set(id: String, props: ValueMap)
}
