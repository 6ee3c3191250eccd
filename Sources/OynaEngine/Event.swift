public import OynaValue

/// Something that happened outside the engine. Time, identifiers, answers: all arrive as events, so
/// a run can be replayed from them.
public enum Event: Sendable {
  /// A person changed a field's value. `key` is a state key, or `group[rowId].key` in a row.
  case input(key: String, value: Value)
  /// A person changed a cart in its own component. `key` is the cart's state key.
  case cart(key: String, CartChange)
  /// A person changed a secret. The engine copies the bytes into its own buffer; the sender wipes
  /// its own.
  case secretInput(key: String, value: Secret)
  /// An input got the focus; `key` as in `input`.
  case focus(key: String)
  /// An input lost the focus: it is validated when it was edited. `key` as in `input`.
  case blur(key: String)
  /// A person activated a component: a tap, Enter, Space. `id` is the component's id.
  case tap(id: String)
  /// A component's own event with no value: one it lists in `on`, `next` and `back` of a
  /// `stepper_flow`, `add` of a repeating group, `remove` of one of its rows.
  case custom(id: String, name: String)
  /// The renderer can show these rows of a `load`, by place from 0: it gets them, and no others.
  case rows(id: String, first: Int, count: Int)
  /// A person pressed the button of a snackbar.
  case snackbarAction(SnackbarAction)
  /// The answer to a request that an effect asked for.
  case response(Response)
  /// A request had no answer.
  case networkError(request: RequestID, kind: NetworkError)
  /// The network came or went.
  case network(isOnline: Bool)
  /// The host application left the foreground, or is back.
  case lifecycle(Lifecycle)
  /// Time passed: milliseconds since the previous `advance`.
  case advance(milliseconds: Int64)
  /// Another day began: what `today` means in rules.
  case day(CalendarDay)
  /// A person wants the last change taken back.
  case undo
  /// A person wants the change that was taken back last done again.
  case redo
  /// The same screen in another language: its words change in place, values, errors, rows and the
  /// open page of a wizard stay. A screen of another `id` is refused.
  case translated(Screen)
  /// News of the queue that this screen shows or uses.
  case queue(QueueNotice)
  /// Empties every value and error, raises the epoch and drops what is in flight.
  case clearSensitiveData
}

/// What a person does in a cart.
public enum CartChange: Sendable, Hashable {
  /// Sets how many of a product are wanted; 0 takes it out.
  case quantity(of: ProductID, to: Int64)
  /// Applies the promo code that was typed; nil removes the one that is set.
  case promoCode(String?)
}

/// The number of a request of this engine, from 1; a retry takes the next number.
public struct RequestID: Sendable, Hashable {
  /// From 1.
  public let number: Int
  /// The request with this number.
  public init(_ number: Int) { self.number = number }
}

/// An HTTP answer as bytes; the engine decides what it means.
public struct Response: Sendable {
  /// The request that is answered.
  public let request: RequestID
  /// HTTP status code, 100 to 599.
  public let status: Int
  /// Header fields; names compare without regard to case.
  public let headers: [(name: String, value: String)]
  /// As received; empty where there is none.
  public let body: [UInt8]

  /// An answer as the host received it.
  public init(
    request: RequestID, status: Int, headers: [(name: String, value: String)], body: [UInt8]
  ) {
    self.request = request
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why a request had no answer.
public enum NetworkError: Sendable, Hashable {
  /// Nothing was sent: the device is offline or the host was not reached.
  case offline
  /// Bytes may have arrived; the outcome is unknown.
  case timeout
}

/// Where the host application is.
public enum Lifecycle: Sendable, Hashable {
  /// In front of a person again: a payment whose outcome is awaited is asked for at once.
  case foreground
  /// Secrets are wiped; everything else stays in memory.
  case background
}
