/// A request that is written to disk before it is sent: `submit` or `request` with `queue`, and the
/// commands `send_message` and `transfer_money`.
public struct QueueAction: Sendable {
  /// `POST`, `PUT`, `PATCH` or `DELETE`.
  public let method: String
  /// A path on the screen's own server, or absolute.
  public let url: Template
  /// What is sent.
  public let body: Body
  /// Whether the enclosing form must be valid first.
  public let validates: Bool
  /// How it is queued.
  public let queue: QueueModel
  /// What to do once it is on disk (`queued`) and, while this screen is open, for its answer.
  public let outcomes: [Outcome]

  /// The body is a form's values.
  public var sendsForm: Bool { if case .form = body { true } else { false } }

  /// Where the body comes from.
  public enum Body: Sendable {
    /// The values of the enclosing form, else of the screen.
    case form
    /// A JSON object; nil sends `{}`.
    case value(ValueTemplate?)
  }
}

/// `"queue"`: how a request waits, in what order, and how it is taken back (QUEUE.md §2.4, §2.6).
public struct QueueModel: Sendable {
  /// Requests of one lane go in order, one at a time. Computed when it is queued.
  public let lane: ValueTemplate
  /// What stands before the lane's computed part.
  public let lanePrefix: String
  /// What it is, for lists.
  public let kind: OutboxKind
  /// What a person knows it by in `queue_status`; it is stored with the request.
  public let title: Template?
  /// The member of the body that gets a new UUID, so that the request can be looked up.
  public let identifier: String?
  /// Milliseconds before it may be sent, in which an undo costs nothing.
  public let hold: Int64
  /// Milliseconds until it is given up; nil for the queue's own figure.
  public let timeToLive: Int64?
  /// `GET` tells whether the request was done; `{id}` stands for the identifier.
  public let lookUp: Template?
  /// The request that takes this one back after it was sent; `{id}` stands for the identifier.
  public let undo: Undo?
  /// Said once it is on disk; nil for the engine's own words, empty for none.
  public let message: Template?

  /// The request that takes another one back.
  public struct Undo: Sendable {
    /// `POST`, `PUT`, `PATCH` or `DELETE`.
    public let method: String
    /// As in `QueueAction.url`.
    public let url: Template
  }
}
