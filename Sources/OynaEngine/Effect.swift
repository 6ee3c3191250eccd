public import OynaValue

/// Work that the engine asks its host to do. The host does it and reports back with an `Event`.
public enum Effect: Sendable {
  /// Send this; its answer comes back as `Event.response` or `Event.networkError`.
  case request(Request)
  /// Cancel a request: its answer, should it still come, is dropped by the engine.
  case cancel(RequestID)
  /// A short message; `action` is `retry` or `undo` when the bar offers one.
  case snackbar(message: String, action: SnackbarAction?)
  /// What a server says that belongs to no field of the page: stands over the form until it is
  /// taken away by an empty list.
  case banner([String])
  /// Text for assistive technology (a polite live region).
  case announce(String)
  /// Move the focus to the input with this key.
  case focus(key: String)
  /// A message that a person has to close.
  case alert(title: String?, message: String)
  /// Move to another screen, or back.
  case navigate(Navigation)
  /// Ask for a screen that a tap would open, so that it is there when it is wanted.
  case prefetch(url: String)
  /// Open this outside the screens: a page, `tel:`, `mailto:`, another application.
  case openURL(String)
  /// Let the device be felt: `light`, `medium`, `heavy`, `success`, `warning` or `error`.
  case haptic(String)
  /// Put this text on the clipboard.
  case copy(String)
  /// Offer this to other applications, in the sheet of the system.
  case share(text: String?, url: String?)
  /// An analytics event; its members never hold a sensitive field.
  case track(name: String, members: ValueMap)
  /// An action of the host, with its members computed; they never hold a sensitive field.
  case custom(name: String, members: ValueMap)
  /// Something the developers should know: an unknown component, an expression that failed.
  case report(Diagnostic)
  /// Work for the queue, which is one for all screens of the host.
  case queue(QueueRequest)
  /// Ask for an `advance` event after this many milliseconds (debounce, back-off).
  case wake(afterMilliseconds: Int64)
}

/// What the button of a snackbar does.
public enum SnackbarAction: String, Sendable, Hashable {
  /// Submit again what failed.
  case retry
  /// Take back the removal, or the queued request, that the snackbar tells of.
  case undo
}

/// A request to send. The body is frozen when the request is made.
public struct Request: Sendable {
  /// What the answer names it by.
  public let id: RequestID
  /// `GET`, `POST`, …
  public let method: String
  /// As the document wrote it: absolute, or relative to the screen's own URL.
  public let url: String
  /// In the order of sending; the host adds its own, such as an authorisation.
  public let headers: [(name: String, value: String)]
  /// Nil for a request without a body.
  public let body: RequestBody?
  /// What the host may answer from what it kept, and whether it may keep the answer.
  ///
  /// A kept answer says so by the header `oyna-cache`: `revalidating` when the network's own answer
  /// follows under the same number, `offline` when none came.
  public let cache: LoadModel.CachePolicy

  init(
    id: RequestID, method: String, url: String, headers: [(name: String, value: String)],
    body: RequestBody?, cache: LoadModel.CachePolicy = .never
  ) {
    self.id = id
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.cache = cache
  }
}

/// How to move between screens.
public enum Navigation: Sendable, Hashable {
  /// Another screen over the one that is shown.
  case push(url: String)
  /// Another screen in the place of the one that is shown.
  case replace(url: String)
  /// Another screen in a stack of its own, presented over this one.
  case present(url: String)
  /// Takes a presented stack away; where none is presented, goes one screen back.
  case dismiss
  /// One screen back; from the first of a presented stack, to what is under it.
  case back
  /// Back to the first screen; what is presented over it goes away.
  case root
}
