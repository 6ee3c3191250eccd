public import OynaValue

/// What a component does when something happens to it, decoded and compiled.
public indirect enum Action: Sendable {
  /// Validates a form and sends its values.
  case submit(SubmitAction)
  /// Sends a request that carries no form.
  case request(RequestAction)
  /// Puts a request on disk, from where it is sent once.
  case enqueue(QueueAction)
  /// Moves to another screen, or back.
  case navigate(NavigateAction)
  /// Opens a URL outside the screens: a page, `tel:`, `mailto:`, another application.
  case openURL(Template)
  /// Gives a key this value; null empties it. A secret can only be emptied.
  case setValue(key: KeyIndex, value: ValueTemplate)
  /// Nil resets every field of the enclosing form, else of the screen.
  case reset(fields: [KeyIndex]?)
  /// Nil validates every field of the enclosing form, else of the screen.
  case validate(fields: [KeyIndex]?)
  /// Moves the focus to the input of this key.
  case focus(KeyIndex)
  /// Shows a message that a person has to close.
  case alert(title: Template?, message: Template)
  /// Shows a short message that goes away by itself.
  case snackbar(message: Template)
  /// Loads the screen again, or one `load` component.
  case reload(component: String?)
  /// Changes the document of the screen, whole or not at all.
  case patch([PatchOperation])
  /// Changes a cart or a text, and keeps the change for undo.
  case command(CommandAction)
  /// Takes back the last change that the person made on this screen.
  case undo
  /// Does again the change that was taken back last.
  case redo
  /// Starts a payment.
  case pay(PayAction)
  /// One after the other; commands and nothing else are one step of the history.
  case sequence([Action])
  /// Does `then` when the expression is true, else `otherwise`.
  case when(BoundExpression, then: [Action], otherwise: [Action])
  /// Lets the device be felt: `light`, `medium`, `heavy`, `success`, `warning` or `error`.
  case haptic(String)
  /// Puts a text on the clipboard.
  case copy(Template)
  /// Offers a text, a URL or both to other applications.
  case share(text: Template?, url: Template?)
  /// Tells the host's analytics; no member can read a secret.
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
  /// A new component among the children of `parent`, at `index` from 0; nil: after the last.
  case insert(parent: String, index: Int?, component: Value)
  /// Takes the component out, with everything inside it.
  case remove(id: String)
  /// Puts another component in the place of this one.
  case replace(id: String, component: Value)
  /// Takes the component out and puts it among the children of `parent`, as `insert` does.
  case move(id: String, parent: String, index: Int?)
  /// Sets members of the component's `props`.
  case set(id: String, props: ValueMap)
}
